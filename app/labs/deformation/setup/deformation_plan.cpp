#include "app/labs/deformation/setup/deformation_plan.hpp"

#include "app/labs/deformation/setup/deformation_scenes.hpp"
#include "collision/parallel/tbb_executor.hpp"

#include <algorithm>
#include <utility>

namespace boxwood {

std::vector<const char*> DeformationMeshes::names() const {
    std::vector<const char*> names;
    for (const DeformationMesh& mesh : all_deformation_meshes()) names.push_back(mesh.name);
    if (imported) names.push_back(imported->name.c_str());
    return names;
}

DeformationMeshes imported_meshes(std::shared_ptr<const Mesh> mesh) {
    return {all_deformation_meshes().size(), std::move(mesh), nullptr, nullptr};
}

// The scene takes kind and volume from the first copy. A policy names its own kind or volume only if it differs from
// that of the scene.
DeformingPairConfig describe(const DeformationPlan& plan, const Deformation& motion) {
    DeformingPairConfig config;
    config.motion = motion;
    config.hierarchy = plan.hierarchy.config(plan.policies[0]);
    config.policies = plan.policies;
    for (PolicyConfig& policy : config.policies) {
        if (policy.volume == config.hierarchy.volume) policy.volume.clear();
        if (policy.kind == config.hierarchy.kind) policy.kind.clear();
    }
    config.finds_self_pairs = plan.hierarchy.finds_self_pairs;
    if (plan.hierarchy.threads > 1) config.executor = make_tbb_executor(plan.hierarchy.threads);
    const auto built_in = all_deformation_meshes();
    const bool is_built_in = plan.meshes.chosen < built_in.size();
    config.mesh = is_built_in ? built_in[plan.meshes.chosen].make() : *plan.meshes.imported;
    const bool falls = motion.deformer->record != nullptr;
    if (falls && is_built_in) lay_flat(config.mesh);
    const RestMesh rest = make_rest_mesh(config.mesh);
    Transform placed{.t = rest.center};
    if (falls) {
        config.path = {.rise = 0.2 * rest.radius, .turns = 1.0};
        placed.t.y -= 0.55 * rest.radius;
    }
    if (plan.meshes.obstacle) {
        config.obstacle = *plan.meshes.obstacle;
        placed.t -= make_rest_mesh(config.obstacle).center;
    } else {
        config.obstacle = falls ? make_boulder(0.35 * rest.radius) : make_rings(rest.radius);
    }
    config.world_from_obstacle = make_pose(placed);
    return config;
}

DeformationPlan with_every_policy(DeformationPlan plan) {
    const std::vector<PolicyConfig> chosen = std::exchange(plan.policies, {});
    const HierarchyConfig hierarchy = plan.hierarchy.config(chosen[0]);
    plan.hierarchy.threads = 1;
    for (const PolicyEntry& entry : all_policies()) {
        if (!supports(entry, hierarchy)) continue;
        const auto same = std::ranges::find(chosen, entry.name, &PolicyConfig::name);
        plan.policies.push_back(same == chosen.end() ? default_policy(entry.name) : *same);
        plan.policies.back().volume = hierarchy.volume;
        plan.policies.back().kind = hierarchy.kind;
    }
    return plan;
}

} // namespace boxwood
