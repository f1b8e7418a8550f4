// Fixed bodies do not move, and bodies that touch them reverse their velocities.
#include "engine/sim/history.hpp"
#include "tests/engine/sim/cubes.hpp"

#include <cstring>
#include <set>

#include <glm/geometric.hpp>

namespace boxwood::test {
namespace {

// A cube that moves along x towards a fixed cube and back.
Simulation make_meeting(ResponseRule rule) {
    Simulation simulation;
    const std::shared_ptr<Shape> cube = make_cube();
    EXPECT_TRUE(simulation.world.add_bodies(
        std::vector<BodyDesc>{{cube, {.t = {-3.0, 0.1, 0.2}}}, {cube, {}, BoxKind::dynamic_box, true}}));
    simulation.motions.resize(2);
    simulation.motions[0].velocity_w = {0.3, 0.01, -0.02};
    simulation.settings.response = rule;
    return simulation;
}

TEST(FixedBodiesTest, a_contact_with_a_fixed_body_negates_the_velocity_exactly_once) {
    for (const ResponseRule rule : {ResponseRule::approaching, ResponseRule::all_pairs}) {
        Simulation simulation = make_meeting(rule);
        const glm::dvec3 there = simulation.motions[0].velocity_w;
        const Body before = simulation.world.bodies()[1];
        int contacts = 0, turns = 0;
        for (int frame = 0; frame < 12; ++frame) {
            const glm::dvec3 last = simulation.motions[0].velocity_w;
            step(simulation);
            const glm::dvec3 now = simulation.motions[0].velocity_w;
            contacts += static_cast<int>(simulation.output.counters.contacts);
            turns += now != last;
            EXPECT_TRUE(now == last || now == -last) << "frame " << frame;
            EXPECT_EQ(simulation.motions[1].velocity_w, glm::dvec3(0.0));
        }
        EXPECT_EQ(turns, 1);
        EXPECT_GE(contacts, 1);
        EXPECT_EQ(simulation.motions[0].velocity_w, -there);
        EXPECT_EQ(std::memcmp(&simulation.world.bodies()[1].transform, &before.transform, sizeof(Transform)),
                  0);
    }
}

// In a corner between two fixed cubes, both contacts begin in the same step.
TEST(FixedBodiesTest, two_contacts_that_begin_in_one_step_negate_the_velocity_once) {
    Simulation simulation;
    const std::shared_ptr<Shape> cube = make_cube();
    ASSERT_TRUE(simulation.world.add_bodies(std::vector<BodyDesc>{{cube, {.t = {2.5, 0, 0}}, {}, true},
                                                                  {cube, {.t = {0, 0, 0}}, {}, false},
                                                                  {cube, {.t = {0, 2.5, 0}}, {}, true}}));
    simulation.motions.resize(3);
    simulation.motions[1].velocity_w = {0.6, 0.6, 0.0};
    step(simulation);
    ASSERT_EQ(simulation.output.counters.contacts, 2u);
    EXPECT_EQ(simulation.motions[1].velocity_w, glm::dvec3(-0.6, -0.6, 0.0));
    step(simulation);
    EXPECT_EQ(simulation.motions[1].velocity_w, glm::dvec3(-0.6, -0.6, 0.0));
}

TEST(FixedBodiesTest, without_response_bodies_pass_through_fixed_ones) {
    Simulation simulation = make_meeting(ResponseRule::approaching);
    simulation.settings.respond = false;
    for (int frame = 0; frame < 8; ++frame) step(simulation);
    ASSERT_FALSE(simulation.fixed_contacts.empty());
    EXPECT_EQ(simulation.motions[0].velocity_w, glm::dvec3(0.3, 0.01, -0.02));
    simulation.settings.respond = true;
    step(simulation);
    EXPECT_EQ(simulation.motions[0].velocity_w, glm::dvec3(0.3, 0.01, -0.02)) << "the contact began before";
}

// Fixed bodies may have any motion assigned to them and may be hit by any body.
TEST(FixedBodiesTest, transforms_of_fixed_bodies_and_squared_speeds_of_others_stay_bit_identical) {
    for (const ResponseRule rule : {ResponseRule::approaching, ResponseRule::all_pairs}) {
        Simulation simulation = make_room_of_cubes(80, 5);
        simulation.settings.response = rule;
        std::vector<Transform> before;
        for (BodyId id = 0; id < simulation.world.bodies().size(); ++id) {
            if (id % 3 == 0) {
                ASSERT_TRUE(simulation.world.set_body_fixed(id, true));
            }
            before.push_back(simulation.world.bodies()[id].transform);
        }
        const auto list_squares = [&simulation] {
            std::multiset<double> all;
            for (BodyId id = 0; id < simulation.motions.size(); ++id)
                if (id % 3 != 0)
                    all.insert(
                        glm::dot(simulation.motions[id].velocity_w, simulation.motions[id].velocity_w));
            return all;
        };
        const std::multiset<double> squares = list_squares();
        std::size_t contacts = 0;
        for (int frame = 0; frame < 400; ++frame) {
            step(simulation);
            contacts += simulation.fixed_contacts.size();
        }
        EXPECT_GT(contacts, 50u);
        EXPECT_EQ(list_squares(), squares);
        for (BodyId id = 0; id < before.size(); id += 3)
            EXPECT_EQ(std::memcmp(&simulation.world.bodies()[id].transform, &before[id], sizeof(Transform)),
                      0)
                << id;
    }
}

TEST(FixedBodiesTest, sums_of_velocities_and_squared_speeds_ignore_fixed_bodies) {
    Simulation simulation = make_meeting(ResponseRule::approaching);
    simulation.motions[1].velocity_w = {5.0, 5.0, 5.0}; // the fixed body has this velocity but does not move
    const glm::dvec3 v = simulation.motions[0].velocity_w;
    EXPECT_EQ(sum_of_squared_speeds(simulation), glm::dot(v, v));
    EXPECT_EQ(sum_of_velocities(simulation), v);
    for (int frame = 0; frame < 12; ++frame) step(simulation);
    EXPECT_EQ(sum_of_squared_speeds(simulation), glm::dot(v, v));
    EXPECT_EQ(sum_of_velocities(simulation), -v) << "a fixed body takes twice the momentum";
}

TEST(FixedBodiesTest, stepping_back_restores_the_contacts_with_fixed_bodies) {
    Simulation simulation = make_room_of_cubes(40, 9);
    for (BodyId id = 0; id < simulation.world.bodies().size(); id += 2)
        ASSERT_TRUE(simulation.world.set_body_fixed(id, true));
    StateHistory history;
    std::vector<std::uint64_t> hashes;
    for (int frame = 0; frame < 120; ++frame) {
        history.push(simulation);
        hashes.push_back(state_hash(simulation));
        step(simulation);
    }
    const std::uint64_t last = state_hash(simulation);
    do { // a contact that continues must not count as new
        ASSERT_TRUE(history.pop(simulation));
        ASSERT_EQ(state_hash(simulation), hashes[simulation.frame]);
    } while (simulation.frame > 100 || simulation.fixed_contacts.empty());
    collide(simulation);
    while (simulation.frame < 120) step(simulation);
    EXPECT_EQ(state_hash(simulation), last);
}

} // namespace
} // namespace boxwood::test
