// What: the endpoint swaps of the last frames, for the rulers: what SwapRecorder observes in a step is stored under its
//       frame number.
// Invariants: a frame's swaps are those of the step that led to it; edits and jumps in time change none of them. A step
//             whose previous boxes were not recorded has no known swaps.
// Cost: SwapRecorder's; memory is bounded by kMaxKept swaps over all frames.
#pragma once

#include "engine/explain/swap_recorder.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace boxwood {

class SwapHistory {
  public:
    static constexpr std::size_t kMaxKept = 1 << 20;

    struct Frame {
        std::uint64_t number = 0;
        std::array<std::vector<RecordedSwap>, 3> on_axis{};
        std::array<std::uint64_t, 3> counts{}; // total counts, also beyond SwapRecorder::kMaxKept
        std::size_t size() const { return on_axis[0].size() + on_axis[1].size() + on_axis[2].size(); }
    };

    void restart();
    void step(const CollisionWorld& world, std::uint64_t frame);
    // The boxes moved otherwise: after an edit, or back to an earlier frame.
    void follow(const CollisionWorld& world) { watch_.update(world); }

    bool is_watching() const { return watch_.is_watching(); }
    const Frame* find(std::uint64_t frame) const; // null: not known

  private:
    SwapRecorder watch_;
    std::deque<Frame> frames_; // by number
    std::size_t kept_ = 0;     // swaps stored in all frames
};

} // namespace boxwood
