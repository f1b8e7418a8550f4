// What: the trees of the AABB-tree paper in one scalar type for both: the same traversal, the same vectors and
//       matrices, without vector instructions. The AABB tree's code is the OBB tree's without the matrix products of
//       each pair of nodes.
// Frame: an AABB is in the frame of its mesh; an OBB is in that of its parent's box, the root in that of the mesh. A
//     query brings tree b into the frame of tree a once; of AABB trees that map and its absolute values serve all pairs
//     of nodes, of OBB trees each descent composes the map of the new pair from its parent's.
// Invariants: a test is conservative: half extents are enlarged by kSlack of the tree's size, for the rounding of the
//     maps along a path. Operation counts are those of the code that runs.
// Source: [van den Bergen 1997] sections 2, 3 and 5; [Gottschalk 1996] for the composition along a path.
// Oracle: tests/bench/experiments/paper_trees_test.cpp: the library's exact queries, and counted operations.
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

// Pairs of triangles that a query tested, and what it found.
struct PaperLog {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    std::vector<bool> verdicts;
};

struct PaperQuery {
    bool intersects = false;
    std::uint64_t box_tests = 0, triangle_tests = 0;
};

// Decides about a pair of triangles; called in the order of the traversal.
using PaperTriangleTest = bool (*)(void* context, std::uint32_t triangle_a, std::uint32_t triangle_b);

// A tree of one triangle per leaf. Opaque, because only one file is compiled without vector instructions.
class PaperTree {
  public:
    virtual ~PaperTree() = default;

    // First contact; opens the node of larger volume. Both trees are of the same type.
    virtual PaperQuery query(const PaperTree& other, const Pose& world_from_this,
                             const Pose& world_from_other, PaperTest test, PaperTriangleTest triangle_test,
                             void* context) const = 0;
};

std::unique_ptr<PaperTree> make_paper_tree(const Bvh2<Aabb>& tree, PaperScalar scalar);
std::unique_ptr<PaperTree> make_paper_tree(const Bvh2<Obb>& tree, PaperScalar scalar);

// Operations (additions, multiplications, divisions, comparisons; no absolute values) of one test of a pair of nodes
// that overlap, for which all axes are tried; and absolute values.
struct PaperOperations {
    std::uint64_t flops = 0, absolutes = 0;
};
PaperOperations count_paper_operations(PaperVolume volume, PaperTest test);

} // namespace boxwood
