// What: an interval tree over places: finds all intervals in it that overlap a given one.
// Invariants: intervals are those of an SortedEndpoints, so that all ends are different. An interval stands in the highest
//             node whose middle it holds; each node lists its intervals by lower and by upper end.
// Cost: query O(log n + k); insert and erase O(log n) and the move of a node's list.
// Source: [de Berg 2008] section 10.1; [Edelsbrunner 1980].
// Departs from the source: the nodes are numbered, not linked: the tree stands on the places 0 to 2n - 1 and never
//                          needs balancing.
// Oracle: all pairs of boxes through the phases that use it; a test counts the nodes visited.
#pragma once

#include "collision/broad_phase/hierarchical_bitset.hpp"
#include "collision/broad_phase/sweep_and_prune/sorted_endpoints.hpp"

namespace boxwood {

class IntervalTree {
  public:
    // Empty, for the intervals of these bodies on the axis; `order` must outlive its use.
    void reset(const SortedEndpoints& order, std::span<const BodyId> bodies);
    void insert(BodyId body);
    void erase(BodyId body);

    // Calls visit(body) for each body in the tree whose interval overlaps that of `probe`, which must not be in
    // it; returns the number of nodes visited, a listed interval that is looked at counted as one.
    template <class Visit>
    std::uint64_t query(BodyId probe, Visit&& visit) const;

  private:
    struct Listed {
        std::uint32_t place = 0;
        BodyId body = 0;
    };
    struct Node {
        std::uint32_t begin = 0; // in by_low_ and by_high_: room for all intervals that may stand here
        std::uint32_t count = 0;
    };
    std::uint32_t node_of(BodyId body) const;

    const SortedEndpoints* order_ = nullptr;
    unsigned depth_ = 0;
    std::vector<Node> nodes_;              // a heap: the root is 1
    std::vector<Listed> by_low_, by_high_; // ascending; descending
    HierarchicalBitset lows_;              // lower ends of the intervals in the tree
};

template <class Visit>
std::uint64_t IntervalTree::query(BodyId probe, Visit&& visit) const {
    const std::uint32_t low = order_->low_place[probe], high = order_->high_place[probe];
    std::uint64_t visited = 0;
    // Those that hold the lower end stand on the way down to it. Not at its foot: an interval there has both of the
    // node's places as its own ends, and the probe has its own elsewhere.
    for (unsigned level = depth_; level-- > 1;) {
        const std::uint32_t id = ((1u << depth_) | low) >> (level + 1);
        const std::uint32_t middle = (low >> (level + 1) << (level + 1)) | (1u << level);
        const Node node = nodes_[id];
        const std::span<const Listed> listed =
            std::span(low < middle ? by_low_ : by_high_).subspan(node.begin, node.count);
        ++visited;
        for (const Listed& one : listed) {
            ++visited;
            if (low < middle ? one.place > low : one.place < low) break;
            visit(one.body);
        }
    }
    // The others begin inside.
    visited += lows_.for_each_in(low, high, [&](std::uint32_t place) {
        ++visited;
        visit(order_->endpoints[place].body());
    });
    return visited;
}

} // namespace boxwood
