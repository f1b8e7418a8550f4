// What: a collision world: bodies, and a step in five stages: update hierarchies, update boxes, find pairs, find
//     contacts, find highlights.
// Frame: poses are world_from_body. Units: lengths as in the scene.
// Invariants: ids are small and stay valid until the body is removed. Other bodies can reuse them after the next
//     find_pairs. A handle never refers to another body, except that restore() with `is_copy` makes the handles of the
//     saved world refer to the copies of its bodies, too. A moved-from world equals a newly constructed one. After
//     step() without a predicate, out.pairs contains exactly the enabled pairs whose enlarged boxes overlap, in
//     ascending order. Any two shapes can be tested against each other, whatever their kinds, bounding volumes and
//     hierarchy types.
// Degenerate input: each of the following returns an Error and leaves the world unchanged: a transform that
//     check_transform rejects; a scaled or mirrored polytope or compound; a margin that is negative, NaN or above 1e15;
//     an unknown id, algorithm name or BoxKind; a handle of a removed body; more bodies than the broad phase can hold;
//     for step() and query_pair(), settings that check_settings rejects; for query_pair(), a disabled body or pair.
// Cost: update_boxes takes O(bodies) time, most of it for bodies that moved. The broad phase takes O(bodies + endpoint
//     swaps) time with sweep and prune; the narrow phase takes O(pairs) time. After sizes have stopped growing, memory
//     is allocated only by rebuilds of hierarchies and shells, by searches for self-contacts, and for the caches of new
//     pairs with a compound or mesh.
// Source: [Cohen 1995] section 3.
// Oracle: for pairs, tests of all pairs of boxes; for contacts, the optimality certificate and tests of all pairs of
//     triangles.
#pragma once

#include "collision/broad_phase/any_broad_phase.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "collision/narrow_phase/compound/compound_query.hpp"
#include "collision/volumes/body_boxes.hpp"
#include "collision/world/body.hpp"
#include "collision/world/pairs/pair_filter.hpp"
#include "collision/world/step_output.hpp"
#include "collision/world/world_settings.hpp"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace boxwood {

// Returns milliseconds since an arbitrary fixed moment. The library itself reads no clock.
using Clock = double (*)();

class WorldState; // world_state.hpp

// Returns whether a candidate pair is accepted. Called serially, in the order of the pairs.
using PairPredicate = std::function<bool(BodyPair)>;

class CollisionWorld {
  public:
    CollisionWorld();
    ~CollisionWorld();
    CollisionWorld(CollisionWorld&&) noexcept;
    CollisionWorld& operator=(CollisionWorld&&) noexcept;

    WorldSettings settings;

    // Adds all bodies, or none if there is an Error.
    Result<std::vector<BodyHandle>> add_bodies(std::span<const BodyDesc> bodies);
    Result<BodyHandle> add_body(const BodyDesc& body);
    // Also discards the cached data and the settings of set_pair_enabled for the pairs of the body.
    Status remove_body(BodyRef body);
    Status set_transform(BodyRef body, const Transform& transform);
    // Replaces the shape at the same transform. Joints return to rest. Pairs of the body whose boxes do not overlap at
    // the time of the call lose their cached features. The other pairs keep theirs, although they come from the old
    // shape: a cache affects only the cost, never whether the bodies are in contact. It is an Error to replace the
    // shape of a deforming body.
    Status set_shape(BodyRef body, std::shared_ptr<Shape> shape);
    Status set_box_kind(BodyRef body, BoxKind kind);
    Status set_margin(BodyRef body, double margin);

    // Only for deforming bodies: sets the new positions of all vertices, in the body's frame. They replace the
    // current positions at the next update_hierarchies.
    Status set_vertices(BodyRef body, std::span<const glm::vec3> positions);

    // Only for compound bodies. The position is in radians, or a length for a prismatic joint. It must be within the
    // joint's limits and takes effect at the next update_boxes.
    Status set_joint_position(BodyRef body, std::uint32_t joint, double position);
    // Finds contacts and closest parts among the parts of one body, except for pairs that its hull hierarchy
    // disables. Points are in the body's frame. The poses of the parts are from the last update_boxes.
    Status self_collide(BodyRef body, CompoundResult& out) const;

    // A pair is reported only if the pair and both bodies are enabled and at least one body is not fixed. The narrow
    // phase does no work for other pairs. Changes take effect at the next find_pairs. A fixed body can still be moved.
    Status set_body_enabled(BodyRef body, bool enabled);
    Status set_body_fixed(BodyRef body, bool fixed);
    Status set_pair_enabled(BodyRef a, BodyRef b, bool enabled);
    // For all pairs, also those of bodies that are added later. Overrides earlier calls of set_pair_enabled.
    void set_all_pairs_enabled(bool enabled);
    // Whether the pair can be reported. False if a body is missing or disabled, if both bodies are fixed, if both are
    // the same body, or if the pair itself is disabled.
    bool is_pair_enabled(BodyPair pair) const;
    const PairFilter& pair_filter() const { return pair_filter_; }

    // Select the algorithms and the settings of the broad phase. Can be called at any time: pairs, events and cached
    // features carry over.
    Status set_broad_phase(std::string_view name);
    Status set_broad_phase_settings(const BroadPhaseSettings& broad_settings);
    const BroadPhaseSettings& broad_phase_settings() const { return broad_phase_.settings(); }
    Status set_narrow_phase(std::string_view name); // for pairs of polytopes or parts
    std::string_view broad_phase_name() const;
    std::string_view narrow_phase_name() const { return narrow_phase_->name; }

    // For values that are valid by construction, such as the results of an integrator. Input that set_transform,
    // set_margin or set_joint_position rejects ends the process.
    void set_valid_transform(BodyId id, const Transform& transform);
    void set_valid_margin(BodyId id, double margin);
    void set_valid_joint_position(BodyId id, std::uint32_t joint, double position);

    std::span<const Body> bodies() const { return bodies_; } // index = id; free ids have no shape
    std::span<const Aabb> boxes() const { return boxes_; }
    bool is_live(BodyRef body) const {
        return body.id < bodies_.size() && bodies_[body.id].shape != nullptr &&
               (!body.is_handle || bodies_[body.id].serial == body.serial);
    }
    std::size_t body_count() const { return body_count_; }

    // Returns ok, or an Error that states the defect: a relative margin that is negative, NaN or above 1e6, an unknown
    // start, or a mesh_query that check_request rejects.
    Status check_settings() const;

    // The stages of a step. Each fills its section of io_out. update_hierarchies does nothing unless vertices were set.
    // find_contacts also finds self-contacts. Every build checks that the settings are valid and that the stages run in
    // this order. These changes require that the stages start again from update_boxes: adding or removing a body; a
    // change of a body's transform, shape, joint position, box kind or margin, of whether a body or pair is enabled or
    // a body is fixed, or of the broad phase or its settings. After set_vertices, start from update_hierarchies.
    void update_hierarchies(StepOutput& io_out);
    void update_boxes(StepOutput& io_out);
    void find_pairs(StepOutput& io_out);
    void find_contacts(StepOutput& io_out);
    // Finds the intersecting triangles of solids in contact, for display, if the settings enable it. A second call
    // finds the same triangles, and its tests are added to the counters again.
    void find_highlights(StepOutput& io_out);

    // Clears `out` and runs the five stages. `clock` measures their times, which stay 0 if it is null. If
    // check_settings rejects the settings, clears `out`, runs no stage and returns an Error.
    Status step(StepOutput& out, Clock clock = nullptr);
    // As above, but pairs that `accepts` rejects are not in out.pairs, and no contacts are found for them. out.entered
    // and out.left still list them. Meant for rules that change from step to step; for other rules, set_pair_enabled is
    // cheaper.
    Status step(StepOutput& out, const PairPredicate& accepts, Clock clock = nullptr);

    // Saves everything that later steps depend on: bodies with their joints and deformed vertices, hierarchies,
    // settings without the executor, broad phase, warm starts. After restore(), the n-th step with the same inputs
    // gives the same output and counters as the n-th step after save(). The executor of the world stays. Bodies get
    // back the shapes that they had at save(); shapes are shared, not copied, so a shape that was declared solid stays
    // solid. The shape of a deforming body is part of the state: it is solid again if and only if it was solid at
    // save(). Handles that were valid at save() are valid again. Call only between steps. If the state is restored into
    // a second world while the first one continues, pass `is_copy` = true, which copies joints and deforming surfaces;
    // otherwise both worlds share them.
    WorldState save() const;
    void restore(const WorldState& state, bool is_copy = false); // the state must come from this process

    // Tests two bodies at their current poses, even if their boxes do not overlap. Clears `out` and stores the result
    // as the only element of out.pairs. Returns an Error and leaves `out` unchanged if an id is unknown, if both bodies
    // are the same or fixed, if a body or the pair is disabled, or if check_settings rejects the settings. Joints have
    // their positions of the last update_boxes.
    Status query_pair(BodyRef a, BodyRef b, StepOutput& out) const;

  private:
    struct Stages;
    void find_contacts_of_accepted(const PairPredicate& accepts, StepOutput& io_out);
    Status check_live(BodyRef body) const;
    Status check_pair(BodyRef a, BodyRef b) const;
    Status check_parts(BodyRef body) const;
    double margin_of(const Body& body) const;
    void find_self_contacts(StepOutput& io_out);
    void apply_transform(BodyId id, const Transform& transform);
    void mark_moved(BodyId id);
    void fill_broad_phase();
    void take_over_pairs(StepOutput& io_out);
    void swap(CollisionWorld& other) noexcept;

    std::vector<Body> bodies_;
    std::vector<Aabb> boxes_;
    std::vector<std::uint8_t> is_box_stale_; // by body: its box is out of date
    std::vector<BodyId> free_ids_;           // ready for reuse
    std::vector<BodyId> removed_ids_;        // free after the next find_pairs
    std::size_t body_count_ = 0;
    std::uint32_t generations_ = 0;
    PairFilter pair_filter_;
    AnyBroadPhase broad_phase_;
    const NarrowPhase* narrow_phase_ = &kAllNarrowPhases.front();
    std::unique_ptr<Stages> stages_; // state that persists from step to step
};

inline constexpr std::uint64_t kHashSeed = 0xCBF29CE484222325u; // the hash of an empty sequence
// A hash of the ids, transforms and joint positions of all live bodies and of the vertices of deforming bodies. If all
// of these are bit-identical in two worlds, the hashes are equal. FNV-1a, 64 bits.
std::uint64_t state_hash(const CollisionWorld& world, std::uint64_t seed = kHashSeed);
std::uint64_t hash_bytes(std::uint64_t hash, const void* data, std::size_t size);

} // namespace boxwood
