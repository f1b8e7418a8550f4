// In every workload, the poses of fixed bodies stay bit-identical, and the sum of squared speeds is conserved.
#include "engine/workloads/workload.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>

namespace boxwood {
namespace {

class FixedBodiesTest : public testing::TestWithParam<std::string_view> {};

TEST_P(FixedBodiesTest, poses_of_fixed_bodies_stay_bit_identical_and_squared_speeds_are_conserved) {
    Result<Simulation> made = find_workload(GetParam())->make(25);
    ASSERT_TRUE(made) << made.error().message;
    Simulation& simulation = *made;
    struct Place {
        Transform transform;
        Pose world_from_body;
    };
    std::map<BodyId, Place> places;
    step(simulation); // sets the margins of the boxes; first contacts begin
    for (BodyId id = 0; id < simulation.world.bodies().size(); id += 3) {
        ASSERT_TRUE(simulation.world.set_body_fixed(id, true));
        const Body& body = simulation.world.bodies()[id];
        places[id] = {body.transform, body.world_from_body};
    }
    const double squares = sum_of_squared_speeds(simulation);
    std::size_t contacts = 0;
    for (int frame = 0; frame < 40; ++frame) {
        step(simulation);
        contacts += simulation.fixed_contacts.size();
        for (const auto& [id, place] : places) {
            const Body& body = simulation.world.bodies()[id];
            ASSERT_EQ(std::memcmp(&body.transform, &place.transform, sizeof(Transform)), 0) << id;
            ASSERT_EQ(std::memcmp(&body.world_from_body, &place.world_from_body, sizeof(Pose)), 0) << id;
        }
    }
    EXPECT_GT(contacts, 0u) << "no body touched a fixed body";
    EXPECT_NEAR(sum_of_squared_speeds(simulation), squares, 1e-9 * squares);
}

std::vector<std::string_view> names() {
    std::vector<std::string_view> all;
    for (const Workload& workload : all_workloads()) all.push_back(workload.name);
    return all;
}

INSTANTIATE_TEST_SUITE_P(All, FixedBodiesTest, testing::ValuesIn(names()), [](const auto& name_of) {
    std::string name(name_of.param);
    for (char& c : name)
        if (c == '-') c = '_';
    return name;
});

} // namespace
} // namespace boxwood
