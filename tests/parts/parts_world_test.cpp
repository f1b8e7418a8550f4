#include "collision/core/executor.hpp"
#include "collision/world/body_surfaces.hpp"
#include "collision/world/collision_world.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/meshes/hull.hpp"
#include "engine/workloads/sample_parts.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/parts/random_trees.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace boxwood {
namespace {

// Runs the chunks from the last to the first, so that results that depend on the order become visible.
class BackwardExecutor final : public Executor {
  public:
    void parallel_for(std::size_t count, std::size_t chunk, const Body& body) override {
        for (std::size_t k = (count + chunk - 1) / chunk; k-- > 0;)
            body(k * chunk, std::min((k + 1) * chunk, count));
    }
};

std::vector<BodyDesc> random_bodies(Random& io_random, double half) {
    const auto shapes = {make_shape(make_hand(1.0)), make_shape(make_chain(6, 1.0, HullMode::whole_range)),
                         make_shape(make_c_shape(1.0)), make_shape(test::random_part(io_random, 0.6))};
    std::vector<BodyDesc> bodies;
    for (int copy = 0; copy < 3; ++copy)
        for (const auto& shape : shapes)
            bodies.push_back({shape,
                              {io_random.rotation(), io_random.in_box(glm::dvec3(half)), glm::dvec3(1.0)},
                              copy == 0 ? BoxKind::fixed_cube : BoxKind::dynamic_box});
    return bodies;
}

void turn_all(CollisionWorld& io_world, Random& io_random) {
    for (BodyId id = 0; id < io_world.bodies().size(); ++id) {
        const HullHierarchyState* parts = io_world.bodies()[id].parts.get();
        if (parts == nullptr) continue;
        for (std::uint32_t joint = 0; joint < parts->positions().size(); ++joint) {
            const Joint& limits = parts->tree().joints()[joint];
            ASSERT_TRUE(
                io_world.set_joint_position(id, joint, io_random.uniform(limits.lower, limits.upper)));
        }
    }
}

struct Expected {
    double distance = std::numeric_limits<double>::infinity();
    ContactStatus status = ContactStatus::disjoint;
    std::size_t contacts = 0;
};
// Tests every pair of surfaces of two bodies by exhaustive search.
Expected ask_all_parts(const Body& a, const Body& b) {
    Expected expected;
    for (std::uint32_t i = 0; i < surface_count(a); ++i)
        for (std::uint32_t k = 0; k < surface_count(b); ++k) {
            const BodySurface x = surface_of(a, i), y = surface_of(b, k);
            FeaturePair none;
            const ClosestFeatures found =
                closest_exhaustive(*x.shape->polytope(), *y.shape->polytope(),
                                   inverse_rigid(x.world_from_surface) * y.world_from_surface, none);
            expected.distance = std::min(expected.distance, found.distance);
            expected.status = std::max(expected.status, found.status);
            expected.contacts += found.status != ContactStatus::disjoint ? 1 : 0;
        }
    return expected;
}

TEST(PartsWorld, PairResultsEqualThoseOfAllPairsOfParts) {
    Random random(71);
    CollisionWorld world;
    ASSERT_TRUE(world.add_bodies(random_bodies(random, 2.0)));
    StepOutput out;
    std::size_t contacts = 0, apart = 0;
    for (std::size_t frame = 0; frame < test::choose_effort(10, 300); ++frame) {
        turn_all(world, random);
        for (BodyId id = 0; id < world.bodies().size(); ++id)
            world.set_valid_transform(id,
                                      {random.rotation(), random.in_box(glm::dvec3(2.5)), glm::dvec3(1.0)});
        EXPECT_TRUE(world.step(out));
        ASSERT_FALSE(out.pairs.empty());
        for (const PairResult& pair : out.pairs) {
            const Body &a = world.bodies()[pair.bodies.a], &b = world.bodies()[pair.bodies.b];
            EXPECT_EQ(pair.are_polytopes, a.polytope && b.polytope);
            EXPECT_EQ(pair.are_convex_parts, !pair.are_polytopes);
            const Expected expected = ask_all_parts(a, b);
            EXPECT_EQ(pair.status, expected.status);
            EXPECT_NEAR(pair.distance, expected.distance, 1e-12);
            if (!pair.are_convex_parts) continue;
            EXPECT_EQ(out.parts_of(pair).size(), expected.contacts);
            EXPECT_NE(pair.part_a, kNone);
            EXPECT_NEAR(glm::distance(pair.point_on_a_w, pair.point_on_b_w), pair.distance, 1e-10);
            contacts += expected.contacts;
            apart += pair.is_contact() ? 0 : 1;
        }
    }
    EXPECT_GT(contacts, 0u);
    EXPECT_GT(apart, 0u);
}

TEST(PartsWorld, BoxesContainAllPartsInEveryPose) {
    Random random(72);
    CollisionWorld world;
    ASSERT_TRUE(world.add_bodies(random_bodies(random, 5.0)));
    StepOutput out;
    for (std::size_t frame = 0; frame < test::choose_effort(30, 1000); ++frame) {
        turn_all(world, random);
        for (BodyId id = 0; id < world.bodies().size(); ++id)
            world.set_valid_transform(id,
                                      {random.rotation(), random.in_box(glm::dvec3(100.0)), glm::dvec3(1.0)});
        EXPECT_TRUE(world.step(out));
        for (BodyId id = 0; id < world.bodies().size(); ++id) {
            const Body& body = world.bodies()[id];
            for (std::uint32_t k = 0; k < surface_count(body); ++k) {
                const BodySurface surface = surface_of(body, k);
                for (const glm::vec3& p : surface.shape->mesh().positions) {
                    const glm::dvec3 p_w = surface.world_from_surface * p;
                    for (int axis = 0; axis < 3; ++axis) {
                        EXPECT_LE(static_cast<double>(world.boxes()[id].lower[axis]), p_w[axis]);
                        EXPECT_GE(static_cast<double>(world.boxes()[id].upper[axis]), p_w[axis]);
                    }
                }
            }
        }
    }
}

// The box around all vertices of all parts. place_in_ancestor() computes the vertices without the library's poses of
// parts.
Aabb scan_parts(const Body& body, const Transform& transform) {
    const HullHierarchyState& parts = *body.parts;
    Aabb box;
    for (std::uint32_t part = 0; part < parts.tree().part_count(); ++part)
        for (const glm::vec3& p : parts.tree().part(part).positions()) {
            const glm::dvec3 p_b =
                test::place_in_ancestor(parts, parts.tree().node_of_part()[part], 0, glm::dvec3(p));
            const glm::vec3 p_w(transform.q * p_b + transform.t);
            box.lower = glm::min(box.lower, p_w);
            box.upper = glm::max(box.upper, p_w);
        }
    return box;
}

TEST(PartsWorld, BoxesOfBodiesWithoutARootHullAreTight) {
    Random random(76);
    CollisionWorld world;
    world.settings.relative_margin = 0.0;
    ASSERT_TRUE(world.add_body({make_shape(make_hand(1.0)), {}}));
    ASSERT_TRUE(world.add_body({make_shape(make_chain(6, 1.0, HullMode::recompute)), {}}));
    for (int tree = 0; tree < 8; ++tree) {
        auto made = make_hull_hierarchy(test::random_nodes(random, 2, HullMode::recompute), &make_hull);
        ASSERT_TRUE(made) << made.error().message;
        ASSERT_TRUE(world.add_body({make_shape(std::move(*made)), {}}));
    }
    StepOutput out;
    std::size_t without_hull = 0;
    const std::size_t frames = test::choose_effort(40, 1000);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        turn_all(world, random);
        for (BodyId id = 0; id < world.bodies().size(); ++id) {
            // All frames turn the joints. Every second frame also rotates the body at random.
            const glm::dquat q = frame % 2 == 0 ? random.rotation() : world.bodies()[id].transform.q;
            world.set_valid_transform(id, {q, random.in_box(glm::dvec3(3.0)), glm::dvec3(1.0)});
        }
        EXPECT_TRUE(world.step(out));
        for (BodyId id = 0; id < world.bodies().size(); ++id) {
            const Body& body = world.bodies()[id];
            const Aabb expected = scan_parts(body, body.transform), &box = world.boxes()[id];
            without_hull +=
                // a tree of whole_range has a hull at its root, whose box may be loose
                body.parts->has_hull(0) ? 0 : 1;
            for (int axis = 0; axis < 3; ++axis) {
                ASSERT_LE(box.lower[axis], expected.lower[axis] + 2e-6f) << id;
                ASSERT_GE(box.upper[axis], expected.upper[axis] - 2e-6f) << id;
                if (body.parts->has_hull(0)) continue;
                ASSERT_GE(box.lower[axis], expected.lower[axis] - 2e-6f) << id;
                ASSERT_LE(box.upper[axis], expected.upper[axis] + 2e-6f) << id;
            }
        }
    }
    EXPECT_GT(without_hull, 7 * frames);
}

TEST(PartsWorld, ResultsDoNotDependOnTheOrderOfChunksOrTheBroadPhase) {
    const auto run = [](std::shared_ptr<Executor> executor, const char* broad_phase) {
        Random random(73);
        CollisionWorld world;
        world.settings.executor = std::move(executor);
        EXPECT_TRUE(world.set_broad_phase(broad_phase));
        EXPECT_TRUE(world.add_bodies(random_bodies(random, 1.5)));
        std::vector<double> numbers;
        StepOutput out;
        for (int frame = 0; frame < 8; ++frame) {
            turn_all(world, random);
            EXPECT_TRUE(world.step(out));
            for (const PairResult& pair : out.pairs)
                numbers.insert(numbers.end(), {pair.distance, pair.point_on_a_w.x, pair.part_a * 1.0,
                                               static_cast<double>(pair.part_contact_count)});
            numbers.push_back(static_cast<double>(out.counters.part_tests));
            numbers.push_back(static_cast<double>(state_hash(world) >> 12));
        }
        return numbers;
    };
    const auto serial = run(nullptr, "sweep-and-prune");
    EXPECT_EQ(serial, run(std::make_shared<BackwardExecutor>(), "sweep-and-prune"));
    EXPECT_EQ(serial, run(nullptr, "brute-force"));
}

TEST(PartsWorld, AnObjectInTheCavityOfACShapeIsNotInContact) {
    CollisionWorld world;
    ASSERT_TRUE(world.add_body({make_shape(make_c_shape(1.0)), {}}));
    const auto ball = make_random_polytope({.faces = 40, .seed = 2, .radius = 0.3});
    ASSERT_TRUE(ball);
    ASSERT_TRUE(world.add_body({make_shape(*ball), {}}));
    StepOutput out;
    EXPECT_TRUE(world.step(out));
    ASSERT_EQ(out.pairs.size(), 1u);
    EXPECT_TRUE(out.pairs[0].are_convex_parts);
    EXPECT_FALSE(out.pairs[0].is_contact());
    EXPECT_GT(out.pairs[0].distance, 0.1);
    ASSERT_TRUE(world.set_transform(1, {{1, 0, 0, 0}, {0, 0.5, 0}, glm::dvec3(1.0)}));
    EXPECT_TRUE(world.step(out));
    EXPECT_TRUE(out.pairs[0].is_contact());
    ASSERT_EQ(out.parts_of(out.pairs[0]).size(), 1u);
    EXPECT_EQ(out.parts_of(out.pairs[0])[0].part_a, 1u) << "the upper arm of the C";
}

TEST(PartsWorld, ContactsOfPartsWithAMeshListTrianglesOfBoth) {
    CollisionWorld world;
    const Mesh torus = make_torus(1.0, 0.3, 24, 12);
    const auto mesh = make_shape(torus.view());
    ASSERT_TRUE(mesh);
    ASSERT_TRUE(world.add_body({make_shape(make_hand(1.0)), {}}));
    ASSERT_TRUE(world.add_body({*mesh, {}}));
    StepOutput out;
    EXPECT_TRUE(world.step(out));
    ASSERT_EQ(out.pairs.size(), 1u);
    EXPECT_FALSE(out.pairs[0].has_distance());
    ASSERT_TRUE(out.pairs[0].is_contact());
    ASSERT_FALSE(out.triangles_of(out.pairs[0]).empty());
    const std::size_t triangles = world.bodies()[0].shape->mesh().triangles.size();
    for (const PrimitivePair& pair : out.triangles_of(out.pairs[0])) {
        EXPECT_LT(pair.a, triangles);
        EXPECT_LT(pair.b, torus.triangles.size());
    }
    const auto parts = out.parts_of(out.pairs[0]);
    ASSERT_FALSE(parts.empty());
    EXPECT_EQ(parts[0].part_b, kNone);
    EXPECT_EQ(out.pairs[0].part_a, parts[0].part_a);
    ASSERT_TRUE(world.set_transform(1, {{1, 0, 0, 0}, {9, 0, 0}, glm::dvec3(1.0)}));
    EXPECT_TRUE(world.step(out));
    EXPECT_TRUE(out.pairs.empty());
}

TEST(PartsWorld, InvalidInputIsRefusedWithTheReasonAndChangesNothing) {
    CollisionWorld world;
    Random random(74);
    ASSERT_TRUE(world.add_body({make_shape(make_hand(1.0)), {}}));
    ASSERT_TRUE(world.add_body({make_shape(test::random_part(random, 1.0)), {}}));
    const std::uint64_t before = state_hash(world);
    const auto message = [&](BodyId id, std::uint32_t joint, double angle) {
        const Status status = world.set_joint_position(id, joint, angle);
        return status ? std::string("none") : status.error().message;
    };
    EXPECT_EQ(message(7, 0, 0.0), "body 7: does not exist (the world has 2 bodies)");
    EXPECT_EQ(message(1, 0, 0.0), "body 1: is not a compound");
    EXPECT_EQ(message(0, 15, 0.0), "body 0, joint 15: no such joint (there are 15)");
    EXPECT_NE(message(0, 0, 9.0).find("body 0, joint 0: angle 9 "), std::string::npos);
    EXPECT_NE(message(0, 0, std::nan("")).find("angle nan"), std::string::npos);
    EXPECT_FALSE(world.set_transform(0, {{1, 0, 0, 0}, {0, 0, 0}, glm::dvec3(2.0)}));
    CompoundResult own;
    EXPECT_FALSE(world.self_collide(1, own));
    EXPECT_EQ(state_hash(world), before);
    EXPECT_EQ(message(0, 0, 0.5), "none");
    EXPECT_NE(state_hash(world), before) << "angles are part of the state";
}

TEST(PartsWorld, ABodyAtRestGetsANewBoxWhenAJointTurns) {
    for (const bool is_trusted : {false, true}) {
        CollisionWorld world;
        ASSERT_TRUE(world.add_body({make_shape(make_chain(4, 1.0)), {}}));
        StepOutput out;
        EXPECT_TRUE(world.step(out));
        const float before = world.boxes()[0].upper.x;
        if (is_trusted) {
            world.set_valid_joint_position(0, 0, 0.5);
        } else {
            EXPECT_TRUE(world.set_joint_position(0, 0, 0.5));
        }
        EXPECT_TRUE(world.step(out));
        EXPECT_LT(world.boxes()[0].upper.x, before - 0.05f) << "a bent chain is shorter";
    }
}

TEST(PartsWorld, AClosedHandTouchesItself) {
    CollisionWorld world;
    ASSERT_TRUE(world.add_body({make_shape(make_hand(1.0)), {}}));
    StepOutput out;
    CompoundResult own;
    EXPECT_TRUE(world.step(out));
    ASSERT_TRUE(world.self_collide(0, own));
    EXPECT_EQ(own.status, ContactStatus::disjoint);
    for (std::uint32_t joint = 0; joint < 12; ++joint) ASSERT_TRUE(world.set_joint_position(0, joint, 1.5));
    EXPECT_TRUE(world.step(out));
    ASSERT_TRUE(world.self_collide(0, own));
    EXPECT_EQ(own.status, ContactStatus::penetrating);
}

TEST(PartsWorld, a_step_accepts_every_tree_that_make_hull_hierarchy_accepts) {
    Random random(75);
    const Mesh mesh = make_icosphere(1);
    int refused = 0;
    for (const double far : {1e3, 9.9e11, 1.1e12, 1e15, 1e18, 1e20}) {
        std::vector<HullNode> nodes(3);
        for (std::uint32_t n = 1; n < 3; ++n) {
            nodes[n].parent = 0;
            nodes[n].parent_from_node.origin.x = n == 1 ? far : 0.0;
            nodes[n].polytope = test::random_part(random, 1.0);
        }
        Result<HullHierarchy> tree = make_hull_hierarchy(std::move(nodes), &make_hull);
        if (!tree) {
            ++refused;
            continue;
        }
        CollisionWorld world;
        world.settings.find_polytope_triangles = true;
        ASSERT_TRUE(world.add_body({make_shape(std::move(*tree)), {.t = {1e15, 0.0, 0.0}}}));
        ASSERT_TRUE(
            world.add_body({*make_shape(mesh.view()), {.t = {1e15, 0.0, 0.0}, .s = glm::dvec3(1e9)}}));
        ASSERT_TRUE(world.add_body({make_shape(test::random_part(random, 1.0)), {.t = {1e15, 0.0, 0.0}}}));
        StepOutput out;
        EXPECT_TRUE(world.step(out)) << far;
        EXPECT_FALSE(out.pairs.empty());
    }
    EXPECT_EQ(refused, 4);
}

} // namespace
} // namespace boxwood
