// What: rewrites a parser library's message about an unreadable file for the user, without identifiers of the library.
// Invariants: the result contains no name of a function, class, source file or token of the library; quotations from
//             the file are in double quotes.
// Degenerate input: a message that a user cannot understand is replaced by a general one. If the message contains a
//                   position in the file, the general message contains it, too.
// Oracle: tests/engine/import/broken_files_test.cpp: damaged files in the formats with their own readers and in eleven
//         formats that Assimp reads.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace boxwood {

// Returns the text without final punctuation and with its first letter in lower case, if a user can understand it: it
// contains no code, no identifiers and no incomplete quotation, and has at most 160 characters. Otherwise empty.
std::optional<std::string> plain_words(std::string_view text);

// "line 12" or "byte 345"; empty if the text contains no position.
std::string position_in(std::string_view text);

// The message for a file of `format` ("FBX"): "is not a valid FBX file: unexpected colon (line 243)".
std::string reason_in_plain_words(std::string_view text, std::string_view format);

} // namespace boxwood
