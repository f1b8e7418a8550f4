// What: which nodes of a binary hierarchy become the children of nodes of up to eight.
// Invariants: the lanes of a node cover what is below it. What a query opens costs least if boxes are opened in proportion to
//     their surfaces, and a node costs kCostOfNode besides.
// Degenerate input: surfaces that are infinite or not numbers: some lanes.
// Cost: 40 bytes per node of the binary hierarchy, and 60 ns.
// Source: [Ylitie 2017] section 4 (the optimum by dynamic programming).
// Oracle: tests/collision/hierarchy/wide_bvh_test.cpp, all collapses of small hierarchies.
#pragma once

#include "collision/hierarchy/bvh.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace boxwood {

// Of the part of the hierarchy below each node: what it costs as at most k + 1 lanes, and how many of them the first
// child gets; 0: it is one lane, a leaf or a wide node of its own.
template <Volume V>
class LanePlan {
  public:
    static constexpr std::size_t kLanes = 8;

    explicit LanePlan(const Bvh<V>& binary)
        : nodes_(binary.nodes)
        , costs_(nodes_.size())
        , shares_(nodes_.size())
        , cost_of_node_(kCostOfNode * nodes_[0].volume.half_area() /
                        static_cast<float>(binary.primitive_count)) {
        for (std::size_t i = nodes_.size(); i-- > 0;)
            if (!nodes_[i].is_leaf()) decide(i);
    }

    using Lanes = std::array<std::uint32_t, kLanes>;

    // The nodes that become the lanes of a wide node at `node`, no leaf, from left to right; returns how many.
    std::size_t list_lanes(std::uint32_t node, Lanes& out_lanes) const {
        std::size_t count = 0;
        const std::uint8_t share = shares_[node][kLanes - 1];
        add_lanes(nodes_[node].first, share, out_lanes, count);
        add_lanes(nodes_[node].first + 1, kLanes - share, out_lanes, count);
        return count;
    }

  private:
    // [k - 1]: with at most k lanes. That with kLanes is of the children in a wide node of their own.
    using Costs = std::array<float, kLanes>;
    using Shares = std::array<std::uint8_t, kLanes>;

    void decide(std::size_t i) {
        const Costs &first = costs_[nodes_[i].first], &second = costs_[nodes_[i].first + 1];
        Costs& cost = costs_[i];
        Shares& share = shares_[i];
        for (std::size_t lanes = 2; lanes <= kLanes; ++lanes) {
            cost[lanes - 1] = std::numeric_limits<float>::infinity();
            share[lanes - 1] = 1; // if no sum is a number
            for (std::size_t of_first = 1; of_first < lanes; ++of_first) {
                const float sum = first[of_first - 1] + second[lanes - of_first - 1];
                if (!(sum < cost[lanes - 1])) continue;
                cost[lanes - 1] = sum;
                share[lanes - 1] = static_cast<std::uint8_t>(of_first);
            }
        }
        cost[0] = (nodes_[i].volume.half_area() + cost_of_node_) + cost[kLanes - 1];
        for (std::size_t lanes = 2; lanes < kLanes; ++lanes)
            if (cost[0] <= cost[lanes - 1]) {
                cost[lanes - 1] = cost[0];
                share[lanes - 1] = 0;
            }
    }

    void add_lanes(std::uint32_t node, std::size_t lanes, Lanes& io_lanes, std::size_t& io_count) const {
        const std::size_t share = nodes_[node].is_leaf() || lanes == 1 ? 0 : shares_[node][lanes - 1];
        if (share == 0) {
            io_lanes[io_count++] = node;
            return;
        }
        add_lanes(nodes_[node].first, share, io_lanes, io_count);
        add_lanes(nodes_[node].first + 1, lanes - share, io_lanes, io_count);
    }

    static constexpr float kCostOfNode = 3.0f; // in shares of the root's surface that each primitive has

    const typename Bvh<V>::Nodes& nodes_;
    std::vector<Costs> costs_;
    std::vector<Shares> shares_;
    float cost_of_node_;
};

} // namespace boxwood
