#include "engine/workloads/multi_body.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace boxwood {
namespace {

std::size_t count_cubes(const Simulation& simulation) {
    return static_cast<std::size_t>(
        std::count_if(simulation.world.bodies().begin(), simulation.world.bodies().end(),
                      [](const Body& body) { return body.box == BoxKind::fixed_cube; }));
}

TEST(MultiBodyTest, the_share_of_fixed_cubes_is_cube_percent) {
    for (const double percent : {0.0, 10.0, 50.0, 100.0}) {
        MultiBodyParams params;
        params.bodies = 200;
        params.faces = 12;
        params.cube_percent = percent;
        const Result<Simulation> made = make_multi_body(params);
        ASSERT_TRUE(made);
        EXPECT_EQ(count_cubes(*made), static_cast<std::size_t>(2.0 * percent));
    }
    MultiBodyParams all;
    all.bodies = 20;
    all.box = BoxKind::fixed_cube;
    EXPECT_EQ(count_cubes(*make_multi_body(all)), 20u);
}

TEST(MultiBodyTest, numbers_of_faces_cover_the_even_numbers_of_their_range) {
    MultiBodyParams params;
    params.bodies = 200;
    params.faces = 20;
    params.max_faces = 61;
    const auto counts_of = [](const MultiBodyParams& of) {
        const Result<Simulation> made = make_multi_body(of);
        EXPECT_TRUE(made);
        std::vector<std::size_t> counts;
        for (const Body& body : made->world.bodies())
            counts.push_back(body.shape->polytope()->faces().size());
        return counts;
    };
    const std::vector<std::size_t> counts = counts_of(params);
    EXPECT_EQ(counts, counts_of(params));
    const std::set<std::size_t> distinct(counts.begin(), counts.end());
    EXPECT_EQ(*distinct.begin(), 20u);
    EXPECT_EQ(*distinct.rbegin(), 60u);
    EXPECT_EQ(distinct.size(), 21u) << "every even number of the range must occur";
    params.max_faces = 19; // below `faces`, so all bodies have `faces` faces
    for (const std::size_t count : counts_of(params)) EXPECT_EQ(count, 20u);
    params.faces = 21; // the only even number of the range is 22
    params.max_faces = 22;
    for (const std::size_t count : counts_of(params)) EXPECT_EQ(count, 22u);
}

TEST(MultiBodyTest, bodies_share_the_distinct_shapes_evenly) {
    MultiBodyParams params;
    params.bodies = 100;
    params.faces = 12;
    for (const int distinct : {1, 7, 99, 100, 500}) {
        params.distinct_shapes = distinct;
        const Result<Simulation> made = make_multi_body(params);
        ASSERT_TRUE(made) << made.error().message;
        std::map<const Shape*, int> uses;
        for (const Body& body : made->world.bodies()) ++uses[body.shape.get()];
        const int expected = std::min(distinct, params.bodies);
        ASSERT_EQ(uses.size(), static_cast<std::size_t>(expected));
        for (const auto& [shape, count] : uses) {
            EXPECT_GE(count, params.bodies / expected);
            EXPECT_LE(count, (params.bodies + expected - 1) / expected);
        }
    }
}

TEST(MultiBodyTest, parameters_out_of_range_are_named) {
    const auto expect_error = [](auto change, std::string_view part) {
        MultiBodyParams params;
        change(params);
        const Result<Simulation> made = make_multi_body(params);
        ASSERT_FALSE(made) << part;
        EXPECT_NE(made.error().message.find(part), std::string::npos) << made.error().message;
    };
    expect_error([](MultiBodyParams& p) { p.bodies = 0; }, "bodies is 0");
    expect_error([](MultiBodyParams& p) { p.bodies = kMaxWorkloadBodies + 1; }, "bodies");
    expect_error([](MultiBodyParams& p) { p.cube_percent = 101.0; }, "fixed cubes in percent");
    expect_error([](MultiBodyParams& p) { p.aspect_ratio = 0.5; }, "aspect ratio");
    expect_error([](MultiBodyParams& p) { p.density_percent = 0.0; }, "density");
    expect_error([](MultiBodyParams& p) { p.distinct_shapes = 0; }, "distinct shapes is 0");
    expect_error([](MultiBodyParams& p) { p.distinct_shapes = kMaxWorkloadBodies + 1; }, "distinct shapes");
}

// Oblong bodies, meshes and polytopes, and both kinds of boxes in one room, with both response rules: the sum of
// squared speeds is conserved.
TEST(MultiBodyTest, mixed_bodies_conserve_squared_speeds_and_stay_in_the_room) {
    for (const ResponseRule rule : {ResponseRule::approaching, ResponseRule::all_pairs}) {
        MultiBodyParams params;
        params.bodies = 50;
        params.faces = 20;
        params.density_percent = 15.0;
        params.mesh_percent = 10.0;
        params.cube_percent = 40.0;
        params.aspect_ratio = 3.0;
        Result<Simulation> made = make_multi_body(params);
        ASSERT_TRUE(made);
        Simulation& simulation = *made;
        simulation.settings.response = rule;
        const double before = sum_of_squared_speeds(simulation);
        std::uint64_t contacts = 0;
        for (int frame = 0; frame < 40; ++frame) {
            step(simulation);
            contacts += simulation.output.counters.contacts;
            for (const Body& body : simulation.world.bodies()) {
                const glm::dvec3 center_w = glm::abs(body.world_from_body * body.shape->center());
                for (int axis = 0; axis < 3; ++axis) {
                    ASSERT_LE(center_w[axis], simulation.room_half[axis] + 0.1);
                }
            }
        }
        EXPECT_NEAR(sum_of_squared_speeds(simulation), before, 1e-12 * before);
        EXPECT_GT(contacts, 10u);
    }
}

// The number of pairs must stay far below the square of the number of bodies.
TEST(MultiBodyTest, scenes_of_at_least_20000_bodies_give_few_pairs_and_no_fallbacks) {
    MultiBodyParams params;
    params.bodies = static_cast<int>(test::choose_effort(20000, 100000));
    params.faces = 8;
    params.density_percent = 2.0;
    Result<Simulation> made = make_multi_body(params);
    ASSERT_TRUE(made);
    for (int frame = 0; frame < 2; ++frame) step(*made);
    EXPECT_GT(made->output.counters.pairs, 500u);
    EXPECT_LT(made->output.counters.pairs, 400'000u);
    EXPECT_EQ(made->output.counters.fallbacks, 0u);
}

} // namespace
} // namespace boxwood
