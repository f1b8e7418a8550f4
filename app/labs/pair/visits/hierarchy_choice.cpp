#include "app/labs/pair/visits/hierarchy_choice.hpp"

#include "app/labs/wording.hpp"
#include "app/panels/method_titles.hpp"
#include "collision/hierarchy/all_kinds.hpp"
#include "collision/query/query_choices.hpp"
#include "engine/import/text_file.hpp"
#include "engine/measure/hierarchy_comparison.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

namespace boxwood {
namespace {

bool is_known(std::string_view name, const std::vector<std::string_view>& known) {
    return std::ranges::find(known, name) != known.end();
}

std::string joined(const std::vector<std::string_view>& names) {
    std::string text;
    for (const std::string_view name : names) text.append(text.empty() ? "" : ", ").append(name);
    return text;
}

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> parts{""};
    for (const char c : text)
        if (c == '/')
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

} // namespace

std::string name_of(const HierarchyChoice& choice) {
    std::string name = name_of(choice.config);
    if (choice.test == OverlapTest::sat_lite) name += ", SAT-lite";
    if (choice.test == OverlapTest::aabb_of_obb) name += ", aabb-of-obb";
    return name;
}

std::string title_of(const HierarchyChoice& choice) {
    std::string title = hierarchy_title(choice.config);
    if (choice.test != OverlapTest::sat)
        title += " · " + method_title(kAllOverlapTests[index_of_choice(kAllOverlapTests, choice.test)].name);
    return title;
}

Result<HierarchyChoice> parse_hierarchy_choice(std::string_view text, const HierarchyChoice& usual) {
    HierarchyChoice choice = usual;
    const std::vector<std::string> parts = split(text);
    const std::string prefix = "compare-with '" + one_line(text, 80) + "': ";
    if (parts.size() > 5) return Error{prefix + "has more parts than VOLUME/BUILDER/KIND/LEAF_SIZE/TEST"};
    const std::array<std::pair<std::string*, std::vector<std::string_view>>, 3> names{
        std::pair{&choice.config.volume, list_volumes()}, std::pair{&choice.config.builder, list_builders()},
        std::pair{&choice.config.kind, list_hierarchy_kinds()}};
    for (std::size_t i = 0; i < std::min(parts.size(), names.size()); ++i) {
        if (parts[i].empty()) continue;
        if (!is_known(parts[i], names[i].second))
            return Error{prefix + "unknown '" + one_line(parts[i], 40) +
                         "'; known: " + joined(names[i].second)};
        *names[i].first = parts[i];
    }
    if (parts.size() > 3 && !parts[3].empty()) {
        std::uint32_t size = 0;
        const char* end = parts[3].data() + parts[3].size();
        const auto [at, error] = std::from_chars(parts[3].data(), end, size);
        if (error != std::errc{} || at != end || size < 1 || size > kMaxLeafSize)
            return Error{prefix + "leaf size '" + one_line(parts[3], 40) +
                         "' is not a whole number from 1 to " + std::to_string(kMaxLeafSize)};
        choice.config.leaf_size = size;
    }
    if (parts.size() > 4 && !parts[4].empty()) {
        const Choice<OverlapTest>* test = find_choice(kAllOverlapTests, parts[4]);
        if (!test) {
            std::vector<std::string_view> known;
            for (const Choice<OverlapTest>& each : kAllOverlapTests) known.push_back(each.name);
            return Error{prefix + "unknown test '" + one_line(parts[4], 40) + "'; known: " + joined(known)};
        }
        choice.test = test->value;
    }
    const bool is_kind_named = parts.size() > 2 && !parts[2].empty();
    if (!is_kind_named && !takes_volume(choice.config.kind, choice.config.volume)) choice.config.kind.clear();
    choice.config = resolved(choice.config);
    return choice;
}

HierarchyChoice propose_hierarchy_choice(const HierarchyChoice& own, std::span<const HierarchyChoice> taken) {
    std::vector<HierarchyConfig> possible = list_hierarchy_configs();
    const auto is_taken = [&](const HierarchyChoice& choice) {
        return choice == own || std::ranges::find(taken, choice) != taken.end();
    };
    for (const std::string_view volume : {"obb", "kdop18", "sphere", "aabb"}) {
        HierarchyChoice choice = own;
        choice.config.volume = volume;
        if (!takes_volume(choice.config.kind, volume)) choice.config.kind.clear();
        choice.config = resolved(choice.config);
        HierarchyConfig listed = choice.config;
        listed.leaf_size = 1;
        if (!is_taken(choice) && std::ranges::find(possible, listed) != possible.end()) return choice;
    }
    return {own.config, OverlapTest::sat_lite};
}

} // namespace boxwood
