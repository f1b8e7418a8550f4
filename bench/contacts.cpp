// Question: how long do queries for contacts, rays, closest points and times of impact take? Counters are means
// per query. Times of polytopes include reading the pose from memory.
#include "bench/experiments/circling_pair.hpp"
#include "collision/narrow_phase/contacts/manifold.hpp"
#include "collision/narrow_phase/time_of_impact.hpp"
#include "collision/query/contacts/mesh_contacts.hpp"
#include "collision/query/contacts/mesh_time_of_impact.hpp"
#include "collision/query/points/closest_point.hpp"
#include "collision/query/points/ray_cast.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <benchmark/benchmark.h>

#include <random>

namespace boxwood {
namespace {

constexpr int kFaces[] = {6, 20, 36, 100, 500};
constexpr int kFrequencies[] = {8, 32, 100}; // 1280 to 200,000 triangles

// A pair of polytopes in deep contact. With 6 faces, the polytopes are boxes.
struct DeepPair {
    CirclingPair pair;
    explicit DeepPair(int faces)
        : pair(make_circling_pair(static_cast<std::uint32_t>(std::max(faces, 8)), kSlowFrames, kDeepReach)) {
        if (faces == 6) pair.a = pair.b = *make_box_polytope(glm::vec3(0.6f));
    }
};

void penetration(benchmark::State& state) {
    const DeepPair deep(static_cast<int>(state.range(0)));
    std::size_t frame = 0;
    double contacts = 0.0;
    for (auto _ : state) {
        const Penetration found = find_penetration(deep.pair.a, deep.pair.b, Pose{}, deep.pair.poses[frame]);
        benchmark::DoNotOptimize(found.depth);
        contacts += found.status == ContactStatus::penetrating ? 1.0 : 0.0;
        if (++frame == deep.pair.poses.size()) frame = 0;
    }
    state.counters["contacts"] = {contacts, benchmark::Counter::kAvgIterations};
}

void manifold(benchmark::State& state) {
    const DeepPair deep(static_cast<int>(state.range(0)));
    std::size_t frame = 0;
    double points = 0.0;
    for (auto _ : state) {
        const ContactManifold found = find_manifold(deep.pair.a, deep.pair.b, Pose{}, deep.pair.poses[frame]);
        benchmark::DoNotOptimize(found.depth);
        points += static_cast<double>(found.count);
        if (++frame == deep.pair.poses.size()) frame = 0;
    }
    state.counters["points"] = {points, benchmark::Counter::kAvgIterations};
}

// The argument 6 measures polytopes of 8 faces.
void impact_of_polytopes(benchmark::State& state) {
    const CirclingPair pair = make_circling_pair(
        static_cast<std::uint32_t>(std::max<std::int64_t>(state.range(0), 8)), kSlowFrames, kNearReach);
    std::size_t frame = 0;
    double iterations = 0.0;
    for (auto _ : state) {
        // B moves half of the way to A's center while rotating.
        const Pose& pose = pair.poses[frame];
        const RigidMotion motion{pose, glm::dvec3(0.0), -0.5 * pose.origin, {0.0, 1.0, 0.5}};
        const auto found = find_time_of_impact(pair.a, RigidMotion::at_rest(Pose{}), pair.b, motion);
        benchmark::DoNotOptimize(found->time);
        iterations += found->iterations;
        if (++frame == pair.poses.size()) frame = 0;
    }
    state.counters["iterations"] = {iterations, benchmark::Counter::kAvgIterations};
}

struct Target {
    Mesh mesh;
    AnyHierarchy hierarchy;
    Pose pose;
    MeshOperand operand() const { return {mesh.view(), &hierarchy, &pose}; }
};
Target make_target(std::int64_t frequency, const HierarchyConfig& config = {}) {
    Mesh mesh = make_bumpy_sphere({.frequency = static_cast<std::uint32_t>(frequency), .seed = 3});
    AnyHierarchy hierarchy = std::move(*build_any_hierarchy(config, mesh.view()));
    return {std::move(mesh), std::move(hierarchy), Pose{}};
}

glm::dvec3 draw_in_box(std::mt19937& random, double half) {
    std::uniform_real_distribution<double> coordinate(-half, half);
    const double x = coordinate(random), y = coordinate(random), z = coordinate(random);
    return {x, y, z};
}

std::vector<Ray> draw_rays() {
    std::mt19937 random(5);
    std::vector<Ray> rays;
    for (int k = 0; k < 10000; ++k) {
        const glm::dvec3 from = 3.0 * glm::normalize(draw_in_box(random, 1.0));
        rays.push_back({from, draw_in_box(random, 1.0) - from});
    }
    return rays;
}

void cast(benchmark::State& state, const HierarchyConfig& config, bool is_closest) {
    const Target target = make_target(state.range(0), config);
    const std::vector<Ray> rays = draw_rays();
    RayScratch scratch;
    RayHit hit;
    std::size_t k = 0;
    double hits = 0.0;
    for (auto _ : state) {
        if (is_closest)
            require_ok(cast_ray_closest(target.operand(), rays[k], scratch, hit));
        else
            require_ok(cast_ray_any(target.operand(), rays[k], scratch, hit));
        hits += hit ? 1.0 : 0.0;
        if (++k == rays.size()) k = 0;
    }
    const auto mean = benchmark::Counter::kAvgIterations;
    state.counters["hits"] = {hits, mean};
    state.counters["boxes"] = {static_cast<double>(scratch.counters.box_tests), mean};
    state.counters["triangles"] = {static_cast<double>(scratch.counters.triangle_tests), mean};
}

void closest_point(benchmark::State& state) {
    const Target target = make_target(state.range(0));
    std::mt19937 random(6);
    std::vector<glm::dvec3> points;
    for (int k = 0; k < 10000; ++k) points.push_back(draw_in_box(random, 1.5));
    ClosestScratch scratch;
    ClosestPoint found;
    std::size_t k = 0;
    for (auto _ : state) {
        require_ok(find_closest_point(target.operand(), points[k], HUGE_VAL, scratch, found));
        benchmark::DoNotOptimize(found.distance);
        if (++k == points.size()) k = 0;
    }
}

void mesh_contacts(benchmark::State& state) {
    const Target a = make_target(state.range(0));
    Target b = make_target(state.range(0));
    b.pose = make_pose({{0.9, 0.3, 0.1, -0.2}, {1.5, 0.4, 0.2}, glm::dvec3(1)});
    MeshContactsScratch scratch;
    MeshContacts found;
    for (auto _ : state) require_ok(find_mesh_contacts(a.operand(), b.operand(), {}, scratch, found));
    state.counters["pairs"] = static_cast<double>(found.pairs.size());
    state.counters["regions"] = static_cast<double>(found.regions.size());
}

void impact_of_meshes(benchmark::State& state) {
    const Target a = make_target(state.range(0)), b = make_target(state.range(0));
    std::mt19937 random(7);
    std::vector<RigidMotion> motions;
    for (int k = 0; k < 200; ++k) {
        const glm::dvec3 from = 4.0 * glm::normalize(draw_in_box(random, 1.0));
        motions.push_back({{glm::dmat3(1.0), from},
                           glm::dvec3(0.0),
                           draw_in_box(random, 1.0) - from,
                           draw_in_box(random, 1.0)});
    }
    std::size_t k = 0;
    double impacts = 0.0, pairs = 0.0;
    for (auto _ : state) {
        const auto found =
            find_time_of_impact(a.operand(), RigidMotion::at_rest(Pose{}), b.operand(), motions[k]);
        impacts += found->status == ImpactStatus::impact ? 1.0 : 0.0;
        pairs += static_cast<double>(found->triangle_pairs);
        if (++k == motions.size()) k = 0;
    }
    state.counters["impacts"] = {impacts, benchmark::Counter::kAvgIterations};
    state.counters["triangle_pairs"] = {pairs, benchmark::Counter::kAvgIterations};
}

const bool kIsAdded = [] {
    const auto with_faces = [](auto* bench) {
        for (const int faces : kFaces) bench->Arg(faces);
    };
    const auto with_meshes = [](auto* bench) {
        for (const int frequency : kFrequencies) bench->Arg(frequency);
    };
    with_faces(benchmark::RegisterBenchmark("penetration", penetration));
    with_faces(benchmark::RegisterBenchmark("manifold", manifold));
    with_faces(benchmark::RegisterBenchmark("impact of polytopes", impact_of_polytopes));
    const auto add_rays = [&](const char* name, const HierarchyConfig& config, bool is_closest) {
        with_meshes(benchmark::RegisterBenchmark(
            name, [=](benchmark::State& state) { cast(state, config, is_closest); }));
    };
    add_rays("ray closest", {}, true);
    add_rays("ray any", {}, false);
    add_rays("ray closest, bvh2 obb", {.kind = "bvh2", .volume = "obb"}, true);
    with_meshes(benchmark::RegisterBenchmark("closest point", closest_point));
    with_meshes(benchmark::RegisterBenchmark("mesh contacts", mesh_contacts));
    with_meshes(benchmark::RegisterBenchmark("impact of meshes", impact_of_meshes));
    return true;
}();

} // namespace
} // namespace boxwood
