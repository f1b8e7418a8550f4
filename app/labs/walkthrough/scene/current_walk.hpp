// What: gives the parts of the walkthrough read-only access to the walk in this frame.
#pragma once

#include "app/labs/walkthrough/scene/walkthrough_scene.hpp"
#include "engine/sim/simulation.hpp"
#include "engine/walk/walk.hpp"

#include <cstdint>

namespace boxwood {

struct CurrentWalk {
    const Simulation& simulation;
    const Walk& walk;
    const WalkthroughScene& scene;
    bool is_scripted = false; // a script controls the walk

    bool is_loose(BodyId id) const { return scene.bodies[id].is_movable || scene.bodies[id].hinge; }
    bool is_holding() const { return walk.held() != kNone; }
    std::size_t convex_pieces() const { // of the scene and the hand together
        return scene.convex_pieces + walk.hand().model().tree().part_count();
    }
    std::uint64_t touched_count() const {
        std::uint64_t touched = 0;
        for (BodyId id = 0; id < scene.bodies.size(); ++id) touched += walk.is_touched(id) ? 1 : 0;
        return touched;
    }
};

} // namespace boxwood
