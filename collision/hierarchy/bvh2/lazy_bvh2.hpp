// What: a hierarchy whose nodes get their children when these are first asked for.
// Frame: the mesh's own.
// Invariants: nodes, leaves and links are what the builder would have made at once. A node's volume is fitted to all the
//     triangles below it when the node is made. Where merging children is as tight as that (V::kMergeIsTight: boxes, k-DOPs)
//     volumes, and so the counters of a query, are the eager hierarchy's, too. The others are fitted to the same triangles in
//     the order in which they lie there before they are divided: other bits, as tight, no other answer.
//     Children may be asked for from several threads at the same time: one of them divides the node, the others wait; nothing
//     else is shared. A copy may be made meanwhile; what is not divided then is divided in either by itself. Refitting is not
//     for several threads.
// Degenerate input: a builder that does not go from the root down makes the whole hierarchy at once.
// Cost: making it O(n): boxes and one fit, no division. A node's division when it is first passed: the builder's work there,
//     and fitting two volumes to all triangles below. A query may therefore take as long as a build, and longer where merging
//     is cheap and much is divided (k-DOPs): not for those who need every frame on time. About 160 bytes per triangle with
//     boxes; other volumes keep the mesh's vertices and triangles besides, 18 bytes per triangle, and two nodes of their size.
// Source: RTR 17.3.1 (lazy creation).
// Oracle: the builder itself; for volumes that it does not make in the same order, a recursive one in the tests.
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

    // Requires at least one triangle and a leaf size of 1 to kMaxLeafSize. The mesh may go; what is divided later is
    // divided as it was.
    LazyBvh2(const MeshView& mesh, std::uint32_t leaf_size, DivideFunction split);
    // Of boxes alone.
    LazyBvh2(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size,
             DivideFunction split) requires std::same_as<V, Aabb>
        : LazyBvh2(primitive_boxes, leaf_size, split, MeshView{}) {}
    // Of a hierarchy that is there already: nothing is left to divide. Requires at most 2 n - 1 nodes.
    explicit LazyBvh2(Bvh2<V> built);
    LazyBvh2(const LazyBvh2& other);
    LazyBvh2(LazyBvh2&&) noexcept = default;
    LazyBvh2& operator=(const LazyBvh2& other) { return *this = LazyBvh2(other); }
    LazyBvh2& operator=(LazyBvh2&&) noexcept = default;
    ~LazyBvh2() = default;

    Cursor root() const { return 0; }
    bool is_leaf(Cursor node) const { return nodes_[node].is_leaf(); }
    Cursor child(Cursor node, unsigned which) const {
        if (!division_.is_done(node)) divide_node(node);
        return nodes_[node].first + which;
    }
    const V& volume(Cursor node) const { return nodes_[node].volume; }
    std::span<const std::uint32_t> primitives_of(Cursor leaf) const {
        const Node& node = nodes_[leaf];
        return {node.count == 1 ? &node.first : primitives_.data() + node.first, node.count};
    }
    std::uint32_t node_index(Cursor node) const { return node; }

    bool is_divided(Cursor node) const { return nodes_[node].is_leaf() || division_.is_done(node); }
    std::uint32_t primitive_count() const { return primitive_count_; }
    std::uint32_t primitives_below(Cursor undivided) const { return division_.task_of(undivided).size; }
    std::size_t size_in_bytes() const;

    // Fits what is there to the mesh as it is now, as refit.hpp does; what is not yet divided will be divided as the mesh is
    // now, and is fitted anew.
    void refit(const MeshView& mesh);

    // Of all nodes: what is left is divided. Trusts nothing but what the divisions themselves wrote.
    std::optional<ValidationError> find_defect(const MeshView& mesh) const;

  private:
    // What volumes are fitted to when a node is made; boxes need nothing but the items.
    struct Corners {
        LargeArray<glm::vec3> positions;
        LargeArray<TriangleIndices> triangles;
        MeshView view() const { return {positions, triangles}; }
    };

    LazyBvh2(std::span<const Aabb> boxes, std::uint32_t leaf_size, DivideFunction split,
             const MeshView& mesh);
    std::size_t slot_count() const { return 2 * std::size_t{primitive_count_} - 1; }
    std::vector<NodeLinks> collect_links() const;
    [[gnu::noinline]] void divide_node(std::uint32_t node) const;
    void make_node(const DeferredSplits::Child& child) const;
    V fit_items(std::span<const BuildItem> items) const;
    V fit_few(std::span<const BuildItem> items) const;
    V fit_many(std::span<const BuildItem> items) const;
    void keep_corners(const MeshView& mesh);

    std::uint32_t primitive_count_ = 0, leaf_size_ = 1;
    DeferredSplits division_;
    Corners corners_;
    // Written by whoever divides. What nobody comes to is never touched.
    mutable LargeArray<Node> nodes_;
    mutable LargeArray<std::uint32_t> primitives_; // of leaves of several; else none
};
static_assert(Hierarchy<LazyBvh2<Aabb>> && std::copyable<LazyBvh2<Aabb>>);

template <class H>
inline constexpr bool kIsLazy = false;
template <Volume V>
inline constexpr bool kIsLazy<LazyBvh2<V>> = true;

template <Volume V>
LazyBvh2<V>::LazyBvh2(const MeshView& mesh, std::uint32_t leaf_size, DivideFunction split)
    : LazyBvh2(make_primitive_boxes(mesh), leaf_size, split, mesh) {}

template <Volume V>
LazyBvh2<V>::LazyBvh2(std::span<const Aabb> boxes, std::uint32_t leaf_size, DivideFunction split,
                      const MeshView& mesh)
    : primitive_count_(static_cast<std::uint32_t>(boxes.size()))
    , leaf_size_(leaf_size)
    , division_(boxes, split)
    , nodes_(slot_count()) {
    BOXWOOD_REQUIRE(leaf_size >= 1 && leaf_size <= kMaxLeafSize);
    if (leaf_size > 1) primitives_.resize(primitive_count_);
    keep_corners(mesh);
    make_node(division_.root());
}

template <Volume V>
LazyBvh2<V>::LazyBvh2(Bvh2<V> built)
    : primitive_count_(built.primitive_count) {
    BOXWOOD_REQUIRE(primitive_count_ > 0 && built.nodes.size() <= slot_count());
    nodes_.resize(slot_count());
    std::copy(built.nodes.begin(), built.nodes.end(), nodes_.begin());
    if (built.primitives.empty()) return;
    // As many as there are primitives, as for a lazy one: those in leaves of one stand nowhere here.
    primitives_.assign(primitive_count_, kNone);
    std::copy(built.primitives.begin(), built.primitives.end(), primitives_.begin());
}

template <Volume V>
LazyBvh2<V>::LazyBvh2(const LazyBvh2& other)
    : primitive_count_(other.primitive_count_)
    , leaf_size_(other.leaf_size_)
    , corners_(other.corners_) {
    if (!other.division_.can_wait()) {
        nodes_ = other.nodes_;
        primitives_ = other.primitives_;
        return;
    }
    division_ = other.division_.make_room();
    nodes_.resize(slot_count());
    primitives_.resize(other.primitives_.size());
    // Each node after its parent, which was divided when the node was made.
    std::vector<std::uint32_t> stack{other.root()};
    while (!stack.empty()) {
        const std::uint32_t node = stack.back();
        stack.pop_back();
        const Node& made = nodes_[node] = other.nodes_[node];
        if (made.is_leaf()) {
            if (made.count == 1) continue;
            const auto in_leaf = other.primitives_of(node);
            std::copy(in_leaf.begin(), in_leaf.end(), primitives_.begin() + made.first);
        } else if (division_.take_over(other.division_, node)) {
            stack.push_back(made.first + 1);
            stack.push_back(made.first);
        }
    }
}

template <Volume V>
std::size_t LazyBvh2<V>::size_in_bytes() const {
    return slot_count() * sizeof(Node) + primitives_.size() * sizeof(std::uint32_t) +
           division_.size_in_bytes() + corners_.positions.size() * sizeof(glm::vec3) +
           corners_.triangles.size() * sizeof(TriangleIndices);
}

template <Volume V>
void LazyBvh2<V>::keep_corners(const MeshView& mesh) {
    if constexpr (!std::same_as<V, Aabb>) {
        corners_.positions.assign(mesh.positions.begin(), mesh.positions.end());
        corners_.triangles.assign(mesh.triangles.begin(), mesh.triangles.end());
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

// No more than a leaf may have.
template <Volume V>
V LazyBvh2<V>::fit_few(std::span<const BuildItem> items) const {
    std::array<std::uint32_t, kMaxLeafSize> primitives;
    for (std::size_t i = 0; i < items.size(); ++i) primitives[i] = items[i].primitive;
    return fit_primitives<V>(corners_.view(), std::span(primitives).first(items.size()));
}

template <Volume V>
V LazyBvh2<V>::fit_many(std::span<const BuildItem> items) const {
    if (items.size() <= kMaxLeafSize) return fit_few(items);
    const MeshView mesh = corners_.view();
    LargeArray<glm::vec3> corners(3 * items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Triangle triangle = triangle_of(mesh, items[i].primitive);
        std::copy(triangle.begin(), triangle.end(), corners.begin() + static_cast<std::ptrdiff_t>(3 * i));
    }
    return fit_corners<V>(corners);
}

template <Volume V>
void LazyBvh2<V>::divide_node(std::uint32_t node) const {
    if (!division_.try_claim(node)) return;
    for (const DeferredSplits::Child& child : division_.divide_items(node)) make_node(child);
    division_.finish(node);
}

// Nobody knows the node yet.
template <Volume V>
void LazyBvh2<V>::make_node(const DeferredSplits::Child& child) const {
    const DeferredSplits::Task& task = child.task;
    const std::span<const BuildItem> items = division_.items_of(task);
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
    if (division_.can_wait()) keep_corners(mesh);
    std::vector<std::uint32_t> there;
    visit_nodes(*this, [&](const V&, std::uint32_t node, std::uint32_t, bool) { there.push_back(node); });
    for (std::size_t i = there.size(); i-- > 0;) {
        Node& node = nodes_[there[i]];
        if (node.is_leaf()) {
            node.volume = fit_primitives<V>(mesh, primitives_of(there[i]));
        } else if (is_divided(there[i])) {
            node.volume = merge(nodes_[node.first].volume, nodes_[node.first + 1].volume);
        } else {
            division_.measure_from_scratch(there[i], mesh);
            node.volume = fit_items(division_.items_of(division_.task_of(there[i])));
        }
    }
}

// Divides everything that is left.
template <Volume V>
void divide_all(const LazyBvh2<V>& tree) {
    std::vector<std::uint32_t> stack{tree.root()};
    while (!stack.empty()) {
        const std::uint32_t node = stack.back();
        stack.pop_back();
        if (tree.is_leaf(node)) continue;
        stack.push_back(tree.child(node, 1));
        stack.push_back(tree.child(node, 0));
    }
}

// Calls visit(volume, node, depth, is_leaf) for the nodes that are there, parents before children. Nodes that
// are not yet divided count as leaves.
template <Volume V, class Visit>
void visit_nodes(const LazyBvh2<V>& tree, Visit&& visit) {
    struct At {
        std::uint32_t node, depth;
    };
    std::vector<At> stack{{tree.root(), 0}};
    while (!stack.empty()) {
        const At at = stack.back();
        stack.pop_back();
        const bool is_end = tree.is_leaf(at.node) || !tree.is_divided(at.node);
        visit(tree.volume(at.node), at.node, at.depth, is_end);
        if (is_end) continue;
        stack.push_back({tree.child(at.node, 1), at.depth + 1});
        stack.push_back({tree.child(at.node, 0), at.depth + 1});
    }
}

// Of the nodes that are there; those not yet divided count as leaves.
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

// The nodes as plain arrays. Without dividing, nodes that wait become leaves that name no primitives.
template <Volume V>
Bvh2<V> make_arrays(const LazyBvh2<V>& tree, bool divides) {
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
        } else if (!divides && !tree.is_divided(node)) {
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

// Of the nodes that are there.
template <Volume V>
HierarchyQuality measure_quality(const LazyBvh2<V>& tree) {
    HierarchyQuality quality = measure_quality(detail::make_arrays(tree, false));
    quality.bytes_per_primitive =
        static_cast<double>(tree.size_in_bytes()) / static_cast<double>(tree.primitive_count());
    return quality;
}

// All nodes, with what is left divided, as plain arrays.
template <Volume V>
Bvh2<V> make_bvh(const LazyBvh2<V>& tree) {
    return detail::make_arrays(tree, true);
}

// Of the nodes that can be reached, in their places, with what is left divided. No link is followed that does not lead
// onwards, or to a node that was reached already: those stay for find_link_defect to name.
template <Volume V>
std::vector<NodeLinks> LazyBvh2<V>::collect_links() const {
    std::vector<NodeLinks> links(slot_count(), kNoNode);
    std::vector<std::uint32_t> stack{root()};
    while (!stack.empty()) {
        const std::uint32_t node = stack.back();
        stack.pop_back();
        const std::uint32_t first = is_leaf(node) ? nodes_[node].first : child(node, 0);
        links[node] = {first, nodes_[node].count};
        if (is_leaf(node) || first <= node || first + std::size_t{1} >= links.size()) continue;
        for (const std::uint32_t next : {first + 1, first})
            if (is_no_node(links[next])) stack.push_back(next);
    }
    return links;
}

template <Volume V>
std::optional<ValidationError> LazyBvh2<V>::find_defect(const MeshView& mesh) const {
    if (auto defect = find_count_defect(primitive_count_, mesh.triangles.size())) return defect;
    const std::vector<NodeLinks> links = collect_links();
    if (auto defect = find_link_defect(links, primitives_, mesh.triangles.size())) {
        name_leaf_of_lost(
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
