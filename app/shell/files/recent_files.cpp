#include "app/shell/files/recent_files.hpp"

#include <algorithm>
#include <string>

namespace boxwood {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";

std::string key_of(std::size_t place) {
    return "recent." + std::to_string(place + 1);
}

// A value of the preferences has no spaces and no '#'.
std::string encoded(const std::string& path) {
    std::string text;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > ' ' && c != '#' && c != '%') {
            text += c;
        } else {
            text += '%';
            text += kHex[byte >> 4];
            text += kHex[byte & 15];
        }
    }
    return text;
}

std::string decoded(const std::string& text) {
    std::string path;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t high = text[i] == '%' && i + 2 < text.size() ? kHex.find(text[i + 1]) : kHex.npos;
        const std::size_t low = high == kHex.npos ? kHex.npos : kHex.find(text[i + 2]);
        if (low == kHex.npos) {
            path += text[i];
            continue;
        }
        path += static_cast<char>(16 * high + low);
        i += 2;
    }
    return path;
}

} // namespace

std::vector<std::filesystem::path> recent_files(const Preferences& preferences) {
    std::vector<std::filesystem::path> files;
    for (std::size_t i = 0; i < kMaxRecentFiles; ++i)
        if (const std::string text = preferences.find(key_of(i)); !text.empty())
            files.emplace_back(decoded(text));
    return files;
}

void note_recent_file(Preferences& io_preferences, const std::filesystem::path& file) {
    std::error_code unknown;
    const std::filesystem::path full = std::filesystem::absolute(file, unknown);
    if (unknown) return;
    std::vector<std::filesystem::path> files = recent_files(io_preferences);
    std::erase(files, full);
    files.insert(files.begin(), full);
    if (files.size() > kMaxRecentFiles) files.pop_back();
    for (std::size_t i = 0; i < files.size(); ++i) io_preferences.set(key_of(i), encoded(files[i].string()));
}

} // namespace boxwood
