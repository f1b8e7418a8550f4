// What: a binary hierarchy of OBBs with a second view for distance queries: nodes with up to eight children. A query
//     computes the distance lower bounds of all boxes of a node at once.
// Frame: the mesh's own.
// Invariants: wide[0] has one lane, the root. The other wide nodes have 2 to 8 lanes, which cover the subtree of the
//     lane above. A lane stores the index of its node in the binary hierarchy, and the box of this node in floats
//     relative to gap_root.origin. The wide nodes of a node's inner lanes are adjacent, in lane order, at higher
//     indices than the node. Contacts, node indices and quality refer to the binary hierarchy.
// Degenerate input: a mesh of one triangle gives a root that is a leaf.
// Cost: 544 bytes per wide node and 48 per binary node: 116 bytes per triangle if leaves have two triangles, 198 if
//     they have one. Compared with the binary hierarchy, builds and refits take 10 % longer, and queries for all
//     contacts 5 % longer.
// Source: [Wald 2008] (nodes of several children); [Gottschalk 1996] (oriented boxes); the distance search is in
//     wide_distance.hpp.
// Oracle: find_defect; the distances of the binary hierarchy.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"
#include "collision/hierarchy/hierarchy_quality.hpp"
#include "collision/hierarchy/validation_error.hpp"
#include "collision/volumes/simd/obb_gap.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace boxwood {

struct alignas(32) WideObbNode {
    static constexpr std::uint32_t kLanes = WideObbs::kLanes;

    WideObbs boxes;
    std::array<std::uint32_t, kLanes> nodes{}; // indices in the binary hierarchy
    std::uint32_t first_child = 0;
    std::uint8_t lane_count = 0, leaves = 0; // leaves: bit k is set if lane k is a leaf

    std::uint32_t lanes() const { return (1u << lane_count) - 1u; }
    bool is_leaf(std::uint32_t lane) const { return (leaves >> lane & 1u) != 0; }
    std::uint32_t child(std::uint32_t lane) const; // requires an inner lane
};

struct ObbBvh8 {
    static constexpr std::string_view kKind = "bvh8";
    using VolumeType = Obb;
    using Cursor = Bvh2<Obb>::Cursor;

    Bvh2<Obb> binary;
    std::vector<WideObbNode> wide;
    ObbGap::Root gap_root;

    // Requires a sound hierarchy.
    explicit ObbBvh8(Bvh2<Obb> hierarchy);

    // Updates the boxes of all lanes after the boxes of the binary hierarchy have changed.
    void copy_boxes();
    void copy_boxes(Executor& executor);

    Cursor root() const { return binary.root(); }
    bool is_leaf(Cursor node) const { return binary.is_leaf(node); }
    Cursor child(Cursor node, unsigned which) const { return binary.child(node, which); }
    const Obb& volume(Cursor node) const { return binary.volume(node); }
    std::span<const std::uint32_t> primitives_of(Cursor leaf) const { return binary.primitives_of(leaf); }
    std::uint32_t node_index(Cursor node) const { return binary.node_index(node); }
    std::size_t size_in_bytes() const { return binary.size_in_bytes() + wide.size() * sizeof(WideObbNode); }
};
static_assert(Hierarchy<ObbBvh8>);

inline std::size_t node_count_of(const ObbBvh8& tree) {
    return node_count_of(tree.binary);
}
inline std::size_t primitive_count_of(const ObbBvh8& tree) {
    return primitive_count_of(tree.binary);
}
template <class Visit>
void visit_nodes(const ObbBvh8& tree, Visit&& visit) {
    visit_nodes(tree.binary, visit);
}

// Measures the binary hierarchy, except that the byte count includes both views.
HierarchyQuality measure_quality(const ObbBvh8& tree);

// Refits every box to the current mesh. The topology is unchanged.
void refit(ObbBvh8& io_tree, const MeshView& mesh);
void refit(ObbBvh8& io_tree, const MeshView& mesh, Executor& executor);

// Returns the first defect, or none if the hierarchy is sound for this mesh. Assumes nothing about the data.
std::optional<ValidationError> find_defect(const ObbBvh8& tree, const MeshView& mesh);

} // namespace boxwood
