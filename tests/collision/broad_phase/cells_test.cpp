// Broad phases of cells: whatever the cells and the boxes, the same pairs.
#include "collision/broad_phase/all_broad_phases.hpp"
#include "tests/collision/broad_phase/rig.hpp"

#include <cmath>

namespace boxwood::test {
namespace {

template <class Phase>
class CellsTest : public testing::Test {};
using PhasesOfCells = testing::Types<HashedGrid, LooseOctree, ColumnSweep>;
TYPED_TEST_SUITE(CellsTest, PhasesOfCells);

TYPED_TEST(CellsTest, T1_5_any_cell_size_gives_the_pairs_of_all_pairs) {
    for (const float factor : {0.1f, 0.3f, 1.0f, 3.0f, 10.0f})
        for (const Motion motion : {Motion::walk, Motion::ties, Motion::teleport_all}) {
            SCOPED_TRACE(testing::Message()
                         << "factor " << factor << ", motion " << static_cast<int>(motion));
            Rig<TypeParam> rig(200, motion, 43);
            rig.phase.configure({PairStorage::automatic, factor});
            rig.insert_all();
            for (int frame = 0; frame < static_cast<int>(choose_effort(8, 300)); ++frame) {
                ASSERT_NO_FATAL_FAILURE(rig.update());
                if (this->HasFailure()) return;
                rig.moving.move();
            }
            EXPECT_GT(rig.seen_events, 100u);
        }
}

// Boxes of every size, some of them thousands of times larger than others or infinite, far outliers, rods and
// plates, and settings that change while all is running.
TYPED_TEST(CellsTest, T1_5_any_mix_of_sizes_and_shapes) {
    std::mt19937 random(47);
    const auto uniform = [&](float low, float high) {
        return std::uniform_real_distribution<float>(low, high)(random);
    };
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (int round = 0; round < static_cast<int>(choose_effort(10, 400)); ++round) {
        Rig<TypeParam> rig(round % 3 == 0 ? 60 : 200, Motion::walk, 1);
        rig.insert_all();
        const float spread = std::exp2(uniform(-4.0f, 8.0f)), variety = uniform(0.0f, 10.0f);
        const float offset = round % 4 == 0 ? 1000.0f : 0.0f;
        for (int frame = 0; frame < 4; ++frame) {
            for (Aabb& box : rig.moving.boxes)
                for (int axis = 0; axis < 3; ++axis) {
                    box.lower[axis] =
                        offset + spread * uniform(-1.0f, 1.0f) * (round % 5 == axis ? 1e-3f : 1.0f);
                    box.upper[axis] = box.lower[axis] + std::exp2(uniform(-variety, 0.5f * variety));
                }
            rig.moving.boxes[0] = {glm::vec3(-1.0f), glm::vec3(kInfinity)};
            rig.moving.boxes[1] = {glm::vec3(1e30f), glm::vec3(2e30f)};
            rig.moving.boxes[2] = {glm::vec3(-kInfinity, 0.0f, 0.0f), glm::vec3(kInfinity, 1.0f, 1.0f)};
            ASSERT_NO_FATAL_FAILURE(rig.update()) << "round " << round;
            if (this->HasFailure()) return;
            if (frame == 1) rig.phase.configure({PairStorage::automatic, uniform(0.2f, 4.0f)});
        }
    }
}

TEST(ColumnSweepTest, All_kernels_report_the_same_pairs) {
    const std::vector<ColumnKernel> kernels = list_column_kernels();
    ASSERT_EQ(kernels.back().name, "plain");
    for (const Motion motion : kMotions) {
        MovingBoxes moving(3000, motion, 53);
        moving.boxes[7] = {glm::vec3(-0.4f), glm::vec3(0.4f)};
        std::vector<BodyId> everyone;
        for (BodyId id = 0; id < moving.size(); ++id) everyone.push_back(id);
        std::vector<ColumnSweep> phases;
        for (const ColumnKernel& kernel : kernels) phases.emplace_back(kernel).insert(everyone, moving.boxes);
        for (int frame = 0; frame < 10; ++frame) {
            for (ColumnSweep& phase : phases) phase.update(moving.boxes);
            for (const ColumnSweep& phase : phases) {
                EXPECT_TRUE(bodies_of(phase.events().entered) == bodies_of(phases.back().events().entered));
                EXPECT_TRUE(bodies_of(phase.events().left) == bodies_of(phases.back().events().left));
                EXPECT_EQ(phase.counters().volume_tests, phases.back().counters().volume_tests);
            }
            moving.move();
        }
        EXPECT_GT(phases[0].pairs().size(), 1000u);
    }
}

// Linear work: tests per box stay about the same from 1000 to 30000 boxes of workload D, and with a few walls.
TEST(ColumnSweepTest, Tests_per_box_do_not_grow_with_their_number) {
    for (const bool has_walls : {false, true})
        for (const BodyId count : {1000u, 5000u, 30000u}) {
            MovingBoxes moving(count, Motion::teleport_all, 59);
            if (has_walls)
                for (BodyId id = 0; id < 6; ++id) {
                    Aabb& wall = moving.boxes[id * 100];
                    wall = {glm::vec3(-1.0f), glm::vec3(2.0f)};
                    (id < 3 ? wall.upper : wall.lower)[static_cast<int>(id % 3)] = id < 3 ? -0.9f : 1.9f;
                }
            std::vector<BodyId> everyone;
            for (BodyId id = 0; id < count; ++id) everyone.push_back(id);
            ColumnSweep phase;
            phase.insert(everyone, moving.boxes);
            phase.update(moving.boxes);
            EXPECT_LT(phase.counters().volume_tests, 100u * count) << count;
        }
}

TEST(PairSetTest, Is_a_set_whatever_it_keeps_its_pairs_in) {
    std::mt19937 random(61);
    for (const BodyId limit : {20u, 300u}) { // 20: soon one bit per pair
        PairSet pairs;
        std::set<BodyPair> expected;
        for (int i = 0; i < 3000; ++i) {
            const auto a = static_cast<BodyId>(random() % limit), b = static_cast<BodyId>(random() % limit);
            if (a == b) continue;
            const BodyPair pair = make_pair_of(a, b);
            const bool is_in = random() % 3 != 0;
            pairs.set(pair, is_in);
            is_in ? void(expected.insert(pair)) : void(expected.erase(pair));
            if (i % 500 == 499) {
                pairs.erase(std::span(&a, 1));
                std::erase_if(expected, [a](BodyPair p) { return p.a == a || p.b == a; });
            }
            ASSERT_EQ(pairs.size(), expected.size());
            ASSERT_EQ(pairs.contains(pair), expected.contains(pair));
        }
        std::set<BodyPair> all;
        pairs.for_each([&](BodyPair pair) { EXPECT_TRUE(all.insert(pair).second); });
        EXPECT_EQ(all, expected);
        pairs.clear();
        EXPECT_EQ(pairs.size(), 0u);
    }
}

} // namespace
} // namespace boxwood::test
