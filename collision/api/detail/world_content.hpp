// What: the content of a world of the facade. Internal: not installed.
// Invariants: the pose of a record has the same bits as in the layer below. `tree` has the current boxes of all bodies
//             except those in `stale` and those whose mesh was updated since refresh_tree().
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
        std::uint64_t revision = 0;         // for a mesh: the revision that `world` contains
        std::uint64_t revision_in_tree = 0; // for a mesh: the revision when its box in `tree` was computed
        Pose pose, pose_before; // now, and at the last step
        bool is_stale = false;  // listed in `stale`
        bool has_moved = false; // listed in `moved`
    };

    CollisionWorld world;
    StepOutput out;
    std::vector<Record> records;        // by id
    // Serials of the handles, by id. A separate array for locality, because every pair reads two of them.
    std::vector<std::uint64_t> serials;
    std::vector<BodyId> meshes;         // bodies whose shape is a mesh, sorted
    std::function<bool(Body, Body)> filter;
    bool may_have_groups = false; // a body has, or had, groups or a mask that can differ from the default
    bool may_have_round = false;  // a body has, or had, a sphere or capsule
    bool wants_manifolds = false;
    std::size_t continuous_count = 0;
    std::vector<BodyId> moved; // since the last step
    std::size_t removed_count = 0; // bodies whose ids `world` has not freed yet

    // For queries on the world, which can run on several threads. A query holds tree_lock while it reads the tree.
    std::shared_mutex tree_lock;
    detail::BodyTree tree;
    std::vector<BodyId> stale;
    std::uint64_t update_count_in_tree = 0; // update_count() when the tree was refreshed

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
    void set_record(Body body, const Shape& shape, std::uint64_t revision, const BodyOptions& options,
                    const Pose& pose);
    void mark_stale(BodyId id);
    void mark_moved(BodyId id);
    Pose pose_in_layer(BodyId id) const;
    void copy_pose(BodyId id); // from the layer below
    Status set_margin(BodyId id);
    void refresh_tree(); // requires that no other thread uses the tree
    std::shared_lock<std::shared_mutex> read_tree();
    template <class Limit, class Visit>
    void visit_on_ray(const Ray& ray, const BodyFilter& wanted, const Limit& limit, const Visit& visit);
    void find_impacts();
    void clear_motion();
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
    void remove_mesh(BodyId id);
    void apply_mesh_updates();
    void free_ids(); // of removed bodies, if they are many
    void convert_pairs();
    void compare_contacts();
};

} // namespace boxwood::api
