#include "collision/world/world_state.hpp"

#include "collision/core/state_bytes.hpp"
#include "collision/world/world_box.hpp"
#include "collision/world/world_stages.hpp"

namespace boxwood {
namespace {

// The fields of a body that are plain numbers. The pose follows from the transform.
struct BodyNumbers {
    Transform transform;
    double margin = 0.0;
    std::uint64_t serial = 0;
    ExtremalVertices support_vertices;
    std::uint32_t generation = 0;
    BoxKind box = BoxKind::dynamic_box;
    bool is_enabled = true, is_fixed = false;
};

template <class Stages, class Archive>
void visit_stages(Stages& stages, Archive& archive) {
    archive(stages.contacts, stages.deforming, stages.relative_margin, stages.is_broad_phase_new,
            stages.previous_pairs, stages.next);
}

} // namespace

std::size_t WorldState::size_in_bytes() const {
    std::size_t size = sizeof *this + bytes_.capacity();
    if (shapes_) size += shapes_->size() * sizeof(std::shared_ptr<Shape>);
    for (const Articulation& one : articulations_)
        size += one.state->body_from_nodes().size() *
                (2 * sizeof(Pose) + 4096); // 4096: roughly the size of a hull
    for (const Deformation& one : deformations_) {
        const std::size_t nodes = one.state.hierarchy->node_count();
        size += (one.state.positions.size() + one.state.next.size()) * sizeof(glm::vec3) + nodes * 64 +
                one.state.self_contacts.pairs.size() * sizeof(PrimitivePair);
    }
    return size;
}

WorldState CollisionWorld::save() const {
    WorldState state;
    state.settings_ = settings;
    state.settings_.executor = nullptr;
    state.broad_phase_ = broad_phase_.name();
    state.narrow_phase_ = narrow_phase_;
    std::vector<std::shared_ptr<Shape>> shapes;
    shapes.reserve(bodies_.size());
    for (BodyId id = 0; id < bodies_.size(); ++id) {
        const Body& body = bodies_[id];
        shapes.push_back(body.shape);
        if (body.parts)
            state.articulations_.push_back(
                {id, body.parts, std::make_shared<const HullHierarchyState>(*body.parts)});
        if (body.deforming) state.deformations_.push_back({id, body.deforming, body.deforming->save()});
    }
    state.shapes_ = std::make_shared<const std::vector<std::shared_ptr<Shape>>>(std::move(shapes));
    const auto write_all = [this](StateWriter& writer) {
        writer(std::uint64_t{bodies_.size()});
        for (const Body& body : bodies_)
            writer(BodyNumbers{body.transform, body.margin, body.serial, body.support_vertices,
                               body.generation, body.box, body.is_enabled, body.is_fixed});
        writer(boxes_, is_box_stale_, free_ids_, removed_ids_, body_count_, generations_, pair_filter_);
        visit_stages(*stages_, writer);
        broad_phase_.save_state(writer);
    };
    // Counts the bytes first: new memory takes most of the time, and a growing vector would allocate twice as much.
    StateWriter counter;
    write_all(counter);
    state.bytes_.reserve(counter.size());
    StateWriter writer(state.bytes_);
    write_all(writer);
    return state;
}

void CollisionWorld::restore(const WorldState& state, bool is_copy) {
    BOXWOOD_REQUIRE(state.narrow_phase_ != nullptr);              // requires a state from save()
    const std::shared_ptr<Executor> executor = settings.executor; // changes no result
    settings = state.settings_;
    settings.executor = executor;
    narrow_phase_ = state.narrow_phase_;
    if (broad_phase_.name() != state.broad_phase_)
        broad_phase_ = require_ok(make_any_broad_phase(state.broad_phase_));
    StateReader reader(state.bytes_);
    std::vector<BodyNumbers> numbers;
    reader(numbers, boxes_, is_box_stale_, free_ids_, removed_ids_, body_count_, generations_, pair_filter_);
    visit_stages(*stages_, reader);
    broad_phase_.restore_state(reader);
    BOXWOOD_REQUIRE(reader.is_at_end());

    bodies_.resize(numbers.size());
    for (BodyId id = 0; id < bodies_.size(); ++id) {
        Body& body = bodies_[id];
        const BodyNumbers& of_body = numbers[id];
        const std::shared_ptr<Shape>& shape = (*state.shapes_)[id];
        if (body.shape != shape || body.parts || body.deforming) body = {};
        if (!shape) continue;
        body.shape = shape;
        body.polytope = shape->polytope();
        body.transform = of_body.transform;
        body.world_from_body = make_pose(of_body.transform);
        body.margin = of_body.margin;
        body.serial = of_body.serial;
        body.support_vertices = of_body.support_vertices;
        body.generation = of_body.generation;
        body.box = of_body.box;
        body.is_enabled = of_body.is_enabled;
        body.is_fixed = of_body.is_fixed;
    }
    for (const WorldState::Articulation& one : state.articulations_) {
        const auto parts = is_copy ? std::make_shared<HullHierarchyState>(*one.state) : one.parts;
        if (!is_copy) *parts = *one.state;
        bodies_[one.body].parts = parts;
    }
    for (const WorldState::Deformation& one : state.deformations_) {
        Body& body = bodies_[one.body];
        body.deforming = is_copy
                             ? std::make_shared<DeformingSurface>(one.surface->rest(), one.surface->desc())
                             : one.surface;
        body.deforming->restore(one.state);
        body.shape = body.deforming->shape();
    }
    for (Body& body : bodies_)
        if (body.shape) body.radius = body.shape->radius();
}

} // namespace boxwood
