#include "engine/sim/crowding.hpp"
#include "tests/engine/sim/cubes.hpp"

namespace boxwood::test {
namespace {

TEST(CrowdingTest, counts_the_pairs_that_the_first_step_finds) {
    for (const int count : {2, 40, 300})
        for (const bool has_fixed : {false, true}) {
            Simulation simulation = make_room_of_cubes(count, 7);
            for (BodyId id = 0; has_fixed && id < static_cast<BodyId>(count); id += 3)
                ASSERT_TRUE(simulation.world.set_body_fixed(id, true));
            ASSERT_TRUE(simulation.world.set_pair_enabled(BodyId{0}, BodyId{1}, false));
            collide(simulation);
            EXPECT_EQ(count_overlapping_pairs(simulation.world, 1u << 30), simulation.output.pairs.size());
        }
}

TEST(CrowdingTest, counting_stops_at_the_limit) {
    Simulation simulation;
    const std::vector<BodyDesc> bodies(50, BodyDesc{make_cube(), {}});
    ASSERT_TRUE(simulation.world.add_bodies(bodies));
    EXPECT_EQ(count_overlapping_pairs(simulation.world, 2000), 1225u);
    EXPECT_EQ(count_overlapping_pairs(simulation.world, 1000), 1000u);
}

} // namespace
} // namespace boxwood::test
