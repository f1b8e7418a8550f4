// What: stores the initial state of a scene from a file or a workload, to restart it: the first poses and the enabled
//       bodies and pairs. Also stores the bodies themselves, for a restart after bodies were added or removed.
// Invariants: numbers() describes the initial state.
#pragma once

#include "app/labs/multi_body/scene/scene_numbers.hpp"
#include "engine/sim/history.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>
#include <vector>

namespace boxwood {

class GivenScene {
  public:
    // `seed` and `shapes` become part of numbers(), for a scene of random bodies that can replace this scene.
    void remember(const Simulation& simulation, std::uint64_t seed,
                  std::vector<std::shared_ptr<Shape>> shapes);
    const SceneNumbers& numbers() const { return numbers_; }

    void note_changed_bodies() { has_changed_bodies_ = true; }
    // Bodies were added or removed since the start.
    bool has_changed_bodies() const { return has_changed_bodies_; }
    // The initial bodies in a new world, with the room and the algorithms of `now`.
    Result<Simulation> rebuild(const Simulation& now);
    // Restores the first poses, enabled bodies and enabled pairs. Requires the initial bodies.
    void put_back(Simulation& io_simulation) const;

  private:
    SceneNumbers numbers_;
    StateHistory start_;
    std::vector<BodyDesc> bodies_;
    std::vector<DeformingBody> deforming_;
    PairFilter pairs_;
    std::vector<bool> are_enabled_; // by body
    bool has_changed_bodies_ = false;
};

} // namespace boxwood
