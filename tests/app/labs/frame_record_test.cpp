#include "app/labs/multi_body/findings/swap_history.hpp"
#include "engine/workloads/multi_body.hpp"
#include "tests/app/labs/screen.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

std::string fact(const Lab& lab, std::string_view name) {
    for (const ReportField& one : lab.report_fields())
        if (one.name == name) return one.json;
    return "no such fact";
}

std::unique_ptr<Lab> make_crowd() {
    std::unique_ptr<Lab> lab = find_lab("multi-body")->make();
    for (const auto& [name, value] : {std::pair{"bodies", "60"},
                                      {"density", "12"},
                                      {"velocity", "40"},
                                      {"broad-phase", "sweep-and-prune"}})
        EXPECT_TRUE(lab->set(name, value));
    EXPECT_TRUE(lab->restart(7));
    lab->frames().catch_up(nullptr);
    return lab;
}

struct Numbers {
    std::string counters, swaps, shown;
    friend bool operator==(const Numbers&, const Numbers&) = default;
};
Numbers numbers_of(const Lab& lab) {
    return {fact(lab, "frame_counters"), fact(lab, "swaps"), fact(lab, "shown_swaps")};
}

TEST(FrameRecord, is_unchanged_by_selections_and_pages) {
    const std::unique_ptr<Lab> lab = make_crowd();
    for (int i = 0; i < 4; ++i) lab->frames().step(nullptr);
    const Numbers before = numbers_of(*lab);
    ASSERT_EQ(before.shown, before.swaps) << "the broad phase of the world is sweep and prune";
    ASSERT_NE(before.swaps, "[0, 0, 0]");
    for (const char* action : {"select.none", "show.boxes", "walk.open", "walk.open", "select.back"}) {
        lab->act(action);
        lab->frames().catch_up(nullptr);
        EXPECT_EQ(numbers_of(*lab).counters, before.counters) << action;
        EXPECT_EQ(numbers_of(*lab).swaps, before.swaps) << action;
    }
}

TEST(FrameRecord, is_unchanged_in_the_interval_view_by_a_selection) {
    const std::unique_ptr<Lab> lab = make_crowd();
    for (int i = 0; i < 4; ++i) lab->frames().step(nullptr);
    const Numbers before = numbers_of(*lab);
    lab->act("select.none");
    lab->frames().catch_up(nullptr);
    EXPECT_EQ(numbers_of(*lab), before);
}

TEST(FrameRecord, is_unchanged_by_an_edit_of_a_paused_frame) {
    const std::unique_ptr<Lab> lab = make_crowd();
    for (int i = 0; i < 4; ++i) lab->frames().step(nullptr);
    const Numbers before = numbers_of(*lab);
    lab->act("edit.scatter");
    lab->frames().catch_up(nullptr);
    EXPECT_EQ(numbers_of(*lab), before);
    lab->frames().step(nullptr);
    EXPECT_NE(numbers_of(*lab), before);
}

TEST(FrameRecord, is_restored_by_steps_back_and_by_repeated_steps_forward) {
    const std::unique_ptr<Lab> lab = make_crowd();
    std::vector<Numbers> seen{numbers_of(*lab)};
    for (int i = 0; i < 8; ++i) {
        lab->frames().step(nullptr);
        seen.push_back(numbers_of(*lab));
    }
    for (std::size_t frame = 8; frame-- > 2;) {
        ASSERT_TRUE(lab->frames().seek(lab->frames().simulation().frame - 1, nullptr));
        ASSERT_EQ(lab->frames().simulation().frame, frame);
        EXPECT_EQ(numbers_of(*lab), seen[frame]) << "frame " << frame;
    }
    for (std::size_t frame = 3; frame <= 8; ++frame) {
        lab->frames().step(nullptr);
        EXPECT_EQ(numbers_of(*lab).swaps, seen[frame].swaps) << "frame " << frame << " again";
        EXPECT_EQ(numbers_of(*lab).shown, seen[frame].shown) << "frame " << frame << " again";
    }
}

TEST(FrameRecord, has_no_swaps_of_a_step_before_the_interval_view_was_open) {
    const std::unique_ptr<Lab> lab = make_crowd();
    ASSERT_TRUE(lab->set("page", "counters"));
    for (int i = 0; i < 3; ++i) lab->frames().step(nullptr);
    ASSERT_TRUE(lab->set("page", "intervals"));
    lab->act("select.none"); // updates the display
    lab->frames().catch_up(nullptr);
    EXPECT_EQ(fact(*lab, "shown_swaps"), "null") << "null instead of 0: the view was closed during the step";
    lab->frames().step(nullptr);
    EXPECT_EQ(fact(*lab, "shown_swaps"), fact(*lab, "swaps"));
}

TEST(SwapHistoryTest, keeps_a_limited_number_of_frames_without_swaps) {
    MultiBodyParams params;
    params.bodies = 2;
    const Simulation simulation = require_ok(make_multi_body(params));
    SwapHistory history;
    constexpr std::uint64_t kFrames = SwapHistory::kMaxFrames + 100;
    for (std::uint64_t frame = 0; frame <= kFrames; ++frame) history.step(simulation.world, frame);
    ASSERT_TRUE(history.is_watching());
    EXPECT_EQ(history.frame_count(), SwapHistory::kMaxFrames);
    EXPECT_NE(history.find(kFrames), nullptr);
    EXPECT_EQ(history.find(100), nullptr);
    EXPECT_NE(history.find(101), nullptr);
}

TEST(FrameRecord, of_a_pair_is_unchanged_while_the_query_on_screen_follows_the_meshes) {
    const std::unique_ptr<Lab> lab = find_lab("pair")->make();
    ASSERT_TRUE(lab->restart(1));
    lab->frames().catch_up(nullptr);
    lab->frames().step(nullptr);
    const auto counters = lab->frames().simulation().output.counters.list();
    for (int i = 0; i < 30; ++i) lab->act("nudge.right");
    lab->frames().catch_up(nullptr);
    EXPECT_EQ(lab->frames().simulation().output.counters.list(), counters);
    EXPECT_EQ(fact(*lab, "visit_open"), "false");
    EXPECT_NE(fact(*lab, "query_volume_tests"),
              std::to_string(lab->frames().simulation().output.counters.volume_tests))
        << "the query on screen must be for the moved meshes";
}

TEST(StateHistoryTest, restores_the_counters_of_each_step_and_the_boxes_that_gave_them) {
    MultiBodyParams params;
    params.bodies = 60;
    params.density_percent = 15.0;
    Simulation simulation = std::move(*make_multi_body(params));
    StateHistory history;
    std::vector<StepCounters> counters;
    std::vector<std::array<std::uint64_t, 3>> swaps;
    std::vector<std::size_t> pairs;
    for (int frame = 0; frame < 20; ++frame) {
        history.push(simulation);
        counters.push_back(simulation.output.counters);
        swaps.push_back(simulation.output.swaps_by_axis);
        pairs.push_back(simulation.output.pairs.size());
        step(simulation, [] { return 1.0; });
    }
    for (std::size_t frame = 20; frame-- > 1;) {
        ASSERT_TRUE(history.pop(simulation));
        const FrameRecord record = record_of(simulation.output);
        EXPECT_EQ(record.counters.list(), counters[frame].list()) << frame;
        EXPECT_EQ(record.swaps_by_axis, swaps[frame]) << frame;
        collide(simulation);
        EXPECT_EQ(simulation.output.pairs.size(), pairs[frame]) << frame;
        put_back(record, simulation.output);
        EXPECT_EQ(simulation.output.counters.pairs, simulation.output.pairs.size()) << frame;
    }
}

} // namespace
} // namespace boxwood
