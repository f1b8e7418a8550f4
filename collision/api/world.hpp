// What: many bodies: a broad phase finds candidate pairs, a narrow phase their contacts, step by step.
// Frame: poses are world_from_shape; results are in the world.
// Units: lengths as in the caller's scene.
// Invariants: step() reports every pair of bodies in contact, whatever moved since the last step, in ascending order of
//             the bodies and with the same bits on any number of threads. A body's handle never names another body. A body
//             of a mesh that was updated has the new shape from the next step on. The world has no dynamics: the caller
//             moves bodies and responds.
// Degenerate input: an unknown or removed body, a pose that shears, a scaled solid, and an unknown name are Errors that
//             change nothing.
// Cost: a step takes O(bodies that moved + candidate pairs); nothing is allocated once sizes settle.
// Oracle: all pairs of bodies by collide() (tests/collision/api/world_test.cpp).
#pragma once

#include "collision/api/pose.hpp"
#include "collision/api/query.hpp"
#include "collision/api/shape.hpp"
#include "collision/core/ids.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
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
};

struct ContactEvent {
    Body a, b; // a.id < b.id
    friend bool operator==(const ContactEvent&, const ContactEvent&) = default;
};

// What one step found; valid until the next step.
struct WorldStep {
    std::span<const WorldPair> pairs; // ascending
    std::span<const ContactEvent> began,
        ended;                     // contacts that were not there at the last step, or are no more; ascending
    std::size_t contact_count = 0; // of the pairs
};

class World {
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

    Status set_pose(Body body, const Pose& pose);
    Status set_shape(Body body, const Shape& shape);
    Status set_fixed(Body body, bool is_fixed);
    Status set_groups(Body body, std::uint32_t groups, std::uint32_t mask);
    Status set_user_data(Body body, void* user_data);

    bool contains(Body body) const;
    std::size_t body_count() const;
    Result<Pose> pose(Body body) const; // as quaternion, translation and scale
    Result<Shape> shape(Body body) const;
    Result<void*> user_data(Body body) const;

    // Called for each candidate pair whose groups match, in each step; false leaves the pair out. Empty: all are taken.
    void set_pair_filter(std::function<bool(Body a, Body b)> filter);
    // Pairs with a mesh name all triangles that intersect, instead of one pair.
    void set_all_triangles(bool wanted);
    // By name: boxwood list broad-phases, narrow-phases. Results stay the same.
    Status set_broad_phase(std::string_view name);
    Status set_narrow_phase(std::string_view name);

    const WorldStep& step();

  private:
    struct Content;
    Content& content() const;
    std::unique_ptr<Content> content_;
};

} // namespace boxwood::api
