#include "engine/deform/tree_sums.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"

#include <limits>
#include <type_traits>

namespace boxwood {
namespace {

float overlap_volume(const Aabb& a, const Aabb& b) {
    const Aabb common{glm::max(a.lower, b.lower), glm::min(a.upper, b.upper)};
    return common.is_empty() ? 0.0f : common.volume();
}

double normalized(double sum, float of_root) {
    return of_root > 0.0f ? sum / static_cast<double>(of_root) : 0.0;
}

// The box of the mesh, by which all sums are divided. A root volume other than a box is not a suitable divisor: a refit
// can merge it from loose volumes, so that it grows. The ratios of a degrading tree would then decrease.
template <Volume V>
Aabb box_of_mesh(const Bvh2<V>& tree) {
    if constexpr (std::is_same_v<V, Aabb>) {
        return tree.nodes[0].volume;
    } else {
        Aabb box;
        for (const auto& node : tree.nodes)
            if (node.is_leaf()) box = merge(box, node.volume.bounds());
        return box;
    }
}

template <Volume V>
double sum_areas(const Bvh2<V>& tree) {
    double sum = 0.0;
    for (const auto& node : tree.nodes) sum += static_cast<double>(node.volume.half_area());
    return normalized(sum, box_of_mesh(tree).half_area());
}

template <Volume V>
double sum_volumes(const Bvh2<V>& tree) {
    double sum = 0.0;
    for (const auto& node : tree.nodes) sum += static_cast<double>(node.volume.volume());
    return normalized(sum, box_of_mesh(tree).volume());
}

template <Volume V>
double sum_overlaps(const Bvh2<V>& tree) {
    double sum = 0.0;
    for (const auto& node : tree.nodes) {
        if (node.is_leaf()) continue;
        const auto* child = &tree.nodes[node.first];
        sum += static_cast<double>(overlap_volume(child[0].volume.bounds(), child[1].volume.bounds()));
    }
    return normalized(sum, box_of_mesh(tree).volume());
}

template <Volume V>
TreeSums sum_nodes(const Bvh2<V>& tree) {
    return {sum_areas(tree), sum_volumes(tree), sum_overlaps(tree)};
}

template <Volume V>
double sum_one(const Bvh2<V>& tree, double TreeSums::*which) {
    if (which == &TreeSums::area) return sum_areas(tree);
    return which == &TreeSums::volume ? sum_volumes(tree) : sum_overlaps(tree);
}

template <class H>
TreeSums sum_nodes(const H& tree) {
    const HierarchyQuality quality = measure_quality(tree);
    return {quality.surface_area_cost, quality.volume_sum, quality.sibling_overlap};
}

template <class H>
double sum_one(const H& tree, double TreeSums::*which) {
    return sum_nodes(tree).*which;
}

} // namespace

double measure_sum(const AnyHierarchy& tree, double TreeSums::*which) {
    return std::visit([&](const auto& t) { return sum_one(t, which); }, tree.tree());
}

TreeSums measure_sums(const AnyHierarchy& tree) {
    return std::visit([](const auto& t) { return sum_nodes(t); }, tree.tree());
}

double ratio_to(double now, double before) {
    if (before > 0.0) return now / before;
    return now > 0.0 ? std::numeric_limits<double>::infinity() : 1.0;
}

} // namespace boxwood
