// What: text files: checked before they are opened, read whole within a size limit, written whole.
// Degenerate input: every failure is a one-line error that names the path and the reason.
#pragma once

#include "collision/core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace boxwood {

// `text` as one printable line: control characters become '?', the length stays below `limit`.
std::string one_line(std::string_view text, std::size_t limit = 400);

// The extension in lower case: ".obj" for "a.OBJ".
std::string lower_case_ending(const std::filesystem::path& path);

// The path as messages display it.
std::string shown(const std::filesystem::path& path);

// Ok if the path is a regular file that can be opened, is not empty and has at most `max_bytes`.
Status check_input_file(const std::filesystem::path& path, std::uint64_t max_bytes);

// Reads the whole file, or a pipe to its end. It may be empty.
Result<std::string> read_text_file(const std::filesystem::path& path, std::uint64_t max_bytes);

// The same, but "-" is standard input.
Result<std::string> read_input(const std::filesystem::path& path, std::uint64_t max_bytes);
std::string shown_input(const std::filesystem::path& path);

// Replaces the file's content.
Status write_text_file(const std::filesystem::path& path, std::string_view text);
// Appends to the file's content.
Status append_text_file(const std::filesystem::path& path, std::string_view text);

} // namespace boxwood
