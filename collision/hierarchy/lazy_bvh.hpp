// What: a hierarchy of boxes whose nodes get their children when these are first asked for.
// Frame: the mesh's own.
// Invariants: what is there is what the builder would have made at once, node for node; so are the answers and
//     the counters of a query. Children may be asked for from several threads at the same time: one of them
//     divides the node, the others wait; nothing else is shared. Copying and refitting are not for several
//     threads.
// Degenerate input: a builder that does not go from the root down makes the whole hierarchy at once.
// Cost: making it O(n): boxes, no division. A node's division when it is first passed. A query may therefore take
//     as long as a build: not for those who need every frame on time. About 160 bytes per triangle.
// Source: RTR 17.3.1 (lazy creation).
// Departs from the source: for boxes only. Other volumes are merged from their children's, which are not there.
// Oracle: the builder itself.
#pragma once

#include "collision/geometry/triangle.hpp"
#include "collision/hierarchy/build_items.hpp"
#include "collision/hierarchy/quality.hpp"
#include "collision/hierarchy/validate.hpp"

#include <atomic>
#include <memory>
#include <optional>

namespace boxwood {

class LazyBvh {
  public:
    static constexpr std::string_view kKind = "lazy-bvh";
    using VolumeType = Aabb;
    using Cursor = std::uint32_t;
    using Node = Bvh<Aabb>::Node;

    // Requires at least one box and a leaf size of 1 to kMaxLeafSize.
    LazyBvh(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size, DivideFunction divide);
    // Of a hierarchy that is there already: nothing is left to divide. Requires at most 2 n - 1 nodes.
    explicit LazyBvh(Bvh<Aabb> built);
    LazyBvh(const LazyBvh& other);
    LazyBvh(LazyBvh&&) noexcept = default;
    LazyBvh& operator=(LazyBvh other) noexcept;
    ~LazyBvh() = default;

    Cursor root() const { return 0; }
    bool is_leaf(Cursor node) const { return nodes_[node].is_leaf(); }
    Cursor child(Cursor node, unsigned which) const {
        if (states_ && states_[node].load(std::memory_order_acquire) != State::done) divide_node(node);
        return nodes_[node].first + which;
    }
    const Aabb& volume(Cursor node) const { return nodes_[node].volume; }
    std::span<const std::uint32_t> primitives_of(Cursor leaf) const {
        const Node& node = nodes_[leaf];
        return {node.count == 1 ? &node.first : primitives_.get() + node.first, node.count};
    }
    std::uint32_t node_index(Cursor node) const { return node; }

    bool is_divided(Cursor node) const {
        return nodes_[node].is_leaf() || !states_ ||
               states_[node].load(std::memory_order_acquire) == State::done;
    }
    std::uint32_t primitive_count() const { return primitive_count_; }
    std::uint32_t primitives_below(Cursor undivided) const { return tasks_[undivided].size; }
    std::size_t size_in_bytes() const;

    // Fits what is there to the mesh as it is now; what is not yet divided will be divided as the mesh is now.
    void refit(const MeshView& mesh);

    // Of all nodes: what is left is divided. Trusts nothing but what the divisions themselves wrote.
    friend std::optional<HierarchyDefect> find_defect(const LazyBvh& tree, const MeshView& mesh);

  private:
    enum class State : std::uint8_t { waiting, busy, done };
    // The items of a node that is not divided yet; its descendants take slots from `slots` on.
    struct Task {
        std::uint32_t begin, size, slots;
        std::uint8_t depth, side; // which of the two item buffers holds the range
    };

    std::size_t slot_count() const { return 2 * std::size_t{primitive_count_} - 1; }
    std::span<BuildItem> items_of(const Task& task, unsigned side) const {
        return {items_[side].get() + task.begin, task.size};
    }
    std::vector<NodeLinks> collect_links() const;
    void divide_node(std::uint32_t node) const;
    void make_children(std::uint32_t node) const;
    void make_node(std::uint32_t node, const Task& task) const;

    std::uint32_t primitive_count_ = 0, leaf_size_ = 1;
    DivideFunction divide_ = nullptr;
    // Written by whoever divides, under the node's state; read after it.
    std::unique_ptr<Node[]> nodes_;
    std::unique_ptr<Task[]> tasks_;
    std::unique_ptr<std::atomic<State>[]> states_; // none: all is there
    std::unique_ptr<std::uint32_t[]> primitives_;  // of leaves of several
    std::array<std::unique_ptr<BuildItem[]>, 2> items_;
};
static_assert(Hierarchy<LazyBvh>);

// Divides everything that is left.
void divide_all(const LazyBvh& tree);

// Calls visit(volume, node, depth, is_leaf) for the nodes that are there, parents before children. Nodes that
// are not yet divided count as leaves.
template <class Visit>
void visit_nodes(const LazyBvh& tree, Visit&& visit) {
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
std::size_t node_count_of(const LazyBvh& tree);
HierarchyQuality measure_quality(const LazyBvh& tree);

inline std::size_t primitive_count_of(const LazyBvh& tree) {
    return tree.primitive_count();
}
inline void refit(LazyBvh& io_tree, const MeshView& mesh) {
    io_tree.refit(mesh);
}

// All nodes, with what is left divided, as plain arrays.
Bvh<Aabb> make_bvh(const LazyBvh& tree);

std::optional<HierarchyDefect> find_defect(const LazyBvh& tree, const MeshView& mesh);

} // namespace boxwood
