#include "collision/narrow_phase/compound/hull_hierarchy.hpp"
#include "collision/world/collision_world.hpp"
#include "collision/world/world_state.hpp"
#include "tests/oracles/backwards_executor.hpp"
#include "tests/oracles/solid_meshes.hpp"
#include "tests/oracles/winding_oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace boxwood::solid_bodies_test {
namespace {

using oracle::SampleMesh;

Transform at(double x, double y, double z) {
    return {.t = {x, y, z}};
}

std::shared_ptr<Shape> surface_of(const SampleMesh& mesh) {
    return require_ok(make_shape(mesh.view()));
}
std::shared_ptr<Shape> solid_of(const SampleMesh& mesh) {
    std::shared_ptr<Shape> shape = surface_of(mesh);
    require_ok(shape->declare_solid());
    return shape;
}
std::shared_ptr<Shape> polytope_box(float half) {
    return make_shape(require_ok(make_box_polytope(glm::vec3(half))));
}

Result<Polytope> no_hull(std::span<const glm::vec3>) {
    return Error{"every hull is given"};
}

// Two boxes in one compound.
std::shared_ptr<Shape> two_boxes(float half, double distance) {
    std::vector<HullNode> nodes(3);
    for (const std::size_t k : {1u, 2u}) {
        nodes[k].parent = 0;
        nodes[k].parent_from_node.origin.x = k == 1 ? 0.0 : distance;
        nodes[k].polytope = require_ok(make_box_polytope(glm::vec3(half)));
    }
    nodes[0].approximate_hull = require_ok(make_box_polytope(glm::vec3(static_cast<float>(distance) + half)));
    return make_shape(require_ok(make_hull_hierarchy(std::move(nodes), no_hull)));
}

PairResult only_pair(const std::shared_ptr<Shape>& a, const std::shared_ptr<Shape>& b, const Transform& b_at,
                     StepOutput& out) {
    CollisionWorld world;
    require_ok(world.add_body({a, {}}));
    require_ok(world.add_body({b, b_at}));
    require_ok(world.step(out));
    EXPECT_EQ(out.pairs.size(), 1u);
    StepOutput asked;
    require_ok(world.query_pair(0u, 1u, asked));
    EXPECT_EQ(asked.pairs[0].nesting, out.pairs[0].nesting);
    EXPECT_EQ(asked.pairs[0].status, out.pairs[0].status);
    return out.pairs.at(0);
}
PairResult only_pair(const std::shared_ptr<Shape>& a, const std::shared_ptr<Shape>& b,
                     const Transform& b_at = {}) {
    StepOutput out;
    return only_pair(a, b, b_at, out);
}

TEST(SolidBodiesTest, meshes_are_surfaces_unless_declared_solid) {
    const SampleMesh big = oracle::make_solid_box(glm::dvec3(2.0)),
                     small = oracle::make_torus(0.5, 0.2, 8, 5);
    EXPECT_FALSE(only_pair(surface_of(big), surface_of(small)).is_contact());
    EXPECT_FALSE(only_pair(surface_of(big), solid_of(small)).is_contact());
    const PairResult nested = only_pair(solid_of(big), surface_of(small));
    EXPECT_EQ(nested.status, ContactStatus::penetrating);
    EXPECT_EQ(nested.nesting, Nesting::b_in_a);
    EXPECT_EQ(nested.triangle_pair_count, 0u);
    EXPECT_EQ(only_pair(surface_of(small), solid_of(big)).nesting, Nesting::a_in_b);
    EXPECT_EQ(only_pair(solid_of(big), solid_of(small), at(1.9, 0.0, 0.0)).nesting,
              Nesting::none); // the surfaces intersect
    EXPECT_TRUE(only_pair(solid_of(big), solid_of(small), at(1.9, 0.0, 0.0)).is_contact());
}

TEST(SolidBodiesTest, polytopes_are_solid) {
    const SampleMesh big = oracle::make_solid_box(glm::dvec3(2.0)),
                     small = oracle::make_torus(0.5, 0.2, 8, 5);
    EXPECT_TRUE(polytope_box(1.0f)->is_solid());
    // Regression test: a polytope inside a solid mesh must be in contact with it.
    EXPECT_EQ(only_pair(solid_of(big), polytope_box(1.0f)).nesting, Nesting::b_in_a);
    EXPECT_FALSE(only_pair(surface_of(big), polytope_box(1.0f)).is_contact());
    EXPECT_EQ(only_pair(polytope_box(2.0f), surface_of(small)).nesting, Nesting::b_in_a);
    EXPECT_EQ(only_pair(surface_of(small), polytope_box(2.0f)).nesting, Nesting::a_in_b);
    // the polytope is in the hole of the ring
    EXPECT_FALSE(only_pair(solid_of(small), polytope_box(0.1f)).is_contact());
    EXPECT_EQ(only_pair(solid_of(small), polytope_box(0.02f), at(0.5, 0.0, 0.0)).nesting, Nesting::b_in_a);
}

TEST(SolidBodiesTest, nesting_is_found_for_single_parts_of_compounds) {
    const SampleMesh big = oracle::make_solid_box(glm::dvec3(2.0)),
                     small = oracle::make_torus(0.5, 0.2, 8, 5);
    StepOutput out;
    const PairResult inside = only_pair(solid_of(big), two_boxes(0.25f, 9.0), at(0.5, 0.0, 0.0), out);
    EXPECT_EQ(inside.nesting, Nesting::b_in_a);
    EXPECT_EQ(inside.status, ContactStatus::penetrating);
    EXPECT_EQ(inside.part_b, 0u);
    ASSERT_EQ(out.parts_of(inside).size(), 1u);
    EXPECT_LE(glm::length(out.parts_of(inside)[0].point_w - glm::dvec3(0.5, 0.0, 0.0)), 0.5);
    const PairResult around = only_pair(two_boxes(2.0f, 9.0), surface_of(small), at(9.0, 0.0, 0.0), out);
    EXPECT_EQ(around.nesting, Nesting::b_in_a);
    EXPECT_EQ(around.part_a, 1u);
    EXPECT_FALSE(only_pair(surface_of(big), two_boxes(0.25f, 9.0)).is_contact());
    // One part lies inside, but the other part intersects the surface, so the pair is not nested.
    EXPECT_EQ(only_pair(solid_of(big), two_boxes(0.25f, 2.0)).nesting, Nesting::none);
}

TEST(SolidBodiesTest, an_open_mesh_cannot_be_declared_solid_and_stays_a_surface) {
    SampleMesh open = oracle::make_solid_box(glm::dvec3(2.0));
    open.triangles.pop_back();
    const std::shared_ptr<Shape> shape = surface_of(open);
    const Status declared = shape->declare_solid();
    ASSERT_FALSE(declared);
    EXPECT_NE(declared.error().message.find("is open"), std::string::npos);
    EXPECT_FALSE(shape->is_solid());
    EXPECT_FALSE(only_pair(shape, surface_of(oracle::make_torus(0.5, 0.2, 8, 5))).is_contact());
}

TEST(SolidBodiesTest, a_shape_can_be_declared_solid_between_steps) {
    const std::shared_ptr<Shape> big = surface_of(oracle::make_solid_box(glm::dvec3(2.0)));
    CollisionWorld world;
    require_ok(world.add_body({big, {}}));
    require_ok(world.add_body({polytope_box(0.5f), {}}));
    StepOutput out;
    require_ok(world.step(out));
    EXPECT_FALSE(out.pairs[0].is_contact());
    require_ok(big->declare_solid());
    require_ok(world.step(out));
    EXPECT_TRUE(out.pairs[0].is_contact());
}

// Moving solid meshes, surfaces and polytopes. Winding numbers check the pairs whose triangles do not intersect, except
// pairs of two polytopes.
TEST(SolidBodiesTest, worlds_agree_with_winding_numbers_serially_and_in_parallel) {
    oracle::Random random(41);
    std::vector<BodyDesc> bodies;
    const std::vector<std::shared_ptr<Shape>> shapes{solid_of(oracle::make_torus(2.0, 0.9, 10, 7)),
                                                     solid_of(oracle::make_solid_box(glm::dvec3(1.5))),
                                                     surface_of(oracle::make_torus(0.3, 0.1, 6, 4)),
                                                     solid_of(oracle::make_torus(0.2, 0.08, 6, 4)),
                                                     polytope_box(0.1f),
                                                     polytope_box(1.2f)};
    for (int k = 0; k < 60; ++k) {
        const std::shared_ptr<Shape>& shape = shapes[static_cast<std::size_t>(k) % shapes.size()];
        bodies.push_back(
            {shape,
             {oracle::draw_rotation(random), oracle::draw_point(random, 3.0),
              shape->supports_scale() && k % 4 == 0 ? glm::dvec3(1.0, -1.3, 0.8) : glm::dvec3(1.0)}});
    }
    CollisionWorld world, divided;
    divided.settings.executor = std::make_shared<oracle::BackwardsExecutor>();
    const auto ids = require_ok(world.add_bodies(bodies)), same = require_ok(divided.add_bodies(bodies));
    StepOutput out, of_divided;
    std::size_t nested = 0, first_tests = 0, later_tests = 0;
    for (int step = 0; step < 12; ++step) {
        for (std::size_t k = 0; k < bodies.size(); ++k) {
            bodies[k].transform.t += oracle::draw_point(random, 0.01);
            require_ok(world.set_transform(ids[k], bodies[k].transform));
            require_ok(divided.set_transform(same[k], bodies[k].transform));
        }
        require_ok(world.step(out));
        require_ok(divided.step(of_divided));
        (step == 0 ? first_tests : later_tests) += out.point_tests;
        EXPECT_EQ(out.point_tests, of_divided.point_tests);
        ASSERT_EQ(out.pairs.size(), of_divided.pairs.size());
        for (std::size_t i = 0; i < out.pairs.size(); ++i) {
            const PairResult& pair = out.pairs[i];
            ASSERT_EQ(pair.nesting, of_divided.pairs[i].nesting);
            ASSERT_EQ(pair.status, of_divided.pairs[i].status);
            if (pair.are_polytopes || pair.triangle_pair_count > 0) {
                ASSERT_EQ(pair.nesting, Nesting::none);
                continue;
            }
            const Body &a = world.bodies()[pair.bodies.a], &b = world.bodies()[pair.bodies.b];
            const auto lies_inside = [](const Body& inner, const Body& solid) {
                return solid.shape->is_solid() &&
                       std::nearbyint(oracle::winding_number(solid.world_from_body, solid.shape->mesh(),
                                                             inner.world_from_body *
                                                                 inner.shape->mesh().positions[0])) != 0.0L;
            };
            const Nesting expected = lies_inside(a, b)   ? Nesting::a_in_b
                                     : lies_inside(b, a) ? Nesting::b_in_a
                                                         : Nesting::none;
            ASSERT_EQ(pair.nesting, expected) << pair.bodies.a << ' ' << pair.bodies.b;
            ASSERT_EQ(pair.is_contact(), expected != Nesting::none);
            nested += expected != Nesting::none;
        }
    }
    EXPECT_GT(nested, 100u);
    EXPECT_GT(first_tests, 10u);
    EXPECT_LT(later_tests, first_tests * 11 / 3) << "point locations must be cached between steps";
}

TEST(SolidBodiesTest, separated_and_crossing_bodies_cost_no_point_tests) {
    CollisionWorld world;
    const std::shared_ptr<Shape> torus = solid_of(oracle::make_torus(1.0, 0.4, 10, 7));
    require_ok(world.add_body({torus, {}}));
    require_ok(world.add_body({torus, at(1.6, 1.6, 0.0)})); // their boxes overlap
    require_ok(world.add_body({torus, at(-0.7, 0.0, 0.0)}));
    StepOutput out;
    require_ok(world.step(out));
    EXPECT_GE(out.pairs.size(), 2u);
    EXPECT_EQ(out.point_tests, 0u);
}

// --- deforming bodies -------------------------------------------------------------------------------------------

TEST(SolidBodiesTest, a_deforming_solid_that_tears_is_a_surface_until_it_closes_again) {
    const SampleMesh box = oracle::unwelded(oracle::make_solid_box(glm::dvec3(2.0)));
    CollisionWorld world;
    BodyDesc deforming{solid_of(box), {}};
    deforming.deformable.emplace();
    const BodyHandle outer = require_ok(world.add_body(deforming));
    require_ok(world.add_body({polytope_box(0.5f), {}}));
    StepOutput out;
    const auto step_with = [&](const std::vector<glm::vec3>& positions) {
        require_ok(world.set_vertices(outer, positions));
        require_ok(world.step(out));
        return out.pairs.at(0).is_contact();
    };
    SampleMesh scaled = box, torn = box;
    for (glm::vec3& p : scaled.positions) p *= 1.5f;
    torn.positions[4].x += 0.25f;
    EXPECT_TRUE(step_with(box.positions));
    EXPECT_TRUE(step_with(scaled.positions));
    EXPECT_TRUE(out.torn.empty());
    EXPECT_FALSE(step_with(torn.positions));
    EXPECT_EQ(out.torn, std::vector<BodyId>{outer.id});
    EXPECT_NE(world.bodies()[outer.id].deforming->tear_reason().find("is open"), std::string::npos);
    EXPECT_FALSE(step_with(torn.positions));
    EXPECT_TRUE(out.torn.empty()) << "only the first step after a tear must report it";
    EXPECT_FALSE(world.bodies()[outer.id].shape->declare_solid());
    EXPECT_FALSE(world.bodies()[outer.id].shape->is_solid()) << "a refused declaration changes nothing";
    EXPECT_TRUE(step_with(box.positions));
    EXPECT_FALSE(step_with(torn.positions));
    EXPECT_EQ(out.torn.size(), 1u);
}

// Whether the shape of a deforming body is solid is part of a keyframe, however the shape was declared solid: a world
// that restores the keyframe, with or without copies, gives the answers that the saved world gave.
TEST(SolidBodiesTest, a_keyframe_restores_whether_a_deforming_body_is_solid) {
    const SampleMesh box = oracle::unwelded(oracle::make_solid_box(glm::dvec3(2.0)));
    SampleMesh torn = box;
    torn.positions[4].x += 0.25f;
    const std::shared_ptr<Shape> rest = surface_of(box);
    CollisionWorld world;
    BodyDesc deforming{rest, {}};
    deforming.deformable.emplace();
    const BodyHandle outer = require_ok(world.add_body(deforming));
    require_ok(world.add_body({polytope_box(0.5f), {}}));
    StepOutput out;
    const auto touches_after_step = [&out](CollisionWorld& of) {
        require_ok(of.step(out));
        return out.pairs.at(0).is_contact();
    };
    EXPECT_FALSE(touches_after_step(world));
    const WorldState as_surface = world.save();
    require_ok(world.bodies()[outer.id].shape->declare_solid()); // only this body's copy of the mesh
    const WorldState as_solid = world.save();
    EXPECT_TRUE(touches_after_step(world));
    require_ok(world.set_vertices(outer, torn.positions));
    EXPECT_FALSE(touches_after_step(world));
    const WorldState as_torn = world.save();

    for (const bool is_copy : {true, false}) {
        SCOPED_TRACE(is_copy);
        CollisionWorld other;
        other.restore(as_solid, is_copy);
        EXPECT_TRUE(touches_after_step(other));
        require_ok(other.set_vertices(outer, torn.positions));
        EXPECT_FALSE(touches_after_step(other));
        EXPECT_EQ(out.torn, std::vector<BodyId>{outer.id});
        other.restore(as_torn, is_copy);
        EXPECT_FALSE(touches_after_step(other));
        require_ok(other.set_vertices(outer, box.positions));
        EXPECT_TRUE(touches_after_step(other)) << "the solid closes again";
        other.restore(as_surface, is_copy);
        EXPECT_FALSE(touches_after_step(other)) << "the declaration came after this keyframe";
        require_ok(other.bodies()[outer.id].shape->declare_solid());
        EXPECT_TRUE(touches_after_step(other));
    }
    // The shape at rest belongs to no body of the world, so its declaration changes none of its keyframes.
    require_ok(rest->declare_solid());
    CollisionWorld copy;
    copy.restore(as_surface, true);
    EXPECT_FALSE(touches_after_step(copy));
}

// A rigid shape is shared by keyframes and worlds, so a declaration after save() holds for all of them.
TEST(SolidBodiesTest, a_rigid_shape_that_was_declared_solid_after_save_stays_solid) {
    const std::shared_ptr<Shape> big = surface_of(oracle::make_solid_box(glm::dvec3(2.0)));
    CollisionWorld world, copy;
    require_ok(world.add_body({big, {}}));
    require_ok(world.add_body({polytope_box(0.5f), {}}));
    StepOutput out;
    require_ok(world.step(out));
    const WorldState state = world.save();
    require_ok(big->declare_solid());
    for (const bool is_copy : {true, false}) {
        copy.restore(state, is_copy);
        require_ok(copy.step(out));
        EXPECT_TRUE(out.pairs.at(0).is_contact());
    }
}

// Initially, the vertices of adjacent triangles coincide. A triangle that moves away from its neighbors is a separate
// shell; here, one triangle moves into the solid.
TEST(SolidBodiesTest, a_triangle_that_separates_from_its_mesh_is_found_inside_a_solid) {
    SampleMesh sheet = oracle::unwelded(oracle::make_solid_box(glm::dvec3(0.25)));
    CollisionWorld world;
    BodyDesc deforming{surface_of(sheet), at(9.0, 0.0, 0.0)};
    deforming.deformable.emplace();
    const BodyHandle flying = require_ok(world.add_body(deforming));
    require_ok(world.add_body({solid_of(oracle::make_solid_box(glm::dvec3(2.0))), {}}));
    StepOutput out;
    require_ok(world.query_pair(0u, 1u, out));
    EXPECT_FALSE(out.pairs.at(0).is_contact());
    // moves triangle 5
    for (std::size_t corner = 15; corner < 18; ++corner) sheet.positions[corner].x -= 9.0f;
    require_ok(world.set_vertices(flying, sheet.positions));
    require_ok(world.step(out));
    ASSERT_EQ(out.pairs.size(), 1u);
    EXPECT_EQ(out.pairs[0].nesting, Nesting::a_in_b);
}

} // namespace
} // namespace boxwood::solid_bodies_test
