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

// The ranks of both ends have their leading bits in common; the first bit that differs gives the level of the node
// whose middle lies between them.
std::uint32_t IntervalTree::node_of(BodyId body) const {
    const std::uint32_t low = order_->low_place[body], high = order_->high_place[body];
    return ((1u << depth_) | high) >> std::bit_width(low ^ high);
}

void IntervalTree::insert(BodyId body) {
    Node& node = nodes_[node_of(body)];
    const auto put = [&](std::vector<Listed>& list, std::uint32_t place, auto&& is_before) {
        const auto begin = list.begin() + node.begin, end = begin + node.count;
        const auto to = std::lower_bound(begin, end, place, is_before);
        std::copy_backward(to, end, end + 1);
        *to = {place, body};
    };
    put(by_low_, order_->low_place[body], [](Listed one, std::uint32_t place) { return one.place < place; });
    put(by_high_, order_->high_place[body],
        [](Listed one, std::uint32_t place) { return one.place > place; });
    ++node.count;
    lows_.insert(order_->low_place[body]);
}

void IntervalTree::erase(BodyId body) {
    Node& node = nodes_[node_of(body)];
    const auto take = [&](std::vector<Listed>& list, std::uint32_t place, auto&& is_before) {
        const auto begin = list.begin() + node.begin, end = begin + node.count;
        const auto at = std::lower_bound(begin, end, place, is_before);
        BOXWOOD_ASSERT(at != end && at->body == body);
        std::copy(at + 1, end, at);
    };
    take(by_low_, order_->low_place[body], [](Listed one, std::uint32_t place) { return one.place < place; });
    take(by_high_, order_->high_place[body],
         [](Listed one, std::uint32_t place) { return one.place > place; });
    --node.count;
    lows_.erase(order_->low_place[body]);
}

} // namespace boxwood
