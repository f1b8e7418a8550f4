#include "app/shell/preferences.hpp"

#include "app/shell/files/output_file.hpp"
#include "engine/import/text_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace boxwood {
namespace {

constexpr std::uint64_t kMaxPreferenceBytes = 1u << 20;

bool is_name(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    });
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view kSpaces = " \t\r";
    const std::size_t first = text.find_first_not_of(kSpaces);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kSpaces) + 1 - first);
}

// Removes a comment that the user added after a value. Paths have no comments, since they can contain a #.
std::string_view without_comment(std::string_view value) {
    return value.starts_with('/') ? value : trim(value.substr(0, value.find(" # ")));
}

} // namespace

std::filesystem::path Preferences::default_path() {
    if (const char* file = std::getenv("BOXWOOD_CONFIG")) return file;
    const char* config = std::getenv("XDG_CONFIG_HOME");
    if (config != nullptr && config[0] == '/') return std::filesystem::path(config) / "boxwood/settings";
    const char* home = std::getenv("HOME");
    if (home == nullptr || home[0] != '/') return {};
    return std::filesystem::path(home) / ".config/boxwood/settings";
}

Preferences Preferences::load(const std::filesystem::path& path, std::string& out_problem) {
    out_problem.clear();
    std::error_code unknown;
    if (path.empty() || !std::filesystem::exists(path, unknown)) return {};
    if (std::filesystem::is_character_file(path, unknown)) return {}; // /dev/null: nothing is stored
    const Result<std::string> text = read_text_file(path, kMaxPreferenceBytes);
    if (!text) {
        out_problem = text.error().message;
        return {};
    }
    Preferences preferences;
    std::istringstream lines(*text);
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const std::string_view words = trim(line);
        if (words.empty() || words[0] == '#') continue;
        const std::size_t space = std::min(words.find_first_of(" \t"), words.size());
        const std::string name(words.substr(0, space));
        const std::string value(without_comment(trim(words.substr(space))));
        if (!is_name(name) || value.empty() || !is_printable(value)) {
            out_problem = shown(path) + ":" + std::to_string(number) + ": expected NAME VALUE";
            return {};
        }
        preferences.values_[name] = value;
    }
    return preferences;
}

Status Preferences::save(const std::filesystem::path& path) const {
    std::error_code ignored;
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), ignored);
    Result<OutputFile> file = OutputFile::open(path);
    if (!file) return file.error();
    std::string text = "# Stored by Boxwood's window. Edit this file only while no window is open.\n";
    for (const auto& [name, value] : values_) text.append(name).append(" ").append(value).append("\n");
    if (Status status = file->write(text); !status) return status;
    return file->finish();
}

std::string Preferences::keep_copy(const std::filesystem::path& path) {
    std::filesystem::path copy = path;
    copy += ".damaged";
    std::error_code failed;
    std::filesystem::copy_file(path, copy, std::filesystem::copy_options::overwrite_existing, failed);
    return failed ? "it cannot be copied: " + failed.message() : "its copy is " + shown(copy);
}

std::string Preferences::find(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::string() : found->second;
}

std::vector<std::pair<std::string, std::string>> Preferences::values_of(std::string_view owner) const {
    const std::string prefix = own_name(owner, "");
    std::vector<std::pair<std::string, std::string>> own;
    for (const auto& [name, value] : values_)
        if (name.starts_with(prefix)) own.emplace_back(name.substr(prefix.size()), value);
    return own;
}

} // namespace boxwood
