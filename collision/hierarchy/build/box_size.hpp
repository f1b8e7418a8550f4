// What: two measures of box size that also order flat boxes. VolumeThenArea compares by volume, then by half the
//     surface area, then by the sum of the sides; AreaThenLength by half the surface area, then by the sum of the
//     sides.
// Invariants: a total order for boxes with finite ends. Adding the same size to both operands preserves the order. Sums
//     and differences of sizes can therefore be compared like volumes or areas, and a set of flat boxes does not
//     consist of ties only.
#pragma once

#include "collision/volumes/aabb.hpp"

#include <compare>

namespace boxwood {

struct VolumeThenArea {
    double volume = 0.0, half_area = 0.0, length = 0.0;

    static VolumeThenArea of(const Aabb& box) {
        const glm::vec3 sides = box.extent();
        const auto x = static_cast<double>(sides.x), y = static_cast<double>(sides.y),
                   z = static_cast<double>(sides.z);
        return {x * y * z, x * y + y * z + z * x, x + y + z};
    }
    static VolumeThenArea of_both(const Aabb& a, const Aabb& b) { return of(merge(a, b)); }

    friend auto operator<=>(const VolumeThenArea&, const VolumeThenArea&) = default;
    friend VolumeThenArea operator+(const VolumeThenArea& a, const VolumeThenArea& b) {
        return {a.volume + b.volume, a.half_area + b.half_area, a.length + b.length};
    }
    friend VolumeThenArea operator-(const VolumeThenArea& a, const VolumeThenArea& b) {
        return {a.volume - b.volume, a.half_area - b.half_area, a.length - b.length};
    }
};

struct AreaThenLength {
    double half_area = 0.0, length = 0.0;

    static AreaThenLength of(const Aabb& box) {
        const glm::dvec3 sides = glm::dvec3(box.upper) - glm::dvec3(box.lower); // does not overflow
        return {sides.x * sides.y + sides.y * sides.z + sides.z * sides.x, sides.x + sides.y + sides.z};
    }
    static AreaThenLength of_both(const Aabb& a, const Aabb& b) { return of(merge(a, b)); }

    friend auto operator<=>(const AreaThenLength&, const AreaThenLength&) = default;
    friend AreaThenLength operator+(const AreaThenLength& a, const AreaThenLength& b) {
        return {a.half_area + b.half_area, a.length + b.length};
    }
    friend AreaThenLength operator-(const AreaThenLength& a, const AreaThenLength& b) {
        return {a.half_area - b.half_area, a.length - b.length};
    }
};

inline VolumeThenArea size_of(const Aabb& box) {
    return VolumeThenArea::of(box);
}

inline VolumeThenArea size_of_both(const Aabb& a, const Aabb& b) {
    return VolumeThenArea::of_both(a, b);
}

} // namespace boxwood
