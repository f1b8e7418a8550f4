// A visit stream stores the visits of a query in a file. The visits that are read back must add up exactly to the
// counters of the same query without a recorder.
#include "engine/scene/queries/visit_stream.hpp"

#include "collision/query/traversal/visit_counters.hpp"
#include "engine/import/text_file.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

namespace boxwood {
namespace {

struct Pair {
    oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 14, 8);
    Transform a{}, b{};
    Pose world_from_a, world_from_b;

    explicit Pair(double distance) {
        oracle::Random random(11);
        b.q = oracle::draw_rotation(random);
        b.t.x = distance;
        world_from_a = make_pose(a);
        world_from_b = make_pose(b);
    }
    QueryResult ask(const AnyHierarchy& hierarchy, const QueryRequest& request, VisitRecorder* trace) const {
        QueryScratch scratch;
        QueryResult result;
        const MeshOperand operand_a{mesh.view(), &hierarchy, &world_from_a};
        const MeshOperand operand_b{mesh.view(), &hierarchy, &world_from_b};
        if (trace)
            EXPECT_TRUE(query_meshes(operand_a, operand_b, request, scratch, *trace, result));
        else
            EXPECT_TRUE(query_meshes(operand_a, operand_b, request, scratch, result));
        return result;
    }
};

VisitStream record(const Pair& pair, const HierarchyConfig& config, const QueryRequest& request,
                   std::size_t limit = 1u << 20) {
    const AnyHierarchy hierarchy = *build_any_hierarchy(config, pair.mesh.view());
    VisitRecorder trace(limit);
    const QueryResult traced = pair.ask(hierarchy, request, &trace);
    const std::uint64_t triangles = pair.mesh.triangles.size(), nodes = hierarchy.node_count();
    return {{VisitedMesh{"one \"torus\"", triangles, nodes, pair.a},
             VisitedMesh{"other", triangles, nodes, pair.b}},
            config,
            request,
            traced.counters,
            trace.seen(),
            trace.visits()};
}

std::vector<HierarchyConfig> list_configs() {
    std::vector<HierarchyConfig> configs;
    const Pair pair(0.5);
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes()) {
            const HierarchyConfig config{std::string(kind), std::string(volume), "object-median", 2};
            if (build_any_hierarchy(config, pair.mesh.view())) configs.push_back(config);
        }
    return configs;
}

TEST(VisitStream, visits_read_back_add_up_to_the_counters_of_the_query_without_a_recorder) {
    int streams = 0;
    for (const HierarchyConfig& config : list_configs())
        for (const double distance : {0.5, 2.9}) {
            const Pair pair(distance);
            for (const QueryMode mode : {QueryMode::any, QueryMode::all, QueryMode::distance})
                for (const OverlapTest test : {OverlapTest::sat, OverlapTest::sat_lite}) {
                    const LeafTest leaf_test =
                        test == OverlapTest::sat_lite ? LeafTest::triangle : LeafTest::volume;
                    const QueryRequest request{.mode = mode, .test = test, .leaf_test = leaf_test};
                    const AnyHierarchy hierarchy = *build_any_hierarchy(config, pair.mesh.view());
                    const QueryResult plain = pair.ask(hierarchy, request, nullptr);
                    const Result<VisitStream> back =
                        parse_visit_stream(to_bytes(record(pair, config, request)), "memory");
                    ASSERT_TRUE(back) << back.error().message;
                    EXPECT_TRUE(add_up_to(back->visits, plain.counters))
                        << config.kind << ' ' << config.volume;
                    EXPECT_EQ(back->counters, plain.counters);
                    EXPECT_FALSE(back->is_truncated());
                    ++streams;
                }
        }
    EXPECT_GE(streams, 13 * 12);
}

// Equal meshes at equal poses: the floating-point filter cannot decide whether coincident triangles intersect, so exact
// arithmetic is needed.
TEST(VisitStream, records_which_tests_exact_arithmetic_decided) {
    Pair pair(0.0);
    pair.b = pair.a;
    pair.world_from_b = pair.world_from_a;
    const VisitStream stream = record(pair, {}, {});
    EXPECT_GT(stream.counters.exact_tests, 0u);
    EXPECT_LT(stream.counters.exact_tests, stream.counters.primitive_tests);
    EXPECT_EQ(count_visits(stream.visits).exact_tests, stream.counters.exact_tests);
}

TEST(VisitStream, a_file_reads_back_equal) {
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("visits-" + std::to_string(::getpid()) + ".visits");
    const VisitStream stream =
        record(Pair(0.5), {.volume = "obb", .leaf_size = 3},
               {.mode = QueryMode::any, .descent = Descent::alternating, .leaf_test = LeafTest::triangle});
    ASSERT_TRUE(write_text_file(path, to_bytes(stream)));
    const Result<VisitStream> back = read_visit_stream(path);
    std::filesystem::remove(path);
    ASSERT_TRUE(back) << back.error().message;
    for (std::size_t side = 0; side < 2; ++side) {
        EXPECT_EQ(back->meshes[side].name, stream.meshes[side].name);
        EXPECT_EQ(back->meshes[side].triangles, stream.meshes[side].triangles);
        EXPECT_EQ(back->meshes[side].nodes, stream.meshes[side].nodes);
        EXPECT_EQ(back->meshes[side].transform.q, stream.meshes[side].transform.q);
        EXPECT_EQ(back->meshes[side].transform.t, stream.meshes[side].transform.t);
    }
    EXPECT_EQ(back->config, stream.config);
    EXPECT_EQ(back->request.mode, QueryMode::any);
    EXPECT_EQ(back->request.descent, Descent::alternating);
    EXPECT_EQ(back->request.leaf_test, LeafTest::triangle);
    EXPECT_EQ(back->request.triangle_test, stream.request.triangle_test);
    EXPECT_EQ(back->visits, stream.visits);
    EXPECT_FALSE(stream.visits.empty());
}

TEST(VisitStream, a_truncated_stream_says_so_and_keeps_the_counters_of_the_query) {
    const VisitStream whole = record(Pair(0.5), {}, {}), cut = record(Pair(0.5), {}, {}, 100);
    const Result<VisitStream> back = parse_visit_stream(to_bytes(cut), "memory");
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_TRUE(back->is_truncated());
    EXPECT_EQ(back->visits.size(), 100u);
    EXPECT_EQ(back->seen, whole.visits.size());
    EXPECT_EQ(back->counters, whole.counters); // the counters are those of the whole query
    EXPECT_LT(count_visits(back->visits).volume_tests, whole.counters.volume_tests);
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

void expect_refused(const std::string& bytes, std::string_view why) {
    const Result<VisitStream> back = parse_visit_stream(bytes, "f.visits");
    ASSERT_FALSE(back) << why;
    EXPECT_EQ(back.error().message.find("f.visits:"), 0u) << back.error().message;
    EXPECT_NE(back.error().message.find(why), std::string::npos) << back.error().message;
}

// Without the tolerance, the visits of a search with a tolerance would look like those of an exact search.
TEST(VisitStream, keeps_the_tolerance_of_a_distance_query) {
    const QueryRequest request{.mode = QueryMode::distance, .tolerance = 0.125};
    const std::string bytes = to_bytes(record(Pair(2.9), {}, request));
    const Result<VisitStream> back = parse_visit_stream(bytes, "memory");
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(back->request.tolerance, 0.125);
    expect_refused(replaced(bytes, "\"tolerance\":0.125", "\"tolerance\":-1"), "/query/tolerance");
}

// Each version of the format has a fixed set of keys, so another key needs another version.
TEST(VisitStream, the_header_has_the_keys_of_version_3) {
    const std::string bytes = to_bytes(record(Pair(0.5), {}, {}));
    std::string keys;
    const std::string header = bytes.substr(0, bytes.find('\n'));
    for (std::size_t at = header.find("\":"); at != std::string::npos; at = header.find("\":", at + 1)) {
        const std::size_t first = header.rfind('"', at - 1) + 1;
        keys += header.substr(first, at - first) + ' ';
    }
    EXPECT_EQ(
        keys,
        "format version a name triangles nodes pose q t s b name triangles nodes pose q t s "
        "hierarchy kind volume builder leaf_size query mode test descent leaf_test triangle_test "
        "tolerance counters volume_tests leaf_tests primitive_tests volume_updates exact_tests relations "
        "max_depth exits_by_axis seen kept ");
    EXPECT_EQ(kVisitStreamVersion, 3u);
}

TEST(VisitStream, an_invalid_file_is_refused_with_a_reason) {
    const std::string good = to_bytes(record(Pair(0.5), {}, {}));
    const std::size_t visits = good.find('\n') + 1;
    expect_refused("", "not a visit stream");
    expect_refused("{\"format\":\"other\",\"version\":1}\n", "not a visit stream");
    expect_refused(replaced(good, "\"version\":3", "\"version\":4"),
                   "version 4; this program reads version 3");
    expect_refused(replaced(good, "\"version\":3", "\"version\":2"),
                   "version 2; this program reads version 3: record the query again");
    expect_refused(replaced(good, "\"version\":3", "\"version\":\"3\""), "/version");
    expect_refused(replaced(good, "\"mode\":\"all\"", "\"mode\":\"some\""), "/query/mode");
    expect_refused(replaced(good, "\"seen\"", "\"sees\""), "seen is missing");
    expect_refused(good.substr(0, good.size() - 1), "bytes of visits");
    std::string bad = good;
    bad[visits + 12] = 9; // an unknown kind of visit
    expect_refused(bad, "visit 0 is impossible");
    bad = good;
    bad[visits + 16 + 3] = 0x7F; // a node that does not exist
    expect_refused(bad, "visit 1 is impossible");
    bad = good;
    bad[visits + 14] = 3; // another separating axis
    expect_refused(bad, "do not add up");
}

} // namespace
} // namespace boxwood
