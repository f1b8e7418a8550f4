#include "app/labs/lab.hpp"
#include "app/labs/settings/pause_rules.hpp"
#include "app/panels/outliner.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/ui_context.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

namespace boxwood {
namespace {

constexpr std::size_t kThings = 10'000;

OutlinerKind ten_thousand(std::size_t& io_described) {
    return {"Things", kThings,
            [](std::size_t i) {
                char name[16];
                std::snprintf(name, sizeof name, "t%05zu", i);
                return std::string(name);
            },
            [](std::size_t i) { return std::string(i % 2 == 0 ? "Even fixed" : "odd"); },
            [&io_described](std::size_t i) {
                ++io_described;
                return OutlinerRow{.kind = i % 2 == 0 ? "even" : "odd", .detail = ""};
            }};
}

void show(Outliner& io_outliner, std::span<const OutlinerKind> kinds, ui::Ui& io_ui) {
    io_ui.begin_frame({}, {{1280, 720}, {1280, 720}}, 1.0f / 60.0f);
    if (ui::begin_panel("outliner", {{0.0f, 400.0f}, {900.0f, 700.0f}})) {
        io_outliner.draw(kinds, 1, ui::palette());
        ui::end_panel();
    }
    io_ui.render();
}

TEST(OutlinerTest, searches_all_things_and_describes_only_rows_on_screen) {
    ui::Ui ui(nullptr);
    Outliner outliner;
    std::size_t described = 0;
    const std::vector<OutlinerKind> kinds{ten_thousand(described)};
    for (int frame = 0; frame < 3; ++frame) show(outliner, kinds, ui);
    EXPECT_EQ(outliner.found_count(), kThings);
    EXPECT_GT(outliner.described_count(), 5u);
    EXPECT_LT(outliner.described_count(), 40u);
    EXPECT_LT(described, 200u);
    for (const auto& [typed, count] :
         {std::pair{"t0012", 10u}, {"EVEN", 5000u}, {"fixed t0001", 5u}, {"nothing", 0u}}) {
        outliner.search(typed);
        for (int frame = 0; frame < 2; ++frame) show(outliner, kinds, ui);
        EXPECT_EQ(outliner.found_count(), count) << typed;
    }
}

std::unique_ptr<Lab>
make_lab_of_60_bodies(std::initializer_list<std::pair<const char*, const char*>> settings) {
    std::unique_ptr<Lab> lab = find_lab("multi-body")->make();
    EXPECT_TRUE(lab->set("bodies", "60"));
    EXPECT_TRUE(lab->set("density", "15"));
    for (const auto& [name, value] : settings) EXPECT_TRUE(lab->set(name, value)) << name;
    EXPECT_TRUE(lab->restart(1995));
    lab->frames().catch_up(nullptr);
    return lab;
}

std::vector<BodyPair> contacts_of(const Lab& lab) {
    std::vector<BodyPair> touching;
    for (const PairResult& pair : lab.frames().simulation().output.pairs)
        if (pair.is_contact()) touching.push_back(pair.bodies);
    std::ranges::sort(touching);
    return touching;
}

TEST(PauseTest, pauses_in_the_frame_in_which_a_contact_begins) {
    const std::unique_ptr<Lab> lab = make_lab_of_60_bodies({{"pause-contact", "on"}, {"oracle", "off"}});
    lab->frames().step(nullptr);
    EXPECT_EQ(lab->frames().why_pause(), "") << "the contacts of the previous frame are not known";
    std::size_t pauses = 0;
    for (int i = 0; i < 60; ++i) {
        const std::vector<BodyPair> before = contacts_of(*lab);
        lab->frames().step(nullptr);
        const std::vector<BodyPair> now = contacts_of(*lab);
        const bool begins = std::ranges::any_of(
            now, [&](const BodyPair& pair) { return !std::ranges::binary_search(before, pair); });
        EXPECT_EQ(!lab->frames().why_pause().empty(), begins) << "frame " << lab->frames().simulation().frame;
        pauses += begins ? 1 : 0;
    }
    EXPECT_GT(pauses, 3u);
    EXPECT_LT(pauses, 60u);
}

// Also if another rule paused the previous frame.
TEST(PauseTest, a_contact_that_begins_after_another_pause_is_reported) {
    PauseRules rules;
    rules.on_contact = rules.on_wrong = true;
    Simulation simulation;
    simulation.frame = 1;
    EXPECT_EQ(rules.check(simulation, std::nullopt, ""), "");
    simulation.frame = 2;
    EXPECT_EQ(rules.check(simulation, std::nullopt, "body 3"), "the oracle disagrees: body 3");
    simulation.frame = 3;
    PairResult pair;
    pair.bodies = {4, 7};
    pair.status = ContactStatus::penetrating;
    simulation.output.pairs = {pair};
    ASSERT_TRUE(pair.is_contact());
    EXPECT_NE(rules.check(simulation, std::nullopt, ""), "");
}

TEST(PauseTest, pauses_when_a_phase_takes_too_long_or_a_verdict_is_wrong) {
    Simulation simulation;
    PauseRules rules;
    EXPECT_EQ(rules.check(simulation, std::nullopt, "body 3"), "") << "no rule is set";
    rules.above_ms = 2.0;
    simulation.output.times[Phase::narrow] = 1.5;
    simulation.output.times[Phase::broad] = 1.0;
    EXPECT_EQ(rules.check(simulation, std::nullopt, ""), "the step took 2.50 ms");
    rules.phase = 1 + static_cast<int>(Phase::narrow);
    EXPECT_EQ(rules.check(simulation, std::nullopt, ""), "");
    rules.above_ms = 1.4;
    EXPECT_EQ(rules.check(simulation, std::nullopt, ""), "the narrow phase took 1.50 ms");
    rules.on_wrong = true;
    EXPECT_EQ(rules.check(simulation, std::nullopt, "body 3"), "the oracle disagrees: body 3");
}

} // namespace
} // namespace boxwood
