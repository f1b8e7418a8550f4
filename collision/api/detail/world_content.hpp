// What: the content of a world of the facade. Internal: not installed.
// Invariants: a record's pose is that of the layer below, bit for bit. `tree` has the boxes of all bodies but `stale` ones.
#pragma once

#include "collision/api/detail/body_tree.hpp"
#include "collision/api/world.hpp"
#include "collision/world/collision_world.hpp"

#include <functional>
#include <optional>
#include <shared_mutex>
#include <utility>
#include <vector>

namespace boxwood::api {

struct World::Content {
    struct Record {
        std::optional<Shape> shape; // none: the id is free
        BodyOptions options;
        std::uint64_t revision = 0; // of a mesh, as in the world
        std::uint64_t revision_in_tree = 0;
        Pose pose, pose_before; // now, and at the last step
        bool is_stale = false;  // in `stale`
        bool has_moved = false; // in `moved`
    };

    CollisionWorld world;
    StepOutput out;
    std::vector<Record> records;        // by id
    std::vector<std::uint64_t> serials; // by id, of the handles: close together, because every pair reads two
    std::vector<BodyId> meshes;         // bodies whose shape is a mesh, sorted
    std::function<bool(Body, Body)> filter;
    bool has_groups = false; // some body has other groups or another mask than the default
    bool has_round = false;  // a body has, or had, a sphere or capsule
    bool has_manifolds = false;
    std::size_t continuous_count = 0;
    std::vector<BodyId> moved; // since the last step

    // For questions about the world, which several threads may ask: they hold tree_lock as long as they read.
    std::shared_mutex tree_lock;
    detail::BodyTree tree;
    std::vector<BodyId> stale;
    std::uint64_t updates_in_tree = 0; // of all meshes, when the tree was refreshed

    std::vector<WorldPair> pairs;
    std::vector<TrianglePair> triangles;
    std::vector<ContactRegion> regions;
    std::vector<ContactPoint> points;
    std::vector<ContactEvent> contacts, contacts_before, began, persisted, ended;
    std::vector<WorldImpact> impacts;
    WorldStep result;

    Body body_of(BodyId id) const { return {id, serials[id]}; }
    const Record* find(Body body) const { return world.is_live(body) ? &records[body.id] : nullptr; }
    Status check(Body body) const;
    bool accepts(BodyPair pair) const;
    void note(Body body, const Shape& shape, std::uint64_t revision, const BodyOptions& options,
              const Pose& pose);
    void mark_stale(BodyId id);
    void mark_moved(BodyId id);
    Pose pose_in_layer(BodyId id) const;
    void place(BodyId id); // where the layer below has it
    Status set_margin(BodyId id);
    void refresh_tree(); // alone
    std::shared_lock<std::shared_mutex> read_tree();
    template <class Limit, class Visit>
    void visit_on_ray(const Ray& ray, const BodyFilter& wanted, const Limit& limit, const Visit& visit);
    void find_impacts();
    void forget_motion();
    void measure_round_pairs();
    void find_manifolds();
    // Calls run(i, context) for all i, on the executor's threads if there is one.
    template <class Run>
    void for_each(std::size_t count, const Run& run) {
        Executor* const executor = world.settings.executor.get();
        if (executor == nullptr) {
            for (std::size_t i = 0; i < count; ++i) run(i, thread_context());
            return;
        }
        constexpr std::size_t kChunk = 8;
        executor->parallel_for(count, kChunk, [&run](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) run(i, thread_context());
        });
    }
    void forget_mesh(BodyId id);
    void take_updates();
    void take_pairs();
    void compare_contacts();
};

} // namespace boxwood::api
