#include "collision/api/world.hpp"

#include "collision/api/detail/layer.hpp"
#include "collision/api/detail/round.hpp"
#include "collision/api/detail/shape_data.hpp"
#include "collision/api/detail/world_content.hpp"
#include "collision/api/mesh.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

namespace boxwood::api {

namespace {

struct WorldShape {
    std::shared_ptr<boxwood::Shape> shape;
    std::uint64_t revision = 0;
};

WorldShape world_shape_of(const Shape& shape) {
    const detail::ShapeData& data = shape.data();
    if (data.kind != ShapeKind::mesh) return {data.solid, 0};
    const detail::MeshReader state(data);
    return {state->world_shape(detail::contact_slot(data.preset.load())), state->revision};
}

// The margin in the layer below. That layer represents a round shape by its axis, so the margin includes the radius.
double margin_of(const Shape& shape, const Pose& pose, const BodyOptions& options) {
    constexpr double kRounding = 1.0 + 0x1p-40;
    if (!shape.data().is_round()) return options.margin;
    return options.margin + shape.data().radius * detail::scale_of(pose) * kRounding;
}

// Called before a body changes, so that an Error leaves the world unchanged.
Status check_placement(const Shape& shape, const Pose& pose, const BodyOptions& options,
                       const std::string& subject) {
    if (pose.shears()) return Error{subject + ": its pose shears, which a world does not support"};
    if (Status status = detail::check_round(shape.data(), pose, subject); !status) return status;
    if (!(options.margin >= 0.0 && options.margin <= kMaxTranslation))
        return Error{subject + ": margin must be a length of 0 to 1e15"};
    constexpr double kMaxMargin =
        kMaxTranslation * (1.0 - 0x1p-20); // the layer below rounds the scale of a pose
    if (shape.data().is_round() && !(margin_of(shape, pose, options) <= kMaxMargin))
        return Error{subject + ": its scaled radius and margin must add up to less than 1e15"};
    return ok();
}

std::string name_of(Body body) {
    return "body " + std::to_string(body.id);
}

bool are_before(const ContactEvent& x, const ContactEvent& y) {
    return std::pair(x.a.id, x.b.id) < std::pair(y.a.id, y.b.id);
}

} // namespace

Status World::Content::check(Body body) const {
    if (world.is_live(body)) return ok();
    if (body.id == kNone) return Error{"body: a default-constructed handle refers to no body"};
    return Error{name_of(body) + ": was removed, or belongs to another world"};
}

bool World::Content::accepts(BodyPair pair) const {
    const BodyOptions &a = records[pair.a].options, &b = records[pair.b].options;
    if ((a.groups & b.mask) == 0 || (b.groups & a.mask) == 0) return false;
    return !filter || filter(body_of(pair.a), body_of(pair.b));
}

void World::Content::set_record(Body body, const Shape& shape, std::uint64_t revision,
                                const BodyOptions& options, const Pose& pose) {
    const BodyId id = body.id;
    if (records.size() <= id) {
        records.resize(id + std::size_t{1});
        serials.resize(id + std::size_t{1});
    }
    Record& record = records[id];
    // `stale` and `moved` can still contain the id, from its previous body.
    const bool is_stale = record.is_stale, has_moved = record.has_moved;
    record = {shape, options, revision, revision, pose, pose, is_stale, has_moved};
    serials[id] = body.serial;
    may_have_round = may_have_round || shape.data().is_round();
    may_have_groups =
        may_have_groups || options.groups != BodyOptions{}.groups || options.mask != BodyOptions{}.mask;
    if (shape.kind() == ShapeKind::mesh)
        meshes.insert(std::lower_bound(meshes.begin(), meshes.end(), id), id);
    mark_stale(id);
}

void World::Content::mark_stale(BodyId id) {
    if (records[id].is_stale) return;
    records[id].is_stale = true;
    stale.push_back(id);
}

void World::Content::mark_moved(BodyId id) {
    if (records[id].has_moved) return;
    records[id].has_moved = true;
    moved.push_back(id);
}

// `world` stores rotation, translation and scale, and computes a matrix from them. Queries use the same matrix, so
// their answers have the same bits as the results of step().
Pose World::Content::pose_in_layer(BodyId id) const {
    const boxwood::Body& body = world.bodies()[id];
    return detail::PoseOfBody::make(body.transform, body.world_from_body);
}

void World::Content::copy_pose(BodyId id) {
    records[id].pose = pose_in_layer(id);
    mark_stale(id);
}

Status World::Content::set_margin(BodyId id) {
    const Record& record = records[id];
    const double margin = margin_of(*record.shape, record.pose, record.options);
    if (margin == world.bodies()[id].margin) return ok();
    return world.set_margin(id, margin);
}

void World::Content::clear_motion() {
    for (const BodyId id : moved) {
        records[id].pose_before = records[id].pose;
        records[id].has_moved = false;
    }
    moved.clear();
}

void World::Content::remove_mesh(BodyId id) {
    const auto found = std::lower_bound(meshes.begin(), meshes.end(), id);
    if (found != meshes.end() && *found == id) meshes.erase(found);
}

void World::Content::apply_mesh_updates() {
    for (const BodyId id : meshes) {
        Record& record = records[id];
        if (detail::MeshReader(record.shape->data())->revision == record.revision) continue;
        WorldShape current = world_shape_of(*record.shape);
        require_ok(world.set_shape(id, std::move(current.shape)));
        record.revision = current.revision;
    }
}

// The layer below frees the ids of removed bodies when it finds pairs. A program that adds and removes bodies only for
// queries runs no steps, so its memory would grow without limit. Therefore pairs are also found after many removals.
void World::Content::free_ids() {
    constexpr std::size_t kAlwaysKept = 1024;
    if (++removed_count <= kAlwaysKept + world.body_count()) return;
    removed_count = 0;
    std::erase_if(moved, [this](BodyId id) { // other bodies can now get the ids
        if (records[id].shape) return false;
        records[id].has_moved = false;
        return true;
    });
    StepOutput unused;
    world.update_hierarchies(unused);
    world.update_boxes(unused);
    world.find_pairs(unused);
}

void World::Content::convert_pairs() {
    triangles.clear();
    contacts.clear();
    for (const PrimitivePair& pair : out.triangle_pairs) triangles.push_back({pair.a, pair.b});
    pairs.resize(out.pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const PairResult& found = out.pairs[i];
        WorldPair& pair = pairs[i]; // reused from the last step, so every member is set
        pair.a = body_of(found.bodies.a);
        pair.b = body_of(found.bodies.b);
        pair.in_contact = found.is_contact();
        pair.has_distance = found.has_distance();
        pair.distance = found.distance;
        pair.point_a = detail::to_api(found.point_on_a_w);
        pair.point_b = detail::to_api(found.point_on_b_w);
        pair.feature_a = pair.has_distance ? detail::to_api(found.features.a, found.part_a) : Feature{};
        pair.feature_b = pair.has_distance ? detail::to_api(found.features.b, found.part_b) : Feature{};
        pair.is_sensor =
            records[found.bodies.a].options.is_sensor || records[found.bodies.b].options.is_sensor;
        pair.triangles = std::span<const TrianglePair>(triangles).subspan(found.first_triangle_pair,
                                                                          found.triangle_pair_count);
        pair.regions = {};
        pair.points = {};
    }
    if (may_have_round) measure_round_pairs();
    for (const WorldPair& pair : pairs)
        if (pair.in_contact) contacts.push_back({pair.a, pair.b});
}

// Computes the answers for pairs with round shapes again, because the layer below has compared only their axes.
void World::Content::measure_round_pairs() {
    const auto is_round = [this](const Body& body) { return records[body.id].shape->data().is_round(); };
    std::vector<std::size_t> round;
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (is_round(pairs[i].a) || is_round(pairs[i].b)) round.push_back(i);
    for_each(round.size(), [&](std::size_t i, Context& context) {
        WorldPair& pair = pairs[round[i]];
        const Record &a = records[pair.a.id], &b = records[pair.b.id];
        const Distance found = api::distance(*a.shape, a.pose, *b.shape, b.pose, {}, context);
        pair.triangles = {};
        pair.has_distance = true;
        pair.in_contact = found.value == 0.0;
        pair.distance = found.value;
        pair.point_a = found.point_a;
        pair.point_b = found.point_b;
        pair.feature_a = found.feature_a;
        pair.feature_b = found.feature_b;
    });
}

void World::Content::find_manifolds() {
    regions.clear();
    points.clear();
    if (!wants_manifolds) return;
    std::vector<std::size_t> wanted;
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (pairs[i].in_contact && !pairs[i].is_sensor) wanted.push_back(i);
    std::vector<Contacts> found(wanted.size());
    for_each(wanted.size(), [&](std::size_t i, Context& context) {
        const Record &a = records[pairs[wanted[i]].a.id], &b = records[pairs[wanted[i]].b.id];
        found[i] = api::contacts(*a.shape, a.pose, *b.shape, b.pose, {}, context);
    });
    for (Contacts& of_pair : found) {
        for (ContactRegion& region : of_pair.regions) region.first_triangle = region.triangle_count = 0;
        regions.insert(regions.end(), of_pair.regions.begin(), of_pair.regions.end());
        points.insert(points.end(), of_pair.points.begin(), of_pair.points.end());
    }
    std::size_t first_region = 0, first_point = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        WorldPair& pair = pairs[wanted[i]];
        pair.regions = std::span<const ContactRegion>(regions).subspan(first_region, found[i].regions.size());
        pair.points = std::span<const ContactPoint>(points).subspan(first_point, found[i].points.size());
        first_region += found[i].regions.size();
        first_point += found[i].points.size();
    }
}

// Tests the pairs whose swept boxes overlap, if at least one body has moved and at least one, possibly the same, is
// continuous.
void World::Content::find_impacts() {
    impacts.clear();
    if (moved.empty() || continuous_count == 0) return;
    std::sort(moved.begin(), moved.end());
    refresh_tree();
    std::vector<Motion> motions; // of the bodies in `moved`
    std::vector<Aabb> boxes;
    detail::BodyTree moving;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        const Record& record = records[moved[i]];
        motions.emplace_back(record.pose);
        boxes.emplace_back();
        if (!record.shape) continue;
        // After a change of the shape, the previous pose can have a scale that a sphere or capsule does not allow.
        const Result<Motion> motion = Motion::between(record.pose_before, record.pose);
        if (motion && detail::check_round(record.shape->data(), record.pose_before, {}))
            motions.back() = *motion;
        boxes.back() = detail::swept_box(*record.shape, motions.back());
        moving.set(static_cast<std::uint32_t>(i), boxes.back());
    }
    std::vector<BodyPair> candidates;
    const auto add = [&](BodyId x, BodyId y) {
        const Record &a = records[x], &b = records[y];
        if (x == y || (a.options.is_fixed && b.options.is_fixed)) return;
        if (!a.options.is_continuous && !b.options.is_continuous) return;
        candidates.push_back(make_pair_of(x, y));
    };
    for (std::size_t i = 0; i < moved.size(); ++i) {
        if (!records[moved[i]].shape) continue;
        moving.find_overlapping(boxes[i], [&](std::uint32_t k) {
            if (k > i) add(moved[i], moved[k]);
        });
        tree.find_overlapping(boxes[i], [&](BodyId other) {
            if (!records[other].has_moved) add(moved[i], other);
        });
    }
    std::sort(candidates.begin(), candidates.end());
    std::erase_if(candidates, [this](BodyPair pair) { return !accepts(pair); });
    const auto motion_of = [&](BodyId id) {
        const auto at = std::lower_bound(moved.begin(), moved.end(), id);
        return at != moved.end() && *at == id ? motions[static_cast<std::size_t>(at - moved.begin())]
                                              : Motion(records[id].pose);
    };
    impacts.resize(candidates.size());
    for_each(candidates.size(), [&](std::size_t i, Context& context) {
        const auto [a, b] = candidates[i];
        impacts[i] = {body_of(a), body_of(b),
                      require_ok(time_of_impact(*records[a].shape, motion_of(a), *records[b].shape,
                                                motion_of(b), {}, context))};
    });
    std::erase_if(impacts, [](const WorldImpact& x) { return x.impact.status == ImpactStatus::none; });
    std::stable_sort(impacts.begin(), impacts.end(), [](const WorldImpact& x, const WorldImpact& y) {
        return x.impact.time < y.impact.time;
    });
}

void World::Content::compare_contacts() {
    began.clear();
    persisted.clear();
    ended.clear();
    auto before = contacts_before.begin();
    for (const ContactEvent& contact : contacts) {
        while (before != contacts_before.end() && are_before(*before, contact)) ended.push_back(*before++);
        if (before == contacts_before.end() || are_before(contact, *before)) {
            began.push_back(contact);
        } else if (!(*before == contact)) { // the id was reused
            ended.push_back(*before++);
            began.push_back(contact);
        } else {
            persisted.push_back(contact);
            ++before;
        }
    }
    ended.insert(ended.end(), before, contacts_before.end());
    contacts_before.swap(contacts);
}

World::World(std::shared_ptr<Executor> executor)
    : content_(std::make_unique<Content>()) {
    content_->world.settings.executor = std::move(executor);
    content_->world.settings.mesh_query.mode = QueryMode::any;
    content_->world.settings.mesh_query.test = OverlapTest::sat_lite;
}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

World::Content& World::content() const {
    BOXWOOD_REQUIRE(content_ != nullptr); // a moved-from world has no content
    return *content_;
}

Result<std::vector<Body>> World::add(std::span<const NewBody> bodies) {
    Content& own = content();
    std::vector<BodyDesc> descs;
    std::vector<std::uint64_t> revisions;
    descs.reserve(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const NewBody& body = bodies[i];
        if (const Status status =
                check_placement(body.shape, body.pose, body.options, "new body " + std::to_string(i));
            !status)
            return status.error();
        WorldShape shape = world_shape_of(body.shape);
        revisions.push_back(shape.revision);
        descs.push_back({std::move(shape.shape), detail::to_transform(body.pose), BoxKind::dynamic_box,
                         body.options.is_fixed});
    }
    Result<std::vector<BodyHandle>> handles = own.world.add_bodies(descs);
    if (!handles) return handles.error();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const NewBody& body = bodies[i];
        const BodyHandle handle = (*handles)[i];
        own.set_record(handle, body.shape, revisions[i], body.options, own.pose_in_layer(handle.id));
        own.continuous_count += body.options.is_continuous ? 1 : 0;
        require_ok(own.set_margin(handle.id));
    }
    return handles;
}

Result<Body> World::add(const Shape& shape, const Pose& pose, const BodyOptions& options) {
    const NewBody body{shape, pose, options};
    Result<std::vector<Body>> added = add(std::span(&body, 1));
    if (!added) return added.error();
    return added->front();
}

Status World::remove(Body body) {
    Content& own = content();
    if (Status status = own.check(body); !status) return status;
    own.remove_mesh(body.id);
    Content::Record& record = own.records[body.id];
    own.continuous_count -= record.options.is_continuous ? 1 : 0;
    own.mark_stale(body.id);
    const bool has_moved = record.has_moved;
    record = {};
    record.is_stale = true;
    record.has_moved = has_moved;
    if (Status status = own.world.remove_body(body); !status) return status;
    own.free_ids();
    return ok();
}

Status World::set_pose(Body body, const Pose& pose) {
    Content& own = content();
    if (Status status = own.check(body); !status) return status;
    Content::Record& record = own.records[body.id];
    if (Status status = check_placement(*record.shape, pose, record.options, name_of(body)); !status)
        return status;
    if (Status status = own.world.set_transform(body, detail::to_transform(pose)); !status) return status;
    own.copy_pose(body.id);
    own.mark_moved(body.id);
    return own.set_margin(body.id);
}

Status World::teleport(Body body, const Pose& pose) {
    if (Status status = set_pose(body, pose); !status) return status;
    Content::Record& record = content().records[body.id];
    record.pose_before = record.pose;
    return ok();
}

Status World::set_shape(Body body, const Shape& shape) {
    Content& own = content();
    if (Status status = own.check(body); !status) return status;
    const Content::Record record = own.records[body.id];
    if (Status status = check_placement(shape, record.pose, record.options, name_of(body)); !status)
        return status;
    WorldShape current = world_shape_of(shape);
    if (Status status = own.world.set_shape(body, std::move(current.shape)); !status) return status;
    own.remove_mesh(body.id);
    own.set_record(body, shape, current.revision, record.options, record.pose);
    own.records[body.id].pose_before = record.pose_before;
    return own.set_margin(body.id);
}

Status World::set_fixed(Body body, bool is_fixed) {
    Content& own = content();
    if (Status status = own.check(body); !status) return status;
    own.records[body.id].options.is_fixed = is_fixed;
    return own.world.set_body_fixed(body, is_fixed);
}

Status World::set_groups(Body body, std::uint32_t groups, std::uint32_t mask) {
    Content& own = content();
    if (Status status = own.check(body); !status) return status;
    own.records[body.id].options.groups = groups;
    own.records[body.id].options.mask = mask;
    own.may_have_groups = true;
    return ok();
}

Status World::set_user_data(Body body, void* user_data) {
    Content& own = content();
    if (Status status = own.check(body); !status) return status;
    own.records[body.id].options.user_data = user_data;
    return ok();
}

std::vector<Body> World::bodies() const {
    const Content& own = content();
    std::vector<Body> all;
    for (BodyId id = 0; id < own.records.size(); ++id)
        if (own.records[id].shape) all.push_back(own.body_of(id));
    return all;
}

bool World::contains(Body body) const {
    return content().world.is_live(body);
}

std::size_t World::body_count() const {
    return content().world.body_count();
}

Result<Pose> World::pose(Body body) const {
    if (const Status status = content().check(body); !status) return status.error();
    return content().records[body.id].pose;
}

Result<Shape> World::shape(Body body) const {
    if (const Status status = content().check(body); !status) return status.error();
    return *content().records[body.id].shape;
}

Result<void*> World::user_data(Body body) const {
    if (const Status status = content().check(body); !status) return status.error();
    return content().records[body.id].options.user_data;
}

void World::set_pair_filter(std::function<bool(Body, Body)> filter) {
    content().filter = std::move(filter);
}

void World::set_all_triangles(bool wanted) {
    content().world.settings.mesh_query.mode = wanted ? QueryMode::all : QueryMode::any;
}

void World::set_manifolds(bool wanted) {
    content().wants_manifolds = wanted;
}

Status World::set_broad_phase(std::string_view name) {
    return content().world.set_broad_phase(name);
}

Status World::set_narrow_phase(std::string_view name) {
    return content().world.set_narrow_phase(name);
}

const WorldStep& World::step() {
    Content& own = content();
    own.apply_mesh_updates();
    own.find_impacts();
    own.clear_motion();
    PairPredicate accepts;
    if (own.may_have_groups || own.filter) accepts = [&own](BodyPair pair) { return own.accepts(pair); };
    require_ok(own.world.step(own.out, accepts)); // the settings are valid
    own.removed_count = 0;
    own.convert_pairs();
    own.find_manifolds();
    own.compare_contacts();
    own.result = {own.pairs, own.began, own.persisted, own.ended, own.contacts_before.size(), own.impacts};
    return own.result;
}

void World::release_scratch() {
    Content& own = content();
    own.out = {};
    own.pairs = {};
    own.triangles = {};
    own.regions = {};
    own.points = {};
    own.contacts = {};
    own.began = own.persisted = own.ended = {};
    own.impacts = {};
    own.result = {};
    own.result.contact_count = own.contacts_before.size();
}

} // namespace boxwood::api
