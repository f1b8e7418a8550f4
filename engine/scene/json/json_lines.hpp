// What: on which line of a JSON text an element begins. For this room's .cpp files.
// Cost: linear in the text; asked for only when something is wrong.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace boxwood {

// Line from 1 of the value that a JSON pointer leads to; the text must be valid JSON. Where the pointer leads nowhere,
// the line of the last element on the way.
std::size_t line_of(std::string_view text, std::string_view pointer);

// A key as a JSON pointer writes it (RFC 6901).
std::string escaped_key(std::string_view key);

} // namespace boxwood
