// What: records the endpoint swaps of each update for the views of the sorted lists. It runs its own sweep and prune on
//     the boxes of a world.
// Frame: world boxes, enlarged by the world's margin. Units: lengths of the scene.
// Invariants: the recorded swaps are the swaps of sweep and prune on these boxes, whichever broad phase the world uses.
//     The first update after restart() sorts from scratch and records no swaps.
// Degenerate input: records nothing if there are more than kMaxWatched bodies.
// Cost: per update, one update of a sweep and prune that tests boxes instead of storing overlap flags.
// Source: [Cohen 1995] section 4.2.
#pragma once

#include "collision/broad_phase/sweep_and_prune/sweep_and_prune.hpp"
#include "collision/world/collision_world.hpp"

#include <array>
#include <span>
#include <vector>

namespace boxwood {

struct RecordedSwap {
    float at = 0.0f; // final position of the moving endpoint on the axis
    BodyId mover = 0, passed = 0;
    // True for a swap of a lower and an upper endpoint: an overlap on this axis begins or ends.
    bool changes_overlap = false;
};

class SwapRecorder {
  public:
    static constexpr std::size_t kMaxWatched = 4096; // bodies
    static constexpr std::size_t kMaxKept = 1 << 16; // swaps of one update

    // Clears everything; the next update() sorts from scratch.
    void restart();
    // Updates to the world's current boxes(). Bodies can have been added and removed since the last update.
    void update(const CollisionWorld& world);

    bool is_watching() const { return is_watching_; }
    std::span<const RecordedSwap> on_axis(int axis) const { return swaps_[static_cast<std::size_t>(axis)]; }
    // The number of all swaps on the axis, including swaps beyond kMaxKept, which are not recorded.
    std::uint64_t count(int axis) const { return counts_[static_cast<std::size_t>(axis)]; }

  private:
    void add_and_remove_bodies(const CollisionWorld& world);
    bool moves_lower_endpoint(std::span<const Aabb> boxes, const Visit& visit) const;

    SweepAndPruneDirect sweep_;
    VisitRecorder recorder_{kMaxKept};
    std::vector<bool> is_known_; // by body id
    std::vector<Aabb> before_;   // boxes of the last update
    std::array<std::vector<RecordedSwap>, 3> swaps_;
    std::array<std::uint64_t, 3> counts_{};
    bool is_watching_ = false;
};

} // namespace boxwood
