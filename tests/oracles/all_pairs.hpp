// Oracles for broad phases: the overlapping pairs of boxes, by testing all pairs, and the number of inversions of a
// sequence, by merge sort.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/volumes/aabb.hpp"

#include <cstdint>
#include <set>
#include <span>
#include <vector>

namespace boxwood::test {

inline bool are_separated(const Aabb& a, const Aabb& b) {
    for (int axis = 0; axis < 3; ++axis)
        if (a.upper[axis] < b.lower[axis] || b.upper[axis] < a.lower[axis]) return true;
    return false;
}

// The pairs of bodies whose closed boxes overlap, except the disabled pairs. Requires sorted bodies.
inline std::set<BodyPair> all_pairs(std::span<const BodyId> bodies, std::span<const Aabb> boxes,
                                    const std::set<BodyPair>& disabled) {
    std::set<BodyPair> pairs;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        for (std::size_t j = i + 1; j < bodies.size(); ++j)
            if (!are_separated(boxes[bodies[i]], boxes[bodies[j]]))
                if (const BodyPair pair{bodies[i], bodies[j]}; !disabled.contains(pair)) pairs.insert(pair);
    return pairs;
}

// The number of index pairs i < j with values[j] < values[i]. Sorts the values.
template <class T>
std::uint64_t count_inversions(std::vector<T>& io_values) {
    if (io_values.size() < 2) return 0;
    const auto middle = io_values.begin() + static_cast<std::ptrdiff_t>(io_values.size() / 2);
    std::vector<T> left(io_values.begin(), middle), right(middle, io_values.end());
    std::uint64_t inversions = count_inversions(left) + count_inversions(right);
    std::size_t l = 0, r = 0;
    for (T& value : io_values) {
        if (r == right.size() || (l < left.size() && !(right[r] < left[l]))) {
            value = left[l++];
        } else {
            value = right[r++];
            inversions += left.size() - l;
        }
    }
    return inversions;
}

} // namespace boxwood::test
