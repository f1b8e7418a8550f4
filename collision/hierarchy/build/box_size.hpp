// What: two measures of box size that also order flat boxes. VolumeThenArea compares volumes, then half surface areas,
//     then the sums of the sides. AreaThenLength compares half surface areas, then the sums of the sides.
// Invariants: both define a total order for boxes with finite ends; VolumeThenArea also requires finite sides. Adding
//     the same size to both operands preserves the order, so sums and differences of sizes can be compared like volumes
//     or areas. Flat boxes have volume 0, but the other measures distinguish them.
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
