#include "collision/world/collision_world.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace boxwood {

// Cached features live at the slot that the broad phase gave their pair.
struct CollisionWorld::Narrow {
    std::vector<FeaturePair> features;
    std::vector<ActivePair> sorted_pairs;
    QueryScratch scratch;
    QueryResult result;
};

CollisionWorld::CollisionWorld()
    : narrow_(std::make_unique<Narrow>()) {}
CollisionWorld::~CollisionWorld() = default;
CollisionWorld::CollisionWorld(CollisionWorld&&) noexcept = default;
CollisionWorld& CollisionWorld::operator=(CollisionWorld&&) noexcept = default;

// --- the door ---------------------------------------------------------------------------------------------

Status CollisionWorld::check_live(BodyId id) const {
    if (is_live(id)) return ok();
    return Error{"body " + std::to_string(id) + ": no such body (" + std::to_string(body_count_) +
                 " are in the world)"};
}

namespace {

Status check_transform_for(const Shape& shape, const Transform& transform, const std::string& what) {
    if (Status status = check_transform(transform, what.c_str()); !status) return status;
    if (shape.polytope() && transform.s != glm::dvec3(1.0))
        return Error{what + ": a polytope takes no scale; scale its points and make a new polytope"};
    return ok();
}

Aabb make_world_box(const Shape& shape, const Pose& world_from_body, BoxKind kind,
                    ExtremalVertices& io_extremes, ClimbCounters& io_counters) {
    if (!shape.polytope()) return world_box(shape.bounds(), world_from_body);
    if (kind == BoxKind::fixed_cube) return cube_box(*shape.polytope(), world_from_body);
    return climb_box(*shape.polytope(), world_from_body, io_extremes, io_counters);
}

Aabb enlarge(const Aabb& box, double margin) {
    if (margin == 0.0) return box;
    Aabb fat;
    for (int axis = 0; axis < 3; ++axis) {
        fat.lower[axis] = round_down(static_cast<double>(box.lower[axis]) - margin);
        fat.upper[axis] = round_up(static_cast<double>(box.upper[axis]) + margin);
    }
    return fat;
}

} // namespace

Result<std::vector<BodyId>> CollisionWorld::add_bodies(std::span<const BodyDesc> descs) {
    const std::size_t needed = body_count_ + descs.size();
    if (needed > broad_phase_.max_bodies())
        return Error{std::to_string(needed) + " bodies are more than the " +
                     std::to_string(broad_phase_.max_bodies()) + " that " + std::string(broad_phase_.name()) +
                     " can hold"};
    for (std::size_t i = 0; i < descs.size(); ++i) {
        const std::string what = "body description " + std::to_string(i);
        if (!descs[i].shape) return Error{what + ": has no shape"};
        if (Status status = check_transform_for(*descs[i].shape, descs[i].transform, what); !status)
            return status.error();
    }

    std::vector<BodyId> ids;
    ids.reserve(descs.size());
    ClimbCounters counters;
    for (const BodyDesc& desc : descs) {
        BodyId id = static_cast<BodyId>(bodies_.size());
        if (free_ids_.empty()) {
            bodies_.emplace_back();
            boxes_.emplace_back();
        } else {
            id = free_ids_.back();
            free_ids_.pop_back();
        }
        Body& body = bodies_[id];
        body = {desc.shape, desc.transform, make_pose(desc.transform), desc.box, 0.0, {}};
        boxes_[id] = make_world_box(*body.shape, body.world_from_body, body.box, body.extremes, counters);
        ids.push_back(id);
    }
    body_count_ += ids.size();
    broad_phase_.insert(ids, boxes_);
    return ids;
}

Result<BodyId> CollisionWorld::add_body(const BodyDesc& body) {
    Result<std::vector<BodyId>> ids = add_bodies({&body, 1});
    if (!ids) return ids.error();
    return ids->front();
}

Status CollisionWorld::remove_body(BodyId id) {
    if (Status status = check_live(id); !status) return status;
    broad_phase_.remove({&id, 1});
    bodies_[id] = {};
    removed_ids_.push_back(id); // reusable once the broad phase has reported the leaves
    --body_count_;
    std::erase_if(disabled_pairs_, [id](const BodyPair& pair) { return pair.a == id || pair.b == id; });
    return ok();
}

Status CollisionWorld::set_transform(BodyId id, const Transform& transform) {
    if (Status status = check_live(id); !status) return status;
    const std::string what = "body " + std::to_string(id);
    if (Status status = check_transform_for(*bodies_[id].shape, transform, what); !status) return status;
    place(id, transform);
    return ok();
}

void CollisionWorld::place(BodyId id, const Transform& transform) {
    BOXWOOD_ASSERT(is_live(id));
    bodies_[id].transform = transform;
    bodies_[id].world_from_body = make_pose(transform);
}

Status CollisionWorld::set_box_kind(BodyId id, BoxKind kind) {
    if (Status status = check_live(id); !status) return status;
    bodies_[id].box = kind;
    return ok();
}

Status CollisionWorld::set_margin(BodyId id, double margin) {
    if (Status status = check_live(id); !status) return status;
    if (!std::isfinite(margin) || margin < 0.0)
        return Error{"body " + std::to_string(id) + ": margin must be a finite length of at least 0"};
    bodies_[id].margin = margin;
    return ok();
}

Status CollisionWorld::set_pair_enabled(BodyId a, BodyId b, bool enabled) {
    if (Status status = check_live(a); !status) return status;
    if (Status status = check_live(b); !status) return status;
    if (a == b) return Error{"body " + std::to_string(a) + ": a body is no pair with itself"};
    const BodyPair pair = make_pair_of(a, b);
    std::erase(disabled_pairs_, pair);
    if (!enabled) disabled_pairs_.push_back(pair);
    broad_phase_.set_pair_enabled(pair, enabled);
    return ok();
}

Status CollisionWorld::set_broad_phase(std::string_view name) {
    Result<AnyBroadPhase> next = make_any_broad_phase(name);
    if (!next) return next.error();
    if (bodies_.size() > next->max_bodies())
        return Error{std::string(name) + " holds at most " + std::to_string(next->max_bodies()) + " bodies"};
    broad_phase_ = std::move(*next);
    std::vector<BodyId> ids;
    for (BodyId id = 0; id < bodies_.size(); ++id)
        if (is_live(id)) ids.push_back(id);
    broad_phase_.insert(ids, boxes_);
    for (const BodyPair& pair : disabled_pairs_) broad_phase_.set_pair_enabled(pair, false);
    narrow_->features.clear();
    return ok();
}

Status CollisionWorld::set_narrow_phase(std::string_view name) {
    if (const NarrowPhase* found = find_narrow_phase(name)) {
        narrow_phase_ = found;
        return ok();
    }
    std::string known;
    for (const NarrowPhase& one : kAllNarrowPhases) known.append(" ").append(one.name);
    return Error{"unknown narrow phase '" + std::string(name) + "'; known:" + known};
}

std::string_view CollisionWorld::broad_phase_name() const {
    return broad_phase_.name();
}

// --- the stages -------------------------------------------------------------------------------------------

void CollisionWorld::update_boxes(StepOutput& io_out) {
    ClimbCounters counters;
    for (BodyId id = 0; id < bodies_.size(); ++id) {
        Body& body = bodies_[id];
        if (!body.shape) continue;
        boxes_[id] =
            enlarge(make_world_box(*body.shape, body.world_from_body, body.box, body.extremes, counters),
                    body.margin);
    }
    io_out.counters.bodies = body_count_;
    io_out.counters.coordinate_evaluations = counters.evaluations;
    io_out.counters.climb_steps = counters.steps;
}

void CollisionWorld::find_pairs(StepOutput& io_out) {
    broad_phase_.update(boxes_);
    free_ids_.insert(free_ids_.end(), removed_ids_.rbegin(), removed_ids_.rend());
    removed_ids_.clear();

    const BroadPhaseEvents& events = broad_phase_.events();
    for (const ActivePair& pair : events.entered) {
        if (pair.slot >= narrow_->features.size()) narrow_->features.resize(pair.slot + 1);
        narrow_->features[pair.slot] = {};
    }
    const BroadPhaseCounters counters = broad_phase_.counters();
    io_out.exchanges_by_axis = counters.exchanges;
    io_out.counters.exchanges = counters.exchanges[0] + counters.exchanges[1] + counters.exchanges[2];
    io_out.counters.flag_toggles = counters.flag_toggles;
    io_out.counters.pairs = broad_phase_.pairs().size();
    io_out.counters.entered = events.entered.size();
    io_out.counters.left = events.left.size();
}

void CollisionWorld::find_contacts(StepOutput& io_out) {
    std::vector<ActivePair>& pairs = narrow_->sorted_pairs;
    pairs.assign(broad_phase_.pairs().begin(), broad_phase_.pairs().end());
    std::sort(pairs.begin(), pairs.end(),
              [](const ActivePair& x, const ActivePair& y) { return x.bodies < y.bodies; });

    for (const ActivePair& pair : pairs) {
        PairResult result;
        result.bodies = pair.bodies;
        result.are_polytopes =
            bodies_[pair.bodies.a].shape->polytope() && bodies_[pair.bodies.b].shape->polytope();
        result.first_triangle_pair = static_cast<std::uint32_t>(io_out.triangle_pairs.size());
        if (result.are_polytopes)
            find_polytope_contact(result, narrow_->features[pair.slot], io_out);
        else
            find_surface_contact(result, settings.mesh_mode, io_out);
        io_out.counters.contacts += result.is_contact() ? 1 : 0;
        io_out.pairs.push_back(result);
    }
    io_out.counters.triangle_contacts = io_out.triangle_pairs.size();
}

void CollisionWorld::find_polytope_contact(PairResult& io_pair, FeaturePair& io_cache, StepOutput& io_out) {
    const Body& a = bodies_[io_pair.bodies.a];
    const Body& b = bodies_[io_pair.bodies.b];
    const ClosestFeatures found =
        narrow_phase_->find_closest(*a.shape->polytope(), *b.shape->polytope(),
                                    inverse_rigid(a.world_from_body) * b.world_from_body, io_cache);
    io_pair.status = found.status;
    io_pair.is_fallback = found.is_fallback;
    io_pair.features = found.features;
    io_pair.point_on_a_w = a.world_from_body * found.point_on_a_a;
    io_pair.point_on_b_w = a.world_from_body * found.point_on_b_a;
    io_pair.distance = found.distance;
    io_pair.iterations = found.iterations;
    io_out.counters.walk_iterations += found.iterations;
    io_out.counters.fallbacks += found.is_fallback ? 1 : 0;
    if (io_pair.is_contact() && settings.find_polytope_triangles) {
        const ContactStatus status = io_pair.status;
        find_surface_contact(io_pair, QueryMode::all, io_out);
        io_pair.status = status; // nested polytopes penetrate although their surfaces do not meet
    }
}

void CollisionWorld::find_surface_contact(PairResult& io_pair, QueryMode mode, StepOutput& io_out) {
    const Body& a = bodies_[io_pair.bodies.a];
    const Body& b = bodies_[io_pair.bodies.b];
    a.shape->build_hierarchy();
    b.shape->build_hierarchy();
    QueryResult& result = narrow_->result;
    query_meshes({a.shape->mesh(), a.shape->hierarchy(), &a.world_from_body},
                 {b.shape->mesh(), b.shape->hierarchy(), &b.world_from_body}, {mode, settings.overlap_test},
                 narrow_->scratch, result);
    io_pair.status = result.intersects ? ContactStatus::penetrating : ContactStatus::disjoint;
    io_pair.triangle_pair_count = static_cast<std::uint32_t>(result.pairs.size());
    io_out.triangle_pairs.insert(io_out.triangle_pairs.end(), result.pairs.begin(), result.pairs.end());
    io_out.counters.volume_tests += result.counters.volume_tests;
    io_out.counters.triangle_tests += result.counters.primitive_tests;
    io_out.counters.exact_tests += result.counters.exact_tests;
    for (std::size_t axis = 0; axis < io_out.exits_by_axis.size(); ++axis)
        io_out.exits_by_axis[axis] += result.counters.exits_by_axis[axis];
}

void CollisionWorld::step(StepOutput& out, Clock clock) {
    const auto now = [clock] { return clock ? clock() : 0.0; };
    out.clear();
    const double start = now();
    update_boxes(out);
    const double updated = now();
    find_pairs(out);
    const double paired = now();
    find_contacts(out);
    out.times[Phase::update] = updated - start;
    out.times[Phase::broad] = paired - updated;
    out.times[Phase::narrow] = now() - paired;
}

// --- the hash ---------------------------------------------------------------------------------------------

std::uint64_t hash_bytes(std::uint64_t hash, const void* data, std::size_t size) {
    constexpr std::uint64_t kPrime = 0x100000001B3ull;
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * kPrime;
    return hash;
}

std::uint64_t state_hash(const CollisionWorld& world, std::uint64_t seed) {
    std::uint64_t hash = seed;
    for (BodyId id = 0; id < world.bodies().size(); ++id) {
        if (!world.is_live(id)) continue;
        const Transform& t = world.bodies()[id].transform;
        const std::array<double, 10> numbers{t.q.w, t.q.x, t.q.y, t.q.z, t.t.x,
                                             t.t.y, t.t.z, t.s.x, t.s.y, t.s.z};
        hash = hash_bytes(hash, &id, sizeof id);
        hash = hash_bytes(hash, numbers.data(), sizeof numbers);
    }
    return hash;
}

} // namespace boxwood
