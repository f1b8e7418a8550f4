#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "tests/collision/world/world_scene.hpp"
#include "tests/oracles/backwards_executor.hpp"
#include "tests/oracles/sample_meshes.hpp"

namespace boxwood::test {
namespace {

// A sheet over [-1, 1] along x and z.
oracle::SampleMesh make_sheet(int n) {
    oracle::SampleMesh sheet;
    const auto at = [n](int i, int k) { return static_cast<std::uint32_t>(i * (n + 1) + k); };
    for (int i = 0; i <= n; ++i)
        for (int k = 0; k <= n; ++k)
            sheet.positions.emplace_back(2.0f * float(i) / float(n) - 1.0f, 0.0f,
                                         2.0f * float(k) / float(n) - 1.0f);
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) {
            sheet.triangles.push_back({at(i, k), at(i, k + 1), at(i + 1, k)});
            sheet.triangles.push_back({at(i + 1, k), at(i, k + 1), at(i + 1, k + 1)});
        }
    return sheet;
}

std::vector<glm::vec3> waved(const oracle::SampleMesh& sheet, double time) {
    std::vector<glm::vec3> positions = sheet.positions;
    for (glm::vec3& p : positions)
        p.y =
            static_cast<float>(0.4 * std::sin(4.0 * double{p.x} + time) * std::cos(3.0 * double{p.z} - time));
    return positions;
}

// Folds the sheet through itself.
std::vector<glm::vec3> folded(const oracle::SampleMesh& sheet) {
    std::vector<glm::vec3> positions = sheet.positions;
    for (glm::vec3& p : positions) {
        p.y = p.x * p.x * p.x - 0.3f * p.x;
        p.x = 0.3f * std::sin(6.0f * p.x);
    }
    return positions;
}

// An update policy that rebuilds at every third update and refits at the others.
class EveryThird final : public HierarchyUpdate {
  public:
    HierarchyChange update(AnyHierarchy& io_hierarchy, const MeshView& mesh,
                           std::span<const glm::vec3> before) override {
        EXPECT_EQ(before.size(), mesh.positions.size());
        if (++updates_ % 3 != 0) return {require_ok(io_hierarchy.refit(mesh)), false};
        io_hierarchy = require_ok(build_any_hierarchy(io_hierarchy.config(), mesh));
        return {io_hierarchy.node_count(), true};
    }
    std::unique_ptr<HierarchyUpdate> clone() const override { return std::make_unique<EveryThird>(*this); }

  private:
    int updates_ = 0;
};

struct Scene {
    CollisionWorld world;
    std::vector<oracle::SampleMesh> sheets; // the first bodies have these meshes
};

Scene make_scene(std::shared_ptr<Executor> executor = nullptr) {
    std::mt19937 random(31);
    Scene scene;
    scene.world.settings.executor = std::move(executor);
    scene.world.settings.mesh_query.mode = QueryMode::all;
    std::vector<BodyDesc> bodies;
    for (int k = 0; k < 4; ++k) {
        scene.sheets.push_back(make_sheet(6 + 2 * k));
        bodies.push_back({require_ok(make_shape(scene.sheets.back().view())), random_transform(random, 1.5)});
        bodies.back().deformable =
            DeformableDesc{k % 2 == 0 ? nullptr : std::make_shared<EveryThird>(), k == 1};
        if (k == 3) bodies.back().box = BoxKind::fixed_cube;
    }
    oracle::Random meshes(5);
    const oracle::SampleMesh soup = oracle::make_soup(meshes, 40, 0.5);
    bodies.push_back({require_ok(make_shape(soup.view())), random_transform(random, 1.0)});
    for (const std::shared_ptr<Shape>& shape : make_shapes(random, 12))
        bodies.push_back({shape, random_transform(random, 2.5)});
    EXPECT_TRUE(scene.world.add_bodies(bodies));
    return scene;
}

void move(Scene& io_scene, int frame) {
    for (BodyId id = 0; id < io_scene.sheets.size(); ++id)
        if (frame % 4 != static_cast<int>(id)) { // in each frame, one sheet keeps its vertices
            ASSERT_TRUE(io_scene.world.set_vertices(id, waved(io_scene.sheets[id], 0.3 * frame + id)));
        }
    Transform at = io_scene.world.bodies()[2].transform;
    at.t.x += 0.02;
    io_scene.world.set_valid_transform(2, at);
}

std::vector<PrimitivePair> all_pairs_of_triangles(const Body& a, const Body& b) {
    std::vector<PrimitivePair> pairs;
    const MeshView mesh_a = a.shape->mesh(), mesh_b = b.shape->mesh();
    for (std::uint32_t i = 0; i < mesh_a.triangles.size(); ++i)
        for (std::uint32_t k = 0; k < mesh_b.triangles.size(); ++k)
            if (triangles_intersect(world_triangle(a.world_from_body, mesh_a, i),
                                    world_triangle(b.world_from_body, mesh_b, k)))
                pairs.push_back({i, k});
    return pairs;
}

TEST(DeformingBodyTest, finds_the_contacts_of_the_deformed_meshes) {
    Scene scene = make_scene();
    std::size_t contacts = 0;
    for (int frame = 0; frame < 12; ++frame) {
        move(scene, frame);
        StepOutput out;
        ASSERT_TRUE(scene.world.step(out));
        EXPECT_EQ(out.deformation.bodies, 3u);
        EXPECT_GT(out.deformation.volumes, 0u);
        for (BodyId id = 0; id < scene.sheets.size(); ++id) {
            const Body& body = scene.world.bodies()[id];
            if (frame % 4 != static_cast<int>(id)) {
                ASSERT_TRUE(std::ranges::equal(body.shape->mesh().positions,
                                               waved(scene.sheets[id], 0.3 * frame + id)));
            }
            ASSERT_FALSE(body.shape->hierarchy()->validate(body.shape->mesh()));
            for (const glm::vec3& p : body.shape->mesh().positions) {
                const glm::dvec3 p_w = body.world_from_body * p;
                const Aabb& box = scene.world.boxes()[id];
                ASSERT_TRUE(glm::all(glm::lessThanEqual(glm::dvec3(box.lower), p_w)) &&
                            glm::all(glm::lessThanEqual(p_w, glm::dvec3(box.upper))));
            }
        }
        std::vector<BodyPair> found;
        for (const PairResult& pair : out.pairs)
            if (pair.bodies.a < scene.sheets.size()) found.push_back(pair.bodies);
        for (BodyId a = 0; a < scene.sheets.size(); ++a)
            for (BodyId b = a + 1; b < scene.world.bodies().size(); ++b) {
                const auto expected =
                    all_pairs_of_triangles(scene.world.bodies()[a], scene.world.bodies()[b]);
                const auto pair = std::ranges::find(out.pairs, BodyPair{a, b}, &PairResult::bodies);
                if (pair == out.pairs.end()) {
                    ASSERT_TRUE(expected.empty()) << a << ' ' << b;
                    continue;
                }
                ASSERT_TRUE(std::ranges::equal(out.triangles_of(*pair), expected)) << a << ' ' << b;
                ASSERT_EQ(pair->is_contact(), !expected.empty());
                contacts += expected.size();
            }
    }
    EXPECT_GT(contacts, 100u);
}

TEST(DeformingBodyTest, parallel_equals_serial) {
    Scene serial = make_scene(), parallel = make_scene(std::make_shared<oracle::BackwardsExecutor>());
    for (int frame = 0; frame < 10; ++frame) {
        move(serial, frame);
        move(parallel, frame);
        StepOutput expected, found;
        ASSERT_TRUE(serial.world.step(expected));
        ASSERT_TRUE(parallel.world.step(found));
        ASSERT_EQ(expected.triangle_pairs, found.triangle_pairs);
        ASSERT_EQ(expected.self_triangle_pairs, found.self_triangle_pairs);
        ASSERT_EQ(expected.counters.list(), found.counters.list());
        ASSERT_EQ(expected.deformation.volumes, found.deformation.volumes);
        ASSERT_EQ(expected.deformation.rebuilds, found.deformation.rebuilds);
        ASSERT_EQ(state_hash(serial.world), state_hash(parallel.world));
    }
}

TEST(DeformingBodyTest, finds_self_contacts_only_of_bodies_that_request_them) {
    Scene scene = make_scene();
    StepOutput out;
    ASSERT_TRUE(scene.world.step(out));
    ASSERT_EQ(out.self_contacts.size(), 1u); // of body 1
    EXPECT_EQ(out.self_contacts[0].triangle_pair_count, 0u);
    for (BodyId id = 0; id < 4; ++id) ASSERT_TRUE(scene.world.set_vertices(id, folded(scene.sheets[id])));
    ASSERT_TRUE(scene.world.step(out));
    ASSERT_EQ(out.self_contacts.size(), 1u);
    EXPECT_EQ(out.self_contacts[0].body, 1u);
    EXPECT_TRUE(out.self_contacts[0].is_complete);
    std::vector<PrimitivePair> expected;
    const MeshView mesh = scene.world.bodies()[1].shape->mesh();
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i)
        for (std::uint32_t k = i + 1; k < mesh.triangles.size(); ++k) {
            const auto &t = mesh.triangles[i], &u = mesh.triangles[k];
            const bool share =
                std::ranges::any_of(t, [&](auto v) { return std::ranges::find(u, v) != u.end(); });
            if (!share &&
                triangles_intersect(world_triangle(Pose{}, mesh, i), world_triangle(Pose{}, mesh, k)))
                expected.push_back({i, k});
        }
    EXPECT_FALSE(expected.empty());
    EXPECT_TRUE(std::ranges::equal(out.triangles_of(out.self_contacts[0]), expected));
}

TEST(DeformingBodyTest, deforming_a_body_does_not_change_the_given_shape) {
    const oracle::SampleMesh sheet = make_sheet(3);
    const std::shared_ptr<Shape> shape = require_ok(make_shape(sheet.view()));
    CollisionWorld world;
    BodyDesc desc{shape, at(0, 0, 0)};
    desc.deformable.emplace();
    ASSERT_TRUE(world.add_body(desc));
    ASSERT_TRUE(world.add_body(desc));
    ASSERT_TRUE(world.set_vertices(0, waved(sheet, 1.0)));
    StepOutput out;
    ASSERT_TRUE(world.step(out));
    EXPECT_TRUE(std::ranges::equal(shape->mesh().positions, sheet.positions));
    EXPECT_TRUE(std::ranges::equal(world.bodies()[1].shape->mesh().positions, sheet.positions));
    EXPECT_FALSE(std::ranges::equal(world.bodies()[0].shape->mesh().positions, sheet.positions));
    // A body that is added with the description of a deformed body has the undeformed vertices.
    const BodyDesc again = describe(world.bodies()[0]);
    EXPECT_EQ(again.shape, shape);
    ASSERT_TRUE(world.add_body(again));
    EXPECT_TRUE(std::ranges::equal(world.bodies()[2].shape->mesh().positions, sheet.positions));
}

// After set_vertices(), the mesh and its hierarchy change together, in the next step.
TEST(DeformingBodyTest, queries_between_steps_see_the_last_step) {
    const oracle::SampleMesh sheet = make_sheet(4);
    CollisionWorld world;
    BodyDesc desc{require_ok(make_shape(sheet.view())), at(0, 0, 0)};
    desc.deformable.emplace();
    ASSERT_TRUE(world.add_body(desc));
    ASSERT_TRUE(world.add_body({make_shape(*make_box_polytope(glm::vec3(0.1f))), at(0, 0.05, 0)}));
    std::vector<glm::vec3> lowered = sheet.positions;
    for (glm::vec3& p : lowered) p.y -= 1.0f;
    ASSERT_TRUE(world.set_vertices(0, lowered));
    StepOutput out;
    ASSERT_TRUE(world.query_pair(0, 1, out));
    EXPECT_TRUE(out.pairs[0].is_contact());
    ASSERT_TRUE(world.step(out));
    EXPECT_TRUE(out.pairs.empty());
    ASSERT_TRUE(world.query_pair(0, 1, out));
    EXPECT_FALSE(out.pairs[0].is_contact());
    ASSERT_TRUE(world.set_vertices(0, sheet.positions));
    ASSERT_TRUE(world.remove_body(0)); // the body has vertices that no step has used yet
    ASSERT_TRUE(world.step(out));
    EXPECT_TRUE(out.pairs.empty());
}

TEST(DeformingBodyTest, invalid_deformations_are_rejected) {
    const oracle::SampleMesh sheet = make_sheet(2);
    const std::shared_ptr<Shape> mesh = require_ok(make_shape(sheet.view()));
    const std::shared_ptr<Shape> box = make_shape(*make_box_polytope(glm::vec3(1.0f)));
    CollisionWorld world;
    BodyDesc desc{box, at(0, 0, 0)};
    desc.deformable.emplace();
    EXPECT_EQ(world.add_body(desc).error().message, "new body 0: only a triangle mesh can deform");
    desc.shape = mesh;
    ASSERT_TRUE(world.add_body(desc));
    ASSERT_TRUE(world.add_body({mesh, at(5, 0, 0)}));
    const auto error_of = [](const Status& status) { return status ? "" : status.error().message; };
    EXPECT_EQ(error_of(world.set_vertices(1, sheet.positions)), "body 1: does not deform");
    EXPECT_EQ(error_of(world.set_vertices(0, std::span(sheet.positions).first(3))),
              "body 0: 3 positions were given, but the mesh has 9 vertices");
    std::vector<glm::vec3> broken = sheet.positions;
    broken[4].z = std::numeric_limits<float>::quiet_NaN();
    EXPECT_NE(error_of(world.set_vertices(0, broken)).find("vertex 4"), std::string::npos);
    EXPECT_NE(error_of(world.set_vertices(7, broken)).find("does not exist"), std::string::npos);
    EXPECT_NE(error_of(world.set_shape(0, mesh)).find("deforms"), std::string::npos);
    EXPECT_NE(error_of(world.set_shape(1, world.bodies()[0].shape)).find("belongs to"), std::string::npos);
    EXPECT_NE(world.add_body({world.bodies()[0].shape, at(0, 0, 0)}).error().message.find("belongs to"),
              std::string::npos);
    StepOutput out;
    ASSERT_TRUE(world.step(out));
    EXPECT_EQ(out.deformation.bodies, 0u);
}

} // namespace
} // namespace boxwood::test
