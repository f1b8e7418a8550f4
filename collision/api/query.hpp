// What: questions about two shapes, or one shape with itself.
// Frame: each pose is world_from_shape; points and normals of answers are in the world.
// Units: lengths as in the caller's scene.
// Invariants: answers are exact with respect to the vertices `pose * p` in double, for any kinds of shapes, presets and
//             poses, and the same bits on any number of threads. Exchanging a and b exchanges the answer. Closed sets:
//             shapes that touch collide. Surfaces and solids: see shape.hpp.
// Degenerate input: shapes and poses are checked when they are made, so queries do not fail. Numbers in options that are
//             NaN or negative end the process with a message.
// Cost: that of the layer below, plus up to 0.1 us (bench/results/facade). Hierarchies are built by the first query that needs them.
// Oracle: all pairs of triangles; the layer below (tests/collision/api, tests/stranger).
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

// What of a shape holds a point: a triangle of its surface, a feature of a convex part, or the surface of a sphere or
// capsule. Pairs with one of these name triangles of the other shape.
enum class FeatureKind : std::uint8_t { none, vertex, edge, face, triangle, round };
struct Feature {
    FeatureKind kind = FeatureKind::none;
    std::uint32_t index = 0;
    std::uint32_t part = 0; // of a compound
    friend bool operator==(const Feature&, const Feature&) = default;
};

struct ContactOptions {
    std::size_t max_contacts =
        std::numeric_limits<std::size_t>::max(); // pairs of triangles beyond it are left out
    bool points = true; // false: only the triangles, sorted, which is several times faster for meshes
};

// One point of a contact.
struct ContactPoint {
    Vec3 point;         // of solids halfway between both surfaces; of meshes on both
    double depth = 0.0; // along the region's normal, at least 0; of meshes that of the region
    Feature feature_a, feature_b;
    std::uint64_t id =
        0; // with the parts of the features: the same from step to step while the same features touch
};

// Where two convex parts touch, a connected set of pairs of triangles, or where a surface is closest to a sphere or
// capsule: one region for each local minimum of the distance.
struct ContactRegion {
    Vec3 normal;        // unit, from a to b
    double depth = 0.0; // at least 0. Translating b by depth * normal separates what touches in this region.
    bool is_unique =
        true; // false: other normals have the same depth, so the normal may jump from step to step
    std::size_t first_point = 0, point_count = 0; // into Contacts::points; at most four, the deepest first
    std::size_t first_triangle = 0,
                triangle_count = 0; // into Contacts::triangles; none of two solids and of round shapes
};

struct Contacts {
    bool collide = false;   // as the function says
    bool truncated = false; // max_contacts left pairs of triangles out
    std::vector<ContactRegion> regions;
    std::vector<ContactPoint> points;
    // That intersect, by region, sorted in each. Two solids at rigid poses, spheres and capsules name features instead.
    std::vector<TrianglePair> triangles;

    explicit operator bool() const { return collide; }
};

// The contacts with normals and depths. Of two convex parts, normal and depth are those of the least translation; of
// meshes, of the least one among the directions that docs/contacts.md names. Solids that touch within rounding may have
// no region.
BOXWOOD_API Contacts contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                              const ContactOptions& options = {}, Context& context = thread_context());

struct DistanceOptions {
    // The answer may be above the least distance by this share of it, which ends the search sooner.
    double tolerance = 0.0;
    // Only distances up to this are wanted: a small one makes the search fast.
    double cutoff = std::numeric_limits<double>::infinity();
};

struct Distance {
    bool found =
        false; // false: the shapes are farther from each other than the cutoff, and nothing else is set
    double value = std::numeric_limits<double>::infinity(); // 0 if and only if the shapes collide
    Vec3 point_a, point_b;        // closest points; one common point if the value is 0
    Vec3 normal;                  // unit, from a to b; 0 if the value is 0
    Feature feature_a, feature_b; // that hold the points; none if one shape lies inside the other
};

BOXWOOD_API Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                              const DistanceOptions& options = {}, Context& context = thread_context());

// Whether the distance is at most `limit`: cheaper than the distance.
BOXWOOD_API bool is_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                           double limit, Context& context = thread_context());

// Pairs of triangles of one mesh that intersect and share no vertex; a < b in each pair.
BOXWOOD_API Contacts self_collisions(const Mesh& mesh, const ContactOptions& options = {},
                                     Context& context = thread_context());

// The same questions at many poses, on the threads of the context's executor. A list of one pose stands for all; other
// lists must be of one length, else an Error. Answer i is of poses i, with the same bits as a single query.
BOXWOOD_API Result<std::vector<std::uint8_t>> collide_many(const Shape& a, std::span<const Pose> poses_a,
                                                           const Shape& b, std::span<const Pose> poses_b,
                                                           Context& context = thread_context());
BOXWOOD_API Result<std::vector<Distance>> distance_many(const Shape& a, std::span<const Pose> poses_a,
                                                        const Shape& b, std::span<const Pose> poses_b,
                                                        const DistanceOptions& options = {},
                                                        Context& context = thread_context());

} // namespace boxwood::api
