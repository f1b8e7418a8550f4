// What: a BVH whose nodes are split when a traversal first requests their children.
// Frame: the mesh's own.
// Invariants: the topology is the same as in the eager builder's hierarchy; if leaves have several primitives, only the
//     numbering of the nodes can differ. A node's volume is fitted to all triangles below it when the node is created.
//     If merging the children's volumes is as tight as this fit (V::kMergeIsTight: boxes, k-DOPs), the volumes and the
//     counters of a query are also the same as in the eager hierarchy. Other volumes are fitted to the same triangles
//     as in the eager hierarchy, but in the order that the triangles have before the node is split. Their bits can
//     therefore differ. The results of queries are the same. Several threads can request children at the same time. If
//     several threads request the children of the same unsplit node, one of them splits the node, and the others block
//     until the split is done. Splits of different nodes share no data. Copying is safe during traversals. A node that
//     is unsplit when the hierarchy is copied is split separately in each copy. Refitting is not thread-safe.
// Degenerate input: a builder that cannot split single nodes builds the complete hierarchy eagerly.
// Cost: construction takes O(n) time: it computes the primitive boxes, fits the root and splits no node. The first
//     visit of a node's children adds the time of the split: the builder's time for this node, and the fit of two
//     volumes to all triangles below. A query can therefore take as long as a build, or longer if merging is cheap and
//     many nodes are split (k-DOPs). A lazy hierarchy is therefore unsuitable for hard frame deadlines. Memory is about
//     160 bytes per triangle with boxes. With other volumes, the nodes (two per triangle) are larger, and a copy of the
//     mesh's vertices and triangles takes another 18 bytes per triangle.
// Source: RTR 17.3.1 (lazy creation).
// Oracle: the eager builder; for volumes whose merges are not tight, the recursive builder of
//     tests/collision/hierarchy/lazy_volumes_test.cpp.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/geometry/triangle.hpp"
#include "collision/hierarchy/bvh2/deferred_splits.hpp"
#include "collision/hierarchy/quality.hpp"
#include "collision/hierarchy/refit/fit_volumes.hpp"
#include "collision/hierarchy/validate.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <optional>
#include <string>
#include <utility>

namespace boxwood {

template <Volume V>
class LazyBvh2 {
  public:
    static constexpr std::string_view kKind = "bvh2-lazy";
    using VolumeType = V;
    using Cursor = std::uint32_t;
    using Node = typename Bvh2<V>::Node;

    // Requires at least one triangle and a leaf size of 1 to kMaxLeafSize. The mesh may be destroyed afterwards. Later
    // splits use the mesh's state at construction, or at the last refit().
    LazyBvh2(const MeshView& mesh, std::uint32_t leaf_size, SplitFunction split);
    // Builds from boxes, without a mesh.
    LazyBvh2(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size,
             SplitFunction split) requires std::same_as<V, Aabb>
        : LazyBvh2(primitive_boxes, leaf_size, split, MeshView{}) {}
    // Wraps a complete hierarchy, without unsplit nodes. Requires at least one primitive, and at most 2 n - 1 nodes for
    // n primitives.
    explicit LazyBvh2(Bvh2<V> built);
    LazyBvh2(const LazyBvh2& other);
    LazyBvh2(LazyBvh2&&) noexcept = default;
    LazyBvh2& operator=(const LazyBvh2& other) { return *this = LazyBvh2(other); }
    LazyBvh2& operator=(LazyBvh2&&) noexcept = default;
    ~LazyBvh2() = default;

    Cursor root() const { return 0; }
    bool is_leaf(Cursor node) const { return nodes_[node].is_leaf(); }
    Cursor child(Cursor node, unsigned which) const {
        if (!splits_.is_done(node)) split_node(node);
        return nodes_[node].first + which;
    }
    const V& volume(Cursor node) const { return nodes_[node].volume; }
    std::span<const std::uint32_t> primitives_of(Cursor leaf) const {
        const Node& node = nodes_[leaf];
        return {node.count == 1 ? &node.first : primitives_.data() + node.first, node.count};
    }
    std::uint32_t node_index(Cursor node) const { return node; }

    bool is_split(Cursor node) const { return nodes_[node].is_leaf() || splits_.is_done(node); }
    std::uint32_t primitive_count() const { return primitive_count_; }
    std::uint32_t primitives_below(Cursor unsplit) const { return splits_.task_of(unsplit).size; }
    std::size_t size_in_bytes() const;

    // Refits the existing nodes to the current mesh, as refit.hpp does. Unsplit nodes are fitted to all of their
    // triangles. Later splits use the primitive boxes of this mesh.
    void refit(const MeshView& mesh);

    // Splits all unsplit nodes, then checks all nodes. A hierarchy that wraps a Bvh2 can have any links; a hierarchy
    // with deferred splits must have the links that its splits have written.
    std::optional<ValidationError> find_defect(const MeshView& mesh) const;

  private:
    // The vertices and triangles to which the volume of a new node is fitted. AABBs need only the items.
    struct MeshCopy {
        LargeArray<glm::vec3> positions;
        LargeArray<TriangleIndices> triangles;
        MeshView view() const { return {positions, triangles}; }
    };

    LazyBvh2(std::span<const Aabb> boxes, std::uint32_t leaf_size, SplitFunction split, const MeshView& mesh);
    std::size_t slot_count() const { return 2 * std::size_t{primitive_count_} - 1; }
    std::vector<NodeLinks> collect_links() const;
    [[gnu::noinline]] void split_node(std::uint32_t node) const;
    void make_node(const DeferredSplits::Child& child) const;
    V fit_items(std::span<const BuildItem> items) const;
    V fit_few(std::span<const BuildItem> items) const;
    V fit_many(std::span<const BuildItem> items) const;
    void copy_mesh(const MeshView& mesh);

    std::uint32_t primitive_count_ = 0, leaf_size_ = 1;
    DeferredSplits splits_;
    MeshCopy mesh_copy_;
    // The thread that splits a node writes the entries of its children. Memory of unvisited nodes is never touched.
    mutable LargeArray<Node> nodes_;
    mutable LargeArray<std::uint32_t> primitives_; // for leaves of several primitives only
};
static_assert(Hierarchy<LazyBvh2<Aabb>> && std::copyable<LazyBvh2<Aabb>>);

template <class H>
inline constexpr bool kIsLazy = false;
template <Volume V>
inline constexpr bool kIsLazy<LazyBvh2<V>> = true;

template <Volume V>
LazyBvh2<V>::LazyBvh2(const MeshView& mesh, std::uint32_t leaf_size, SplitFunction split)
    : LazyBvh2(make_primitive_boxes(mesh), leaf_size, split, mesh) {}

template <Volume V>
LazyBvh2<V>::LazyBvh2(std::span<const Aabb> boxes, std::uint32_t leaf_size, SplitFunction split,
                      const MeshView& mesh)
    : primitive_count_(static_cast<std::uint32_t>(boxes.size()))
    , leaf_size_(leaf_size)
    , splits_(boxes, split)
    , nodes_(slot_count()) {
    BOXWOOD_REQUIRE(leaf_size >= 1 && leaf_size <= kMaxLeafSize);
    if (leaf_size > 1) primitives_.resize(primitive_count_);
    copy_mesh(mesh);
    make_node(splits_.root());
}

template <Volume V>
LazyBvh2<V>::LazyBvh2(Bvh2<V> built)
    : primitive_count_(built.primitive_count) {
    BOXWOOD_REQUIRE(primitive_count_ > 0 && built.nodes.size() <= slot_count());
    nodes_.resize(slot_count());
    std::copy(built.nodes.begin(), built.nodes.end(), nodes_.begin());
    if (built.primitives.empty()) return;
    // Pads the list to one slot per primitive, as in a lazily built hierarchy. `built.primitives` has no entries for
    // leaves with one primitive.
    primitives_.assign(primitive_count_, kNone);
    std::copy(built.primitives.begin(), built.primitives.end(), primitives_.begin());
}

template <Volume V>
LazyBvh2<V>::LazyBvh2(const LazyBvh2& other)
    : primitive_count_(other.primitive_count_)
    , leaf_size_(other.leaf_size_)
    , mesh_copy_(other.mesh_copy_) {
    if (!other.splits_.has_deferred_splits()) {
        nodes_ = other.nodes_;
        primitives_ = other.primitives_;
        return;
    }
    splits_ = other.splits_.make_empty_copy();
    nodes_.resize(slot_count());
    primitives_.resize(other.primitives_.size());
    // Visits parents first because a node exists only if its parent is split.
    std::vector<std::uint32_t> stack{other.root()};
    while (!stack.empty()) {
        const std::uint32_t node = stack.back();
        stack.pop_back();
        const Node& copy = nodes_[node] = other.nodes_[node];
        if (copy.is_leaf()) {
            if (copy.count == 1) continue;
            const auto in_leaf = other.primitives_of(node);
            std::copy(in_leaf.begin(), in_leaf.end(), primitives_.begin() + copy.first);
        } else if (splits_.copy_node_from(other.splits_, node)) {
            stack.push_back(copy.first + 1);
            stack.push_back(copy.first);
        }
    }
}

template <Volume V>
std::size_t LazyBvh2<V>::size_in_bytes() const {
    return slot_count() * sizeof(Node) + primitives_.size() * sizeof(std::uint32_t) +
           splits_.size_in_bytes() + mesh_copy_.positions.size() * sizeof(glm::vec3) +
           mesh_copy_.triangles.size() * sizeof(TriangleIndices);
}

template <Volume V>
void LazyBvh2<V>::copy_mesh(const MeshView& mesh) {
    if constexpr (!std::same_as<V, Aabb>) {
        mesh_copy_.positions.assign(mesh.positions.begin(), mesh.positions.end());
        mesh_copy_.triangles.assign(mesh.triangles.begin(), mesh.triangles.end());
    }
}

template <Volume V>
V LazyBvh2<V>::fit_items(std::span<const BuildItem> items) const {
    if constexpr (std::same_as<V, Aabb>) {
        BoxFitter fitter;
        for (const BuildItem& item : items) fitter.add(item.lanes());
        return fitter.box();
    } else if constexpr (V::kMergeIsTight) {
        V volume;
        for (std::size_t first = 0; first < items.size(); first += kMaxLeafSize)
            volume = merge(volume, fit_few(items.subspan(
                                       first, std::min<std::size_t>(kMaxLeafSize, items.size() - first))));
        return volume;
    } else {
        return fit_many(items);
    }
}

// Requires at most kMaxLeafSize items.
template <Volume V>
V LazyBvh2<V>::fit_few(std::span<const BuildItem> items) const {
    std::array<std::uint32_t, kMaxLeafSize> primitives;
    for (std::size_t i = 0; i < items.size(); ++i) primitives[i] = items[i].primitive;
    return fit_primitives<V>(mesh_copy_.view(), std::span(primitives).first(items.size()));
}

template <Volume V>
V LazyBvh2<V>::fit_many(std::span<const BuildItem> items) const {
    if (items.size() <= kMaxLeafSize) return fit_few(items);
    const MeshView mesh = mesh_copy_.view();
    LargeArray<glm::vec3> corners(3 * items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Triangle triangle = triangle_of(mesh, items[i].primitive);
        std::copy(triangle.begin(), triangle.end(), corners.begin() + static_cast<std::ptrdiff_t>(3 * i));
    }
    return fit_corners<V>(corners);
}

template <Volume V>
void LazyBvh2<V>::split_node(std::uint32_t node) const {
    if (!splits_.try_claim(node)) return;
    for (const DeferredSplits::Child& child : splits_.split_items(node)) make_node(child);
    splits_.finish(node);
}

// Runs before the node is published to other threads.
template <Volume V>
void LazyBvh2<V>::make_node(const DeferredSplits::Child& child) const {
    const DeferredSplits::Task& task = child.task;
    const std::span<const BuildItem> items = splits_.items_of(task);
    Node& node = nodes_[child.node];
    node = {fit_items(items), task.slots, 0};
    if (task.size > leaf_size_) return;
    node.count = task.size;
    node.first = task.size == 1 ? items[0].primitive : task.begin;
    if (task.size == 1) return;
    for (std::uint32_t i = 0; i < task.size; ++i) primitives_[task.begin + i] = items[i].primitive;
}

template <Volume V>
void LazyBvh2<V>::refit(const MeshView& mesh) {
    BOXWOOD_REQUIRE(primitive_count_ == mesh.triangles.size());
    if (splits_.has_deferred_splits()) copy_mesh(mesh);
    std::vector<std::uint32_t> existing;
    visit_nodes(*this, [&](const V&, std::uint32_t node, std::uint32_t, bool) { existing.push_back(node); });
    for (std::size_t i = existing.size(); i-- > 0;) {
        Node& node = nodes_[existing[i]];
        if (node.is_leaf()) {
            node.volume = fit_primitives<V>(mesh, primitives_of(existing[i]));
        } else if (is_split(existing[i])) {
            node.volume = merge(nodes_[node.first].volume, nodes_[node.first + 1].volume);
        } else {
            splits_.refit_items(existing[i], mesh);
            node.volume = fit_items(splits_.items_of(splits_.task_of(existing[i])));
        }
    }
}

// Splits all unsplit nodes.
template <Volume V>
void split_all(const LazyBvh2<V>& tree) {
    std::vector<std::uint32_t> stack{tree.root()};
    while (!stack.empty()) {
        const std::uint32_t node = stack.back();
        stack.pop_back();
        if (tree.is_leaf(node)) continue;
        stack.push_back(tree.child(node, 1));
        stack.push_back(tree.child(node, 0));
    }
}

// Calls visit(volume, node, depth, is_leaf) for all existing nodes, parents before children. Unsplit nodes count as
// leaves.
template <Volume V, class Visit>
void visit_nodes(const LazyBvh2<V>& tree, Visit&& visit) {
    struct At {
        std::uint32_t node, depth;
    };
    std::vector<At> stack{{tree.root(), 0}};
    while (!stack.empty()) {
        const At at = stack.back();
        stack.pop_back();
        const bool is_end = tree.is_leaf(at.node) || !tree.is_split(at.node);
        visit(tree.volume(at.node), at.node, at.depth, is_end);
        if (is_end) continue;
        stack.push_back({tree.child(at.node, 1), at.depth + 1});
        stack.push_back({tree.child(at.node, 0), at.depth + 1});
    }
}

// Counts the existing nodes. Unsplit nodes count as leaves.
template <Volume V>
std::size_t node_count_of(const LazyBvh2<V>& tree) {
    std::size_t count = 0;
    visit_nodes(tree, [&](const V&, std::uint32_t, std::uint32_t, bool) { ++count; });
    return count;
}
template <Volume V>
std::size_t primitive_count_of(const LazyBvh2<V>& tree) {
    return tree.primitive_count();
}
template <Volume V>
void refit(LazyBvh2<V>& io_tree, const MeshView& mesh) {
    io_tree.refit(mesh);
}

namespace detail {

// Returns the nodes as a Bvh2. Splits all nodes if `splits_all`. Otherwise, unsplit nodes become leaves without a list
// of primitives.
template <Volume V>
Bvh2<V> make_arrays(const LazyBvh2<V>& tree, bool splits_all) {
    struct At {
        std::uint32_t node = 0, to = 0;
    };
    Bvh2<V> arrays;
    arrays.primitive_count = tree.primitive_count();
    arrays.nodes.resize(1, {});
    std::vector<At> stack{{tree.root(), 0}};
    while (!stack.empty()) {
        const auto [node, to] = stack.back();
        stack.pop_back();
        arrays.nodes[to].volume = tree.volume(node);
        if (tree.is_leaf(node)) {
            const auto in_leaf = tree.primitives_of(node);
            const auto place = static_cast<std::uint32_t>(arrays.primitives.size());
            arrays.nodes[to].count = static_cast<std::uint32_t>(in_leaf.size());
            arrays.nodes[to].first = in_leaf.size() == 1 ? in_leaf[0] : place;
            if (in_leaf.size() > 1)
                arrays.primitives.insert(arrays.primitives.end(), in_leaf.begin(), in_leaf.end());
        } else if (!splits_all && !tree.is_split(node)) {
            arrays.nodes[to].count = tree.primitives_below(node);
        } else {
            const auto child = static_cast<std::uint32_t>(arrays.nodes.size());
            arrays.nodes[to].first = child;
            arrays.nodes.resize(arrays.nodes.size() + 2, {});
            stack.push_back({tree.child(node, 1), child + 1});
            stack.push_back({tree.child(node, 0), child});
        }
    }
    return arrays;
}

} // namespace detail

// Measures the existing nodes only.
template <Volume V>
HierarchyQuality measure_quality(const LazyBvh2<V>& tree) {
    HierarchyQuality quality = measure_quality(detail::make_arrays(tree, false));
    quality.bytes_per_primitive =
        static_cast<double>(tree.size_in_bytes()) / static_cast<double>(tree.primitive_count());
    return quality;
}

// Splits all unsplit nodes and returns the complete hierarchy as a Bvh2.
template <Volume V>
Bvh2<V> make_bvh(const LazyBvh2<V>& tree) {
    return detail::make_arrays(tree, true);
}

// Splits all unsplit nodes and returns the links of all reachable nodes at their indices. Does not follow a link whose
// target is out of range, does not have a higher index than the node, or is already reached. find_link_defect reports
// such links.
template <Volume V>
std::vector<NodeLinks> LazyBvh2<V>::collect_links() const {
    std::vector<NodeLinks> links(slot_count(), kUnusedSlot);
    std::vector<std::uint32_t> stack{root()};
    while (!stack.empty()) {
        const std::uint32_t node = stack.back();
        stack.pop_back();
        const std::uint32_t first = is_leaf(node) ? nodes_[node].first : child(node, 0);
        links[node] = {first, nodes_[node].count};
        if (is_leaf(node) || first <= node || first + std::size_t{1} >= links.size()) continue;
        for (const std::uint32_t next : {first + 1, first})
            if (is_unused_slot(links[next])) stack.push_back(next);
    }
    return links;
}

template <Volume V>
std::optional<ValidationError> LazyBvh2<V>::find_defect(const MeshView& mesh) const {
    if (auto defect = find_count_defect(primitive_count_, mesh.triangles.size())) return defect;
    const std::vector<NodeLinks> links = collect_links();
    if (auto defect = find_link_defect(links, primitives_, mesh.triangles.size())) {
        name_leaf_of_lost_primitive(
            links, mesh, [&](std::uint32_t i) -> const V& { return nodes_[i].volume; }, *defect);
        return defect;
    }
    return find_containment_defect(*this, links, mesh);
}

template <Volume V>
std::optional<ValidationError> find_defect(const LazyBvh2<V>& tree, const MeshView& mesh) {
    return tree.find_defect(mesh);
}

} // namespace boxwood
