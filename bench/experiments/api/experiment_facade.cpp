// Measures how much time the facade (collision/api) adds to the layer below. Each round runs the same queries through
// the layer below and then through the facade.
#include "bench/experiments/circling_pair.hpp"
#include "bench/experiments/experiment.hpp"
#include "collision/api/facade.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/points/ray_cast.hpp"
#include "collision/world/collision_world.hpp"
#include "engine/measure/statistics.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace boxwood {
namespace {

constexpr double kMaxRatio = 1.03;
constexpr double kMinDuration_ms = 4.0; // of one measurement

struct LayerComparison {
    std::string question, of;
    double us_layer = 0.0, us_facade = 0.0; // medians
    Interval ratio;
};

// Each call of `layer` or `facade` runs the same `questions` queries and returns a checksum of the answers. If the
// checksums differ, returns an Error.
Result<LayerComparison> compare(const ExperimentRun& run, std::string question, std::string of,
                                std::size_t questions, const auto& layer, const auto& facade) {
    const auto ms_of = [&](std::size_t times, const auto& run_queries, std::uint64_t& io_answers) {
        const double start = run.now();
        for (std::size_t i = 0; i < times; ++i) io_answers += run_queries();
        return (run.now() - start) / static_cast<double>(times);
    };
    std::uint64_t of_layer = 0, of_facade = 0;
    ms_of(1, facade, of_facade);
    const double once_ms = std::max(1e-3, ms_of(1, layer, of_layer));
    const std::size_t times = run.is_quick ? 1 : 1 + static_cast<std::size_t>(kMinDuration_ms / once_ms);
    std::vector<double> layer_ms, facade_ms, ratios;
    for (int round = 0; round < (run.is_quick ? 3 : 31); ++round) {
        layer_ms.push_back(ms_of(times, layer, of_layer));
        facade_ms.push_back(ms_of(times, facade, of_facade));
        ratios.push_back(facade_ms.back() / std::max(1e-9, layer_ms.back()));
    }
    if (of_layer != of_facade)
        return Error{question + ", " + of + ": the facade gives other answers than the layer below"};
    run.report_progress(question + ", " + of);
    const double us = 1e3 / static_cast<double>(questions);
    return LayerComparison{std::move(question), std::move(of), us * median_of(layer_ms),
                           us * median_of(facade_ms), median_interval(ratios)};
}

constexpr int kPlacements = 200;

struct Placements {
    std::vector<api::Pose> facade;
    std::vector<Pose> layer;
};

Placements draw_placements(std::uint64_t seed, double distance) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    Placements all;
    for (int i = 0; i < kPlacements; ++i) {
        glm::dvec3 direction;
        for (glm::length_t k = 0; k < 3; ++k) direction[k] = normal(random);
        const glm::dvec3 to = distance * glm::normalize(direction);
        api::Quaternion q;
        for (double* part : {&q.w, &q.x, &q.y, &q.z}) *part = normal(random);
        all.facade.push_back(api::Pose::from_quaternion(q, to).value());
        all.layer.push_back(make_pose({{q.w, q.x, q.y, q.z}, to, glm::dvec3(1.0)}));
    }
    return all;
}

struct Subject {
    std::string name;
    Mesh mesh;
    double distance = 0.0; // between the two copies
};

Result<LayerComparison> compare_meshes(const ExperimentRun& run, const Subject& of, QueryMode mode) {
    const Placements placements = draw_placements(run.seed, of.distance);
    api::Mesh mesh = api::Mesh::create(of.mesh.positions, of.mesh.triangles).value();
    mesh.prepare(api::Preset::general);
    const Result<AnyHierarchy> tree = build_any_hierarchy(default_config(mode), of.mesh.view());
    if (!tree) return tree.error();
    QueryScratch scratch;
    QueryResult result;
    const Pose pose_a;
    const MeshOperand a{of.mesh.view(), &*tree, &pose_a};
    const OverlapTest test = is_distance_mode(mode) ? OverlapTest::sat : OverlapTest::sat_lite;
    const auto layer = [&] {
        std::uint64_t answers = 0;
        for (const Pose& pose_b : placements.layer) {
            require_ok(query_meshes(a, {of.mesh.view(), &*tree, &pose_b}, {.mode = mode, .test = test},
                                    scratch, result));
            if (mode == QueryMode::all)
                answers +=
                    std::vector<PrimitivePair>(result.pairs).size(); // a caller would copy the pairs, too
            else
                answers += result.intersects ? 1 : 0;
        }
        return answers;
    };
    const auto facade = [&] {
        std::uint64_t answers = 0;
        for (const api::Pose& pose_b : placements.facade) {
            if (mode == QueryMode::any) answers += api::collide(mesh, {}, mesh, pose_b) ? 1 : 0;
            if (mode == QueryMode::all)
                answers += api::contacts(mesh, {}, mesh, pose_b, {.points = false}).triangles.size();
            if (mode == QueryMode::distance)
                answers += api::distance(mesh, {}, mesh, pose_b).value == 0.0 ? 1 : 0;
        }
        return answers;
    };
    const std::string question = mode == QueryMode::any   ? "collide"
                                 : mode == QueryMode::all ? "contacts"
                                                          : "distance";
    return compare(run, question, of.name, placements.layer.size(), layer, facade);
}

api::Convex convex_of(const Polytope& of) {
    std::vector<std::vector<std::uint32_t>> faces;
    for (std::uint32_t face = 0; face < of.faces().size(); ++face)
        faces.emplace_back(of.face_vertices(face).begin(), of.face_vertices(face).end());
    return api::Convex::create(of.positions(), faces).value();
}

Result<LayerComparison> compare_closest_features(const ExperimentRun& run) {
    const CirclingPair pair = make_circling_pair(100, kSlowFrames, kNearReach);
    const api::Convex a = convex_of(pair.a), b = convex_of(pair.b);
    const Pose world_from_a;
    std::vector<api::Pose> poses;
    for (const Pose& pose : pair.poses)
        poses.push_back(api::Pose::from_matrix(pose.linear, pose.origin).value());
    const auto layer = [&] {
        std::uint64_t answers = 0;
        for (const Pose& world_from_b : pair.poses) {
            FeaturePair start;
            const ClosestFeatures found =
                v_clip(pair.a, pair.b, inverse_rigid(world_from_a) * world_from_b, start);
            const glm::dvec3 gap = world_from_a * found.point_on_b_a - world_from_a * found.point_on_a_a;
            answers += gap == glm::dvec3(0.0) ? 1 : 0;
        }
        return answers;
    };
    const auto facade = [&] {
        std::uint64_t answers = 0;
        for (const api::Pose& pose : poses) answers += api::distance(a, {}, b, pose).value == 0.0 ? 1 : 0;
        return answers;
    };
    return compare(run, "distance", "two polytopes of 100 faces", poses.size(), layer, facade);
}

Result<LayerComparison> compare_rays(const ExperimentRun& run, const Subject& of) {
    const api::Mesh mesh = api::Mesh::create(of.mesh.positions, of.mesh.triangles).value();
    const Result<AnyHierarchy> tree = build_any_hierarchy({}, of.mesh.view());
    if (!tree) return tree.error();
    std::vector<Ray> of_layer;
    std::vector<api::Ray> of_facade;
    for (const Pose& pose : draw_placements(run.seed, 3.0).layer) {
        const glm::dvec3 to = -pose.origin + 0.5 * pose.linear[0];
        of_layer.push_back({pose.origin, to});
        of_facade.push_back({pose.origin, to});
    }
    RayScratch scratch;
    const Pose pose;
    const auto layer = [&] {
        std::uint64_t answers = 0;
        for (const Ray& ray : of_layer) {
            RayHit hit;
            require_ok(cast_ray_closest({of.mesh.view(), &*tree, &pose}, ray, scratch, hit));
            answers += hit ? 1 : 0;
        }
        return answers;
    };
    const auto facade = [&] {
        std::uint64_t answers = 0;
        for (const api::Ray& ray : of_facade) answers += api::ray_cast(mesh, {}, ray) ? 1 : 0;
        return answers;
    };
    return compare(run, "ray cast", of.name, of_layer.size(), layer, facade);
}

Result<LayerComparison> compare_steps(const ExperimentRun& run) {
    constexpr int kBodies = 1000;
    std::mt19937_64 random(run.seed);
    std::uniform_real_distribution<double> unit(-6.0, 6.0);
    const auto shape = make_shape(*make_box_polytope({0.5f, 0.5f, 0.5f}));
    const api::Convex box = api::Convex::box({0.5, 0.5, 0.5}).value();
    CollisionWorld layer_world;
    api::World facade_world;
    std::vector<BodyHandle> layer_bodies;
    std::vector<api::Body> facade_bodies;
    std::vector<glm::dvec3> positions;
    for (int i = 0; i < kBodies; ++i) {
        const double x = unit(random), y = unit(random), z = unit(random);
        positions.emplace_back(x, y, z);
        layer_bodies.push_back(*layer_world.add_body({shape, {.t = positions.back()}}));
        facade_bodies.push_back(
            facade_world.add(box, api::Pose::from_translation(positions.back()).value()).value());
    }
    StepOutput out;
    const auto moved = [&](std::size_t i, int frame) {
        return positions[i] + glm::dvec3(0.01 * (frame % 10), 0.0, 0.0);
    };
    int layer_frame = 0, facade_frame = 0;
    const auto layer = [&] {
        for (std::size_t i = 0; i < layer_bodies.size(); ++i)
            require_ok(layer_world.set_transform(layer_bodies[i], {.t = moved(i, layer_frame)}));
        ++layer_frame;
        require_ok(layer_world.step(out));
        return static_cast<std::uint64_t>(out.counters.contacts);
    };
    const auto facade = [&] {
        for (std::size_t i = 0; i < facade_bodies.size(); ++i)
            require_ok(facade_world.set_pose(facade_bodies[i],
                                             api::Pose::from_translation(moved(i, facade_frame)).value()));
        ++facade_frame;
        return static_cast<std::uint64_t>(facade_world.step().contact_count);
    };
    return compare(run, "step", "a world of 1,000 moving boxes", 1, layer, facade);
}

ClaimResult judge_facade(const LayerComparison& row) {
    const auto text = [](double x) { return fixed_number(x, 3); };
    return {row.question + " of " + row.of + ": the facade takes at most 3 % more time than the layer below",
            "target",
            "time through the facade / time through the layer below, median over the rounds; upper end of "
            "its 95 % interval at most 1.03",
            text(row.ratio.value) + " (" + text(row.ratio.low) + " to " + text(row.ratio.high) + ")",
            verdict_if(row.ratio.high <= kMaxRatio),
            Basis::times};
}

Result<ExperimentResult> run_facade(const ExperimentRun& run) {
    const std::vector<Subject> subjects{
        {"rock of 69,620 triangles", make_bumpy_sphere({.frequency = run.is_quick ? 8u : 59u}), 2.05},
        {"cube of 12 triangles", make_box(glm::dvec3(0.5)), 1.3}};
    std::vector<Result<LayerComparison>> all;
    for (const Subject& of : subjects)
        for (const QueryMode mode : {QueryMode::any, QueryMode::all, QueryMode::distance})
            all.push_back(compare_meshes(run, of, mode));
    all.push_back(compare_closest_features(run));
    all.push_back(compare_rays(run, subjects[0]));
    all.push_back(compare_steps(run));
    ExperimentSection section;
    Table table{"facade",
                "Time per query through the facade and through the layer below",
                {"question", "of", "layer_us", "facade_us", "ratio", "ratio_low", "ratio_high"}};
    for (const Result<LayerComparison>& row : all) {
        if (!row) return row.error();
        table.add({row->question,
                   row->of,
                   row->us_layer,
                   row->us_facade,
                   {row->ratio.value, 3},
                   {row->ratio.low, 3},
                   {row->ratio.high, 3}});
        section.claims.push_back(judge_facade(*row));
    }
    section.tables = {std::move(table)};
    return ExperimentResult{
        {std::move(section)},
        "200 placements of two copies of a mesh, about 60 % of which intersect; closest features without "
        "start features; 200 rays, about half of which hit; steps of a world in which every body moves, "
        "including the events. The facade and the layer below must give the same answers. Each round "
        "measures both, one after the other."};
}

} // namespace

extern const Experiment kFacade{"facade", "How much time does the facade add to the layer below?", "own",
                                run_facade};

} // namespace boxwood
