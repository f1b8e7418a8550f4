#include "engine/deform/policies/policy_run.hpp"

#include <algorithm>

namespace boxwood {

void PolicyRun::run_frame(const UpdateInput& input, const Pose& world_from_mesh, const Obstacle& obstacle,
                          Clock clock) {
    const auto now = [clock] { return clock ? clock() : 0.0; };
    PolicyFrame frame;
    // The tree was built over the mesh at rest. In the first frame, the vertices can already have other positions, at
    // least by rounding.
    if (next_frame_ == 0 && !std::ranges::equal(input.mesh.positions, input.positions_before))
        refit(tree_, input);
    const double start = now();
    if (next_frame_ > 0) frame.update = policy_->update(tree_, input);
    const double updated = now();
    require_ok(
        query_meshes({input.mesh, &tree_, &world_from_mesh, obstacle.shells[0]},
                     {obstacle.mesh, obstacle.hierarchy, &obstacle.world_from_obstacle, obstacle.shells[1]},
                     {.nesting = &nesting_}, scratch_, result_));
    if (!obstacle.self_representatives.empty())
        require_ok(find_self_contacts(input.mesh, tree_, obstacle.self_representatives, self_));
    frame.query_ms = now() - updated;
    frame.update_ms = updated - start;
    frame.volume_tests = result_.counters.volume_tests + self_.volume_tests;
    frame.triangle_tests = result_.counters.primitive_tests + self_.triangle_tests;
    frame.has_all_self_contacts = self_.is_complete;
    frame.contacts = result_.pairs.size() + self_.pairs.size();
    const double area = has_sums(tree_.config()) ? measure_sum(tree_, &TreeSums::area) : built_area_;
    if (frame.update.kind == UpdateKind::rebuild) {
        built_area_ = area;
        last_rebuild_ = next_frame_;
    }
    frame.inflation = ratio_to(area, built_area_);
    if (next_frame_++ != frame_count()) return;
    if (!keeps_all_) {
        first_kept_ = frame_count();
        frames_.clear();
    }
    frames_.push_back(frame);
}

PolicyState PolicyRun::save() const {
    return {tree_, policy_->clone(), built_area_, last_rebuild_, next_frame_};
}

void PolicyRun::restore(const PolicyState& state) {
    tree_ = state.tree;
    policy_ = state.policy->clone();
    built_area_ = state.built_area;
    last_rebuild_ = state.last_rebuild;
    next_frame_ = state.next_frame;
    nesting_ = {}; // belongs to the state that is replaced
}

Result<PolicyRun> make_policy_run(const PolicyConfig& policy, AnyHierarchy fresh) {
    Result<std::unique_ptr<UpdatePolicy>> update_policy = make_policy(policy, fresh);
    if (!update_policy) return update_policy.error();
    return PolicyRun(policy, std::move(fresh), std::move(*update_policy));
}

} // namespace boxwood
