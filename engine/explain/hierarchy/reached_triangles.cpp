#include "engine/explain/hierarchy/reached_triangles.hpp"

namespace boxwood {

std::vector<std::uint8_t> find_reached(std::span<const Visit> visits, const NodeTable& table,
                                       std::size_t side) {
    std::vector<std::uint8_t> is_tested(table.nodes.size(), 0);
    std::vector<std::uint8_t> is_reached(table.places.size(), 0);
    for (const Visit& visit : visits) {
        const std::uint32_t id = side == 0 ? visit.a : visit.b;
        if (visit.kind == VisitKind::primitive_pair)
            is_reached[id] = 1; // a tested triangle is always reached
        else
            is_tested[id] = 1;
    }
    for (std::size_t triangle = 0; triangle < is_reached.size(); ++triangle) {
        const std::uint32_t leaf = table.leaves[triangle];
        if (leaf != NodeTable::kNone && is_tested[leaf]) is_reached[triangle] = 1;
    }
    return is_reached;
}

} // namespace boxwood
