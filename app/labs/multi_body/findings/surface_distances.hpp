// What: finds the closest points of separated pairs with a mesh, on demand. The world itself finds only contacts of
//       such pairs.
// Invariants: the points are only displayed, so finding them is not timed as a phase.
#pragma once

#include "app/labs/multi_body/view/display.hpp"
#include "engine/explain/explanations/surface_distance.hpp"
#include "engine/sim/simulation.hpp"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace boxwood {

class SurfaceDistances {
  public:
    void find(const Simulation& simulation, const std::optional<BodyPair>& selected);
    void clear() { found_.clear(); }
    std::span<const SurfaceDistance> all() const { return found_; }
    const SurfaceDistance* of(BodyPair pair) const; // null: not computed

    Setting setting(std::function<void()> hook); // `hook` is called after a change

  private:
    PairScope scope_ = PairScope::selected;
    SurfaceDistanceQuery query_;
    std::vector<SurfaceDistance> found_; // of this frame, sorted
};

} // namespace boxwood
