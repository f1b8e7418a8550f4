// What: the line of a JSON text at which an element begins. Internal to engine/scene.
// Cost: linear in the text; used only for error messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace boxwood {

// The 1-based line of the value at a JSON pointer; the text must be valid JSON. If the pointer does not resolve, the
// line of the last element on its path.
std::size_t line_of(std::string_view text, std::string_view pointer);

// A key escaped for a JSON pointer (RFC 6901).
std::string escaped_key(std::string_view key);

} // namespace boxwood
