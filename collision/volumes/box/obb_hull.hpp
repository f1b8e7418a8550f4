// What: an oriented bounding box for which fit_triangles() computes the principal axes of the surface of the convex
//     hull (approximated by hull_sketch.hpp). Points inside the hull have no influence on these axes. fit() fits points
//     as Obb::fit() does.
// Frame: the mesh's own.
// Invariants: as in obb.hpp; only the choice of the axes differs.
// Cost: 40 bytes; test 50 ns. Fitting adds 48 dot products per point and about 50 us for the hull.
// Source: [Gottschalk 1996] section 4 (the hull's covariance).
// Oracle: tests/contracts/volume_contract_test.cpp; a box with known sides and triangles inside it
//     (tests/collision/volumes/hull_sketch_test.cpp).
#pragma once

#include "collision/volumes/box/obb.hpp"

namespace boxwood {

struct ObbHull {
    static constexpr std::string_view kName = "obb-hull";
    static constexpr auto kAxisNames = Obb::kAxisNames;
    static constexpr bool kMergeIsTight = false;
    using Relation = AffineRelation;

    Obb box;

    friend bool operator==(const ObbHull&, const ObbHull&) = default;

    static ObbHull fit(std::span<const glm::vec3> points) { return {Obb::fit(points)}; }
    static ObbHull fit_triangles(std::span<const glm::vec3> corners) {
        return {Obb::fit(corners, Covariance::hull)};
    }
    static AffineRelation make_relation(const Pose& world_from_a, const Pose& world_from_b,
                                        const ObbHull& root_a, const ObbHull& root_b, OverlapTest test) {
        return Obb::make_relation(world_from_a, world_from_b, root_a.box, root_b.box, test);
    }

    bool contains(const glm::vec3& p) const { return box.contains(p); }
    Aabb bounds() const { return box.bounds(); }
    float volume() const { return box.volume(); }
    float half_area() const { return box.half_area(); }
    float longest_side() const { return box.longest_side(); }

    template <class LineSink>
    void outline(LineSink&& line) const {
        box.outline(line);
    }
};

inline ObbHull merge(const ObbHull& a, const ObbHull& b) {
    return {merge(a.box, b.box)};
}
inline int find_separating_axis(const ObbHull& a, const ObbHull& b, const AffineRelation& r) {
    return find_separating_axis(a.box, b.box, r);
}
inline bool overlap(const ObbHull& a, const ObbHull& b, const AffineRelation& r) {
    return find_separating_axis(a, b, r) < 0;
}
inline std::vector<AxisTest> list_axis_tests(const ObbHull& a, const ObbHull& b, const AffineRelation& r) {
    return list_axis_tests(a.box, b.box, r);
}
inline double squared_distance_lower_bound(const ObbHull& a, const ObbHull& b, const AffineRelation& r) {
    return squared_distance_lower_bound(a.box, b.box, r);
}

static_assert(Volume<ObbHull>);

} // namespace boxwood
