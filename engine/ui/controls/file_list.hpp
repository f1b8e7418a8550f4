// What: the contents of a folder for the file dialog: folders first, then the files that can be opened.
// Degenerate input: an unreadable folder gives an error and no entries. An entry whose type cannot be read, such as a
//     broken link, is listed as a file of 0 bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace boxwood::ui {

struct FileEntry {
    std::string name; // UTF-8, without the folder
    bool is_folder = false;
    std::uintmax_t bytes = 0; // of a file
};

struct FileList {
    std::filesystem::path folder;   // absolute, without "." and ".."
    std::vector<FileEntry> entries; // folders first, each sorted by name, ignoring case
    std::string error;              // one line; empty if the folder could be read
};

struct FileFilter {
    std::span<const std::string> extensions{}; // with the dot, lower case; empty: all files
    std::string_view name_part{};              // only names that contain this text, ignoring case
    bool shows_hidden = false;
};

FileList list_folder(const std::filesystem::path& folder, const FileFilter& filter);

// "123 B", "12.3 kB", "1.23 MB".
std::string format_bytes(std::uintmax_t bytes);

} // namespace boxwood::ui
