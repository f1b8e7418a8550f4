// What: queries about two shapes, or about one shape with itself.
// Frame: each pose is world_from_shape; points and normals in answers are in world space.
// Units: lengths as in the caller's scene.
// Invariants: shapes are compared by their surfaces, except two convex shapes or compounds at rigid poses, and spheres
//             and capsules. Whether two surfaces intersect is exact for the vertices `pose * p` computed in double, for
//             all presets and poses. Two convex shapes or compounds at rigid poses are compared by their closest
//             features, within rounding. round.hpp describes spheres and capsules. Answers have the same bits on any
//             number of threads. Swapping a and b swaps the members of the answer and negates the normal, up to
//             rounding and the order of regions and points; if several answers are equally good, another one can be
//             found. Shapes are closed sets: shapes that touch collide. shape.hpp defines surfaces and solids.
// Degenerate input: shapes and poses are checked when they are created, so queries cannot fail, with three exceptions.
//             round.hpp describes poses that scale a sphere or capsule non-uniformly. An option that is NaN or negative
//             ends the process with a message. The functions for many poses return an Error if their lists have
//             different lengths and neither list has exactly one pose, or if a pose scales a sphere or capsule
//             non-uniformly.
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

// The part of a shape that a point lies on: a vertex, edge or face of a convex part, a triangle of a surface, or the
// curved surface of a sphere or capsule (`round`). In a pair with a sphere or capsule, the feature of any other shape
// is a triangle. `none` means that the answer has no such point.
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
    // false: finds no regions and points, only the sorted pairs of triangles, also for two convex shapes or compounds
    // at rigid poses. With a sphere or capsule, only Contacts::collide is set. For meshes, false is several times
    // faster than true.
    bool points = true;
};

// One point of a contact.
struct ContactPoint {
    // For two convex parts at rigid poses, and with a sphere or capsule, halfway between the two surfaces. For a pair
    // of triangles, on both.
    Vec3 point;
    // Measured along the normal of the region; at least 0. For a pair of triangles, the depth of the region.
    double depth = 0.0;
    Feature feature_a, feature_b;
    // Identifies the point, together with the part numbers of both features. The id is the same in every step while the
    // same features touch. For a pair of triangles, the id identifies the pair and the end of the segment in which the
    // triangles intersect.
    std::uint64_t id = 0;
};

// One of three things: the contact of two convex parts at rigid poses, a connected set of intersecting pairs of
// triangles, or a contact of a sphere or capsule. A sphere or capsule has one region with each convex part at a rigid
// pose and with each other sphere or capsule, and on other surfaces one for each local minimum of its distance to the
// surface.
struct ContactRegion {
    Vec3 normal; // unit, from a to b
    // At least 0. Translating b by depth * normal separates the shapes in this region.
    double depth = 0.0;
    // false: other normals have the same depth, so the normal can jump from step to step. Always true for regions of
    // triangles, and for a sphere or capsule on a surface, where it is not computed.
    bool is_unique = true;
    // Range in Contacts::points: at most four points, the deepest first.
    std::size_t first_point = 0, point_count = 0;
    // Range in Contacts::triangles: empty for two convex shapes or compounds at rigid poses, and for spheres and
    // capsules.
    std::size_t first_triangle = 0, triangle_count = 0;
};

struct Contacts {
    // Whether the shapes collide; for self_collisions(), whether any pair of triangles was found.
    bool collide = false;
    bool truncated = false; // pairs of triangles were omitted because of max_contacts
    std::vector<ContactRegion> regions;
    std::vector<ContactPoint> points;
    // Intersecting pairs of triangles, grouped by region and sorted within each region. Empty for two convex shapes or
    // compounds at rigid poses, and for spheres and capsules: their contact points name features instead. Without
    // ContactOptions::points, all pairs are sorted, and they are also listed for convex shapes and compounds.
    std::vector<TrianglePair> triangles;

    explicit operator bool() const { return collide; }
};

// The contacts with normals and depths. For two convex parts at rigid poses, normal and depth describe the shortest
// translation that separates them. For regions of triangles, only the directions listed in docs/contacts.md are
// considered. Shapes can collide without a region in two cases. Either the depth of two convex parts is within rounding
// of 0, or one of two shapes that are compared by their surfaces lies inside the other, a solid, without a common point
// of the surfaces.
BOXWOOD_API Contacts contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                              const ContactOptions& options = {}, Context& context = thread_context());

struct DistanceOptions {
    // Relative error: the answer can exceed the exact distance by this fraction. Larger values end the search earlier.
    // If it is above 0, the answer can depend on the preset and on the order of the shapes. Ignored for two convex
    // shapes or compounds at rigid poses, and for spheres and capsules.
    double tolerance = 0.0;
    // Larger distances are not reported. A small cutoff makes the search fast.
    double cutoff = std::numeric_limits<double>::infinity();
};

struct Distance {
    // false: the distance exceeds the cutoff, and no other member is set.
    bool found = false;
    double value = std::numeric_limits<double>::infinity(); // 0 if and only if the shapes collide
    Vec3 point_a, point_b; // closest points; one common point, within rounding, if the value is 0
    Vec3 normal;           // unit, from a to b; 0 if the value is 0
    // The features that the closest points lie on; `none` if one of two shapes that are compared by their surfaces, or
    // the axis of a sphere or capsule, lies inside the other shape.
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

// These functions run the queries above at many poses, on the threads of the context's executor. A list with a single
// pose is used for every query. Otherwise, both lists must have the same length, or the result is an Error. Answer i
// belongs to pose i of each list and has the same bits as the answer of a single query.
BOXWOOD_API Result<std::vector<std::uint8_t>> collide_many(const Shape& a, std::span<const Pose> poses_a,
                                                           const Shape& b, std::span<const Pose> poses_b,
                                                           Context& context = thread_context());
BOXWOOD_API Result<std::vector<Distance>> distance_many(const Shape& a, std::span<const Pose> poses_a,
                                                        const Shape& b, std::span<const Pose> poses_b,
                                                        const DistanceOptions& options = {},
                                                        Context& context = thread_context());

} // namespace boxwood::api
