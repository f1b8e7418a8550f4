// What: one number over the last frames, for a plot with a time axis in frames.
// Invariants: one value per frame, up to the last frame noted; a frame keeps its last noted value; at most `limit`
//             values.
// Degenerate input: skipped frames hold NaN, as do frames noted with NaN.
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
    // Noting an earlier frame replaces its value and drops all later ones.
    void note(std::uint64_t frame, float value);

    std::span<const float> values() const { return values_; } // one per frame, up to the last frame noted
    std::size_t count_known() const;                          // values that are not NaN

  private:
    std::size_t limit_;
    std::vector<float> values_;
    std::uint64_t last_ = 0; // frame of the last value
};

} // namespace boxwood
