// A sequence of calls on a CollisionWorld: bodies of all shapes are added, removed, moved, enabled and disabled, ids
// and handles become stale, and arguments are invalid. A model in this file decides which calls the world must refuse
// and which pairs exist, and brute force decides which pairs are in contact.
#include "collision/core/executor.hpp"
#include "collision/world/collision_world.hpp"
#include "tests/fuzz/mesh_choices.hpp"
#include "tests/fuzz/mesh_oracle.hpp"
#include "tests/fuzz/require.hpp"
#include "tests/oracles/convex_certificate.hpp"
#include "tests/oracles/winding_oracle.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace {

using namespace boxwood;
using namespace boxwood::fuzz;

constexpr std::size_t kMaxWorkloadBodies = 8, kMaxExact = 60;

// Runs the chunks sequentially, from the last to the first.
class BackwardsExecutor final : public Executor {
  public:
    void parallel_for(std::size_t count, std::size_t chunk, const Body& body) override {
        for (std::size_t k = (count + chunk - 1) / chunk; k-- > 0;)
            body(k * chunk, std::min((k + 1) * chunk, count));
    }
};

// --- shapes -----------------------------------------------------------------------------------------------

Result<Polytope> make_block(const glm::vec3& lower, const glm::vec3& upper) {
    std::vector<glm::vec3> corners;
    for (unsigned i = 0; i < 8; ++i)
        corners.emplace_back((i & 1u) != 0 ? upper.x : lower.x, (i & 2u) != 0 ? upper.y : lower.y,
                             (i & 4u) != 0 ? upper.z : lower.z);
    const std::vector<std::vector<std::uint32_t>> faces{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                                        {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    return make_polytope(corners, faces);
}

// Stands in for a convex hull: the box around the points, which is never flat.
Result<Polytope> make_hull_box(std::span<const glm::vec3> points) {
    glm::vec3 lower(HUGE_VALF), upper(-HUGE_VALF);
    for (const glm::vec3& p : points) {
        lower = glm::min(lower, p);
        upper = glm::max(upper, p);
    }
    return make_block(lower - 0x1p-6f, upper + 0x1p-6f);
}

Result<Polytope> choose_polytope(Choices& io_choices) {
    if (io_choices.flag()) {
        const glm::vec3 half = 0x1p-6f + glm::abs(choose_fractions(io_choices));
        return make_box_polytope(half);
    }
    // A tetrahedron, oriented outwards. It is refused if it is flat.
    std::vector<glm::vec3> corners;
    const bool is_on_lattice = io_choices.flag();
    for (int i = 0; i < 4; ++i)
        corners.push_back(is_on_lattice ? choose_lattice_point(io_choices) : choose_fractions(io_choices));
    if (glm::dot(glm::cross(glm::dvec3(corners[1] - corners[0]), glm::dvec3(corners[2] - corners[0])),
                 glm::dvec3(corners[3] - corners[0])) > 0.0)
        std::swap(corners[0], corners[1]);
    const std::vector<std::vector<std::uint32_t>> faces{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    return make_polytope(corners, faces);
}

std::shared_ptr<Shape> choose_parts(Choices& io_choices) {
    std::vector<HullNode> nodes(1);
    nodes[0].mode = io_choices.flag() ? HullMode::recompute : HullMode::whole_range;
    const std::uint32_t parts = 1 + io_choices.below(3);
    for (std::uint32_t i = 0; i < parts; ++i) {
        Result<Polytope> polytope = choose_polytope(io_choices);
        if (!polytope) continue;
        HullNode node;
        node.parent = 0;
        node.parent_from_node.origin = glm::dvec3(choose_lattice_point(io_choices)) * 0.5;
        node.polytope = std::move(*polytope);
        if (io_choices.flag()) {
            Joint joint;
            joint.kind = io_choices.flag() ? JointKind::revolute : JointKind::prismatic;
            joint.lower = -1.0;
            joint.upper = 1.0;
            joint.point_p = glm::dvec3(choose_fractions(io_choices));
            node.joint = joint;
        }
        nodes.push_back(std::move(node));
    }
    Result<HullHierarchy> tree = make_hull_hierarchy(std::move(nodes), make_hull_box);
    if (!tree) return nullptr; // no part is a valid polytope
    return make_shape(std::move(*tree));
}

std::shared_ptr<Shape> choose_shape(Choices& io_choices) {
    switch (io_choices.below(4)) {
    case 0: {
        Result<Polytope> polytope = choose_polytope(io_choices);
        return polytope ? make_shape(std::move(*polytope)) : nullptr;
    }
    case 1:
        return choose_parts(io_choices);
    default: {
        const ChosenMesh mesh = choose_mesh(io_choices);
        const HierarchyConfig config = choose_config(io_choices);
        Result<std::shared_ptr<Shape>> shape = make_shape(mesh.view(), config);
        require(bool(shape) == (mesh.is_valid() && is_valid(config)), [&] {
            return "make_shape of " + to_text(config) + ": " +
                   (shape ? "accepts invalid input" : "refuses valid input: " + shape.error().message);
        });
        return shape ? *shape : nullptr;
    }
    }
}

// --- the model --------------------------------------------------------------------------------------------

struct ModelBody {
    std::shared_ptr<Shape> shape;
    Transform transform;
    BodyHandle handle;
    bool is_enabled = true, is_fixed = false;
};

class WorldTest {
  public:
    explicit WorldTest(Choices& io_choices)
        : choices_(io_choices) {}

    void run() {
        for (int calls = 0; calls < 64 && !choices_.is_at_end(); ++calls) call();
        step();
    }

  private:
    void call();
    void add();
    void remove();
    void move();
    void change_body();
    void switch_pair();
    void change_settings();
    void step();
    void ask_about_pair();

    BodyHandle choose_handle();
    const ModelBody* model_of(const BodyRef& body) const;
    bool can_meet(BodyId a, BodyId b) const;
    void require_as_predicted(const Status& status, bool is_valid, const char* what);

    void check_boxes() const;
    void check_pairs(const StepOutput& out);
    void check_contact(const StepOutput& out, const PairResult& pair);
    void check_solids(const PairResult& pair) const;

    Choices& choices_;
    CollisionWorld world_;
    std::map<BodyId, ModelBody> bodies_;  // the live bodies
    std::vector<BodyHandle> all_handles_; // handles of live and removed bodies
    bool is_enabled_by_default_ = true;
    std::set<BodyPair> exceptions_;
    std::set<BodyPair> pairs_before_;
    std::size_t exact_ = 0;
};

// Chooses a live body in most cases, otherwise any earlier handle or one that never existed.
BodyHandle WorldTest::choose_handle() {
    if (choices_.one_in(16)) return {choices_.raw<std::uint32_t>(), choices_.byte()};
    if (all_handles_.empty()) return {};
    if (choices_.one_in(8) || bodies_.empty()) return all_handles_[choices_.byte() % all_handles_.size()];
    return std::next(bodies_.begin(), static_cast<std::ptrdiff_t>(choices_.byte() % bodies_.size()))
        ->second.handle;
}

const ModelBody* WorldTest::model_of(const BodyRef& body) const {
    const auto found = bodies_.find(body.id);
    if (found == bodies_.end()) return nullptr;
    return body.is_handle && found->second.handle.serial != body.serial ? nullptr : &found->second;
}

bool WorldTest::can_meet(BodyId a, BodyId b) const {
    const ModelBody &x = bodies_.at(a), &y = bodies_.at(b);
    return x.is_enabled && y.is_enabled && !(x.is_fixed && y.is_fixed) &&
           exceptions_.contains(make_pair_of(a, b)) != is_enabled_by_default_;
}

void WorldTest::require_as_predicted(const Status& status, bool is_valid, const char* what) {
    require(bool(status) == is_valid, [&] {
        return std::string(what) + (status ? ": an invalid call is accepted"
                                           : ": a valid call is refused, " + status.error().message);
    });
}

void WorldTest::call() {
    const std::uint64_t before = state_hash(world_);
    switch (choices_.below(10)) {
    case 0:
    case 1:
        return add();
    case 2:
        return remove();
    case 3:
    case 4:
        return move();
    case 5:
        return change_body();
    case 6:
        switch_pair();
        break;
    case 7:
        change_settings();
        break;
    case 8:
        step();
        break;
    default:
        ask_about_pair();
    }
    require(state_hash(world_) == before, "a call that moves nothing has changed the state");
}

void WorldTest::add() {
    if (bodies_.size() >= kMaxWorkloadBodies) return;
    BodyDesc desc;
    desc.shape =
        choices_.one_in(8) && !bodies_.empty() ? bodies_.begin()->second.shape : choose_shape(choices_);
    const bool supports_scale = desc.shape && desc.shape->supports_scale();
    desc.transform = choose_transform(choices_, supports_scale || choices_.one_in(16));
    desc.box = choices_.one_in(64) ? static_cast<BoxKind>(7) : static_cast<BoxKind>(choices_.below(2));
    desc.is_fixed = choices_.one_in(4);
    const bool is_valid = desc.shape && fuzz::is_valid(desc.transform) && desc.box <= BoxKind::fixed_cube &&
                          (supports_scale || desc.transform.s == glm::dvec3(1.0));
    const std::uint64_t before = state_hash(world_);
    const Result<BodyHandle> handle = world_.add_body(desc);
    require_as_predicted(handle ? ok() : Status(handle.error()), is_valid, "add_body");
    if (!handle) return require(state_hash(world_) == before, "a refused body has changed the world");
    require(!bodies_.contains(handle->id), "a new body has the id of a live body");
    bodies_[handle->id] = {desc.shape, desc.transform, *handle, true, desc.is_fixed};
    all_handles_.push_back(*handle);
    require(world_.body_count() == bodies_.size(), "another number of bodies");
}

void WorldTest::remove() {
    const BodyHandle handle = choose_handle();
    const ModelBody* body = model_of(handle);
    require_as_predicted(world_.remove_body(handle), body != nullptr, "remove_body");
    if (!body) return;
    bodies_.erase(handle.id);
    std::erase_if(exceptions_,
                  [&](const BodyPair& pair) { return pair.a == handle.id || pair.b == handle.id; });
    require(!world_.is_live(handle) && world_.body_count() == bodies_.size(),
            "a removed body is still live or counted");
}

void WorldTest::move() {
    const BodyHandle handle = choose_handle();
    const ModelBody* body = model_of(handle);
    const bool supports_scale = body && body->shape->supports_scale();
    const Transform transform = choose_transform(choices_, supports_scale || choices_.one_in(16));
    const bool is_valid =
        body && fuzz::is_valid(transform) && (supports_scale || transform.s == glm::dvec3(1.0));
    require_as_predicted(world_.set_transform(handle, transform), is_valid, "set_transform");
    if (is_valid) bodies_[handle.id].transform = transform;
}

void WorldTest::change_body() {
    const BodyHandle handle = choose_handle();
    const ModelBody* body = model_of(handle);
    const bool on = choices_.flag();
    switch (choices_.below(6)) {
    case 0: {
        const std::shared_ptr<Shape> shape = choose_shape(choices_);
        const bool is_valid =
            body && shape && (shape->supports_scale() || body->transform.s == glm::dvec3(1.0));
        require_as_predicted(world_.set_shape(handle, shape), is_valid, "set_shape");
        if (is_valid) bodies_[handle.id].shape = shape;
        break;
    }
    case 1: {
        const auto kind = static_cast<BoxKind>(choices_.below(3));
        require_as_predicted(world_.set_box_kind(handle, kind), body && kind <= BoxKind::fixed_cube,
                             "set_box_kind");
        break;
    }
    case 2: {
        const double margin = choices_.one_in(4) ? choices_.odd_number() : std::fabs(choices_.fraction());
        require_as_predicted(world_.set_margin(handle, margin), body && margin >= 0.0 && margin <= 1e15,
                             "set_margin");
        break;
    }
    case 3:
        require_as_predicted(world_.set_body_enabled(handle, on), body != nullptr, "set_body_enabled");
        if (body) bodies_[handle.id].is_enabled = on;
        break;
    case 4:
        require_as_predicted(world_.set_body_fixed(handle, on), body != nullptr, "set_body_fixed");
        if (body) bodies_[handle.id].is_fixed = on;
        break;
    default: {
        const std::uint32_t joint = choices_.below(4);
        const double position = choices_.one_in(8) ? choices_.odd_number() : choices_.fraction();
        const bool is_valid = body && body->shape->parts() && joint < body->shape->parts()->joints().size() &&
                              position >= -1.0 && position <= 1.0;
        require_as_predicted(world_.set_joint_position(handle, joint, position), is_valid,
                             "set_joint_position");
    }
    }
}

void WorldTest::switch_pair() {
    if (choices_.one_in(8)) {
        is_enabled_by_default_ = choices_.flag();
        exceptions_.clear();
        return world_.set_all_pairs_enabled(is_enabled_by_default_);
    }
    const BodyHandle a = choose_handle(), b = choose_handle();
    const bool on = choices_.flag(), is_valid = model_of(a) && model_of(b) && a.id != b.id;
    require_as_predicted(world_.set_pair_enabled(a, b, on), is_valid, "set_pair_enabled");
    if (!is_valid) return;
    if (on == is_enabled_by_default_)
        exceptions_.erase(make_pair_of(a.id, b.id));
    else
        exceptions_.insert(make_pair_of(a.id, b.id));
    require(world_.is_pair_enabled(make_pair_of(a.id, b.id)) == can_meet(a.id, b.id),
            "is_pair_enabled contradicts the model");
}

void WorldTest::change_settings() {
    WorldSettings& settings = world_.settings;
    switch (choices_.below(8)) {
    case 0: {
        const std::span<const std::string_view> names = list_broad_phases();
        const std::uint32_t which = choices_.below(names.size() + 1);
        require_as_predicted(world_.set_broad_phase(which < names.size() ? names[which] : "none"),
                             which < names.size(), "set_broad_phase");
        break;
    }
    case 1: {
        const std::uint32_t which = choices_.below(kAllNarrowPhases.size() + 1);
        const bool is_known = which < kAllNarrowPhases.size();
        require_as_predicted(world_.set_narrow_phase(is_known ? kAllNarrowPhases[which].name : "none"),
                             is_known, "set_narrow_phase");
        break;
    }
    case 2: {
        BroadPhaseSettings broad;
        broad.storage = static_cast<PairStorage>(choices_.below(4));
        broad.cell_factor = choices_.flag() ? static_cast<float>(choices_.odd_number()) : 1.0f;
        const bool is_valid = broad.storage <= PairStorage::sparse && broad.cell_factor >= 0.0f &&
                              std::isfinite(broad.cell_factor);
        require_as_predicted(world_.set_broad_phase_settings(broad), is_valid, "set_broad_phase_settings");
        break;
    }
    case 3:
        settings.mesh_query.mode =
            choices_.one_in(16) ? QueryMode::distance : static_cast<QueryMode>(choices_.below(2));
        settings.mesh_query.test = static_cast<OverlapTest>(choices_.below(3));
        settings.mesh_query.descent = static_cast<Descent>(choices_.below(4));
        break;
    case 4:
        settings.find_polytope_triangles = choices_.flag();
        settings.use_temporal_coherence = choices_.flag();
        settings.find_closest_parts = choices_.flag();
        break;
    case 5:
        settings.start = static_cast<WarmStart>(choices_.below(4));
        break;
    case 6:
        settings.relative_margin = choices_.flag() ? 1e-6 : std::fabs(choices_.fraction());
        break;
    default:
        settings.executor = choices_.flag() ? std::make_shared<BackwardsExecutor>() : nullptr;
    }
}

// --- answers ----------------------------------------------------------------------------------------------

void WorldTest::check_boxes() const {
    for (const auto& entry : bodies_) {
        const BodyId id = entry.first;
        const ModelBody& body = entry.second;
        const Aabb& box = world_.boxes()[id];
        const Pose& pose = world_.bodies()[id].world_from_body;
        const auto check = [&](const Pose& world_from_surface, const MeshView& mesh) {
            for (const TriangleIndices& triangle : mesh.triangles)
                for (const std::uint32_t index : triangle) {
                    const glm::dvec3 p = place(world_from_surface, mesh.positions[index]);
                    for (int axis = 0; axis < 3; ++axis)
                        require(box.lower[axis] <= p[axis] && p[axis] <= box.upper[axis], [&] {
                            return "a vertex of body " + std::to_string(id) + " outside its box";
                        });
                }
        };
        const HullHierarchy* tree = body.shape->parts();
        if (!tree) {
            check(pose, body.shape->mesh());
            continue;
        }
        for (std::uint32_t part = 0; part < tree->part_count(); ++part)
            check(pose * world_.bodies()[id].parts->body_from_part(part), tree->part(part).mesh());
    }
}

// The pairs must be the enabled pairs whose boxes overlap, and the events must turn the previous pairs into them.
void WorldTest::check_pairs(const StepOutput& out) {
    std::vector<BodyPair> expected, found;
    for (auto a = bodies_.begin(); a != bodies_.end(); ++a)
        for (auto b = std::next(a); b != bodies_.end(); ++b) {
            const Aabb &x = world_.boxes()[a->first], &y = world_.boxes()[b->first];
            bool is_separated = false;
            for (int axis = 0; axis < 3; ++axis)
                is_separated = is_separated || x.upper[axis] < y.lower[axis] || y.upper[axis] < x.lower[axis];
            if (!is_separated && can_meet(a->first, b->first)) expected.push_back({a->first, b->first});
        }
    for (const PairResult& pair : out.pairs) found.push_back(pair.bodies);
    require(found == expected, [&] {
        return std::string(world_.broad_phase_name()) + ": " + std::to_string(found.size()) +
               " pairs instead of " + std::to_string(expected.size());
    });
    std::set<BodyPair> followed = pairs_before_;
    for (const BodyPair& pair : out.left)
        require(followed.erase(pair) == 1, "a pair leaves that did not overlap in the previous step");
    for (const BodyPair& pair : out.entered)
        require(followed.insert(pair).second, "a pair enters that already overlapped in the previous step");
    pairs_before_ = {expected.begin(), expected.end()};
    require(followed == pairs_before_, "the events do not turn the previous pairs into the current pairs");
}

struct Placed {
    std::vector<Triangle64> triangles;
    std::vector<std::pair<const Polytope*, Pose>> solids; // empty for a mesh
};
Placed place_body(const Body& body) {
    Placed placed;
    if (!body.parts) {
        placed.triangles = place_all(body.world_from_body, body.shape->mesh());
        if (body.polytope) placed.solids.emplace_back(body.polytope, body.world_from_body);
        return placed;
    }
    const HullHierarchy& tree = body.parts->tree();
    for (std::uint32_t part = 0; part < tree.part_count(); ++part) {
        const Pose world_from_part = body.world_from_body * body.parts->body_from_part(part);
        const std::vector<Triangle64> own = place_all(world_from_part, tree.part(part).mesh());
        placed.triangles.insert(placed.triangles.end(), own.begin(), own.end());
        placed.solids.emplace_back(&tree.part(part), world_from_part);
    }
    return placed;
}

// For solids: deep overlap must give contact, a clear separating plane must give none, and the distance must be that of
// the nearest triangles, up to rounding.
void WorldTest::check_solids(const PairResult& pair) const {
    const Placed a = place_body(world_.bodies()[pair.bodies.a]),
                 b = place_body(world_.bodies()[pair.bodies.b]);
    const std::string what = std::string(world_.narrow_phase_name()) + ", bodies " +
                             std::to_string(pair.bodies.a) + " and " + std::to_string(pair.bodies.b);
    test::Real deepest = -HUGE_VALL, rounding = 0;
    for (const auto& [p, world_from_p] : a.solids)
        for (const auto& [q, world_from_q] : b.solids) {
            const Pose p_from_q = inverse_rigid(world_from_p) * world_from_q;
            deepest = std::max(deepest, test::common_depth(*p, *q, p_from_q));
            const double scale =
                p->extent() + q->extent() + glm::length(p_from_q.origin) + glm::length(world_from_p.origin);
            rounding = std::max<test::Real>(rounding, 1e-12 * scale + p->flatness() + q->flatness() +
                                                          p->reflex() + q->reflex());
        }
    if (deepest > rounding)
        require(pair.is_contact(), "no contact of solids that share inner points: " + what);
    if (deepest < -rounding) require(!pair.is_contact(), "contact of solids that a plane separates: " + what);
    if (pair.is_contact() || pair.is_lower_bound) return;
    require(pair.distance > 0.0, "a distance of 0 without contact: " + what);
    const double of_points = glm::distance(pair.point_on_a_w, pair.point_on_b_w);
    require(std::fabs(of_points - pair.distance) <= static_cast<double>(rounding),
            "points at another distance: " + what);
    // The distance is that of the nearest two triangles of the bodies.
    const Nearest nearest = find_nearest(a.triangles, b.triangles);
    require(std::fabs(nearest.distance - pair.distance) <=
                static_cast<double>(rounding) + 1e-9 * nearest.distance,
            [&] {
                return "distance " + std::to_string(pair.distance) + " instead of " +
                       std::to_string(nearest.distance) + ": " + what;
            });
}

// Precondition: the surfaces of A and B do not intersect. True if a body, or a component of its surface, lies inside a
// solid of the other body; empty if rounding decides.
std::optional<bool> find_nesting(const Placed& a, const Placed& b) {
    const auto find_in = [](const Placed& solid, const Placed& other) -> std::optional<bool> {
        for (const auto& [polytope, world_from_solid] : solid.solids)
            for (const Triangle64& triangle : other.triangles) {
                const long double turns =
                    std::fabs(oracle::winding_number(world_from_solid, polytope->mesh(), triangle[0]));
                if (turns > 0.75L) return true;
                if (turns > 0.25L) return std::nullopt;
            }
        return false;
    };
    const std::optional<bool> b_in_a = find_in(a, b);
    return b_in_a == false ? find_in(b, a) : b_in_a;
}

void WorldTest::check_contact(const StepOutput& out, const PairResult& pair) {
    const Body &a = world_.bodies()[pair.bodies.a], &b = world_.bodies()[pair.bodies.b];
    const bool are_polytopes_or_compounds = (a.polytope || a.parts) && (b.polytope || b.parts);
    require(pair.are_polytopes == (a.polytope && b.polytope), "are_polytopes is wrong");
    if (are_polytopes_or_compounds) check_solids(pair);
    const std::span<const PrimitivePair> found = out.triangles_of(pair);
    if (are_polytopes_or_compounds && !(world_.settings.find_polytope_triangles && pair.is_contact())) return;
    if (exact_ > kMaxExact) return;
    const std::optional<std::vector<PrimitivePair>> truth =
        find_all_pairs(place_body(a).triangles, place_body(b).triangles, exact_, kMaxExact);
    if (!truth) return;
    const std::string what = "bodies " + std::to_string(pair.bodies.a) + " and " +
                             std::to_string(pair.bodies.b) + ": " + std::to_string(found.size()) +
                             " pairs of triangles, " + std::to_string(truth->size()) + " intersect";
    if (!are_polytopes_or_compounds) {
        const std::optional<bool> is_inside =
            truth->empty() ? find_nesting(place_body(a), place_body(b)) : false;
        if (is_inside)
            require(pair.is_contact() == (*is_inside || !truth->empty()), "contact with a surface, " + what);
    }
    if (are_polytopes_or_compounds || world_.settings.mesh_query.mode == QueryMode::all)
        return require(std::equal(found.begin(), found.end(), truth->begin(), truth->end()), what);
    for (const PrimitivePair& one : found)
        require(std::binary_search(truth->begin(), truth->end(), one),
                "triangles that do not intersect, " + what);
}

void WorldTest::step() {
    StepOutput out;
    const Status status = world_.step(out);
    require_as_predicted(status, true, "step");
    check_boxes();
    check_pairs(out);
    for (const PairResult& pair : out.pairs) check_contact(out, pair);
}

void WorldTest::ask_about_pair() {
    const BodyHandle a = choose_handle(), b = choose_handle();
    const bool is_valid = model_of(a) && model_of(b) && a.id != b.id && can_meet(a.id, b.id);
    StepOutput out;
    require_as_predicted(world_.query_pair(a, b, out), is_valid, "query_pair");
    if (!is_valid) return;
    require(out.pairs.size() == 1, "query_pair does not return exactly one pair");
    require(out.pairs[0].bodies == make_pair_of(a.id, b.id), "query_pair returns another pair");
    check_contact(out, out.pairs[0]);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Choices choices({data, size});
    WorldTest(choices).run();
    return 0;
}
