// What: sums products of three doubles without rounding, as the exact fallback of the predicates.
// Invariants: exact for every finite double, subnormal or huge; at most 2^29 products per sum.
// Cost: about 7 ns per product and 20 ns per sum; 1.6 kB on the stack, no allocation. add() and sign() use only integer
//       arithmetic, so compiler flags and rounding modes do not affect them.
// Source: the long accumulator [Kulisch 1986], here with 32-bit digits in 64-bit words. Carries are therefore
//         propagated only in sign() and round().
// Oracle: tests/oracles/big_integer.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace boxwood {

// fraction * 2^exponent, which can exceed the range of doubles.
struct ScaledNumber {
    double fraction = 0.0;
    int exponent = 0;
};

class ExactSum {
  public:
    // Adds x*y*z. Requires finite factors.
    void add(double x, double y, double z) {
        const Parts p = parts_of(x), q = parts_of(y), r = parts_of(z);

        // The 159-bit product of the significands, in 64-bit words.
        const Uint128 xy = Uint128{p.significand} * q.significand;
        const Uint128 lower = Uint128{static_cast<std::uint64_t>(xy)} * r.significand;
        const Uint128 upper = Uint128{static_cast<std::uint64_t>(xy >> 64)} * r.significand + (lower >> 64);
        const auto word0 = static_cast<std::uint64_t>(lower), word1 = static_cast<std::uint64_t>(upper);
        const auto word2 = static_cast<std::uint64_t>(upper >> 64);

        const int position = p.exponent + q.exponent + r.exponent; // of the product's bit 0
        const int first = position / kDigitBits, shift = position % kDigitBits;
        const std::int64_t mask = p.is_negative ^ q.is_negative ^ r.is_negative ? -1 : 0;
        std::uint64_t carried = 0;
        int digit = first;
        for (const std::uint64_t bits : {word0 & kDigitMask, word0 >> kDigitBits, word1 & kDigitMask,
                                         word1 >> kDigitBits, word2, std::uint64_t{0}}) {
            const std::uint64_t shifted = bits << shift;
            const auto magnitude = static_cast<std::int64_t>((shifted & kDigitMask) | carried);
            carried = shifted >> kDigitBits;
            digits_[static_cast<std::size_t>(digit++)] +=
                (magnitude ^ mask) - mask; // negates if the mask is set
        }
        first_ = std::min(first_, first);
        last_ = std::max(last_, digit);
    }

    // -1, 0 or 1.
    int sign() const {
        std::int64_t carry = 0;
        bool has_rest = false;
        for (int i = first_; i < last_; ++i) {
            const std::int64_t digit = digits_[static_cast<std::size_t>(i)] + carry;
            has_rest |= (digit & static_cast<std::int64_t>(kDigitMask)) != 0;
            carry = digit >> kDigitBits; // rounds down, so the remaining digit is not negative
        }
        return carry < 0 ? -1 : carry > 0 || has_rest;
    }

    // The sum, with a rounding error of at most 1 + 2^-31 units in the last place.
    ScaledNumber round() const {
        const int sign = this->sign();
        if (sign == 0) return {};
        // Digits of the magnitude, each below 2^32 after the loop.
        std::array<std::int64_t, kDigits> digits = digits_;
        std::int64_t carry = 0;
        int top = last_ - 1;
        for (int i = first_; i < kDigits && (i < last_ || carry != 0); ++i) {
            const std::int64_t digit = digits[static_cast<std::size_t>(i)] * sign + carry;
            digits[static_cast<std::size_t>(i)] = digit & static_cast<std::int64_t>(kDigitMask);
            carry = digit >> kDigitBits;
            top = std::max(top, i);
        }
        while (digits[static_cast<std::size_t>(top)] == 0) --top;
        constexpr double kRadix = 0x1p32;
        double fraction = 0.0;
        // If there are digits below `lowest`, the digits from `lowest` to `top` have at least 97 significant bits, so
        // the omitted digits are below the rounding error.
        const int lowest = std::max(top - 3, first_);
        for (int i = top; i >= lowest; --i)
            fraction = fraction * kRadix + static_cast<double>(digits[static_cast<std::size_t>(i)]);
        return {sign * fraction, lowest * kDigitBits - 3 * 1074};
    }

  private:
    __extension__ typedef unsigned __int128 Uint128;

    static constexpr int kDigitBits = 32;
    static constexpr std::uint64_t kDigitMask = 0xFFFFFFFF;
    // Bit 0 of digit 0 has the weight 2^(-1074 * 3). The largest product is below 2^(1024 * 3) and ends below digit
    // 197.
    static constexpr int kDigits = (3 * (1074 + 1024)) / kDigitBits + 3;

    // |x| = significand * 2^(exponent - 1074)
    struct Parts {
        std::uint64_t significand;
        int exponent;
        bool is_negative;
    };
    static Parts parts_of(double x) {
        const auto bits = std::bit_cast<std::uint64_t>(x);
        const std::uint64_t fraction = bits & 0x000F'FFFF'FFFF'FFFF;
        const int biased = static_cast<int>(bits >> 52) & 0x7FF;
        const bool is_normal = biased != 0;
        return {fraction | (std::uint64_t{is_normal} << 52), biased - is_normal, (bits >> 63) != 0};
    }

    std::array<std::int64_t, kDigits> digits_{};
    int first_ = kDigits, last_ = 0; // the digits in use are [first_, last_)
};

} // namespace boxwood
