// A capture with any fault shrinks to a small case that is wrong at the same stage.
#include "engine/judge/shrink/shrink.hpp"

#include "engine/judge/faults.hpp"
#include "engine/judge/shrink/reduce_capture.hpp"
#include "engine/producer/failing_test.hpp"
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
        // The last finding: if there are findings about queries, it is one of these and names the stage.
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

// Texts about several missing pairs and about one missing pair count as the same reason.
TEST(Shrink, ManyMissingPairsShrinkToOne) {
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

TEST(Shrink, ANumberLargerThanTheNumberOfWrongFindingsIsRefused) {
    const Result<ShrunkCase> shrunk = shrink_capture(capture::make_fault_sample(FaultSample::boxes), 1);
    ASSERT_FALSE(shrunk);
    EXPECT_EQ(shrunk.error().message, "there is no wrong finding 1: the number of wrong findings is 0");
}

TEST(Shrink, StopsWhenTheCallbackReturnsFalseAndKeepsAWrongCase) {
    Capture injected = capture::make_fault_sample(FaultSample::boxes);
    ASSERT_TRUE(inject_fault({"box-shrunk"}, injected));
    int left = 5;
    const Result<ShrunkCase> shrunk = shrink_capture(injected, 1, [&left] { return left-- > 0; });
    ASSERT_TRUE(shrunk);
    EXPECT_EQ(shrunk->finding.outcome, Outcome::wrong);
    EXPECT_EQ(left, -1);
}

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
    // Leaves out every third node that has no primitives; keep_nodes() never removes the others.
    Capture part = sound;
    for (const auto& [key, tree] : sound.hierarchies) {
        Kept kept(tree.node_count());
        for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = i % 3 != 1;
        part = keep_nodes(part, key, kept);
    }
    EXPECT_LT(nodes_of(part), nodes_of(sound));
    for (const Finding& finding : judge_capture(part).findings) EXPECT_EQ(finding.outcome, Outcome::right) << finding.text;
}

// The hierarchy that was not refitted belongs to the second revision; the first revision is sound.
TEST(FailingTest, ContainsOnlyTheRevisionThatIsWrong) {
    Capture injected = capture::make_fault_sample(FaultSample::boxes);
    ASSERT_TRUE(inject_fault({"refit-skipped"}, injected));
    const Result<ShrunkCase> shrunk = shrink_capture(injected, 1);
    ASSERT_TRUE(shrunk);
    ASSERT_TRUE(shrunk->finding.hierarchy);
    EXPECT_EQ(shrunk->finding.evidence.revision, 1u);
    ShrunkCase only = *shrunk;
    std::erase_if(only.capture.hierarchies, [](const auto& entry) { return entry.first.revision != 1; });
    std::erase_if(only.capture.meshes,
                  [](const auto& entry) { return entry.first.id == 0 && entry.first.revision != 1; });
    const Result<std::string> program = capture::failing_test(*shrunk),
                              expected = capture::failing_test(only);
    ASSERT_TRUE(program && expected);
    EXPECT_EQ(*program, *expected);
}

ShrunkCase first_wrong(const Capture& capture) {
    for (const Finding& finding : judge_capture(capture).findings)
        if (finding.outcome == Outcome::wrong) return {capture, finding};
    ADD_FAILURE() << "no wrong finding";
    return {capture, {}};
}

TEST(FailingTest, NumbersThatAreNotFiniteAreValidInTheProgram) {
    Capture injected = capture::make_fault_sample(FaultSample::boxes);
    ASSERT_TRUE(inject_fault({"nan-bound"}, injected));
    const Result<std::string> program = capture::failing_test(first_wrong(injected));
    ASSERT_TRUE(program);
    EXPECT_NE(program->find("NAN"), std::string::npos);
    EXPECT_EQ(program->find("nan,"), std::string::npos);
}

TEST(FailingTest, AnErrorNamesWhatAProgramCannotExpress) {
    const Capture sample = capture::make_fault_sample(FaultSample::boxes);
    const auto refused = [&](const auto& change) {
        Capture changed = sample;
        changed.queries.resize(1);
        change(changed, changed.queries[0]);
        const Result<std::string> program = capture::failing_test(first_wrong(changed));
        return program ? "a program" : program.error().message;
    };
    // The first query of the sample has two unit spheres at a distance of about 0.6.
    EXPECT_NE(refused([](Capture& c, capture::QueryRecord&) {
                  c.meshes.at({0, 0}).triangles[0] = 9999;
              }).find("mesh 0"),
              std::string::npos);
    EXPECT_NE(refused([](Capture&, capture::QueryRecord& q) {
                  q.mode = "depth";
                  q.depth = 0.5;
              }).find("mode depth"),
              std::string::npos);
    EXPECT_NE(refused([](Capture&, capture::QueryRecord& q) {
                  q.margin = 5;
                  q.verdict = 0;
              }).find("margin"),
              std::string::npos);
    EXPECT_NE(
        refused([](Capture&, capture::QueryRecord& q) { q.pairs_a = {1}, q.verdict = 1; }).find("lengths"),
        std::string::npos);
    EXPECT_NE(refused([](Capture&, capture::QueryRecord& q) {
                  q.mode = "distance";
                  q.distance = 0;
                  q.tolerance = 0;
                  q.sides[1].pose = q.sides[0].pose; // the spheres now coincide
                  q.relative_used = {};
                  q.witness_a.values = q.witness_b.values = {99, 0, 0};
              }).find("closest points"),
              std::string::npos);
}

// A ray has only one object: its hits list triangles of this object, and its visits have no node or triangle of a
// second one.
TEST(ReduceCapture, TheHitsAndVisitsOfARayAreRenumbered) {
    Capture capture = capture::make_fault_sample(FaultSample::boxes);
    capture::QueryRecord ray{.id = 77, .kind = "ray", .sides = {{.mesh = 0}}, .pairs_a = {1, 5, 7}};
    std::vector<std::byte> visits(32); // of triangles 5 and 1; b is 0
    visits[0] = std::byte{5};
    visits[16] = visits[12] = visits[28] = std::byte{1};
    capture.queries = {ray};
    capture.visits = {{77, {.query = 77, .seen = 2, .visits = visits}}};
    Kept kept(capture.find_mesh(0, 0)->triangle_count(), true);
    std::fill(kept.begin(), kept.begin() + 4, false);
    const Capture part = keep_triangles(capture, 0, kept);
    EXPECT_EQ(part.queries[0].pairs_a, (std::vector<std::uint32_t>{1, 3}));
    const std::vector<std::byte>& left = part.visits.at(77).visits;
    ASSERT_EQ(left.size(), 16u);
    EXPECT_EQ(left[0], std::byte{1});
    EXPECT_EQ(left[4], std::byte{0});
}

TEST(ReduceCapture, QueriesWithTheSameIdShareTheirVisits) {
    Capture capture;
    capture.queries = {{.id = 3}, {.id = 3}, {.id = 4}};
    capture.visits = {{3, {.query = 3}}, {4, {.query = 4}}};
    const Capture part = keep_queries(capture, {false, true, false});
    EXPECT_EQ(part.queries.size(), 1u);
    EXPECT_TRUE(part.visits.contains(3));
    EXPECT_FALSE(part.visits.contains(4));
}

} // namespace
} // namespace boxwood::judge
