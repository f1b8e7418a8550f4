// What: how large a box is, as an amount that also tells flat boxes apart: volume, among equals half the
//     surface, among those the sum of sides.
// Invariants: totally ordered for boxes of finite ends, and order survives adding the same to both; so sums of
//     sizes and differences compare as volumes do, and flat sets are not all ties.
#pragma once

#include "collision/volumes/aabb.hpp"

#include <compare>

namespace boxwood {

struct VolumeThenArea {
    double volume = 0.0, half_area = 0.0, length = 0.0;

    friend auto operator<=>(const VolumeThenArea&, const VolumeThenArea&) = default;
    friend VolumeThenArea operator+(const VolumeThenArea& a, const VolumeThenArea& b) {
        return {a.volume + b.volume, a.half_area + b.half_area, a.length + b.length};
    }
    friend VolumeThenArea operator-(const VolumeThenArea& a, const VolumeThenArea& b) {
        return {a.volume - b.volume, a.half_area - b.half_area, a.length - b.length};
    }
};

inline VolumeThenArea size_of(const Aabb& box) {
    const glm::vec3 sides = box.extent();
    const auto x = static_cast<double>(sides.x), y = static_cast<double>(sides.y),
               z = static_cast<double>(sides.z);
    return {x * y * z, x * y + y * z + z * x, x + y + z};
}

inline VolumeThenArea size_of_both(const Aabb& a, const Aabb& b) {
    return size_of(merge(a, b));
}

} // namespace boxwood
