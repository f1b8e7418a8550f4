// What: stores whether a Voronoi region is shown, and the feature that the user picked for it.
// Invariants: after follow(), a picked feature belongs to a selected body.
#pragma once

#include "app/labs/selection.hpp"
#include "collision/world/collision_world.hpp"

#include <optional>
#include <utility>

namespace boxwood {

struct PickedFeature {
    BodyId body = 0;
    Feature feature;
    std::uint32_t part = 0; // convex part of the body; 0 for a polytope
    friend bool operator==(const PickedFeature&, const PickedFeature&) = default;
};

class ShownRegion {
  public:
    bool is_on = false;

    void pick(const PickedFeature& feature) { picked_ = feature; }
    // True: a feature was picked.
    bool drop_pick() { return std::exchange(picked_, std::nullopt).has_value(); }
    const std::optional<PickedFeature>& picked() const { return picked_; }

    void forget_dead(const CollisionWorld& world) {
        if (picked_ && !world.is_live(picked_->body)) picked_.reset();
    }
    void follow(const Selection& selection) {
        if (picked_ && !selection.has(picked_->body)) picked_.reset();
    }

  private:
    std::optional<PickedFeature> picked_;
};

class CrowdView;
// The feature whose region is shown. It is the picked feature; if none is picked, the feature that the displayed step
// of the walk leaves, of A if it leaves both or none; without a walk, the closest feature of A. None: no region is
// shown, or there is no such feature of a convex solid.
std::optional<PickedFeature> region_feature(const CrowdView& view);
int failed_plane(const CrowdView& view); // index of the region's plane that the walk crosses; -1: none

} // namespace boxwood
