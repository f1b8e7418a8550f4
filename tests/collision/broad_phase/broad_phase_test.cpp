// Checks the contract of every broad phase against tests of all pairs of boxes.
#include "collision/broad_phase/all_broad_phases.hpp"
#include "tests/collision/broad_phase/rig.hpp"

namespace boxwood::test {
namespace {

template <class Phase>
class BroadPhaseTest : public testing::Test {};

template <class Tuple>
struct AsTypes;
template <class... Phases>
struct AsTypes<std::tuple<Phases...>> {
    using Types = testing::Types<Phases...>;
};
TYPED_TEST_SUITE(BroadPhaseTest, AsTypes<AllBroadPhases>::Types);

TYPED_TEST(BroadPhaseTest, active_pairs_and_events_match_all_pairs) {
    for (const BodyId count : {2u, 50u, 1000u}) {
        for (const Motion motion : kMotions) {
            SCOPED_TRACE(testing::Message() << count << " bodies, motion " << static_cast<int>(motion));
            Rig<TypeParam> rig(count, motion, 7);
            rig.insert_all();
            for (int frame = 0; frame < frames_for(count); ++frame) {
                ASSERT_NO_FATAL_FAILURE(rig.update()) << "frame " << frame;
                if (this->HasFailure()) return;
                rig.moving.move();
            }
            EXPECT_GT(rig.seen_events, count == 2 ? 1u : 100u) << "too few events to test anything";
        }
    }
}

TYPED_TEST(BroadPhaseTest, active_pairs_and_events_match_while_bodies_and_filters_change) {
    for (const BodyId count : {2u, 20u, 200u}) {
        for (const Motion motion : kMotions) {
            SCOPED_TRACE(testing::Message() << count << " bodies, motion " << static_cast<int>(motion));
            Rig<TypeParam> rig(count, motion, 11);
            for (int frame = 0; frame < frames_for(count); ++frame) {
                churn(rig);
                ASSERT_NO_FATAL_FAILURE(rig.update()) << "frame " << frame;
                if (this->HasFailure()) return;
                rig.moving.move();
            }
        }
    }
}

TYPED_TEST(BroadPhaseTest, bodies_at_rest_cause_no_events_or_swaps) {
    for (const Motion motion : {Motion::walk, Motion::ties}) {
        Rig<TypeParam> rig(500, motion, 3);
        rig.insert_all();
        for (int i = 0; i < 5; ++i) {
            rig.moving.move();
            rig.update();
        }
        rig.update();
        EXPECT_TRUE(rig.phase.events().entered.empty());
        EXPECT_TRUE(rig.phase.events().left.empty());
        EXPECT_EQ(rig.phase.counters().swaps, (std::array<std::uint64_t, 3>{}));
        EXPECT_EQ(rig.phase.counters().flag_toggles, 0u);
    }
}

TYPED_TEST(BroadPhaseTest, enabling_and_disabling_bodies_and_pairs_works_without_motion) {
    Rig<TypeParam> rig(4, Motion::walk, 1);
    for (Aabb& box : rig.moving.boxes) box = {glm::vec3(0.0f), glm::vec3(1.0f)};
    rig.insert_all();
    rig.update();
    rig.set_body_enabled(1, false);
    rig.set_pair_enabled({0, 1}, true); // the pair is enabled individually, but body 1 is disabled
    rig.update();
    EXPECT_EQ(rig.phase.events().left.size(), 3u);
    rig.set_body_enabled(1, true);
    rig.set_body_enabled(1, false);
    rig.update();
    EXPECT_TRUE(rig.phase.events().entered.empty());
    rig.set_body_enabled(1, true);
    rig.update();
    EXPECT_EQ(rig.phase.events().entered.size(), 3u);
    rig.set_all_pairs_enabled(false);
    rig.set_pair_enabled({2, 3}, true);
    rig.update();
    EXPECT_EQ(rig.phase.pairs().size(), 1u);
    rig.set_pair_enabled({0, 1}, true);
    rig.set_all_pairs_enabled(true);
    rig.set_pair_enabled({0, 2}, false);
    rig.update();
    EXPECT_EQ(rig.phase.pairs().size(), 5u);
    rig.set_body_enabled(0, false);
    rig.remove({0}); // also discards that body 0 was disabled
    rig.insert({0});
    rig.update();
    EXPECT_EQ(rig.phase.pairs().size(), 6u);
}

TYPED_TEST(BroadPhaseTest, two_fixed_bodies_form_no_pair_without_motion) {
    Rig<TypeParam> rig(4, Motion::walk, 1);
    for (Aabb& box : rig.moving.boxes) box = {glm::vec3(0.0f), glm::vec3(1.0f)};
    rig.insert_all();
    rig.set_body_fixed(0, true); // before the first update
    rig.set_body_fixed(1, true);
    rig.update();
    EXPECT_EQ(rig.phase.pairs().size(), 5u);
    rig.set_body_fixed(2, true);
    rig.set_pair_enabled({0, 1}, true); // the pair is enabled individually, but both bodies are fixed
    rig.update();
    EXPECT_EQ(rig.phase.events().left.size(), 2u);
    EXPECT_EQ(rig.phase.pairs().size(), 3u); // the pairs of body 3, which is not fixed
    rig.set_body_fixed(3, true);
    rig.set_body_fixed(3, false);
    rig.update();
    EXPECT_TRUE(rig.phase.events().left.empty());
    rig.set_body_enabled(0, false);
    rig.set_body_fixed(0, false); // not fixed, but disabled
    rig.update();
    EXPECT_EQ(rig.phase.pairs().size(), 2u);
    rig.set_body_enabled(0, true);
    rig.update();
    EXPECT_EQ(rig.phase.events().entered.size(), 3u);
    rig.remove({1}); // also discards that body 1 was fixed
    rig.insert({1});
    rig.update();
    EXPECT_EQ(rig.phase.pairs().size(), 6u);
}

TYPED_TEST(BroadPhaseTest, active_pairs_and_events_match_for_fixed_and_moving_bodies) {
    for (const Motion motion : {Motion::walk, Motion::teleport_all, Motion::ties}) {
        SCOPED_TRACE(testing::Message() << "motion " << static_cast<int>(motion));
        Rig<TypeParam> rig(200, motion, 13);
        rig.insert_all();
        for (BodyId body = 0; body < 150; ++body) rig.set_body_fixed(body, true);
        for (int frame = 0; frame < static_cast<int>(choose_effort(30, 1000)); ++frame) {
            ASSERT_NO_FATAL_FAILURE(rig.update()) << "frame " << frame;
            if (this->HasFailure()) return;
            const std::vector<Aabb> before = rig.moving.boxes;
            rig.moving.move();
            std::copy_n(before.begin(), 150, rig.moving.boxes.begin());
            rig.set_body_fixed(150 + rig.moving.pick() % 50, rig.moving.chance(0.5));
        }
        EXPECT_GT(rig.seen_events, 50u);
    }
}

TYPED_TEST(BroadPhaseTest, Zero_bodies_and_one_body_have_no_pairs) {
    Rig<TypeParam> rig(1, Motion::walk, 1);
    rig.update();
    rig.insert_all();
    rig.update();
    rig.moving.move();
    rig.update();
    rig.remove({0});
    rig.update();
    rig.update();
    EXPECT_TRUE(rig.phase.pairs().empty());
}

TYPED_TEST(BroadPhaseTest, Identical_boxes_form_all_pairs_and_move_without_swaps) {
    constexpr BodyId kCount = 60;
    for (const float size : {0.0f, 1.0f}) {
        Rig<TypeParam> rig(kCount, Motion::walk, 1);
        for (Aabb& box : rig.moving.boxes) box = {glm::vec3(-size), glm::vec3(size)};
        rig.insert_all();
        rig.update();
        EXPECT_EQ(rig.phase.pairs().size(), kCount * (kCount - 1) / 2);
        for (int frame = 0; frame < 3; ++frame) {
            for (Aabb& box : rig.moving.boxes) box = {box.lower + 1.0f, box.upper + 1.0f};
            rig.update();
            EXPECT_EQ(rig.phase.counters().swaps, (std::array<std::uint64_t, 3>{}));
        }
    }
}

TYPED_TEST(BroadPhaseTest, Signed_zeros_and_infinities_compare_by_value) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    Rig<TypeParam> rig(4, Motion::walk, 1);
    std::vector<Aabb>& boxes = rig.moving.boxes;
    boxes[0] = {glm::vec3(-1.0f), glm::vec3(-0.0f)};
    boxes[1] = {glm::vec3(0.0f), glm::vec3(1.0f)};
    boxes[2] = {glm::vec3(-kInfinity), glm::vec3(kInfinity)};
    boxes[3] = {glm::vec3(5.0f), glm::vec3(6.0f)};
    rig.insert_all();
    rig.update();
    EXPECT_EQ(rig.phase.pairs().size(), 4u);
    boxes[0] = {glm::vec3(0.0f), glm::vec3(-0.0f)};
    boxes[1] = {glm::vec3(-0.0f), glm::vec3(0.0f)};
    boxes[2] = {glm::vec3(kInfinity), glm::vec3(kInfinity)};
    boxes[3] = {glm::vec3(5.0f), glm::vec3(kInfinity)};
    rig.update();
    EXPECT_EQ(rig.phase.pairs().size(), 2u);
}

TYPED_TEST(BroadPhaseTest, Changes_between_two_updates_apply_in_order) {
    Rig<TypeParam> rig(3, Motion::walk, 1);
    for (Aabb& box : rig.moving.boxes) box = {glm::vec3(0.0f), glm::vec3(1.0f)};
    rig.insert({0, 1, 2});
    rig.set_pair_enabled({0, 1}, false);
    rig.update();
    EXPECT_EQ(rig.phase.pairs().size(), 2u);
    rig.set_pair_enabled({0, 1}, true);
    rig.set_pair_enabled({0, 2}, false);
    rig.remove({2}); // also discards that {0, 2} was disabled
    rig.insert({2});
    rig.update();
    EXPECT_EQ(rig.phase.pairs().size(), 3u);
    EXPECT_EQ(rig.phase.events().left.size(), 2u);    // pairs of the removed body 2
    EXPECT_EQ(rig.phase.events().entered.size(), 3u); // pairs of the new body 2, and {0, 1}
    rig.remove({1});
    rig.insert({1});
    rig.remove({1});
    rig.update();
    EXPECT_EQ(rig.phase.pairs().size(), 1u);
}

TEST(AnyBroadPhaseTest, All_listed_broad_phases_report_the_same_events_and_slots) {
    std::vector<AnyBroadPhase> phases;
    for (const std::string_view name : list_broad_phases()) {
        Result<AnyBroadPhase> made = make_any_broad_phase(name);
        ASSERT_TRUE(made);
        EXPECT_EQ(made->name(), name);
        phases.push_back(std::move(*made));
    }
    EXPECT_EQ(AnyBroadPhase().name(), list_broad_phases()[0]);
    EXPECT_EQ(AnyBroadPhase().name(), "column-grid");

    MovingBoxes moving(100, Motion::walk, 5);
    std::vector<BodyId> everyone;
    for (BodyId id = 0; id < moving.size(); ++id) everyone.push_back(id);
    for (AnyBroadPhase& phase : phases) phase.insert(everyone, moving.boxes);
    const auto equal = [](const std::vector<ActivePair>& x, const std::vector<ActivePair>& y) {
        return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                          [](const ActivePair& a, const ActivePair& b) {
                              return a.bodies == b.bodies && a.slot == b.slot;
                          });
    };
    for (int frame = 0; frame < 200; ++frame) {
        for (AnyBroadPhase& phase : phases) {
            phase.update(moving.boxes);
            ASSERT_TRUE(equal(phase.events().entered, phases[0].events().entered)) << frame << phase.name();
            ASSERT_TRUE(equal(phase.events().left, phases[0].events().left)) << frame << phase.name();
        }
        moving.move();
    }

    const Result<AnyBroadPhase> unknown = make_any_broad_phase("bubble_sort");
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.error().message.find("'bubble_sort'"), std::string::npos);
    EXPECT_NE(unknown.error().message.find("sweep-and-prune"), std::string::npos);
}

} // namespace
} // namespace boxwood::test
