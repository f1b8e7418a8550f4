// Refitted and rebuilt trees find the same contacts, and equal seeds give equal counts. Some deformations are checked
// for their effect: tearing degrades trees more than bending, and folding causes self-contacts.
#include "bench/experiments/deformation/degradation.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace boxwood {
namespace {

DegradationRow study(const char* mesh, const char* name, std::uint64_t seed) {
    for (const DegradationCase& one : list_degradation_cases())
        if (one.name == name) return study_degradation(quick_degradation(), mesh, one, seed);
    ADD_FAILURE() << name;
    return {};
}

TEST(Degradation, both_trees_agree_for_every_mesh_and_deformation) {
    for (const std::string_view mesh : list_degradation_meshes())
        for (const DegradationCase& one : list_degradation_cases()) {
            const DegradationRow row = study_degradation(quick_degradation(), mesh, one, 5);
            EXPECT_TRUE(row.is_same_answer) << mesh << ' ' << one.name;
            EXPECT_GT(row.large.rebuild_tests, 0u) << mesh << ' ' << one.name;
            EXPECT_GT(row.large.contacts, 0u) << mesh << ' ' << one.name;
            EXPECT_EQ(row.at_feature.rebuild_tests > 0, one.family == "inflate");
        }
}

TEST(Degradation, equal_seeds_give_equal_counts_and_other_seeds_do_not) {
    const DegradationRow one = study("rock", "inflate 0.25", 1), again = study("rock", "inflate 0.25", 1),
                         other = study("rock", "inflate 0.25", 2);
    EXPECT_EQ(one.large.refit_tests, again.large.refit_tests);
    EXPECT_EQ(one.at_feature.rebuild_tests, again.at_feature.rebuild_tests);
    EXPECT_NE(one.large.refit_tests, other.large.refit_tests);
}

TEST(Degradation, a_torn_mesh_degrades_more_than_a_bent_one) {
    EXPECT_GT(study("torus", "tear", 1).large.rho(), study("torus", "bend", 1).large.rho());
    EXPECT_GT(study("torus", "tear", 1).growth_high, 0.0);
}

TEST(Degradation, a_folded_mesh_intersects_itself_and_a_bent_sheet_does_not) {
    EXPECT_GT(study("rock", "fold", 1).self_contacts, 0.5);
    EXPECT_EQ(study("sheet", "wave", 1).self_contacts, 0.0);
}

// The rows are constructed: the median over the seeds and its interval decide the verdict.
TEST(Degradation, claims_are_judged_over_the_seeds) {
    std::vector<DegradationRow> rows;
    for (const std::string_view mesh : list_degradation_meshes())
        for (const DegradationCase& one : list_degradation_cases())
            for (std::uint64_t seed = 0; seed < 6; ++seed) {
                DegradationRow row{.mesh = mesh, .deformation = one, .seed = seed};
                const bool is_radical =
                    one.name == "twist" || one.name == "inflate 0.25" || one.name == "fold";
                row.large = {one.name == "tear" ? 300 + seed : is_radical ? 120 + seed : 102 + seed, 100, 1};
                row.growth_high = 0.4;
                row.growth_low = 0.1;
                rows.push_back(row);
            }
    for (const ClaimResult& claim : judge_degradation(rows))
        EXPECT_EQ(claim.verdict, Verdict::reproduced) << claim.key << ' ' << claim.estimate;
    for (DegradationRow& row : rows)
        if (row.mesh == "rock" && row.deformation.name == "tear" && row.seed < 3) row.large.refit_tests = 90;
    EXPECT_EQ(judge_degradation(rows)[0].verdict, Verdict::not_judged);
}

} // namespace
} // namespace boxwood
