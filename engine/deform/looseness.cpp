#include "engine/deform/looseness.hpp"

namespace boxwood {
namespace {

template <Volume V>
std::vector<float> sum_above(const Bvh<V>& tree) {
    std::vector<float> sums(tree.nodes.size(), 0.0f), of_triangle(tree.primitive_count, 0.0f);
    for (std::uint32_t i = 0; i < sums.size(); ++i) {
        const auto& node = tree.nodes[i];
        sums[i] += node.volume.half_area();
        if (node.is_leaf())
            for (const std::uint32_t triangle : tree.primitives_of(i)) of_triangle[triangle] = sums[i];
        else
            sums[node.first] = sums[node.first + 1] = sums[i];
    }
    return of_triangle;
}

template <class H>
std::vector<float> sum_above(const H&) {
    return {};
}

} // namespace

std::vector<float> areas_above(const AnyHierarchy& tree) {
    return std::visit([](const auto& t) { return sum_above(t); }, tree.tree());
}

} // namespace boxwood
