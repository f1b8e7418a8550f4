// What: branch and bound for the closest leaves of two wide hierarchies of aligned or oriented boxes. Computes the
//     bounds between one box and the eight children of another at a time.
// Frame: bounds are squared distances in the world, computed by obb_gap.hpp.
// Invariants: as in distance.hpp, every pair of leaves at the minimum distance is visited, ties included. The larger
//     box is opened; the descend rule is ignored. Each child counts as one volume test.
// Cost: a depth-first search that opens the nearest child first, after an alternating search for a good upper bound.
//     For two bunnies of 70,000 triangles each, it opens 1,500 oriented boxes, computes 9,000 bounds and measures 200
//     pairs of triangles.
// Source: [Larsen 2000] section 4; [Wald 2008] for one box against many.
// Oracle: all pairs of triangles; the search of distance.hpp.
#pragma once

#include "collision/core/trace.hpp"
#include "collision/hierarchy/bvh8/bvh8.hpp"
#include "collision/hierarchy/bvh8/obb_bvh8.hpp"
#include "collision/query/query_counters.hpp"
#include "collision/query/traversal/distance/wide_stack.hpp"
#include "collision/query/traversal/search_limits.hpp"
#include "collision/volumes/simd/obb_gap.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace boxwood {

// --- accessors of wide hierarchies ---

inline const WideObbNode& wide_node_of(const ObbBvh8& tree, std::uint32_t node) {
    return tree.wide[node];
}
inline const WideNode& wide_node_of(const Bvh8& tree, std::uint32_t node) {
    return tree.nodes[node];
}
inline std::uint32_t name_of(const ObbBvh8& tree, const WideLane& at) {
    return tree.wide[at.node].nodes[at.lane];
}
inline std::uint32_t name_of(const Bvh8& tree, const WideLane& at) {
    return tree.name_of(at.node, at.lane);
}
inline std::span<const std::uint32_t> primitives_of(const ObbBvh8& tree, const WideLane& leaf) {
    return tree.primitives_of(name_of(tree, leaf));
}
inline std::span<const std::uint32_t> primitives_of(const Bvh8& tree, const WideLane& leaf) {
    return tree.primitives_of(leaf.node, leaf.lane);
}
// The sum of the sides of a box; for oriented boxes, of the half sides. Only boxes of one type are compared.
inline float side_sum_of(const WideObbs& boxes, std::uint32_t lane) {
    return (boxes.half[0][lane] + boxes.half[1][lane]) + boxes.half[2][lane];
}
inline float side_sum_of(const WideBoxes& boxes, std::uint32_t lane) {
    float sum = 0.0f;
    for (std::size_t axis = 0; axis < 3; ++axis)
        sum += static_cast<float>(boxes.upper[axis][lane] - boxes.lower[axis][lane]) * boxes.step[axis];
    return sum;
}
inline ObbGap::Root gap_root_of(const ObbBvh8& tree) {
    return tree.gap_root;
}
inline ObbGap::Root gap_root_of(const Bvh8& tree) {
    const Aabb root = tree.root().box;
    return {glm::dvec3(0.0), glm::length(farthest_corner(root)),
            0.5 * glm::distance(glm::dvec3(root.lower), glm::dvec3(root.upper))};
}

// The hierarchies that WideNearestSearch accepts: Bvh8 and ObbBvh8.
template <class H>
concept WideDistanceHierarchy = requires(const H& tree) {
    gap_root_of(tree);
};

// --- the search ---

struct WideLanePair {
    WideLane a, b;
    float squared_bound = 0.0f;
    std::uint32_t depth = 0;
};

// visit_leaves(primitives_a, primitives_b) is called for pairs of leaves that can be the closest. It returns the
// nearest primitives of all calls so far, as a NearestSoFar.
template <WideDistanceHierarchy H, TracePolicy Trace, class VisitLeaves>
class WideNearestSearch {
  public:
    WideNearestSearch(const H& a, const H& b, ObbGap& io_gap, std::vector<WideLanePair>& io_stack,
                      QueryCounters& io_counters, Trace& io_trace, VisitLeaves& visit_leaves,
                      const SearchLimits& limits)
        : a_(a)
        , b_(b)
        , gap_(io_gap)
        , stack_(io_stack)
        , counters_(io_counters)
        , trace_(io_trace)
        , visit_leaves_(visit_leaves)
        , limits_(limits)
        , max_tests_(io_counters.volume_tests + limits.max_tests) {}

    // `nearest` is the result so far. Returns false if the search is unfinished.
    bool run(const NearestSoFar& nearest) {
        update_nearest(nearest);
        if (!warm_up()) return false;
        return search({});
    }

  private:
    using Children = std::array<WideLanePair, WideObbs::kLanes>;

    const auto& node_of(const WideLane& lane, bool is_of_a) const {
        return wide_node_of(is_of_a ? a_ : b_, lane.node);
    }
    bool is_leaf(const WideLane& lane, bool is_of_a) const {
        return node_of(lane, is_of_a).is_leaf(lane.lane);
    }
    bool are_leaves(const WideLanePair& pair) const {
        return is_leaf(pair.a, true) && is_leaf(pair.b, false);
    }

    // Finds a good upper bound: searches for the nearest partner of a leaf of A, then of a leaf of B.
    bool warm_up() {
        WideLanePair pair;
        Children children;
        while (!are_leaves(pair)) {
            const std::size_t count = open(pair, children);
            if (count == 0) return true; // all children are too far
            pair = children[count - 1];
        }
        nearest_leaves_ = pair;
        return search({nearest_leaves_.a, {}}) && search({{}, nearest_leaves_.b});
    }

    bool search(const WideLanePair& start) {
        if (is_ended_) return true;
        stack_.assign(1, start);
        Children children;
        while (!stack_.empty()) {
            if (counters_.volume_tests > max_tests_) [[unlikely]]
                return false;
            const WideLanePair pair = stack_.back();
            stack_.pop_back();
            if (pair.squared_bound > limit_) continue;
            if (are_leaves(pair)) {
                visit(pair);
                if (is_ended_) return true;
                continue;
            }
            const std::size_t count = open(pair, children);
            stack_.insert(stack_.end(), children.begin(),
                          children.begin() + static_cast<std::ptrdiff_t>(count));
        }
        return true;
    }

    void visit(const WideLanePair& leaves) {
        const double before = nearest_;
        const NearestSoFar found = visit_leaves_(primitives_of(a_, leaves.a), primitives_of(b_, leaves.b));
        if (found.squared < before) nearest_leaves_ = leaves;
        update_nearest(found);
    }
    void update_nearest(const NearestSoFar& found) {
        if (found.squared < nearest_ && found.is_known) gap_.aim(found.from_a_to_b);
        nearest_ = found.squared;
        limit_ = round_up(limits_.squared_limit(found));
        is_ended_ = limits_.ends_at(found);
    }

    // Writes the children that are not pruned; the nearest child comes last. Returns their number.
    std::size_t open(const WideLanePair& pair, Children& out_children) {
        const auto &of_a = node_of(pair.a, true), &of_b = node_of(pair.b, false);
        const bool is_a_opened = opens_a(pair, of_a, of_b);
        const std::uint32_t opened = is_a_opened ? of_a.child(pair.a.lane) : of_b.child(pair.b.lane);
        const auto& node = wide_node_of(is_a_opened ? a_ : b_, opened);
        alignas(32) WideObbs::Lanes squared;
        gap_.bound(node.boxes, (is_a_opened ? of_b : of_a).boxes, is_a_opened ? pair.b.lane : pair.a.lane,
                   is_a_opened, squared);
        const std::uint32_t depth = pair.depth + 1;
        counters_.volume_tests += node.lane_count;
        counters_.max_depth = std::max(counters_.max_depth, depth);
        std::size_t count = 0;
        for (std::uint32_t lane = 0; lane < node.lane_count; ++lane) {
            const WideLane child{opened, lane};
            const WideLanePair of_child{is_a_opened ? child : pair.a, is_a_opened ? pair.b : child,
                                        squared[lane], depth};
            const bool is_kept = !(squared[lane] > limit_);
            if constexpr (Trace::kActive)
                trace_.record({.a = name_of(a_, of_child.a),
                               .b = name_of(b_, of_child.b),
                               .depth = depth,
                               .kind = VisitKind::volume_bound,
                               .verdict = is_kept});
            if (!is_kept) continue;
            std::size_t position = count++;
            for (; position > 0 && out_children[position - 1].squared_bound < squared[lane]; --position)
                out_children[position] = out_children[position - 1];
            out_children[position] = of_child;
        }
        return count;
    }
    bool opens_a(const WideLanePair& pair, const auto& of_a, const auto& of_b) const {
        if (of_b.is_leaf(pair.b.lane)) return true;
        if (of_a.is_leaf(pair.a.lane)) return false;
        return side_sum_of(of_a.boxes, pair.a.lane) * gap_.scale(true) >=
               side_sum_of(of_b.boxes, pair.b.lane) * gap_.scale(false);
    }

    const H &a_, &b_;
    ObbGap& gap_;
    std::vector<WideLanePair>& stack_;
    QueryCounters& counters_;
    Trace& trace_;
    VisitLeaves& visit_leaves_;
    const SearchLimits& limits_;
    const std::uint64_t max_tests_;
    double nearest_ = std::numeric_limits<double>::infinity();
    // Pairs with a greater squared bound are pruned.
    float limit_ = std::numeric_limits<float>::infinity();
    bool is_ended_ = false;
    WideLanePair nearest_leaves_{};
};

} // namespace boxwood
