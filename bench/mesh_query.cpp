// Question: what do building, refitting and querying a hierarchy of boxes cost on meshes of about 70 000 triangles?
// The poses of the queries are chosen as in comparisons in the literature: two copies of one mesh have uniform random
// rotations, at a distance at which about 60 % of the placements intersect. Distance queries use 1.5 times this
// distance. Times of builds and refits are per triangle, times of queries are per query.
#include "collision/query/mesh_query.hpp"
#include "collision/volumes/box/box_relation.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <map>
#include <numbers>
#include <random>
#include <string>

#include <glm/geometric.hpp>

namespace {

using namespace boxwood;

constexpr int kPlacements = 200;
const char* const kMeshNames[] = {"rock", "knot"};

struct Subject {
    Mesh mesh;
    double distance = 0.0; // distance of the centers at which about 60 % of the placements intersect
};

const Subject& subject(std::int64_t index) {
    static const std::array<Subject, 2> subjects{
        Subject{make_bumpy_sphere({}), 2.05},                               // 69 620 triangles
        Subject{make_torus_knot({.n_along = 1060, .n_around = 33}), 1.75}}; // 69 960
    return subjects[static_cast<std::size_t>(index)];
}

const HierarchyConfig& config(std::int64_t builder, std::int64_t leaf_size) {
    static std::map<std::pair<std::int64_t, std::int64_t>, HierarchyConfig> configs;
    HierarchyConfig& result = configs[{builder, leaf_size}];
    result.kind = "bvh2";
    result.builder = std::string(list_builders()[static_cast<std::size_t>(builder)]);
    result.leaf_size = static_cast<std::uint32_t>(leaf_size);
    return result;
}

struct Placement {
    Pose a, b;
};

glm::dquat draw_rotation(std::mt19937_64& random) {
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    const double x = unit(random), u = 2.0 * std::numbers::pi * unit(random),
                 v = 2.0 * std::numbers::pi * unit(random);
    return {std::cos(v) * std::sqrt(x), std::sin(u) * std::sqrt(1.0 - x), std::cos(u) * std::sqrt(1.0 - x),
            std::sin(v) * std::sqrt(x)};
}

std::vector<Placement> draw_placements(double distance) {
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal;
    std::vector<Placement> placements;
    for (int i = 0; i < kPlacements; ++i) {
        const glm::dvec3 direction =
            glm::normalize(glm::dvec3(normal(random), normal(random), normal(random)));
        const Pose a = make_pose({draw_rotation(random), {}, glm::dvec3(1.0)});
        placements.push_back({a, make_pose({draw_rotation(random), distance * direction, glm::dvec3(1.0)})});
    }
    return placements;
}

double per_triangle(const Mesh& mesh) {
    return 1.0 / static_cast<double>(mesh.triangles.size());
}

// Converts seconds per iteration to nanoseconds per triangle.
void report_per_triangle(benchmark::State& state, const Mesh& mesh) {
    state.counters["ns/triangle"] =
        benchmark::Counter(1e-9 / per_triangle(mesh),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    state.counters["triangles"] = static_cast<double>(mesh.triangles.size());
}

void build(benchmark::State& state) {
    const Mesh& mesh = subject(state.range(0)).mesh;
    for (auto _ : state)
        benchmark::DoNotOptimize(build_any_hierarchy(config(state.range(1), state.range(2)), mesh.view()));
    report_per_triangle(state, mesh);
    state.SetLabel(kMeshNames[state.range(0)] + (" " + config(state.range(1), state.range(2)).builder));
}

void refit(benchmark::State& state) {
    const Mesh& mesh = subject(state.range(0)).mesh;
    AnyHierarchy hierarchy = *build_any_hierarchy(config(0, state.range(1)), mesh.view());
    for (auto _ : state) require_ok(hierarchy.refit(mesh.view()));
    report_per_triangle(state, mesh);
    state.SetLabel(kMeshNames[state.range(0)]);
}

void query(benchmark::State& state, QueryMode mode, OverlapTest test, const char* kind) {
    const Subject& queried = subject(state.range(0));
    HierarchyConfig hierarchy_config = config(0, state.range(1));
    hierarchy_config.kind = kind;
    const AnyHierarchy hierarchy = *build_any_hierarchy(hierarchy_config, queried.mesh.view());
    const std::vector<Placement> placements =
        draw_placements(mode == QueryMode::distance ? 1.5 * queried.distance : queried.distance);
    QueryScratch scratch;
    QueryResult result;
    double volume_tests = 0.0, primitive_tests = 0.0, hits = 0.0, pairs = 0.0;
    for (auto _ : state) {
        volume_tests = primitive_tests = hits = pairs = 0.0;
        for (const Placement& at : placements) {
            require_ok(query_meshes({queried.mesh.view(), &hierarchy, &at.a},
                                    {queried.mesh.view(), &hierarchy, &at.b}, {mode, test}, scratch, result));
            volume_tests += static_cast<double>(result.counters.volume_tests);
            primitive_tests += static_cast<double>(result.counters.primitive_tests);
            pairs += static_cast<double>(result.pairs.size());
            hits += result.intersects;
        }
    }
    state.counters["us/query"] = benchmark::Counter(
        1e-6 * kPlacements, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    state.counters["n_v"] = volume_tests / kPlacements;
    state.counters["n_p"] = primitive_tests / kPlacements;
    state.counters["pairs"] = pairs / kPlacements;
    state.counters["hits"] = hits / kPlacements;
    state.SetLabel(kMeshNames[state.range(0)]);
}

// Tests random boxes, which the root boxes contain.
void overlap_test(benchmark::State& state, OverlapTest test) {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<float> at(-1.0f, 1.0f), half(0.05f, 0.2f);
    std::vector<Aabb> boxes;
    for (int i = 0; i < 1024; ++i) {
        const glm::vec3 center(at(random), at(random), at(random)),
            h(half(random), half(random), half(random));
        boxes.push_back({0.2f * center - h, 0.2f * center + h});
    }
    const Aabb root{glm::vec3(-2.0f), glm::vec3(2.0f)};
    const BoxRelation relation = make_box_relation(
        Pose{}, make_pose({draw_rotation(random), glm::dvec3(0.1), glm::dvec3(1.0)}), root, root, test);
    std::size_t next = 0, overlapping = 0, tested = 0;
    for (auto _ : state) {
        const bool overlaps = overlap(boxes[next], boxes[1023 - next], relation);
        benchmark::DoNotOptimize(overlaps);
        overlapping += overlaps;
        ++tested;
        next = (next + 1) & 1023u;
    }
    state.counters["overlapping"] = static_cast<double>(overlapping) / static_cast<double>(tested);
}

void relation(benchmark::State& state) {
    const std::vector<Placement> placements = draw_placements(1.0);
    const Aabb root{glm::vec3(-1.0f), glm::vec3(1.0f)};
    std::size_t next = 0;
    for (auto _ : state) {
        const Placement& at = placements[next++ % kPlacements];
        benchmark::DoNotOptimize(make_box_relation(at.a, at.b, root, root, OverlapTest::sat));
    }
}

BENCHMARK(build)
    ->ArgNames({"mesh", "builder", "leaf"})
    ->ArgsProduct({{0, 1}, {0, 1, 2}, {1}})
    ->Args({0, 0, 4})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(refit)->ArgNames({"mesh", "leaf"})->ArgsProduct({{0, 1}, {1, 4}})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(query, all_sat, QueryMode::all, OverlapTest::sat, "bvh2")
    ->ArgNames({"mesh", "leaf"})
    ->ArgsProduct({{0, 1}, {1, 2, 4}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(query, all_lite, QueryMode::all, OverlapTest::sat_lite, "bvh2")
    ->ArgNames({"mesh", "leaf"})
    ->ArgsProduct({{0, 1}, {1}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(query, any_sat, QueryMode::any, OverlapTest::sat, "bvh2")
    ->ArgNames({"mesh", "leaf"})
    ->ArgsProduct({{0, 1}, {1}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(query, all_wide, QueryMode::all, OverlapTest::sat, "bvh8")
    ->ArgNames({"mesh", "leaf"})
    ->ArgsProduct({{0, 1}, {1, 2}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(query, any_wide, QueryMode::any, OverlapTest::sat, "bvh8")
    ->ArgNames({"mesh", "leaf"})
    ->ArgsProduct({{0, 1}, {1, 2}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(query, distance, QueryMode::distance, OverlapTest::sat, "bvh2")
    ->ArgNames({"mesh", "leaf"})
    ->ArgsProduct({{0, 1}, {1}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(overlap_test, sat, OverlapTest::sat);
BENCHMARK_CAPTURE(overlap_test, lite, OverlapTest::sat_lite);
BENCHMARK(relation);

} // namespace
