// Question: how long do builds and refits take per triangle, and how much memory do the hierarchies use? Measures
// bvh2 with every builder, several kinds with the builder midpoint, and k-DOPs and OBBs on the topology of a bvh2.
// Meshes are generated, with about 70 000 and 1.1 million triangles.
// Times are processor times per triangle. Only build_kind and boxes include computing the boxes of the triangles. Page
// faults in memory that the operating system provides for the first time take longer than some builds. To measure only
// the code, run with
// MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=8000000000 MALLOC_TOP_PAD_=500000000.
#include "collision/hierarchy/all_kinds.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <string>

namespace {

using namespace boxwood;

struct Subject {
    Mesh mesh;
    LargeArray<Aabb> boxes = make_primitive_boxes(mesh.view());
};

// Generated on first use, because the large mesh takes a while.
const Subject& subject(std::int64_t index) {
    if (index == 0) {
        static const Subject small{make_bumpy_sphere({})};
        return small;
    }
    static const Subject large{make_bumpy_sphere({.frequency = 235})};
    return large;
}

void report(benchmark::State& state, const Subject& subject_mesh) {
    const auto triangles = static_cast<double>(subject_mesh.mesh.triangles.size());
    state.counters["ns/triangle"] = benchmark::Counter(
        1e-9 * triangles, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    state.counters["triangles"] = triangles;
}

void report(benchmark::State& state, const HierarchyQuality& quality) {
    state.counters["bytes/triangle"] = quality.bytes_per_primitive;
    state.counters["area_cost"] = quality.surface_area_cost;
    state.counters["volume_sum"] = quality.volume_sum;
    state.counters["depth"] = quality.max_depth;
}

void boxes(benchmark::State& state) {
    const Subject& subject_mesh = subject(state.range(0));
    for (auto _ : state) benchmark::DoNotOptimize(make_primitive_boxes(subject_mesh.mesh.view()));
    report(state, subject_mesh);
}

void build(benchmark::State& state) {
    const Subject& subject_mesh = subject(state.range(0));
    const Builder& builder = kAllBuilders[static_cast<std::size_t>(state.range(1))];
    const auto leaf_size = static_cast<std::uint32_t>(state.range(2));
    SerialExecutor serial;
    for (auto _ : state) benchmark::DoNotOptimize(builder.build(subject_mesh.boxes, leaf_size, serial));
    report(state, subject_mesh);
    report(state, measure_quality(builder.build(subject_mesh.boxes, leaf_size, serial)));
    state.SetLabel(std::string(builder.name));
}

template <class Kind>
void refit_kind(benchmark::State& state) {
    const Subject& subject_mesh = subject(state.range(0));
    SerialExecutor serial;
    auto tree = Kind::template build<Aabb>(subject_mesh.mesh.view(), kAllBuilders[0], 1, serial);
    if constexpr (std::same_as<Kind, LazyBvh2Kind>) split_all(tree);
    for (auto _ : state) {
        refit(tree, subject_mesh.mesh.view());
        benchmark::ClobberMemory();
    }
    report(state, subject_mesh);
    report(state, measure_quality(tree));
    state.SetLabel(std::string(Kind::kName));
}

// Fits volumes to the topology of a hierarchy of boxes. A hierarchy of V costs this time in addition to that of boxes.
template <Volume V>
void fit_volume(benchmark::State& state) {
    const Subject& subject_mesh = subject(state.range(0));
    SerialExecutor serial;
    const Bvh2<Aabb> boxes = kAllBuilders[0].build(subject_mesh.boxes, 1, serial);
    for (auto _ : state) {
        state.PauseTiming(); // for the copy, which fit_volumes() consumes
        Bvh2<Aabb> topology = boxes;
        state.ResumeTiming();
        benchmark::DoNotOptimize(fit_volumes<V>(std::move(topology), subject_mesh.mesh.view()));
    }
    report(state, subject_mesh);
    state.SetLabel(std::string(V::kName));
}

template <Volume V>
void refit_volume(benchmark::State& state) {
    const Subject& subject_mesh = subject(state.range(0));
    SerialExecutor serial;
    Bvh2<V> tree =
        fit_volumes<V>(kAllBuilders[0].build(subject_mesh.boxes, 1, serial), subject_mesh.mesh.view());
    for (auto _ : state) {
        refit(tree, subject_mesh.mesh.view());
        benchmark::ClobberMemory();
    }
    report(state, subject_mesh);
    state.SetLabel(std::string(V::kName));
}

// Measures the time from a mesh to a hierarchy that answers queries.
template <class Kind>
void build_kind(benchmark::State& state) {
    const Subject& subject_mesh = subject(state.range(0));
    SerialExecutor serial;
    for (auto _ : state)
        benchmark::DoNotOptimize(
            Kind::template build<Aabb>(subject_mesh.mesh.view(), kAllBuilders[0], 1, serial));
    report(state, subject_mesh);
    state.SetLabel(std::string(Kind::kName));
}

constexpr auto kBuilders = static_cast<std::int64_t>(kAllBuilders.size());

BENCHMARK(boxes)->ArgName("mesh")->DenseRange(0, 1)->Unit(benchmark::kMillisecond);
BENCHMARK(build)
    ->ArgNames({"mesh", "builder", "leaf"})
    ->ArgsProduct({{0, 1}, benchmark::CreateDenseRange(0, kBuilders - 1, 1), {1}})
    ->Args({0, 0, 4})
    ->Args({0, 5, 4})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(build_kind, Bvh2Kind)->ArgName("mesh")->DenseRange(0, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(build_kind, LazyBvh2Kind)
    ->ArgName("mesh")
    ->DenseRange(0, 1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(build_kind, BoxTreeKind)->ArgName("mesh")->DenseRange(0, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(refit_kind, Bvh2Kind)->ArgName("mesh")->DenseRange(0, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(refit_kind, BoxTreeKind)->ArgName("mesh")->DenseRange(0, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(fit_volume, Kdop18)->ArgName("mesh")->DenseRange(0, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(fit_volume, Obb)->ArgName("mesh")->DenseRange(0, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(refit_volume, Kdop18)->ArgName("mesh")->DenseRange(0, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(refit_volume, Obb)->ArgName("mesh")->DenseRange(0, 1)->Unit(benchmark::kMillisecond);

} // namespace
