#include "collision/api/world.hpp"

#include "collision/api/detail/layer.hpp"
#include "collision/api/detail/shape_data.hpp"
#include "collision/api/mesh.hpp"
#include "collision/world/collision_world.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace boxwood::api {

struct World::Content {
    struct Record {
        std::optional<Shape> shape; // none: the id is free
        BodyOptions options;
        std::uint64_t revision = 0; // of a mesh, as in the world
    };

    CollisionWorld world;
    StepOutput out;
    std::vector<Record> records; // by id
    std::vector<std::uint64_t> serials; // by id, of the handles: close together, because every pair reads two
    std::vector<BodyId> meshes;         // bodies whose shape is a mesh, sorted
    std::function<bool(Body, Body)> filter;
    bool has_groups = false; // some body has other groups or another mask than the default

    std::vector<WorldPair> pairs;
    std::vector<TrianglePair> triangles;
    std::vector<ContactEvent> contacts, contacts_before, began, ended;
    WorldStep result;

    Body body_of(BodyId id) const { return {id, serials[id]}; }
    const Record* find(Body body) const { return world.is_live(body) ? &records[body.id] : nullptr; }
    Status check(Body body) const;
    bool accepts(BodyPair pair) const;
    void note(Body body, const Shape& shape, std::uint64_t revision, const BodyOptions& options);
    void forget_mesh(BodyId id);
    void take_updates();
    void take_pairs();
    void compare_contacts();
};

namespace {

struct WorldShape {
    std::shared_ptr<boxwood::Shape> shape;
    std::uint64_t revision = 0;
};

WorldShape world_shape_of(const Shape& shape) {
    const detail::ShapeData& data = shape.data();
    if (data.kind != ShapeKind::mesh) return {data.solid, 0};
    const detail::ReadMesh state(data);
    return {state->world_shape(detail::contact_slot(data.preset.load())), state->revision};
}

Status check_pose_of(const Pose& pose, const std::string& what) {
    if (pose.shears()) return Error{what + ": its pose shears, which a world does not take"};
    return ok();
}

bool are_before(const ContactEvent& x, const ContactEvent& y) {
    return std::pair(x.a.id, x.b.id) < std::pair(y.a.id, y.b.id);
}

} // namespace

Status World::Content::check(Body body) const {
    if (world.is_live(body)) return ok();
    if (body.id == kNone) return Error{"body: a default-constructed handle names none"};
    return Error{"body " + std::to_string(body.id) + ": was removed, or is in another world"};
}

bool World::Content::accepts(BodyPair pair) const {
    const BodyOptions &a = records[pair.a].options, &b = records[pair.b].options;
    if ((a.groups & b.mask) == 0 || (b.groups & a.mask) == 0) return false;
    return !filter || filter(body_of(pair.a), body_of(pair.b));
}

void World::Content::note(Body body, const Shape& shape, std::uint64_t revision, const BodyOptions& options) {
    const BodyId id = body.id;
    if (records.size() <= id) {
        records.resize(id + std::size_t{1});
        serials.resize(id + std::size_t{1});
    }
    records[id] = {shape, options, revision};
    serials[id] = body.serial;
    has_groups = has_groups || options.groups != BodyOptions{}.groups || options.mask != BodyOptions{}.mask;
    if (shape.kind() == ShapeKind::mesh)
        meshes.insert(std::lower_bound(meshes.begin(), meshes.end(), id), id);
}

void World::Content::forget_mesh(BodyId id) {
    const auto found = std::lower_bound(meshes.begin(), meshes.end(), id);
    if (found != meshes.end() && *found == id) meshes.erase(found);
}

void World::Content::take_updates() {
    for (const BodyId id : meshes) {
        Record& record = records[id];
        if (detail::ReadMesh(record.shape->data())->revision == record.revision) continue;
        WorldShape current = world_shape_of(*record.shape);
        require_ok(world.set_shape(id, std::move(current.shape)));
        record.revision = current.revision;
    }
}

void World::Content::take_pairs() {
    pairs.clear();
    triangles.clear();
    contacts.clear();
    for (const PrimitivePair& pair : out.triangle_pairs) triangles.push_back({pair.a, pair.b});
    for (const PairResult& found : out.pairs) {
        WorldPair& pair = pairs.emplace_back();
        pair.a = body_of(found.bodies.a);
        pair.b = body_of(found.bodies.b);
        pair.in_contact = found.is_contact();
        pair.has_distance = found.has_distance();
        pair.distance = found.distance;
        pair.point_a = detail::to_api(found.point_on_a_w);
        pair.point_b = detail::to_api(found.point_on_b_w);
        if (pair.has_distance) {
            pair.feature_a = detail::to_api(found.features.a, found.part_a);
            pair.feature_b = detail::to_api(found.features.b, found.part_b);
        }
        pair.triangles = std::span<const TrianglePair>(triangles).subspan(found.first_triangle_pair,
                                                                          found.triangle_pair_count);
        if (pair.in_contact) contacts.push_back({pair.a, pair.b});
    }
}

void World::Content::compare_contacts() {
    began.clear();
    ended.clear();
    auto before = contacts_before.begin();
    for (const ContactEvent& contact : contacts) {
        while (before != contacts_before.end() && are_before(*before, contact)) ended.push_back(*before++);
        if (before == contacts_before.end() || are_before(contact, *before)) {
            began.push_back(contact);
        } else if (!(*before == contact)) { // an id that was used again
            ended.push_back(*before++);
            began.push_back(contact);
        } else {
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
    content_->world.settings.mesh_query.test = OverlapTest::lite;
}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

World::Content& World::content() const {
    BOXWOOD_REQUIRE(content_ != nullptr); // a world that was moved from has no content
    return *content_;
}

Result<std::vector<Body>> World::add(std::span<const NewBody> bodies) {
    Content& own = content();
    std::vector<BodyDesc> descs;
    std::vector<std::uint64_t> revisions;
    descs.reserve(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const NewBody& body = bodies[i];
        if (const Status status = check_pose_of(body.pose, "body " + std::to_string(i)); !status)
            return status.error();
        if (!(body.options.margin >= 0.0 && body.options.margin <= kMaxTranslation))
            return Error{"body " + std::to_string(i) + ": margin must be a length of 0 to 1e15"};
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
        own.note(handle, body.shape, revisions[i], body.options);
        if (body.options.margin > 0.0) require_ok(own.world.set_margin(handle, body.options.margin));
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
    own.forget_mesh(body.id);
    own.records[body.id] = {};
    return own.world.remove_body(body);
}

Status World::set_pose(Body body, const Pose& pose) {
    Content& own = content();
    if (Status status = own.check(body); !status) return status;
    if (pose.shears()) return check_pose_of(pose, "body " + std::to_string(body.id));
    return own.world.set_transform(body, detail::to_transform(pose));
}

Status World::set_shape(Body body, const Shape& shape) {
    Content& own = content();
    if (Status status = own.check(body); !status) return status;
    WorldShape current = world_shape_of(shape);
    if (Status status = own.world.set_shape(body, std::move(current.shape)); !status) return status;
    own.forget_mesh(body.id);
    const BodyOptions options = own.records[body.id].options;
    own.note(body, shape, current.revision, options);
    return ok();
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
    own.has_groups = true;
    return ok();
}

Status World::set_user_data(Body body, void* user_data) {
    Content& own = content();
    if (Status status = own.check(body); !status) return status;
    own.records[body.id].options.user_data = user_data;
    return ok();
}

bool World::contains(Body body) const {
    return content().world.is_live(body);
}

std::size_t World::body_count() const {
    return content().world.body_count();
}

Result<Pose> World::pose(Body body) const {
    if (const Status status = content().check(body); !status) return status.error();
    const auto& [q, t, s] = content().world.bodies()[body.id].transform;
    return Pose::from_quaternion({q.w, q.x, q.y, q.z}, t, s);
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

Status World::set_broad_phase(std::string_view name) {
    return content().world.set_broad_phase(name);
}

Status World::set_narrow_phase(std::string_view name) {
    return content().world.set_narrow_phase(name);
}

const WorldStep& World::step() {
    Content& own = content();
    own.take_updates();
    PairPredicate accepts;
    if (own.has_groups || own.filter) accepts = [&own](BodyPair pair) { return own.accepts(pair); };
    require_ok(own.world.step(own.out, accepts)); // the settings are the world's own
    own.take_pairs();
    own.compare_contacts();
    own.result = {own.pairs, own.began, own.ended, own.contacts_before.size()};
    return own.result;
}

} // namespace boxwood::api
