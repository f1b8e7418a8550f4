// What: tests the separating axes of two oriented boxes. A template of the number type: obb.cpp instantiates it for
//     double, tests instantiate it with a type that counts operations.
// Frame: A's box: its center and axes.
// Invariants: the test is conservative: it computes in double and grows A by the relation's error bound. A margin of
//     kParallel times the extents prevents cross axes of nearly parallel edges from separating.
// Cost: 395 operations if all axes are tried; docs/volumes.md has the breakdown.
// Source: [Gottschalk 1996] section 5; RTR 16.13.5.
// Oracle: the largest gap over all candidate planes, from the corners alone (tests/oracles/separation.hpp).
#pragma once

#include "collision/volumes/box/obb.hpp"

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace boxwood::detail {

inline constexpr double kParallel = 1e-12; // of the sum of the half extents; see RelativeObbs::parallel

// B in the frame of A's box: B's center, its axes mapped to A (columns), their cofactors, and the half extents of both
// boxes.
template <class Real>
struct RelativeObbs {
    glm::vec<3, Real> t;
    glm::mat<3, 3, Real> edges, cofactors;
    Real volume_scale = 1.0; // |det edges|
    glm::vec<3, Real> a, b;
    Real parallel =
        0.0; // margin of the cross axes: below it, the radii along a cross axis are rounding errors
};

// Returns the cofactors of an affine map. Column j is a normal of the face of B that B's edges i and k span, but not a
// unit vector. The cofactors of a rotation are the rotation itself.
template <class Real>
glm::mat<3, 3, Real> cofactors_of(const glm::mat<3, 3, Real>& m) {
    return {glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1])};
}

template <class Real>
inline glm::mat<3, 3, Real> abs_of_entries(const glm::mat<3, 3, Real>& m) {
    using std::fabs;
    const auto abs_of_column = [](const glm::vec<3, Real>& c) {
        return glm::vec<3, Real>(fabs(c.x), fabs(c.y), fabs(c.z));
    };
    return {abs_of_column(m[0]), abs_of_column(m[1]), abs_of_column(m[2])};
}

template <class Real>
inline RelativeObbs<Real> relate(const Obb& a, const Obb& b, const AffineRelationOf<Real>& r) {
    using std::fabs;
    using Vector = glm::vec<3, Real>;
    const glm::mat<3, 3, Real> axes_a = a.axes.matrix<Real>();
    RelativeObbs<Real> p;
    p.t = rotate_into(axes_a, (r.m * Vector(b.center) + r.t) - Vector(a.center));
    p.edges = glm::transpose(axes_a) * (r.m * b.axes.matrix<Real>());
    p.a = Vector(a.half) + r.error_bound;
    p.b = Vector(b.half);
    if (r.is_similar) {
        p.edges *= 1.0 / r.scale;
        p.b *= r.stretch;
        p.cofactors = p.edges; // a mirrored map negates the cofactors, but only absolute values are used
        p.parallel = kParallel * ((p.a.x + p.a.y + p.a.z) + (p.b.x + p.b.y + p.b.z));
        return p;
    }
    p.cofactors = cofactors_of(p.edges);
    p.volume_scale = fabs(glm::dot(p.edges[0], p.cofactors[0]));
    const Real size = r.stretch * r.stretch;
    p.parallel = kParallel * size * ((p.b.x + p.b.y + p.b.z) + (p.a.x + p.a.y + p.a.z) / r.stretch);
    return p;
}

// The next three functions test the face normals of A, the face normals of B, and the cross axes. Each returns the
// first separating axis, or -1.
template <class Real>
inline int find_axis_of_a(const RelativeObbs<Real>& p, const glm::mat<3, 3, Real>& m) {
    using std::fabs;
    const glm::vec<3, Real> reach_of_b = m * p.b;
    for (int i = 0; i < 3; ++i)
        if (fabs(p.t[i]) > p.a[i] + reach_of_b[i]) return i;
    return -1;
}

template <class Real>
inline int find_axis_of_b(const RelativeObbs<Real>& p, const glm::mat<3, 3, Real>& c, Real normal_margin) {
    using glm::dot;
    using std::fabs;
    for (int j = 0; j < 3; ++j)
        if (fabs(dot(p.t, p.cofactors[j])) > dot(p.a, c[j]) + (p.b[j] * p.volume_scale + normal_margin))
            return 3 + j;
    return -1;
}

template <class Real>
inline int find_cross_axis(const RelativeObbs<Real>& p, const glm::mat<3, 3, Real>& m,
                           const glm::mat<3, 3, Real>& c) {
    using std::fabs;
    for (int i = 0; i < 3; ++i) {
        const int next = (i + 1) % 3, last = (i + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            const int j_next = (j + 1) % 3, j_last = (j + 2) % 3;
            const Real distance = fabs(p.t[last] * p.edges[j][next] - p.t[next] * p.edges[j][last]);
            const Real radii = (p.a[next] * m[j][last] + p.a[last] * m[j][next]) +
                               (p.b[j_next] * c[j_last][i] + p.b[j_last] * c[j_next][i]);
            if (distance > radii + p.parallel) return 6 + 3 * i + j;
        }
    }
    return -1;
}

template <class Real>
inline int find_first_axis(const RelativeObbs<Real>& p, const AffineRelationOf<Real>& r) {
    const glm::mat<3, 3, Real> m = abs_of_entries(p.edges), c = abs_of_entries(p.cofactors);
    if (const int axis = find_axis_of_a(p, m); axis >= 0) return axis;
    if (r.test == OverlapTest::aabb_of_obb) return -1;
    const Real normal_margin = r.is_similar ? Real(0.0) : p.parallel * r.stretch;
    if (const int axis = find_axis_of_b(p, c, normal_margin); axis >= 0) return axis;
    return r.test == OverlapTest::sat_lite ? -1 : find_cross_axis(p, m, c);
}

} // namespace boxwood::detail
