#include "engine/import/file_series.hpp"

#include <charconv>
#include <string>

namespace boxwood {

std::vector<std::filesystem::path> find_series(const std::filesystem::path& first) {
    constexpr std::size_t kMaxDigits = 9;
    const std::string stem = first.stem().string();
    std::size_t begin = stem.size();
    while (begin > 0 && stem[begin - 1] >= '0' && stem[begin - 1] <= '9' && stem.size() - begin < kMaxDigits)
        --begin;
    std::vector<std::filesystem::path> files{first};
    unsigned number = 0;
    const std::string digits = stem.substr(begin);
    if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec != std::errc()) return files;
    while (files.size() < kMaxSeriesFiles) {
        std::string next = std::to_string(++number);
        if (next.size() < digits.size()) next.insert(0, digits.size() - next.size(), '0');
        const std::filesystem::path file =
            first.parent_path() / (stem.substr(0, begin) + next + first.extension().string());
        std::error_code failed;
        if (!std::filesystem::is_regular_file(file, failed)) break;
        files.push_back(file);
    }
    return files;
}

} // namespace boxwood
