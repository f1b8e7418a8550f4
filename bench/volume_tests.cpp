// Question: for each kind of volume, what do an overlap test (overlap, overlap_lite), a lower bound of the distance
// (gap), the pair transform (relation), fitting (fit16) and a test against a triangle (triangle) cost? The volumes are
// fitted to random clusters of 16 points. The counter `overlapping` is the share of overlapping pairs. Also measures
// tests of spheres against boxes and of boxes, spheres and 24-DOPs in SIMD lanes.
#include "collision/volumes/all_volumes.hpp"
#include "collision/volumes/simd/sphere_box_lanes.hpp"
#include "collision/volumes/triangle/triangle_volume.hpp"
#include "collision/volumes/volume_lanes.hpp"

#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

namespace {

using namespace boxwood;

constexpr std::size_t kVolumes = 1024;

using Random = std::mt19937_64;

float draw(Random& random, float lowest, float highest) {
    return std::uniform_real_distribution<float>(lowest, highest)(random);
}
glm::vec3 draw_point(Random& random, float size) {
    return {draw(random, -size, size), draw(random, -size, size), draw(random, -size, size)};
}

// The clusters resemble patches of a surface: elongated, nearly flat and randomly rotated.
std::vector<std::vector<glm::vec3>> draw_clusters() {
    Random random(1);
    std::normal_distribution<double> normal;
    std::vector<std::vector<glm::vec3>> clusters(kVolumes);
    for (auto& cluster : clusters) {
        const glm::dquat q =
            glm::normalize(glm::dquat(normal(random), normal(random), normal(random), normal(random)));
        const glm::vec3 center = draw_point(random, 0.6f);
        for (int i = 0; i < 16; ++i)
            cluster.push_back(center +
                              glm::vec3(q * glm::dvec3(draw_point(random, 0.3f) * glm::vec3(1, 0.6f, 0.1f))));
    }
    return clusters;
}

const std::vector<std::vector<glm::vec3>>& clusters() {
    static const auto all = draw_clusters();
    return all;
}

template <class V>
struct Scene {
    std::vector<V> volumes;
    V root = V::fit({});
    Pose world_from_a, world_from_b;

    Scene() {
        std::vector<glm::vec3> points;
        for (const auto& cluster : clusters()) {
            volumes.push_back(V::fit(cluster));
            points.insert(points.end(), cluster.begin(), cluster.end());
        }
        root = V::fit(points);
        world_from_b = make_pose({{0.8, 0.1, 0.5, -0.3}, glm::dvec3(0.1, 0.0, 0.05), glm::dvec3(1.0)});
    }
    typename V::Relation relate(OverlapTest test) const {
        return V::make_relation(world_from_a, world_from_b, root, root, test);
    }
};

template <class V>
void overlap_test(benchmark::State& state, OverlapTest test) {
    const Scene<V> scene;
    const auto relation = scene.relate(test);
    std::size_t next = 0, overlapping = 0, tested = 0;
    for (auto _ : state) {
        const bool overlaps = overlap(scene.volumes[next], scene.volumes[kVolumes - 1 - next], relation);
        benchmark::DoNotOptimize(overlaps);
        overlapping += overlaps;
        ++tested;
        next = (next + 1) % kVolumes;
    }
    state.counters["overlapping"] = static_cast<double>(overlapping) / static_cast<double>(tested);
    state.counters["bytes"] = static_cast<double>(sizeof(V));
}

template <class V>
void gap(benchmark::State& state) {
    const Scene<V> scene;
    const auto relation = scene.relate(OverlapTest::sat);
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            squared_distance_lower_bound(scene.volumes[next], scene.volumes[kVolumes - 1 - next], relation));
        next = (next + 1) % kVolumes;
    }
}

template <class V>
void relation(benchmark::State& state) {
    const Scene<V> scene;
    for (auto _ : state) benchmark::DoNotOptimize(scene.relate(OverlapTest::sat));
}

template <class V>
void fit(benchmark::State& state) {
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(V::fit(clusters()[next]));
        next = (next + 1) % kVolumes;
    }
}

// Tests the triangle of the first three points of a cluster against the volume of another cluster.
template <class V>
void triangle_test(benchmark::State& state) {
    const Scene<V> scene;
    std::size_t next = 0, overlapping = 0, tested = 0;
    for (auto _ : state) {
        const auto& points = clusters()[next];
        const Triangle64 triangle{glm::dvec3(points[0]), glm::dvec3(points[1]), glm::dvec3(points[2])};
        const bool overlaps = may_meet(triangle, scene.volumes[kVolumes - 1 - next], 1e-6);
        benchmark::DoNotOptimize(overlaps);
        overlapping += overlaps;
        ++tested;
        next = (next + 1) % kVolumes;
    }
    state.counters["overlapping"] = static_cast<double>(overlapping) / static_cast<double>(tested);
}

template <class... V>
bool register_volumes(const std::tuple<V...>*) {
    const auto name = [](const char* what, std::string_view volume) {
        return std::string(what) + "/" + std::string(volume);
    };
    (benchmark::RegisterBenchmark(name("overlap", V::kName).c_str(), overlap_test<V>, OverlapTest::sat), ...);
    (benchmark::RegisterBenchmark(name("overlap_lite", V::kName).c_str(), overlap_test<V>,
                                  OverlapTest::sat_lite),
     ...);
    (benchmark::RegisterBenchmark(name("gap", V::kName).c_str(), gap<V>), ...);
    (benchmark::RegisterBenchmark(name("relation", V::kName).c_str(), relation<V>), ...);
    (benchmark::RegisterBenchmark(name("fit16", V::kName).c_str(), fit<V>), ...);
    (benchmark::RegisterBenchmark(name("triangle", V::kName).c_str(), triangle_test<V>), ...);
    return true;
}
const bool kRegistered = register_volumes(static_cast<const AllVolumes*>(nullptr));

struct SpheresAndBoxes {
    std::vector<Sphere> spheres;
    std::vector<Aabb> boxes;
    SpheresAndBoxes() {
        for (const auto& cluster : clusters()) {
            spheres.push_back(Sphere::fit(cluster));
            boxes.push_back(Aabb::fit(cluster));
        }
    }
};

template <class Test>
void sphere_box(benchmark::State& state, Test test) {
    const SpheresAndBoxes all;
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(test(all.spheres[next], all.boxes[kVolumes - 1 - next]));
        next = (next + 1) % kVolumes;
    }
}

// Tests N pairs per iteration.
template <std::size_t N>
void sphere_box_lanes(benchmark::State& state) {
    const SpheresAndBoxes all;
    std::vector<SphereLanes<N>> spheres(kVolumes / N);
    std::vector<BoxColumns<N>> boxes(kVolumes / N);
    for (std::size_t i = 0; i < kVolumes; ++i) {
        spheres[i / N].set(i % N, all.spheres[i]);
        boxes[i / N].set(i % N, all.boxes[kVolumes - 1 - i]);
    }
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(find_overlaps(spheres[next], boxes[next]));
        next = (next + 1) % spheres.size();
    }
    state.counters["ns/pair"] =
        benchmark::Counter(1e-9 * static_cast<double>(N),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// Runs one test per iteration. test(k) tests the k-th group of N pairs.
template <std::size_t N, class Test>
void run_lanes(benchmark::State& state, Test&& test) {
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(test(next));
        next = (next + 1) % (kVolumes / N);
    }
    state.counters["ns/pair"] =
        benchmark::Counter(1e-9 * static_cast<double>(N),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// Tests the volume of cluster i against the volume of cluster kVolumes - 1 - i.
template <std::size_t N, class Columns, class V>
void pair_lanes(benchmark::State& state) {
    std::vector<Columns> a(kVolumes / N), b(kVolumes / N);
    for (std::size_t i = 0; i < kVolumes; ++i) {
        a[i / N].set(i % N, V::fit(clusters()[i]));
        b[i / N].set(i % N, V::fit(clusters()[kVolumes - 1 - i]));
    }
    if constexpr (requires { find_overlaps(a[0], b[0]); }) {
        run_lanes<N>(state, [&](std::size_t i) { return find_overlaps(a[i], b[i]); });
    } else {
        const auto shifts = project_translation<static_cast<int>(2 * V::kCount)>({0.1f, 0.2f, 0.3f});
        run_lanes<N>(state, [&](std::size_t i) { return find_overlaps(a[i], b[i], shifts); });
    }
}
void box_pair_lanes_4(benchmark::State& state) {
    pair_lanes<4, BoxColumns<4>, Aabb>(state);
}
void box_pair_lanes_8(benchmark::State& state) {
    pair_lanes<8, BoxColumns<8>, Aabb>(state);
}
void sphere_pair_lanes_4(benchmark::State& state) {
    pair_lanes<4, SphereLanes<4>, Sphere>(state);
}
void kdop24_pair_lanes_4(benchmark::State& state) {
    pair_lanes<4, KdopColumns<24, 4>, Kdop24>(state);
}
// Tests one pair per iteration. An Aabb needs six comparisons, a NegatedBox one vector comparison.
template <class Box>
void box_pair(benchmark::State& state) {
    std::vector<Box> boxes;
    for (const auto& cluster : clusters()) boxes.push_back(Box(Aabb::fit(cluster)));
    run_lanes<1>(state, [&](std::size_t i) { return overlap(boxes[i], boxes[kVolumes - 1 - i]); });
}

BENCHMARK(box_pair<Aabb>);
BENCHMARK(box_pair<NegatedBox>);
BENCHMARK(box_pair_lanes_4);
BENCHMARK(box_pair_lanes_8);
BENCHMARK(sphere_pair_lanes_4);
BENCHMARK(kdop24_pair_lanes_4);
BENCHMARK_CAPTURE(sphere_box, branch_free, [](const Sphere& s, const Aabb& b) { return overlap(s, b); });
BENCHMARK_CAPTURE(sphere_box, rejecting, overlap_rejecting);
BENCHMARK_CAPTURE(sphere_box, intertwined, overlap_intertwined);
BENCHMARK_CAPTURE(sphere_box, one_in_float,
                  [](const Sphere& s, const Aabb& b) { return overlaps_in_float(s, b); });
BENCHMARK(sphere_box_lanes<4>);
BENCHMARK(sphere_box_lanes<8>);
BENCHMARK(sphere_box_lanes<16>);

} // namespace
