// What: integers of arbitrary size with schoolbook algorithms, and the conversion of doubles to integers by division by
//     a common power of two.
// Cost: slow and simple on purpose; shares no code with collision/geometry/exact_sum.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <vector>

namespace boxwood::oracle {

class BigInteger {
  public:
    BigInteger(std::int64_t value = 0)
        : is_negative_(value < 0) {
        std::uint64_t magnitude =
            value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
        for (; magnitude != 0; magnitude >>= 32) limbs_.push_back(static_cast<std::uint32_t>(magnitude));
    }

    int sign() const { return limbs_.empty() ? 0 : is_negative_ ? -1 : 1; }

    BigInteger operator-() const {
        BigInteger result = *this;
        result.is_negative_ = !is_negative_;
        return result;
    }

    friend BigInteger operator+(const BigInteger& a, const BigInteger& b) {
        if (a.is_negative_ == b.is_negative_) {
            BigInteger result = a;
            add_magnitude(result.limbs_, b.limbs_);
            return result;
        }
        const bool is_a_larger = compare_magnitude(a.limbs_, b.limbs_) >= 0;
        BigInteger result = is_a_larger ? a : b;
        subtract_magnitude(result.limbs_, is_a_larger ? b.limbs_ : a.limbs_);
        return result;
    }
    friend BigInteger operator-(const BigInteger& a, const BigInteger& b) { return a + -b; }

    friend BigInteger operator*(const BigInteger& a, const BigInteger& b) {
        BigInteger result;
        result.limbs_.assign(a.limbs_.size() + b.limbs_.size(), 0);
        for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
            std::uint64_t carry = 0;
            for (std::size_t j = 0; j < b.limbs_.size(); ++j) {
                carry += std::uint64_t{a.limbs_[i]} * b.limbs_[j] + result.limbs_[i + j];
                result.limbs_[i + j] = static_cast<std::uint32_t>(carry);
                carry >>= 32;
            }
            result.limbs_[i + b.limbs_.size()] = static_cast<std::uint32_t>(carry);
        }
        result.is_negative_ = a.is_negative_ != b.is_negative_;
        trim(result.limbs_);
        return result;
    }

    // Requires that b is not 0 and divides a. Begins at the lowest digit: for odd b, the lowest digit of the quotient
    // is the lowest digit of the remainder times the inverse of b's lowest digit, modulo 2^32.
    friend BigInteger operator/(const BigInteger& a, const BigInteger& b) {
        if (a.sign() == 0) return {};
        BigInteger rest = a, divisor = b, quotient;
        const int zeros = trailing_zeros(divisor.limbs_);
        shift_right(divisor.limbs_, zeros);
        shift_right(rest.limbs_, zeros);
        std::uint32_t inverse = 1;
        for (int k = 0; k < 5; ++k) inverse *= 2 - divisor.limbs_[0] * inverse;
        quotient.limbs_.assign(rest.limbs_.size(), 0);
        for (std::size_t i = 0; i < rest.limbs_.size(); ++i) {
            const std::uint32_t digit = rest.limbs_[i] * inverse;
            quotient.limbs_[i] = digit;
            std::uint64_t borrow = 0;
            for (std::size_t j = 0; i + j < rest.limbs_.size(); ++j) {
                const std::uint64_t taken =
                    borrow + (j < divisor.limbs_.size() ? std::uint64_t{digit} * divisor.limbs_[j] : 0);
                borrow = (taken >> 32) + (rest.limbs_[i + j] < static_cast<std::uint32_t>(taken));
                rest.limbs_[i + j] -= static_cast<std::uint32_t>(taken);
            }
        }
        quotient.is_negative_ = a.is_negative_ != b.is_negative_;
        trim(quotient.limbs_);
        return quotient;
    }

    // this * 2^bits
    BigInteger shifted(int bits) const {
        BigInteger result = *this * BigInteger(std::int64_t{1} << (bits % 32));
        if (result.sign() != 0)
            result.limbs_.insert(result.limbs_.begin(), static_cast<std::size_t>(bits / 32), 0u);
        return result;
    }

    friend bool operator==(const BigInteger& a, const BigInteger& b) { return (a - b).sign() == 0; }
    friend bool operator<(const BigInteger& a, const BigInteger& b) { return (a - b).sign() < 0; }
    friend bool operator>(const BigInteger& a, const BigInteger& b) { return (a - b).sign() > 0; }

  private:
    using Limbs = std::vector<std::uint32_t>;

    static void trim(Limbs& io_limbs) {
        while (!io_limbs.empty() && io_limbs.back() == 0) io_limbs.pop_back();
    }
    static int compare_magnitude(const Limbs& a, const Limbs& b) {
        if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
        for (std::size_t i = a.size(); i-- > 0;)
            if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
        return 0;
    }
    static void add_magnitude(Limbs& io_a, const Limbs& b) {
        io_a.resize(std::max(io_a.size(), b.size()) + 1, 0);
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < io_a.size(); ++i) {
            carry += std::uint64_t{io_a[i]} + (i < b.size() ? b[i] : 0);
            io_a[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        trim(io_a);
    }
    static void subtract_magnitude(Limbs& io_a, const Limbs& b) {
        std::int64_t borrow = 0;
        for (std::size_t i = 0; i < io_a.size(); ++i) {
            borrow += std::int64_t{io_a[i]} - (i < b.size() ? std::int64_t{b[i]} : 0);
            io_a[i] = static_cast<std::uint32_t>(borrow);
            borrow >>= 32;
        }
        trim(io_a);
    }
    // Requires a nonzero number.
    static int trailing_zeros(const Limbs& limbs) {
        int zeros = 0;
        while (((limbs[static_cast<std::size_t>(zeros / 32)] >> (zeros % 32)) & 1u) == 0) ++zeros;
        return zeros;
    }
    // Requires that the lowest `bits` bits are 0.
    static void shift_right(Limbs& io_limbs, int bits) {
        io_limbs.erase(io_limbs.begin(), io_limbs.begin() + bits / 32);
        if (bits % 32 == 0) return;
        for (std::size_t i = 0; i < io_limbs.size(); ++i) {
            const std::uint64_t upper = i + 1 < io_limbs.size() ? io_limbs[i + 1] : 0;
            io_limbs[i] = static_cast<std::uint32_t>((upper << 32 | io_limbs[i]) >> (bits % 32));
        }
        trim(io_limbs);
    }

    Limbs limbs_; // the lowest limb first, and the last one nonzero; empty for 0
    bool is_negative_ = false;
};

// The largest e such that every number is an integer multiple of 2^e; 0 if all numbers are 0.
inline int common_exponent(std::span<const double> numbers) {
    int lowest = std::numeric_limits<int>::max();
    for (const double x : numbers) {
        if (x == 0.0) continue;
        int exponent = 0;
        auto significand = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
        for (exponent -= 53; significand % 2 == 0; significand /= 2) ++exponent;
        lowest = std::min(lowest, exponent);
    }
    return lowest == std::numeric_limits<int>::max() ? 0 : lowest;
}

// x / 2^exponent; requires that this is an integer.
inline BigInteger scaled_to_integer(double x, int exponent) {
    if (x == 0.0) return {};
    int own = 0;
    auto significand = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &own), 53));
    for (own -= 53; significand % 2 == 0; significand /= 2) ++own;
    return BigInteger(significand).shifted(own - exponent);
}

} // namespace boxwood::oracle
