#include "collision/hierarchy/build/build_items.hpp"

#include <algorithm>

namespace boxwood {

void require_build_input(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size) {
    BOXWOOD_REQUIRE(leaf_size >= 1 && leaf_size <= kMaxLeafSize);
    BOXWOOD_REQUIRE(!primitive_boxes.empty());
    bool has_bad_box = false;
    for (const Aabb& box : primitive_boxes) has_bad_box |= box.is_empty();
    BOXWOOD_REQUIRE(!has_bad_box);
}

Split split_at_median(const ItemRange& range, int axis) {
    const std::size_t left = range.items.size() / 2;
    const auto is_before = [axis](const BuildItem& x, const BuildItem& y) {
        const float middle_x = x.twice_center(axis), middle_y = y.twice_center(axis);
        return middle_x != middle_y ? middle_x < middle_y : x.primitive < y.primitive;
    };
    std::nth_element(range.items.begin(), range.items.begin() + static_cast<std::ptrdiff_t>(left),
                     range.items.end(), is_before);
    return {left, false};
}

void close_gaps(Bvh2<Aabb>::Nodes& io_nodes) {
    std::vector<bool> is_used(io_nodes.size(), false);
    std::vector<std::uint32_t> new_index(io_nodes.size(), 0);
    is_used[0] = true;
    std::uint32_t used = 0;
    for (std::uint32_t i = 0; i < io_nodes.size(); ++i) {
        if (!is_used[i]) continue;
        new_index[i] = used++;
        if (io_nodes[i].is_leaf()) continue;
        is_used[io_nodes[i].first] = true;
        is_used[io_nodes[i].first + 1] = true;
    }
    for (std::uint32_t i = 0; i < io_nodes.size(); ++i) {
        if (!is_used[i]) continue;
        auto node = io_nodes[i];
        if (!node.is_leaf()) node.first = new_index[node.first];
        io_nodes[new_index[i]] = node;
    }
    io_nodes.resize(used);
    io_nodes.shrink_to_fit();
}

} // namespace boxwood
