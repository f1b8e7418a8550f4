#include "engine/deform/tree_sums.hpp"

#include <limits>

namespace boxwood {
namespace {

float overlap_volume(const Aabb& a, const Aabb& b) {
    const Aabb both{glm::max(a.lower, b.lower), glm::min(a.upper, b.upper)};
    return both.is_empty() ? 0.0f : both.volume();
}

template <Volume V>
TreeSums sum_nodes(const Bvh<V>& tree) {
    TreeSums sums;
    for (const auto& node : tree.nodes) {
        sums.area += static_cast<double>(node.volume.half_area());
        sums.volume += static_cast<double>(node.volume.volume());
        if (node.is_leaf()) continue;
        const auto* child = &tree.nodes[node.first];
        sums.overlap +=
            static_cast<double>(overlap_volume(child[0].volume.bounds(), child[1].volume.bounds()));
    }
    const auto share = [](double sum, float of_root) {
        return of_root > 0.0f ? sum / static_cast<double>(of_root) : 0.0;
    };
    const V& root = tree.nodes[0].volume;
    return {share(sums.area, root.half_area()), share(sums.volume, root.volume()),
            share(sums.overlap, root.bounds().volume())};
}

template <class H>
TreeSums sum_nodes(const H& tree) {
    const HierarchyQuality quality = measure_quality(tree);
    return {quality.surface_area_cost, quality.volume_sum, quality.sibling_overlap};
}

} // namespace

TreeSums measure_sums(const AnyHierarchy& tree) {
    return std::visit([](const auto& t) { return sum_nodes(t); }, tree.tree());
}

double ratio_to(double now, double before) {
    if (before > 0.0) return now / before;
    return now > 0.0 ? std::numeric_limits<double>::infinity() : 1.0;
}

} // namespace boxwood
