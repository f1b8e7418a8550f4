// What: stores one number for each of the last frames, for a plot with a time axis in frames.
// Invariants: there is one value per frame up to the last noted frame, and at most `limit` values. If a frame is noted
//     again, the new value replaces the old one.
// Degenerate input: skipped frames have the value NaN.
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
    // If the frame is not later than the last one, replaces its value and drops all later values.
    void note(std::uint64_t frame, float value);

    std::span<const float> values() const { return values_; } // one per frame, up to the last frame noted
    std::size_t count_known() const;                          // values that are not NaN

  private:
    std::size_t limit_;
    std::vector<float> values_;
    std::uint64_t last_ = 0; // the frame of the last value
};

} // namespace boxwood
