// What: checks every invariant of a hierarchy and names the node and the defect. For tests, `boxwood inspect` and the
//     oracles of the labs.
// Invariants: a NaN, an inverted bound and a stale volume are called so. Stale: made for another number of primitives, or
//     most leaves do not contain their own triangles as these are now. Of a primitive that is in no leaf, the message names
//     the leaf whose volume was fitted to it.
// Cost: O(n * depth): each vertex is checked against every volume above it. Trusts nothing: no index is followed
//     before it was checked.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"
#include "collision/hierarchy/validation_error.hpp"
#include "collision/hierarchy/volume_numbers.hpp"

#include <array>
#include <optional>
#include <string>

namespace boxwood {

// The arrays of a hierarchy without its volumes.
struct NodeLinks {
    std::uint32_t first = 0, count = 0;
};
// A place in the array that no node has taken.
inline constexpr NodeLinks kNoNode{0, ~std::uint32_t{0}};
inline bool is_no_node(const NodeLinks& links) {
    return links.count == kNoNode.count;
}

// Order, adjacency and reach of the nodes; leaf ranges; each primitive once. None: sound.
std::optional<ValidationError> find_link_defect(std::span<const NodeLinks> nodes,
                                                std::span<const std::uint32_t> primitives,
                                                std::size_t primitive_count);

ValidationError make_defect(std::uint32_t node, const std::string& what);

// The hierarchy was made for another mesh, or for this one before triangles came or went. None: the counts agree.
std::optional<ValidationError> find_count_defect(std::size_t held, std::size_t in_mesh);

// How each leaf was found to hold its own triangles.
struct LeafTally {
    std::size_t leaves = 0, failing = 0;
    std::uint32_t first_failing = 0; // node
    void add(std::uint32_t node, bool is_sound);
    // Most leaves fail: then no single volume is wrong, but the mesh has moved since the last fit.
    std::optional<ValidationError> find_stale() const;
};

// "" or what is wrong with the numbers of a volume.
std::string_view tell(NumberFault fault);
template <class V>
std::optional<ValidationError> find_number_defect(std::uint32_t node, const V& volume) {
    const NumberFault fault = find_number_fault(volume);
    if (fault == NumberFault::none) return std::nullopt;
    return make_defect(node, std::string(tell(fault)));
}

// A vertex of a triangle that has a coordinate that is not a number: no volume contains it.
inline bool is_number(const glm::vec3& p) {
    return !(std::isnan(p.x) || std::isnan(p.y) || std::isnan(p.z));
}
std::string tell_uncontained(std::uint32_t primitive, const glm::vec3& vertex);

// The leaf, of those given to it, whose volume is the smallest that contains a triangle.
class SmallestAround {
  public:
    explicit SmallestAround(const Triangle& corners)
        : corners_(corners) {}

    template <class V>
    void add(std::uint32_t node, const V& volume) {
        for (const glm::vec3& p : corners_)
            if (!volume.contains(p)) return;
        const std::array size{volume.volume(), volume.half_area(), volume.longest_side()};
        if (node_ != kNone && !(size < size_)) return;
        node_ = node;
        size_ = size;
    }
    std::uint32_t node() const { return node_; } // kNone: no volume contains it

  private:
    Triangle corners_;
    std::uint32_t node_ = kNone;
    std::array<float, 3> size_{};
};

// Adds to the defect which leaf lost its primitive; kNone: none can have. `word` is what nodes are called.
void add_leaf_of_lost(ValidationError& io_defect, std::uint32_t leaf, std::string_view word = "node");

// Of links that are known to be sound; the root is its own parent.
std::vector<std::uint32_t> list_parents(std::span<const NodeLinks> nodes);

// The same, found by volumes, which were fitted to what the leaves held then: a suspect that contains the primitive, else
// the smallest leaf that does. `volume_of(node)` gives a leaf's volume.
template <class VolumeOf>
void name_leaf_of_lost(std::span<const NodeLinks> nodes, const MeshView& mesh, const VolumeOf& volume_of,
                       ValidationError& io_defect) {
    if (io_defect.lost == kNone) return;
    SmallestAround suspects(triangle_of(mesh, io_defect.lost)), all = suspects;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].count == 0 || is_no_node(nodes[i])) continue;
        all.add(i, volume_of(i));
        if (i == io_defect.suspects[0] || i == io_defect.suspects[1]) suspects.add(i, volume_of(i));
    }
    add_leaf_of_lost(io_defect, suspects.node() != kNone ? suspects.node() : all.node());
}

// The first node, from the leaf upwards, that does not contain a vertex of the leaf's triangles.
template <Hierarchy H>
std::optional<ValidationError> find_uncontained(const H& tree, std::span<const std::uint32_t> parents,
                                                std::uint32_t leaf, const MeshView& mesh) {
    for (const std::uint32_t primitive : tree.primitives_of(leaf)) {
        for (const glm::vec3& p : triangle_of(mesh, primitive)) {
            for (std::uint32_t node = leaf;; node = parents[node]) {
                if (!tree.volume(node).contains(p))
                    return make_defect(node,
                                       tell_uncontained(primitive, p) +
                                           (node == leaf ? ", which it holds"
                                                         : ", which is in leaf " + std::to_string(leaf)));
                if (node == 0) break;
            }
        }
    }
    return std::nullopt;
}

template <Hierarchy H>
bool holds_its_triangles(const H& tree, std::uint32_t leaf, const MeshView& mesh) {
    for (const std::uint32_t primitive : tree.primitives_of(leaf))
        for (const glm::vec3& p : triangle_of(mesh, primitive))
            if (!tree.volume(leaf).contains(p)) return false;
    return true;
}

// Numbers; vertices inside all volumes above them; volumes inside their parents', where a volume can tell. Requires links
// that are sound, and cursors that are the places of `nodes`.
template <Hierarchy H>
std::optional<ValidationError> find_containment_defect(const H& tree, std::span<const NodeLinks> nodes,
                                                       const MeshView& mesh) {
    using V = typename H::VolumeType;
    const std::vector<std::uint32_t> parents = list_parents(nodes);
    const auto is_leaf = [&](std::uint32_t i) { return nodes[i].count > 0 && !is_no_node(nodes[i]); };
    LeafTally tally;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (is_no_node(nodes[i])) continue;
        if (auto defect = find_number_defect(i, tree.volume(i))) return defect;
        if (is_leaf(i)) tally.add(i, holds_its_triangles(tree, i, mesh));
    }
    if (auto defect = tally.find_stale()) return defect;
    // Vertices first: then it is a volume that is too small that is named, and not one inside it.
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
        if (is_leaf(i))
            if (auto defect = find_uncontained(tree, parents, i, mesh)) return defect;
    if constexpr (requires(const V& v) { v.contains(v); })
        for (std::uint32_t i = 1; i < nodes.size(); ++i)
            if (!is_no_node(nodes[i]) && !tree.volume(parents[i]).contains(tree.volume(i)))
                return make_defect(i, "is not inside its parent, node " + std::to_string(parents[i]));
    return std::nullopt;
}

// The first defect, lowest node first within each kind of check; none: the hierarchy is sound over this mesh.
template <Volume V>
std::optional<ValidationError> find_defect(const Bvh2<V>& tree, const MeshView& mesh) {
    if (auto defect = find_count_defect(tree.primitive_count, mesh.triangles.size())) return defect;
    std::vector<NodeLinks> links(tree.nodes.size());
    for (std::size_t i = 0; i < links.size(); ++i) links[i] = {tree.nodes[i].first, tree.nodes[i].count};
    if (auto defect = find_link_defect(links, tree.primitives, mesh.triangles.size())) {
        name_leaf_of_lost(
            links, mesh, [&](std::uint32_t i) -> const V& { return tree.nodes[i].volume; }, *defect);
        return defect;
    }
    return find_containment_defect(tree, links, mesh);
}

} // namespace boxwood
