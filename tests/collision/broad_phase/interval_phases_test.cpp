// The two modes of the sweep with an interval tree, in scenes that favor one mode or the other.
#include "collision/broad_phase/interval/interval_planes.hpp"
#include "collision/broad_phase/interval/interval_sweep.hpp"
#include "tests/collision/broad_phase/rig.hpp"

namespace boxwood::test {
namespace {

template <class Phase>
class IntervalPhasesTest : public testing::Test {};
using BothWays = testing::Types<IntervalSweep, IntervalPlanes>;
TYPED_TEST_SUITE(IntervalPhasesTest, BothWays);

// Extents of the scene along x, y and z, in edge lengths of a box. Coordinates lie on a grid, so that many boxes just
// touch.
constexpr std::array kScenes{glm::vec3(8.0f), glm::vec3(20.0f, 20.0f, 0.0f), glm::vec3(120.0f, 0.0f, 0.0f),
                             glm::vec3(0.0f, 0.0f, 120.0f)};

void scatter(MovingBoxes& io_moving, const glm::vec3& extent, std::mt19937& io_random) {
    for (Aabb& box : io_moving.boxes) {
        for (int axis = 0; axis < 3; ++axis)
            box.lower[axis] =
                0.25f * static_cast<float>(io_random() % (4u * static_cast<unsigned>(extent[axis]) + 1u));
        box.upper = box.lower + glm::vec3(io_random() % 8 == 0 ? 0.0f : 1.0f); // some are points
    }
}

TYPED_TEST(IntervalPhasesTest, active_pairs_and_events_match_all_pairs) {
    std::mt19937 random(67);
    for (const glm::vec3& extent : kScenes) {
        SCOPED_TRACE(testing::Message() << extent.x << " by " << extent.y << " by " << extent.z);
        Rig<TypeParam> rig(200, Motion::walk, 71);
        scatter(rig.moving, extent, random);
        rig.insert_all();
        for (int frame = 0; frame < static_cast<int>(choose_effort(10, 300)); ++frame) {
            ASSERT_NO_FATAL_FAILURE(rig.update()) << "frame " << frame;
            if (this->HasFailure()) return;
            scatter(rig.moving, extent, random);
        }
        EXPECT_GT(rig.seen_events, 1000u);
        rig.update();
        EXPECT_TRUE(rig.phase.events().entered.size() + rig.phase.events().left.size() > 0);
        rig.update();
        EXPECT_TRUE(rig.phase.events().entered.empty() && rig.phase.events().left.empty()) << "at rest";
    }
}

} // namespace
} // namespace boxwood::test
