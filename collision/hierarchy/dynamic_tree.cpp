#include "collision/hierarchy/dynamic_tree.hpp"

#include <algorithm>
#include <array>
#include <queue>
#include <utility>

namespace boxwood {

template <class Size>
std::uint32_t DynamicTreeOf<Size>::insert(const Aabb& box, std::uint32_t item) {
    BOXWOOD_REQUIRE(!box.is_empty());
    const std::uint32_t leaf = allocate_node({.box = box, .item = item});
    link(leaf);
    return leaf;
}

template <class Size>
void DynamicTreeOf<Size>::remove(std::uint32_t leaf) {
    unlink(leaf);
    free_node(leaf);
}

template <class Size>
void DynamicTreeOf<Size>::reinsert(std::uint32_t leaf, const Aabb& box) {
    BOXWOOD_REQUIRE(!box.is_empty());
    unlink(leaf);
    set_box(leaf, box);
    link(leaf);
}

template <class Size>
std::uint32_t DynamicTreeOf<Size>::find_sibling(const Aabb& box) const {
    BOXWOOD_REQUIRE(root_ != kNone);
    return search_ == InsertSearch::greedy ? find_sibling_greedily(box) : find_best_sibling(box);
}

template <class Size>
std::uint32_t DynamicTreeOf<Size>::find_sibling_greedily(const Aabb& box) const {
    std::uint32_t id = root_;
    while (!nodes_[id].is_leaf()) {
        const Node& node = nodes_[id];
        const Size paired_here = Size::of_both(node.box, box);
        const Size growth_here = paired_here - Size::of(node.box);
        // A lower bound on the cost of pairing with the child or a node below it: the growth of this node, plus the
        // growth of the child or, if the child is a leaf, the size of the pair. The growth of the ancestors of this
        // node is omitted here and in `paired_here`.
        const auto cost_in = [&](std::uint32_t child) {
            const Size paired = Size::of_both(nodes_[child].box, box);
            return growth_here + (nodes_[child].is_leaf() ? paired : paired - Size::of(nodes_[child].box));
        };
        const Size left = cost_in(node.left), right = cost_in(node.right);
        if (paired_here < std::min(left, right)) break;
        id = right < left ? node.right : node.left;
    }
    return id;
}

template <class Size>
std::uint32_t DynamicTreeOf<Size>::find_best_sibling(const Aabb& box) const {
    const auto is_later = [](const Candidate& x, const Candidate& y) {
        return x.inherited != y.inherited ? y.inherited < x.inherited : y.node < x.node;
    };
    std::priority_queue<Candidate, std::vector<Candidate>, decltype(is_later)> queue(is_later);
    queue.push({{}, root_});
    const Size own_size = Size::of(box);
    Size least_cost = Size::of_both(nodes_[root_].box, box);
    std::uint32_t best = root_;
    while (!queue.empty()) {
        const Candidate next = queue.top();
        queue.pop();
        if (!(next.inherited + own_size < least_cost)) break; // all other candidates inherit at least as much
        const Node& node = nodes_[next.node];
        const Size paired = Size::of_both(node.box, box), cost = next.inherited + paired;
        if (cost < least_cost) {
            least_cost = cost;
            best = next.node;
        }
        if (node.is_leaf()) continue;
        const Size inherited = next.inherited + (paired - Size::of(node.box));
        if (!(inherited + own_size < least_cost)) continue;
        queue.push({inherited, node.left});
        queue.push({inherited, node.right});
    }
    return best;
}

template <class Size>
std::uint32_t DynamicTreeOf<Size>::allocate_node(const Node& content) {
    total_ = total_ + Size::of(content.box);
    if (free_ == kNone) {
        nodes_.push_back(content);
        return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    const std::uint32_t id = std::exchange(free_, nodes_[free_].parent);
    nodes_[id] = content;
    return id;
}

template <class Size>
void DynamicTreeOf<Size>::free_node(std::uint32_t id) {
    total_ = total_ - Size::of(nodes_[id].box);
    nodes_[id] = {};
    nodes_[id].parent = std::exchange(free_, id);
}

template <class Size>
void DynamicTreeOf<Size>::link(std::uint32_t leaf) {
    ++leaf_count_;
    if (root_ == kNone) {
        root_ = leaf;
        return;
    }
    const std::uint32_t sibling = find_sibling(nodes_[leaf].box), parent = nodes_[sibling].parent;
    const std::uint32_t pair = allocate_node({.box = merge(nodes_[sibling].box, nodes_[leaf].box),
                                              .parent = parent,
                                              .left = sibling,
                                              .right = leaf,
                                              .height = nodes_[sibling].height + 1});
    replace_child(parent, sibling, pair);
    nodes_[sibling].parent = nodes_[leaf].parent = pair;
    update_upwards(parent);
}

template <class Size>
void DynamicTreeOf<Size>::unlink(std::uint32_t leaf) {
    BOXWOOD_REQUIRE(leaf < nodes_.size() && nodes_[leaf].is_leaf() &&
                    !nodes_[leaf].box.is_empty()); // freed nodes have empty boxes
    --leaf_count_;
    const std::uint32_t parent = nodes_[leaf].parent;
    nodes_[leaf].parent = kNone;
    if (parent == kNone) {
        root_ = kNone;
        total_ = Size::of(nodes_[leaf].box);
        return;
    }
    const std::uint32_t sibling = nodes_[parent].left == leaf ? nodes_[parent].right : nodes_[parent].left,
                        grandparent = nodes_[parent].parent;
    nodes_[sibling].parent = grandparent;
    replace_child(grandparent, parent, sibling);
    free_node(parent);
    shrink_upwards(grandparent);
}

template <class Size>
void DynamicTreeOf<Size>::replace_child(std::uint32_t parent, std::uint32_t old_child,
                                        std::uint32_t new_child) {
    if (parent == kNone)
        root_ = new_child;
    else
        (nodes_[parent].left == old_child ? nodes_[parent].left : nodes_[parent].right) = new_child;
}

template <class Size>
void DynamicTreeOf<Size>::update_upwards(std::uint32_t id) {
    for (; id != kNone; id = nodes_[id].parent) {
        update(id);
        if (!balance(id) && rotates_) rotate(id);
    }
}

// Updates the ancestors after a removal. Stops at the first ancestor that does not change.
template <class Size>
void DynamicTreeOf<Size>::shrink_upwards(std::uint32_t id) {
    for (; id != kNone; id = nodes_[id].parent) {
        const Aabb box = nodes_[id].box;
        const std::uint32_t height = nodes_[id].height;
        update(id);
        balance(id);
        if (nodes_[id].box == box && nodes_[id].height == height) return;
    }
}

template <class Size>
void DynamicTreeOf<Size>::update(std::uint32_t id) {
    const Node &left = nodes_[nodes_[id].left], &right = nodes_[nodes_[id].right];
    set_box(id, merge(left.box, right.box));
    nodes_[id].height = std::max(left.height, right.height) + 1;
}

template <class Size>
void DynamicTreeOf<Size>::set_box(std::uint32_t id, const Aabb& box) {
    total_ = total_ - Size::of(nodes_[id].box) + Size::of(box);
    nodes_[id].box = box;
}

// Swaps a child of `id` with a grandchild below the child's sibling `other`.
template <class Size>
void DynamicTreeOf<Size>::swap_with_grandchild(std::uint32_t id, std::uint32_t child, std::uint32_t other,
                                               std::uint32_t grandchild) {
    replace_child(id, child, grandchild);
    replace_child(other, grandchild, child);
    nodes_[grandchild].parent = id;
    nodes_[child].parent = other;
    update(other);
    update(id);
}

// If the heights of the children of `id` differ by more than kMaxSkew, swaps the child of smaller height with the child
// of its sibling that has the larger height, and returns true.
template <class Size>
bool DynamicTreeOf<Size>::balance(std::uint32_t id) {
    std::uint32_t low = nodes_[id].left, high = nodes_[id].right;
    if (nodes_[low].height > nodes_[high].height) std::swap(low, high);
    if (nodes_[high].height - nodes_[low].height <= kMaxSkew) return false;
    const std::uint32_t left = nodes_[high].left, right = nodes_[high].right;
    swap_with_grandchild(id, low, high, nodes_[left].height > nodes_[right].height ? left : right);
    return true;
}

// Considers the four swaps of a child of `id` with a child of that child's sibling. Makes the swap that reduces the
// size of the sibling most, if any swap reduces it.
template <class Size>
void DynamicTreeOf<Size>::rotate(std::uint32_t id) {
    struct SubtreeSwap {
        std::uint32_t child = kNone, other = kNone, grandchild = kNone;
    };
    SubtreeSwap best;
    Size best_saving;
    const Node& node = nodes_[id];
    for (const auto& [child, other] : {std::pair(node.left, node.right), std::pair(node.right, node.left)}) {
        if (nodes_[other].is_leaf()) continue;
        const std::uint32_t left = nodes_[other].left, right = nodes_[other].right;
        for (const auto& [grandchild, stays] : {std::pair(left, right), std::pair(right, left)}) {
            const Size saved =
                Size::of(nodes_[other].box) - Size::of_both(nodes_[child].box, nodes_[stays].box);
            if (!(best_saving < saved)) continue;
            best_saving = saved;
            best = {child, other, grandchild};
        }
    }
    if (best.child != kNone) swap_with_grandchild(id, best.child, best.other, best.grandchild);
}

template class DynamicTreeOf<VolumeThenArea>;
template class DynamicTreeOf<AreaThenLength>;

} // namespace boxwood
