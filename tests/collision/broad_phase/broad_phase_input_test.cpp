#include "collision/broad_phase/any_broad_phase.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace boxwood {
namespace {

// A violated precondition of a broad phase ends the process, in release builds too, instead of losing pairs.
TEST(BroadPhaseInputTest, invalid_input_ends_the_process_in_every_broad_phase) {
    const std::vector<Aabb> boxes(3, Aabb{{0, 0, 0}, {1, 1, 1}});
    const std::vector<BodyId> ids{0, 1, 2};
    for (const std::string_view name : list_broad_phases()) {
        SCOPED_TRACE(name);
        AnyBroadPhase phase = std::move(*make_any_broad_phase(name));
        phase.insert(ids, boxes);
        phase.update(boxes);
        ASSERT_EQ(phase.pairs().size(), 3u);
        EXPECT_DEATH(phase.insert(ids, boxes), "requirement failed");
        const std::vector<BodyId> unknown{7}, huge{BodyId{1} << 24};
        EXPECT_DEATH(phase.remove(unknown), "requirement failed");
        EXPECT_DEATH(phase.insert(huge, boxes), "requirement failed");
        EXPECT_DEATH(phase.set_body_enabled(7, false), "requirement failed");
        EXPECT_DEATH(phase.set_body_fixed(7, true), "requirement failed");
        EXPECT_DEATH(phase.set_pair_enabled({0, 7}, false), "requirement failed");
        EXPECT_DEATH(phase.update(std::span(boxes).first(2)), "requirement failed");
        for (const float number : {NAN, INFINITY, 2.0f}) {
            std::vector<Aabb> bad = boxes;
            bad[1].lower.z = number;
            EXPECT_DEATH(phase.update(bad), "requirement failed");
        }
    }
}

TEST(BroadPhaseInputTest, using_a_moved_from_broad_phase_ends_the_process_until_it_is_assigned) {
    AnyBroadPhase phase;
    AnyBroadPhase taken = std::move(phase);
    EXPECT_DEATH(phase.update({}), "requirement failed");
    EXPECT_DEATH(phase.name(), "requirement failed");
    phase = std::move(taken);
    EXPECT_EQ(phase.name(), list_broad_phases().front());
}

} // namespace
} // namespace boxwood
