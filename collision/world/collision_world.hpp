// What: bodies and the collision stages over them: update boxes, find pairs, find contacts, find highlights.
// Frame: poses are world_from_body. Units: lengths as in the scene.
// Invariants: ids are small, stay valid until removal, and may be reused after the next find_pairs; handles never name another
//             body, in whatever world. A world that was moved from is as a new one. After step(), out.pairs is exactly the
//             enabled pairs whose (fattened) boxes overlap, in ascending order. Shapes of all kinds, volumes and types meet each
//             other.
// Degenerate input: a non-finite pose, a scaled or mirrored polytope, an unknown id or name, a handle of a removed body, settings
//             that check_settings refuses, or a question about what is disabled is an Error, and the world stays as it was.
// Cost: update O(bodies that moved), broad O(bodies + exchanges), narrow O(pairs). Nothing is allocated once sizes
//       settle.
// Source: [Cohen 1995] section 3. Oracle: all pairs of boxes on pairs, the optimality certificate and all pairs of triangles on contacts.
#pragma once

#include "collision/broad_phase/any_broad_phase.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "collision/narrow_phase/compound/compound_query.hpp"
#include "collision/volumes/body_boxes.hpp"
#include "collision/world/body.hpp"
#include "collision/world/pair_filter.hpp"
#include "collision/world/step_output.hpp"
#include "collision/world/world_settings.hpp"

#include <memory>
#include <span>
#include <vector>

namespace boxwood {

// Milliseconds from any fixed moment; the library itself reads no clock.
using Clock = double (*)();

class CollisionWorld {
  public:
    CollisionWorld();
    ~CollisionWorld();
    CollisionWorld(CollisionWorld&&) noexcept;
    CollisionWorld& operator=(CollisionWorld&&) noexcept;

    WorldSettings settings;

    // All or none; many at once cost one sort instead of one insertion each.
    Result<std::vector<BodyHandle>> add_bodies(std::span<const BodyDesc> bodies);
    Result<BodyHandle> add_body(const BodyDesc& body);
    Status remove_body(BodyRef body); // with all that was said of it and its pairs
    Status set_transform(BodyRef body, const Transform& transform);
    // Another shape in the same place: with joints at rest, and with all that was said of the body and its pairs.
    Status set_shape(BodyRef body, std::shared_ptr<Shape> shape);
    Status set_box_kind(BodyRef body, BoxKind kind);
    Status set_margin(BodyRef body, double margin);

    // Of bodies that consist of parts. A position (radians, or lengths of a prismatic joint) counts from the
    // next update_boxes on, and must be within the limits.
    Status set_joint_position(BodyRef body, std::uint32_t joint, double position);
    // Contacts and closest parts of one body among its own parts, but for the pairs that its tree disables.
    // Points in the body's frame, as of the last update_boxes.
    Status self_collide(BodyRef body, CompoundResult& out) const;

    // What may meet: a pair that is enabled, of bodies that are, of which one at least is not fixed. Counts from the
    // next find_pairs on. What is fixed costs nothing per pair, however many there are; it may still be placed.
    Status set_body_enabled(BodyRef body, bool enabled);
    Status set_body_fixed(BodyRef body, bool fixed);
    Status set_pair_enabled(BodyRef a, BodyRef b, bool enabled);
    void set_all_pairs_enabled(bool enabled);  // also of bodies still to come
    // False where one of the two is not in the world, or both are one body.
    bool is_pair_enabled(BodyPair pair) const;
    const PairFilter& pair_switches() const { return pair_filter_; }

    // Algorithms by name, at any time: pairs, events and cached features go on as if nothing had happened.
    Status set_broad_phase(std::string_view name);
    Status set_broad_phase_settings(const BroadPhaseSettings& broad_settings);
    const BroadPhaseSettings& broad_phase_settings() const { return broad_phase_.settings(); }
    Status set_narrow_phase(std::string_view name); // for pairs of polytopes
    std::string_view broad_phase_name() const;
    std::string_view narrow_phase_name() const { return narrow_phase_->name; }

    // For values that are valid by construction, as an integrator's: what the ones above refuse ends the process here.
    void place(BodyId id, const Transform& transform);
    void place_margin(BodyId id, double margin);
    void place_joint_position(BodyId id, std::uint32_t joint, double position);

    std::span<const Body> bodies() const { return bodies_; } // index = id; free ids have no shape
    std::span<const Aabb> boxes() const { return boxes_; }
    bool is_live(BodyRef body) const {
        return body.id < bodies_.size() && bodies_[body.id].shape != nullptr &&
               (!body.is_handle || bodies_[body.id].serial == body.serial);
    }
    std::size_t body_count() const { return body_count_; }

    // Ok, or what is wrong with the settings: a tolerance or margin that is negative or not a number, no triangle test, an
    // unknown mode, test, descent or start.
    Status check_settings() const;

    // The stages. Each fills its part of io_out. Requires, checked in every build: settings that check_settings accepts, and
    // this order, from the first again after a body was added, removed, moved or given another shape, box or margin, after a
    // body or pair was switched, and after a change of the broad phase.
    void update_boxes(StepOutput& io_out);
    void find_pairs(StepOutput& io_out);
    void find_contacts(StepOutput& io_out);
    // The intersecting triangles of solids in contact, if the settings ask for them: for drawings. Called again it finds the
    // same, and counts its tests again.
    void find_highlights(StepOutput& io_out);

    // Clears out and runs the four stages, timed by `clock` (null: times stay 0). An Error, with out cleared and nothing done,
    // if check_settings refuses the settings.
    Status step(StepOutput& out, Clock clock = nullptr);

    // The contact of two bodies as they are now, whether their boxes overlap or not: the one pair of `out`, which
    // is cleared. An unknown id, or a body or pair that is disabled, is an Error, and out stays as it was.
    Status query_pair(BodyRef a, BodyRef b, StepOutput& out) const;

  private:
    struct Stages;
    Status check_live(BodyRef body) const;
    Status check_pair(BodyRef a, BodyRef b) const;
    Status check_parts(BodyRef body) const;
    double margin_of(const Body& body) const;
    void place_checked(BodyId id, const Transform& transform);
    void mark_moved(BodyId id);
    void fill_broad_phase();
    void take_over_pairs(StepOutput& io_out);
    void swap(CollisionWorld& other) noexcept;

    std::vector<Body> bodies_;
    std::vector<Aabb> boxes_;
    std::vector<std::uint8_t> is_moved_; // since its box was made, by body
    std::vector<BodyId> free_ids_;       // ready for reuse
    std::vector<BodyId> removed_ids_;    // free after the next find_pairs
    std::size_t body_count_ = 0;
    std::uint32_t generations_ = 0;
    PairFilter pair_filter_;
    AnyBroadPhase broad_phase_;
    const NarrowPhase* narrow_phase_ = &kAllNarrowPhases.front();
    std::unique_ptr<Stages> stages_; // what the stages keep from step to step
};

// A number that two worlds share iff their live bodies have bit-identical transforms and
// joint positions. FNV-1a, 64 bits.
inline constexpr std::uint64_t kHashSeed = 0xCBF29CE484222325u; // the hash of nothing
std::uint64_t state_hash(const CollisionWorld& world, std::uint64_t seed = kHashSeed);
std::uint64_t hash_bytes(std::uint64_t hash, const void* data, std::size_t size);

} // namespace boxwood
