// What: the state that the stages of a world keep from step to step. Internal to the module.
#pragma once

#include "collision/world/collision_world.hpp"
#include "collision/world/narrow_phase_pass.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace boxwood {

struct CollisionWorld::Stages {
    NarrowPhasePass contacts;
    std::vector<BodyId> deforming;                                  // ids, ascending
    std::vector<HierarchyChange> changes;                           // scratch, of these
    std::vector<ClimbCounters> climbs;                              // by chunk of bodies
    std::vector<ActivePair> left, entered, kept_before, kept_after; // scratch for a change of the broad phase
    std::vector<ActivePair> accepted; // scratch: the pairs that a predicate accepts
    double relative_margin = std::numeric_limits<double>::quiet_NaN(); // with which the boxes were computed
    bool is_broad_phase_new = false;
    std::vector<ActivePair> former_pairs; // if it is new: those of the last find_pairs
    enum class Next : std::uint8_t {
        hierarchies,
        boxes,
        pairs,
        contacts,
        highlights
    } next = Next::boxes; // the stage that may run next
    // Boxes are next again, unless hierarchies are.
    void restart() {
        if (next != Next::hierarchies) next = Next::boxes;
    }
};

} // namespace boxwood
