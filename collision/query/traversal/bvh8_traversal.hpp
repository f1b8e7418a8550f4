// What: the traversal of wide hierarchies. It tests some children of a node of one hierarchy against all children of a
//     node of the other, eight boxes at a time.
// Frame: volumes in their mesh's frame.
// Invariants: in an overlapping pair of lanes, the lane with the larger volume is opened (descent.hpp). Each of its
//     children counts as one volume test. Pairs of leaves are visited as soon as they are found. Their order depends
//     only on the hierarchies and the descend rule, and in any-contact searches also on the poses (WideOrder). Queries
//     with other descend rules or with tests of a leaf's triangles traverse the binary view.
// Cost: counted in QueryCounters; 25 ns for the test of one box against eight.
//     The following changes gave no gain: opening two pairs of nodes at a time; prefetching the triangles of all
//     leaves before testing any of them (5 % faster with cold caches, 5 % slower with warm caches); prefetching a node
//     when the node before it is opened; rotating the binary hierarchy first (1 % fewer tests).
// Source: [Wald 2008] for one box against many; [van den Bergen 1997] section 3.
// Oracle: a recorded traversal, which tests pair by pair with find_separating_axis; all pairs of triangles.
#pragma once

#include "collision/core/prefetch.hpp"
#include "collision/hierarchy/bvh8/bvh8.hpp"
#include "collision/query/traversal/distance/lane_squares.hpp"
#include "collision/query/traversal/distance/wide_stack.hpp"
#include "collision/query/traversal/traverse.hpp"
#include "collision/volumes/simd/distance_keys.hpp"
#include "collision/volumes/simd/wide_box_kernels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace boxwood {

// Prefetches the root and its children. Call it before the pair transform is computed.
inline void prefetch_top(const Bvh8& tree) {
    constexpr std::size_t kNodes = 2 + WideBoxes::kLanes;
    prefetch(std::span(tree.nodes).first(std::min(kNodes, tree.nodes.size())));
}

// The view of a hierarchy that is passed to visitors of leaves.
template <class H>
class WideLeaves {
  public:
    explicit WideLeaves(const H& tree)
        : tree_(tree) {}
    [[gnu::always_inline]] std::span<const std::uint32_t> primitives_of(const WideLane& leaf) const {
        return tree_.primitives_of(leaf.node, leaf.lane);
    }

  private:
    const H& tree_;
};

inline void add_axis_hits(const SeparatingAxisHits& hits, QueryCounters& io_counters) {
    io_counters.volume_tests += hits.tests;
    std::array<std::uint64_t, SeparatingAxisHits::kAxes + 1> counts{};
    hits.add_to(counts);
    for (std::size_t axis = 0; axis < SeparatingAxisHits::kAxes; ++axis)
        io_counters.separations_by_axis[axis] += counts[axis];
    io_counters.separations_by_axis[kMaxAxes] += counts[SeparatingAxisHits::kAxes];
}

// The order in which any-contact searches open overlapping children: the children nearest to a box of the other node
// come first (distance_keys.hpp). The order of two boxes depends only on their nodes and the poses, not on other boxes.
// It therefore does not change if a test prunes more or fewer boxes, or if the operands are swapped. Sorting takes 20
// ns for each opened node with more than one overlapping child. Traversals that find a contact then open 20 to 33 %
// fewer nodes.
class WideOrder {
  public:
    // Number of levels below the roots that are sorted. Boxes at deeper levels are small: sorting them takes more time
    // in queries without a contact than it saves in queries with a contact. These levels use the order of the lanes.
    static constexpr std::uint32_t kDepths = 7;

    WideOrder(const Pose& world_from_a, const Pose& world_from_b)
        : frames_(world_from_a, world_from_b) {}

    struct Node {
        const WideBoxes& boxes;
        std::uint32_t lane_count;
    };
    // Sorts some lanes of two nodes. `lanes` is a mask of these lanes: bits 0 to 7 for `kept`, bits 8 to 15 for
    // `opened`. The nearest lane comes last. Returns the number of lanes.
    std::size_t sort(const Node& kept, const Node& opened, bool is_a_opened, std::uint32_t lanes,
                     SortedDistanceKeys& out) const {
        return kernel_.sort({&kept.boxes, is_a_opened ? &frames_.b : &frames_.a, kept.lane_count},
                            {&opened.boxes, is_a_opened ? &frames_.a : &frames_.b, opened.lane_count}, lanes,
                            out);
    }

  private:
    DistanceKeyFrames frames_;
    const DistanceKeyKernel& kernel_ = list_distance_key_kernels().front();
};

// With a trace other than NoTrace, each pair is tested separately and recorded.
template <TracePolicy Trace>
class Bvh8Traversal {
  public:
    Bvh8Traversal(const TraversalInput<Bvh8>& input, const WideBoxKernel& kernel,
                  std::vector<StackedRows>& io_stack, QueryCounters& io_counters, Trace& io_trace)
        : input_(input)
        , order_(input.order)
        , nodes_a_(input.a.nodes.data())
        , nodes_b_(input.b.nodes.data())
        , kernel_(kernel)
        , relation_(make_wide_relation(input.relation, input.descent.volume_scale_a(),
                                       input.descent.volume_scale_b()))
        , stack_(io_stack)
        , counters_(io_counters)
        , trace_(io_trace) {}
    Bvh8Traversal(const Bvh8Traversal&) = delete;
    Bvh8Traversal& operator=(const Bvh8Traversal&) = delete;
    // Adds the histogram of separating axes to the counters.
    ~Bvh8Traversal() {
        if constexpr (!Trace::kActive) add_axis_hits(axis_hits_, counters_);
    }

    template <class VisitLeaves>
    bool run(VisitLeaves&& visit_leaves) {
        return run_from(kRoots, visit_leaves, [](const WideRows&) { return false; });
    }
    // Traverses the node pairs below the given rows. Calls watch(rows) before each opening and ends the traversal if
    // watch() returns true.
    template <class VisitLeaves, class Watch>
    bool run_from(const WideRows& rows, VisitLeaves&& visit_leaves, Watch&& watch) {
        size_ = 0;
        make_room();
        push(rows);
        return walk(visit_leaves, watch);
    }
    // In all later tests, enlarges the boxes of A on every side by the margin `by` (one length per axis of A).
    void enlarge_boxes_of_a(const glm::dvec3& by) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            float& error_bound = relation_.error_bound_a[axis];
            error_bound =
                round_up(static_cast<double>(error_bound) + 2.0 * by[static_cast<glm::length_t>(axis)]);
        }
    }
    // Turns off sorting (WideOrder). Faster if no contact is expected.
    void disable_order() { order_ = nullptr; }
    static constexpr WideRows kRoots{0, 0, 0, 1, false};

    // Functions for split() of query_parts.hpp.
    using Part = WidePart;
    void begin(std::vector<Part>& out_parts) { out_parts.push_back({kRoots, {}, {}, false}); }
    bool expand(const Part& part, std::vector<Part>& out_parts) {
        if (part.are_leaves) {
            out_parts.push_back(part);
            return false;
        }
        std::array<Part, 64> leaves;
        std::size_t count = 0;
        open(part.rows, [&](const auto&, const WideLane& a, const auto&, const WideLane& b) {
            leaves[count++] = {{}, a, b, true};
            return false;
        });
        for (std::size_t i = 0; i < size_; ++i) out_parts.push_back({stack_[i].rows(), {}, {}, false});
        size_ = 0;
        while (count > 0) out_parts.push_back(leaves[--count]); // leaves come before the pairs below them
        return true;
    }
    template <class VisitLeaves>
    bool run_part(const Part& part, VisitLeaves&& visit_leaves) {
        if (part.are_leaves) return visit_leaves(WideLeaves(input_.a), part.a, WideLeaves(input_.b), part.b);
        return run_from(part.rows, visit_leaves, [](const WideRows&) { return false; });
    }

  private:
    static constexpr std::uint32_t kLanes = WideBoxes::kLanes;

    // Opens the last rows on the stack first. terms_ then usually still contains the terms of their kept node.
    template <class VisitLeaves, class Watch>
    bool walk(VisitLeaves&& visit_leaves, Watch&& watch) {
        bool is_ended = false;
        while (size_ > 0 && !is_ended) {
            const WideRows item = stack_[--size_].rows();
            is_ended = watch(item) || open(item, visit_leaves);
        }
        return is_ended;
    }

    const WideNode* nodes(bool is_of_a) const { return is_of_a ? nodes_a_ : nodes_b_; }

    template <class VisitLeaves>
    [[gnu::always_inline]] bool open(const WideRows& item, VisitLeaves&& visit_leaves) {
        make_room();
        counters_.max_depth = std::max(counters_.max_depth, item.depth);
        const WideNode &opened = nodes(item.is_a_opened)[item.opened],
                       &kept = nodes(!item.is_a_opened)[item.kept];
        prefetch((item.is_a_opened ? input_.a : input_.b).primitives.data() + opened.first_primitive);
        const WidePairs pairs = test(item, opened, kept);

        const std::uint64_t is_leaf = opened.leaves * kEachRow, is_kept_leaf = fill_rows(kept.leaves);
        const std::uint64_t inner = pairs.overlap & ~is_leaf & ~is_kept_leaf;
        const std::uint64_t is_a_larger = pairs.is_a_larger | break_ties(item, inner & pairs.is_tied);
        const std::uint64_t is_kept_larger = item.is_a_opened ? ~is_a_larger : is_a_larger;
        const std::uint64_t open_kept = pairs.overlap & ~is_kept_leaf & (is_leaf | is_kept_larger);
        const std::uint64_t open_opened = pairs.overlap & ~is_leaf & ~open_kept;
        if (order_ == nullptr || item.depth >= WideOrder::kDepths ||
            !try_push_sorted(item, opened, kept, {open_kept, transpose(open_opened)})) {
            open_kept_lanes(item, kept, open_kept);
            open_opened_lanes(item, opened, open_opened);
        }
        return visit(item, pairs.overlap & is_leaf & is_kept_leaf, visit_leaves);
    }

    [[gnu::always_inline]] WidePairs test(const WideRows& item, const WideNode& opened,
                                          const WideNode& kept) {
        WidePairs pairs;
        if constexpr (Trace::kActive) {
            for (std::uint32_t rows = item.rows; rows != 0; rows &= rows - 1) {
                const auto row = static_cast<std::uint32_t>(std::countr_zero(rows));
                for (std::uint32_t lane = 0; lane < opened.lane_count; ++lane)
                    if (test_and_record(item, row, lane))
                        pairs.overlap |= std::uint64_t{1} << (8 * row + lane);
            }
            pairs.is_tied = ~std::uint64_t{0}; // break_ties() then applies the rule to every pair
        } else {
            kernel_.test(relation_,
                         {item.is_a_opened ? &opened.boxes : &kept.boxes,
                          item.is_a_opened ? &kept.boxes : &opened.boxes, item.rows, opened.lanes(),
                          !item.is_a_opened},
                         terms_, pairs, axis_hits_);
        }
        return pairs;
    }

    struct Pair {
        WideLane a, b;
    };
    static Pair pair_of(const WideRows& item, std::uint32_t row, std::uint32_t lane) {
        const WideLane kept{item.kept, row}, opened{item.opened, lane};
        return item.is_a_opened ? Pair{opened, kept} : Pair{kept, opened};
    }
    Aabb box_a(const Pair& pair) const { return nodes_a_[pair.a.node].boxes.box(pair.a.lane); }
    Aabb box_b(const Pair& pair) const { return nodes_b_[pair.b.node].boxes.box(pair.b.lane); }

    bool test_and_record(const WideRows& item, std::uint32_t row, std::uint32_t lane) {
        const Pair pair = pair_of(item, row, lane);
        const int axis = find_separating_axis(box_a(pair), box_b(pair), input_.relation);
        ++counters_.volume_tests;
        ++counters_.separations_by_axis[static_cast<unsigned>(axis) & kMaxAxes];
        trace_.record({.a = input_.a.name_of(pair.a.node, pair.a.lane),
                       .b = input_.b.name_of(pair.b.node, pair.b.lane),
                       .depth = item.depth,
                       .kind = VisitKind::volume_pair,
                       .verdict = axis < 0,
                       .axis = static_cast<std::int8_t>(axis)});
        return axis < 0;
    }

    // Returns the subset of the tied pairs for which A is opened.
    std::uint64_t break_ties(const WideRows& item, std::uint64_t tied) const {
        std::uint64_t is_a_opened = 0;
        for (; tied != 0; tied &= tied - 1) {
            const auto bit = static_cast<std::uint32_t>(std::countr_zero(tied));
            const Pair pair = pair_of(item, bit >> 3, bit & 7u);
            if (input_.descent.opens_a(box_a(pair), box_b(pair), item.depth))
                is_a_opened |= std::uint64_t{1} << bit;
        }
        return is_a_opened;
    }

    template <class VisitLeaves>
    bool visit(const WideRows& item, std::uint64_t leaves, VisitLeaves&& visit_leaves) const {
        const WideLeaves leaves_a(input_.a), leaves_b(input_.b);
        for (; leaves != 0; leaves &= leaves - 1) {
            const auto bit = static_cast<std::uint32_t>(std::countr_zero(leaves));
            const Pair pair = pair_of(item, bit >> 3, bit & 7u);
            if (visit_leaves(leaves_a, pair.a, leaves_b, pair.b)) return true;
        }
        return false;
    }

    // Bit 8 i + k of `square` is set if lane i of the kept node is opened in its pair with lane k of the opened node.
    // Pushes each such lane i with its lanes k.
    void open_kept_lanes(const WideRows& item, const WideNode& kept, std::uint64_t square) {
        while (square != 0) {
            const auto row = static_cast<std::uint32_t>(std::countr_zero(square)) >> 3;
            const auto lanes = static_cast<std::uint8_t>(square >> (8 * row));
            square &= ~(std::uint64_t{255} << (8 * row));
            push_child({kept.child(row), item.opened, item.depth + 1, lanes, !item.is_a_opened});
        }
    }
    // Bit 8 i + k of `square` is set if lane k of the opened node is opened in its pair with lane i of the kept node.
    // Pushes each such lane k with its lanes i.
    void open_opened_lanes(const WideRows& item, const WideNode& opened, std::uint64_t square) {
        square = transpose(square);
        while (square != 0) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(square)) >> 3;
            const auto rows = static_cast<std::uint8_t>(square >> (8 * lane));
            square &= ~(std::uint64_t{255} << (8 * lane));
            push_child({opened.child(lane), item.kept, item.depth + 1, rows, item.is_a_opened});
        }
    }
    // Pushes the lanes of both nodes in sorted order (WideOrder). squares[0] is for the lanes of the kept node,
    // squares[1] for the lanes of the opened node. Byte k is for lane k: bit i is set if lane k is opened in its pair
    // with lane i of the other node. If there is at most one child, does nothing and returns false.
    [[gnu::noinline]] bool try_push_sorted(const WideRows& item, const WideNode& opened, const WideNode& kept,
                                           const std::array<std::uint64_t, 2>& squares) {
        const std::uint32_t children = find_rows(squares[0]) | find_rows(squares[1]) << kLanes;
        if ((children & (children - 1)) == 0) return false;
        SortedDistanceKeys sorted;
        const std::size_t count =
            order_->sort({kept.boxes, kept.lane_count}, {opened.boxes, opened.lane_count}, item.is_a_opened,
                         children, sorted);
        for (std::size_t i = 0; i < count; ++i) {
            const auto lane = static_cast<std::uint32_t>(sorted[i] % kLanes);
            const bool is_of_opened = (sorted[i] & kLanes) != 0;
            push_child({(is_of_opened ? opened : kept).child(lane), is_of_opened ? item.kept : item.opened,
                        item.depth + 1,
                        static_cast<std::uint8_t>(squares[is_of_opened ? 1 : 0] >> (8 * lane)),
                        item.is_a_opened == is_of_opened});
        }
        return true;
    }
    [[gnu::always_inline]] void push_child(const WideRows& item) {
        const auto* const node = reinterpret_cast<const char*>(&nodes(item.is_a_opened)[item.opened]);
        prefetch(node);
        prefetch(node + 64);
        push(item);
    }
    // Call make_room() first.
    [[gnu::always_inline]] void push(const WideRows& item) { stack_[size_++] = StackedRows(item); }
    // Makes room for all pushes of one call of open().
    void make_room() {
        constexpr std::size_t kMax = 2 * WideBoxes::kLanes;
        if (stack_.size() < size_ + kMax) [[unlikely]]
            grow_stack();
    }
    [[gnu::noinline]] void grow_stack() { stack_.resize(2 * stack_.size() + 64); }

    const TraversalInput<Bvh8>& input_;
    const WideOrder* order_;
    const WideNode *nodes_a_, *nodes_b_;
    const WideBoxKernel& kernel_;
    WideBoxRelation relation_;
    BoxTestTerms terms_;
    SeparatingAxisHits axis_hits_;
    std::vector<StackedRows>& stack_;
    std::size_t size_ = 0; // number of entries on the stack
    QueryCounters& counters_;
    Trace& trace_;
};

// Overload for hierarchies of this type; see traverse.hpp.
template <TracePolicy Trace, class Use>
auto use_traversal(const TraversalInput<Bvh8>& input, TraversalStack<Bvh8>& io_stacks,
                   QueryCounters& io_counters, Trace& io_trace, Use&& use) {
    if (input.leaf_sides != nullptr || !input.descent.is_by_volume())
        return use_direct_traversal(input, std::get<DirectPairStack<Bvh8>>(io_stacks), io_counters, io_trace,
                                    use);
    Bvh8Traversal<Trace> walk(input, list_wide_box_kernels().front(),
                              std::get<std::vector<StackedRows>>(io_stacks), io_counters, io_trace);
    return use(walk);
}

} // namespace boxwood
