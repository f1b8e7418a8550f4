#include "collision/hierarchy/collapse_wide.hpp"

#include "collision/hierarchy/wide_fit.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace boxwood {
namespace {

constexpr std::size_t kLanes = WideBoxes::kLanes;
constexpr float kCostOfNode = 3.0f; // in shares of the root's surface that each primitive has

// Of the part of the hierarchy below each node: what it costs as at most k + 1 lanes, and how many of them the first
// child gets; 0: it is one lane, a leaf or a wide node of its own.
class Plan {
  public:
    explicit Plan(const Bvh<Aabb>& binary)
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

    const Bvh<Aabb>::Nodes& nodes_;
    std::vector<Costs> costs_;
    std::vector<Shares> shares_;
    float cost_of_node_;
};

// Makes the wide nodes one after another, each with the links to its children's.
class Collapse {
  public:
    explicit Collapse(const Bvh<Aabb>& binary)
        : binary_(binary)
        , plan_(binary) {
        wide_.primitives.reserve(binary.primitive_count);
    }

    WideBvh run() {
        add(1, {0});
        for (std::size_t i = 1; i < roots_.size(); ++i) {
            std::array<std::uint32_t, kLanes> lanes{};
            add(plan_.list_lanes(roots_[i], lanes), lanes);
        }
        fit_lanes(wide_, [this](std::uint32_t node, unsigned lane) -> const Aabb& {
            return binary_.volume(lanes_[node][lane]);
        });
        return std::move(wide_);
    }

  private:
    void add(std::size_t count, const std::array<std::uint32_t, kLanes>& lanes) {
        WideNode node;
        node.lane_count = static_cast<std::uint8_t>(count);
        node.first_child = static_cast<std::uint32_t>(roots_.size());
        node.first_primitive = static_cast<std::uint32_t>(wide_.primitives.size());
        node.first_name = names_;
        if (!wide_.nodes.empty()) names_ += 2 * static_cast<std::uint32_t>(count) - 2;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            if (lane < count && binary_.is_leaf(lanes[lane])) {
                const auto held = binary_.primitives_of(lanes[lane]);
                wide_.primitives.insert(wide_.primitives.end(), held.begin(), held.end());
                node.leaves = static_cast<std::uint8_t>(node.leaves | 1u << lane);
                ++wide_.leaf_count;
            } else if (lane < count) {
                roots_.push_back(lanes[lane]);
            }
            node.ends[lane] = static_cast<std::uint8_t>(wide_.primitives.size() - node.first_primitive);
        }
        wide_.nodes.push_back(node);
        lanes_.push_back(lanes);
    }

    const Bvh<Aabb>& binary_;
    Plan plan_;
    WideBvh wide_;
    std::vector<std::uint32_t> roots_{0}; // the binary node of each wide one, as far as these are known
    std::vector<std::array<std::uint32_t, kLanes>> lanes_; // the binary node of each lane
    std::uint32_t names_ = 1;
};

} // namespace

WideBvh collapse_wide(const Bvh<Aabb>& binary) {
    return Collapse(binary).run();
}

} // namespace boxwood
