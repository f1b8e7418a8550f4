// What: what a library says of a file that it cannot read, in words for the user: without the library's own names.
// Invariants: what comes out holds no name of a function, class, source file or token of the library; pieces of the file
//     stand in double quotes.
// Degenerate input: of a text that says nothing to a user, only the place in the file is kept.
// Oracle: tests/engine/import/broken_files_test.cpp: files of every format, damaged in many ways.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace boxwood {

// The text if a user can understand it: no code, no names of code.
std::optional<std::string> plain_words(std::string_view text);

// "line 12", "byte 345", ...; empty: the text names no place.
std::string place_in(std::string_view text);

// What a reader of `format` ("FBX") says: "is not a sound FBX file: unexpected end of file (line 243)".
std::string reason_in_plain_words(std::string_view text, std::string_view format);

} // namespace boxwood
