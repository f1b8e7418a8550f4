// Frames of the past in each lab, against the same lab without a way back.
#include "app/labs/lab.hpp"
#include "tests/app/labs/screen.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace boxwood {
namespace {

// What a person sees of a frame, as reported; times differ from run to run.
struct Seen {
    std::uint64_t hash = 0;
    std::array<std::uint64_t, StepCounters::kCount> counters{};
    std::vector<BodyPair> contacts;
    std::string facts;
    friend bool operator==(const Seen&, const Seen&) = default;
};

Seen look_at(const Lab& lab, std::initializer_list<std::string_view> facts) {
    Seen seen{lab.hash_state(), lab.simulation().output.counters.list(), {}, {}};
    for (const PairResult& pair : lab.simulation().output.pairs)
        if (pair.is_contact()) seen.contacts.push_back(pair.bodies);
    for (const ReportField& fact : lab.facts())
        if (std::ranges::find(facts, std::string_view(fact.name)) != facts.end())
            seen.facts += fact.name + " " + fact.json + "; ";
    return seen;
}

struct Case {
    const char* lab;
    std::vector<std::pair<const char*, const char*>> settings;
    std::map<int, const char*> acts; // before a frame
    std::initializer_list<std::string_view> facts;
};

void expect_the_past_is_there(const Case& one, int frames, std::size_t visits) {
    SCOPED_TRACE(one.lab);
    const std::unique_ptr<Lab> lab = find_lab(one.lab)->make();
    for (const auto& [name, value] : one.settings) ASSERT_TRUE(lab->set(name, value)) << name;
    ASSERT_TRUE(lab->restart(1));
    lab->settle();
    lab->update();
    std::map<std::uint64_t, Seen> seen;
    for (int i = 0; i < frames; ++i) {
        if (const auto act = one.acts.find(i); act != one.acts.end()) lab->act(act->second);
        lab->catch_up(nullptr);
        seen[lab->simulation().frame] = look_at(*lab, one.facts);
        lab->step(nullptr);
    }
    lab->catch_up(nullptr);
    seen[lab->simulation().frame] = look_at(*lab, one.facts);
    const FrameRange range = lab->frame_range();
    EXPECT_EQ(range.last, lab->simulation().frame);
    EXPECT_EQ(range.first, 0u);
    std::mt19937_64 random(3);
    for (std::size_t i = 0; i < visits; ++i) {
        const std::uint64_t frame = random() % (range.last + 1);
        if (frame == 0) continue; // before the first step there is nothing to compare
        ASSERT_TRUE(lab->seek(frame, nullptr)) << frame;
        lab->settle();
        lab->update();
        ASSERT_EQ(lab->simulation().frame, frame);
        EXPECT_EQ(look_at(*lab, one.facts).facts, seen[frame].facts) << frame;
        EXPECT_TRUE(look_at(*lab, one.facts) == seen[frame]) << frame;
        if (frame == range.last) continue;
        lab->step(nullptr);
        lab->settle();
        EXPECT_TRUE(look_at(*lab, one.facts) == seen[frame + 1]) << "from " << frame;
        EXPECT_EQ(lab->frame_range().last, range.last);
    }
    EXPECT_EQ(lab->divergence(), std::nullopt);
    EXPECT_EQ(lab->branch(), nullptr);
}

TEST(LabTimeline, a_crowd_with_edits) {
    const std::map<int, const char*> acts{{4, "edit.scatter"}, {9, "edit.insert"}, {13, "edit.scatter"}};
    expect_the_past_is_there(
        {"multi-body", {{"bodies", "60"}, {"meshes", "20"}}, acts, {"bodies", "frame_counters"}}, 20,
        test::choose_effort(12, 200));
    expect_the_past_is_there(
        {"multi-body", {{"bodies", "60"}, {"broad-phase", "sweep-and-prune"}}, acts, {"bodies", "swaps"}}, 20,
        test::choose_effort(12, 200));
}

TEST(LabTimeline, a_pair_with_its_visits) {
    expect_the_past_is_there(
        {"pair",
         {{"visit", "5"}},
         {},
         {"position_a", "position_b", "colliding_pairs", "visits", "query_volume_tests"}},
        8, test::choose_effort(5, 200));
}

TEST(LabTimeline, a_deforming_mesh) {
    expect_the_past_is_there({"deformation", {{"mesh", "craft"}}, {}, {"shown_frame"}}, 12,
                             test::choose_effort(8, 200));
}

TEST(LabTimeline, a_walk) {
    expect_the_past_is_there({"walkthrough", {{"scene", "table"}}, {}, {"feet", "grip", "held", "touched"}},
                             20, test::choose_effort(8, 200));
}

TEST(LabTimeline, a_change_of_the_display_in_the_past_is_no_edit) {
    const std::unique_ptr<Lab> lab = find_lab("multi-body")->make();
    ASSERT_TRUE(lab->set("bodies", "40"));
    ASSERT_TRUE(lab->restart(1));
    for (int i = 0; i < 10; ++i) lab->step(nullptr);
    const std::uint64_t hash = lab->hash_state();
    const auto counters = lab->simulation().output.counters.list();
    ASSERT_TRUE(lab->seek(4, nullptr));
    for (const char* action : {"show.triangles", "show.triangles", "show.boxes"}) {
        lab->act(action);
        lab->update();
        lab->catch_up(nullptr);
    }
    while (lab->simulation().frame < 10) lab->step(nullptr);
    EXPECT_EQ(lab->hash_state(), hash);
    EXPECT_EQ(lab->simulation().output.counters.list(), counters);
    EXPECT_EQ(lab->branch(), nullptr);
}

TEST(LabTimeline, an_edit_in_the_past_can_be_compared_with_what_was) {
    const std::unique_ptr<Lab> lab = find_lab("multi-body")->make();
    ASSERT_TRUE(lab->set("bodies", "40"));
    ASSERT_TRUE(lab->restart(1));
    std::vector<std::uint64_t> hashes{lab->hash_state()};
    for (int i = 0; i < 10; ++i) {
        lab->step(nullptr);
        hashes.push_back(lab->hash_state());
    }
    ASSERT_TRUE(lab->seek(4, nullptr));
    lab->act("edit.scatter");
    lab->catch_up(nullptr);
    ASSERT_NE(lab->branch(), nullptr);
    EXPECT_EQ(lab->branch()->from, 4u);
    ASSERT_TRUE(lab->branch()->difference);
    EXPECT_EQ(lab->branch()->difference->first, 4u);
    for (std::uint64_t frame = 5; frame <= 10; ++frame) {
        lab->step(nullptr);
        EXPECT_NE(lab->hash_state(), hashes[frame]);
        ASSERT_TRUE(lab->branch()->is_shown);
        EXPECT_EQ(state_hash(lab->branch()->ghost), hashes[frame]) << frame;
        EXPECT_FALSE(lab->branch()->different.empty());
    }
    lab->step(nullptr);
    EXPECT_FALSE(lab->branch()->is_shown) << "the former future ended before";
    ASSERT_TRUE(lab->seek(7, nullptr));
    EXPECT_EQ(state_hash(lab->branch()->ghost), hashes[7]);
    lab->drop_branch();
    EXPECT_EQ(lab->branch(), nullptr);
}

TEST(LabTimeline, only_crowds_and_pairs_keep_a_former_future) { // docs/timeline.md
    for (const char* name : {"multi-body", "pair", "deformation", "walkthrough", "capture"}) {
        const LabEntry* entry = find_lab(name);
        ASSERT_TRUE(entry) << name;
        EXPECT_EQ(entry->make()->can_branch(), entry->name == "multi-body" || entry->name == "pair") << name;
    }
}

} // namespace
} // namespace boxwood
