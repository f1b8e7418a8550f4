// What: the state that the stages of a world keep from step to step. Internal to this folder.
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
    std::vector<HierarchyChange> changes;                           // scratch, one per deforming body
    std::vector<ClimbCounters> climbs;                              // by chunk of bodies
    // Scratch for a change of the broad phase.
    std::vector<ActivePair> left, entered, stayed_before, stayed_after;
    std::vector<ActivePair> accepted; // scratch: the pairs that a predicate accepts
    double relative_margin = std::numeric_limits<double>::quiet_NaN(); // of the last update_boxes()
    bool is_broad_phase_new = false;
    std::vector<ActivePair> previous_pairs; // if is_broad_phase_new: the pairs of the previous broad phase
    enum class Next : std::uint8_t {
        hierarchies,
        boxes,
        pairs,
        contacts,
        highlights
    } next = Next::boxes; // the stage that runs next
    // Makes update_boxes the next stage, unless update_hierarchies must run first.
    void restart() {
        if (next != Next::hierarchies) next = Next::boxes;
    }
};

} // namespace boxwood
