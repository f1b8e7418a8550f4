// Captures of Boxwood's own hierarchies and queries, for every kind and volume: the judge gives no false alarm and
// finds the answers right.
#include "collision/query/any_hierarchy.hpp"
#include "engine/judge/judge_capture.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/producer/record_query.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>
#include <random>
#include <unistd.h>

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

// A capture of one query about two copies of a mesh, with their hierarchy.
Capture record(const Case& one, QueryMode mode, const Mesh& mesh, const Pose& a, const Pose& b) {
    HierarchyConfig config{.kind = one.kind, .volume = one.volume};
    const AnyHierarchy tree = require_ok(build_any_hierarchy(config, mesh.view()));
    Capture out;
    out.meshes[{1, 0}] = capture::record_mesh(mesh.view(), 1, "sphere");
    const MeshOperand left{mesh.view(), &tree, &a}, right{mesh.view(), &tree, &b};
    // The query splits nodes of a lazy hierarchy, so the hierarchy is recorded after the query.
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

// Two spheres that intersect in many triangles or are separate, depending on `distance`. `far`: distance of both from
// the origin on each axis.
Capture record(const Case& one, QueryMode mode, double distance, double far) {
    Pose a, b;
    a.origin = {far, -far, far};
    b.origin = a.origin + glm::dvec3(distance, 0.3, 0.1);
    b.linear = glm::mat3_cast(glm::angleAxis(0.7, glm::normalize(glm::dvec3(1, 2, 3))));
    return record(one, mode, make_geodesic_sphere(1.0, 4), a, b);
}

// A dented sphere with random poses that rotate, stretch and move it.
Capture record_random(const Case& one, std::mt19937& io_random) {
    std::uniform_real_distribution<double> any(-1, 1);
    Mesh mesh = make_geodesic_sphere(1.0, 2 + static_cast<std::uint32_t>(io_random() % 2));
    for (glm::vec3& p : mesh.positions) p *= static_cast<float>(1 + 0.3 * any(io_random));
    const auto pose = [&](double reach) {
        Pose out;
        const glm::dvec3 axis(any(io_random), any(io_random), any(io_random) + 2);
        const double size = std::exp2(3 * any(io_random));
        out.linear = size * glm::mat3_cast(glm::angleAxis(3 * any(io_random), glm::normalize(axis)));
        out.origin = reach * glm::dvec3(any(io_random), any(io_random), any(io_random));
        return out;
    };
    constexpr std::array kModes{QueryMode::all, QueryMode::any, QueryMode::distance};
    const double reach = std::exp2(6 * any(io_random));
    const Pose a = pose(reach), b = pose(reach);
    return record(one, kModes[io_random() % kModes.size()], mesh, a, b);
}

TEST(SoundCaptures, RandomOnesOfEveryKindAndVolumeGiveNoFalseAlarm) {
    std::mt19937 random(11);
    for (const Case& one : all_cases())
        for (std::size_t i = 0; i < test::choose_effort(8, 1000); ++i)
            for (const Finding& finding : judge_capture(record_random(one, random)).findings)
                EXPECT_TRUE(finding.outcome == Outcome::right || finding.outcome == Outcome::within_precision)
                    << one.kind << " " << one.volume << ", capture " << i << ": " << finding.text;
}

TEST(SoundCaptures, OfEveryKindAndVolumeGiveNoFalseAlarm) {
    for (const Case& one : all_cases())
        for (const double far : {0.0, 1e6})
            for (const auto& [mode, distance] :
                 {std::pair(QueryMode::all, 1.2), std::pair(QueryMode::any, 1.2),
                  std::pair(QueryMode::all, 2.5), std::pair(QueryMode::distance, 2.5),
                  std::pair(QueryMode::distance, 1.2)}) {
                const JudgedCapture judged = judge_capture(record(one, mode, distance, far));
                EXPECT_EQ(judged.queries, 1u);
                for (const Finding& finding : judged.findings)
                    EXPECT_TRUE(finding.outcome == Outcome::right ||
                                finding.outcome == Outcome::within_precision)
                        << one.kind << " " << one.volume << ", mode " << static_cast<int>(mode) << ", far "
                        << far << ": " << name_of(finding.outcome) << ": " << finding.text;
                EXPECT_EQ(judged.findings.back().outcome, Outcome::right) << judged.findings.back().text;
            }
}

TEST(SoundCaptures, AreJudgedRightAfterAFileRoundTrip) {
    const Capture sound = record({"bvh2", "aabb"}, QueryMode::all, 1.2, 0.0);
    const auto path =
        std::filesystem::temp_directory_path() / ("sound_capture_" + std::to_string(::getpid()) + ".mcap");
    require_ok(capture::write_capture(path, sound, "boxwood"));
    const Result<Capture> read = capture::read_capture(path);
    ASSERT_TRUE(read);
    const JudgedCapture judged = judge_capture(*read);
    EXPECT_EQ(judged.count(Outcome::right), judged.findings.size());
    std::filesystem::remove(path);
}

} // namespace
} // namespace boxwood::judge
