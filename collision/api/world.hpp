// What: a world of many bodies. In each step, a broad phase finds candidate pairs and a narrow phase finds their
//       contacts.
// Frame: poses are world_from_shape; results are in world space.
// Units: lengths as in the caller's scene.
// Invariants: step() reports every pair of bodies in contact, even if neither body moved since the last step. It does
//             not report pairs that are excluded by BodyOptions::is_fixed, by the groups or by the pair filter. The
//             pairs are sorted by ids and have the same bits on any number of threads. The handle of a removed body
//             never refers to another body. If a mesh is updated, steps use the new shape from the next step on. The
//             world has no dynamics: the caller moves bodies and responds to contacts. Queries on the world (ray_cast,
//             nearest, ...) use the poses and shapes at the time of the call. If several bodies are equally good
//             answers, a query returns the body with the lowest id; ray_cast_any() can return any of them.
// Threads: several threads can query one world at the same time, while no thread changes it or runs a step. Worlds on
//          different threads can share shapes. A query that runs while another thread updates a mesh can miss bodies
//          with that mesh; queries that start after the update do not.
// Degenerate input: the following are Errors that change nothing: an unknown or removed body; a pose that shears; a
//             scaled convex shape or compound as a body; a sphere or capsule that is scaled non-uniformly; a margin
//             that is negative, NaN or beyond 1e15; for a sphere or capsule, a sum of margin and scaled radius above
//             (1 - 2^-20) 1e15; and an unknown name of a broad phase or narrow phase. Meshes can be scaled, also
//             non-uniformly. The process ends for a NaN or negative option of nearest(), and for a non-uniformly scaled
//             sphere or capsule as the argument of nearest() or overlapping().
// Cost: with the default broad phase, a step takes O(bodies + candidate pairs) time; a body that did not move adds
//       little. After the arrays have grown to their final size, only three parts of a step allocate memory: manifolds,
//       pairs with spheres or capsules, and impacts. A step computes the time of impact of a pair if at least one of
//       the bodies is continuous, at least one (possibly the same) has moved, and the swept boxes overlap. A query
//       visits O(log n) boxes and the shapes in them. The first query after changes also updates the tree, in O(log n)
//       time per changed body.
// Oracle: collide() for all pairs of bodies; queries on each body separately (tests/collision/api/world_test.cpp and
//         world_questions_test.cpp).
#pragma once

#include "collision/api/pose.hpp"
#include "collision/api/probe.hpp"
#include "collision/api/query.hpp"
#include "collision/api/shape.hpp"
#include "collision/api/time_of_impact.hpp"
#include "collision/core/export.hpp"
#include "collision/core/ids.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood::api {

using Body = boxwood::BodyHandle;

struct BodyOptions {
    bool is_fixed = false; // two fixed bodies form no pair; a fixed body can still be moved
    // Bit masks. Two bodies a and b form a pair only if a.groups & b.mask and b.groups & a.mask are both nonzero.
    std::uint32_t groups = 1, mask = ~std::uint32_t{0};
    void* user_data = nullptr;
    double margin = 0.0; // enlarges the body's box on every side, so that pairs are reported earlier
    // If true, WorldStep::impacts lists the impacts during the body's motion since the last step, so that a fast body
    // cannot pass through another body without being reported.
    bool is_continuous = false;
    // If true, the contacts of the body are reported without a manifold, and queries ignore the body unless
    // BodyFilter::with_sensors is set.
    bool is_sensor = false;
};

// Two bodies whose boxes, enlarged by their margins, overlap.
struct WorldPair {
    Body a, b; // a.id < b.id
    bool in_contact = false;
    // True for two solids that are not meshes, and for pairs with a sphere or capsule. `distance` and the closest
    // points are then set; if the distance is 0, both are the same point. For other pairs with a mesh,
    // `triangles` lists intersecting pairs of triangles instead: at most one, or all after set_all_triangles(true).
    bool has_distance = false;
    double distance = 0.0;
    Vec3 point_a, point_b;
    Feature feature_a, feature_b;
    std::span<const TrianglePair> triangles; // valid until the next step
    bool is_sensor = false;                  // whether either body is a sensor
    // The answer of contacts(), if set_manifolds(true) was called, the pair is in contact and neither body is a sensor;
    // empty otherwise. ContactRegion::first_point is an index into `points` of this pair. The triangles of the regions
    // are not kept, so first_triangle and triangle_count are 0. Valid until the next step.
    std::span<const ContactRegion> regions;
    std::span<const ContactPoint> points;
};

struct ContactEvent {
    Body a, b; // a.id < b.id
    friend bool operator==(const ContactEvent&, const ContactEvent&) = default;
};

// Two bodies, at least one of them continuous, that touched while moving from the poses of the last step to the current
// ones, or for which the search was not completed.
struct WorldImpact {
    Body a, b; // a.id < b.id
    // The status is `impact`, `starts_in_contact` (at the poses of the last step; for a teleported body, at its new
    // pose) or `iteration_limit` (later times were not examined).
    TimeOfImpact impact;
};

// The results of one step; valid until the next step.
struct WorldStep {
    std::span<const WorldPair> pairs; // sorted by ids
    // began: contacts that did not exist in the previous step. persisted: contacts that also existed in the previous
    // step. ended: contacts of the previous step that do not exist in this one. Each list is sorted by ids.
    std::span<const ContactEvent> began, persisted, ended;
    std::size_t contact_count = 0;        // number of pairs in contact
    std::span<const WorldImpact> impacts; // sorted by time, then by ids
};

// Selects the bodies that a query considers.
struct BodyFilter {
    // As in BodyOptions, as if the query were a body.
    std::uint32_t groups = ~std::uint32_t{0}, mask = ~std::uint32_t{0};
    bool with_sensors = false;
    Body except{}; // this body is ignored
};

struct WorldRayHit {
    Body body;
    RayHit hit;
    explicit operator bool() const { return hit.hit; }
};
struct WorldDistance {
    Body body;
    Distance distance; // point_b and feature_b belong to the body
    explicit operator bool() const { return distance.found; }
};
struct WorldClosest {
    Body body;
    Closest closest;
    explicit operator bool() const { return closest.found; }
};
struct WorldSweep {
    Body body;
    TimeOfImpact impact; // b is the body's shape
    explicit operator bool() const { return static_cast<bool>(impact); }
};

class BOXWOOD_API World {
  public:
    // With an executor, steps use its threads.
    explicit World(std::shared_ptr<Executor> executor = nullptr);
    ~World();
    World(World&& other) noexcept; // a moved-from world can only be assigned to or destroyed
    World& operator=(World&& other) noexcept;

    struct NewBody {
        Shape shape;
        Pose pose;
        BodyOptions options{};
    };
    Result<Body> add(const Shape& shape, const Pose& pose, const BodyOptions& options = {});
    // Adds all bodies, or none if the result is an Error.
    Result<std::vector<Body>> add(std::span<const NewBody> bodies);
    Status remove(Body body);

    // WorldStep::impacts assumes that the body moves to the new pose at constant velocity, from its pose at the last
    // step or from the pose of a later teleport(). In this motion, the body rotates about the origin of its frame, in
    // the direction of the smaller angle. If the scales of these two poses differ, the body has no motion, as after
    // teleport().
    Status set_pose(Body body, const Pose& pose);
    // Sets the pose without a motion: the body has no impacts between the previous pose and the new one. It can have
    // impacts at the new pose, with bodies that touch it there or move against it.
    Status teleport(Body body, const Pose& pose);
    Status set_shape(Body body, const Shape& shape);
    Status set_fixed(Body body, bool is_fixed);
    Status set_groups(Body body, std::uint32_t groups, std::uint32_t mask);
    Status set_user_data(Body body, void* user_data);

    std::vector<Body> bodies() const; // sorted by id
    bool contains(Body body) const;
    std::size_t body_count() const;
    // The pose is recomputed from quaternion, translation and scale: its columns can differ by rounding from those of
    // the pose that was set.
    Result<Pose> pose(Body body) const;
    Result<Shape> shape(Body body) const;
    Result<void*> user_data(Body body) const;

    // Each step calls the filter for every candidate pair whose groups match, and ignores the pair if the filter
    // returns false. The step calls the filter again for the candidate pairs of impacts. All calls are made by the
    // thread that calls step(). An empty filter accepts all pairs.
    void set_pair_filter(std::function<bool(Body a, Body b)> filter);
    // true: WorldPair::triangles lists all intersecting pairs of triangles. false, the default: it lists one of them.
    void set_all_triangles(bool wanted);
    // true: pairs in contact have regions and points. The default is false.
    void set_manifolds(bool wanted);
    // The names are those printed by `boxwood list broad-phases` and `boxwood list narrow-phases`. The broad phase does
    // not affect results. The narrow phase can change closest points, features and distances within rounding, and which
    // of several equally close features are found.
    Status set_broad_phase(std::string_view name);
    Status set_narrow_phase(std::string_view name);

    const WorldStep& step();

    // Queries on all bodies that the filter accepts. Ray casts, closest_point() and sweep() correspond to the functions
    // with these names for a single shape. ray_cast_any() returns any hit; ray_cast_all() returns all hits, sorted by
    // t, then by body and triangle.
    Result<WorldRayHit> ray_cast(const Ray& ray, const BodyFilter& filter = {}) const;
    Result<WorldRayHit> ray_cast_any(const Ray& ray, const BodyFilter& filter = {}) const;
    Result<std::vector<WorldRayHit>> ray_cast_all(const Ray& ray, const BodyFilter& filter = {}) const;
    // The body with the smallest distance from a shape, up to the cutoff. With a tolerance above 0, the distance can
    // exceed the smallest one by this fraction.
    WorldDistance nearest(const Shape& shape, const Pose& pose, const DistanceOptions& options = {},
                          const BodyFilter& filter = {}) const;
    Result<WorldClosest> closest_point(const Vec3& point, const ClosestOptions& options = {},
                                       const BodyFilter& filter = {}) const;
    // The bodies that collide with a shape, sorted by id.
    std::vector<Body> overlapping(const Shape& shape, const Pose& pose, const BodyFilter& filter = {}) const;
    // The first body that a translated shape touches, or approaches to within the tolerance. If the search was not
    // completed, the status is iteration_limit.
    Result<WorldSweep> sweep(const Shape& shape, const Pose& pose, const Vec3& displacement,
                             const ImpactOptions& options = {}, const BodyFilter& filter = {}) const;

    // Writes the shapes, the bodies, the settings and the contacts of the last step to a file. The next step of the
    // loaded world therefore reports the same began, persisted and ended contacts as the next step of the saved world,
    // except contacts of bodies that were removed after the last step. User data, the hierarchies of meshes, the pair
    // filter and the executor are not saved. The file has a version and a checksum. Loading a damaged file or a file of
    // another kind is an Error. The loaded bodies have new handles. bodies() lists the bodies of both worlds in the
    // same order.
    Status save(const std::string& path) const;
    static Result<World> load(const std::string& path, std::shared_ptr<Executor> executor = nullptr);

    // Frees the arrays of the results, which the next step would reuse. Invalidates the results of the last step.
    void release_scratch();

  private:
    struct Content;
    Content& content() const;
    std::unique_ptr<Content> content_;
};

} // namespace boxwood::api
