// What: finds the line of a JSON text at which an element begins. Internal to engine/scene.
// Cost: linear in the length of the text; used only for error messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace boxwood {

// The line of the value at a JSON pointer, counted from 1. The text must be valid JSON. If the pointer does not
// resolve, returns the line of the last existing element on its path.
std::size_t line_of(std::string_view text, std::string_view pointer);

// A key escaped for a JSON pointer (RFC 6901).
std::string escaped_key(std::string_view key);

} // namespace boxwood
