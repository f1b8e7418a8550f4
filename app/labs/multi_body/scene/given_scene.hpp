// What: the start of a scene that the lab was given, from a file or a workload, for its restart: first poses, enabled
//       bodies and pairs, and, once bodies were added or removed, the bodies themselves.
// Invariants: numbers() are those of the start.
#pragma once

#include "app/labs/multi_body/scene/scene_numbers.hpp"
#include "engine/sim/history.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>
#include <vector>

namespace boxwood {

class GivenScene {
  public:
    // `seed` and `shapes`: of the parameters for a scene of random bodies in its place.
    void remember(const Simulation& simulation, std::uint64_t seed,
                  std::vector<std::shared_ptr<Shape>> shapes);
    const SceneNumbers& numbers() const { return numbers_; }

    void note_other_bodies() { has_other_bodies_ = true; }
    bool has_other_bodies() const { return has_other_bodies_; } // since the start
    // The bodies of the start in a new world, with the room and the algorithms of `now`.
    Result<Simulation> make_again(const Simulation& now);
    // To the first poses, enabled bodies and enabled pairs. Requires the bodies of the start.
    void put_back(Simulation& io_simulation) const;

  private:
    SceneNumbers numbers_;
    StateHistory start_;
    std::vector<BodyDesc> bodies_;
    std::vector<DeformingBody> deforming_;
    PairFilter pairs_;
    std::vector<bool> are_enabled_; // bodies
    bool has_other_bodies_ = false;
};

} // namespace boxwood
