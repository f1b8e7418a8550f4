// Each target is judged by the rows of the run that it is about, all of them and no others.
#include "engine/experiments/targets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

namespace boxwood {
namespace {

constexpr const char* kBuild = "mesh,triangles,what,method,ns_per_triangle,ratio,rounds\n"
                               "rock,69620,build aabb,boxwood morton,39.9,1,15\n"
                               "rock,69620,build aabb,boxwood binned-area,150.5,1,15\n"
                               "rock,69620,build aabb,embree scene low,79.8,1,15\n"
                               "rock,69620,build aabb,embree scene medium,301,1,15\n"
                               "bunny,69451,build aabb,boxwood morton,41,1,15\n"
                               "bunny,69451,build aabb,bullet gimpact,82,1,15\n"
                               "large,1104500,build aabb,boxwood morton,45,1,15\n";
constexpr const char* kBroad = "scene,motion,boxes,broad_phase,median_ns_per_box,pairs,answers\n"
                               "cube,coherent,10000,column-sweep,40,5,equal\n"
                               "cube,coherent,10000,sweep-and-prune,130,5,equal\n"
                               "cube,coherent,10000,bullet sweep and prune,260,5,equal\n"
                               "cube,coherent,10000,fcl dynamic tree,100,5,equal\n"
                               "slab,coherent,10000,column-sweep,99,5,equal\n";

class TargetsTest : public testing::Test {
  protected:
    TargetsTest() {
        const Result<ExperimentSection> judged = judge_targets({.is_quick = true, .others = others_});
        if (judged) section_ = *judged;
    }
    const JudgedClaim& claim(std::string_view target) const {
        return *std::find_if(section_.claims.begin(), section_.claims.end(),
                             [target](const JudgedClaim& one) { return one.shape == target; });
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

TEST_F(TargetsTest, a_target_must_be_kept_in_every_row) {
    EXPECT_EQ(verdict_name(claim("Morton build, 70 k")), "not reached");
    EXPECT_EQ(claim("Morton build, 70 k").estimate, "1 of 2 rows; worst 1.02 of the target");
    EXPECT_EQ(verdict_name(claim("Morton build, 1.1 M")), "reached"); // equal is kept
    EXPECT_EQ(verdict_name(claim("binned SAH build, 70 k")), "not reached");
    EXPECT_EQ(verdict_name(claim("broad phase, 10 k, coherent")), "reached"); // the other scene is not meant
}

TEST_F(TargetsTest, rows_say_both_sides_and_their_ratio) {
    EXPECT_EQ(row("Morton build, 70 k", "build aabb, rock, 69620 triangles"),
              (std::vector<std::string>{"Morton build, 70 k", "build aabb, rock, 69620 triangles",
                                        "ns per triangle", "40", "boxwood morton", "39.90",
                                        "embree scene low", "79.80", "2.00", "", "reached"}));
    // Held against the builder of its kind only.
    EXPECT_EQ(row("binned SAH build, 70 k", "build aabb, rock, 69620 triangles")[6], "embree scene medium");
    // In its own unit: 130 ns for each of 10 000 boxes.
    const auto prune = row("sweep and prune, 10 k coherent", "cube, coherent, 10000 boxes");
    EXPECT_EQ(prune[4], "sweep-and-prune");
    EXPECT_EQ(prune[5], "1.300");
    EXPECT_EQ(prune[6], "bullet sweep and prune");
    EXPECT_EQ(prune[8], "2.00");
    EXPECT_EQ(prune[10], "not reached");
}

TEST_F(TargetsTest, what_the_run_does_not_have_is_not_run) {
    EXPECT_EQ(verdict_name(claim("all pairs, horse, random")), "not run");
    EXPECT_NE(claim("all pairs, horse, random").note.find("--mesh"), std::string::npos);
    EXPECT_EQ(verdict_name(claim("closest features, 100 faces")), "not run");
    for (const MemoryTarget& target : all_memory_targets())
        EXPECT_EQ(verdict_name(claim(target.workload)), "reached") << target.workload;
    std::set<std::string_view> names;
    for (const Target& target : all_targets()) EXPECT_TRUE(names.insert(target.workload).second);
    EXPECT_EQ(section_.claims.size(), names.size() + all_memory_targets().size());
}

TEST_F(TargetsTest, meshes_stand_for_those_of_their_size) {
    EXPECT_EQ(class_of_mesh("stanford-bunny", 69451), MeshClass::bunny);
    EXPECT_EQ(class_of_mesh("horse", 96966), MeshClass::horse);
    EXPECT_EQ(class_of_mesh("arm", 20088), MeshClass::arm);
    EXPECT_EQ(class_of_mesh("large rock", 1104500), MeshClass::million);
    EXPECT_EQ(class_of_mesh("teapot", 6320), MeshClass::none);
}

} // namespace
} // namespace boxwood
