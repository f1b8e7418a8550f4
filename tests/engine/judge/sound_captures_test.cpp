// Captures of our own hierarchies and queries, of every kind and volume: no false alarm, and answers that are right.
#include "collision/query/any_hierarchy.hpp"
#include "engine/judge/judge_capture.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/producer/record_query.hpp"

#include <gtest/gtest.h>
#include <random>

namespace boxwood::judge {
namespace {

using capture::Capture;

struct Case {
    std::string kind, volume;
};

std::vector<Case> all_cases() {
    std::vector<Case> cases;
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes())
            if (takes_volume(kind, volume)) cases.push_back({std::string(kind), std::string(volume)});
    return cases;
}

// Two spheres that intersect in many triangles, or are near each other.
Capture record(const Case& one, QueryMode mode, double apart, double far) {
    const Mesh mesh = make_geodesic_sphere(1.0, 4);
    HierarchyConfig config{.kind = one.kind, .volume = one.volume};
    const AnyHierarchy tree = require_ok(build_any_hierarchy(config, mesh.view()));
    Pose a, b;
    a.origin = {far, -far, far};
    b.origin = a.origin + glm::dvec3(apart, 0.3, 0.1);
    b.linear = glm::mat3_cast(glm::angleAxis(0.7, glm::normalize(glm::dvec3(1, 2, 3))));
    Capture out;
    out.meshes[{1, 0}] = capture::record_mesh(mesh.view(), 1, "sphere");
    const MeshOperand left{mesh.view(), &tree, &a}, right{mesh.view(), &tree, &b};
    // A lazy hierarchy grows during the query: it is recorded afterwards.
    QueryScratch scratch;
    QueryResult result;
    QueryRequest request;
    request.mode = mode;
    require_ok(query_meshes(left, right, request, scratch, result));
    const capture::RecordedHierarchy recorded = capture::record_hierarchy(tree, 5, 1);
    out.hierarchies[{5, 0}] = recorded.record;
    require_ok(capture::append_query(left, right, request, {&recorded, &recorded}, 1, out));
    return out;
}

TEST(SoundCaptures, OfEveryKindAndVolumeGiveNoFalseAlarm) {
    for (const Case& one : all_cases())
        for (const double far : {0.0, 1e6})
            for (const auto& [mode, apart] :
                 {std::pair(QueryMode::all, 1.2), std::pair(QueryMode::any, 1.2),
                  std::pair(QueryMode::all, 2.5), std::pair(QueryMode::distance, 2.5),
                  std::pair(QueryMode::distance, 1.2)}) {
                const JudgedCapture judged = judge_capture(record(one, mode, apart, far));
                EXPECT_EQ(judged.queries, 1u);
                for (const Finding& finding : judged.findings)
                    EXPECT_TRUE(finding.outcome == Outcome::right ||
                                finding.outcome == Outcome::within_precision)
                        << one.kind << " " << one.volume << ", mode " << static_cast<int>(mode) << ", far "
                        << far << ": " << name_of(finding.outcome) << ": " << finding.text;
                EXPECT_EQ(judged.findings.back().outcome, Outcome::right) << judged.findings.back().text;
            }
}

TEST(SoundCaptures, SurviveTheFile) {
    const Capture sound = record({"bvh2", "aabb"}, QueryMode::all, 1.2, 0.0);
    const auto path = std::filesystem::temp_directory_path() / "sound_capture.mcap";
    require_ok(capture::write_capture(path, sound, "boxwood"));
    const Result<Capture> read = capture::read_capture(path);
    ASSERT_TRUE(read);
    const JudgedCapture judged = judge_capture(*read);
    EXPECT_EQ(judged.count(Outcome::right), judged.findings.size());
    std::filesystem::remove(path);
}

} // namespace
} // namespace boxwood::judge
