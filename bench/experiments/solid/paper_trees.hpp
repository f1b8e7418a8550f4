// What: the AABB tree and the OBB tree of the AABB-tree paper. Both use the same scalar type, traversal, vectors and
//     matrices, without vector instructions. For each pair of nodes, an OBB tree computes the map between the two
//     boxes and its absolute values; an AABB tree only maps the center of b's box to a's frame. The rest is the same.
// Frame: an AABB is in the frame of its mesh. An OBB is in the frame of its parent's box, and the root is in the frame
//     of the mesh. A query computes the map from tree b to tree a once. AABB trees use this map and its absolute values
//     for all pairs of nodes. OBB trees compose the map of a new pair from its parent's map at each descent.
// Invariants: tests are conservative. Half extents are enlarged by kSlack times the tree's size, which covers the
//     rounding of the maps along a path. Operations are counted by running the same code.
// Source: [van den Bergen 1997] sections 2, 3 and 5; [Gottschalk 1996] for the composition along a path.
// Oracle: tests/bench/experiments/paper_trees_test.cpp compares with the library's exact queries and with known
//     operation counts.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace boxwood {

enum class PaperScalar : std::uint8_t { float32, float64 };
enum class PaperVolume : std::uint8_t { obb, aabb };
enum class PaperTest : std::uint8_t { full, lite };

// The pairs of triangles that one or more queries tested, in order, and whether each pair intersects.
struct PaperLog {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    std::vector<bool> verdicts;
};

struct PaperQuery {
    bool intersects = false;
    std::uint64_t box_tests = 0, triangle_tests = 0;
};

// Returns whether two triangles intersect. Calls are in the order of the traversal.
using PaperTriangleTest = bool (*)(void* context, std::uint32_t triangle_a, std::uint32_t triangle_b);

// A tree with one triangle per leaf. The class is abstract, because only paper_trees.cpp is compiled without vector
// instructions.
class PaperTree {
  public:
    virtual ~PaperTree() = default;

    // Stops at the first contact. Opens the node with the larger volume. Requires trees of the same type and rigid
    // poses.
    virtual PaperQuery query(const PaperTree& other, const Pose& world_from_this,
                             const Pose& world_from_other, PaperTest test, PaperTriangleTest triangle_test,
                             void* context) const = 0;
};

std::unique_ptr<PaperTree> make_paper_tree(const Bvh2<Aabb>& tree, PaperScalar scalar);
std::unique_ptr<PaperTree> make_paper_tree(const Bvh2<Obb>& tree, PaperScalar scalar);

// The operations for one pair of overlapping nodes: the test, of all its axes, and for OBBs also the map between the
// boxes. `flops` counts additions, multiplications, divisions and comparisons, but not absolute values.
struct PaperOperations {
    std::uint64_t flops = 0, absolutes = 0;
};
PaperOperations count_paper_operations(PaperVolume volume, PaperTest test);

} // namespace boxwood
