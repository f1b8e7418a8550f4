// What: an interval tree over ranks (positions in a sorted list of endpoints): finds all stored intervals that overlap
//     a given one.
// Invariants: intervals are those of a SortedEndpoints, so that all ends are distinct. An interval is stored in the
//     highest node whose middle it contains; each node lists its intervals by lower and by upper end.
// Cost: query O(log n + k); insert and erase O(log n) plus the shift of a node's list.
// Source: [de Berg 2008] section 10.1; [Edelsbrunner 1980].
// Departs from the source: nodes are numbered, not linked: the tree covers the ranks 0 to 2n - 1 and never needs
//     balancing.
// Oracle: all pairs of boxes through the phases that use it; a test counts the nodes visited.
#pragma once

#include "collision/broad_phase/hierarchical_bitset.hpp"
#include "collision/broad_phase/sweep_and_prune/sorted_endpoints.hpp"

namespace boxwood {

class IntervalTree {
  public:
    // Makes the tree empty, for the intervals of these bodies on the axis; `order` must outlive the use of the tree.
    void reset(const SortedEndpoints& order, std::span<const BodyId> bodies);
    void insert(BodyId body);
    void erase(BodyId body);

    // Calls visit(body) for each body in the tree whose interval overlaps that of `probe`, which must not be in the
    // tree. Returns the number of nodes visited; every list entry read counts as one.
    template <class Visit>
    std::uint64_t query(BodyId probe, Visit&& visit) const;

  private:
    struct Listed {
        std::uint32_t place = 0;
        BodyId body = 0;
    };
    struct Node {
        std::uint32_t begin = 0; // in by_low_ and by_high_: room for all intervals that this node may store
        std::uint32_t count = 0;
    };
    std::uint32_t node_of(BodyId body) const;

    const SortedEndpoints* order_ = nullptr;
    unsigned depth_ = 0;
    std::vector<Node> nodes_;              // in heap order: the root is 1
    std::vector<Listed> by_low_, by_high_; // ascending; descending
    HierarchicalBitset lows_;              // lower ends of the intervals in the tree
};

template <class Visit>
std::uint64_t IntervalTree::query(BodyId probe, Visit&& visit) const {
    const std::uint32_t low = order_->low_place[probe], high = order_->high_place[probe];
    std::uint64_t visited = 0;
    // The intervals that contain the lower end are stored on the path from the root to it. The leaf is skipped: an
    // interval there has both ranks of the leaf as its ends, so the ends of the probe are elsewhere.
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
    // The remaining intervals begin inside the probe.
    visited += lows_.for_each_in(low, high, [&](std::uint32_t place) {
        ++visited;
        visit(order_->endpoints[place].body());
    });
    return visited;
}

} // namespace boxwood
