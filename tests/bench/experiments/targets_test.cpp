// Each target is checked on exactly those rows of the run that it applies to.
#include "bench/experiments/peers/cited_peers.hpp"
#include "bench/experiments/peers/targets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

namespace boxwood {
namespace {

constexpr const char* kBuild = "mesh,triangles,what,method,ns_per_triangle,ratio,rounds\n"
                               "rock,69620,build aabb,boxwood lbvh,39.9,1,15\n"
                               "rock,69620,build aabb,boxwood binned-sah,150.5,1,15\n"
                               "rock,69620,build aabb,embree in place,51.47,1,15\n"
                               "rock,69620,build aabb,embree scene medium,301,1,15\n"
                               "bunny,69451,build aabb,boxwood lbvh,41,1,15\n"
                               "bunny,69451,build aabb,bullet gimpact,82,1,15\n"
                               "horse,96966,build aabb,boxwood binned-sah,120,1,15\n"
                               "large,1104500,build aabb,boxwood lbvh,45,1,15\n"
                               "large,1104500,build aabb,boxwood binned-sah,170,1,15\n";
constexpr const char* kBroad = "scene,motion,boxes,broad_phase,median_ns_per_box,pairs,answers\n"
                               "cube,coherent,10000,column-grid,40,5,equal\n"
                               "cube,coherent,10000,sweep-and-prune,130,5,equal\n"
                               "cube,coherent,10000,sweep-and-prune-direct,70,5,equal\n" // another method
                               "cube,coherent,10000,bullet sweep and prune,260,5,equal\n"
                               "cube,coherent,10000,fcl dynamic tree,100,5,equal\n"
                               "slab,coherent,10000,column-grid,99,5,equal\n";

class TargetsTest : public testing::Test {
  protected:
    TargetsTest() {
        const Result<ExperimentSection> judged = judge_targets({.others = others_});
        if (judged) section_ = *judged;
    }
    const ClaimResult& claim(std::string_view target) const {
        return *std::find_if(section_.claims.begin(), section_.claims.end(),
                             [target](const ClaimResult& one) { return one.statement == target; });
    }
    std::vector<std::string> row(std::string_view target, std::string_view about) const {
        for (const std::vector<Cell>& cells : section_.tables.at(0).rows)
            if (cells[0].text == target && cells[1].text == about) {
                std::vector<std::string> texts;
                for (const Cell& cell : cells) texts.push_back(cell.text);
                return texts;
            }
        return {};
    }

    const std::array<OtherResult, 2> others_{OtherResult{"build", kBuild}, {"broad_phase", kBroad}};
    ExperimentSection section_;
};

TEST_F(TargetsTest, a_target_is_reached_only_if_every_row_reaches_it) {
    EXPECT_EQ(verdict_name(claim("Morton build, 70 k")), "not reached");
    EXPECT_EQ(claim("Morton build, 70 k").estimate, "1 of 2 rows; worst 1.02 times the target");
    EXPECT_EQ(verdict_name(claim("Morton build, 1.1 M")), "reached"); // an equal value reaches the target
    EXPECT_EQ(verdict_name(claim("binned SAH build, 70 k")), "not reached");
    // The row of the other scene does not count.
    EXPECT_EQ(verdict_name(claim("broad phase, 10 k, coherent")), "reached");
}

TEST_F(TargetsTest, build_targets_apply_to_every_mesh_of_their_size) {
    EXPECT_EQ(claim("binned SAH build, 70 k").estimate, "1 of 2 rows; worst 1.00 times the target");
    EXPECT_EQ(row("binned SAH build, 70 k", "build aabb, horse, 96966 triangles").at(6), "reached");
    EXPECT_TRUE(row("binned SAH build, 70 k", "build aabb, large, 1104500 triangles").empty());
    EXPECT_EQ(claim("binned SAH build, 1.1 M").estimate, "0 of 1 row; 1.06 times the target");
}

TEST_F(TargetsTest, rows_list_our_value_the_value_of_the_peer_and_their_ratio) {
    EXPECT_EQ(row("Morton build, 70 k", "build aabb, rock, 69620 triangles"),
              (std::vector<std::string>{"Morton build, 70 k", "build aabb, rock, 69620 triangles",
                                        "ns per triangle", "40", "boxwood lbvh", "39.90", "reached",
                                        "embree in place", "51.47", "1.29", "", "A: Embree Morton, in place",
                                        "52", "1.30", "not reached"}));
    // No library in this row has a required ratio, so the fastest library is shown without a required ratio.
    EXPECT_EQ(row("Morton build, 70 k", "build aabb, bunny, 69451 triangles"),
              (std::vector<std::string>{"Morton build, 70 k", "build aabb, bunny, 69451 triangles",
                                        "ns per triangle", "40", "boxwood lbvh", "41.00", "not reached",
                                        "bullet gimpact", "82.00", "2.00", "", "", "", "", ""}));
    // The peer must have the same kind of builder.
    EXPECT_EQ(row("binned SAH build, 70 k", "build aabb, rock, 69620 triangles")[7], "embree scene medium");
    // The target's unit is ms: 130 ns for each of 10 000 boxes are 1.3 ms.
    const auto prune = row("sweep and prune, 10 k coherent", "cube, coherent, 10000 boxes");
    EXPECT_EQ(prune[4], "sweep-and-prune");
    EXPECT_EQ(prune[5], "1.300");
    EXPECT_EQ(prune[6], "not reached");
    EXPECT_EQ(prune[7], "bullet sweep and prune");
    EXPECT_EQ(prune[9], "2.00");
    EXPECT_EQ(prune[13], "3.17"); // 3.8 divided by 1.2 ms
    EXPECT_EQ(prune[14], "not reached");
}

TEST_F(TargetsTest, ratios_are_judged_separately_from_times) {
    const ClaimResult& morton =
        claim("Morton build, 70 k, by ratio"); // the row without the required library does not count
    EXPECT_EQ(verdict_name(morton), "not reached");
    EXPECT_EQ(morton.estimate, "0 of 1 row; 0.99 times the required ratio");
    EXPECT_EQ(morton.test, "time of the fastest cited library in the row / time of Boxwood, at least: 1.30 × "
                           "for embree in place (A: Embree Morton, in place: 52)");
    EXPECT_EQ(verdict_name(claim("Morton build, 1.1 M, by ratio")), "not judged");
    // 100 / 40 is less than the required 205 / 40, although the target itself is reached.
    EXPECT_EQ(verdict_name(claim("broad phase, 10 k, coherent")), "reached");
    EXPECT_EQ(verdict_name(claim("broad phase, 10 k, coherent, by ratio")), "not reached");
    EXPECT_EQ(kind_of(morton), ClaimKind::ratio);
    EXPECT_EQ(kind_of(claim("Morton build, 70 k")), ClaimKind::target);
}

TEST(CitedPeersTest, the_fastest_library_of_the_row_decides) {
    const PeerGroup row{"row", {}, {{"one", "", 60.0}, {"two", "", 35.0}, {"other", "", 1.0}}};
    const PeerEntry ours{"ours", "", 10.0};
    const std::vector<CitedPeer> cited{
        {"t", "one", 1000.0, "X"}, {"t", "two", 60.0, "X"}, {"t", "not judged", 1.0, "X"}};
    const auto judge = [&](double most) { return judge_ratio(row, ours, most, cited); };
    EXPECT_EQ(judge(20.0).peer, &cited[1]);
    EXPECT_EQ(judge(20.0).measured, &row.entries[1]);
    EXPECT_DOUBLE_EQ(judge(20.0).required, 3.0);
    EXPECT_DOUBLE_EQ(judge(20.0).found, 3.5);
    EXPECT_EQ(judge(20.0).verdict, Verdict::reproduced);
    EXPECT_EQ(judge(60.0 / 3.51).verdict, Verdict::not_reproduced);
    EXPECT_EQ(judge_ratio(row, ours, 20.0, {}).peer, nullptr);
    EXPECT_EQ(judge_ratio(row, ours, 20.0, {}).verdict, Verdict::not_judged);
}

TEST(CitedPeersTest, a_sufficient_ratio_to_a_figure_of_a_faster_build_is_unclear) {
    const PeerGroup row{"row", {}, {{"one", "", 60.0}}};
    const PeerEntry ours{"ours", "", 10.0};
    const std::vector<CitedPeer> cited{{"t", "one", 100.0, "X", CitedBuild::for_its_machine}};
    EXPECT_EQ(judge_ratio(row, ours, 20.0, cited).verdict, Verdict::unclear);
    // but the row can disprove the claim
    EXPECT_EQ(judge_ratio(row, ours, 16.0, cited).verdict, Verdict::not_reproduced);
}

TEST(TargetListTest, repeated_workloads_have_the_same_target) {
    const auto find = [](std::string_view workload) {
        return *std::find_if(all_targets().begin(), all_targets().end(),
                             [workload](const Target& one) { return one.workload == workload; });
    };
    for (const Target& target : all_targets()) {
        if (target.repeated_workload.empty()) continue;
        const Target once = find(target.repeated_workload);
        EXPECT_EQ(target.workload, std::string(once.workload) + ", again");
        EXPECT_EQ(target.where[0].second, std::string(once.where[0].second) + " again");
        EXPECT_EQ(target.most, once.most);
        EXPECT_EQ(target.mesh, once.mesh);
    }
    EXPECT_EQ(find("first contact, bunny, random, again").repeated_workload, "first contact, bunny, random");
}

TEST_F(TargetsTest, targets_without_rows_are_not_judged) {
    EXPECT_EQ(verdict_name(claim("all pairs, horse, random")), "not judged");
    EXPECT_NE(claim("all pairs, horse, random").note.find("--mesh"), std::string::npos);
    EXPECT_EQ(verdict_name(claim("closest features, 100 faces")), "not judged");
    for (const MemoryTarget& target : all_memory_targets())
        EXPECT_EQ(verdict_name(claim(target.workload)), "reached") << target.workload;
    std::set<std::string_view> names;
    std::size_t asking = 0;
    for (const Target& target : all_targets()) {
        EXPECT_TRUE(names.insert(target.workload).second);
        asking += !find_cited_peers(target.cited_as()).empty();
    }
    for (const CitedPeer& peer : all_cited_peers()) {
        EXPECT_TRUE(names.contains(peer.target)) << peer.target;
        EXPECT_TRUE(is_peer(peer.method)) << peer.method;
    }
    EXPECT_EQ(section_.claims.size(), names.size() + asking + all_memory_targets().size());
}

TEST_F(TargetsTest, a_quick_run_does_not_judge_times) {
    const auto run_targets = [](const ExperimentRun& run) -> Result<ExperimentResult> {
        Result<ExperimentSection> section = judge_targets(run);
        if (!section) return section.error();
        return ExperimentResult{{std::move(*section)}, ""};
    };
    const Result<ExperimentResult> result =
        run_experiment({.name = "targets", .question = "", .source = "", .run = run_targets},
                       {.is_quick = true, .others = others_});
    ASSERT_TRUE(result);
    const ExperimentSection* quick = &result->sections.at(0);
    ASSERT_EQ(quick->claims.size(), section_.claims.size());
    for (const ClaimResult& one : quick->claims)
        EXPECT_EQ(verdict_name(one), one.basis == Basis::times ? "not judged" : "reached") << one.statement;
    ASSERT_EQ(quick->tables.at(0).rows.size(), section_.tables.at(0).rows.size());
    for (const std::vector<Cell>& cells : quick->tables.at(0).rows) {
        const bool is_memory = cells[2].text == "bytes per triangle";
        EXPECT_EQ(cells[6].text, is_memory ? "reached" : "not judged") << cells[1].text;
        EXPECT_TRUE(cells[14].text.empty() || cells[14].text == "not judged") << cells[1].text;
    }
}

TEST_F(TargetsTest, meshes_are_classified_by_name_and_number_of_triangles) {
    EXPECT_EQ(class_of_mesh("stanford-bunny", 69451), MeshClass::bunny);
    EXPECT_EQ(class_of_mesh("horse", 96966), MeshClass::horse);
    EXPECT_EQ(class_of_mesh("arm", 20088), MeshClass::arm);
    EXPECT_EQ(class_of_mesh("large rock", 1104500), MeshClass::million);
    EXPECT_EQ(class_of_mesh("teapot", 6320), MeshClass::none);
}

} // namespace
} // namespace boxwood
