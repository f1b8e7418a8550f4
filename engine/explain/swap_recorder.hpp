// What: the exchanges of endpoints in each update, for the rulers: a sweep and prune of its own follows the boxes
//       of a world with a recorder.
// Frame: world boxes, fattened as the world's are. Units: lengths as in the scene.
// Invariants: what it says is what sweep and prune does on these boxes, whichever broad phase the world has;
//             the first update after restart() sorts from nothing and exchanges nothing.
// Degenerate input: more than kMaxWatched bodies are not followed: nothing is recorded then.
// Cost: one sweep and prune without flags per update.
// Source: [Cohen 1995] section 4.2.
#pragma once

#include "collision/broad_phase/sweep_and_prune/sweep_and_prune.hpp"
#include "collision/world/collision_world.hpp"

#include <array>
#include <span>
#include <vector>

namespace boxwood {

struct RecordedSwap {
    float at = 0.0f; // where on the axis the mover ended
    BodyId mover = 0, passed = 0;
    bool is_unlike = false; // a MIN and a MAX: the overlap of two bodies on this axis began or ended
};

class SwapRecorder {
  public:
    static constexpr std::size_t kMaxWatched = 4096; // bodies
    static constexpr std::size_t kMaxKept = 1 << 16; // exchanges of one update

    // Forgets all; the next update() starts anew.
    void restart();
    // Follows the world's boxes() to where they are now; bodies may have come and gone.
    void update(const CollisionWorld& world);

    bool is_watching() const { return is_watching_; }
    std::span<const RecordedSwap> on_axis(int axis) const { return swaps_[static_cast<std::size_t>(axis)]; }
    // All of them, also beyond kMaxKept.
    std::uint64_t count(int axis) const { return counts_[static_cast<std::size_t>(axis)]; }

  private:
    void follow_bodies(const CollisionWorld& world);
    bool has_min_fallen(std::span<const Aabb> boxes, const Visit& visit) const;

    SweepAndPruneDirect sweep_;
    VisitRecorder recorder_{kMaxKept};
    std::vector<bool> is_known_; // by body id
    std::vector<Aabb> before_;   // boxes of the last update
    std::array<std::vector<RecordedSwap>, 3> swaps_;
    std::array<std::uint64_t, 3> counts_{};
    bool is_watching_ = false;
};

} // namespace boxwood
