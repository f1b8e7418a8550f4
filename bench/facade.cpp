// Question: what does the facade add to the layer below? The same queries through both, in turn: two copies of a rock of
// 69,620 triangles and of a cube of 12, at 200 placements of which about 60 % intersect; closest features of two polytopes
// of 100 faces from no guess; a step of a world of 1,000 boxes. Microseconds of processor time per query, the least of all
// rounds, and the ratio of the two (1.03: three percent more).
#include "collision/api/facade.hpp"
#include "bench/circling_pair.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/points/ray_cast.hpp"
#include "collision/world/collision_world.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <limits>
#include <random>

namespace {

using namespace boxwood;

constexpr int kPlacements = 200, kRounds = 25;

constexpr double kShortest = 2e-3; // seconds of one measurement, of which the clock resolves a thousandth

double seconds_of(std::size_t times, const auto& run) {
    const std::clock_t start = std::clock();
    for (std::size_t i = 0; i < times; ++i) run();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / static_cast<double>(times);
}

// Runs both in turn, as often as the benchmark asks, and reports the least time of each.
void compare(benchmark::State& state, std::size_t queries, const auto& layer, const auto& facade) {
    double of_layer = std::numeric_limits<double>::infinity(), of_facade = of_layer;
    facade();
    const auto times = static_cast<std::size_t>(1.0 + kShortest / std::max(1e-6, seconds_of(1, layer)));
    for (auto _ : state)
        for (int round = 0; round < kRounds; ++round) {
            of_layer = std::min(of_layer, seconds_of(times, layer));
            of_facade = std::min(of_facade, seconds_of(times, facade));
        }
    const double us = 1e6 / static_cast<double>(queries);
    state.counters["us_layer"] = us * of_layer;
    state.counters["us_facade"] = us * of_facade;
    state.counters["ratio"] = of_facade / of_layer;
}

struct Placements {
    std::vector<api::Pose> facade;
    std::vector<Pose> layer;
};

Placements draw_placements(double distance) {
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal;
    Placements all;
    for (int i = 0; i < kPlacements; ++i) {
        const glm::dvec3 to =
            distance * glm::normalize(glm::dvec3(normal(random), normal(random), normal(random)));
        const api::Quaternion q{normal(random), normal(random), normal(random), normal(random)};
        all.facade.push_back(api::Pose::from_quaternion(q, to).value());
        all.layer.push_back(make_pose({{q.w, q.x, q.y, q.z}, to, glm::dvec3(1.0)}));
    }
    return all;
}

struct Subject {
    Mesh mesh;
    double distance = 0.0;
};

const Subject& subject(std::int64_t index) {
    static const std::array<Subject, 2> subjects{Subject{make_bumpy_sphere({}), 2.05},
                                                 Subject{make_box(glm::dvec3(0.5)), 1.3}};
    return subjects[static_cast<std::size_t>(index)];
}

void compare_queries(benchmark::State& state, QueryMode mode) {
    const Subject& of = subject(state.range(0));
    const Placements placements = draw_placements(of.distance);
    api::Mesh mesh = api::Mesh::create(of.mesh.positions, of.mesh.triangles).value();
    mesh.prepare(api::Preset::general);
    const AnyHierarchy tree = *build_any_hierarchy(default_config(mode), of.mesh.view());
    QueryScratch scratch;
    QueryResult result;
    const Pose pose_a;
    const MeshOperand a{of.mesh.view(), &tree, &pose_a};
    const OverlapTest test = is_of_distances(mode) ? OverlapTest::sat : OverlapTest::lite;
    const auto layer = [&] {
        for (const Pose& pose_b : placements.layer) {
            require_ok(query_meshes(a, {of.mesh.view(), &tree, &pose_b}, {.mode = mode, .test = test},
                                    scratch, result));
            benchmark::DoNotOptimize(result.distance);
            // What a caller keeps.
            if (mode == QueryMode::all)
                benchmark::DoNotOptimize(std::vector<PrimitivePair>(result.pairs).data());
        }
    };
    const auto facade = [&] {
        for (const api::Pose& pose_b : placements.facade) {
            if (mode == QueryMode::any) benchmark::DoNotOptimize(api::collide(mesh, {}, mesh, pose_b));
            if (mode == QueryMode::all)
                benchmark::DoNotOptimize(
                    api::contacts(mesh, {}, mesh, pose_b, {.points = false}).triangles.data());
            if (mode == QueryMode::distance)
                benchmark::DoNotOptimize(api::distance(mesh, {}, mesh, pose_b).value);
        }
    };
    compare(state, placements.layer.size(), layer, facade);
}

void collide(benchmark::State& state) {
    compare_queries(state, QueryMode::any);
}
void contacts(benchmark::State& state) {
    compare_queries(state, QueryMode::all);
}
void distance(benchmark::State& state) {
    compare_queries(state, QueryMode::distance);
}
BENCHMARK(collide)->Arg(0)->Arg(1)->ArgName("cube")->Iterations(1);
BENCHMARK(contacts)->Arg(0)->Arg(1)->ArgName("cube")->Iterations(1);
BENCHMARK(distance)->Arg(0)->Arg(1)->ArgName("cube")->Iterations(1);

void closest_features(benchmark::State& state) {
    const CirclingPair pair = make_circling_pair(100, kSlowFrames, kNearReach);
    const auto convex = [](const Polytope& of) {
        std::vector<std::vector<std::uint32_t>> faces;
        for (std::uint32_t face = 0; face < of.faces().size(); ++face)
            faces.emplace_back(of.face_vertices(face).begin(), of.face_vertices(face).end());
        return api::Convex::create(of.positions(), faces).value();
    };
    const api::Convex a = convex(pair.a), b = convex(pair.b);
    const Pose world_from_a;
    std::vector<api::Pose> poses;
    for (const Pose& pose : pair.poses)
        poses.push_back(api::Pose::from_matrix(pose.linear, pose.origin).value());
    const auto layer = [&] {
        for (const Pose& world_from_b : pair.poses) {
            FeaturePair start;
            const ClosestFeatures found =
                v_clip(pair.a, pair.b, inverse_rigid(world_from_a) * world_from_b, start);
            benchmark::DoNotOptimize(world_from_a * found.point_on_a_a);
            benchmark::DoNotOptimize(world_from_a * found.point_on_b_a);
        }
    };
    const auto facade = [&] {
        for (const api::Pose& pose : poses) benchmark::DoNotOptimize(api::distance(a, {}, b, pose).value);
    };
    compare(state, poses.size(), layer, facade);
}
BENCHMARK(closest_features)->Iterations(1);

void rays(benchmark::State& state) {
    const Subject& of = subject(0);
    const api::Mesh mesh = api::Mesh::create(of.mesh.positions, of.mesh.triangles).value();
    const AnyHierarchy tree = *build_any_hierarchy({}, of.mesh.view());
    const Placements from = draw_placements(3.0);
    std::vector<Ray> of_layer;
    std::vector<api::Ray> of_facade;
    for (const Pose& pose : from.layer) {
        const glm::dvec3 to = -pose.origin + 0.5 * pose.linear[0];
        of_layer.push_back({pose.origin, to});
        of_facade.push_back({pose.origin, to});
    }
    RayScratch scratch;
    const Pose pose;
    const auto layer = [&] {
        for (const Ray& ray : of_layer) {
            RayHit hit;
            require_ok(cast_ray_closest({of.mesh.view(), &tree, &pose}, ray, scratch, hit));
            benchmark::DoNotOptimize(hit.t);
        }
    };
    const auto facade = [&] {
        for (const api::Ray& ray : of_facade)
            benchmark::DoNotOptimize(api::ray_cast(mesh, {}, ray).value().t);
    };
    compare(state, of_layer.size(), layer, facade);
}
BENCHMARK(rays)->Iterations(1);

void world_step(benchmark::State& state) {
    constexpr int kBodies = 1000;
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> unit(-6.0, 6.0);
    const auto shape = make_shape(*make_box_polytope({0.5f, 0.5f, 0.5f}));
    const api::Convex box = api::Convex::box({0.5, 0.5, 0.5}).value();
    CollisionWorld layer_world;
    api::World facade_world;
    std::vector<BodyHandle> layer_bodies;
    std::vector<api::Body> facade_bodies;
    std::vector<glm::dvec3> places;
    for (int i = 0; i < kBodies; ++i) {
        places.push_back({unit(random), unit(random), unit(random)});
        layer_bodies.push_back(*layer_world.add_body({shape, {.t = places.back()}}));
        facade_bodies.push_back(
            facade_world.add(box, api::Pose::from_translation(places.back()).value()).value());
    }
    StepOutput out;
    const auto moved = [&](std::size_t i, int frame) {
        return places[i] + glm::dvec3(0.01 * (frame % 10), 0.0, 0.0);
    };
    int layer_frame = 0, facade_frame = 0;
    const auto layer = [&] {
        for (std::size_t i = 0; i < layer_bodies.size(); ++i)
            require_ok(layer_world.set_transform(layer_bodies[i], {.t = moved(i, layer_frame)}));
        ++layer_frame;
        require_ok(layer_world.step(out));
        benchmark::DoNotOptimize(out.pairs.size());
    };
    const auto facade = [&] {
        for (std::size_t i = 0; i < facade_bodies.size(); ++i)
            require_ok(facade_world.set_pose(facade_bodies[i],
                                             api::Pose::from_translation(moved(i, facade_frame)).value()));
        ++facade_frame;
        benchmark::DoNotOptimize(facade_world.step().contact_count);
    };
    compare(state, 1, layer, facade);
}
BENCHMARK(world_step)->Iterations(10);

} // namespace
