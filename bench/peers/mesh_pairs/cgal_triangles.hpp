// What: whether two triangles share a point, by CGAL's exact predicates on the doubles of their vertices.
// Frame: any, the same for both.
// Degenerate input: CGAL's test of two triangles requires that both have an area (is_degenerate), and answers what it likes
//     where one has none. Those are put to its other tests, as the segments or points that they are.
#pragma once

#include "collision/geometry/triangle.hpp"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/intersections.h>

#include <algorithm>
#include <concepts>
#include <variant>

namespace boxwood::bench {

using CgalKernel = CGAL::Exact_predicates_inexact_constructions_kernel;
// Of a triangle's points.
using CgalSet = std::variant<CgalKernel::Triangle_3, CgalKernel::Segment_3, CgalKernel::Point_3>;

inline CgalKernel::Triangle_3 cgal_triangle_of(const Triangle64& t) {
    const auto point = [](const glm::dvec3& p) { return CgalKernel::Point_3(p.x, p.y, p.z); };
    return {point(t[0]), point(t[1]), point(t[2])};
}

// On a line the order of the points is that of their coordinates.
inline CgalSet cgal_set_of(const Triangle64& t) {
    const CgalKernel::Triangle_3 triangle = cgal_triangle_of(t);
    if (!triangle.is_degenerate()) return triangle;
    const auto [first, last] = std::minmax({triangle[0], triangle[1], triangle[2]});
    if (first == last) return first;
    return CgalKernel::Segment_3(first, last);
}

template <class Set>
bool cgal_has_on(const Set& set, const CgalKernel::Point_3& p) {
    if constexpr (std::same_as<Set, CgalKernel::Point_3>)
        return set == p;
    else
        return set.has_on(p);
}

inline bool cgal_sets_meet(const CgalSet& a, const CgalSet& b) {
    return std::visit(
        []<class A, class B>(const A& x, const B& y) {
            if constexpr (std::same_as<A, CgalKernel::Point_3>)
                return cgal_has_on(y, x);
            else if constexpr (std::same_as<B, CgalKernel::Point_3>)
                return cgal_has_on(x, y);
            else
                return CGAL::do_intersect(x, y);
        },
        a, b);
}

} // namespace boxwood::bench
