#include "engine/ui/controls/file_list.hpp"

#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <array>
#include <system_error>

namespace boxwood::ui {

namespace {

namespace fs = std::filesystem;

std::string lowered(std::string text) {
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

bool passes_filter(const FileEntry& entry, const FileFilter& filter) {
    if (!filter.shows_hidden && entry.name.starts_with('.')) return false;
    const std::string name = lowered(entry.name);
    if (name.find(lowered(std::string(filter.name_part))) == std::string::npos) return false;
    if (entry.is_folder || filter.extensions.empty()) return true;
    return std::any_of(filter.extensions.begin(), filter.extensions.end(),
                       [&](const std::string& extension) { return name.ends_with(extension); });
}

FileEntry entry_of(const fs::directory_entry& found) {
    std::error_code error;
    FileEntry entry{found.path().filename().string(), found.is_directory(error), 0};
    if (!entry.is_folder) {
        const std::uintmax_t bytes = found.file_size(error);
        entry.bytes = error ? 0 : bytes;
    }
    return entry;
}

bool comes_before(const FileEntry& one, const FileEntry& other) {
    if (one.is_folder != other.is_folder) return one.is_folder;
    const std::string a = lowered(one.name), b = lowered(other.name);
    return a != b ? a < b : one.name < other.name;
}

} // namespace

FileList list_folder(const fs::path& folder, const FileFilter& filter) {
    FileList list;
    std::error_code error;
    list.folder = fs::weakly_canonical(folder, error);
    if (error) list.folder = folder;
    fs::directory_iterator found(list.folder, error);
    for (; !error && found != fs::directory_iterator(); found.increment(error)) {
        FileEntry entry = entry_of(*found);
        if (passes_filter(entry, filter)) list.entries.push_back(std::move(entry));
    }
    if (error) {
        list.entries.clear();
        list.error =
            std::string("Cannot read ").append(list.folder.string()).append(": ").append(error.message());
    }
    std::sort(list.entries.begin(), list.entries.end(), comes_before);
    return list;
}

std::string format_bytes(std::uintmax_t bytes) {
    constexpr std::array<const char*, 3> kUnits{" kB", " MB", " GB"};
    if (bytes < 1000) return std::to_string(bytes) + " B";
    double amount = static_cast<double>(bytes) / 1000.0;
    std::size_t unit = 0;
    for (; amount >= 999.5 && unit + 1 < kUnits.size(); ++unit) amount /= 1000.0;
    return format_significant(amount, 3) + kUnits[unit];
}

} // namespace boxwood::ui
