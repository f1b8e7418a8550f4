#include "tests/engine/walk/walk_table.hpp"

#include "engine/meshes/generate/random.hpp"
#include "engine/meshes/generate/random_polytope.hpp"

#include "tests/oracles/effort.hpp"

#include <glm/gtc/constants.hpp>

namespace boxwood {
namespace {

using test::WalkTable;

TEST(WalkerTest, the_right_wall_stops_it) {
    WalkTable table;
    table.run(30, {.turn_right = 0.08}); // turns by 137 degrees to the right
    table.run(400, {.forward = 1.0});
    const glm::dvec3 feet = table.walk.walker().feet_w();
    EXPECT_LT(feet.x, 3.0 - 0.9 * kWalkerRadius);
    EXPECT_GT(feet.x, 2.5);
    EXPECT_NEAR(feet.y, 0.0, 0.001);
}

TEST(WalkerTest, it_climbs_a_step_and_comes_down_again) {
    WalkTable table;
    table.run(20, {.turn_right = 0.0785398});
    double highest = 0.0;
    for (int i = 0; i < 130; ++i) {
        table.run(1, {.forward = 1.0});
        highest = std::max(highest, table.walk.walker().feet_w().y);
    }
    EXPECT_NEAR(highest, 0.16, 0.003);
    table.run(150, {.forward = -1.0});
    EXPECT_NEAR(table.walk.walker().feet_w().y, 0.0, 0.001);
}

TEST(WalkerTest, it_stands_up_from_a_crouch_only_if_there_is_room) {
    WalkTable table;
    table.run(60, {.is_crouching = true});
    const double low = table.walk.walker().eye_w().y;
    // Turns a wall so that it lies flat above the head.
    CollisionWorld& world = table.scene.simulation.world;
    const BodyId wall = table.id("front wall");
    const Transform upright = table.body(wall).transform;
    Transform above = upright;
    above.q = glm::angleAxis(glm::half_pi<double>(), glm::dvec3(1.0, 0.0, 0.0));
    above.t = table.walk.walker().feet_w() + glm::dvec3(0.0, kCrouchedHeight + 0.15 + 0.05, 0.0);
    ASSERT_TRUE(world.set_transform(wall, above));
    table.run(1, {.is_crouching = true}); // the step updates the boxes
    table.run(60);
    EXPECT_LT(table.walk.walker().eye_w().y, low + 0.15);
    ASSERT_TRUE(world.set_transform(wall, upright));
    table.run(61);
    EXPECT_GT(table.walk.walker().eye_w().y, low + 0.5);
}

// At the end of each motion, however long, the polytope must be outside all obstacles.
TEST(SlideTest, motions_of_any_length_end_outside_all_obstacles) {
    const std::size_t rounds = test::choose_effort(20, 4000);
    ClearanceScratch scratch;
    for (std::size_t round = 0; round < rounds; ++round) {
        CollisionWorld world;
        Random random(mix_seed(17, round));
        const auto polytope = [&](double radius) {
            RandomPolytopeParams params;
            params.seed = random.below(1u << 30);
            params.radius = radius;
            Result<Polytope> made = make_random_polytope(params);
            EXPECT_TRUE(made);
            return make_shape(std::move(*made));
        };
        for (int i = 0; i < 20; ++i) {
            Transform transform;
            transform.q = random.rotation();
            transform.t = 3.0 * random.uniform(0.5, 1.0) * random.unit_vector();
            ASSERT_TRUE(world.add_body({polytope(0.7), transform}));
        }
        const std::shared_ptr<Shape> own = polytope(0.4);
        const std::vector<bool> skips;
        Pose at{glm::dmat3(1.0), glm::dvec3(0.0)};
        for (int way = 0; way < 8; ++way) {
            const std::array pieces{make_piece({own.get(), 0, 0, at})};
            std::vector<NearSurface> near;
            find_near(world, grown(pieces[0].box_w, 1.0), skips, scratch, near);
            if (way == 0 && find_smallest_clearance(pieces, near, 1.0, scratch).clearance.distance < kSkin)
                break;
            std::vector<Obstacle> obstacles;
            const glm::dvec3 wish = random.uniform(0.01, 8.0) * random.unit_vector();
            const glm::dvec3 gone = slide(world, {pieces, skips}, wish, scratch, obstacles);
            EXPECT_LE(glm::length(gone), glm::length(wish) * (1.0 + 1e-9));
            at.origin += gone;
            for (BodyId id = 0; id < world.bodies().size(); ++id) {
                FeaturePair cache;
                const ClosestFeatures found =
                    closest_exhaustive(*own->polytope(), *world.bodies()[id].polytope,
                                       inverse_rigid(at) * world.bodies()[id].world_from_body, cache);
                EXPECT_EQ(found.status, ContactStatus::disjoint) << "round " << round << " way " << way;
                EXPECT_GT(found.distance, 0.25 * kSkin);
            }
        }
    }
}

// Each motion is shorter than 2 mm. Near a mesh, slide() allows steps of this length even if the distance is smaller.
TEST(SlideTest, slow_motions_do_not_penetrate_a_sheet_of_triangles) {
    CollisionWorld world;
    const std::vector<glm::vec3> corners{{-9, -9, 0}, {9, -9, 0.5f}, {9, 9, 0}, {-9, 9, 0.5f}};
    const std::vector<TriangleIndices> triangles{{0, 1, 2}, {0, 2, 3}};
    const Result<std::shared_ptr<Shape>> sheet = make_shape(MeshView{corners, triangles});
    Result<Polytope> box = make_box_polytope(glm::vec3(0.05f));
    ASSERT_TRUE(sheet && box);
    ASSERT_TRUE(world.add_body({*sheet, {}}));
    const std::shared_ptr<Shape> own = make_shape(std::move(*box));
    const std::vector<bool> skips;
    ClearanceScratch scratch;
    for (const double speed : {0.0003, 0.0007, 0.0015}) { // meters per step
        Pose at{glm::dmat3(1.0), glm::dvec3(0.3, 0.2, 0.6)};
        for (int step = 0; step < 2000; ++step) {
            const std::array pieces{make_piece({own.get(), 0, 0, at})};
            std::vector<Obstacle> obstacles;
            at.origin += slide(world, {pieces, skips}, {0.0, 0.0, -speed}, scratch, obstacles);
            std::vector<NearSurface> near;
            const std::array here{make_piece({own.get(), 0, 0, at})};
            find_near(world, grown(here[0].box_w, 0.1), skips, scratch, near);
            ASSERT_GT(find_smallest_clearance(here, near, 0.1, scratch).clearance.distance, 0.0)
                << "speed " << speed << ", step " << step << ", height " << at.origin.z;
        }
        EXPECT_LT(at.origin.z, 0.4) << "the box must reach the sheet";
    }
}

TEST(SlideTest, long_motions_do_not_pass_through_a_sheet_of_triangles) {
    CollisionWorld world;
    const std::vector<glm::vec3> corners{{-9, -9, 0}, {9, -9, 0.5f}, {9, 9, 0}, {-9, 9, 0.5f}};
    const std::vector<TriangleIndices> triangles{{0, 1, 2}, {0, 2, 3}};
    const Result<std::shared_ptr<Shape>> sheet = make_shape(MeshView{corners, triangles});
    Result<Polytope> box = make_box_polytope(glm::vec3(0.05f));
    ASSERT_TRUE(sheet && box);
    ASSERT_TRUE(world.add_body({*sheet, {}}));
    const std::shared_ptr<Shape> own = make_shape(std::move(*box));
    const std::size_t rounds = test::choose_effort(20, 2000);
    for (std::size_t round = 0; round < rounds; ++round) {
        Random random(mix_seed(23, round));
        const glm::dvec3 from = glm::dvec3(random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0), 1.0);
        const glm::dvec3 wish(random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0),
                              random.uniform(-4.0, -1.0));
        const std::array pieces{make_piece({own.get(), 0, 0, {glm::dmat3(1.0), from}})};
        ClearanceScratch scratch;
        std::vector<Obstacle> obstacles;
        const glm::dvec3 end = from + slide(world, {pieces, std::vector<bool>{}}, wish, scratch, obstacles);
        for (const TriangleIndices& t : triangles) { // the whole box must stay above the sheet
            const glm::dvec3 p(corners[t[0]]), q(corners[t[1]]), r(corners[t[2]]);
            const glm::dvec3 n = glm::normalize(glm::cross(q - p, r - p));
            const double reach = 0.05 * (std::fabs(n.x) + std::fabs(n.y) + std::fabs(n.z));
            const glm::dvec3 foot =
                end - n * glm::dot(end - p, n); // if it is outside the triangle, the side does not matter
            const bool is_over = glm::dot(glm::cross(q - p, foot - p), n) > 0.0 &&
                                 glm::dot(glm::cross(r - q, foot - q), n) > 0.0 &&
                                 glm::dot(glm::cross(p - r, foot - r), n) > 0.0;
            EXPECT_TRUE(!is_over || glm::dot(end - p, n) > reach) << "round " << round;
        }
    }
}

TEST(SlideTest, a_thin_wall_stops_a_motion_of_one_kilometer) {
    CollisionWorld world;
    Result<Polytope> wall = make_box_polytope({50.0f, 50.0f, 0.0005f});
    Result<Polytope> ball = make_box_polytope(glm::vec3(0.01f));
    ASSERT_TRUE(wall && ball);
    ASSERT_TRUE(world.add_body({make_shape(std::move(*wall)), {}}));
    const std::shared_ptr<Shape> own = make_shape(std::move(*ball));
    ClearanceScratch scratch;
    std::vector<Obstacle> obstacles;
    const std::array pieces{make_piece({own.get(), 0, 0, {glm::dmat3(1.0), {0.0, 0.0, 1.0}}})};
    const std::vector<bool> skips;
    const glm::dvec3 gone = slide(world, {pieces, skips}, {7.0, 0.0, -1000.0}, scratch, obstacles);
    EXPECT_NEAR(gone.z, -(1.0 - 0.01 - 0.0005 - kSkin), 2.0 * kSkin);
    EXPECT_NEAR(gone.x, 7.0, 0.01);
    ASSERT_FALSE(obstacles.empty());
    EXPECT_NEAR(obstacles[0].normal_w.z, 1.0, 1e-6);
}

} // namespace
} // namespace boxwood
