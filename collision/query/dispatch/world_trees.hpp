// What: a hierarchy whose boxes are those of the world vertices (pose * p in double), made for one query, and the rule for
//     when a query needs it: where rounding moves world vertices so far that boxes in the frames of the meshes say little.
// Frame: the world; its axes, or those of WorldAxes.
// Invariants: a node's box is the smallest that contains its world vertices: exactly, or along other axes but for
//     `rounding`. Node 0 is the root; children are adjacent and follow their parent. Of triangles with the same three world
//     vertices only the first by number is kept if asked for: where many vertices fall on one point, the others repeat its distances.
// Degenerate input: any finite pose. Nodes may be left without triangles: their box is empty, and nothing overlaps it.
// Cost: every triangle and node of the hierarchy once: 50 ns per triangle, 0.2 us without repeated triangles.
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
    std::uint32_t first = 0; // child, or primitive
    std::uint32_t count = 0; // of primitives
    std::uint32_t name = 0;  // of the hierarchy's node
    bool is_leaf = false;
};

// Three directions at right angles in the place of the world's axes, for points seen from `center`.
struct WorldAxes {
    glm::dmat3 from_world{1.0}; // the directions are its rows
    glm::dvec3 center{0.0};
};

struct WorldTree {
    std::vector<WorldNode> nodes;
    double rounding = 0.0; // the most that a side of a box errs by
    std::vector<std::uint32_t> primitives;
    std::vector<std::uint8_t> is_repeated; // per triangle of the mesh; empty: all are kept

    std::span<const std::uint32_t> primitives_of(const WorldNode& leaf) const {
        return std::span(primitives).subspan(leaf.first, leaf.count);
    }
    // Sets is_repeated.
    void find_repeated(const MeshView& mesh, const Pose& world_from_mesh);
    // From the leaves up, once nodes and primitives are there.
    void fit(const MeshView& mesh, const Pose& world_from_mesh, const WorldAxes* axes);

    std::vector<Triangle64> triangles;   // scratch of find_repeated
    std::vector<std::uint32_t> by_place; // likewise
};

// Two nodes of world trees to be visited.
struct WorldPair {
    std::uint32_t a = 0, b = 0, depth = 0;
    double squared_bound = 0.0;
};

// What a query on world trees works in.
template <class Cursor>
struct WorldScratch {
    WorldTree a, b;
    std::vector<Cursor> cursors;
    std::vector<WorldPair> stack;
};

// axes: null, or others than the world's.
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
    for (std::size_t i = 0; i < out.nodes.size(); ++i) { // cursor i is at node i
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

// The largest error bound of a relation along an axis of A.
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

// The square of a mesh's size in the world: of the longest side of its root, scaled by the root mean square of the scales.
inline double squared_world_size(const Pose& world_from_mesh, float longest_side) {
    const glm::dmat3& m = world_from_mesh.linear;
    const double squared_scales = glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) + glm::dot(m[2], m[2]);
    return squared_scales / 3.0 * static_cast<double>(longest_side) * static_cast<double>(longest_side);
}

// True where the rounding of pose * p exceeds about 1/500 of the larger mesh. Up to there boxes in the frames of the meshes
// prune well enough, and need no pass over all triangles.
inline bool is_rounding_coarse(const Pose& world_from_a, float longest_side_a, const Pose& world_from_b,
                               float longest_side_b) {
    constexpr double kSizes = 0x1p37; // at this one, error bound is 2^-15 of the size or more
    const glm::dvec3 farthest = glm::max(abs_of(world_from_a.origin), abs_of(world_from_b.origin));
    const double largest = largest_of(farthest);
    return largest * largest > kSizes * kSizes *
                                   std::max(squared_world_size(world_from_a, longest_side_a),
                                            squared_world_size(world_from_b, longest_side_b));
}

// True of a box so far from the origin of its frame that tests in float lose a thirtieth of its size.
inline bool is_too_far_for_float(const Aabb& box) {
    constexpr double kSizes = 0x1p13;
    return largest_of(farthest_corner(box)) > kSizes * static_cast<double>(box.longest_side());
}

} // namespace boxwood
