// For all values of all options, a query gives the answer that testing all pairs of triangles gives, and the same first
// pair in either order of the operands. Tests cover every pair of option values (pairwise testing) instead of every
// combination, because a defect rarely needs three options.
#include "collision/query/mesh_query.hpp"
#include "collision/query/query_choices.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"
#include "tests/oracles/triangle_oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace boxwood {
namespace {

using oracle::Random;
using oracle::SampleMesh;

// The options of a query. A Row has one value per option: an index into the list of the option's values.
enum Option : std::size_t {
    kind,
    volume,
    builder,
    leaf_size,
    test,
    descent,
    leaf_test,
    triangle_test,
    option_count
};
using Row = std::array<std::size_t, option_count>;
constexpr std::array<std::uint32_t, 3> kLeafSizes{1, 2, 7};

// The kinds that accept at least one volume of list_volumes(). Some accept none when tests/added_volume compiles this
// file with a shorter list.
std::vector<std::string_view> list_usable_kinds() {
    std::vector<std::string_view> kinds = list_hierarchy_kinds();
    const std::vector<std::string_view> volumes = list_volumes();
    std::erase_if(kinds, [&](std::string_view kind_name) {
        return std::none_of(volumes.begin(), volumes.end(),
                            [kind_name](std::string_view v) { return takes_volume(kind_name, v); });
    });
    return kinds;
}

Row count_values() {
    return {list_usable_kinds().size(), list_volumes().size(),   list_builders().size(),
            kLeafSizes.size(),          kAllOverlapTests.size(), kAllDescents.size(),
            kAllLeafTests.size(),       kAllTriangleTests.size()};
}

HierarchyConfig config_of(const Row& row) {
    return {std::string(list_usable_kinds()[row[kind]]), std::string(list_volumes()[row[volume]]),
            std::string(list_builders()[row[builder]]), kLeafSizes[row[leaf_size]]};
}
QueryRequest request_of(const Row& row) {
    return {.test = kAllOverlapTests[row[test]].value,
            .descent = kAllDescents[row[descent]].value,
            .leaf_test = kAllLeafTests[row[leaf_test]].value,
            .triangle_test = kAllTriangleTests[row[triangle_test]].intersect};
}

using ValuePair = std::array<std::size_t, 4>; // option, value, a later option, value

template <class Visit>
void for_each_pair(const Row& row, Visit&& visit) {
    for (std::size_t i = 0; i < option_count; ++i)
        for (std::size_t j = i + 1; j < option_count; ++j) visit(ValuePair{i, row[i], j, row[j]});
}

// Rows that cover every possible pair of values. Repeatedly picks, among random rows, the row that covers the most
// pairs not yet covered.
std::vector<Row> choose_rows(Random& random, const std::set<ValuePair>& impossible) {
    const Row counts = count_values();
    std::set<ValuePair> missing;
    for (std::size_t i = 0; i < option_count; ++i)
        for (std::size_t j = i + 1; j < option_count; ++j)
            for (std::size_t x = 0; x < counts[i]; ++x)
                for (std::size_t y = 0; y < counts[j]; ++y)
                    if (const ValuePair pair{i, x, j, y}; !impossible.contains(pair)) missing.insert(pair);
    std::vector<Row> rows;
    while (!missing.empty()) {
        Row best{};
        std::size_t most = 0;
        for (int attempt = 0; attempt < 20 || most == 0; ++attempt) {
            Row row;
            for (std::size_t i = 0; i < option_count; ++i) row[i] = random() % counts[i];
            const ValuePair& wanted = *missing.begin();
            row[wanted[0]] = wanted[1];
            row[wanted[2]] = wanted[3];
            std::size_t newly_covered = 0;
            bool is_possible = true;
            for_each_pair(row, [&](const ValuePair& pair) {
                newly_covered += missing.contains(pair);
                is_possible &= !impossible.contains(pair);
            });
            if (!is_possible || newly_covered <= most) continue;
            best = row;
            most = newly_covered;
        }
        for_each_pair(best, [&](const ValuePair& pair) { missing.erase(pair); });
        rows.push_back(best);
    }
    return rows;
}

// Pairs of a kind and a volume that the kind does not accept.
std::set<ValuePair> find_impossible(const MeshView& mesh) {
    std::set<ValuePair> impossible;
    const Row counts = count_values();
    for (std::size_t k = 0; k < counts[kind]; ++k)
        for (std::size_t v = 0; v < counts[volume]; ++v)
            if (Row row{k, v}; !build_any_hierarchy(config_of(row), mesh))
                impossible.insert({kind, k, volume, v});
    return impossible;
}

struct Scene {
    SampleMesh a, b;
    Pose pose_a, pose_b;
    std::vector<PrimitivePair> expected; // from all pairs of triangles, with exact integers
};

Scene make_scene(SampleMesh a, SampleMesh b, const Pose& pose_a, const Pose& pose_b) {
    Scene scene{std::move(a), std::move(b), pose_a, pose_b, {}};
    for (std::uint32_t i = 0; i < scene.a.triangles.size(); ++i)
        for (std::uint32_t j = 0; j < scene.b.triangles.size(); ++j) {
            const Triangle64 triangle_a_w = world_triangle(pose_a, scene.a.view(), i),
                             triangle_b_w = world_triangle(pose_b, scene.b.view(), j);
            if (oracle::shared_dimension(triangle_a_w, triangle_b_w) >= 0) scene.expected.push_back({i, j});
        }
    return scene;
}

// Random triangles; cubes whose faces partly coincide; random triangles and a scaled, sheared cube; separated objects.
std::vector<Scene> make_scenes(Random& random) {
    const SampleMesh soup = oracle::make_soup(random, 24, 0.5), cube = oracle::make_cube(0.5, 1);
    const Pose sheared = make_pose({oracle::draw_rotation(random), {0.2, 0.1, 0.0}, {0.3, 2.0, -1.0}}) *
                         make_pose({oracle::draw_rotation(random), {}, {1.5, 0.5, 1.0}});
    Pose aside;
    aside.origin = {1.0, 0.25, 0.0};
    Pose far = oracle::draw_pose(random, 0.1);
    far.origin.x += 5.0;
    std::vector<Scene> scenes;
    scenes.push_back(make_scene(soup, oracle::make_soup(random, 20, 0.5), oracle::draw_pose(random, 0.3),
                                oracle::draw_pose(random, 0.3)));
    scenes.push_back(make_scene(cube, cube, Pose{}, aside));
    scenes.push_back(make_scene(soup, cube, oracle::draw_pose(random, 0.2), sheared));
    scenes.push_back(make_scene(soup, cube, Pose{}, far));
    return scenes;
}

struct QueryRunner {
    QueryScratch scratch;
    QueryResult result;
    const QueryResult& run(const MeshOperand& a, const MeshOperand& b, QueryRequest request, QueryMode mode) {
        request.mode = mode;
        EXPECT_TRUE(query_meshes(a, b, request, scratch, result));
        return result;
    }
};

void expect_truth(const Scene& scene, const Row& row, double& io_distance) {
    const AnyHierarchy tree_a = *build_any_hierarchy(config_of(row), scene.a.view()),
                       tree_b = *build_any_hierarchy(config_of(row), scene.b.view());
    const MeshOperand a{scene.a.view(), &tree_a, &scene.pose_a}, b{scene.b.view(), &tree_b, &scene.pose_b};
    const QueryRequest request = request_of(row);
    QueryRunner runner;
    ASSERT_EQ(runner.run(a, b, request, QueryMode::all).pairs, scene.expected);

    const QueryResult first = runner.run(a, b, request, QueryMode::any);
    const QueryResult back = runner.run(b, a, request, QueryMode::any);
    ASSERT_EQ(first.pairs.size(), scene.expected.empty() ? 0u : 1u);
    ASSERT_EQ(back.pairs.size(), first.pairs.size());
    if (!first.pairs.empty()) {
        ASSERT_TRUE(std::binary_search(scene.expected.begin(), scene.expected.end(), first.pairs[0]));
        ASSERT_EQ(first.pairs[0], (PrimitivePair{back.pairs[0].b, back.pairs[0].a}));
    }
    const double distance = runner.run(a, b, request, QueryMode::distance).distance;
    if (io_distance < 0.0) io_distance = distance;
    ASSERT_EQ(distance, io_distance);
    ASSERT_EQ(distance == 0.0, !scene.expected.empty());
}

std::string text_of(const Row& row) {
    const HierarchyConfig config = config_of(row);
    return config.kind + " " + config.volume + " " + config.builder + " " + std::to_string(config.leaf_size) +
           " " + std::string(kAllOverlapTests[row[test]].name) + " " +
           std::string(kAllDescents[row[descent]].name) + " " +
           std::string(kAllLeafTests[row[leaf_test]].name) + " " +
           std::string(kAllTriangleTests[row[triangle_test]].name);
}

TEST(QueryContract, every_pair_of_option_values_gives_the_ground_truth) {
    Random random(1);
    const std::vector<Scene> scenes = make_scenes(random);
    EXPECT_FALSE(scenes[0].expected.empty());
    EXPECT_FALSE(scenes[1].expected.empty());
    EXPECT_TRUE(scenes[3].expected.empty());
    const std::set<ValuePair> impossible = find_impossible(scenes[0].a.view());
    const std::vector<Row> rows = choose_rows(random, impossible);
    EXPECT_GE(rows.size(), list_volumes().size() * list_builders().size());
    std::vector<double> distances(scenes.size(), -1.0);
    std::size_t number = 0;
    for (const Row& row : rows) {
        if (!test::takes_case(number++, 5)) continue;
        for (std::size_t i = 0; i < scenes.size(); ++i) {
            SCOPED_TRACE(text_of(row) + ", scene " + std::to_string(i));
            expect_truth(scenes[i], row, distances[i]);
            if (HasFatalFailure()) return;
        }
    }
}

// Records the numbers of volume tests and primitive tests for every descend rule and leaf test. Testing a leaf's
// triangles, instead of its volume, against the other node's volume leaves fewer volume tests and no more primitive
// tests.
TEST(QueryContract, leaf_tests_of_triangles_reduce_the_volume_tests) {
    const SampleMesh torus = oracle::make_torus(1.0, 0.35, 60, 30);
    const Pose beside = make_pose({{0.9, 0.3, 0.2, 0.1}, {0.9, 0.4, 0.3}, glm::dvec3(1.0)}), at_origin;
    std::map<std::string, QueryCounters> counters;
    for (const std::string_view name : {"aabb", "obb", "sphere", "kdop24"}) {
        const AnyHierarchy tree = *build_any_hierarchy({.volume = std::string(name)}, torus.view());
        for (const auto& leaf : kAllLeafTests)
            for (const auto& rule : kAllDescents) {
                QueryRunner runner;
                const QueryResult& found =
                    runner.run({torus.view(), &tree, &at_origin}, {torus.view(), &tree, &beside},
                               {.descent = rule.value, .leaf_test = leaf.value}, QueryMode::all);
                const std::string key =
                    std::string(name) + "_" + std::string(rule.name) + "_" + std::string(leaf.name);
                counters[key] = found.counters;
                RecordProperty(key + "_n_v", std::to_string(found.counters.volume_tests));
                RecordProperty(key + "_n_p", std::to_string(found.counters.primitive_tests));
                EXPECT_EQ(found.counters.leaf_tests > 0, leaf.value == LeafTest::triangle) << key;
                EXPECT_LT(found.counters.leaf_tests, found.counters.volume_tests) << key;
            }
        for (const auto& rule : kAllDescents) {
            const std::string key = std::string(name) + "_" + std::string(rule.name);
            EXPECT_LT(counters[key + "_triangle"].volume_tests, counters[key + "_volume"].volume_tests)
                << key;
            EXPECT_LE(counters[key + "_triangle"].primitive_tests, counters[key + "_volume"].primitive_tests)
                << key;
        }
    }
}

} // namespace
} // namespace boxwood
