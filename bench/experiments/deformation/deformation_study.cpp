#include "bench/experiments/deformation/deformation_study.hpp"

#include "engine/deform/leaf_order.hpp"

#include "engine/meshes/generate/generators.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

#include <glm/gtc/quaternion.hpp>

namespace boxwood {
namespace {

constexpr std::uint32_t kAround = 24; // quads around the knot's tube
constexpr std::uint64_t kSeed = 5;

Mesh make_knot(std::uint32_t triangles) {
    return make_torus_knot({.n_along = std::max(triangles / (2 * kAround), 3u), .n_around = kAround});
}

Mesh make_ring() {
    return make_torus(0.9, 0.2, 64, 24);
}

// The ring rotates and drifts about the knot's center.
std::vector<Pose> make_poses(int count) {
    std::vector<Pose> poses;
    for (int i = 0; i < count; ++i) {
        const double turn = 2.0 * std::numbers::pi * i / count;
        const glm::dquat q = glm::angleAxis(turn, glm::normalize(glm::dvec3(0.3, 1.0, 0.2)));
        poses.push_back(make_pose({q, {0.4 * std::cos(turn), 0.3 * std::sin(turn), 0.1}, glm::dvec3(1.0)}));
    }
    return poses;
}

template <class Work>
double least_time(int repeats, Clock clock, const Work& work) {
    double shortest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < repeats; ++i) {
        const double start = clock ? clock() : 0.0;
        work();
        shortest = std::min(shortest, (clock ? clock() : 0.0) - start);
    }
    return shortest;
}

struct QueryTotals {
    double ms = 0.0;
    std::uint64_t tests = 0;
    std::vector<PrimitivePair> pairs; // intersecting pairs at all poses
};

QueryTotals run_queries(const MeshView& mesh, const AnyHierarchy& tree, const Mesh& ring,
                        const AnyHierarchy& ring_tree, const DeformationStudyConfig& config, Clock clock) {
    const Pose at_origin;
    QueryTotals totals;
    QueryScratch scratch;
    QueryResult result;
    const std::vector<Pose> poses = make_poses(config.poses);
    totals.ms = least_time(config.repeats, clock, [&] {
        totals.tests = 0;
        totals.pairs.clear();
        for (const Pose& pose : poses) {
            require_ok(query_meshes({mesh, &tree, &at_origin}, {ring.view(), &ring_tree, &pose},
                                    QueryRequest{}, scratch, result));
            totals.tests += result.counters.volume_tests;
            totals.pairs.insert(totals.pairs.end(), result.pairs.begin(), result.pairs.end());
        }
    });
    return totals;
}

} // namespace

DeformationStudyConfig quick_study() {
    return {.triangles = 3840,
            .amplitudes = {0.25, 1.0},
            .poses = 6,
            .sizes = {1000, 10000},
            .replay_triangles = 1920,
            .replay_frames = 16,
            .repeats = 1,
            .size_repeats = 6};
}

double FamilyRow::break_even(int poses) const {
    const double saved = (refit_query_ms - rebuild_query_ms) / poses;
    // If queries on the rebuilt tree do not need fewer tests, a shorter time is only noise.
    if (!(saved > 0.0) || rebuild_tests >= refit_tests) return -1.0;
    return std::max(0.0, (rebuild_ms - refit_ms) / saved);
}

std::vector<HierarchyConfig> list_other_trees() {
    return {{"bvh2", "aabb", "binned-sah", 2},
            {"bvh8", "aabb", "binned-sah", 2},
            {"bvh8", "obb", "binned-sah", 2},
            {"box-tree", "aabb", "midpoint", 1}};
}

FamilyRow study_family(const DeformationStudyConfig& config, const Deformer& deformer, double times_usual,
                       const HierarchyConfig& hierarchy, Clock clock) {
    FamilyRow row;
    row.hierarchy = hierarchy;
    row.family = deformer.name;
    row.amplitude = std::min(times_usual * deformer.default_value, deformer.upper);
    row.times_usual = times_usual;
    Mesh knot = make_knot(config.triangles);
    if (deformer.tears) knot = split_corners(knot);
    DeformingMesh mesh(make_rest_mesh(std::move(knot)));
    AnyHierarchy refitted = *build_any_hierarchy(hierarchy, mesh.view());
    const double built_area = measure_sums(refitted).area;
    const Deformation motion{&deformer, row.amplitude, 2, kSeed};
    const Status status = deform(motion, 1, mesh); // half a period: the full amplitude
    BOXWOOD_ASSERT(bool(status));
    row.refit_ms = least_time(config.repeats, clock, [&] { require_ok(refitted.refit(mesh.view())); });
    AnyHierarchy rebuilt = refitted;
    row.rebuild_ms = least_time(config.repeats, clock, [&] { rebuild(rebuilt, {.mesh = mesh.view()}); });
    const Mesh ring = make_ring();
    const AnyHierarchy ring_tree = *build_any_hierarchy(hierarchy, ring.view());
    const QueryTotals with_refit = run_queries(mesh.view(), refitted, ring, ring_tree, config, clock);
    const QueryTotals with_rebuild = run_queries(mesh.view(), rebuilt, ring, ring_tree, config, clock);
    row.refit_query_ms = with_refit.ms;
    row.rebuild_query_ms = with_rebuild.ms;
    row.refit_tests = with_refit.tests;
    row.rebuild_tests = with_rebuild.tests;
    row.contacts = with_refit.pairs.size();
    row.is_same_answer = with_refit.pairs == with_rebuild.pairs;
    row.inflation = ratio_to(measure_sums(refitted).area, built_area);
    row.refit_overlap = refitted.measure().overlap_at_depth;
    row.rebuild_overlap = rebuilt.measure().overlap_at_depth;
    return row;
}

SizeRow study_size(const DeformationStudyConfig& config, std::uint32_t triangles, Clock clock) {
    DeformingMesh mesh(make_rest_mesh(order_by_leaves(make_knot(triangles)).mesh));
    AnyHierarchy tree = *build_any_hierarchy(kPaperTree, mesh.view());
    const Deformer& twist = *find_deformer("twist");
    const Status status = deform({&twist, 90.0, 2, kSeed}, 1, mesh);
    BOXWOOD_ASSERT(bool(status));
    SizeRow row;
    row.triangles = static_cast<std::uint32_t>(mesh.view().triangles.size());
    AnyHierarchy rebuilt = tree;
    for (int repeat = 0; repeat < config.size_repeats; ++repeat) {
        row.refit_ms.push_back(least_time(1, clock, [&] { require_ok(tree.refit(mesh.view())); }));
        row.rebuild_ms.push_back(least_time(1, clock, [&] { rebuild(rebuilt, {.mesh = mesh.view()}); }));
    }
    DeformationStudyConfig once = config;
    once.repeats = 1;
    const Mesh ring = make_ring();
    const AnyHierarchy ring_tree = *build_any_hierarchy(kPaperTree, ring.view());
    row.refit_tests = run_queries(mesh.view(), tree, ring, ring_tree, once, nullptr).tests;
    row.rebuild_tests = run_queries(mesh.view(), rebuilt, ring, ring_tree, once, nullptr).tests;
    return row;
}

Interval SizeRow::speed_up() const {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < refit_ms.size(); ++i)
        ratios.push_back(refit_ms[i] > 0.0 ? rebuild_ms[i] / refit_ms[i]
                                           : std::numeric_limits<double>::quiet_NaN());
    return median_interval(ratios);
}

Replay replay_policies(const DeformationStudyConfig& config, const Deformer& deformer, Clock clock) {
    DeformingPairConfig pair_config;
    pair_config.motion = {&deformer, deformer.default_value, config.replay_frames, kSeed};
    pair_config.mesh = make_knot(config.replay_triangles);
    pair_config.obstacle = make_ring();
    pair_config.world_from_obstacle = make_poses(1)[0];
    for (const PolicyEntry& entry : all_policies())
        pair_config.policies.push_back(default_policy(entry.name));
    Result<DeformingPair> pair = DeformingPair::make(std::move(pair_config));
    BOXWOOD_ASSERT(bool(pair));
    Replay replay;
    replay.family = deformer.name;
    for (int frame = 0; frame < config.replay_frames; ++frame) {
        const Status status = pair->run_frame(clock);
        BOXWOOD_ASSERT(bool(status));
        replay.is_same_answer = replay.is_same_answer && pair->policies_agree();
    }
    for (const PolicyRun& run : pair->runs())
        replay.policies.push_back(sum_frames(run.config(), run.frames()));
    replay.sentence = describe_policies(pair->runs());
    return replay;
}

} // namespace boxwood
