// What: queries about two shapes, or about one mesh with itself.
// Frame: each pose is world_from_shape; points and normals in answers are in world space.
// Units: lengths as in the caller's scene.
// Invariants: the kinds and poses of the two shapes determine how a query compares them. If both shapes are convex
//             shapes or compounds, and both poses are rigid, it compares their closest features, within rounding. If a
//             shape is a sphere or capsule, see round.hpp. In all other cases it compares the surfaces: whether they
//             intersect is exact for the vertices `pose * p` computed in double, for all presets and poses. Answers
//             have the same bits on any number of threads. Swapping a and b swaps the members of the answer for a and b
//             and negates the normal, except for rounding and for the order of regions and points. If several answers
//             are equally good, the swapped query can find a different one. Shapes are closed sets: shapes that touch
//             collide. shape.hpp defines surfaces and solids.
// Degenerate input: shapes and poses are checked when they are created, so queries fail in three cases only: a pose
//             scales a sphere or capsule non-uniformly (round.hpp); an option is NaN or negative, which ends the
//             process with a message; or the lists of collide_many() or distance_many() have different lengths and
//             neither list has exactly one pose, which is an Error.
// Cost: the same as calling the narrow phase directly, plus about 0.1 us (bench/results/facade). The first query that
//       needs a hierarchy builds it.
// Oracle: all pairs of triangles; the narrow phase called directly (tests/collision/api, tests/stranger).
#pragma once

#include "collision/api/context.hpp"
#include "collision/api/pose.hpp"
#include "collision/api/shape.hpp"
#include "collision/core/export.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace boxwood::api {

class Mesh;

// Whether the shapes have a point in common.
BOXWOOD_API bool collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                         Context& context = thread_context());

struct TrianglePair {
    std::uint32_t a = 0, b = 0;
    friend auto operator<=>(const TrianglePair&, const TrianglePair&) = default;
};

// The element of a shape that a point lies on: a vertex, edge or face of a convex part; a triangle of a surface; or the
// curved surface of a sphere or capsule (`round`). If one shape of a pair is a sphere or capsule and the other is not,
// the feature of the other shape is a triangle. `none`: the answer has no point, or the element is not known.
enum class FeatureKind : std::uint8_t { none, vertex, edge, face, triangle, round };
struct Feature {
    FeatureKind kind = FeatureKind::none;
    std::uint32_t index = 0;
    std::uint32_t part = 0; // part of a compound; 0 for other shapes
    friend bool operator==(const Feature&, const Feature&) = default;
};

struct ContactOptions {
    // Pairs of triangles beyond this number are omitted; Contacts::truncated is then set. Regions describe only the
    // pairs that are not omitted.
    std::size_t max_contacts = std::numeric_limits<std::size_t>::max();
    // false: finds no regions or points, only the intersecting pairs of triangles, sorted, even if both shapes are
    // convex shapes or compounds at rigid poses. If a shape is a sphere or capsule, only Contacts::collide is set. For
    // meshes, false is several times faster than true.
    bool points = true;
};

// One point of a contact.
struct ContactPoint {
    // In a contact of two convex parts at rigid poses, or of a sphere or capsule: halfway between the two surfaces. For
    // a pair of triangles: on both triangles.
    Vec3 point;
    // Measured along the normal of the region; at least 0. For a pair of triangles, the depth of the region.
    double depth = 0.0;
    Feature feature_a, feature_b;
    // Identifies the point, together with the part numbers of both features. The id stays the same from query to query
    // while the same features touch. For a pair of triangles, the id identifies the pair and the end of the segment in
    // which the triangles intersect.
    std::uint64_t id = 0;
};

// One of three things: the contact of two convex parts at rigid poses; a connected set of intersecting pairs of
// triangles; or a contact of a sphere or capsule. A sphere or capsule has one region with another sphere or capsule.
// With a convex shape or compound at a rigid pose, it has one region for each part that it touches. With any other
// surface, it has one region for each local minimum of the distance between its axis and the surface.
struct ContactRegion {
    Vec3 normal; // unit, from a to b
    // At least 0. Translating b by depth * normal separates the shapes in this region.
    double depth = 0.0;
    // false: other normals have the same depth, so the normal can jump from query to query. Not computed, and always
    // true, for regions of triangles and for contacts of a sphere or capsule with a surface.
    bool is_unique = true;
    // Range in Contacts::points: at most four points. The first is the deepest, within rounding.
    std::size_t first_point = 0, point_count = 0;
    // Range in Contacts::triangles: empty unless the region consists of pairs of triangles.
    std::size_t first_triangle = 0, triangle_count = 0;
};

struct Contacts {
    // Whether the shapes collide; for self_collisions(), whether any pair of triangles was found.
    bool collide = false;
    bool truncated = false; // pairs of triangles were omitted because of max_contacts
    std::vector<ContactRegion> regions;
    std::vector<ContactPoint> points;
    // Intersecting pairs of triangles, grouped by region and sorted within each region. Empty for two convex shapes or
    // compounds at rigid poses, and for spheres and capsules: their contact points name features instead. If
    // ContactOptions::points is false, the pairs are sorted without grouping, and the pairs of convex shapes and
    // compounds at rigid poses are also listed.
    std::vector<TrianglePair> triangles;

    explicit operator bool() const { return collide; }
};

// The contacts with normals and depths. For two convex parts at rigid poses, normal and depth describe the shortest
// translation that separates them. For regions of triangles, only the directions listed in docs/contacts.md are
// considered. With the default options, shapes can collide without a region in two cases: the depth of two convex parts
// is within rounding of 0; or the shapes are compared by their surfaces, one of them is a solid, and the other lies
// inside that solid without a common point of the surfaces.
BOXWOOD_API Contacts contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                              const ContactOptions& options = {}, Context& context = thread_context());

struct DistanceOptions {
    // Relative error: the answer can exceed the exact distance by this fraction. Larger values end the search earlier.
    // With a tolerance above 0, the answer can depend on the preset and on the order of the shapes. The tolerance is
    // ignored if both shapes are convex shapes or compounds at rigid poses, or if a shape is a sphere or capsule.
    double tolerance = 0.0;
    // Distances above the cutoff are not reported. A small cutoff makes the search fast.
    double cutoff = std::numeric_limits<double>::infinity();
};

struct Distance {
    // false: the distance exceeds the cutoff, and no other member is set.
    bool found = false;
    double value = std::numeric_limits<double>::infinity(); // 0 if and only if the shapes collide
    Vec3 point_a, point_b; // closest points; one common point, within rounding, if the value is 0
    Vec3 normal;           // unit, from a to b; 0 if the value is 0
    // The features that the closest points lie on. Both are `none` in two cases: if the shapes are compared by their
    // surfaces, and one lies inside the other without a common point of the surfaces; and if one shape is a sphere or
    // capsule whose axis lies inside the other shape, without a common point of the axis and the other surface.
    Feature feature_a, feature_b;
};

BOXWOOD_API Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                              const DistanceOptions& options = {}, Context& context = thread_context());

// Whether the distance is at most `limit`. Faster than distance() for shapes that are compared by their surfaces.
BOXWOOD_API bool is_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                           double limit, Context& context = thread_context());

// The intersecting pairs of triangles of one mesh that share no vertex index; a < b in each pair. Duplicates of a
// vertex count as different vertices. Finds no regions and points.
BOXWOOD_API Contacts self_collisions(const Mesh& mesh, const ContactOptions& options = {},
                                     Context& context = thread_context());

// These functions run the queries above at many poses, on the threads of the context's executor. Query i uses pose i of
// each list, or the only pose of a list with a single pose. If neither list has a single pose, both must have the same
// length; otherwise the result is an Error. Answer i has the same bits as the answer of a single query at these poses.
BOXWOOD_API Result<std::vector<std::uint8_t>> collide_many(const Shape& a, std::span<const Pose> poses_a,
                                                           const Shape& b, std::span<const Pose> poses_b,
                                                           Context& context = thread_context());
BOXWOOD_API Result<std::vector<Distance>> distance_many(const Shape& a, std::span<const Pose> poses_a,
                                                        const Shape& b, std::span<const Pose> poses_b,
                                                        const DistanceOptions& options = {},
                                                        Context& context = thread_context());

} // namespace boxwood::api
