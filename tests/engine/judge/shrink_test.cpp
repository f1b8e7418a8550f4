// Every fault shrinks to a small case that is wrong for the same reason, also in the bytes of its file.
#include "engine/judge/shrink/shrink.hpp"

#include "engine/judge/faults.hpp"
#include "engine/judge/shrink/reduce_capture.hpp"
#include "engine/producer/fault_sample.hpp"

#include <gtest/gtest.h>

namespace boxwood::judge {
namespace {

using capture::Capture;

std::size_t triangles_of(const Capture& capture) {
    std::size_t sum = 0;
    for (const auto& [key, mesh] : capture.meshes) sum += mesh.triangle_count();
    return sum;
}
std::size_t nodes_of(const Capture& capture) {
    std::size_t sum = 0;
    for (const auto& [key, tree] : capture.hierarchies) sum += tree.node_count();
    return sum;
}

TEST(Shrink, EveryFaultBecomesASmallCaseThatIsWrongAtTheSameStage) {
    for (const FaultKind& kind : list_faults()) {
        SCOPED_TRACE(kind.name);
        Capture injected = capture::make_fault_sample(kind.sample);
        ASSERT_TRUE(inject_fault({kind.name}, injected));
        std::vector<Finding> wrong;
        for (const Finding& finding : judge_capture(injected).findings)
            if (finding.outcome == Outcome::wrong) wrong.push_back(finding);
        ASSERT_FALSE(wrong.empty());
        // The last one: a query where there is one, which names the stage.
        const Result<ShrunkCase> shrunk = shrink_capture(injected, wrong.size());
        ASSERT_TRUE(shrunk);
        EXPECT_EQ(shrunk->finding.stage, wrong.back().stage);
        EXPECT_EQ(shrunk->finding.query, wrong.back().query);
        EXPECT_LE(triangles_of(shrunk->capture), 20u) << shrunk->finding.text;
        EXPECT_LE(nodes_of(shrunk->capture), 15u) << shrunk->finding.text;
        EXPECT_LE(shrunk->capture.bodies.size(), 3u);
        EXPECT_LE(shrunk->capture.pairs.size(), 3u);
        EXPECT_LE(shrunk->capture.frames.size(), 3u);
    }
}

TEST(Shrink, AHierarchyAloneIsShrunkToo) {
    Capture injected = capture::make_fault_sample(FaultSample::boxes);
    ASSERT_TRUE(inject_fault({"box-shrunk"}, injected));
    const Result<ShrunkCase> shrunk = shrink_capture(injected, 1);
    ASSERT_TRUE(shrunk);
    EXPECT_TRUE(shrunk->finding.hierarchy.has_value());
    EXPECT_FALSE(shrunk->finding.query.has_value());
    EXPECT_TRUE(shrunk->capture.queries.empty());
    EXPECT_EQ(triangles_of(shrunk->capture), 1u);
    EXPECT_LE(nodes_of(shrunk->capture), 2u);
}

// A text that counts several missing pairs has the same reason as a text about one pair.
TEST(Shrink, OneMissingPairIsLeftOfMany) {
    Capture capture = capture::make_fault_sample(FaultSample::boxes);
    capture.hierarchies.clear();
    capture.visits.clear();
    std::erase_if(capture.queries,
                  [](const capture::QueryRecord& query) { return query.pairs_a.size() < 3; });
    ASSERT_FALSE(capture.queries.empty());
    capture.queries.resize(1);
    capture.queries[0].verdict = 0;
    capture.queries[0].pairs_a.clear();
    capture.queries[0].pairs_b.clear();
    const Result<ShrunkCase> shrunk = shrink_capture(capture, 1);
    ASSERT_TRUE(shrunk);
    EXPECT_EQ(triangles_of(shrunk->capture), 2u) << shrunk->finding.text;
}

TEST(Shrink, ANumberTooLargeIsRefused) {
    const Result<ShrunkCase> shrunk = shrink_capture(capture::make_fault_sample(FaultSample::boxes), 1);
    ASSERT_FALSE(shrunk);
    EXPECT_EQ(shrunk.error().message, "there is no wrong finding 1: the number of wrong findings is 0");
}

TEST(Shrink, StopsWhenToldAndKeepsTheBestSoFar) {
    Capture injected = capture::make_fault_sample(FaultSample::boxes);
    ASSERT_TRUE(inject_fault({"box-shrunk"}, injected));
    int left = 5;
    const Result<ShrunkCase> shrunk = shrink_capture(injected, 1, [&left] { return left-- > 0; });
    ASSERT_TRUE(shrunk);
    EXPECT_EQ(shrunk->finding.outcome, Outcome::wrong);
    EXPECT_EQ(left, -1);
}

// What is left of a sound capture is sound, whatever is taken away.
TEST(ReduceCapture, PartsOfASoundCaptureAreSound) {
    const Capture sound = capture::make_fault_sample(FaultSample::boxes);
    for (std::size_t step = 2; step < 7; ++step) {
        Capture part = sound;
        for (const std::uint64_t id : {0u, 1u}) {
            Kept kept(part.find_mesh(id, 0)->triangle_count());
            for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = i % step != 0;
            part = keep_triangles(part, id, kept);
        }
        for (const Finding& finding : judge_capture(part).findings)
            EXPECT_EQ(finding.outcome, Outcome::right) << step << ": " << finding.text;
        EXPECT_LT(triangles_of(part), triangles_of(sound));
    }
    // Without every third inner node.
    Capture part = sound;
    for (const auto& [key, tree] : sound.hierarchies) {
        Kept kept(tree.node_count());
        for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = i % 3 != 1;
        part = keep_nodes(part, key, kept);
    }
    EXPECT_LT(nodes_of(part), nodes_of(sound));
    for (const Finding& finding : judge_capture(part).findings) EXPECT_EQ(finding.outcome, Outcome::right) << finding.text;
}

} // namespace
} // namespace boxwood::judge
