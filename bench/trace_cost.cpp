// Question: what does recording the visits of a query cost? Runs the same query without a trace and with a
// VisitRecorder. Without a trace, calls of record() compile to nothing. Both runs update the query counters.
#include "collision/query/mesh_query.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <benchmark/benchmark.h>

namespace {

using namespace boxwood;

struct Scene {
    Mesh mesh = make_bumpy_sphere({});
    AnyHierarchy hierarchy = *build_any_hierarchy({"bvh2", "aabb", "midpoint", 1}, mesh.view());
    Pose pose_a;
    Pose pose_b = make_pose({{0.9, 0.3, 0.2, 0.1}, {1.2, 0.9, 0.7}, glm::dvec3(1.0)});

    MeshOperand a() const { return {mesh.view(), &hierarchy, &pose_a}; }
    MeshOperand b() const { return {mesh.view(), &hierarchy, &pose_b}; }
};

const Scene& scene() {
    static const Scene instance;
    return instance;
}

void without_trace(benchmark::State& state) {
    QueryScratch scratch;
    QueryResult result;
    for (auto _ : state)
        require_ok(query_meshes(scene().a(), scene().b(), {QueryMode::all}, scratch, result));
    state.counters["volume_tests"] = static_cast<double>(result.counters.volume_tests);
    state.counters["pairs"] = static_cast<double>(result.pairs.size());
}

void with_recorder(benchmark::State& state) {
    QueryScratch scratch;
    QueryResult result;
    VisitRecorder recorder;
    for (auto _ : state) {
        recorder.clear();
        require_ok(query_meshes(scene().a(), scene().b(), {QueryMode::all}, scratch, recorder, result));
    }
    state.counters["volume_tests"] = static_cast<double>(result.counters.volume_tests);
    state.counters["visits"] = static_cast<double>(recorder.seen());
}

BENCHMARK(without_trace)->Unit(benchmark::kMicrosecond)->Repetitions(5)->ReportAggregatesOnly();
BENCHMARK(with_recorder)->Unit(benchmark::kMicrosecond)->Repetitions(5)->ReportAggregatesOnly();

} // namespace
