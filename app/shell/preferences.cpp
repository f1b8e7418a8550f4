#include "app/shell/preferences.hpp"

#include "app/shell/files/output_file.hpp"
#include "engine/import/text_file.hpp"

#include <cstdlib>
#include <sstream>

namespace boxwood {
namespace {

constexpr std::uint64_t kMaxBytes = 1u << 20;

} // namespace

std::filesystem::path Preferences::default_path() {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    if (config != nullptr && config[0] == '/') return std::filesystem::path(config) / "boxwood/settings";
    const char* home = std::getenv("HOME");
    if (home == nullptr || home[0] != '/') return {};
    return std::filesystem::path(home) / ".config/boxwood/settings";
}

Preferences Preferences::load(const std::filesystem::path& path) {
    Preferences settings;
    const Result<std::string> text = read_text_file(path, kMaxBytes);
    if (!text) return settings;
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line.substr(0, line.find('#')));
        std::string name, value, more;
        if (words >> name >> value && !(words >> more)) settings.values_[name] = value;
    }
    return settings;
}

Status Preferences::save(const std::filesystem::path& path) const {
    std::error_code ignored;
    std::filesystem::create_directories(path.parent_path(), ignored);
    Result<OutputFile> file = OutputFile::open(path);
    if (!file) return file.error();
    std::string text = "# What Boxwood's window keeps; it may be edited while no window is open.\n";
    for (const auto& [name, value] : values_) text.append(name).append(" ").append(value).append("\n");
    if (Status status = file->write(text); !status) return status;
    return file->finish();
}

std::string Preferences::find(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::string() : found->second;
}

std::vector<std::pair<std::string, std::string>> Preferences::of(std::string_view owner) const {
    const std::string prefix = std::string(owner) + ".";
    std::vector<std::pair<std::string, std::string>> own;
    for (const auto& [name, value] : values_)
        if (name.starts_with(prefix)) own.emplace_back(name.substr(prefix.size()), value);
    return own;
}

} // namespace boxwood
