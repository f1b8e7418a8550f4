// What: finds the line of a JSON text at which an element begins. Internal to engine/scene.
// Cost: each call is linear in the length of the text. For the lines of many elements of an array, call
//     lines_of_elements() once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

// The line of the value at a JSON pointer, counted from 1. The text must be valid JSON. If the pointer does not
// resolve, returns the line of the last existing element on its path.
std::size_t line_of(std::string_view text, std::string_view pointer);

// The line of each element of the array at a JSON pointer. The text must be valid JSON. Returns an empty list if there
// is no such array.
std::vector<std::size_t> lines_of_elements(std::string_view text, std::string_view pointer);

// A key escaped for a JSON pointer (RFC 6901).
std::string escaped_key(std::string_view key);

} // namespace boxwood
