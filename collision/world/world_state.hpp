// What: a keyframe of a collision world. CollisionWorld::save() returns it and restore() reads it. It shares shapes
//     with the world but copies deforming surfaces and joints.
// Invariants: a state stays valid if the world changes or is destroyed. It can be restored any number of times, into
//     any world of this process.
// Cost: about 250 bytes per body, 32 bytes per pair, the vertices and the hierarchy of each deforming body, and the
//     lists of the broad phase. If sweep and prune stores its overlap flags as a matrix, the flags are not saved;
//     restore() computes them again from the sorted lists.
// Oracle: tests/engine/workloads/timeline_test.cpp compares with an uninterrupted run.
#pragma once

#include "collision/world/collision_world.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace boxwood {

class WorldState {
  public:
    WorldState() = default; // empty; must not be restored
    std::size_t size_in_bytes() const;

  private:
    friend class CollisionWorld;

    struct Articulation {
        BodyId body = kNone;
        std::shared_ptr<HullHierarchyState> parts; // shared with the body
        std::shared_ptr<const HullHierarchyState> state;
    };
    struct Deformation {
        BodyId body = kNone;
        std::shared_ptr<DeformingSurface> surface; // shared with the body
        DeformingSurface::State state;
    };

    WorldSettings settings_;
    std::string broad_phase_;
    const NarrowPhase* narrow_phase_ = nullptr;
    std::shared_ptr<const std::vector<std::shared_ptr<Shape>>> shapes_; // by body
    std::vector<Articulation> articulations_;
    std::vector<Deformation> deformations_;
    std::vector<std::byte> bytes_; // all other data
};

} // namespace boxwood
