// What: a traversal that finds all overlapping pairs of leaves and tests several pairs of nodes at a time. It is used
//     for all-contacts queries without a trace.
// Frame: as in traverse.hpp.
// Invariants: tests the same pairs of nodes as traverse(), with the same counters, and visits the same pairs of leaves
//     in another order.
// Cost: hides memory latency, because nodes are prefetched while others are tested. Avoids mispredictions, because no
//     branch depends on overlaps, on the node to open or on leaves. The stack contains about kBatch entries per level.
// Oracle: traverse(), whose visits and counters tests compare.
#pragma once

#include "collision/core/prefetch.hpp"
#include "collision/query/traversal/traverse.hpp"
#include "collision/volumes/box/box_packet.hpp"

#include <span>
#include <type_traits>

namespace boxwood {

// A hierarchy with all nodes in one array and adjacent siblings, in which cursors are indices.
template <class H>
concept IndexedHierarchy = Hierarchy<H> && std::same_as<typename H::Cursor, std::uint32_t> &&
    requires(const H& tree) {
    { tree.nodes[0].first } -> std::convertible_to<std::uint32_t>;
};

template <IndexedHierarchy H>
class SimdTraversal {
  public:
    using Pair = typename DirectPairStack<H>::value_type;

    SimdTraversal(const TraversalInput<H>& input, DirectPairStack<H>& io_stack, QueryCounters& io_counters)
        : input_(input)
        , nodes_a_(input.a.nodes.data())
        , nodes_b_(input.b.nodes.data())
        , packets_(input.relation)
        , stack_(io_stack)
        , counters_(io_counters) {}

    // Calls visit_leaves(tree_a, cursor_a, tree_b, cursor_b) for each pair of leaves that overlaps.
    template <class VisitLeaves>
    void run(VisitLeaves&& visit_leaves) {
        make_room(1);
        add(Pair{{0, 0, 0}, {}},
            find_separating_axis(nodes_a_[0].volume, nodes_b_[0].volume, input_.relation));
        traverse_stack(visit_leaves);
    }
    // Traverses only the pairs below an overlapping pair.
    template <class VisitLeaves>
    void run_part(const Pair& part, VisitLeaves&& visit_leaves) {
        make_room(1);
        keep(part, true);
        traverse_stack(visit_leaves);
    }

  private:
    template <class VisitLeaves>
    void traverse_stack(VisitLeaves&& visit_leaves) {
        while (true) {
            for (std::size_t i = 0; i < leaf_count_; ++i)
                visit_leaves(input_.a, leaves_[i].a, input_.b, leaves_[i].b);
            leaf_count_ = 0;
            if (top_ == 0) return;
            open_batch();
        }
    }

    static constexpr std::size_t kBatch = 16;
    static constexpr bool kHasPackets = std::same_as<typename H::VolumeType, Aabb>;
    struct NoPackets {
        explicit NoPackets(const typename H::VolumeType::Relation&) {}
    };

    const auto& node_a(const Pair& pair) const { return nodes_a_[pair.a]; }
    const auto& node_b(const Pair& pair) const { return nodes_b_[pair.b]; }

    void make_room(std::size_t count) {
        if (stack_.size() < top_ + count) grow_stack(count);
    }
    [[gnu::noinline]] void grow_stack(std::size_t count) { stack_.resize(2 * (top_ + count)); }

    [[gnu::flatten]] void open_batch() { // see PairTraversal::open()
        const std::size_t count = std::min(top_, kBatch);
        std::array<Pair, 2 * kBatch> children;
        top_ -= count;
        for (std::size_t i = 0; i < count; ++i) open(stack_[top_ + i], &children[2 * i]);
        make_room(2 * count + 1);
        if constexpr (kHasPackets) {
            add_packets(std::span(children).first(2 * count));
        } else {
            for (const Pair& child : std::span(children).first(2 * count))
                add(child, find_separating_axis(node_a(child).volume, node_b(child).volume, input_.relation));
        }
    }

    // Unused lanes of the last packet repeat its first pair.
    void add_packets(std::span<const Pair> pairs) {
        for (std::size_t i = 0; i < pairs.size(); i += BoxPacketRelation::kPairs) {
            const std::size_t count = std::min(pairs.size() - i, BoxPacketRelation::kPairs);
            BoxPacketRelation::Boxes a, b;
            for (std::size_t k = 0; k < BoxPacketRelation::kPairs; ++k) {
                const Pair& pair = pairs[k < count ? i + k : i];
                a[k] = &node_a(pair).volume;
                b[k] = &node_b(pair).volume;
            }
            const auto axes = packets_.find_separating_axes(a, b);
            for (std::size_t k = 0; k < count; ++k) add(pairs[i + k], axes[k]);
        }
    }

    // Opens the node that opens_a() selects. No branch depends on whether a node is a leaf.
    void open(const Pair& pair, Pair* out_children) {
        const auto &a = node_a(pair), &b = node_b(pair);
        const bool is_larger = input_.descent.opens_a(a.volume, b.volume, pair.depth);
        const std::uint32_t in_a =
            (b.is_leaf() ? 1u : 0u) | ((a.is_leaf() ? 0u : 1u) & (is_larger ? 1u : 0u));
        const std::uint32_t first_a = in_a ? a.first : pair.a, first_b = in_a ? pair.b : b.first;
        prefetch(&nodes_a_[first_a]);
        prefetch(&nodes_b_[first_b]);
        out_children[0] = {{first_a, first_b, pair.depth + 1}, {}};
        out_children[1] = {{first_a + in_a, first_b + (1u - in_a), pair.depth + 1}, {}};
    }

    // Counts a test and stores the pair if it overlaps.
    void add(const Pair& pair, int axis) {
        ++counters_.volume_tests;
        counters_.volume_updates += updates_per_test<typename H::VolumeType>();
        ++counters_.separations_by_axis[static_cast<unsigned>(axis) & kMaxAxes];
        counters_.max_depth = std::max(counters_.max_depth, pair.depth);
        keep(pair, axis < 0);
    }
    // Avoids branches: writes the pair both to the stack and to the leaves, and advances the size of at most one.
    void keep(const Pair& pair, bool overlaps) {
        const std::size_t is_kept = overlaps ? 1 : 0, are_leaves = (node_a(pair).is_leaf() ? 1u : 0u) &
                                                                   (node_b(pair).is_leaf() ? 1u : 0u);
        leaves_[leaf_count_] = stack_[top_] = pair;
        leaf_count_ += is_kept & are_leaves;
        top_ += is_kept & (1 - are_leaves);
    }

    using Node = std::remove_cvref_t<decltype(std::declval<H>().nodes[0])>;
    const TraversalInput<H>& input_;
    const Node *nodes_a_, *nodes_b_;
    std::conditional_t<kHasPackets, BoxPacketRelation, NoPackets> packets_;
    std::vector<Pair>& stack_;
    QueryCounters& counters_;
    std::array<Pair, 2 * kBatch + 1> leaves_; // the last element is for discarded writes
    std::size_t leaf_count_ = 0, top_ = 0;
};

// Visits all overlapping pairs of leaves, like traverse(), but in packets. Returns false and does nothing if the
// request tests triangles of leaves or opens both nodes.
template <IndexedHierarchy H, class VisitLeaves>
bool try_traverse_batch(const TraversalInput<H>& input, TraversalStack<H>& io_stack,
                        QueryCounters& io_counters, VisitLeaves&& visit_leaves) {
    if (input.leaf_sides != nullptr || input.descent.opens_both()) return false;
    SimdTraversal<H>(input, io_stack, io_counters).run(visit_leaves);
    return true;
}
// Visits only the overlapping pairs of leaves below one pair.
template <IndexedHierarchy H, class VisitLeaves>
bool try_traverse_batch(const TraversalInput<H>& input, const typename DirectPairStack<H>::value_type& part,
                        TraversalStack<H>& io_stack, QueryCounters& io_counters, VisitLeaves&& visit_leaves) {
    if (input.leaf_sides != nullptr || input.descent.opens_both()) return false;
    SimdTraversal<H>(input, io_stack, io_counters).run_part(part, visit_leaves);
    return true;
}

} // namespace boxwood
