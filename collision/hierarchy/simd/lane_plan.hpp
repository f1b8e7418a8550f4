// What: selects the nodes of a binary hierarchy that become the children (lanes) of wide nodes. A wide node has up to
//     eight lanes.
// Invariants: the lanes of a node cover its subtree. The choice of lanes minimizes the expected query cost. This cost
//     assumes that boxes are opened in proportion to their surface areas, and that each node adds kCostOfNode.
// Degenerate input: if areas are infinite or NaN, the choice of lanes is valid but arbitrary.
// Cost: O(n) time, 4 bytes per node of the binary hierarchy.
// Source: [Ylitie 2017] section 4 (the optimum by dynamic programming).
// Oracle: tests/collision/hierarchy/bvh8_test.cpp, all collapses of small hierarchies.
#pragma once

#include "collision/core/check.hpp"
#include "collision/core/memory/large_pages.hpp"
#include "collision/core/prefetch.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>

namespace boxwood {

// Stores, for each inner node and each number of lanes k from 2 to 8, how many of the k lanes its first child gets. 0:
// the node is a single lane and becomes a separate wide node.
template <Volume V>
class LanePlan {
  public:
    static constexpr std::size_t kLanes = 8;

    // Requires a depth of at most kMaxBuiltDepth.
    explicit LanePlan(const Bvh2<V>& binary)
        : nodes_(binary.nodes)
        , shares_(nodes_.size())
        , cost_of_node_(kCostOfNode * nodes_[0].volume.half_area() /
                        static_cast<float>(binary.primitive_count)) {
        for (std::array<Costs, 2>& of_children : by_depth_)
            for (Costs& costs : of_children) costs.fill(std::numeric_limits<float>::infinity());
        Costs of_root;
        if (!nodes_[0].is_leaf()) plan_subtree(0, 0, of_root);
    }

    using Lanes = std::array<std::uint32_t, kLanes>;

    // Lists the nodes that become the lanes of a wide node at the inner node `node`, from left to right. Returns their
    // number.
    std::size_t list_lanes(std::uint32_t node, Lanes& out_lanes) const {
        std::size_t count = 0;
        const std::uint32_t share = share_of(node, kLanes);
        add_lanes(nodes_[node].first, share, out_lanes, count);
        add_lanes(nodes_[node].first + 1, kLanes - share, out_lanes, count);
        return count;
    }

  private:
    // costs[kLanes + k - 1] is the cost of a subtree with at most k lanes. For k = kLanes, it is the cost below a
    // separate wide node. The first half stays infinite because no subtree fits in less than one lane.
    using Costs = std::array<float, 2 * kLanes>;
    using Shares = std::array<std::int32_t, kLanes>;

    // Only the parent reads the costs of a node, so only the costs on the current path are stored.
    void plan_subtree(std::uint32_t node, std::size_t depth, Costs& out_costs) {
        BOXWOOD_REQUIRE(depth < by_depth_.size());
        const std::uint32_t first = nodes_[node].first;
        for (const std::uint32_t child : {first, first + 1})
            if (!nodes_[child].is_leaf()) prefetch(&nodes_[nodes_[child].first]);
        float* const cost = out_costs.data() + kLanes;
        Shares share;
        if (nodes_[first].is_leaf() && nodes_[first + 1].is_leaf()) {
            std::fill_n(cost, kLanes, 0.0f);
            share.fill(1);
        } else {
            std::array<Costs, 2>& of_children = by_depth_[depth];
            for (const std::uint32_t k : {0u, 1u})
                if (nodes_[first + k].is_leaf())
                    std::fill_n(of_children[k].begin() + kLanes, kLanes, 0.0f);
                else
                    plan_subtree(first + k, depth + 1, of_children[k]);
            split_lanes(of_children[0].data() + kLanes, of_children[1].data() + kLanes, cost, share);
        }
        cost[0] = (nodes_[node].volume.half_area() + cost_of_node_) + cost[kLanes - 1];
        std::uint32_t packed = 0;
        for (std::size_t lanes = kLanes; lanes >= 2; --lanes) {
            const bool is_one = lanes < kLanes && cost[0] <= cost[lanes - 1];
            cost[lanes - 1] = is_one ? cost[0] : cost[lanes - 1];
            packed = packed << kShareBits | static_cast<std::uint32_t>(is_one ? 0 : share[lanes - 1]);
        }
        shares_[node] = packed;
    }

    // Computes, for each number of lanes, the smallest sum of the children's costs, and how many lanes the first child
    // then gets (among ties, the fewest). Processes four numbers of lanes at a time, with vectors that every processor
    // supports.
    static void split_lanes(const float* first, const float* second, float* out_cost, Shares& out_share) {
        constexpr std::size_t kAtOnce = 4;
        typedef float Floats __attribute__((vector_size(sizeof(float) * kAtOnce)));
        typedef std::int32_t Numbers __attribute__((vector_size(sizeof(float) * kAtOnce)));
        for (std::size_t k = 0; k < kLanes; k += kAtOnce) {
            Floats cost = Floats{} + std::numeric_limits<float>::infinity();
            Numbers share = Numbers{} + 1; // if all sums are NaN
            for (std::size_t of_second = std::min(k + kAtOnce, kLanes) - 1; of_second >= 1; --of_second) {
                Floats rest;
                std::memcpy(&rest, first + k - of_second, sizeof rest);
                const Floats sum = rest + second[of_second - 1];
                const Numbers is_less = sum < cost;
                cost = is_less ? sum : cost;
                share = is_less ? Numbers{0, 1, 2, 3} + static_cast<std::int32_t>(k + 1 - of_second) : share;
            }
            std::memcpy(out_cost + k, &cost, sizeof cost);
            std::memcpy(out_share.data() + k, &share, sizeof share);
        }
    }

    std::uint32_t share_of(std::uint32_t node, std::size_t lanes) const {
        return shares_[node] >> (kShareBits * (lanes - 2)) & ((1u << kShareBits) - 1u);
    }
    void add_lanes(std::uint32_t node, std::size_t lanes, Lanes& io_lanes, std::size_t& io_count) const {
        const std::uint32_t share = nodes_[node].is_leaf() || lanes == 1 ? 0 : share_of(node, lanes);
        if (share == 0) {
            io_lanes[io_count++] = node;
            return;
        }
        add_lanes(nodes_[node].first, share, io_lanes, io_count);
        add_lanes(nodes_[node].first + 1, lanes - share, io_lanes, io_count);
    }

    static constexpr float kCostOfNode = 3.0f; // in units of (root's area / number of primitives)
    static constexpr std::uint32_t kShareBits = 3;

    const typename Bvh2<V>::Nodes& nodes_;
    LargeArray<std::uint32_t> shares_; // per inner node: kShareBits for each number of lanes from 2
    std::array<std::array<Costs, 2>, kMaxBuiltDepth + 1> by_depth_; // children on the current path
    float cost_of_node_;
};

} // namespace boxwood
