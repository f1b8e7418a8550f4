#include "bench/experiments/peers/peer_rows.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>

namespace boxwood {
namespace {

constexpr std::array<std::string_view, 5> kLibraries{"fcl", "bullet", "ode", "cgal", "embree"};
constexpr std::array<std::string_view, 3> kCountColumns{"triangles", "boxes",
                                                        "faces"}; // displayed with their names

// Matches whole words only. A hyphen is part of a word: "sweep-and-prune-direct" does not contain "sweep-and-prune".
bool contains_word(const std::string& text, std::string_view part) {
    const auto is_in_word = [](char c) {
        return c == '-' || std::isalnum(static_cast<unsigned char>(c)) != 0;
    };
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        const std::size_t end = at + part.size();
        if ((at == 0 || !is_in_word(text[at - 1])) && (end == text.size() || !is_in_word(text[end])))
            return true;
    }
    return false;
}

bool passes_filter(const std::string& text, std::span<const std::string_view> parts) {
    return parts.empty() || std::any_of(parts.begin(), parts.end(),
                                        [&](std::string_view part) { return contains_word(text, part); });
}

Result<std::vector<PeerGroup>> group(const PeerFile& file, const CsvText& csv) {
    std::vector<PeerGroup> groups;
    for (std::size_t row = 0; row < csv.rows.size(); ++row) {
        PeerGroup at;
        for (const std::string_view key : file.keys) {
            const Result<std::string> cell = csv.at(row, key);
            if (!cell) return cell.error();
            at.keys.push_back(*cell);
            at.name.append(at.name.empty() ? "" : ", ").append(*cell);
            if (std::find(kCountColumns.begin(), kCountColumns.end(), key) != kCountColumns.end())
                at.name.append(" ").append(key);
        }
        const Result<std::string> method = csv.at(row, file.method), value = csv.at(row, file.value);
        if (!method || !value) return method ? value.error() : method.error();
        if (value->empty()) continue; // not run; the row gives the reason
        PeerEntry entry{*method, "", std::strtod(value->c_str(), nullptr)};
        if (!file.answers.empty())
            if (const Result<std::string> answers = csv.at(row, file.answers)) entry.answers = *answers;
        if (const Result<std::string> ratio = csv.at(row, file.ratio))
            entry.ratio = std::strtod(ratio->c_str(), nullptr);
        auto found = std::find_if(groups.begin(), groups.end(),
                                  [&](const PeerGroup& other) { return other.name == at.name; });
        if (found == groups.end()) found = groups.insert(groups.end(), std::move(at));
        found->entries.push_back(std::move(entry));
    }
    return groups;
}

// If both entries have a ratio, compares the ratios: a slow method can be measured on fewer inputs than a fast one, but
// its ratio is over the same inputs.
bool is_faster(const PeerEntry& a, const PeerEntry& b) {
    return std::isfinite(a.ratio) && std::isfinite(b.ratio) ? a.ratio < b.ratio : a.value < b.value;
}

} // namespace

bool is_peer(std::string_view method) {
    return std::any_of(kLibraries.begin(), kLibraries.end(), [method](std::string_view library) {
        return method.size() >= library.size() &&
               std::equal(library.begin(), library.end(), method.begin(),
                          [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
    });
}

const PeerEntry* PeerGroup::best(bool of_peers, std::span<const std::string_view> parts) const {
    const PeerEntry* found = nullptr;
    for (const PeerEntry& entry : entries)
        if (is_peer(entry.method) == of_peers && entry.answers != "boxes only" &&
            passes_filter(entry.method, parts) && (!found || is_faster(entry, *found)))
            found = &entry;
    return found;
}

double PeerGroup::ratio() const {
    const PeerEntry *ours = best(false), *theirs = best(true);
    return ours && theirs && ours->value > 0.0 ? ratio_between(*theirs, *ours) : std::nan("");
}

double ratio_between(const PeerEntry& theirs, const PeerEntry& ours) {
    if (std::isfinite(theirs.ratio) && std::isfinite(ours.ratio)) return theirs.ratio / ours.ratio;
    return theirs.value / ours.value;
}

Result<std::vector<PeerGroup>> group_rows(const PeerFile& file, const std::string& csv) {
    const Result<CsvText> text = read_csv(csv);
    if (!text) return Error{std::string(file.name) + ".csv: " + text.error().message};
    Result<std::vector<PeerGroup>> groups = group(file, *text);
    if (!groups) return Error{std::string(file.name) + ".csv: " + groups.error().message};
    return groups;
}

} // namespace boxwood
