// What: an interval tree over ranks (positions in a sorted list of endpoints). A query finds all stored intervals
//     that overlap a given interval.
// Invariants: all ends of intervals are distinct, because they are ranks of a SortedEndpoints. Each node covers a range
//     of ranks. An interval is stored in the node nearest to the root for which it contains the middle of this range.
//     Each node lists its intervals twice, sorted by lower and by upper end.
// Cost: a query takes O(log n + k log_64 n) time for k results. Insert and erase take O(log n) time, plus the time to
//     shift the lists of a node.
// Source: [de Berg 2008] section 10.1; [Edelsbrunner 1980].
// Departs from the source: nodes are numbered instead of linked. The tree always covers the ranks 0 to 2n - 1, so it
//     needs no balancing.
// Oracle: a scan of all intervals; all pairs of boxes, in the broad phases that use the tree. A test counts the nodes
//     visited.
#pragma once

#include "collision/broad_phase/hierarchical_bitset.hpp"
#include "collision/broad_phase/sweep_and_prune/sorted_endpoints.hpp"

namespace boxwood {

class IntervalTree {
  public:
    // Empties the tree and prepares it for the intervals of these bodies. `order` must stay valid while the tree is
    // used.
    void reset(const SortedEndpoints& order, std::span<const BodyId> bodies);
    void insert(BodyId body);
    void erase(BodyId body);

    // Calls visit(body) for each body in the tree whose interval overlaps the interval of `probe`. `probe` itself
    // must not be in the tree. Returns the number of nodes visited; each list entry read counts as one node.
    template <class Visit>
    std::uint64_t query(BodyId probe, Visit&& visit) const;

  private:
    struct ListEntry {
        std::uint32_t rank = 0;
        BodyId body = 0;
    };
    struct Node {
        // The range of this node in by_low_ and by_high_; it has room for all intervals that the node can store.
        std::uint32_t begin = 0;
        std::uint32_t count = 0;
    };
    std::uint32_t node_of(BodyId body) const;

    const SortedEndpoints* order_ = nullptr;
    unsigned depth_ = 0;
    std::vector<Node> nodes_;                 // in heap order: the root is 1
    std::vector<ListEntry> by_low_, by_high_; // by lower rank, ascending; by upper rank, descending
    HierarchicalBitset lows_;                 // lower ranks of the intervals in the tree
};

template <class Visit>
std::uint64_t IntervalTree::query(BodyId probe, Visit&& visit) const {
    const std::uint32_t low = order_->lower_rank[probe], high = order_->upper_rank[probe];
    std::uint64_t visited = 0;
    // Intervals that contain the lower end of the probe are stored on the path from the root to that end. The leaf at
    // the end of the path is skipped: the ends of an interval stored there are the two ranks of the leaf, and the
    // lower end of the probe is one of these ranks, but no two intervals share an end.
    for (unsigned level = depth_; level-- > 1;) {
        const std::uint32_t id = ((1u << depth_) | low) >> (level + 1);
        const std::uint32_t middle = (low >> (level + 1) << (level + 1)) | (1u << level);
        const Node node = nodes_[id];
        const std::span<const ListEntry> entries =
            std::span(low < middle ? by_low_ : by_high_).subspan(node.begin, node.count);
        ++visited;
        for (const ListEntry& entry : entries) {
            ++visited;
            if (low < middle ? entry.rank > low : entry.rank < low) break;
            visit(entry.body);
        }
    }
    // The remaining intervals begin inside the probe.
    visited += lows_.for_each_in(low, high, [&](std::uint32_t rank) {
        ++visited;
        visit(order_->endpoints[rank].body());
    });
    return visited;
}

} // namespace boxwood
