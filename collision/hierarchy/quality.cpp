#include "collision/hierarchy/quality.hpp"

#include <algorithm>

namespace boxwood {
namespace {

// Appends zeros to the list if the index is beyond its end.
template <class Number>
Number& element_at(std::vector<Number>& list, std::size_t index) {
    if (list.size() <= index) list.resize(index + 1);
    return list[index];
}

double ratio(double part, double total) {
    return total > 0.0 ? part / total : 0.0;
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

HierarchyQuality measure_quality(std::span<const NodeMeasures> nodes, std::size_t primitives,
                                 std::size_t bytes) {
    HierarchyQuality quality;
    quality.nodes = nodes.size();
    quality.primitives = primitives;
    quality.bytes_per_primitive = ratio(static_cast<double>(bytes), static_cast<double>(primitives));

    double area = 0.0, volume = 0.0;
    OverlapSum total;
    std::vector<OverlapSum> at_depth;
    for (const NodeMeasures& node : nodes) {
        quality.max_depth = std::max(quality.max_depth, node.depth);
        volume += static_cast<double>(node.volume);
        area += static_cast<double>(node.half_area) * static_cast<double>(node.count > 0 ? node.count : 1u);
        if (node.count > 0) {
            ++quality.leaves;
            ++element_at(quality.leaves_at_depth, node.depth);
            ++element_at(quality.leaves_of_size, node.count);
            continue;
        }
        const double common = common_volume(nodes[node.first_child].box, nodes[node.first_child + 1].box);
        const auto parent = static_cast<double>(node.box.volume());
        total.common += common;
        total.parents += parent;
        element_at(at_depth, node.depth).common += common;
        element_at(at_depth, node.depth).parents += parent;
    }
    quality.surface_area_cost = ratio(area, static_cast<double>(nodes[0].half_area));
    quality.volume_sum = ratio(volume, static_cast<double>(nodes[0].volume));
    quality.sibling_overlap = ratio(total.common, total.parents);
    for (const OverlapSum& sum : at_depth) quality.overlap_at_depth.push_back(ratio(sum.common, sum.parents));
    measure_leaf_depths(quality);
    return quality;
}

} // namespace boxwood
