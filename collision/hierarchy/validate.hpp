// What: checks every invariant of a hierarchy, and reports the first defect and its node. Tests, `boxwood inspect` and
//     the oracles of the labs use it.
// Invariants: NaNs, inverted bounds and stale hierarchies have separate messages. A hierarchy is stale if it was built
//     for another number of primitives, or if at least two leaves, and more than half of all leaves, do not contain
//     their own triangles at their current positions. For a primitive that is in no leaf, the message names the leaf
//     that most likely lost it (name_leaf_of_lost_primitive).
// Cost: O(n * depth) because each vertex is checked against every volume above it. Every index is checked before it is
//     followed.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"
#include "collision/hierarchy/validation_error.hpp"
#include "collision/volumes/volume.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace boxwood {

// A fault in the numbers that a volume stores (lower and upper, center, half extents, axes, radius, segment ends, inner
// volumes). `inverted`: a lower bound above the upper bound, or a negative length. An empty volume counts as inverted
// because no node of a hierarchy has an empty volume.
enum class NumberFault : std::uint8_t { none, not_a_number, inverted };

namespace detail {

class NumberCheck {
  public:
    // For coordinates of points and directions, which can have any value except NaN.
    void add(float value) { has_nan_ |= std::isnan(value); }
    void add(const glm::vec3& v) {
        for (glm::length_t k = 0; k < 3; ++k) add(v[k]);
    }
    void add_length(float value) {
        add(value);
        is_inverted_ |= value < 0.0f;
    }
    void add_interval(float lower, float upper) {
        add(lower);
        add(upper);
        is_inverted_ |= lower > upper;
    }
    void add(NumberFault inner) {
        has_nan_ |= inner == NumberFault::not_a_number;
        is_inverted_ |= inner == NumberFault::inverted;
    }
    NumberFault fault() const {
        if (has_nan_) return NumberFault::not_a_number;
        return is_inverted_ ? NumberFault::inverted : NumberFault::none;
    }

  private:
    bool has_nan_ = false, is_inverted_ = false;
};

} // namespace detail

template <class V>
NumberFault find_number_fault(const V& volume) {
    detail::NumberCheck check;
    if constexpr (requires { volume.lower.size(); }) {
        for (std::size_t k = 0; k < volume.lower.size(); ++k)
            check.add_interval(volume.lower[k], volume.upper[k]);
    } else if constexpr (requires { volume.lower.x; }) {
        for (glm::length_t k = 0; k < 3; ++k) check.add_interval(volume.lower[k], volume.upper[k]);
    }
    if constexpr (requires { volume.center.x; }) check.add(volume.center);
    if constexpr (requires { volume.from; }) {
        check.add(volume.from);
        check.add(volume.to);
    }
    if constexpr (requires { volume.axes; })
        for (const float value : {volume.axes.w, volume.axes.x, volume.axes.y, volume.axes.z})
            check.add(value);
    if constexpr (requires { volume.half.x; })
        for (glm::length_t k = 0; k < 3; ++k) check.add_length(volume.half[k]);
    if constexpr (requires { volume.half_x; }) {
        check.add_length(volume.half_x);
        check.add_length(volume.half_y);
    }
    if constexpr (requires { volume.radius; }) check.add_length(volume.radius);
    if constexpr (requires { volume.box; }) check.add(find_number_fault(volume.box));
    if constexpr (requires { volume.swept; }) check.add(find_number_fault(volume.swept));
    return check.fault();
}

// The links of one node, as in Bvh2::Node. The links of all nodes are the topology of a hierarchy.
struct NodeLinks {
    std::uint32_t first = 0, count = 0;
};
// An unused slot of the node array.
inline constexpr NodeLinks kUnusedSlot{0, ~std::uint32_t{0}};
inline bool is_unused_slot(const NodeLinks& links) {
    return links.count == kUnusedSlot.count;
}

// Checks the order, adjacency and reachability of the nodes, the ranges and sizes of the leaves, and that each
// primitive is in exactly one leaf. Returns none if the topology is sound.
std::optional<ValidationError> find_link_defect(std::span<const NodeLinks> nodes,
                                                std::span<const std::uint32_t> primitives,
                                                std::size_t primitive_count);

ValidationError make_defect(std::uint32_t node, const std::string& what);

// Reports different primitive counts. They differ if the hierarchy was built for another mesh, or if triangles were
// added or removed. Returns none if the counts are the same.
std::optional<ValidationError> find_count_defect(std::size_t in_hierarchy, std::size_t in_mesh);

// Counts the leaves that do not contain their own triangles.
struct LeafTally {
    std::size_t leaves = 0, failing = 0;
    std::uint32_t first_failing = 0; // node index; in a Bvh8 or BoxTree8, the name of the leaf
    void add(std::uint32_t node, bool is_sound);
    // Reports a stale hierarchy if at least two leaves, and more than half of all leaves, do not contain their own
    // triangles. Most likely, the mesh then moved after the last build or refit, and no single volume is defective.
    // In the message, `word` precedes the number of the first of these leaves.
    std::optional<ValidationError> find_stale(std::string_view word = "node") const;
};

// Describes a fault for the message of a defect; returns "" for NumberFault::none.
std::string_view describe_fault(NumberFault fault);
template <class V>
std::optional<ValidationError> find_number_defect(std::uint32_t node, const V& volume) {
    const NumberFault fault = find_number_fault(volume);
    if (fault == NumberFault::none) return std::nullopt;
    return make_defect(node, std::string(describe_fault(fault)));
}

// False if a coordinate is NaN. No volume contains such a vertex.
inline bool has_no_nan(const glm::vec3& p) {
    return !(std::isnan(p.x) || std::isnan(p.y) || std::isnan(p.z));
}
std::string describe_uncontained(std::uint32_t primitive, const glm::vec3& vertex);

// Finds, among the leaves passed to add(), the one with the smallest volume that contains the triangle.
class SmallestEnclosingLeaf {
  public:
    explicit SmallestEnclosingLeaf(const Triangle& corners)
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
    std::uint32_t node() const { return node_; } // kNone if no volume contains the triangle

  private:
    Triangle corners_;
    std::uint32_t node_ = kNone;
    std::array<float, 3> size_{};
};

// Appends to the message of the defect the leaf that lost the primitive. `leaf` is kNone if no leaf's volume contains
// the primitive. In the message, `word` precedes the number of the leaf.
void add_leaf_of_lost_primitive(ValidationError& io_defect, std::uint32_t leaf,
                                std::string_view word = "node");

// Requires sound links. The root is its own parent.
std::vector<std::uint32_t> list_parents(std::span<const NodeLinks> nodes);

// Appends to the message of the defect the leaf that most likely lost the primitive. The volume of the leaf that lost
// the primitive was fitted to it and therefore contains it. Chooses the smallest leaf whose volume contains the
// primitive, among the suspects of the defect or, if no suspect contains it, among all leaves. `volume_of(node)`
// returns a leaf's volume.
template <class VolumeOf>
void name_leaf_of_lost_primitive(std::span<const NodeLinks> nodes, const MeshView& mesh,
                                 const VolumeOf& volume_of, ValidationError& io_defect) {
    if (io_defect.lost == kNone) return;
    SmallestEnclosingLeaf suspects(triangle_of(mesh, io_defect.lost)), all = suspects;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].count == 0 || is_unused_slot(nodes[i])) continue;
        all.add(i, volume_of(i));
        if (i == io_defect.suspects[0] || i == io_defect.suspects[1]) suspects.add(i, volume_of(i));
    }
    add_leaf_of_lost_primitive(io_defect, suspects.node() != kNone ? suspects.node() : all.node());
}

// Finds the first vertex of the leaf's triangles that is not inside the volumes of all nodes on the path from the leaf
// to the root. Of the nodes on the path that do not contain this vertex, reports the one nearest to the leaf.
template <Hierarchy H>
std::optional<ValidationError> find_uncontained(const H& tree, std::span<const std::uint32_t> parents,
                                                std::uint32_t leaf, const MeshView& mesh) {
    for (const std::uint32_t primitive : tree.primitives_of(leaf)) {
        for (const glm::vec3& p : triangle_of(mesh, primitive)) {
            for (std::uint32_t node = leaf;; node = parents[node]) {
                if (!tree.volume(node).contains(p))
                    return make_defect(node,
                                       describe_uncontained(primitive, p) +
                                           (node == leaf ? ", which is in this leaf"
                                                         : ", which is in leaf " + std::to_string(leaf)));
                if (node == 0) break;
            }
        }
    }
    return std::nullopt;
}

template <Hierarchy H>
bool contains_its_triangles(const H& tree, std::uint32_t leaf, const MeshView& mesh) {
    for (const std::uint32_t primitive : tree.primitives_of(leaf))
        for (const glm::vec3& p : triangle_of(mesh, primitive))
            if (!tree.volume(leaf).contains(p)) return false;
    return true;
}

// Checks the numbers of all volumes and that every volume contains all vertices below it. If the volume type supports
// the test, also checks that every volume lies in its parent's volume. Requires sound links, and cursors that are
// indices into `nodes`.
template <Hierarchy H>
std::optional<ValidationError> find_containment_defect(const H& tree, std::span<const NodeLinks> nodes,
                                                       const MeshView& mesh) {
    using V = typename H::VolumeType;
    const std::vector<std::uint32_t> parents = list_parents(nodes);
    const auto is_leaf = [&](std::uint32_t i) { return nodes[i].count > 0 && !is_unused_slot(nodes[i]); };
    LeafTally tally;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (is_unused_slot(nodes[i])) continue;
        if (auto defect = find_number_defect(i, tree.volume(i))) return defect;
        if (is_leaf(i)) tally.add(i, contains_its_triangles(tree, i, mesh));
    }
    if (auto defect = tally.find_stale()) return defect;
    // Vertices are checked before nesting. The report then names the volume that is too small, not a volume inside it.
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
        if (is_leaf(i))
            if (auto defect = find_uncontained(tree, parents, i, mesh)) return defect;
    if constexpr (requires(const V& v) { v.contains(v); })
        for (std::uint32_t i = 1; i < nodes.size(); ++i)
            if (!is_unused_slot(nodes[i]) && !tree.volume(parents[i]).contains(tree.volume(i)))
                return make_defect(i, "is not inside its parent, node " + std::to_string(parents[i]));
    return std::nullopt;
}

// Returns the first defect, or none if the hierarchy is sound for this mesh. Each kind of check visits the nodes in
// ascending order.
template <Volume V>
std::optional<ValidationError> find_defect(const Bvh2<V>& tree, const MeshView& mesh) {
    if (auto defect = find_count_defect(tree.primitive_count, mesh.triangles.size())) return defect;
    std::vector<NodeLinks> links(tree.nodes.size());
    for (std::size_t i = 0; i < links.size(); ++i) links[i] = {tree.nodes[i].first, tree.nodes[i].count};
    if (auto defect = find_link_defect(links, tree.primitives, mesh.triangles.size())) {
        name_leaf_of_lost_primitive(
            links, mesh, [&](std::uint32_t i) -> const V& { return tree.nodes[i].volume; }, *defect);
        return defect;
    }
    return find_containment_defect(tree, links, mesh);
}

} // namespace boxwood
