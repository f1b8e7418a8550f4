#include "collision/hierarchy/quality.hpp"

#include <algorithm>

namespace boxwood {
namespace {

template <class Number>
Number& at_grown(std::vector<Number>& list, std::size_t index) {
    if (list.size() <= index) list.resize(index + 1);
    return list[index];
}

double ratio(double part, double whole) {
    return whole > 0.0 ? part / whole : 0.0;
}

struct OverlapSum {
    double common = 0.0, parents = 0.0;
};

double common_volume(const Aabb& a, const Aabb& b) {
    return static_cast<double>(Aabb{glm::max(a.lower, b.lower), glm::min(a.upper, b.upper)}.volume());
}

void measure_leaf_depths(HierarchyQuality& io_quality) {
    double sum = 0.0, sum_of_squares = 0.0;
    for (std::size_t depth = 0; depth < io_quality.leaves_at_depth.size(); ++depth) {
        const auto d = static_cast<double>(depth),
                   count = static_cast<double>(io_quality.leaves_at_depth[depth]);
        sum += d * count;
        sum_of_squares += d * d * count;
    }
    const auto leaves = static_cast<double>(io_quality.leaves);
    io_quality.mean_leaf_depth = sum / leaves;
    io_quality.leaf_depth_variance =
        std::max(0.0, sum_of_squares / leaves - io_quality.mean_leaf_depth * io_quality.mean_leaf_depth);
}

} // namespace

HierarchyQuality measure_quality(const Bvh<Aabb>& tree) {
    HierarchyQuality quality;
    quality.nodes = tree.nodes.size();
    quality.primitives = tree.primitive_count;
    quality.bytes_per_primitive =
        ratio(static_cast<double>(tree.size_in_bytes()), static_cast<double>(quality.primitives));

    const std::vector<std::uint32_t> depths = compute_depths(tree);
    double area = 0.0, volume = 0.0;
    OverlapSum total;
    std::vector<OverlapSum> at_depth;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const auto& node = tree.nodes[i];
        quality.max_depth = std::max(quality.max_depth, depths[i]);
        volume += static_cast<double>(node.volume.volume());
        area += static_cast<double>(node.volume.half_area()) *
                static_cast<double>(node.is_leaf() ? node.count : 1u);
        if (node.is_leaf()) {
            ++quality.leaves;
            ++at_grown(quality.leaves_at_depth, depths[i]);
            ++at_grown(quality.leaves_of_size, node.count);
            continue;
        }
        const double common = common_volume(tree.nodes[node.first].volume, tree.nodes[node.first + 1].volume);
        const auto parent = static_cast<double>(node.volume.volume());
        total.common += common;
        total.parents += parent;
        at_grown(at_depth, depths[i]).common += common;
        at_grown(at_depth, depths[i]).parents += parent;
    }
    const Aabb& root = tree.nodes[0].volume;
    quality.surface_area_cost = ratio(area, static_cast<double>(root.half_area()));
    quality.volume_sum = ratio(volume, static_cast<double>(root.volume()));
    quality.sibling_overlap = ratio(total.common, total.parents);
    for (const OverlapSum& sum : at_depth) quality.overlap_at_depth.push_back(ratio(sum.common, sum.parents));
    measure_leaf_depths(quality);
    return quality;
}

} // namespace boxwood
