// What: applies the initial selection that settings request: body, pair, joint position and feature.
// Invariants: requests are checked when the scene exists, and are applied after its first collision step.
#pragma once

#include "app/labs/multi_body/edits/crowd_edits.hpp"
#include "app/labs/multi_body/view/crowd_view.hpp"

#include <optional>

namespace boxwood {

class SelectionRequests {
  public:
    void add_settings(SettingTable& io_table, ShownRegion& region);
    Status check(const CollisionWorld& world) const;
    void apply_once(CrowdView& view, CrowdEdits& edits, LabRequests requests);

  private:
    Status check_partner(std::uint64_t bodies) const;
    Status check_joint(const CollisionWorld& world) const;
    Status check_feature(const CollisionWorld& world) const;
    void move_joint(BodyId body, const CollisionWorld& world, CrowdEdits& edits, LabRequests requests) const;

    std::optional<BodyId> body_, partner_;
    std::optional<std::uint32_t> joint_; // none: the first joint
    std::optional<double> position_;     // degrees, or world units for a prismatic joint
    std::optional<Feature> feature_;     // of the first convex part
};

} // namespace boxwood
