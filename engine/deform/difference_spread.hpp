// What: collects the difference between the times of two policies in each frame, and computes how much this difference
//       changes from frame to frame, to distinguish a saving from noise.
// Units: milliseconds.
// Invariants: quartiles come from a histogram with 16 bins per decade from 1e-6 to 1e4 ms on each side of zero. The
//       error of a quartile within these limits is therefore at most 8 %. If the quartiles lie on different sides of
//       zero, the error of the range is at most 8 %, too.
// Degenerate input: with fewer than two differences, the range is 0. A change below 1e-6 ms counts as 0, and a change
//       above 1e4 ms counts as about 9306 ms, the center of the last bin.
// Cost: 1.3 kB; add() and queries take constant time, independent of the number of frames.
// Oracle: sorting the changes between consecutive differences, in tests/engine/deform/difference_spread_test.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace boxwood {

class DifferenceSpread {
  public:
    void add(double difference);
    // The interquartile range of the changes of the difference from one frame to the next. The range of the differences
    // themselves would count a slowly growing saving as noise.
    double interquartile_range() const { return quantile(0.75) - quantile(0.25); }

    // True if noise between equal policies can explain the sum of all differences. Also true if there are fewer than
    // kMinFrames differences.
    // The noise bound per frame is half the interquartile range, divided by sqrt(2) because each change contains the
    // noise of two frames. It is not divided by the square root of the number of frames: systematic effects of the
    // machine on one policy (memory placement, other processes) do not average out.
    bool is_within_noise() const;

  private:
    static constexpr std::uint64_t kMinFrames = 8;
    static constexpr int kBinsPerDecade = 16, kLowest = -6, kHighest = 4; // decades
    static constexpr std::size_t kBinsPerSide =
        static_cast<std::size_t>((kHighest - kLowest) * kBinsPerDecade);

    static std::size_t bin_of(double difference);
    static double bin_center(std::size_t bin);
    double quantile(double fraction) const;

    std::array<std::uint32_t, 2 * kBinsPerSide + 1> bins_{}; // ascending; the middle bin counts changes of 0
    std::uint64_t count_ = 0;
    double sum_ = 0.0, last_ = 0.0;
};

} // namespace boxwood
