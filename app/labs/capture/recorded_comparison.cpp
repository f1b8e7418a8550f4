#include "app/labs/capture/recorded_comparison.hpp"

#include "collision/query/mesh_query.hpp"
#include "engine/explain/hierarchy/hierarchy_survey.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

OwnMesh own_mesh(const capture::MeshRecord& record) {
    OwnMesh mesh;
    for (std::uint32_t v = 0; v < record.vertex_count(); ++v)
        mesh.positions.emplace_back(judge::vertex_of(record, v));
    for (std::size_t i = 0; i + 2 < record.triangles.size(); i += 3)
        mesh.triangles.push_back({record.triangles[i], record.triangles[i + 1], record.triangles[i + 2]});
    return mesh;
}

TreeQuality quality_of(const AnyHierarchy& hierarchy) {
    const HierarchyQuality quality = survey_hierarchy(hierarchy).quality;
    TreeQuality out;
    out.nodes = quality.nodes;
    out.leaves = quality.leaves;
    out.area_cost = quality.surface_area_cost;
    out.overlap = 100.0 * quality.sibling_overlap;
    out.mean_leaf_depth = quality.mean_leaf_depth;
    out.deepest = quality.max_depth;
    const auto leaves = static_cast<double>(quality.leaves);
    out.mean_leaf_size = static_cast<double>(quality.primitives) / leaves;
    out.mean_children = quality.leaves > 1 ? 2.0 : 0.0;
    if (!quality.leaves_of_size.empty())
        out.largest_leaf = static_cast<std::uint32_t>(quality.leaves_of_size.size() - 1);
    return out;
}

TestCounts counts_of(const std::vector<Visit>& visits) {
    TestCounts counts;
    for (const Visit& visit : visits)
        ++(visit.kind == VisitKind::primitive_pair ? counts.triangles : counts.volumes);
    return counts;
}

// Explains why the recorded trees need more tests than Boxwood's trees or, if not `needs_more`, fewer. Names the metric
// that differs most in that direction.
std::string reason_for(const std::array<const TreeQuality*, 2>& recorded,
                       const std::array<TreeQuality, 2>& ours, bool needs_more) {
    constexpr double kNotable = 1.05;
    struct Reason {
        double ratio;
        std::string text;
    };
    const auto mean = [](double a, double b) { return 0.5 * (a + b); };
    const auto number = [](double value) { return ui::format_significant(value, 3); };
    const auto means_of = [&](double TreeQuality::*member) {
        return std::pair{mean(recorded[0]->*member, recorded[1]->*member),
                         mean(ours[0].*member, ours[1].*member)};
    };
    std::vector<Reason> reasons;
    const auto add = [&](double more, double less, std::string text) {
        if (!needs_more) std::swap(more, less);
        if (less > 0.0 && more / less > kNotable) reasons.push_back({more / less, std::move(text)});
    };
    const auto [area, our_area] = means_of(&TreeQuality::area_cost);
    add(area, our_area, "the surface area cost is " + number(area) + " against " + number(our_area));
    // Adds one percent to both overlaps, because small overlaps can differ by large factors without effect.
    const auto [overlap, our_overlap] = means_of(&TreeQuality::overlap);
    add(1.0 + overlap, 1.0 + our_overlap,
        "siblings share " + number(overlap) + " % of their parents' boxes, against " + number(our_overlap) +
            " %");
    // Fewer triangles per leaf mean more volume tests.
    const auto [leaf, our_leaf] = means_of(&TreeQuality::mean_leaf_size);
    add(our_leaf, leaf,
        "leaves contain " + number(leaf) + " triangles on average, against " + number(our_leaf));
    const auto strongest = std::ranges::max_element(reasons, {}, &Reason::ratio);
    return strongest == reasons.end() ? std::string() : ", because " + strongest->text;
}

std::string compare_text(const SeenCase& seen, const RecordedComparison& comparison) {
    if (!comparison.recorded_tests)
        return "The capture does not contain the visits of this query; record them to compare its tests.";
    const auto count = [](std::uint64_t n) { return ui::format_count(n); };
    const double recorded = static_cast<double>(comparison.recorded_tests->volumes),
                 ours = static_cast<double>(std::max<std::uint64_t>(comparison.our_tests.volumes, 1));
    const double ratio = recorded / ours;
    const std::string numbers = " (" + count(comparison.recorded_tests->volumes) + " against " +
                                count(comparison.our_tests.volumes) + ")";
    const std::string subject =
        seen.has_own_visits ? "Traversed by Boxwood, these trees need " : "These trees need ";
    std::string text;
    if (ratio > 0.95 && ratio < 1.05)
        text = subject + "as many volume tests as " + comparison.builder + numbers;
    else
        text = subject + ui::format_significant(ratio, 2) + " times the volume tests of " +
               comparison.builder + numbers +
               reason_for({&seen.objects[0].recorded->quality, &seen.objects[1].recorded->quality},
                          comparison.ours, ratio > 1.0);
    return text + ".";
}

} // namespace

Result<OwnMeshes> make_own_meshes(const SeenCase& seen) {
    OwnMeshes meshes;
    for (std::size_t side = 0; side < 2; ++side) {
        const SeenObject& object = seen.objects[side];
        if (const std::string defect = judge::mesh_defect(*object.mesh); !defect.empty())
            return Error{"The mesh of " + object.name + " cannot be used: " + defect + "."};
        if (object.mesh->triangles.empty()) return Error{"The mesh of " + object.name + " has no triangles."};
        meshes[side] = own_mesh(*object.mesh);
    }
    return meshes;
}

QueryRequest own_request(const capture::QueryRecord& query) {
    QueryRequest request;
    request.mode = query.mode == "distance" ? QueryMode::distance
                   : query.mode == "any"    ? QueryMode::any
                                            : QueryMode::all;
    return request;
}

RecordedComparison compare_with_ours(const SeenCase& seen) {
    RecordedComparison comparison;
    const HierarchyConfig config{.kind = "bvh2", .leaf_size = 2};
    comparison.builder = "binned SAH";
    const Result<OwnMeshes> own_meshes = make_own_meshes(seen);
    if (!own_meshes) {
        comparison.problem = own_meshes.error().message;
        return comparison;
    }
    const OwnMeshes& meshes = *own_meshes;
    std::vector<AnyHierarchy> trees;
    for (std::size_t side = 0; side < 2; ++side) {
        const SeenObject& object = seen.objects[side];
        if (object.recorded == nullptr || object.recorded->table.primitives.empty())
            comparison.problem = "The comparison needs both hierarchies, but the one of " + object.name +
                                 " is not recorded or cannot be traversed.";
        if (!comparison.problem.empty()) return comparison;
        Result<AnyHierarchy> tree = build_any_hierarchy(config, meshes[side].view());
        if (!tree) {
            comparison.problem = "Boxwood cannot build a hierarchy over the mesh of " + object.name + ": " +
                                 tree.error().message + ".";
            return comparison;
        }
        comparison.ours[side] = quality_of(*tree);
        trees.push_back(std::move(*tree));
    }
    const QueryRequest request = own_request(*seen.query);
    QueryScratch scratch;
    QueryResult result;
    const Pose &world_from_a = seen.objects[0].world_from_mesh,
               &world_from_b = seen.objects[1].world_from_mesh;
    if (Status status = query_meshes({meshes[0].view(), trees.data(), &world_from_a},
                                     {meshes[1].view(), &trees[1], &world_from_b}, request, scratch, result);
        !status) {
        comparison.problem = "Boxwood cannot run the query: " + status.error().message + ".";
        return comparison;
    }
    comparison.our_tests = {result.counters.volume_tests, result.counters.primitive_tests};
    if (!seen.visits.empty() && seen.dropped_visits == 0) comparison.recorded_tests = counts_of(seen.visits);
    comparison.sentence = compare_text(seen, comparison);
    return comparison;
}

} // namespace boxwood
