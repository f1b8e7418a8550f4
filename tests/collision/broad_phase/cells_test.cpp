#include "collision/broad_phase/all_broad_phases.hpp"
#include "tests/collision/broad_phase/rig.hpp"

#include <cmath>

namespace boxwood::test {
namespace {

template <class Phase>
class CellsTest : public testing::Test {};
using PhasesOfCells = testing::Types<HashedGrid, LooseOctree, ColumnGrid, DynamicTreePhase>;
TYPED_TEST_SUITE(CellsTest, PhasesOfCells);

TYPED_TEST(CellsTest, pairs_match_all_pairs_for_any_cell_factor) {
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

// Boxes of all sizes: some are thousands of times larger than others or infinite, some are far away, some are rods and
// plates. Settings change during the run.
TYPED_TEST(CellsTest, pairs_match_all_pairs_for_mixed_box_sizes_and_shapes) {
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

TEST(ColumnGridTest, All_kernels_report_the_same_pairs) {
    const std::vector<ColumnKernel> kernels = list_column_kernels();
    ASSERT_EQ(kernels.back().name, "plain");
    for (const Motion motion : kMotions) {
        MovingBoxes moving(3000, motion, 53);
        moving.boxes[7] = {glm::vec3(-0.4f), glm::vec3(0.4f)};
        std::vector<BodyId> everyone;
        for (BodyId id = 0; id < moving.size(); ++id) everyone.push_back(id);
        std::vector<ColumnGrid> phases;
        for (const ColumnKernel& kernel : kernels) phases.emplace_back(kernel).insert(everyone, moving.boxes);
        for (int frame = 0; frame < 10; ++frame) {
            for (ColumnGrid& phase : phases) phase.update(moving.boxes);
            for (const ColumnGrid& phase : phases) {
                EXPECT_TRUE(bodies_of(phase.events().entered) == bodies_of(phases.back().events().entered));
                EXPECT_TRUE(bodies_of(phase.events().left) == bodies_of(phases.back().events().left));
                EXPECT_EQ(phase.counters().volume_tests, phases.back().counters().volume_tests);
            }
            moving.move();
        }
        EXPECT_GT(phases[0].pairs().size(), 1000u);
    }
}

// The sizes of boxes change over time: none, few, many or all boxes are large, one box fills the scene in every second
// frame, and one box is infinite. Bodies are inserted and removed, and some pairs are disabled. All kernels must report
// the pairs of a brute-force broad phase, with the same slots.
TEST(ColumnGridTest, All_kernels_match_brute_force_while_box_sizes_change) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (const float large_part : {0.0f, 0.02f, 0.15f, 0.5f, 1.0f}) {
        SCOPED_TRACE(large_part);
        MovingBoxes moving(600, Motion::walk, 67);
        const std::vector<Aabb> small = moving.boxes;
        std::vector<BodyId> everyone;
        for (BodyId id = 0; id < moving.size(); ++id) everyone.push_back(id);
        BruteForce oracle;
        oracle.insert(everyone, moving.boxes);
        std::vector<ColumnGrid> phases;
        for (const ColumnKernel& kernel : list_column_kernels())
            phases.emplace_back(kernel).insert(everyone, moving.boxes);
        const auto for_each_phase = [&](auto&& call) {
            call(oracle);
            for (ColumnGrid& phase : phases) call(phase);
        };
        std::set<BodyId> gone;
        for (int frame = 0; frame < static_cast<int>(choose_effort(40, 1000)); ++frame) {
            const BodyId other = moving.pick(), body = moving.pick();
            if (gone.erase(body) == 1)
                for_each_phase([&](auto& phase) { phase.insert({{body}}, moving.boxes); });
            else if (gone.insert(body).second)
                for_each_phase([&](auto& phase) { phase.remove({{body}}); });
            if (other != body && !gone.contains(body) && !gone.contains(other))
                for_each_phase(
                    [&](auto& phase) { phase.set_pair_enabled(make_pair_of(body, other), frame % 3 == 0); });
            for (BodyId id = 0; id < moving.size(); ++id) {
                if (frame > 0 && !moving.chance(0.1)) continue;
                moving.boxes[id] = small[id];
                const float grow = moving.chance(large_part) ? 0.02f * static_cast<float>(id % 16) : 0.0f;
                moving.boxes[id].lower -= grow;
                if (id % 3 != 0) moving.boxes[id].upper += grow; // the others become rods and plates
                if (id % 3 == 1) moving.boxes[id].upper.x = small[id].upper.x;
            }
            moving.boxes[11] = {glm::vec3(-1.0f), glm::vec3(frame % 2 == 0 ? 1.0f : -0.99f)};
            moving.boxes[12] = {glm::vec3(-kInfinity, 0.0f, 0.1f), glm::vec3(kInfinity, kInfinity, 0.2f)};
            for_each_phase([&](auto& phase) { phase.update(moving.boxes); });
            std::vector<BodyPair> expected = bodies_of(oracle.pairs());
            std::sort(expected.begin(), expected.end());
            for (const ColumnGrid& phase : phases) {
                ASSERT_EQ(bodies_of(phase.pairs()), expected) << "frame " << frame;
                EXPECT_EQ(bodies_of(phase.events().entered), bodies_of(oracle.events().entered));
                EXPECT_EQ(bodies_of(phase.events().left), bodies_of(oracle.events().left));
                for (std::size_t i = 0; i < expected.size(); ++i)
                    ASSERT_EQ(phase.pairs()[i].slot, phases.back().pairs()[i].slot);
            }
        }
    }
}

// Every 16th body is large. The sample of sizes must include such bodies, so that the number of tests per box stays
// small.
TEST(ColumnGridTest, Tests_per_box_stay_few_if_every_16th_box_is_large) {
    for (const BodyId count : {1024u, 4096u, 20480u}) {
        MovingBoxes moving(count, Motion::teleport_all, 71);
        for (BodyId id = 0; id < count; id += 16) moving.boxes[id].upper.z += 0.5f;
        std::vector<BodyId> everyone;
        for (BodyId id = 0; id < count; ++id) everyone.push_back(id);
        ColumnGrid phase;
        phase.insert(everyone, moving.boxes);
        phase.update(moving.boxes);
        EXPECT_LT(phase.counters().volume_tests, 60u * count) << count;
    }
}

TEST(PartnerListsTest, Lists_are_sorted_and_complete_with_every_kernel) {
    std::mt19937 random(73);
    for (const ColumnKernel& kernel : list_column_kernels())
        for (const BodyId limit : {70u, 5000u, 300000u}) {
            PartnerLists lists;
            lists.clear(limit);
            std::vector<std::set<BodyId>> expected;
            for (BodyId body = 0; body < 50; ++body) {
                std::set<BodyId> partners;
                const std::size_t wanted = body % 7 == 0 ? 0 : random() % (body % 5 == 0 ? 3000 : 40);
                for (std::size_t i = 0; i < wanted; ++i)
                    partners.insert(static_cast<BodyId>(random() % limit));
                partners.erase(body);
                std::vector<BodyId> shuffled(partners.begin(), partners.end());
                std::shuffle(shuffled.begin(), shuffled.end(), random);
                lists.add(body, shuffled, kernel.extract_bodies);
                if (!partners.empty()) expected.push_back(partners);
            }
            const auto expect_lists = [&] {
                ASSERT_EQ(lists.lists().size(), expected.size());
                std::size_t sum = 0;
                for (std::size_t i = 0; i < expected.size(); ++i) {
                    const PartnerLists::List& list = lists.lists()[i];
                    std::vector<BodyId> all(lists.below(list).begin(), lists.below(list).end());
                    for (const BodyId partner : all) EXPECT_LT(partner, list.body);
                    for (const BodyId partner : lists.above(list)) EXPECT_GT(partner, list.body);
                    all.insert(all.end(), lists.above(list).begin(), lists.above(list).end());
                    EXPECT_EQ(all, std::vector<BodyId>(expected[i].begin(), expected[i].end()));
                    sum += all.size();
                }
                EXPECT_EQ(lists.size(), sum);
            };
            expect_lists();
            const auto is_kept = [](BodyPair pair) { return (pair.a + pair.b) % 3 != 0; };
            for (std::size_t i = 0; i < expected.size(); ++i)
                std::erase_if(expected[i], [&](BodyId partner) {
                    return !is_kept(make_pair_of(partner, lists.lists()[i].body));
                });
            lists.keep_if(is_kept);
            expect_lists();
        }
}

// For 1000, 5000 and 30000 random boxes, the number of tests per box stays below 100, also with a few large walls.
TEST(ColumnGridTest, Tests_per_box_are_bounded_for_any_number_of_boxes) {
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
            ColumnGrid phase;
            phase.insert(everyone, moving.boxes);
            phase.update(moving.boxes);
            EXPECT_LT(phase.counters().volume_tests, 100u * count) << count;
        }
}

TEST(PairSetTest, Equals_a_std_set_in_the_sparse_and_the_dense_representation) {
    std::mt19937 random(61);
    for (const BodyId limit : {20u, 300u}) { // with 20 bodies, the set soon switches to one bit per pair
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
