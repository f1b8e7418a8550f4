// What: a keyframe of a collision world: what CollisionWorld::save() returns and restore() takes. Its shapes are shared with
//       the world; deforming surfaces and moved joints are copies.
// Invariants: a state stays valid whatever becomes of the world, and may be restored any number of times, into any world of
//             this process.
// Cost: about 250 bytes per body, the lists and flags of the broad phase (a dense matrix of sweep and prune takes half a byte
//       per pair of bodies), 32 bytes per pair, and for each deforming body its vertices and its hierarchy.
// Oracle: tests/engine/workloads/timeline_test.cpp: the run without interruption.
#pragma once

#include "collision/world/collision_world.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace boxwood {

class WorldState {
  public:
    WorldState() = default; // of nothing; restoring it is not allowed
    std::size_t size_in_bytes() const;

  private:
    friend class CollisionWorld;

    struct Articulation {
        BodyId body = kNone;
        std::shared_ptr<HullHierarchyState> parts; // the body's own
        std::shared_ptr<const HullHierarchyState> state;
    };
    struct Deformation {
        BodyId body = kNone;
        std::shared_ptr<DeformingSurface> surface; // the body's own
        DeformingSurface::State state;
    };

    WorldSettings settings_;
    std::string broad_phase_;
    const NarrowPhase* narrow_phase_ = nullptr;
    std::shared_ptr<const std::vector<std::shared_ptr<Shape>>>
        shapes_; // by body; shared by states while none changes
    std::vector<Articulation> articulations_;
    std::vector<Deformation> deformations_;
    std::vector<std::byte> bytes_; // all other data
};

} // namespace boxwood
