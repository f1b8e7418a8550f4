#include "collision/broad_phase/interval/interval_tree.hpp"

#include "collision/core/check.hpp"

#include <algorithm>

namespace boxwood {

void IntervalTree::reset(const SortedEndpoints& order, std::span<const BodyId> bodies) {
    order_ = &order;
    depth_ = static_cast<unsigned>(std::bit_width(order.endpoints.size()));
    nodes_.assign(std::size_t{1} << depth_, Node{});
    for (const BodyId body : bodies) ++nodes_[node_of(body)].count;
    std::uint32_t sum = 0;
    for (Node& node : nodes_) {
        node.begin = sum;
        sum += node.count;
        node.count = 0;
    }
    by_low_.resize(bodies.size());
    by_high_.resize(bodies.size());
    lows_.reset(static_cast<std::uint32_t>(order.endpoints.size()));
}

// The ranks of both ends start with the same bits. The first bit that differs gives the level of the node: its middle
// lies between the two ranks.
std::uint32_t IntervalTree::node_of(BodyId body) const {
    const std::uint32_t low = order_->lower_rank[body], high = order_->upper_rank[body];
    return ((1u << depth_) | high) >> std::bit_width(low ^ high);
}

void IntervalTree::insert(BodyId body) {
    Node& node = nodes_[node_of(body)];
    const auto insert_entry = [&](std::vector<ListEntry>& list, std::uint32_t rank, auto&& is_before) {
        const auto begin = list.begin() + node.begin, end = begin + node.count;
        const auto to = std::lower_bound(begin, end, rank, is_before);
        std::copy_backward(to, end, end + 1);
        *to = {rank, body};
    };
    insert_entry(by_low_, order_->lower_rank[body],
                 [](ListEntry entry, std::uint32_t rank) { return entry.rank < rank; });
    insert_entry(by_high_, order_->upper_rank[body],
                 [](ListEntry entry, std::uint32_t rank) { return entry.rank > rank; });
    ++node.count;
    lows_.insert(order_->lower_rank[body]);
}

void IntervalTree::erase(BodyId body) {
    Node& node = nodes_[node_of(body)];
    const auto erase_entry = [&](std::vector<ListEntry>& list, std::uint32_t rank, auto&& is_before) {
        const auto begin = list.begin() + node.begin, end = begin + node.count;
        const auto at = std::lower_bound(begin, end, rank, is_before);
        BOXWOOD_ASSERT(at != end && at->body == body);
        std::copy(at + 1, end, at);
    };
    erase_entry(by_low_, order_->lower_rank[body],
                [](ListEntry entry, std::uint32_t rank) { return entry.rank < rank; });
    erase_entry(by_high_, order_->upper_rank[body],
                [](ListEntry entry, std::uint32_t rank) { return entry.rank > rank; });
    --node.count;
    lows_.erase(order_->lower_rank[body]);
}

} // namespace boxwood
