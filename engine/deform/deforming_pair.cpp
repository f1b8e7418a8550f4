#include "engine/deform/deforming_pair.hpp"

#include "collision/world/collision_world.hpp"

#include "engine/deform/leaf_order.hpp"

#include <algorithm>
#include <array>

namespace boxwood {

Result<DeformingPair> DeformingPair::make(DeformingPairConfig config) {
    BOXWOOD_ASSERT(config.motion.deformer != nullptr && config.motion.period > 0);
    if (config.mesh.triangles.empty()) return Error{"the deforming mesh has no triangles"};
    if (config.motion.deformer->tears) config.mesh = split_corners(config.mesh);
    DeformingPair pair(DeformingMesh(make_rest_mesh(order_by_leaves(config.mesh).mesh)));
    pair.motion_ = config.motion;
    pair.executor_ = std::move(config.executor);
    pair.world_from_obstacle_ = config.world_from_obstacle;
    pair.obstacle_ = std::make_shared<const Mesh>(std::move(config.obstacle));
    Result<AnyHierarchy> tree = build_any_hierarchy(config.hierarchy, pair.obstacle_->view());
    if (!tree) return tree.error();
    pair.obstacle_tree_ = std::make_shared<const AnyHierarchy>(std::move(*tree));
    for (const PolicyConfig& policy : config.policies) {
        Result<PolicyRun> run = make_policy_run(policy, config.hierarchy, pair.mesh_.view());
        if (!run) return run.error();
        pair.runs_.push_back(std::move(*run));
    }
    return pair;
}

Status DeformingPair::run_frame_at(double at, Clock clock) {
    if (Status status = deform(motion_, at, mesh_); !status) return status;
    const Pose at_origin;
    for (PolicyRun& run : runs_)
        run.run_frame({mesh_.view(), mesh_.before(), executor_.get()}, at_origin,
                      {obstacle_->view(), obstacle_tree_.get(), world_from_obstacle_}, clock);
    recording_.push_back(at);
    return ok();
}

bool DeformingPair::policies_agree() const {
    return std::all_of(runs_.begin(), runs_.end(),
                       [&](const PolicyRun& run) { return run.pairs() == runs_[0].pairs(); });
}

std::uint64_t state_hash(const DeformingPair& pair) {
    std::uint64_t hash = kHashSeed;
    const auto add = [&hash](const auto& values) {
        hash = hash_bytes(hash, values.data(), values.size() * sizeof values[0]);
    };
    add(pair.mesh().view().positions);
    for (const PolicyRun& run : pair.runs()) {
        add(run.pairs());
        if (run.frames().empty()) continue;
        const PolicyFrame& last = run.frames().back();
        add(std::array{last.volume_tests, last.triangle_tests, run.last_rebuild()});
    }
    return hash;
}

} // namespace boxwood
