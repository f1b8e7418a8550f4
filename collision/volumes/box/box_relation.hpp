// What: the overlap test of axis-aligned boxes in two different frames, and its pair transform.
// Frame: A's. All lengths are doubled (upper + lower, upper - lower), so centers and extents need no halving.
// Invariants: conservative against the ground truth. Let u = 2^-24, and let t be the vector between the centers. An
//     axis s is a vector of floats that counts as exact. It separates only if |t.s| exceeds the sum of the boxes' radii
//     along s. Before this test, A grows by error_bound_a. Per axis of A, this bound is 2 D + (14 + k) u tau:
//     D    bounds the distance between a world vertex, mapped back exactly, and its position in the test. It includes
//          the rounding of pose * p in double for both objects, the error of the relative pose (by its residual,
//          without assuming an exact inverse), and the rounding of the relative pose to float;
//     tau  = 2 (|root_a| + |T| + |M| |root_b|) bounds all terms of t: in float, t.s has an error of at most
//          8 u sum_i |s_i| tau_i, and the radii have an error of at most 6 u times this sum;
//     k    covers the face normals of B, which are the rows of a rounded inverse N of M: 2 |N M - I| |root_b| <=
//          k u |N| tau. Usually k = 1.
//     Gaps below about 4e-6 of the objects' size can therefore be reported as overlap, but an overlap is never reported
//     as separation.
// Degenerate input: flat and point boxes are valid boxes. A nearly singular pose, or numbers beyond the range of float,
//     enlarge the error bound, possibly to infinity. The test then stays correct, but separates few or no boxes.
// Cost: the relation takes 0.1 us once per object pair, including 18 absolute values. A test takes 5 to 12 ns, for 192
//     operations, or 93 with OverlapTest::sat_lite (docs/volumes.md).
// Source: [Gottschalk 1996] section 5, RTR 16.13.5 (15 axes); [van den Bergen 1997] section 3 (one orientation per
//     tree; sat_lite).
// Departs from the source: valid for any affine pose. The cross axes are e_i x m_j, where m_j are the columns of M. B's
//     radii along them need the cofactors of M. The face normals of B are the rows of M^-1. No epsilon is added to |M|:
//     axes count as exact, and error_bound_a includes the error of M.
// Oracle: the largest gap over all candidate planes, from the corners alone (tests/oracles/separation.hpp).
#pragma once

#include "collision/core/simd/float4.hpp"
#include "collision/volumes/aabb.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace boxwood {

// Lane k of a column or row is axis k; the fourth lane is unused. The functions that compute a test (set_maps, relate,
// project_on_*, find_separated, find_first_axis) are templates of the lane type. Tests instantiate them with a type
// that counts operations.
template <class Lanes>
struct ObbAxes {
    Lanes twice_t{};                           // 2 T, where a_from_b = (M, T)
    Lanes error_bound_a{};                     // doubled lengths; see the invariants
    std::array<Lanes, 3> m_column{};           // lane i of entry j: M_ij
    std::array<Lanes, 3> abs_m_column{};       // |M_ij|
    std::array<Lanes, 3> n_column{};           // lane j of entry i: N_ji, N = M^-1
    std::array<Lanes, 3> abs_n_column{};       // |N_ji|
    std::array<Lanes, 3> m_row{}, abs_m_row{}; // lane j of entry i: M_ij
    std::array<Lanes, 3> cofactor_next{}; // lane j of entry i: |(cofactor of M)_i,j+2|, for extent j+1 of B
    std::array<Lanes, 3> cofactor_previous{}; // |(cofactor of M)_i,j+1|, for extent j+2 of B
    OverlapTest test = OverlapTest::sat;
};

// Sets the columns of M and N, the rows of M, and their absolute values. Absolute values are therefore computed once
// per object pair and not per pair of boxes.
template <class Lanes>
void set_maps(const std::array<Lanes, 3>& m_column, const std::array<Lanes, 3>& n_column,
              ObbAxes<Lanes>& io_axes) {
    io_axes.m_column = m_column;
    io_axes.n_column = n_column;
    for (std::size_t k = 0; k < 3; ++k) {
        io_axes.abs_m_column[k] = abs(m_column[k]);
        io_axes.abs_n_column[k] = abs(n_column[k]);
    }
    io_axes.m_row = transpose(m_column);
    io_axes.abs_m_row = transpose(io_axes.abs_m_column);
}

struct RelativePose;

struct BoxRelation : ObbAxes<Float4> {
    // For distances: the squared gap along each face normal of a box is multiplied by the weight of the normal. The sum
    // of the three products is at most the squared world distance. For a pose without shear, the weights are the
    // squared scales.
    std::array<double, 3> weight_a{}, weight_b{};
};

// Requires invertible poses; root_a and root_b must contain every box that will be tested.
BoxRelation make_box_relation(const Pose& world_from_a, const Pose& world_from_b, const Aabb& root_a,
                              const Aabb& root_b, OverlapTest test);

// Returns the relation for overlap tests only: the weights for distances are 0.
BoxRelation make_relation_of_overlaps(const Pose& world_from_a, const Pose& world_from_b, const Aabb& root_a,
                                      const Aabb& root_b, OverlapTest test);
// Returns the relation for overlap tests only, from the relative pose and the farthest corners of the roots
// (farthest_corner() in relative_pose.hpp).
BoxRelation make_box_relation(const RelativePose& pose, const glm::dvec3& farthest_a,
                              const glm::dvec3& farthest_b, OverlapTest test);

// Returns the cheapest test that finds, up to rounding, the same separations as relation.test. If B is rotated about a
// common axis of both boxes, each cross axis is parallel to a face normal, so the cross axes are not needed. If every
// axis of B is parallel to an axis of A, B's face normals equal A's, so they are not needed either.
OverlapTest find_needed_test(const BoxRelation& relation);

inline BoxRelation Aabb::make_relation(const Pose& world_from_a, const Pose& world_from_b, const Aabb& root_a,
                                       const Aabb& root_b, OverlapTest test) {
    return make_box_relation(world_from_a, world_from_b, root_a, root_b, test);
}

namespace detail {

// A box pair in A's frame; all values are doubled.
template <class Lanes>
struct RelativeBoxes {
    Lanes t;    // center of B minus center of A
    Lanes a, b; // extents; A's includes the error bound
};

template <class Lanes>
RelativeBoxes<Lanes> relate(const LanesOfBox<Lanes>& a, const LanesOfBox<Lanes>& b, const ObbAxes<Lanes>& r) {
    const Lanes c = b.lower + b.upper;
    const Lanes from_a = r.twice_t - (a.lower + a.upper);
    return {((from_a + r.m_column[0] * broadcast<0>(c)) + r.m_column[1] * broadcast<1>(c)) +
                r.m_column[2] * broadcast<2>(c),
            (a.upper - a.lower) + r.error_bound_a, b.upper - b.lower};
}
inline RelativeBoxes<Float4> relate(const Aabb& a, const Aabb& b, const BoxRelation& r) {
    return relate<Float4>(load_lanes(a), load_lanes(b), r);
}

// The distance of the centers along an axis, and the sum of the radii along it; for three axes at a time.
template <class Lanes>
struct Sat15Axis {
    Lanes distance, radii;
};

template <class Lanes>
Sat15Axis<Lanes> project_on_a(const RelativeBoxes<Lanes>& p, const ObbAxes<Lanes>& r) {
    return {abs(p.t),
            ((p.a + r.abs_m_column[0] * broadcast<0>(p.b)) + r.abs_m_column[1] * broadcast<1>(p.b)) +
                r.abs_m_column[2] * broadcast<2>(p.b)};
}

template <class Lanes>
Sat15Axis<Lanes> project_on_b(const RelativeBoxes<Lanes>& p, const ObbAxes<Lanes>& r) {
    return {abs((r.n_column[0] * broadcast<0>(p.t) + r.n_column[1] * broadcast<1>(p.t)) +
                r.n_column[2] * broadcast<2>(p.t)),
            ((p.b + r.abs_n_column[0] * broadcast<0>(p.a)) + r.abs_n_column[1] * broadcast<1>(p.a)) +
                r.abs_n_column[2] * broadcast<2>(p.a)};
}

// e_I x m_j for j = 0, 1, 2.
template <int I, class Lanes>
Sat15Axis<Lanes> project_on_cross(const RelativeBoxes<Lanes>& p, const ObbAxes<Lanes>& r) {
    constexpr int kNext = (I + 1) % 3, kLast = (I + 2) % 3;
    return {abs(broadcast<kLast>(p.t) * r.m_row[kNext] - broadcast<kNext>(p.t) * r.m_row[kLast]),
            (broadcast<kNext>(p.a) * r.abs_m_row[kLast] + broadcast<kLast>(p.a) * r.abs_m_row[kNext]) +
                (shuffle<1, 2, 0, 3>(p.b) * r.cofactor_next[I] +
                 shuffle<2, 0, 1, 3>(p.b) * r.cofactor_previous[I])};
}

template <class Lanes>
unsigned find_separated(const Sat15Axis<Lanes>& axes) {
    return find_greater(axes.distance, axes.radii) & 7u;
}

// Computes the result of find_separating_axis.
template <class Lanes>
[[gnu::always_inline]] inline int find_first_axis(const RelativeBoxes<Lanes>& boxes,
                                                  const ObbAxes<Lanes>& r) {
    if (const unsigned bits = find_separated(project_on_a(boxes, r))) return std::countr_zero(bits);
    if (r.test == OverlapTest::aabb_of_obb) return -1;
    if (const unsigned bits = find_separated(project_on_b(boxes, r))) return 3 + std::countr_zero(bits);
    if (r.test == OverlapTest::sat_lite) return -1;
    const unsigned bits = find_separated(project_on_cross<0>(boxes, r)) |
                          find_separated(project_on_cross<1>(boxes, r)) << 3 |
                          find_separated(project_on_cross<2>(boxes, r)) << 6;
    return bits ? 6 + std::countr_zero(bits) : -1;
}

// Sums weight * gap^2 over three axes; a negative or NaN gap counts as 0. Has no branches, because the signs of the
// gaps are unpredictable.
inline double sum_squared_gaps(const Sat15Axis<Float4>& axes, const std::array<double, 3>& weights) {
    std::array<float, 4> gaps;
    store4(max(axes.distance - axes.radii, Float4{}), gaps.data());
    const double x = static_cast<double>(gaps[0]), y = static_cast<double>(gaps[1]),
                 z = static_cast<double>(gaps[2]);
    return (weights[0] * (x * x) + weights[1] * (y * y)) + weights[2] * (z * z);
}

} // namespace detail

// Returns the first separating axis, in the order A0 A1 A2 B0 B1 B2, A0xB0 A0xB1 ... A2xB2; -1 if the boxes overlap.
inline int find_separating_axis(const Aabb& a, const Aabb& b, const BoxRelation& relation) {
    return detail::find_first_axis<Float4>(detail::relate(a, b, relation), relation);
}

inline bool overlap(const Aabb& a, const Aabb& b, const BoxRelation& relation) {
    return find_separating_axis(a, b, relation) < 0;
}

std::vector<AxisTest> list_axis_tests(const Aabb& a, const Aabb& b, const BoxRelation& relation);

// Returns a lower bound on the squared world distance of the contents of the boxes; 0 if no face normal separates them.
inline double squared_distance_lower_bound(const Aabb& a, const Aabb& b, const BoxRelation& relation) {
    using namespace detail;
    const RelativeBoxes<Float4> boxes = relate(a, b, relation);
    constexpr double kRoundedDown = 1.0 - 0x1p-20; // exceeds the rounding of gaps and weights
    constexpr double kHalved = 0.25;               // lengths are doubled
    return kHalved * kRoundedDown *
           std::max(sum_squared_gaps(project_on_a<Float4>(boxes, relation), relation.weight_a),
                    sum_squared_gaps(project_on_b<Float4>(boxes, relation), relation.weight_b));
}

static_assert(Volume<Aabb>);

} // namespace boxwood
