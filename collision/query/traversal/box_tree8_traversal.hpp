// What: the traversal of two BoxTrees with eight children per node. Like bvh8_traversal.hpp, it tests some children of
//     a node of one tree against all children of a node of the other, eight boxes at a time. The box of each node is
//     stored on the stack.
// Frame: volumes in their mesh's frame.
// Invariants: in an overlapping pair of lanes, the lane with the larger volume is opened (descent.hpp). Each of its
//     children counts as one volume test. Pairs of leaves are visited as soon as they are found. Their order depends
//     only on the hierarchies and the descend rule, and in any-contact searches also on the poses (WideOrder). Queries
//     with other descend rules or with tests of a leaf's triangles traverse the binary view.
// Cost: counted in QueryCounters; 64 bytes of stack per pair of nodes.
// Source: see box_tree8.hpp.
// Oracle: a recorded traversal, which tests pair by pair with find_separating_axis; all pairs of triangles.
#pragma once

#include "collision/core/prefetch.hpp"
#include "collision/hierarchy/box_tree/box_tree8.hpp"
#include "collision/query/traversal/bvh8_traversal.hpp"
#include "collision/query/traversal/distance/lane_squares.hpp"
#include "collision/query/traversal/distance/wide_stack.hpp"
#include "collision/query/traversal/traverse.hpp"
#include "collision/volumes/simd/wide_box_kernels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <tuple>
#include <vector>

namespace boxwood {

// WideRows with the boxes of both nodes.
struct PlacedRows {
    StackedRows rows;
    Aabb opened, kept;
};

// A task of a parallel traversal: rows to be opened, or two leaves that overlap.
struct PlacedPart {
    PlacedRows at;
    WideLane a, b;
    bool are_leaves = false;
};

template <>
struct TraversalStackOf<BoxTree8> {
    using type = std::tuple<std::vector<PlacedRows>, DirectPairStack<BoxTree8>, std::vector<PlacedPart>>;
};

// With a trace other than NoTrace, each pair is tested separately and recorded.
template <TracePolicy Trace>
class BoxTree8Traversal {
  public:
    BoxTree8Traversal(const TraversalInput<BoxTree8>& input, const WideBoxKernel& kernel,
                      std::vector<PlacedRows>& io_stack, QueryCounters& io_counters, Trace& io_trace)
        : input_(input)
        , kernel_(kernel)
        , relation_(make_wide_relation(input.relation, input.descent.volume_scale_a(),
                                       input.descent.volume_scale_b()))
        , stack_(io_stack)
        , counters_(io_counters)
        , trace_(io_trace) {}
    BoxTree8Traversal(const BoxTree8Traversal&) = delete;
    BoxTree8Traversal& operator=(const BoxTree8Traversal&) = delete;
    // Adds the histogram of separating axes to the counters.
    ~BoxTree8Traversal() {
        if constexpr (!Trace::kActive) add_axis_hits(axis_hits_, counters_);
    }

    template <class VisitLeaves>
    bool run(VisitLeaves&& visit_leaves) {
        return run_from(roots(), visit_leaves);
    }

    // Functions for split() of query_parts.hpp.
    using Part = PlacedPart;
    void begin(std::vector<Part>& out_parts) { out_parts.push_back({roots(), {}, {}, false}); }
    bool expand(const Part& part, std::vector<Part>& out_parts) {
        if (part.are_leaves) {
            out_parts.push_back(part);
            return false;
        }
        std::array<Part, 64> leaves;
        std::size_t count = 0;
        open(part.at, [&](const auto&, const WideLane& a, const auto&, const WideLane& b) {
            leaves[count++] = {{}, a, b, true};
            return false;
        });
        for (std::size_t i = 0; i < size_; ++i) out_parts.push_back({stack_[i], {}, {}, false});
        size_ = 0;
        while (count > 0) out_parts.push_back(leaves[--count]); // leaves come before the pairs below them
        return true;
    }
    template <class VisitLeaves>
    bool run_part(const Part& part, VisitLeaves&& visit_leaves) {
        if (part.are_leaves) return visit_leaves(WideLeaves(input_.a), part.a, WideLeaves(input_.b), part.b);
        return run_from(part.at, visit_leaves);
    }

  private:
    // A node with its box.
    struct Placed {
        const BoxTreeNode8& node;
        const Aabb& box;
        PlacedMoves moves() const { return {&node.moves, box}; }
        Aabb box_of(std::uint32_t lane) const { return node.moves.box(lane, box); }
        // Every upper face is one step too low, because a side has 256 steps and `upper` is at most 255. The boxes are
        // accurate enough for sorting.
        WideBoxes approximate_boxes() const {
            WideBoxes boxes;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const auto k = static_cast<glm::length_t>(axis);
                boxes.origin[axis] = box.lower[k];
                boxes.step[axis] = MovedBoxes::step_of(box.lower[k], box.upper[k]);
                boxes.lower[axis] = node.moves.lower[axis];
                for (std::size_t lane = 0; lane < BoxTree8::kLanes; ++lane)
                    boxes.upper[axis][lane] =
                        static_cast<std::uint8_t>(MovedBoxes::kMaxSteps - node.moves.upper[axis][lane]);
            }
            return boxes;
        }
    };

    PlacedRows roots() const {
        return {StackedRows(WideRows{0, 0, 0, 1, false}), input_.b.root_box, input_.a.root_box};
    }

    template <class VisitLeaves>
    bool run_from(const PlacedRows& first, VisitLeaves&& visit_leaves) {
        make_room();
        stack_[0] = first;
        size_ = 1;
        while (size_ > 0) {
            const PlacedRows at = stack_[--size_];
            if (open(at, visit_leaves)) return true;
        }
        return false;
    }

    const BoxTree8& tree(bool is_a) const { return is_a ? input_.a : input_.b; }

    template <class VisitLeaves>
    [[gnu::always_inline]] bool open(const PlacedRows& at, VisitLeaves&& visit_leaves) {
        make_room();
        const WideRows item = at.rows.rows();
        counters_.max_depth = std::max(counters_.max_depth, item.depth);
        const BoxTree8 &of_opened = tree(item.is_a_opened), &of_kept = tree(!item.is_a_opened);
        const Placed opened{of_opened.nodes[item.opened], at.opened}, kept{of_kept.nodes[item.kept], at.kept};
        prefetch(of_opened.primitives.data() + opened.node.first_primitive());
        const WidePairs pairs = test(item, opened, kept);

        const std::uint64_t is_leaf = opened.node.leaves() * kEachRow,
                            is_kept_leaf = fill_rows(static_cast<std::uint8_t>(kept.node.leaves()));
        const std::uint64_t inner = pairs.overlap & ~is_leaf & ~is_kept_leaf;
        const std::uint64_t is_a_larger =
            pairs.is_a_larger | break_ties(item, opened, kept, inner & pairs.is_tied);
        const std::uint64_t is_kept_larger = item.is_a_opened ? ~is_a_larger : is_a_larger;
        const std::uint64_t open_kept = pairs.overlap & ~is_kept_leaf & (is_leaf | is_kept_larger);
        const std::uint64_t open_opened = pairs.overlap & ~is_leaf & ~open_kept;
        const Squares squares{open_kept, transpose(open_opened)};
        if (input_.order == nullptr || item.depth >= WideOrder::kDepths ||
            !try_push_sorted(item, opened, kept, squares)) {
            push_lanes(item, opened, kept, false, squares[0]);
            push_lanes(item, opened, kept, true, squares[1]);
        }
        return visit(item, pairs.overlap & is_leaf & is_kept_leaf, visit_leaves);
    }

    [[gnu::always_inline]] WidePairs test(const WideRows& item, const Placed& opened, const Placed& kept) {
        WidePairs pairs;
        if constexpr (Trace::kActive) {
            for (std::uint32_t rows = item.rows; rows != 0; rows &= rows - 1) {
                const auto row = static_cast<std::uint32_t>(std::countr_zero(rows));
                for (std::uint32_t lane = 0; lane < opened.node.lane_count(); ++lane)
                    if (test_and_record(item, opened, kept, row, lane))
                        pairs.overlap |= std::uint64_t{1} << (8 * row + lane);
            }
            pairs.is_tied = ~std::uint64_t{0}; // break_ties() then applies the rule to every pair
        } else {
            kernel_.test_moves(relation_,
                               {item.is_a_opened ? opened.moves() : kept.moves(),
                                item.is_a_opened ? kept.moves() : opened.moves(), item.rows,
                                opened.node.lanes(), !item.is_a_opened},
                               terms_, pairs, axis_hits_);
        }
        return pairs;
    }

    struct Boxes {
        Aabb a, b;
    };
    static Boxes boxes_of(const WideRows& item, const Placed& opened, const Placed& kept, std::uint32_t row,
                          std::uint32_t lane) {
        const Aabb of_kept = kept.box_of(row), of_opened = opened.box_of(lane);
        return item.is_a_opened ? Boxes{of_opened, of_kept} : Boxes{of_kept, of_opened};
    }
    struct Pair {
        WideLane a, b;
    };
    static Pair pair_of(const WideRows& item, std::uint32_t row, std::uint32_t lane) {
        const WideLane kept{item.kept, row}, opened{item.opened, lane};
        return item.is_a_opened ? Pair{opened, kept} : Pair{kept, opened};
    }

    bool test_and_record(const WideRows& item, const Placed& opened, const Placed& kept, std::uint32_t row,
                         std::uint32_t lane) {
        const Boxes boxes = boxes_of(item, opened, kept, row, lane);
        const Pair pair = pair_of(item, row, lane);
        const int axis = find_separating_axis(boxes.a, boxes.b, input_.relation);
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
    std::uint64_t break_ties(const WideRows& item, const Placed& opened, const Placed& kept,
                             std::uint64_t tied) const {
        std::uint64_t is_a_opened = 0;
        for (; tied != 0; tied &= tied - 1) {
            const auto bit = static_cast<std::uint32_t>(std::countr_zero(tied));
            const Boxes boxes = boxes_of(item, opened, kept, bit >> 3, bit & 7u);
            if (input_.descent.opens_a(boxes.a, boxes.b, item.depth)) is_a_opened |= std::uint64_t{1} << bit;
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

    // The lanes to open: element 0 is for the lanes of the kept node, element 1 for the lanes of the opened node. Byte
    // k is for lane k. Bit i of the byte is set if lane k is opened in its pair with lane i of the other node.
    using Squares = std::array<std::uint64_t, 2>;

    void push_lanes(const WideRows& item, const Placed& opened, const Placed& kept, bool is_of_opened,
                    std::uint64_t square) {
        while (square != 0) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(square)) >> 3;
            push_child(item, opened, kept, is_of_opened, lane,
                       static_cast<std::uint8_t>(square >> (8 * lane)));
            square &= ~(std::uint64_t{255} << (8 * lane));
        }
    }
    // See Bvh8Traversal::try_push_sorted.
    [[gnu::noinline]] bool try_push_sorted(const WideRows& item, const Placed& opened, const Placed& kept,
                                           const Squares& squares) {
        const std::uint32_t children = find_rows(squares[0]) | find_rows(squares[1]) << BoxTree8::kLanes;
        if ((children & (children - 1)) == 0) return false;
        const WideBoxes boxes_kept = kept.approximate_boxes(), boxes_opened = opened.approximate_boxes();
        SortedDistanceKeys sorted;
        const std::size_t count =
            input_.order->sort({boxes_kept, kept.node.lane_count()}, {boxes_opened, opened.node.lane_count()},
                               item.is_a_opened, children, sorted);
        for (std::size_t i = 0; i < count; ++i) {
            const auto lane = static_cast<std::uint32_t>(sorted[i] % BoxTree8::kLanes);
            const bool is_of_opened = (sorted[i] & BoxTree8::kLanes) != 0;
            push_child(item, opened, kept, is_of_opened, lane,
                       static_cast<std::uint8_t>(squares[is_of_opened ? 1 : 0] >> (8 * lane)));
        }
        return true;
    }
    // Call make_room() first.
    [[gnu::always_inline]] void push_child(const WideRows& item, const Placed& opened, const Placed& kept,
                                           bool is_of_opened, std::uint32_t lane, std::uint8_t rows) {
        const Placed &of = is_of_opened ? opened : kept, &other = is_of_opened ? kept : opened;
        const bool is_of_a = item.is_a_opened == is_of_opened;
        const std::uint32_t child = of.node.child(lane);
        prefetch(&tree(is_of_a).nodes[child]);
        PlacedRows& pushed = stack_[size_++];
        pushed.rows = StackedRows(
            WideRows{child, is_of_opened ? item.kept : item.opened, item.depth + 1, rows, is_of_a});
        pushed.opened = of.box_of(lane);
        pushed.kept = other.box;
    }
    // Makes room for all pushes of one call of open().
    void make_room() {
        constexpr std::size_t kMax = 2 * BoxTree8::kLanes;
        if (stack_.size() < size_ + kMax) [[unlikely]]
            grow_stack();
    }
    [[gnu::noinline]] void grow_stack() { stack_.resize(2 * stack_.size() + 64); }

    const TraversalInput<BoxTree8>& input_;
    const WideBoxKernel& kernel_;
    WideBoxRelation relation_;
    BoxTestTerms terms_;
    SeparatingAxisHits axis_hits_;
    std::vector<PlacedRows>& stack_;
    std::size_t size_ = 0; // number of entries on the stack
    QueryCounters& counters_;
    Trace& trace_;
};

// Overload for hierarchies of this type; see traverse.hpp.
template <TracePolicy Trace, class Use>
auto use_traversal(const TraversalInput<BoxTree8>& input, TraversalStack<BoxTree8>& io_stacks,
                   QueryCounters& io_counters, Trace& io_trace, Use&& use) {
    if (input.leaf_sides != nullptr || !input.descent.is_by_volume())
        return use_direct_traversal(input, std::get<DirectPairStack<BoxTree8>>(io_stacks), io_counters,
                                    io_trace, use);
    BoxTree8Traversal<Trace> walk(input, list_wide_box_kernels().front(),
                                  std::get<std::vector<PlacedRows>>(io_stacks), io_counters, io_trace);
    return use(walk);
}

} // namespace boxwood
