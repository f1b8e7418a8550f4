#include "collision/geometry/polytope/support_graph.hpp"

#include <algorithm>

namespace boxwood {

std::vector<Polytope::VertexBlock> make_blocks(std::span<const glm::vec3> positions) {
    constexpr std::size_t kLanes = Polytope::VertexBlock::kLanes;
    const std::size_t count = positions.size(), size = (count + kLanes - 1) / kLanes;
    if (size > Polytope::kMaxBlocks) return {};
    std::vector<Polytope::VertexBlock> blocks(size);
    for (std::size_t i = 0; i < size * kLanes; ++i) {
        const glm::vec3& p = positions[std::min(i, count - 1)];
        Polytope::VertexBlock& block = blocks[i / kLanes];
        block.x[i % kLanes] = p.x;
        block.y[i % kLanes] = p.y;
        block.z[i % kLanes] = p.z;
    }
    return blocks;
}

} // namespace boxwood
