// What: differences of two policies' times, frame by frame, and how far they scatter: what tells a saving from noise.
// Units: milliseconds.
// Invariants: quartiles are those of a histogram with 16 bins per decade from 1e-6 to 1e4 ms on either side of zero, so
//     that a range is off by 8 % at most.
// Degenerate input: no differences: a range of 0.
// Cost: 1.3 kB; what is added or asked costs the same after any number of frames.
// Oracle: sorting all differences, in tests/engine/deform/difference_spread_test.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace boxwood {

class DifferenceSpread {
  public:
    void add(double difference);
    // Of how a difference changes from one frame to the next, so that a saving that grows slowly is not taken for noise.
    double interquartile_range() const { return quantile(0.75) - quantile(0.25); }

    // Whether the sum of all differences is no more than what chance makes of equal policies: per frame at most half the
    // interquartile range, by the root of two as each change has two frames' noise; and of a few frames nothing else can be
    // said. Not divided by the root of the number of frames: what a machine does to one of two programs (where their memory
    // lies, what runs beside them) does not average out.
    bool is_within_noise() const;

  private:
    static constexpr std::uint64_t kFew = 8;
    static constexpr int kPerDecade = 16, kLowest = -6, kHighest = 4; // decades
    static constexpr std::size_t kSide = static_cast<std::size_t>((kHighest - kLowest) * kPerDecade);

    static std::size_t bin_of(double difference);
    static double middle_of(std::size_t bin);
    double quantile(double share) const;

    std::array<std::uint32_t, 2 * kSide + 1> bins_{}; // from the most negative on; the middle one: zero
    std::uint64_t count_ = 0;
    double sum_ = 0.0, last_ = 0.0;
};

} // namespace boxwood
