// What: fits the nodes of box trees in two passes. The bottom-up pass computes the tight box of each node. The top-down
//     pass selects the side that moves.
// Invariants: on every instruction set, the boxes equal the results of Aabb::fit and merge, and the moves equal the
//     results of set_best_move.
// Cost: with AVX2, 12 ns per node, or 20 ns if the data is not cached. Takes 32 bytes of temporary memory per node.
// Oracle: set_best_move (tests/collision/hierarchy/box_tree_fit_test.cpp).
#pragma once

#include "collision/core/executor.hpp"
#include "collision/core/memory/large_pages.hpp"
#include "collision/hierarchy/box_tree/box_tree.hpp"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace boxwood {

// A box with negated upper sides. If the box shrinks, no side decreases, so the same code handles lower and upper
// sides. While the node is deferred because it depends on nodes of other tasks, sides[3] is negative.
struct alignas(32) BoxRow {
    std::array<float, 8> sides;

    static BoxRow make(const Aabb& box) {
        const glm::vec3 &l = box.lower, &u = box.upper;
        return {{l.x, l.y, l.z, 0.0f, -u.x, -u.y, -u.z, 0.0f}};
    }
    Aabb box() const { return {{sides[0], sides[1], sides[2]}, {-sides[4], -sides[5], -sides[6]}}; }
    bool is_deferred() const { return sides[3] < 0.0f; }
};
using BoxRows = LargeArray<BoxRow>; // one per node

// The input of a fit: the content (last move) of each node, and the primitives of large leaves.
struct BoxTreeLeaves {
    std::span<const BoxTreeNode> nodes;
    std::span<const std::uint32_t> primitives;
};

struct BoxTreeFitKernel {
    std::string_view name;
    // Computes the tight boxes of nodes [begin, end). Appends the nodes that depend on a node at or beyond `end` to
    // io_deferred, last first, and marks them as deferred.
    void (*fit)(const BoxTreeLeaves& tree, const MeshView& mesh, std::uint32_t begin, std::uint32_t end,
                std::span<BoxRow> io_rows, std::vector<std::uint32_t>& io_deferred) = nullptr;
    // Sets the moves of the children of each node in [begin, end) that is not deferred. On entry, the rows of the nodes
    // are the boxes that cursors derive, and the rows of the children are tight boxes. On return, the rows of the
    // children are also the boxes that cursors derive.
    void (*set_moves)(std::span<BoxTreeNode> io_nodes, std::uint32_t begin, std::uint32_t end,
                      std::span<BoxRow> io_rows) = nullptr;
    // As set_best_move: moves the side that cuts off the largest fraction of the box, and returns this fraction.
    float (*move)(BoxRow& io_box, const BoxRow& tight, BoxTreeNode& io_node) = nullptr;
};

// The kernels that this machine supports, fastest first; the last one is plain C++.
std::span<const BoxTreeFitKernel> list_box_tree_fit_kernels();

// Returns the tight box of each node.
BoxRows fit_rows(const BoxTreeLeaves& tree, const MeshView& mesh);

} // namespace boxwood
