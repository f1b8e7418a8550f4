#include "app/labs/multi_body/edits/body_groups.hpp"

#include "collision/world/pairs/pair_groups.hpp"

#include <algorithm>
#include <array>

namespace boxwood {
namespace {

struct KindOfBody {
    std::string_view name;
    bool (*contains)(const Body& body);
};
constexpr std::array kKindsOfBody{
    KindOfBody{"all", [](const Body&) { return true; }},
    KindOfBody{"polytopes", [](const Body& body) { return body.polytope != nullptr; }},
    KindOfBody{"meshes", [](const Body& body) { return !body.polytope && !body.parts; }},
    KindOfBody{"compounds", [](const Body& body) { return body.parts != nullptr; }},
    KindOfBody{"deforming", [](const Body& body) { return body.deforming != nullptr; }},
    KindOfBody{"fixed", [](const Body& body) { return body.is_fixed; }},
    KindOfBody{"moving", [](const Body& body) { return !body.is_fixed; }},
};

} // namespace

Result<std::vector<GroupRule>> read_group_rules(std::string_view text, bool is_enabled) {
    std::vector<GroupRule> rules;
    while (!text.empty()) {
        const std::string_view one = text.substr(0, text.find(','));
        text.remove_prefix(std::min(text.size(), one.size() + 1));
        const std::size_t colon = one.find(':');
        const std::string_view a = one.substr(0, colon),
                               b = colon == std::string_view::npos ? a : one.substr(colon + 1);
        if (a.empty() || b.empty()) return Error{"expected the names of two groups, as in meshes:polytopes"};
        rules.push_back({std::string(a), std::string(b), is_enabled});
    }
    return rules;
}

std::vector<std::string> BodyGroups::names() const {
    std::vector<std::string> own(group_of_body_), names;
    std::ranges::sort(own);
    own.erase(std::unique(own.begin(), own.end()), own.end());
    for (const KindOfBody& kind : kKindsOfBody) names.emplace_back(kind.name);
    for (const std::string& name : own)
        if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
    return names;
}

Status BodyGroups::check(const GroupRule& rule) const {
    const std::vector<std::string> known = names();
    for (const std::string& name : {rule.a, rule.b}) {
        if (std::ranges::find(known, name) != known.end()) continue;
        std::string list;
        for (const std::string& one : known) list += " " + one;
        return Error{"no group of bodies is called '" + name + "'; known:" + list};
    }
    return ok();
}

// If a group of the scene has the name of a kind, the name refers to the group.
std::vector<BodyId> BodyGroups::members(std::string_view name, const CollisionWorld& world) const {
    const bool is_own = std::ranges::find(group_of_body_, name) != group_of_body_.end();
    const auto kind = std::ranges::find(kKindsOfBody, name, &KindOfBody::name);
    std::vector<BodyId> ids;
    for (BodyId id = 0; id < world.bodies().size(); ++id) {
        if (!world.is_live(id)) continue;
        const bool is_in = is_own ? id < group_of_body_.size() && group_of_body_[id] == name
                                  : kind->contains(world.bodies()[id]);
        if (is_in) ids.push_back(id);
    }
    return ids;
}

Status BodyGroups::apply(const GroupRule& rule, CollisionWorld& io_world) const {
    if (Status known = check(rule); !known) return known;
    const std::vector<BodyId> a = members(rule.a, io_world), b = members(rule.b, io_world);
    if (a.size() == io_world.body_count() && b.size() == io_world.body_count()) {
        io_world.set_all_pairs_enabled(rule.is_enabled); // O(1) in the number of bodies
        return ok();
    }
    return set_pairs_enabled(io_world, a, b, rule.is_enabled);
}

Status BodyGroups::apply_to(BodyId body, const GroupRule& rule, CollisionWorld& io_world) const {
    if (Status known = check(rule); !known) return known;
    const std::vector<BodyId> a = members(rule.a, io_world), b = members(rule.b, io_world);
    const auto set_with = [&](const std::vector<BodyId>& of_body, const std::vector<BodyId>& others) {
        if (!std::ranges::binary_search(of_body, body)) return ok();
        return set_pairs_enabled(io_world, {&body, 1}, others, rule.is_enabled);
    };
    if (Status status = set_with(a, b); !status) return status;
    return set_with(b, a);
}

} // namespace boxwood
