// Compares world boxes of meshes with boxes of all their vertices.
#include "tests/collision/world/world_scene.hpp"

#include <functional>

namespace boxwood::test {
namespace {

struct Surface {
    std::vector<glm::vec3> positions;
    std::vector<TriangleIndices> triangles;
    MeshView view() const { return {positions, triangles}; }
};

// A surface over a grid of two parameters.
Surface make_grid(int n, const std::function<glm::dvec3(double, double)>& point) {
    Surface surface;
    for (int i = 0; i <= n; ++i)
        for (int k = 0; k <= n; ++k) surface.positions.emplace_back(point(double(i) / n, double(k) / n));
    const auto at = [n](int i, int k) { return static_cast<std::uint32_t>(i * (n + 1) + k); };
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) {
            surface.triangles.push_back({at(i, k), at(i + 1, k), at(i, k + 1)});
            surface.triangles.push_back({at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)});
        }
    return surface;
}

constexpr double kTurn = 2.0 * std::numbers::pi;

double largest_component(const glm::dvec3& v) {
    return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}

std::vector<Surface> make_surfaces() {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    std::vector<Surface> surfaces;
    const auto torus = [](double u, double v) {
        const double ring = 1.0 + 0.3 * std::cos(kTurn * v);
        return glm::dvec3(ring * std::cos(kTurn * u), 0.3 * std::sin(kTurn * v), ring * std::sin(kTurn * u));
    };
    surfaces.push_back(make_grid(24, torus));
    surfaces.push_back(
        make_grid(12, [](double u, double v) { return glm::dvec3(u, 0.0, v); })); // flat, in an axis plane
    surfaces.push_back(
        make_grid(9, [](double u, double v) { return glm::dvec3(u, v, 0.37 * u - 0.73 * v); }));
    surfaces.push_back(
        make_grid(30, [&](double u, double v) { return glm::dvec3(u, v, 0.2 * unit(random)); }));
    surfaces.push_back(make_grid(5, [&](double, double) { // a cloud far from its origin
        return glm::dvec3(1e4 + unit(random), unit(random), unit(random) - 500.0);
    }));
    surfaces.push_back({{{0, 0, 0}, {1, 2, 3}, {2, 4, 6}}, {{0, 1, 2}}}); // on a line
    surfaces.push_back({{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, {{0, 1, 2}}}); // a point
    surfaces.push_back(
        {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {9, 9, 9}}, {{0, 1, 2}}}); // a vertex that no triangle uses
    return surfaces;
}

Aabb box_of_all(const Body& body) {
    Aabb box;
    glm::dvec3 lower(std::numeric_limits<double>::infinity()), upper(-lower);
    for (const glm::vec3& p : body.shape->mesh().positions) {
        const glm::dvec3 p_w = body.world_from_body * p;
        lower = glm::min(lower, p_w);
        upper = glm::max(upper, p_w);
    }
    for (int axis = 0; axis < 3; ++axis) {
        box.lower[axis] = round_down(lower[axis]);
        box.upper[axis] = round_up(upper[axis]);
    }
    return box;
}

// `box` contains `all` and exceeds it by at most one float on each side.
void expect_tight(const Aabb& box, const Aabb& all) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        ASSERT_LE(box.lower[axis], all.lower[axis]);
        ASSERT_GE(box.upper[axis], all.upper[axis]);
        ASSERT_GE(box.lower[axis], std::nextafter(all.lower[axis], -kInfinity));
        ASSERT_LE(box.upper[axis], std::nextafter(all.upper[axis], kInfinity));
    }
}

Transform random_place(std::mt19937& random, int trial) {
    Transform at = random_transform(random, std::array{1.0, 1e3, 1e9}[static_cast<std::size_t>(trial % 3)]);
    if (trial % 4 == 1) at.s = glm::dvec3(0.01, 3.0, 50.0);
    if (trial % 4 == 2) at.s = glm::dvec3(-1.0, 0.5, 1.0);
    if (trial % 5 == 3) at.q = glm::dquat(1.0, 0.0, 0.0, 0.0);
    return at;
}

TEST(MeshBoxesTest, dynamic_boxes_are_tight_in_random_poses) {
    std::mt19937 random(1);
    for (const bool always_climb : {false, true}) {
        CollisionWorld world;
        world.settings.relative_margin = 0.0;
        world.settings.always_climb = always_climb;
        std::vector<BodyDesc> bodies;
        for (const Surface& surface : make_surfaces())
            bodies.push_back({require_ok(make_shape(surface.view())), random_place(random, 0)});
        ASSERT_TRUE(world.add_bodies(bodies));
        StepOutput out;
        for (int trial = 0; trial < 400; ++trial) {
            ASSERT_TRUE(world.step(out));
            for (BodyId id = 0; id < bodies.size(); ++id) {
                SCOPED_TRACE(testing::Message() << "body " << id << ", trial " << trial);
                ASSERT_NO_FATAL_FAILURE(expect_tight(world.boxes()[id], box_of_all(world.bodies()[id])));
                ASSERT_TRUE(world.set_transform(id, random_place(random, trial)));
            }
        }
        EXPECT_GT(out.counters.coordinate_evaluations, 0u);
    }
}

TEST(MeshBoxesTest, fixed_cubes_contain_the_mesh_and_keep_their_size) {
    std::mt19937 random(2);
    CollisionWorld world;
    world.settings.relative_margin = 0.0;
    std::vector<BodyDesc> bodies;
    for (const Surface& surface : make_surfaces())
        bodies.push_back({require_ok(make_shape(surface.view())), {}, BoxKind::fixed_cube});
    ASSERT_TRUE(world.add_bodies(bodies));
    StepOutput out;
    for (int trial = 0; trial < 400; ++trial) {
        ASSERT_TRUE(world.step(out));
        for (BodyId id = 0; id < bodies.size(); ++id) {
            SCOPED_TRACE(testing::Message() << "body " << id << ", trial " << trial);
            const Body& body = world.bodies()[id];
            const Aabb cube = world.boxes()[id], all = box_of_all(body);
            const double side = 2.0 * body.shape->radius() * largest_component(body.transform.s);
            const double far = glm::length(body.world_from_body.origin) +
                               glm::length(body.shape->center()) * largest_component(body.transform.s);
            for (int axis = 0; axis < 3; ++axis) {
                ASSERT_LE(cube.lower[axis], all.lower[axis]);
                ASSERT_GE(cube.upper[axis], all.upper[axis]);
                ASSERT_NEAR(double{cube.upper[axis]} - double{cube.lower[axis]}, side,
                            1e-6 * side + 3e-7 * far);
            }
            ASSERT_TRUE(world.set_transform(id, random_place(random, trial)));
        }
    }
    EXPECT_EQ(out.counters.coordinate_evaluations, 0u);
}

TEST(MeshBoxesTest, the_box_kind_of_a_mesh_takes_effect_and_can_change) {
    CollisionWorld world;
    const std::shared_ptr<Shape> long_mesh = require_ok(
        make_shape(make_grid(4, [](double u, double v) { return glm::dvec3(10.0 * u, v, u * v); }).view()));
    ASSERT_TRUE(world.add_body({long_mesh, at(0, 0, 0), BoxKind::fixed_cube}));
    ASSERT_TRUE(world.add_body({long_mesh, at(0, 3, 0), BoxKind::dynamic_box}));
    StepOutput out;
    ASSERT_TRUE(world.step(out));
    EXPECT_EQ(out.pairs.size(), 1u);
    ASSERT_TRUE(world.set_box_kind(0, BoxKind::dynamic_box));
    ASSERT_TRUE(world.step(out));
    EXPECT_TRUE(out.pairs.empty());
    ASSERT_TRUE(world.set_shape(0, make_shape(*make_box_polytope({1.0f, 1.0f, 1.0f}))));
    ASSERT_TRUE(world.set_shape(0, long_mesh));
    ASSERT_TRUE(world.set_box_kind(1, BoxKind::fixed_cube));
    ASSERT_TRUE(world.step(out));
    EXPECT_EQ(out.pairs.size(), 1u);
}

} // namespace
} // namespace boxwood::test
