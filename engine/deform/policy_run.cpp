#include "engine/deform/policy_run.hpp"

namespace boxwood {

void PolicyRun::run_frame(const UpdateInput& input, const Pose& world_from_mesh, const Obstacle& obstacle,
                          Clock clock) {
    const auto now = [clock] { return clock ? clock() : 0.0; };
    PolicyFrame frame;
    const double start = now();
    if (!frames_.empty()) frame.update = policy_->update(tree_, input);
    const double updated = now();
    query_meshes({input.mesh, &tree_, &world_from_mesh},
                 {obstacle.mesh, obstacle.hierarchy, &obstacle.world_from_obstacle}, QueryRequest{}, scratch_,
                 result_);
    frame.query_ms = now() - updated;
    frame.update_ms = updated - start;
    frame.volume_tests = result_.counters.volume_tests;
    frame.triangle_tests = result_.counters.primitive_tests;
    frame.contacts = result_.pairs.size();
    const double area = measure_sum(tree_, &TreeSums::area);
    if (frame.update.kind == UpdateKind::rebuild) {
        built_area_ = area;
        last_rebuild_ = frames_.size();
    }
    frame.inflation = ratio_to(area, built_area_);
    frames_.push_back(frame);
}

Result<PolicyRun> make_policy_run(const PolicyConfig& policy, const HierarchyConfig& hierarchy,
                                  const MeshView& mesh) {
    Result<AnyHierarchy> tree = build_any_hierarchy(hierarchy, mesh);
    if (!tree) return tree.error();
    Result<std::unique_ptr<UpdatePolicy>> made = make_policy(policy, *tree);
    if (!made) return made.error();
    return PolicyRun(policy, std::move(*tree), std::move(*made));
}

} // namespace boxwood
