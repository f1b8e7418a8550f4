// What: fits the nodes of box trees: from the leaves up the tight box of each, from the root down which side moves.
// Invariants: on every kind of vectors the boxes of Aabb::fit and merge, and the moves of set_best_move.
// Cost: with AVX2 12 ns per node, from memory 20, and 32 bytes per node for the time of the call.
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

// A box, its upper sides with the sign changed: so a smaller box has no number below, and what holds of lower sides holds of
// upper ones. [3] is below 0 where the node waits for nodes of other parts.
struct alignas(32) BoxRow {
    std::array<float, 8> sides;

    static BoxRow make(const Aabb& box) {
        const glm::vec3 &l = box.lower, &u = box.upper;
        return {{l.x, l.y, l.z, 0.0f, -u.x, -u.y, -u.z, 0.0f}};
    }
    Aabb box() const { return {{sides[0], sides[1], sides[2]}, {-sides[4], -sides[5], -sides[6]}}; }
    bool waits() const { return sides[3] < 0.0f; }
};
using BoxRows = LargeArray<BoxRow>; // of each node

// What a fit reads of a tree: the last word of each node, and the primitives of large leaves.
struct BoxTreeLeaves {
    std::span<const BoxTreeNode> nodes;
    std::span<const std::uint32_t> primitives;
};

struct BoxTreeFitKernel {
    std::string_view name;
    // The tight boxes of nodes [begin, end). Those that need a node behind `end` are listed, last first, and wait.
    void (*fit)(const BoxTreeLeaves& tree, const MeshView& mesh, std::uint32_t begin, std::uint32_t end,
                std::span<BoxRow> io_rows, std::vector<std::uint32_t>& io_waiting) = nullptr;
    // The moves of the children of nodes [begin, end) that do not wait. Rows of the nodes are their boxes as cursors derive
    // them; those of the children are the tight ones, and become those that cursors derive.
    void (*set_moves)(std::span<BoxTreeNode> io_nodes, std::uint32_t begin, std::uint32_t end,
                      std::span<BoxRow> io_rows) = nullptr;
    // set_best_move: the side of the box that cuts most moves; returns which share that is.
    float (*move)(BoxRow& io_box, const BoxRow& tight, BoxTreeNode& io_node) = nullptr;
};

// Those that this machine can run, the fastest first; the last one is plain C++.
std::span<const BoxTreeFitKernel> list_box_tree_fit_kernels();

// The tight box of each node.
BoxRows fit_rows(const BoxTreeLeaves& tree, const MeshView& mesh);

} // namespace boxwood
