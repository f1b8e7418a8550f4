#include "app/cli/options/misspelling.hpp"

#include "engine/import/text_file.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <vector>

namespace boxwood {
namespace {

// Returns the smallest number of edits that change one word into the other if no letter is edited twice. An edit
// inserts, deletes or replaces a letter, or swaps two adjacent letters [Damerau 1964].
std::size_t spelling_distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> two_rows_above, above(to.size() + 1), row(to.size() + 1);
    std::iota(above.begin(), above.end(), std::size_t{0});
    for (std::size_t i = 1; i <= from.size(); ++i) {
        row[0] = i;
        for (std::size_t k = 1; k <= to.size(); ++k) {
            const std::size_t replaced = above[k - 1] + (from[i - 1] == to[k - 1] ? 0 : 1);
            row[k] = std::min({above[k] + 1, row[k - 1] + 1, replaced});
            if (i > 1 && k > 1 && from[i - 1] == to[k - 2] && from[i - 2] == to[k - 1])
                row[k] = std::min(row[k], two_rows_above[k - 2] + 1);
        }
        two_rows_above = above;
        above = row;
    }
    return above.back();
}

} // namespace

Status check_no_misspelt_command(std::span<const std::filesystem::path> words,
                                 std::span<const std::string> commands) {
    if (words.empty()) return ok();
    const std::string word = words.front().string();
    std::error_code ignored;
    if (word.find_first_of("./") != std::string::npos || std::filesystem::exists(words.front(), ignored))
        return ok();
    std::string message = "'" + one_line(word, 40) + "' is neither a command nor a file";
    const auto distance_to = [&word](const std::string& command) { return spelling_distance(word, command); };
    const auto nearest = std::ranges::min_element(commands, {}, distance_to);
    constexpr std::size_t kMaxDistance = 2;
    if (nearest != commands.end() && distance_to(*nearest) <= std::min(kMaxDistance, nearest->size() / 2))
        return Error{message + "; did you mean 'boxwood " + *nearest + "'?"};
    for (const std::string& command : commands)
        message += (&command == commands.data() ? "; commands: " : ", ") + command;
    return Error{message};
}

} // namespace boxwood
