// What: instantiates the overlap tests of the volumes, which queries use, with counting numbers (counting_scalar.hpp).
// Invariants: find_counted_axis returns the same axis as find_separating_axis.
#pragma once

#include "bench/experiments/box_tree/counting_scalar.hpp"
#include "collision/volumes/all_volumes.hpp"
#include "collision/volumes/box/obb_axes.hpp"

namespace boxwood::counted {

using CountingFloat = CountingScalar<float>;
using CountingDouble = CountingScalar<double>;

inline CountingLanes counting(const Float4& lanes) {
    std::array<float, 4> floats;
    store4(lanes, floats.data());
    return {floats[0], floats[1], floats[2]};
}
inline std::array<CountingLanes, 3> counting(const std::array<Float4, 3>& lanes) {
    return {counting(lanes[0]), counting(lanes[1]), counting(lanes[2])};
}
inline LanesOfBox<CountingLanes> counting(const Aabb& box) {
    return {{box.lower.x, box.lower.y, box.lower.z}, {box.upper.x, box.upper.y, box.upper.z}};
}
// Recomputes the absolute values, so that they are counted, too.
inline ObbAxes<CountingLanes> counting(const BoxRelation& r) {
    ObbAxes<CountingLanes> axes;
    set_maps(counting(r.m_column), counting(r.n_column), axes);
    axes.twice_t = counting(r.twice_t);
    axes.error_bound_a = counting(r.error_bound_a);
    axes.cofactor_next = counting(r.cofactor_next);
    axes.cofactor_previous = counting(r.cofactor_previous);
    axes.test = r.test;
    return axes;
}
inline AffineRelationOf<CountingDouble> counting(const AffineRelation& r) {
    return {.m = glm::mat<3, 3, CountingDouble>(r.m),
            .t = glm::vec<3, CountingDouble>(r.t),
            .error_bound = r.error_bound,
            .stretch = r.stretch,
            .scale = r.scale,
            .is_similar = r.is_similar,
            .squared_world_scale = r.squared_world_scale,
            .test = r.test};
}
template <int K>
KdopRelation<K, CountingFloat> counting(const KdopRelation<K>& r) {
    KdopRelation<K, CountingFloat> counted;
    const auto convert = [](const auto& from, auto& to) {
        for (std::size_t i = 0; i < K / 2; ++i) {
            to[i].upper = from[i].upper;
            to[i].lower = from[i].lower;
            for (std::size_t l = 0; l < 3; ++l) to[i].weights[l] = from[i].weights[l];
            to[i].shift = from[i].shift;
            to[i].error_bound = from[i].error_bound;
        }
    };
    convert(r.b_along_a, counted.b_along_a);
    convert(r.a_along_b, counted.a_along_b);
    counted.is_translated = r.is_translated;
    counted.test = r.test;
    return counted;
}

inline int find_counted_axis(const Aabb& a, const Aabb& b, const ObbAxes<CountingLanes>& r) {
    return detail::find_first_axis(detail::relate(counting(a), counting(b), r), r);
}
inline int find_counted_axis(const Obb& a, const Obb& b, const AffineRelationOf<CountingDouble>& r) {
    return detail::find_first_axis(detail::relate(a, b, r), r);
}
inline int find_counted_axis(const ObbRss& a, const ObbRss& b, const AffineRelationOf<CountingDouble>& r) {
    return find_counted_axis(a.box, b.box, r);
}
inline int find_counted_axis(const ObbHull& a, const ObbHull& b, const AffineRelationOf<CountingDouble>& r) {
    return find_counted_axis(a.box, b.box, r);
}
template <class V, class CountingRelation>
int find_counted_axis(const V& a, const V& b, const CountingRelation& r) {
    return find_separating_axis(a, b, r);
}

} // namespace boxwood::counted
