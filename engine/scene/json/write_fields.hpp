// What: writes fields of JSON objects as text. Internal to engine/scene.
#pragma once

#include "engine/scene/json/json_text.hpp"

#include <array>
#include <string>

#include <glm/vec3.hpp>

namespace boxwood {

// Appends the key and a colon, preceded by a comma unless the field is the first of its object.
inline void append_key(std::string& out_text, const char* key) {
    if (out_text.back() != '{') out_text += ", ";
    append_string(out_text, key);
    out_text += ": ";
}

inline void append_field(std::string& out_text, const char* key, const glm::dvec3& v) {
    append_key(out_text, key);
    append_numbers(out_text, std::array{v.x, v.y, v.z});
}

inline void append_field(std::string& out_text, const char* key, const std::string& string) {
    append_key(out_text, key);
    append_string(out_text, string);
}

inline void append_field(std::string& out_text, const char* key, std::uint64_t number) {
    append_key(out_text, key);
    out_text += std::to_string(number);
}

inline void append_field(std::string& out_text, const char* key, double number) {
    append_key(out_text, key);
    append_number(out_text, number);
}

} // namespace boxwood
