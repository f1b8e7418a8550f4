// What: the oriented bounding box. A fitted box has the principal axes of its contents, or the axes of the mesh's frame
//     if the box along the frame's axes is not larger. A merged box has the axes of one of the two boxes.
// Frame: the mesh's own.
// Invariants: the box is center + axes.matrix() * x with |x_i| <= half_i; it contains the points that it was fitted to;
//     half extents are rounded up. The overlap test is conservative: it computes in double and grows A by the
//     relation's error bound. A margin of kParallel times the extents prevents cross axes of nearly parallel edges from
//     separating.
// Degenerate input: flat and point boxes; touching boxes overlap. Gaps below 1e-12 of the size count as overlap.
// Cost: 40 bytes; test 50 ns, most of it for the relative rotation, which is computed per node pair because nodes
//     differ in orientation.
// Source: [Gottschalk 1996] sections 4 and 5; RTR 16.13.5.
// Departs from the source: stores a quaternion, not a matrix. The test is valid for any affine pose: it uses the
//     cofactors of the relative map, which equal its entries for a rotation. A map that stretches by s > 1e5 hides gaps
//     below 1e-14 s^2 of the size.
// Oracle: the largest gap over all candidate planes, from the corners alone (tests/oracles/separation.hpp).
#pragma once

#include "collision/volumes/axes.hpp"
#include "collision/volumes/box/principal_axes.hpp"
#include "collision/volumes/relative_pose.hpp"

namespace boxwood {

struct Obb {
    static constexpr std::string_view kName = "obb";
    static constexpr auto kAxisNames = Aabb::kAxisNames;
    static constexpr bool kMergeIsTight = false;
    using Relation = AffineRelation;

    glm::vec3 center{0.0f};
    glm::vec3 half{-1.0f}; // negative: empty
    Axes axes;

    bool is_empty() const { return half.x < 0.0f; }
    friend bool operator==(const Obb&, const Obb&) = default;

    static Obb fit(std::span<const glm::vec3> points) { return fit(points, Covariance::vertices); }
    // `corners`: three per triangle.
    static Obb fit_triangles(std::span<const glm::vec3> corners) {
        return fit(corners, Covariance::triangles);
    }
    static Obb fit(std::span<const glm::vec3> points, Covariance spread);
    // Requires the bounds and the covariance of the corners. Returns the box of fit_triangles up to rounding.
    static Obb fit_surface(std::span<const glm::vec3> corners, const Aabb& bounds,
                           const SurfaceCovariance& spread);
    static Obb fit_along(std::span<const glm::vec3> points, const Axes& axes);

    // SIMD versions with bitwise identical results (obb_lanes.hpp): fit_some computes fit_triangles of each single
    // triangle, and merge_some computes merge of each pair of non-empty boxes. All spans of a call have the same size,
    // from 1 to kLanes.
    static constexpr std::size_t kLanes = 8;
    static void fit_some(const MeshView& mesh, std::span<const std::uint32_t> triangles,
                         std::span<Obb* const> out);
    static void merge_some(std::span<const Obb* const> a, std::span<const Obb* const> b,
                           std::span<Obb* const> out);

    static AffineRelation make_relation(const Pose& world_from_a, const Pose& world_from_b, const Obb& root_a,
                                        const Obb& root_b, OverlapTest test) {
        return make_affine_relation(world_from_a, world_from_b, root_a.bounds(), root_b.bounds(), test);
    }

    bool contains(const glm::vec3& p) const {
        const glm::dvec3 x = glm::abs(rotate_into(axes.matrix(), glm::dvec3(p) - glm::dvec3(center)));
        return x.x <= static_cast<double>(half.x) && x.y <= static_cast<double>(half.y) &&
               x.z <= static_cast<double>(half.z);
    }
    // One of the eight corners; bit k of the index selects the upper end along axis k.
    glm::dvec3 corner(unsigned index) const;
    Aabb bounds() const;
    float volume() const { return is_empty() ? 0.0f : 8.0f * half.x * half.y * half.z; }
    float half_area() const {
        return is_empty() ? 0.0f : 4.0f * (half.x * half.y + half.y * half.z + half.z * half.x);
    }
    float longest_side() const {
        return is_empty() ? 0.0f : 2.0f * std::max(half.x, std::max(half.y, half.z));
    }

    // Calls line(from, to) for each of the 12 edges.
    template <class LineSink>
    void outline(LineSink&& line) const;
};

// Fits a box along the axes of a and a box along the axes of b, and returns the smaller one.
Obb merge(const Obb& a, const Obb& b);

// Returns the first separating axis, in the order of kAxisNames; -1 if the boxes overlap.
int find_separating_axis(const Obb& a, const Obb& b, const AffineRelation& relation);

inline bool overlap(const Obb& a, const Obb& b, const AffineRelation& relation) {
    return find_separating_axis(a, b, relation) < 0;
}

std::vector<AxisTest> list_axis_tests(const Obb& a, const Obb& b, const AffineRelation& relation);

// Uses the face normals of both boxes.
double squared_distance_lower_bound(const Obb& a, const Obb& b, const AffineRelation& relation);

template <class LineSink>
void Obb::outline(LineSink&& line) const {
    if (is_empty()) return;
    for (unsigned bits = 0; bits < 8; ++bits)
        for (unsigned axis_bit = 1; axis_bit < 8; axis_bit *= 2)
            if ((bits & axis_bit) == 0) line(glm::vec3(corner(bits)), glm::vec3(corner(bits | axis_bit)));
}

static_assert(Volume<Obb>);

} // namespace boxwood
