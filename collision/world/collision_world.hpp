// What: bodies and the three collision stages over them: update boxes, find pairs, find contacts.
// Frame: poses are world_from_body. Units: lengths as in the scene.
// Invariants: ids are small, stay valid until removal, and may be reused afterwards. After step(), out.pairs is
//             exactly the enabled pairs whose (fattened) boxes overlap, in ascending order.
// Degenerate input: a non-finite pose, a scaled or mirrored polytope, an unknown id or an unknown name is an Error,
//             and the world stays as it was.
// Cost: update O(bodies), broad O(bodies + exchanges), narrow O(pairs). Nothing is allocated once sizes settle.
// Source: [Cohen 1995] section 3. Oracle: O1 on pairs, O3 and O4 on contacts.
#pragma once

#include "collision/broad_phase/any_broad_phase.hpp"
#include "collision/core/pose.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "collision/volumes/body_boxes.hpp"
#include "collision/world/shape.hpp"
#include "collision/world/step_output.hpp"

#include <memory>
#include <span>
#include <vector>

namespace boxwood {

enum class BoxKind : std::uint8_t { dynamic_box, fixed_cube };

struct BodyDesc {
    std::shared_ptr<Shape> shape;
    Transform transform;
    BoxKind box = BoxKind::dynamic_box;
};

struct Body {
    std::shared_ptr<Shape> shape; // null: the id is free
    Transform transform;
    Pose world_from_body;
    BoxKind box = BoxKind::dynamic_box;
    double margin = 0.0; // length by which the box is enlarged on every side
    ExtremalVertices extremes;
};

struct WorldSettings {
    OverlapTest overlap_test = OverlapTest::sat;
    QueryMode mesh_mode = QueryMode::all; // any: stop at a pair's first intersecting triangles
    bool find_polytope_triangles = false; // also list the intersecting triangles of polytopes in contact
};

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
    Result<std::vector<BodyId>> add_bodies(std::span<const BodyDesc> bodies);
    Result<BodyId> add_body(const BodyDesc& body);
    Status remove_body(BodyId id);
    Status set_transform(BodyId id, const Transform& transform);
    Status set_box_kind(BodyId id, BoxKind kind);
    Status set_margin(BodyId id, double margin);
    Status set_pair_enabled(BodyId a, BodyId b, bool enabled);
    Status set_broad_phase(std::string_view name); // keeps bodies and disabled pairs

    // Trusted fast paths of the integrator: require a live id, and what the checked ones above would accept.
    void place(BodyId id, const Transform& transform);
    void place_margin(BodyId id, double margin) { bodies_[id].margin = margin; }

    std::span<const Body> bodies() const { return bodies_; } // index = id; free ids have no shape
    std::span<const Aabb> boxes() const { return boxes_; }
    bool is_live(BodyId id) const { return id < bodies_.size() && bodies_[id].shape != nullptr; }
    std::size_t body_count() const { return body_count_; }
    Status set_narrow_phase(std::string_view name); // for pairs of polytopes; cached features stay
    std::string_view broad_phase_name() const;
    std::string_view narrow_phase_name() const { return narrow_phase_->name; }

    // The stages, in this order. Each fills its part of io_out.
    void update_boxes(StepOutput& io_out);
    void find_pairs(StepOutput& io_out);
    void find_contacts(StepOutput& io_out);

    // Clears out and runs the three stages, timed by `clock` (null: times stay 0).
    void step(StepOutput& out, Clock clock = nullptr);

  private:
    struct Narrow;
    Status check_live(BodyId id) const;
    void find_polytope_contact(PairResult& io_pair, FeaturePair& io_cache, StepOutput& io_out);
    void find_surface_contact(PairResult& io_pair, QueryMode mode, StepOutput& io_out);

    std::vector<Body> bodies_;
    std::vector<Aabb> boxes_;
    std::vector<BodyId> free_ids_;    // ready for reuse
    std::vector<BodyId> removed_ids_; // free after the next find_pairs
    std::size_t body_count_ = 0;
    std::vector<BodyPair> disabled_pairs_;
    AnyBroadPhase broad_phase_;
    const NarrowPhase* narrow_phase_ = &kAllNarrowPhases.front();
    std::unique_ptr<Narrow> narrow_; // caches and scratch of find_contacts
};

// A number that two worlds share iff their live bodies have bit-identical transforms. FNV-1a, 64 bits.
std::uint64_t state_hash(const CollisionWorld& world, std::uint64_t seed = 0xCBF29CE484222325ull);
std::uint64_t hash_bytes(std::uint64_t hash, const void* data, std::size_t size);

} // namespace boxwood
