// What: turns the bytes of a fuzzer into structured choices: numbers, coordinates, poses. Every byte string is valid
//     input.
// Degenerate input: past the end of the bytes every choice is the first one.
#pragma once

#include "collision/core/pose.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

namespace boxwood::fuzz {

class Choices {
  public:
    explicit Choices(std::span<const std::uint8_t> bytes)
        : rest_(bytes) {}

    bool is_at_end() const { return rest_.empty(); }

    std::uint8_t byte() {
        if (rest_.empty()) return 0;
        const std::uint8_t first = rest_.front();
        rest_ = rest_.subspan(1);
        return first;
    }
    // A number from 0 to count - 1. Requires that count is at most 256.
    std::uint32_t below(std::size_t count) { return byte() % static_cast<std::uint32_t>(count); }
    bool one_in(std::uint32_t n) { return byte() % n == 1; } // false past the end
    bool flag() { return (byte() & 1) != 0; }

    template <class T>
    T raw() {
        std::array<std::uint8_t, sizeof(T)> bytes{};
        for (std::uint8_t& b : bytes) b = byte();
        return std::bit_cast<T>(bytes);
    }

    // From -1 to 1 - 2^-15 in steps of 2^-15, exact in float and in double.
    double fraction() { return static_cast<double>(raw<std::int16_t>()) * 0x1p-15; }

    // A corner case, any double, or a fraction.
    double odd_number() {
        constexpr double kOdd[] = {0.0,
                                   -0.0,
                                   1e-9,
                                   1e9,
                                   1e12,
                                   1e15,
                                   -1e15,
                                   1e16,
                                   1e-12,
                                   1e155,
                                   1e-170,
                                   1e200,
                                   1e308,
                                   5e-324,
                                   1e-38,
                                   1e38,
                                   1.0 + 0x1p-52,
                                   std::numeric_limits<double>::infinity(),
                                   -std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN()};
        const std::uint32_t which = below(std::size(kOdd) + 2);
        return which < std::size(kOdd) ? kOdd[which] : which == std::size(kOdd) ? raw<double>() : fraction();
    }

  private:
    std::span<const std::uint8_t> rest_;
};

} // namespace boxwood::fuzz
