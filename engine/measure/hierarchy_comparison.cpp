#include "engine/measure/hierarchy_comparison.hpp"

#include "collision/hierarchy/all_kinds.hpp"
#include "collision/hierarchy/build/all_builders.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

namespace boxwood {
namespace {

// A kind with its own construction, which ignores the builder, declares kOwnConstruction.
template <class Kind>
constexpr bool has_own_construction() {
    if constexpr (requires { Kind::kOwnConstruction; }) return Kind::kOwnConstruction;
    return false;
}

template <class Kind, class V>
void add_configs(std::vector<HierarchyConfig>& io_configs) {
    if constexpr (Kind::template kTakes<V>)
        for (const Builder& builder : kAllBuilders) {
            io_configs.push_back(
                {std::string(Kind::kName), std::string(V::kName), std::string(builder.name), 1});
            if (has_own_construction<Kind>()) return;
        }
}
template <class Kind, class... V>
void add_configs_of_kind(std::vector<HierarchyConfig>& io_configs, const std::tuple<V...>*) {
    (add_configs<Kind, V>(io_configs), ...);
}
template <class... Kind>
void add_configs_of_kinds(std::vector<HierarchyConfig>& io_configs, const std::tuple<Kind...>*) {
    (add_configs_of_kind<Kind>(io_configs, static_cast<const AllVolumes*>(nullptr)), ...);
}

std::uint64_t hash_number(std::uint64_t hash, std::uint64_t number) {
    return hash_bytes(hash, &number, sizeof number);
}

bool has_tolerance(const QueryRequest& request) {
    return request.mode == QueryMode::distance && request.tolerance > 0.0;
}

// Hashes the parts of an answer that must not depend on the hierarchy. Left out are the pairs in mode `any`, which can
// return any intersecting pair, and distances with a tolerance or in mode `within`, whose values can differ.
std::uint64_t hash_answer(std::uint64_t hash, const QueryResult& result, const QueryRequest& request) {
    hash = hash_number(hash, result.intersects ? 1 : 0);
    if (request.mode == QueryMode::within)
        return hash_number(hash, result.distance <= request.max_distance ? 1 : 0);
    if (request.mode == QueryMode::any || has_tolerance(request)) return hash;
    if (request.mode == QueryMode::distance)
        return hash_number(hash, std::bit_cast<std::uint64_t>(result.distance));
    for (const PrimitivePair& pair : result.pairs)
        hash = hash_number(hash, (std::uint64_t{pair.a} << 32) | pair.b);
    return hash;
}

Aabb bounds_of(const MeshView& mesh) {
    return Aabb::fit(mesh.positions);
}

} // namespace

std::vector<HierarchyConfig> list_hierarchy_configs() {
    std::vector<HierarchyConfig> configs;
    add_configs_of_kinds(configs, static_cast<const AllKinds*>(nullptr));
    return configs;
}

std::string name_of(const HierarchyConfig& wanted) {
    const HierarchyConfig config = resolved(wanted);
    std::string name = config.kind + ' ' + config.volume + ' ' + config.builder;
    if (config.leaf_size > 1) name.append(" ").append(std::to_string(config.leaf_size));
    return name;
}

HierarchyComparison::HierarchyComparison(Comparison comparison, Clock clock)
    : comparison_(std::move(comparison))
    , clock_(clock)
    , meter_(clock, comparison_.repeats) {}

Status HierarchyComparison::advance() {
    ComparisonRow row{.config = comparison_.configs[rows_.size()]};
    const double start = now();
    const Result<AnyHierarchy> a = build_any_hierarchy(row.config, comparison_.a);
    if (!a) return a.error();
    const Result<AnyHierarchy> b = build_any_hierarchy(row.config, comparison_.b);
    if (!b) return b.error();
    row.build_ms = now() - start;

    const HierarchyQuality quality_a = a->measure(), quality_b = b->measure();
    const auto triangles_a = static_cast<double>(comparison_.a.triangles.size());
    const auto triangles_b = static_cast<double>(comparison_.b.triangles.size());
    row.bytes_per_triangle =
        (quality_a.bytes_per_primitive * triangles_a + quality_b.bytes_per_primitive * triangles_b) /
        (triangles_a + triangles_b);
    row.depth = std::max(quality_a.max_depth, quality_b.max_depth);
    run_queries(*a, *b, row);
    rows_.push_back(std::move(row));
    return ok();
}

void HierarchyComparison::run_queries(const AnyHierarchy& a, const AnyHierarchy& b, ComparisonRow& io_row) {
    constexpr std::uint64_t kSeed = 0xCBF29CE484222325ull; // offset basis of FNV-1a
    std::uint64_t hash = kSeed;
    QueryCounters& counters = io_row.counters;
    if (has_tolerance(comparison_.request) && rows_.empty()) find_min_distances(a, b);
    std::size_t pose = 0;
    bool are_within_tolerance = true;
    const auto add = [&](const QueryResult& result) {
        hash = hash_answer(hash, result, comparison_.request);
        are_within_tolerance = are_within_tolerance && is_within_tolerance(result.distance, pose++);
        io_row.hits += result.intersects;
        io_row.pairs += result.pairs.size();
        counters += result.counters;
    };
    io_row.costs =
        meter_.measure({comparison_.a, comparison_.b, a, b, comparison_.poses, comparison_.request}, add);
    io_row.separations = share_separations(counters.separations_by_axis, a.axis_names());
    if (!comparison_.poses.empty())
        io_row.query_us = io_row.costs.wall_us / static_cast<double>(comparison_.poses.size());
    if (rows_.empty()) expected_ = hash;
    io_row.is_same_answer = hash == expected_ && are_within_tolerance;
}

void HierarchyComparison::find_min_distances(const AnyHierarchy& a, const AnyHierarchy& b) {
    QueryRequest exact = comparison_.request;
    exact.tolerance = 0.0;
    QueryScratch scratch;
    QueryResult result;
    for (const auto& [pose_a, pose_b] : comparison_.poses) {
        require_ok(
            query_meshes({comparison_.a, &a, &pose_a}, {comparison_.b, &b, &pose_b}, exact, scratch, result));
        min_distances_.push_back(result.distance);
    }
}

bool HierarchyComparison::is_within_tolerance(double distance, std::size_t pose) const {
    constexpr double kRounding = 1e-12; // relative, of computations with squares and square roots
    if (!has_tolerance(comparison_.request)) return true;
    const double minimum = min_distances_[pose];
    return distance >= minimum &&
           distance <= (1.0 + comparison_.request.tolerance) * minimum * (1.0 + kRounding);
}

std::vector<std::pair<Pose, Pose>> tumble_poses(const MeshView& a, const MeshView& b, int count) {
    const Aabb box_a = bounds_of(a), box_b = bounds_of(b);
    const glm::dvec3 center_a(box_a.center()), center_b(box_b.center());
    const double reach =
        0.5 * static_cast<double>(std::max({box_a.half().x, box_a.half().y, box_a.half().z})) +
        0.5 * static_cast<double>(std::max({box_b.half().x, box_b.half().y, box_b.half().z}));
    std::vector<std::pair<Pose, Pose>> poses;
    for (int i = 0; i < count; ++i) {
        const bool is_first_turn = 2 * i < count;
        const double angle = 4.0 * glm::pi<double>() * i / count;
        const glm::dvec3 axis = is_first_turn ? glm::dvec3(0, 0, 1) : glm::dvec3(1, 0, 0);
        const Pose turn = make_pose({glm::angleAxis(angle, axis), glm::dvec3(0.0), glm::dvec3(1.0)});
        const glm::dvec3 center_b_in_a =
            center_a + 1.5 * reach * glm::normalize(glm::dvec3(0.8, 0.25, -0.55));
        const glm::dvec3 shift = center_b_in_a - turn * center_b;
        poses.emplace_back(Pose{}, make_pose({glm::angleAxis(angle, axis), shift, glm::dvec3(1.0)}));
    }
    return poses;
}

std::string comparison_csv(std::span<const ComparisonRow> rows) {
    std::string text =
        "kind,volume,builder,leaf_size,build_ms,query_us,bytes_per_triangle,depth,volume_tests,"
        "triangle_tests,exact_tests,pairs,hits,same_answer,volume_updates,volume_test_ns,triangle_test_ns,"
        "volume_update_ns,residual_us,disjoint,only_cross\n";
    for (const ComparisonRow& row : rows) {
        char line[480];
        std::snprintf(line, sizeof line, "%s,%s,%s,%u,%.4f,%.3f,%.2f,%u,%llu,%llu,%llu,%llu,%zu,%s,",
                      row.config.kind.c_str(), row.config.volume.c_str(), row.config.builder.c_str(),
                      row.config.leaf_size, row.build_ms, row.query_us, row.bytes_per_triangle, row.depth,
                      static_cast<unsigned long long>(row.counters.volume_tests),
                      static_cast<unsigned long long>(row.counters.primitive_tests),
                      static_cast<unsigned long long>(row.counters.exact_tests),
                      static_cast<unsigned long long>(row.pairs), row.hits,
                      row.is_same_answer ? "yes" : "no");
        text += line;
        std::snprintf(line, sizeof line, "%llu,%.2f,%.2f,%.2f,%.3f,%.4f,%.4f\n",
                      static_cast<unsigned long long>(row.costs.updates.count), row.costs.volumes.ns_each(),
                      row.costs.primitives.ns_each(), row.costs.updates.ns_each(), row.costs.residual_us(),
                      row.separations.disjoint_share(), row.separations.cross_share());
        text += line;
    }
    return text;
}

} // namespace boxwood
