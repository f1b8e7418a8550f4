#include "bench/experiments/deformation/deformation_study.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace boxwood {
namespace {

DeformationStudyConfig tiny() {
    DeformationStudyConfig config = quick_study();
    config.triangles = 1920;
    config.poses = 2;
    config.replay_triangles = 240;
    config.replay_frames = 8;
    return config;
}

TEST(DeformationStudyTest, without_amplitude_both_trees_cost_the_same) {
    const FamilyRow row = study_family(tiny(), *find_deformer("bend"), 0.0, kPaperTree, nullptr);
    EXPECT_EQ(row.refit_tests, row.rebuild_tests);
    EXPECT_EQ(row.refit_overlap, row.rebuild_overlap);
    EXPECT_EQ(row.rho(), 1.0);
    EXPECT_EQ(row.inflation, 1.0);
    EXPECT_TRUE(row.is_same_answer);
    EXPECT_GT(row.contacts, 0u);
}

TEST(DeformationStudyTest, tearing_increases_overlap_and_tests_and_keeps_answers) {
    const FamilyRow row = study_family(tiny(), *find_deformer("tear"), 1.0, kPaperTree, nullptr);
    EXPECT_GT(row.rho(), 1.0);
    EXPECT_GT(row.inflation, 1.5);
    EXPECT_TRUE(row.is_same_answer);
    EXPECT_GT(row.refit_overlap[1], row.rebuild_overlap[1]);
}

TEST(DeformationStudyTest, every_other_tree_gives_the_same_contacts_and_costs_more_when_its_mesh_tears) {
    const std::uint64_t contacts =
        study_family(tiny(), *find_deformer("tear"), 1.0, kPaperTree, nullptr).contacts;
    for (const HierarchyConfig& hierarchy : list_other_trees()) {
        const FamilyRow row = study_family(tiny(), *find_deformer("tear"), 1.0, hierarchy, nullptr);
        EXPECT_TRUE(row.is_same_answer) << hierarchy.kind;
        EXPECT_EQ(row.contacts, contacts) << hierarchy.kind;
        EXPECT_GT(row.rho(), 1.0) << hierarchy.kind << ' ' << hierarchy.volume;
        EXPECT_EQ(row.hierarchy, hierarchy);
    }
}

FamilyRow times_of(double refit, double rebuild, double refit_query, double rebuild_query) {
    FamilyRow row;
    row.refit_ms = refit;
    row.rebuild_ms = rebuild;
    row.refit_query_ms = refit_query;
    row.rebuild_query_ms = rebuild_query;
    row.refit_tests = 120;
    row.rebuild_tests = 100;
    return row;
}

TEST(DeformationStudyTest, break_even_is_the_number_of_queries_that_pay_for_a_rebuild) {
    const FamilyRow row = times_of(1.0, 11.0, 8.0, 4.0);
    // The query times are totals of two queries. A rebuild takes 10 ms longer than a refit, and saves 2 ms per query.
    EXPECT_DOUBLE_EQ(row.break_even(2), 5.0);
    const FamilyRow worse = times_of(1.0, 11.0, 4.0, 4.0);
    EXPECT_LT(worse.break_even(2), 0.0);
    // A rebuilt tree that needs as many tests as the refitted tree saves no time, whatever the measured times are.
    FamilyRow by_chance = row;
    by_chance.refit_tests = by_chance.rebuild_tests;
    EXPECT_LT(by_chance.break_even(2), 0.0);
}

TEST(DeformationStudyTest, a_replay_runs_every_policy_on_the_same_frames) {
    static double time = 0.0;
    const Replay replay = replay_policies(tiny(), *find_deformer("twist"), [] { return time += 1.0; });
    ASSERT_EQ(replay.policies.size(), all_policies().size());
    EXPECT_TRUE(replay.is_same_answer);
    for (const PolicyTotals& policy : replay.policies) {
        EXPECT_EQ(policy.contacts, replay.policies[0].contacts) << policy.name;
        EXPECT_DOUBLE_EQ(policy.total_ms(), 16.0) << policy.name; // 2 clock readings per frame
    }
    EXPECT_NE(replay.sentence.find("cheapest over 8 frames"), std::string::npos) << replay.sentence;
}

FamilyRow row_of(std::string_view family, std::uint64_t refit) {
    FamilyRow row;
    row.family = family;
    row.times_usual = 1.0;
    row.refit_tests = refit;
    row.rebuild_tests = 100;
    return row;
}

TEST(DeformationStudyTest, claims_follow_the_counts_and_times) {
    DeformationResults results;
    for (const char* mild : {"bend", "wave", "taper"}) results.families.push_back(row_of(mild, 105));
    for (const char* radical : {"twist", "swirl", "inflate"})
        results.families.push_back(row_of(radical, 120));
    results.families.push_back(row_of("tear", 300));
    const std::vector<double> refit(6, 1.0), rebuild{4.0, 5.0, 4.5, 4.2, 4.8, 4.1};
    results.sizes = {{1000, refit, rebuild}};
    const auto verdicts = [&results] {
        std::vector<Verdict> found;
        for (const ClaimResult& claim : judge_deformation(results)) found.push_back(claim.verdict);
        return found;
    };
    // The paper's factor for the second claim is lost, so at best its direction can be judged.
    EXPECT_EQ(verdicts(), (std::vector{Verdict::reproduced, Verdict::same_direction}));
    results.families.back() = row_of("tear", 110);
    results.sizes.push_back({10000, rebuild, refit});
    EXPECT_EQ(verdicts(), (std::vector{Verdict::not_reproduced, Verdict::not_reproduced}));
}

TEST(DeformationStudyTest, sizes_count_tests_and_time_in_turn) {
    DeformationStudyConfig config = tiny();
    static double time = 0.0;
    const SizeRow row = study_size(config, 1000, [] { return time += 1.0; });
    EXPECT_EQ(row.refit_ms.size(), static_cast<std::size_t>(config.size_repeats));
    EXPECT_EQ(row.speed_up().value, 1.0); // the clock ticks once per reading
    EXPECT_GT(row.refit_tests, 100u);
    EXPECT_NEAR(row.rho(), 1.0, 0.3);
}

} // namespace
} // namespace boxwood
