// What: checks input files, reads complete text files within a size limit, and writes complete text files.
// Degenerate input: every failure is a one-line error that names the path and the reason.
#pragma once

#include "collision/core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace boxwood {

// Returns `text` as one printable line. Control characters become '?'. A text longer than `limit` is cut off and ends
// with "...".
std::string one_line(std::string_view text, std::size_t limit = 400);

// The extension in lower case: ".obj" for "a.OBJ".
std::string lower_case_ending(const std::filesystem::path& path);

// The path as one printable line, for messages.
std::string shown(const std::filesystem::path& path);

// Returns Ok if the path is a regular file that can be opened, is not empty and has at most `max_bytes`.
Status check_input_file(const std::filesystem::path& path, std::uint64_t max_bytes);

// Reads the complete file, or a pipe to its end. An empty file is not an error.
Result<std::string> read_text_file(const std::filesystem::path& path, std::uint64_t max_bytes);

// Like read_text_file(), but the path "-" means standard input.
Result<std::string> read_input(const std::filesystem::path& path, std::uint64_t max_bytes);
// Like shown(), but "standard input" for "-".
std::string shown_input(const std::filesystem::path& path);

// Replaces the content of the file, or on an Error leaves it as it was: writes a file PATH.part and renames it. A
// device or pipe is written directly.
Status write_text_file(const std::filesystem::path& path, std::string_view text);
Status append_text_file(const std::filesystem::path& path, std::string_view text);

} // namespace boxwood
