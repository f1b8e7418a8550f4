#include "collision/world/collision_world.hpp"

#include "collision/core/normalized.hpp"
#include "collision/world/world_box.hpp"
#include "collision/world/world_stages.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

namespace boxwood {

CollisionWorld::CollisionWorld()
    : stages_(std::make_unique<Stages>()) {}
CollisionWorld::~CollisionWorld() = default;
// A moved-from world equals a newly constructed one.
CollisionWorld::CollisionWorld(CollisionWorld&& other) noexcept
    : CollisionWorld() {
    swap(other);
}

CollisionWorld& CollisionWorld::operator=(CollisionWorld&& other) noexcept {
    CollisionWorld other_world(std::move(other));
    swap(other_world);
    return *this;
}

void CollisionWorld::swap(CollisionWorld& other) noexcept {
    std::swap(settings, other.settings);
    std::swap(bodies_, other.bodies_);
    std::swap(boxes_, other.boxes_);
    std::swap(is_box_stale_, other.is_box_stale_);
    std::swap(free_ids_, other.free_ids_);
    std::swap(removed_ids_, other.removed_ids_);
    std::swap(body_count_, other.body_count_);
    std::swap(generations_, other.generations_);
    std::swap(pair_filter_, other.pair_filter_);
    std::swap(broad_phase_, other.broad_phase_);
    std::swap(narrow_phase_, other.narrow_phase_);
    std::swap(stages_, other.stages_);
}

// --- validation -------------------------------------------------------------------------------------------------

Status CollisionWorld::check_live(BodyRef body) const {
    if (is_live(body)) return ok();
    const std::string subject = body.id == kNone ? "body: " : "body " + std::to_string(body.id) + ": ";
    if (body.is_handle && is_live(body.id))
        return Error{subject + "this handle refers to a body that was removed or belongs to another world"};
    return Error{subject + "does not exist (the world has " + std::to_string(body_count_) + " bodies)"};
}

namespace {

Status check_transform_for(const Shape& shape, const Transform& transform, const std::string& subject) {
    if (shape.mesh().triangles.empty()) return Error{subject + ": its shape is empty"};
    if (Status status = check_transform(transform, subject.c_str()); !status) return status;
    if (!shape.supports_scale() && transform.s != glm::dvec3(1.0))
        return Error{subject +
                     ": a polytope or compound cannot be scaled; scale its points and create another shape"};
    return ok();
}

bool is_valid_margin(double margin) {
    return margin >= 0.0 && margin <= kMaxTranslation;
}

// Serial numbers are unique in the process, so that a handle from one world never refers to a body of another world.
std::uint64_t take_serials(std::size_t count) {
    static std::atomic<std::uint64_t> next{1};
    return next.fetch_add(count, std::memory_order_relaxed);
}

// Stores transforms with unit quaternions, because other code rotates by them without normalizing.
Transform with_unit_rotation(Transform transform) {
    transform.q = normalized(transform.q);
    return transform;
}

void assign_shape(std::shared_ptr<Shape> shape, Body& io_body) {
    io_body.polytope = shape->polytope();
    io_body.radius = shape->radius();
    io_body.parts = shape->parts() ? std::make_shared<HullHierarchyState>(*shape->parts()) : nullptr;
    io_body.support_vertices = {};
    io_body.shape = std::move(shape);
}

} // namespace

Result<std::vector<BodyHandle>> CollisionWorld::add_bodies(std::span<const BodyDesc> descs) {
    // Broad phases accept ids below a limit. Ids of bodies removed since the last find_pairs are not free yet.
    const std::size_t needed = bodies_.size() + descs.size() - std::min(free_ids_.size(), descs.size());
    if (needed > broad_phase_.max_bodies())
        return Error{
            std::to_string(needed) + " bodies are more than the " +
            std::to_string(broad_phase_.max_bodies()) + " that " + std::string(broad_phase_.name()) +
            " can hold" +
            (removed_ids_.empty() ? "" : "; bodies removed since the last step count until the next step")};
    for (std::size_t i = 0; i < descs.size(); ++i) {
        const std::string subject = "new body " + std::to_string(i);
        if (!descs[i].shape) return Error{subject + ": has no shape"};
        if (descs[i].shape->is_deforming())
            return Error{
                subject +
                ": the shape belongs to a deforming body; pass the shape from which that body was created"};
        if (Status status = check_transform_for(*descs[i].shape, descs[i].transform, subject); !status)
            return status.error();
        if (descs[i].box > BoxKind::fixed_cube) return Error{subject + ": unknown kind of box"};
        if (descs[i].deformable && (descs[i].shape->polytope() || descs[i].shape->parts()))
            return Error{subject + ": only a triangle mesh can deform"};
    }

    stages_->restart();
    std::vector<BodyId> ids;
    std::vector<BodyHandle> handles;
    ids.reserve(descs.size());
    handles.reserve(descs.size());
    std::uint64_t serial = take_serials(descs.size());
    ClimbCounters counters;
    for (const BodyDesc& desc : descs) {
        BodyId id = static_cast<BodyId>(bodies_.size());
        if (free_ids_.empty()) {
            bodies_.emplace_back();
            boxes_.emplace_back();
            is_box_stale_.emplace_back();
        } else {
            id = free_ids_.back();
            free_ids_.pop_back();
        }
        Body& body = bodies_[id];
        body = {};
        if (desc.deformable)
            body.deforming = std::make_shared<DeformingSurface>(desc.shape, *desc.deformable);
        assign_shape(body.deforming ? body.deforming->shape() : desc.shape, body);
        body.generation = ++generations_;
        body.serial = serial++;
        body.box = desc.box;
        body.is_fixed = desc.is_fixed;
        body.transform = with_unit_rotation(desc.transform);
        body.world_from_body = make_pose(body.transform);
        prepare_box(body);
        boxes_[id] = make_world_box(body, margin_of(body), settings.always_climb, counters);
        // The box has the relative margin that is set now. If this is not the margin of the last step, the caller can
        // still restore the old margin before the next step, so the box must be computed again.
        is_box_stale_[id] = settings.relative_margin != stages_->relative_margin ? 1 : 0;
        ids.push_back(id);
        handles.push_back({id, body.serial});
    }
    for (const BodyId id : ids)
        if (bodies_[id].deforming) stages_->deforming.push_back(id);
    std::sort(stages_->deforming.begin(), stages_->deforming.end());
    body_count_ += ids.size();
    broad_phase_.insert(ids, boxes_);
    for (const BodyId id : ids)
        if (bodies_[id].is_fixed) broad_phase_.set_body_fixed(id, true);
    return handles;
}

Result<BodyHandle> CollisionWorld::add_body(const BodyDesc& body) {
    Result<std::vector<BodyHandle>> handles = add_bodies({&body, 1});
    if (!handles) return handles.error();
    return handles->front();
}

Status CollisionWorld::remove_body(BodyRef body) {
    if (Status status = check_live(body); !status) return status;
    const BodyId id = body.id;
    stages_->restart();
    broad_phase_.remove({&id, 1});
    std::erase(stages_->deforming, id);
    bodies_[id] = {};
    is_box_stale_[id] = 0;
    removed_ids_.push_back(id); // reusable after the broad phase has reported the end of its pairs
    --body_count_;
    pair_filter_.erase(id);
    return ok();
}

Status CollisionWorld::set_transform(BodyRef body, const Transform& transform) {
    if (Status status = check_live(body); !status) return status;
    const std::string subject = "body " + std::to_string(body.id);
    if (Status status = check_transform_for(*bodies_[body.id].shape, transform, subject); !status)
        return status;
    apply_transform(body.id, transform);
    return ok();
}

// Active pairs of the body can keep features of the old shape, since every walk accepts any start.
Status CollisionWorld::set_shape(BodyRef body, std::shared_ptr<Shape> shape) {
    if (Status status = check_live(body); !status) return status;
    const BodyId id = body.id;
    const std::string subject = "body " + std::to_string(id);
    if (!shape) return Error{subject + ": has no shape"};
    if (bodies_[id].deforming)
        return Error{subject + ": deforms, so its shape cannot be replaced; add another body"};
    if (shape->is_deforming())
        return Error{subject + ": the shape belongs to a deforming body; pass another shape"};
    if (Status status = check_transform_for(*shape, bodies_[id].transform, subject); !status) return status;
    assign_shape(std::move(shape), bodies_[id]);
    prepare_box(bodies_[id]);
    bodies_[id].generation = ++generations_;
    mark_moved(id);
    return ok();
}

Status CollisionWorld::set_vertices(BodyRef body, std::span<const glm::vec3> positions) {
    if (Status status = check_live(body); !status) return status;
    const std::string subject = "body " + std::to_string(body.id) + ": ";
    if (!bodies_[body.id].deforming) return Error{subject + "does not deform"};
    if (Status status = bodies_[body.id].deforming->set_next(positions); !status)
        return Error{subject + status.error().message};
    stages_->next = Stages::Next::hierarchies;
    return ok();
}

void CollisionWorld::set_valid_transform(BodyId id, const Transform& transform) {
    BOXWOOD_REQUIRE(is_live(id));
    BOXWOOD_REQUIRE(check_transform(transform, ""));
    BOXWOOD_REQUIRE(bodies_[id].shape->supports_scale() || transform.s == glm::dvec3(1.0));
    apply_transform(id, transform);
}

void CollisionWorld::mark_moved(BodyId id) {
    is_box_stale_[id] = 1;
    stages_->restart();
}

void CollisionWorld::apply_transform(BodyId id, const Transform& transform) {
    Body& body = bodies_[id];
    const Transform placed = with_unit_rotation(transform);
    static_assert(sizeof placed == 10 * sizeof(double));                   // no padding to compare
    if (std::memcmp(&body.transform, &placed, sizeof placed) == 0) return; // at rest
    body.transform = placed;
    body.world_from_body = make_pose(placed);
    mark_moved(id);
}

void CollisionWorld::set_valid_margin(BodyId id, double margin) {
    BOXWOOD_REQUIRE(is_live(id));
    BOXWOOD_REQUIRE(is_valid_margin(margin));
    if (bodies_[id].margin == margin) return;
    bodies_[id].margin = margin;
    mark_moved(id);
}

Status CollisionWorld::set_box_kind(BodyRef body, BoxKind kind) {
    if (Status status = check_live(body); !status) return status;
    if (kind > BoxKind::fixed_cube) return Error{"body " + std::to_string(body.id) + ": unknown kind of box"};
    bodies_[body.id].box = kind;
    prepare_box(bodies_[body.id]);
    mark_moved(body.id);
    return ok();
}

Status CollisionWorld::set_margin(BodyRef body, double margin) {
    if (Status status = check_live(body); !status) return status;
    if (!is_valid_margin(margin))
        return Error{"body " + std::to_string(body.id) + ": margin must be a length of 0 to 1e15"};
    set_valid_margin(body.id, margin);
    return ok();
}

// --- enabled and fixed ------------------------------------------------------------------------------------------

Status CollisionWorld::check_pair(BodyRef a, BodyRef b) const {
    if (Status status = check_live(a); !status) return status;
    if (Status status = check_live(b); !status) return status;
    if (a.id == b.id)
        return Error{"body " + std::to_string(a.id) + ": a body cannot form a pair with itself"};
    return ok();
}

Status CollisionWorld::set_body_enabled(BodyRef body, bool enabled) {
    if (Status status = check_live(body); !status) return status;
    stages_->restart();
    bodies_[body.id].is_enabled = enabled;
    broad_phase_.set_body_enabled(body.id, enabled);
    return ok();
}

Status CollisionWorld::set_body_fixed(BodyRef body, bool fixed) {
    if (Status status = check_live(body); !status) return status;
    stages_->restart();
    bodies_[body.id].is_fixed = fixed;
    broad_phase_.set_body_fixed(body.id, fixed);
    return ok();
}

Status CollisionWorld::set_pair_enabled(BodyRef a, BodyRef b, bool enabled) {
    if (Status status = check_pair(a, b); !status) return status;
    stages_->restart();
    pair_filter_.set(make_pair_of(a.id, b.id), enabled);
    broad_phase_.set_pair_enabled(make_pair_of(a.id, b.id), enabled);
    return ok();
}

void CollisionWorld::set_all_pairs_enabled(bool enabled) {
    stages_->restart();
    pair_filter_.set_all(enabled);
    broad_phase_.set_all_pairs_enabled(enabled);
}

bool CollisionWorld::is_pair_enabled(BodyPair pair) const {
    if (!is_live(pair.a) || !is_live(pair.b) || pair.a == pair.b) return false;
    const Body &a = bodies_[pair.a], &b = bodies_[pair.b];
    return a.is_enabled && b.is_enabled && !(a.is_fixed && b.is_fixed) && pair_filter_.is_enabled(pair);
}

Status CollisionWorld::set_broad_phase(std::string_view name) {
    Result<AnyBroadPhase> next = make_any_broad_phase(name);
    if (!next) return next.error();
    // The capacity depends on how pairs are stored and on whether pairs are enabled by default.
    next->configure(broad_phase_.settings());
    next->set_all_pairs_enabled(pair_filter_.is_enabled_by_default());
    if (bodies_.size() > next->max_bodies())
        return Error{std::string(name) + " holds at most " + std::to_string(next->max_bodies()) + " bodies"};
    const std::span<const ActivePair> pairs = broad_phase_.pairs();
    if (!stages_->is_broad_phase_new) stages_->previous_pairs.assign(pairs.begin(), pairs.end());
    broad_phase_ = std::move(*next);
    stages_->restart();
    stages_->is_broad_phase_new = true;
    fill_broad_phase();
    return ok();
}

void CollisionWorld::fill_broad_phase() {
    std::vector<BodyId> ids;
    for (BodyId id = 0; id < bodies_.size(); ++id)
        if (is_live(id)) ids.push_back(id);
    broad_phase_.insert(ids, boxes_);
    for (const BodyId id : ids)
        if (!bodies_[id].is_enabled) broad_phase_.set_body_enabled(id, false);
    for (const BodyId id : ids)
        if (bodies_[id].is_fixed) broad_phase_.set_body_fixed(id, true);
    const bool by_default = pair_filter_.is_enabled_by_default();
    pair_filter_.for_each_exception(
        [&](const BodyPair& pair) { broad_phase_.set_pair_enabled(pair, !by_default); });
}

Status CollisionWorld::set_broad_phase_settings(const BroadPhaseSettings& broad_settings) {
    if (broad_settings.storage > PairStorage::sparse)
        return Error{"broad phase: unknown kind of pair storage"};
    if (!std::isfinite(broad_settings.cell_factor) || broad_settings.cell_factor < 0.0f)
        return Error{"broad phase: cell factor must be a finite number of at least 0"};
    const BroadPhaseSettings before = broad_phase_.settings();
    broad_phase_.configure(broad_settings);
    const std::size_t max_bodies = broad_phase_.max_bodies();
    if (bodies_.size() <= max_bodies) {
        stages_->restart();
        return ok();
    }
    broad_phase_.configure(before);
    return Error{"broad phase: with these settings " + std::string(broad_phase_.name()) + " holds at most " +
                 std::to_string(max_bodies) + " bodies"};
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

} // namespace boxwood
