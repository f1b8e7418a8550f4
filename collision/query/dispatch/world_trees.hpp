// What: a hierarchy of boxes around the world vertices (pose * p in double) that is built for one query, and the
//     criterion for using it. A query uses such trees if the rounding of world vertices is so large that boxes in the
//     meshes' frames prune little.
// Frame: the world, with the world's axes or with WorldAxes.
// Invariants: a node's box is the smallest box around its world vertices. It is exact along the world's axes, and
//     accurate to `rounding` along other axes. Node 0 is the root; children are adjacent and follow their parent. On
//     request, only the first of several triangles with the same three world vertices is stored. The others have the
//     same distances, and there are many of them if many vertices round to one point.
// Degenerate input: any finite pose. If all triangles of a node are omitted because they are repeated, its box is empty
//     and overlaps nothing.
// Cost: one pass over all triangles and nodes of the hierarchy: 50 ns per triangle, 0.2 us if repeated triangles are
//     removed.
// Source: none.
// Oracle: tests/contracts/distance_sweep_test.cpp.
#pragma once

#include "collision/geometry/triangle.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood {

struct WorldBox {
    glm::dvec3 lower{std::numeric_limits<double>::infinity()},
        upper{-std::numeric_limits<double>::infinity()};

    void add(const glm::dvec3& p) {
        lower = glm::min(lower, p);
        upper = glm::max(upper, p);
    }
    void add(const WorldBox& other) {
        lower = glm::min(lower, other.lower);
        upper = glm::max(upper, other.upper);
    }
};

struct WorldNode {
    WorldBox box;
    std::uint32_t first = 0; // first child, or first primitive
    std::uint32_t count = 0; // number of primitives
    std::uint32_t name = 0;  // node_index() in the hierarchy
    bool is_leaf = false;
};

// Orthonormal axes that replace the world's axes; points are relative to `center`.
struct WorldAxes {
    glm::dmat3 from_world{1.0}; // the rows are the axes
    glm::dvec3 center{0.0};
};

struct WorldTree {
    std::vector<WorldNode> nodes;
    double rounding = 0.0; // maximum error of a side of a box
    std::vector<std::uint32_t> primitives;
    std::vector<std::uint8_t> is_repeated; // per triangle of the mesh; empty if all triangles are stored

    std::span<const std::uint32_t> primitives_of(const WorldNode& leaf) const {
        return std::span(primitives).subspan(leaf.first, leaf.count);
    }
    // Sets is_repeated.
    void find_repeated(const MeshView& mesh, const Pose& world_from_mesh);
    // Fits boxes bottom-up; requires nodes and primitives.
    void fit(const MeshView& mesh, const Pose& world_from_mesh, const WorldAxes* axes);

    // Scratch memory of find_repeated.
    std::vector<Triangle64> triangles;
    std::vector<std::uint32_t> sorted_by_position; // triangles sorted by their vertices
};

// A pair of nodes of two world trees, on the stack of a search.
struct WorldPair {
    std::uint32_t a = 0, b = 0, depth = 0;
    double squared_bound = 0.0;
};

// Working memory of a query on world trees.
template <class Cursor>
struct WorldScratch {
    WorldTree a, b;
    std::vector<Cursor> cursors;
    std::vector<WorldPair> stack;
};

// Builds the tree; `axes` is null for the axes of the world.
template <Hierarchy H>
void make_world_tree(const H& tree, const MeshView& mesh, const Pose& world_from_mesh, bool keeps_repeated,
                     const WorldAxes* axes, std::vector<typename H::Cursor>& io_cursors, WorldTree& out) {
    out.is_repeated.clear();
    if (!keeps_repeated) out.find_repeated(mesh, world_from_mesh);
    out.nodes.clear();
    out.primitives.clear();
    io_cursors.clear();
    io_cursors.push_back(tree.root());
    out.nodes.emplace_back();
    for (std::size_t i = 0; i < out.nodes.size(); ++i) { // io_cursors[i] points to node i
        const typename H::Cursor at = io_cursors[i];
        WorldNode node;
        node.name = tree.node_index(at);
        node.is_leaf = tree.is_leaf(at);
        if (node.is_leaf) {
            node.first = static_cast<std::uint32_t>(out.primitives.size());
            for (const std::uint32_t primitive : tree.primitives_of(at))
                if (out.is_repeated.empty() || out.is_repeated[primitive] == 0)
                    out.primitives.push_back(primitive);
            node.count = static_cast<std::uint32_t>(out.primitives.size()) - node.first;
        } else {
            node.first = static_cast<std::uint32_t>(out.nodes.size());
            for (unsigned which = 0; which < 2; ++which) {
                io_cursors.push_back(tree.child(at, which));
                out.nodes.emplace_back();
            }
        }
        out.nodes[i] = node;
    }
    out.fit(mesh, world_from_mesh, axes);
}

// The largest error bound of a pair transform along an axis of A.
inline double error_bound_of(const BoxRelation& relation) {
    std::array<float, 4> error_bound;
    store4(relation.error_bound_a, error_bound.data());
    return 0.5 * static_cast<double>(std::max(
                     error_bound[0], std::max(error_bound[1], error_bound[2]))); // lengths are doubled
}
inline double error_bound_of(const AffineRelation& relation) {
    return relation.error_bound;
}
template <int K>
double error_bound_of(const KdopRelation<K>& relation) {
    const auto& along = relation.b_along_a;
    return static_cast<double>(
        std::max(along[0].error_bound, std::max(along[1].error_bound, along[2].error_bound)));
}

// The square of a mesh's size in the world: the longest side of its root, scaled by the root mean square of the scales.
inline double squared_world_size(const Pose& world_from_mesh, float longest_side) {
    const glm::dmat3& m = world_from_mesh.linear;
    const double squared_scales = glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) + glm::dot(m[2], m[2]);
    return squared_scales / 3.0 * static_cast<double>(longest_side) * static_cast<double>(longest_side);
}

// True if the rounding error of pose * p can exceed 2^-16 of the size of the larger mesh. If the error is smaller,
// boxes in the meshes' frames prune well enough, and a pass over all triangles does not pay off.
inline bool is_rounding_coarse(const Pose& world_from_a, float longest_side_a, const Pose& world_from_b,
                               float longest_side_b) {
    // Ratio of the farthest origin to the size. At this ratio, the error bound is at least 2^-15 of the size.
    constexpr double kSizes = 0x1p37;
    const glm::dvec3 farthest = glm::max(abs_of(world_from_a.origin), abs_of(world_from_b.origin));
    const double largest = largest_of(farthest);
    return largest * largest > kSizes * kSizes *
                                   std::max(squared_world_size(world_from_a, longest_side_a),
                                            squared_world_size(world_from_b, longest_side_b));
}

// True if a box is so far from the origin of its frame that the rounding error of tests in float is at least about 1/70
// of the size of the box.
inline bool is_too_far_for_float(const Aabb& box) {
    constexpr double kSizes = 0x1p13;
    return largest_of(farthest_corner(box)) > kSizes * static_cast<double>(box.longest_side());
}

} // namespace boxwood
