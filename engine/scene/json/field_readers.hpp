// What: reads optional fields, and numbers within a range. Internal to engine/scene.
// Degenerate input: the Error names the element by its JSON pointer.
#pragma once

#include "collision/core/numbers/number_text.hpp"
#include "engine/scene/json/json_text.hpp"

#include <array>
#include <initializer_list>
#include <limits>

#include <glm/vec3.hpp>

namespace boxwood {

inline constexpr std::uint64_t kAnySeed = std::numeric_limits<std::uint64_t>::max();

// Reads `at[key]` into a field if the key exists. `reader` is a function of json_text.hpp or one of the functions
// below.
template <class T, class Reader>
Status read_if_there(const JsonAt& at, const char* key, T& out_field, const Reader& reader) {
    if (!at.has(key)) return ok();
    auto read = reader(at[key]);
    if (!read) return read.error();
    out_field = static_cast<T>(*read);
    return ok();
}

inline Status first_error(std::initializer_list<Status> statuses) {
    for (const Status& status : statuses)
        if (!status) return status;
    return ok();
}

inline auto unsigned_reader(std::uint64_t lower, std::uint64_t upper) {
    return [lower, upper](const JsonAt& at) { return read_unsigned(at, lower, upper); };
}

inline auto number_reader(double lower, double upper) {
    return [lower, upper](const JsonAt& at) -> Result<double> {
        const Result<double> number = read_number(at);
        if (!number || (*number >= lower && *number <= upper)) return number;
        return json_error(at, "is outside " + range_text(lower, upper));
    };
}

// Three numbers, each from `lower` to `upper`.
inline auto vector_reader(double lower, double upper) {
    return [lower, upper](const JsonAt& at) -> Result<glm::dvec3> {
        std::array<double, 3> numbers{};
        if (const Status read = read_numbers(at, numbers); !read) return read.error();
        for (std::size_t i = 0; i < 3; ++i)
            if (const Result<double> number = number_reader(lower, upper)(at[i]); !number)
                return number.error();
        return glm::dvec3(numbers[0], numbers[1], numbers[2]);
    };
}

} // namespace boxwood
