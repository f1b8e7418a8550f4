// What: stores the endpoint swaps of the last frames, for the interval view. The swaps that SwapRecorder observes in a
//       step are stored under the frame number of the step.
// Invariants: a frame's swaps are the swaps of the step that led to the frame. Edits and jumps in time do not change
//             them. The swaps of a step are unknown if the boxes before the step were not recorded.
// Cost: the cost of SwapRecorder. Memory: about 100 bytes for each of at most kMaxFrames frames, and at most kMaxKept
//       swaps over all frames.
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
    static constexpr std::size_t kMaxKept = 1 << 20, kMaxFrames = 1 << 17;

    struct Frame {
        std::uint64_t number = 0;
        std::array<std::vector<RecordedSwap>, 3> on_axis{};
        // All swaps, including those that SwapRecorder::kMaxKept excludes from on_axis.
        std::array<std::uint64_t, 3> counts{};
        std::size_t size() const { return on_axis[0].size() + on_axis[1].size() + on_axis[2].size(); }
    };

    void restart();
    void step(const CollisionWorld& world, std::uint64_t frame);
    // Call it when the boxes moved without a step: after an edit or a jump to another frame.
    void follow(const CollisionWorld& world) { recorder_.update(world); }

    bool is_watching() const { return recorder_.is_watching(); }
    const Frame* find(std::uint64_t frame) const; // null: the swaps of the frame are unknown
    std::size_t frame_count() const { return frames_.size(); }

  private:
    SwapRecorder recorder_;
    std::deque<Frame> frames_;     // ascending numbers
    std::size_t stored_swaps_ = 0; // total in all frames
};

} // namespace boxwood
