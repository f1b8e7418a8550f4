// What: many bodies: a broad phase finds candidate pairs, a narrow phase their contacts, step by step.
// Frame: poses are world_from_shape; results are in the world.
// Units: lengths as in the caller's scene.
// Invariants: step() reports every pair of bodies in contact, whatever moved since the last step, in ascending order of
//             the bodies and with the same bits on any number of threads. A body's handle never names another body. A body
//             of a mesh that was updated has the new shape from the next step on. The world has no dynamics: the caller
//             moves bodies and responds. Questions about the world (ray_cast, nearest, ...) see the bodies where they are at
//             the call; of equal answers they give the body with the lowest id.
// Threads: several threads may ask one world at once, while none changes it or runs a step. Different worlds may share shapes
//             and run at once. While another thread updates a mesh, a question may miss that mesh; later questions do not.
// Degenerate input: an unknown or removed body, a pose that shears, a scaled solid (a sphere or capsule may be scaled alike in
//             all directions), and an unknown name are Errors that change nothing.
// Cost: a step takes O(bodies that moved + candidate pairs); nothing is allocated once sizes settle. Continuous bodies that
//             moved add a time of impact per candidate; a question O(log n) boxes and the shapes in them.
// Oracle: all pairs of bodies by collide(); all bodies one by one (tests/collision/api/world_test.cpp and
//             world_questions_test.cpp).
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
    bool is_fixed = false; // two fixed bodies make no pair; a fixed body can still be moved
    // Two bodies make a pair if each has a group that the other's mask accepts.
    std::uint32_t groups = 1, mask = ~std::uint32_t{0};
    void* user_data = nullptr;
    double margin = 0.0; // by which the body's box is enlarged on every side: pairs are reported sooner
    // Its motion since the last step is searched for impacts, at any speed: WorldStep::impacts.
    bool is_continuous = false;
    // Its contacts are reported, but they have no manifold, and rays and other questions pass through it.
    bool is_sensor = false;
};

// Two bodies whose boxes overlap.
struct WorldPair {
    Body a, b; // a.id < b.id
    bool in_contact = false;
    // Of two solids: the distance and the closest points, or the distance 0 and a common point. Of a pair with a mesh:
    // has_distance is false, and triangles names what intersects.
    bool has_distance = false;
    double distance = 0.0;
    Vec3 point_a, point_b;
    Feature feature_a, feature_b;
    std::span<const TrianglePair> triangles; // valid until the next step
    bool is_sensor = false;                  // of either body
    // Of a pair in contact, with set_manifolds(true) and no sensor: as of contacts(). first_point counts from the first of
    // these points. Ids of points stay the same while the same features touch. Valid until the next step.
    std::span<const ContactRegion> regions;
    std::span<const ContactPoint> points;
};

struct ContactEvent {
    Body a, b; // a.id < b.id
    friend bool operator==(const ContactEvent&, const ContactEvent&) = default;
};

// Two bodies, one of them continuous, that touched on their way from the poses of the last step to the present ones.
struct WorldImpact {
    Body a, b; // a.id < b.id
    // impact; starts_in_contact at the poses of the last step; or iteration_limit: nothing is known about later times.
    TimeOfImpact impact;
};

// What one step found; valid until the next step.
struct WorldStep {
    std::span<const WorldPair> pairs; // ascending
    // Contacts that were not there at the last step, that were, and that are no more; ascending.
    std::span<const ContactEvent> began, persisted, ended;
    std::size_t contact_count = 0;        // of the pairs
    std::span<const WorldImpact> impacts; // by time, then by bodies
};

// Which bodies a question is about.
struct BodyFilter {
    std::uint32_t groups = ~std::uint32_t{0}, mask = ~std::uint32_t{0}; // as of a body
    bool with_sensors = false;
    Body except{}; // is left out
};

struct WorldRayHit {
    Body body;
    RayHit hit;
    explicit operator bool() const { return hit.hit; }
};
struct WorldDistance {
    Body body;
    Distance distance; // point_b, feature_b are of the body
    explicit operator bool() const { return distance.found; }
};
struct WorldClosest {
    Body body;
    Closest closest;
    explicit operator bool() const { return closest.found; }
};
struct WorldSweep {
    Body body;
    TimeOfImpact impact; // b is the body
    explicit operator bool() const { return static_cast<bool>(impact); }
};

class BOXWOOD_API World {
  public:
    // With an executor, steps use its threads.
    explicit World(std::shared_ptr<Executor> executor = nullptr);
    ~World();
    World(World&& other) noexcept; // the moved-from world may be assigned to or destroyed
    World& operator=(World&& other) noexcept;

    struct NewBody {
        Shape shape;
        Pose pose;
        BodyOptions options{};
    };
    Result<Body> add(const Shape& shape, const Pose& pose, const BodyOptions& options = {});
    // All or none. Faster than one by one.
    Result<std::vector<Body>> add(std::span<const NewBody> bodies);
    Status remove(Body body);

    // A continuous body moves from its pose at the last step to the new one, by the shorter rotation about its origin, at
    // constant velocity. A new scale is no motion: the body is at rest at the new pose, as after teleport.
    Status set_pose(Body body, const Pose& pose);
    // The body is there at once: nothing on its way is hit.
    Status teleport(Body body, const Pose& pose);
    Status set_shape(Body body, const Shape& shape);
    Status set_fixed(Body body, bool is_fixed);
    Status set_groups(Body body, std::uint32_t groups, std::uint32_t mask);
    Status set_user_data(Body body, void* user_data);

    std::vector<Body> bodies() const; // by id
    bool contains(Body body) const;
    std::size_t body_count() const;
    Result<Pose> pose(Body body) const; // as quaternion, translation and scale
    Result<Shape> shape(Body body) const;
    Result<void*> user_data(Body body) const;

    // Called for each candidate pair whose groups match, in each step; false leaves the pair out. Empty: all are taken.
    void set_pair_filter(std::function<bool(Body a, Body b)> filter);
    // Pairs with a mesh name all triangles that intersect, instead of one pair.
    void set_all_triangles(bool wanted);
    // Pairs in contact have regions and points.
    void set_manifolds(bool wanted);
    // By name: boxwood list broad-phases, narrow-phases. Results stay the same.
    Status set_broad_phase(std::string_view name);
    Status set_narrow_phase(std::string_view name);

    const WorldStep& step();

    // As the functions of the same names, over all bodies that the filter takes. `any` gives some hit, `all` each hit by t,
    // then by body and triangle.
    Result<WorldRayHit> ray_cast(const Ray& ray, const BodyFilter& filter = {}) const;
    Result<WorldRayHit> ray_cast_any(const Ray& ray, const BodyFilter& filter = {}) const;
    Result<std::vector<WorldRayHit>> ray_cast_all(const Ray& ray, const BodyFilter& filter = {}) const;
    // The body with the least distance from a shape, up to the cutoff.
    WorldDistance nearest(const Shape& shape, const Pose& pose, const DistanceOptions& options = {},
                          const BodyFilter& filter = {}) const;
    Result<WorldClosest> closest_point(const Vec3& point, const ClosestOptions& options = {},
                                       const BodyFilter& filter = {}) const;
    // The bodies that collide with a shape, by id.
    std::vector<Body> overlapping(const Shape& shape, const Pose& pose, const BodyFilter& filter = {}) const;
    // The first body that a shape in translation meets.
    Result<WorldSweep> sweep(const Shape& shape, const Pose& pose, const Vec3& displacement,
                             const ImpactOptions& options = {}, const BodyFilter& filter = {}) const;

    // A file with shapes, bodies, settings and the contacts of the last step, so that the next one reports the same
    // changes. User data, the pair filter and the executor are not in it. It has a version and a checksum; a file that is none
    // or is damaged is an Error. Bodies keep their order, with new handles: bodies().
    Status save(const std::string& path) const;
    static Result<World> load(const std::string& path, std::shared_ptr<Executor> executor = nullptr);

    // Frees the arrays that the world keeps for the next step. What the last step returned is no longer valid.
    void release_scratch();

  private:
    struct Content;
    Content& content() const;
    std::unique_ptr<Content> content_;
};

} // namespace boxwood::api
