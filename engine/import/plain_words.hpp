// What: a library's message about an unreadable file in words for the user, without the library's own names.
// Invariants: the result contains no name of a function, class, source file or token of the library; quotations from
//             the file are in double quotes.
// Degenerate input: of a text without meaning to a user, only the position in the file remains.
// Oracle: tests/engine/import/broken_files_test.cpp: files of every format, damaged in many ways.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace boxwood {

// Returns the text if a user can understand it: no code, no identifiers.
std::optional<std::string> plain_words(std::string_view text);

// "line 12", "byte 345", ...; empty if the text contains no position.
std::string place_in(std::string_view text);

// Message for a reader of `format` ("FBX"): "is not a sound FBX file: unexpected end of file (line 243)".
std::string reason_in_plain_words(std::string_view text, std::string_view format);

} // namespace boxwood
