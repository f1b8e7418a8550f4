// Reads the output of the comparison programs, and compares the fastest row of Boxwood with the fastest row of the
// other libraries.
#include "bench/experiments/csv_text.hpp"
#include "bench/experiments/experiment.hpp"
#include "bench/experiments/peers/peer_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace boxwood {
namespace {

TEST(CsvText, reads_what_to_csv_writes) {
    Table table{"t", "", {"a", "b"}};
    table.add({"x, \"y\"", 1});
    table.add({"", 2.5});
    const Result<CsvText> csv = read_csv("# a remark\n" + to_csv(table));
    ASSERT_TRUE(csv);
    ASSERT_EQ(csv->rows.size(), 2u);
    EXPECT_EQ(*csv->at(0, "a"), "x, \"y\"");
    EXPECT_EQ(*csv->at(1, "b"), "2.500");
    EXPECT_FALSE(csv->at(0, "c"));
    EXPECT_FALSE(read_csv(""));
    const Result<CsvText> bad = read_csv("a,b\n1,2\n3\n");
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().message, "line 3: 1 cells, not 2");
}

const Experiment& peers() {
    const auto all = all_experiments();
    return *std::find_if(all.begin(), all.end(), [](const Experiment& one) { return one.name == "peers"; });
}

TEST(Peers, our_fastest_method_is_compared_with_the_fastest_peer_that_answers) {
    const std::string csv =
        "mesh,triangles,workload,wanted,method,us_per_query,answers\n"
        "rock,100,random,all,boxwood obb,8,equal\nrock,100,random,all,boxwood aabb,4,equal\n"
        "rock,100,random,all,embree boxes,1,boxes only\nrock,100,random,all,fcl obb,10,\"float: 1, 2\"\n"
        "rock,100,tumble,all,boxwood aabb,4,equal\nrock,100,tumble,all,ode,3,equal\n";
    const OtherResult other{"mesh_pairs", csv};
    const Result<ExperimentResult> result = peers().run({.others = {&other, 1}});
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_EQ(result->sections.size(), 6u);
    EXPECT_EQ(result->sections[0].title, "Targets");
    const auto was_run = [](const ExperimentSection& one) { return one.text.rfind("Not run", 0) != 0; };
    EXPECT_EQ(std::count_if(result->sections.begin() + 1, result->sections.end(), was_run), 1)
        << "the output of the other programs is missing, so their sections begin with \"Not run\"";
    const ExperimentSection& section =
        *std::find_if(result->sections.begin() + 1, result->sections.end(), was_run);
    EXPECT_EQ(section.claims[0].verdict, Verdict::not_reproduced);
    EXPECT_EQ(verdict_name(section.claims[0]), "does not hold");
    EXPECT_EQ(section.claims[0].estimate, "1 of 2 rows; median 1.62 ×, least 0.75 ×");
    ASSERT_EQ(section.tables[0].rows.size(), 2u);
    EXPECT_EQ(section.tables[0].rows[0][0].text, "all, random, rock, 100 triangles");
    EXPECT_EQ(section.tables[0].rows[0][3].text, "fcl obb");
    EXPECT_EQ(section.tables[0].rows[0][5].text, "2.50");
    EXPECT_EQ(section.tables[0].rows[0][6].text, "float: 1, 2");
    EXPECT_EQ(to_csv(section.tables[1]), csv); // writes the input back unchanged
}

TEST(Peers, ratios_in_the_file_are_used_instead_of_ratios_of_the_values) {
    const PeerFile file{"mesh_pairs", {"mesh"}, "method", "us", "", "ratio_to_our_best"};
    const auto groups = group_rows(file, "mesh,method,us,ratio_to_our_best\nrock,boxwood bvh8,4,1\n"
                                         "rock,fcl obb,6,4.5\nrock,ode,8,2\n");
    ASSERT_TRUE(groups);
    const PeerGroup& rock = groups->at(0);
    EXPECT_EQ(rock.best(true)->method, "ode"); // although fcl has the smaller value, for easier inputs
    EXPECT_EQ(rock.ratio(), 2.0);
    EXPECT_EQ(ratio_between(rock.entries[1], rock.entries[0]), 4.5);
    const auto slower =
        group_rows(file, "mesh,method,us,ratio_to_our_best\nrock,boxwood obb,4,1.5\nrock,ode,8,6\n");
    ASSERT_TRUE(slower);
    EXPECT_EQ(ratio_between(slower->at(0).entries[1], slower->at(0).entries[0]), 4.0);
    const auto without = group_rows(file, "mesh,method,us\nrock,boxwood bvh8,4\nrock,fcl obb,6\n");
    ASSERT_TRUE(without);
    EXPECT_EQ(without->at(0).ratio(), 1.5);
}

TEST(Peers, rows_that_were_not_run_are_ignored) {
    const PeerFile file{"broad_phase", {"boxes"}, "broad_phase", "median_ns_per_box", "answers"};
    const auto groups =
        group_rows(file, "boxes,broad_phase,median_ns_per_box,answers\n"
                         "1,grid,,not run: too large\n1,octree,7,equal\n2,grid,,not run: so\n");
    ASSERT_TRUE(groups);
    ASSERT_EQ(groups->size(), 1u);
    EXPECT_EQ(groups->at(0).best(false)->method, "octree");
    EXPECT_EQ(groups->at(0).entries.size(), 1u);
}

TEST(Peers, pictures_of_many_rows_fit_on_printed_pages) {
    std::string csv = "what,mesh,triangles,method,ns_per_triangle\n";
    for (int mesh = 0; mesh < 30; ++mesh)
        for (const char* method : {"boxwood aabb", "boxwood obb", "fcl obb", "ode"})
            csv += "build,rock " + std::to_string(mesh) + ",100," + method + ",8\n";
    const OtherResult other{"build", csv};
    const Result<ExperimentResult> result = peers().run({.others = {&other, 1}});
    ASSERT_TRUE(result) << result.error().message;
    std::vector<const Picture*> pages;
    for (const ExperimentSection& section : result->sections)
        for (const Picture& picture : section.pictures)
            if (picture.name.starts_with("build-methods")) pages.push_back(&picture);
    ASSERT_EQ(pages.size(), 2u);
    EXPECT_EQ(pages[1]->name, "build-methods-2");
    EXPECT_EQ(pages[1]->title, "A, B. Building and refitting: every method, 2 of 2");
    std::size_t bars = 0;
    for (const Picture* page : pages) {
        EXPECT_LE(page->sheet.size.y, kMaxPictureHeight) << page->name;
        bars += page->sheet.bars.size();
    }
    EXPECT_EQ(bars, 30u * 4u) << "every bar is on one of the pages";
}

TEST(Peers, missing_results_are_shown_and_damaged_results_are_errors) {
    const Result<ExperimentResult> none = peers().run({});
    ASSERT_TRUE(none);
    EXPECT_EQ(none->sections[0].title, "Not run");
    const OtherResult damaged{"closest", "faces,method\n20,v-clip\n"};
    const Result<ExperimentResult> result = peers().run({.others = {&damaged, 1}});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message, "closest.csv: no column median_ns");
}

} // namespace
} // namespace boxwood
