// What: a number type that counts its operations. Code that is a template over its scalar type can use it instead of
//     float or double; the results have the same bits.
// Units: operations. Cost: increments a thread-local counter per operation.
// Use: const Operations spent = count_operations([&] { ... });
#pragma once

#include "collision/core/numbers/instrumented_scalar.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace boxwood::counted {

struct Operations {
    std::uint64_t additions = 0; // additions and subtractions
    std::uint64_t multiplications = 0;
    std::uint64_t divisions = 0;
    std::uint64_t comparisons = 0; // including comparisons in minimum and maximum
    std::uint64_t square_roots = 0;
    std::uint64_t absolutes = 0; // free on most machines (they clear one bit), so flops() excludes them
    std::uint64_t flops() const {
        return additions + multiplications + divisions + comparisons + square_roots;
    }
    friend bool operator==(const Operations&, const Operations&) = default;
};

inline thread_local Operations operations_so_far;

template <class Run>
Operations count_operations(Run&& run) {
    const Operations before = operations_so_far;
    run();
    const Operations& now = operations_so_far;
    return {now.additions - before.additions,       now.multiplications - before.multiplications,
            now.divisions - before.divisions,       now.comparisons - before.comparisons,
            now.square_roots - before.square_roots, now.absolutes - before.absolutes};
}

struct CountingWatch {
    static void add() { ++operations_so_far.additions; }
    static void multiply() { ++operations_so_far.multiplications; }
    static void divide() { ++operations_so_far.divisions; }
    static void take_root() { ++operations_so_far.square_roots; }
    static void take_absolute() { ++operations_so_far.absolutes; }
    static bool compared(bool verdict) {
        ++operations_so_far.comparisons;
        return verdict;
    }
    template <class T>
    static bool is_greater(T a, T b) {
        return compared(a > b);
    }
};
template <class T>
using CountingScalar = InstrumentedScalar<T, CountingWatch>;

// Replaces Float4 (collision/core/simd/float4.hpp). Has three counting lanes and no fourth lane.
struct CountingLanes {
    using Scalar = CountingScalar<float>;
    std::array<Scalar, 3> lanes;

    CountingLanes()
        : lanes{0.0f, 0.0f, 0.0f} {}
    CountingLanes(float x, float y, float z)
        : lanes{x, y, z} {}

    template <class Operation>
    static CountingLanes make(Operation&& lane) {
        CountingLanes result;
        for (std::size_t i = 0; i < 3; ++i) result.lanes[i] = lane(i);
        return result;
    }
    friend CountingLanes operator+(const CountingLanes& a, const CountingLanes& b) {
        return make([&](std::size_t i) { return a.lanes[i] + b.lanes[i]; });
    }
    friend CountingLanes operator-(const CountingLanes& a, const CountingLanes& b) {
        return make([&](std::size_t i) { return a.lanes[i] - b.lanes[i]; });
    }
    friend CountingLanes operator*(const CountingLanes& a, const CountingLanes& b) {
        return make([&](std::size_t i) { return a.lanes[i] * b.lanes[i]; });
    }
    friend CountingLanes abs(const CountingLanes& a) {
        return make([&](std::size_t i) { return fabs(a.lanes[i]); });
    }
    friend unsigned find_greater(const CountingLanes& a, const CountingLanes& b) {
        unsigned bits = 0;
        for (std::size_t i = 0; i < 3; ++i) bits |= a.lanes[i] > b.lanes[i] ? 1u << i : 0u;
        return bits;
    }
};

template <int I>
CountingLanes broadcast(const CountingLanes& a) {
    return CountingLanes::make([&](std::size_t) { return a.lanes[I]; });
}
template <int I0, int I1, int I2, int I3>
CountingLanes shuffle(const CountingLanes& a) {
    constexpr std::array<std::size_t, 3> kFrom{I0, I1, I2};
    return CountingLanes::make([&](std::size_t i) { return a.lanes[kFrom[i]]; });
}
inline std::array<CountingLanes, 3> transpose(const std::array<CountingLanes, 3>& columns) {
    std::array<CountingLanes, 3> rows;
    for (std::size_t i = 0; i < 3; ++i)
        rows[i] = CountingLanes::make([&](std::size_t k) { return columns[k].lanes[i]; });
    return rows;
}

} // namespace boxwood::counted
