#include "engine/deform/policies/update_policy.hpp"

#include "collision/core/executor.hpp"
#include "collision/core/numbers/number_text.hpp"

#include <algorithm>
#include <array>

namespace boxwood {
namespace {

constexpr std::string_view kTimes = "×";

constexpr std::array kPolicies{
    PolicyEntry{"never", "refit every frame, never rebuild", "", "", 0, 0, 0, PolicyNeeds::nothing,
                make_never_policy},
    PolicyEntry{"always", "rebuild every frame", "", "", 0, 0, 0, PolicyNeeds::nothing, make_always_policy},
    PolicyEntry{"every", "refit every frame; rebuild at a fixed interval", "interval", "frames", 60, 1, 10000,
                PolicyNeeds::nothing, make_every_policy},
    PolicyEntry{"area",
                "refit; rebuild when the total area of the nodes exceeds the threshold times its value "
                "after the last build",
                "threshold", kTimes, 1.6, 1.0, 100.0, PolicyNeeds::sums, make_area_policy},
    PolicyEntry{"volume",
                "refit; rebuild when the total volume of the nodes exceeds the threshold times its value "
                "after the last build",
                "threshold", kTimes, 1.7, 1.0, 100.0, PolicyNeeds::sums, make_volume_policy},
    PolicyEntry{"overlap",
                "refit; rebuild when the overlap of siblings exceeds the threshold times its value "
                "after the last build",
                "threshold", kTimes, 2.0, 1.0, 100.0, PolicyNeeds::sums, make_overlap_policy},
    PolicyEntry{"partial", "refit; rebuild only subtrees whose node areas exceed the threshold", "threshold",
                kTimes, 1.6, 1.0, 100.0, PolicyNeeds::links, make_partial_policy},
    PolicyEntry{"rotate", "refit, and rotate nodes where this reduces their area", "", "", 0, 0, 0,
                PolicyNeeds::links, make_rotate_policy},
    PolicyEntry{"dirty", "refit only the nodes above triangles that moved", "", "", 0, 0, 0,
                PolicyNeeds::links, make_dirty_policy},
};

std::string known_names() {
    std::string names;
    for (const PolicyEntry& entry : kPolicies) names.append(" ").append(entry.name);
    return names;
}

} // namespace

std::span<const PolicyEntry> all_policies() {
    return kPolicies;
}

const PolicyEntry* find_policy(std::string_view name) {
    const auto found = std::find_if(kPolicies.begin(), kPolicies.end(),
                                    [&](const PolicyEntry& p) { return p.name == name; });
    return found == kPolicies.end() ? nullptr : &*found;
}

PolicyConfig default_policy(std::string_view name) {
    return {.name = std::string(name), .parameter = find_policy(name)->default_value};
}

bool has_sums(const HierarchyConfig& hierarchy) {
    return hierarchy.kind != "bvh2-lazy";
}

bool supports(const PolicyEntry& entry, const HierarchyConfig& hierarchy) {
    switch (entry.needs) {
    case PolicyNeeds::links:
        return hierarchy.kind == "bvh2" && hierarchy.leaf_size == 1;
    case PolicyNeeds::sums:
        return has_sums(hierarchy);
    default:
        return true;
    }
}

std::string supported_kinds(const PolicyEntry& entry) {
    constexpr std::array kKinds{"every kind of hierarchy", "every kind of hierarchy except bvh2-lazy",
                                "bvh2 with one triangle per leaf"};
    return kKinds[static_cast<std::size_t>(entry.needs)];
}

std::string name_of(const PolicyConfig& config) {
    const PolicyEntry* entry = find_policy(config.name);
    std::string tree = config.kind;
    if (!config.volume.empty()) tree += (tree.empty() ? "" : " ") + config.volume;
    if (!tree.empty()) tree.insert(0, " · ");
    if (entry == nullptr || entry->parameter.empty()) return config.name + tree;
    const std::string value = number_text(config.parameter, 4) + " " + std::string(entry->unit);
    return config.name + (config.name == "every" ? " " : " at ") + value + tree;
}

Result<std::unique_ptr<UpdatePolicy>> make_policy(const PolicyConfig& config, const AnyHierarchy& fresh) {
    const PolicyEntry* entry = find_policy(config.name);
    if (entry == nullptr) return Error{"unknown policy '" + config.name + "'; known:" + known_names()};
    if (!entry->parameter.empty() && !(config.parameter >= entry->lower && config.parameter <= entry->upper))
        return Error{"policy " + config.name + ": " + std::string(entry->parameter) + " " +
                     number_text(config.parameter) + " is outside " + range_text(entry->lower, entry->upper)};
    if (!supports(*entry, fresh.config()))
        return Error{"policy " + config.name + " supports " + supported_kinds(*entry) + ", not " +
                     fresh.config().kind + " with leaf size " + std::to_string(fresh.config().leaf_size)};
    return entry->make(config.parameter, fresh);
}

std::uint64_t refit(AnyHierarchy& io_tree, const UpdateInput& input) {
    return require_ok(input.executor ? io_tree.refit(input.mesh, *input.executor)
                                     : io_tree.refit(input.mesh));
}

UpdateOutcome rebuild(AnyHierarchy& io_tree, const UpdateInput& input) {
    SerialExecutor serial;
    Result<AnyHierarchy> built =
        build_any_hierarchy(io_tree.config(), input.mesh, input.executor ? *input.executor : serial);
    BOXWOOD_ASSERT(bool(built)); // cannot fail: the same configuration was built before for as many triangles
    io_tree = std::move(*built);
    return {.kind = UpdateKind::rebuild, .volumes = io_tree.node_count()};
}

} // namespace boxwood
