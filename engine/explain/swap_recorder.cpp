#include "engine/explain/swap_recorder.hpp"

namespace boxwood {

void SwapRecorder::restart() {
    sweep_ = {};
    is_known_.clear();
    before_.clear();
    for (std::vector<RecordedSwap>& list : swaps_) list.clear();
    counts_ = {};
    is_watching_ = false;
}

void SwapRecorder::add_and_remove_bodies(const CollisionWorld& world) {
    std::vector<BodyId> added, removed;
    is_known_.resize(world.bodies().size(), false);
    for (BodyId id = 0; id < is_known_.size(); ++id) {
        if (is_known_[id] == world.is_live(id)) continue;
        (is_known_[id] ? removed : added).push_back(id);
        is_known_[id] = !is_known_[id];
    }
    if (!removed.empty()) sweep_.remove(removed);
    if (!added.empty()) sweep_.insert(added, world.boxes());
}

// For a swap of two endpoints of the same kind: whether both are lower endpoints. The visit does not contain their
// kind, so the function determines it from the boxes before and after the update.
bool SwapRecorder::moves_lower_endpoint(std::span<const Aabb> boxes, const Visit& visit) const {
    const int axis = visit.axis;
    return before_[visit.a].lower[axis] >= before_[visit.b].lower[axis] &&
           boxes[visit.a].lower[axis] <= boxes[visit.b].lower[axis];
}

void SwapRecorder::update(const CollisionWorld& world) {
    if (world.body_count() > kMaxWatched) return restart();
    // Restarts if the world went back to a frame before bodies were added.
    if (world.bodies().size() < is_known_.size()) restart();
    add_and_remove_bodies(world);
    recorder_.clear();
    sweep_.update(world.boxes(), recorder_);
    is_watching_ = true;
    for (std::vector<RecordedSwap>& list : swaps_) list.clear();
    before_.resize(world.boxes().size());
    for (const Visit& visit : recorder_.visits()) {
        const bool changes_overlap = visit.depth == 1;
        const bool is_lower = changes_overlap ? visit.verdict : moves_lower_endpoint(world.boxes(), visit);
        const Aabb& box = world.boxes()[visit.a];
        const float at = is_lower ? box.lower[visit.axis] : box.upper[visit.axis];
        swaps_[static_cast<std::size_t>(visit.axis)].push_back({at, visit.a, visit.b, changes_overlap});
    }
    before_.assign(world.boxes().begin(), world.boxes().end());
    counts_ = sweep_.counters().swaps;
}

} // namespace boxwood
