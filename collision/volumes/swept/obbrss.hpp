// What: an oriented box and a rectangle-swept sphere around the same points. Overlap tests use the box, distances use
//     the swept sphere.
// Frame: the mesh's own.
// Invariants: as in obb.hpp and rss.hpp. The contents are disjoint if the boxes or the swept spheres are separated.
// Degenerate input: flat and point sets give flat and point volumes.
// Cost: 80 bytes; test 50 ns, distance lower bound 0.3 us.
// Source: [Larsen 2000]; the combination is called OBBRSS in FCL.
// Oracle: as in obb.hpp and rss.hpp.
#pragma once

#include "collision/volumes/box/obb.hpp"
#include "collision/volumes/swept/rss.hpp"

namespace boxwood {

struct ObbRss {
    static constexpr std::string_view kName = "obbrss";
    static constexpr auto kAxisNames = Obb::kAxisNames;
    static constexpr bool kMergeIsTight = false;
    static constexpr unsigned kUpdatesPerTest = 0,
                              kUpdatesPerGap = 1; // distances transform B's rectangle to A
    using Relation = AffineRelation;

    Obb box;
    Rss swept;

    friend bool operator==(const ObbRss&, const ObbRss&) = default;

    static ObbRss fit(std::span<const glm::vec3> points) { return {Obb::fit(points), Rss::fit(points)}; }
    static ObbRss fit_triangles(std::span<const glm::vec3> corners) {
        return {Obb::fit_triangles(corners), Rss::fit_triangles(corners)};
    }
    static AffineRelation make_relation(const Pose& world_from_a, const Pose& world_from_b,
                                        const ObbRss& root_a, const ObbRss& root_b, OverlapTest test) {
        return Obb::make_relation(world_from_a, world_from_b, root_a.box, root_b.box, test);
    }

    bool contains(const glm::vec3& p) const { return box.contains(p) && swept.contains(p); }
    Aabb bounds() const { return box.bounds(); }
    float volume() const { return box.volume(); }
    float half_area() const { return box.half_area(); }
    float longest_side() const { return box.longest_side(); }

    template <class LineSink>
    void outline(LineSink&& line) const {
        box.outline(line);
    }
};

inline ObbRss merge(const ObbRss& a, const ObbRss& b) {
    return {merge(a.box, b.box), merge(a.swept, b.swept)};
}
namespace detail {
// Computes the part of a distance lower bound that depends on motion: B's rectangle in A's frame. Only for measuring
// the time of this part.
inline glm::dvec3 update_for_motion(const ObbRss& b, const AffineRelation& r) {
    return update_for_motion(b.swept, r);
}
} // namespace detail

inline int find_separating_axis(const ObbRss& a, const ObbRss& b, const AffineRelation& r) {
    return find_separating_axis(a.box, b.box, r);
}
inline bool overlap(const ObbRss& a, const ObbRss& b, const AffineRelation& r) {
    return find_separating_axis(a, b, r) < 0;
}
inline std::vector<AxisTest> list_axis_tests(const ObbRss& a, const ObbRss& b, const AffineRelation& r) {
    return list_axis_tests(a.box, b.box, r);
}
inline double squared_distance_lower_bound(const ObbRss& a, const ObbRss& b, const AffineRelation& r) {
    return squared_distance_lower_bound(a.swept, b.swept, r);
}

static_assert(Volume<ObbRss>);

} // namespace boxwood
