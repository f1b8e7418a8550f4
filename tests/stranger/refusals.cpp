// Invalid calls return an Error and leave the world unchanged, bit for bit.
#include "tests/stranger/shapes.hpp"

#include "collision/geometry/mesh_checks.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/traversal/primitive_test_record.hpp"

#include <limits>

using namespace boxwood;
using namespace stranger;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInfinity = std::numeric_limits<float>::infinity();
constexpr double kNan64 = std::numeric_limits<double>::quiet_NaN(), kInfinity64 = std::numeric_limits<double>::infinity();

template <class T>
void refuse(const Result<T>& result, const std::string& what) {
    check(!result, what + ": accepted");
    if (!result) check(!result.error().message.empty(), what + ": refused without a message");
}

std::vector<std::pair<std::string, Mesh>> list_bad_meshes() {
    const Mesh good = make_box_mesh({1, 1, 1});
    std::vector<std::pair<std::string, Mesh>> bad{{"empty", {}}, {"no triangles", {good.positions, {}}}};
    for (const float number : {kNan, kInfinity, -kInfinity, 1e20f}) {
        bad.emplace_back("coordinate " + std::to_string(number), good);
        bad.back().second.positions[5].y = number;
    }
    for (const std::uint32_t index : {8u, 0xFFFFFFFFu}) {
        bad.emplace_back("index " + std::to_string(index), good);
        bad.back().second.triangles[7][2] = index;
    }
    bad.emplace_back("no positions", Mesh{{}, good.triangles});
    return bad;
}

std::vector<std::pair<std::string, Transform>> list_bad_transforms() {
    std::vector<std::pair<std::string, Transform>> bad;
    for (const double number : {kNan64, kInfinity64, -kInfinity64}) {
        bad.emplace_back("q", Transform{.q = {1.0, number, 0.0, 0.0}});
        bad.emplace_back("t", Transform{.t = {0.0, number, 0.0}});
        bad.emplace_back("s", Transform{.s = {1.0, 1.0, number}});
    }
    bad.emplace_back("zero q", Transform{.q = {0.0, 0.0, 0.0, 0.0}});
    bad.emplace_back("far t", Transform{.t = {1e300, 0.0, 0.0}});
    bad.emplace_back("zero s", Transform{.s = {0.0, 1.0, 1.0}});
    bad.emplace_back("huge s", Transform{.s = {1e200, 1.0, 1.0}});
    return bad;
}

void refuse_meshes() {
    const Mesh good = make_box_mesh({1, 1, 1});
    for (const HierarchyConfig& config : list_configs()) {
        AnyHierarchy tree = *build_any_hierarchy(config, good.view());
        for (const auto& [what, mesh] : list_bad_meshes()) {
            const std::string name = config.kind + "/" + config.volume + "/" + config.builder + ", " + what;
            refuse(check_mesh(mesh.view()), name + ": check");
            refuse(build_any_hierarchy(config, mesh.view()), name + ": build");
            refuse(make_shape(mesh.view(), config), name + ": shape");
            refuse(make_shape(mesh.view(), tree), name + ": shape of a hierarchy");
            refuse(tree.refit(mesh.view()), name + ": refit");
        }
        Mesh larger = good;
        larger.triangles.push_back({0, 1, 2});
        refuse(tree.refit(larger.view()), config.kind + ": refit to more triangles");
        Mesh other = good;
        other.positions[0] = {-5, -5, -5};
        refuse(make_shape(other.view(), tree), config.kind + ": shape with the hierarchy of another mesh");
        check(static_cast<bool>(tree.refit(other.view())), config.kind + ": refit");
        check(static_cast<bool>(make_shape(other.view(), tree)), config.kind + ": shape after a refit");
    }
    for (const std::uint32_t leaf : {0u, 1000u}) refuse(build_any_hierarchy({.leaf_size = leaf}, good.view()), "leaf size");
    refuse(build_any_hierarchy({.kind = "none"}, good.view()), "kind");
    refuse(build_any_hierarchy({.volume = "none"}, good.view()), "volume");
    refuse(build_any_hierarchy({.builder = ""}, good.view()), "builder");
    refuse(build_any_hierarchy({.kind = "bvh8", .volume = "sphere"}, good.view()), "bvh8 of spheres");
}

void refuse_polytopes() {
    const std::vector<std::vector<std::uint32_t>> faces{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    const std::vector<glm::vec3> good{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    check(static_cast<bool>(make_polytope(good, faces)), "tetrahedron");
    refuse(make_polytope({}, {}), "no points");
    refuse(make_polytope(good, std::vector<std::vector<std::uint32_t>>{{0, 2, 1}}), "open");
    for (const float number : {kNan, kInfinity}) {
        std::vector<glm::vec3> bad = good;
        bad[2].z = number;
        refuse(make_polytope(bad, faces), "coordinate");
        refuse(make_box_polytope({1.0f, number, 1.0f}), "half extent");
    }
    std::vector<std::vector<std::uint32_t>> out_of_range = faces;
    out_of_range[1][1] = 77;
    refuse(make_polytope(good, out_of_range), "index");
    for (const float half : {0.0f, -1.0f}) refuse(make_box_polytope({half, 1.0f, 1.0f}), "half extent");
    refuse(make_moved_polytope(*make_polytope(good, faces), std::vector<glm::vec3>{{0, 0, 0}}), "fewer points");
    refuse(make_hull_hierarchy({}, box_around), "no nodes");
}

void refuse_queries() {
    const Mesh mesh = make_box_mesh({1, 1, 1});
    const AnyHierarchy tree = *build_any_hierarchy({}, mesh.view());
    const Pose pose;
    const MeshOperand good{mesh.view(), &tree, &pose};
    QueryScratch scratch;
    QueryResult result;
    const auto ask = [&](const MeshOperand& a, const QueryRequest& request, const std::string& what) {
        for (const bool is_first : {true, false}) {
            result.intersects = true;
            refuse(query_meshes(is_first ? a : good, is_first ? good : a, request, scratch, result), what);
            check(!result.intersects && result.pairs.empty(), what + ": the previous result is still there");
        }
    };
    ask({mesh.view(), nullptr, &pose}, {}, "no hierarchy");
    ask({mesh.view(), &tree, nullptr}, {}, "no pose");
    ask({MeshView{mesh.positions, std::span(mesh.triangles).first(11)}, &tree, &pose}, {}, "fewer triangles");
    ask({MeshView{std::span(mesh.positions).first(7), mesh.triangles}, &tree, &pose}, {}, "fewer vertices");
    for (const double number : {kNan64, kInfinity64, 1e200}) {
        Pose bad;
        bad.origin.y = number;
        ask({mesh.view(), &tree, &bad}, {}, "origin");
        bad = {};
        bad.linear[2][1] = number;
        ask({mesh.view(), &tree, &bad}, {}, "linear part");
    }
    Pose flat;
    flat.linear[1] = flat.linear[0];
    ask({mesh.view(), &tree, &flat}, {}, "singular pose");
    for (const double tolerance : {kNan64, -1.0}) ask(good, {.mode = QueryMode::distance, .tolerance = tolerance}, "tolerance");
    for (const double most : {kNan64, -1.0})
        ask(good, {.mode = QueryMode::within, .max_distance = most}, "max_distance");
    ask(good, {.mode = static_cast<QueryMode>(9)}, "mode");
    ask(good, {.test = static_cast<OverlapTest>(9)}, "test");
    ask(good, {.descent = static_cast<Descent>(9)}, "descent");
    ask(good, {.leaf_test = static_cast<LeafTest>(9)}, "leaf test");
    ask(good, {.triangle_test = nullptr}, "triangle test");
}

// A world whose state and step results are compared before and after each refused call.
class Watched {
  public:
    Watched() {
        const auto box = make_shape(*make_box_polytope({0.5f, 0.5f, 0.5f}));
        const Mesh torus = make_torus(8, 5, 0.7f, 0.3f);
        const auto mesh = *make_shape(torus.view(), HierarchyConfig{.kind = "bvh8"});
        for (int i = 0; i < 4; ++i) bodies.push_back(*world.add_body({i % 2 == 0 ? box : mesh, {.t = {0.4 * i, 0.0, 0.0}}}));
        parts = *world.add_body({make_parts_shape(), {.t = {0.0, 0.7, 0.0}}});
        check(static_cast<bool>(world.step(before_)), "step");
    }
    template <class T>
    void refuse(const Result<T>& result, const std::string& what) {
        ::refuse(result, what);
        check(state_hash(world) == hash_ && world.body_count() == 5, what + ": changed the state");
        StepOutput after;
        check(static_cast<bool>(world.step(after)), what + ": step");
        check(after.entered.empty() && after.left.empty() && after.pairs.size() == before_.pairs.size() &&
                  after.triangle_pairs == before_.triangle_pairs,
              what + ": changed the answers");
    }

    CollisionWorld world;
    std::vector<BodyHandle> bodies;
    BodyHandle parts;

  private:
    StepOutput before_;
    std::uint64_t hash_ = 0;

  public:
    void remember() {
        check(static_cast<bool>(world.step(before_)), "step");
        hash_ = state_hash(world);
    }
};

void refuse_in_worlds() {
    Watched w;
    const auto box = make_shape(*make_box_polytope({0.5f, 0.5f, 0.5f}));
    const BodyHandle removed = *w.world.add_body({box, {.t = {50.0, 0.0, 0.0}}});
    check(static_cast<bool>(w.world.remove_body(removed)), "remove");
    w.remember();
    StepOutput out;
    CompoundResult own;

    w.refuse(w.world.add_body({nullptr, {}}), "no shape");
    for (const auto& [what, transform] : list_bad_transforms()) {
        w.refuse(w.world.add_body({box, transform}), what + ": add");
        w.refuse(w.world.add_bodies(std::vector<BodyDesc>{{box, {}}, {box, transform}}), what + ": add the second of two");
        w.refuse(w.world.set_transform(w.bodies[1], transform), what + ": move");
    }
    w.refuse(w.world.set_transform(w.bodies[0], {.s = {2.0, 2.0, 2.0}}), "scaled polytope");
    w.refuse(w.world.add_body({box, {.s = {1.0, -1.0, 1.0}}}), "mirrored polytope");
    w.refuse(w.world.add_body({box, {}, static_cast<BoxKind>(9)}), "kind of box");
    for (const double margin : {kNan64, kInfinity64, -1.0}) w.refuse(w.world.set_margin(w.bodies[0], margin), "margin");
    for (const double position : {kNan64, kInfinity64, 7.0})
        w.refuse(w.world.set_joint_position(w.parts, 0, position), "joint that does not exist");
    w.refuse(w.world.set_joint_position(w.bodies[0], 0, 0.0), "joint of a polytope");
    w.refuse(w.world.self_collide(w.bodies[0], own), "parts of a polytope");
    w.refuse(w.world.set_broad_phase("none"), "broad phase");
    w.refuse(w.world.set_narrow_phase("none"), "narrow phase");
    for (const float factor : {kNan, kInfinity, -1.0f})
        w.refuse(w.world.set_broad_phase_settings({.cell_factor = factor}), "cell factor");

    // The handle of a removed body, an id that never existed, and no body at all: first while the id is free, then when
    // it is used again.
    for (const bool is_taken : {false, true}) {
        if (is_taken) {
            const BodyHandle next = *w.world.add_body({box, {.t = {50.0, 0.0, 0.0}}});
            check(next.id == removed.id && next != removed, "the id is used again");
            check(static_cast<bool>(w.world.remove_body(next)), "remove");
            const BodyHandle again = *w.world.add_body({box, {.t = {50.0, 0.0, 0.0}}});
            check(w.world.is_live(again) && !w.world.is_live(removed) && !w.world.is_live(next),
                  "live handles");
        }
        const auto refuse = [&](const auto& result, const std::string& what) {
            ::refuse(result, what);
        };
        for (const BodyRef body : {BodyRef(removed), BodyRef(BodyHandle{}), BodyRef(kNone), BodyRef(BodyId{123456})}) {
            const std::uint64_t hash = state_hash(w.world);
            const std::size_t count = w.world.body_count();
            refuse(w.world.remove_body(body), "remove");
            refuse(w.world.set_transform(body, {}), "set_transform");
            refuse(w.world.set_shape(body, box), "set_shape");
            refuse(w.world.set_box_kind(body, BoxKind::fixed_cube), "set_box_kind");
            refuse(w.world.set_margin(body, 0.1), "set_margin");
            refuse(w.world.set_joint_position(body, 0, 0.0), "set_joint_position");
            refuse(w.world.self_collide(body, own), "self_collide");
            refuse(w.world.set_body_enabled(body, false), "set_body_enabled");
            refuse(w.world.set_body_fixed(body, true), "set_body_fixed");
            refuse(w.world.set_pair_enabled(body, w.bodies[0], false), "set_pair_enabled");
            refuse(w.world.query_pair(w.bodies[0], body, out), "query_pair");
            check(state_hash(w.world) == hash && w.world.body_count() == count, "a refusal changed the world");
        }
    }
    refuse(w.world.set_pair_enabled(w.bodies[0], w.bodies[0], false), "a pair with itself");
    refuse(w.world.set_shape(w.bodies[0], nullptr), "no shape");

    const WorldSettings good = w.world.settings;
    const auto refuse_step = [&](const std::string& what) {
        refuse(w.world.step(out), what + ": step");
        refuse(w.world.query_pair(w.bodies[0], w.bodies[1], out), what + ": query_pair");
        w.world.settings = good;
    };
    for (const double number : {kNan64, -1.0}) {
        w.world.settings.relative_margin = number;
        refuse_step("relative margin");
        w.world.settings.mesh_query.tolerance = number;
        refuse_step("tolerance");
    }
    w.world.settings.mesh_query.triangle_test = nullptr;
    refuse_step("triangle test");
    w.world.settings.start = static_cast<WarmStart>(9);
    refuse_step("start");
    check(static_cast<bool>(w.world.step(out)), "step after all refused calls");
}

} // namespace

int main() {
    refuse_meshes();
    refuse_polytopes();
    refuse_queries();
    refuse_in_worlds();
    return finish("refusals");
}
