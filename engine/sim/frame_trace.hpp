// What: how one number went over the last frames, for a curve whose time axis is true.
// Invariants: one value per frame, the last one of the frame that was noted last; at most `limit` of them.
// Degenerate input: frames in which there was nothing to note hold NaN, those that were left out as well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

class FrameTrace {
  public:
    explicit FrameTrace(std::size_t limit)
        : limit_(limit) {}

    void clear() { values_.clear(); }
    // Of a frame that was noted before: takes its place, and what came later is forgotten.
    void note(std::uint64_t frame, float value);

    std::span<const float> values() const { return values_; } // frame by frame, up to the last one
    std::size_t count_known() const;                          // that are not NaN

  private:
    std::size_t limit_;
    std::vector<float> values_;
    std::uint64_t last_ = 0; // frame of the last value
};

} // namespace boxwood
