// What: finds all overlapping pairs of rectangles by a sweep along one axis. An interval tree contains the open
//     intervals on the other axis.
// Cost: O(n log n + pairs * log_64 n) time, plus the time to shift the lists of the tree (interval_tree.hpp).
// Source: [Cohen 1995] section 4 (two-dimensional variant); [Edelsbrunner 1980].
// Oracle: all pairs of boxes, in the broad phases that use the sweep.
#pragma once

#include "collision/broad_phase/interval/interval_tree.hpp"

namespace boxwood {

// Calls visit(a, b) once for each pair of bodies whose intervals overlap on both axes. Touching intervals overlap,
// because a MIN precedes a MAX with the same value. `tree` is scratch memory. Returns the number of tree nodes
// visited.
template <class Visit>
std::uint64_t sweep_rectangles(const SortedEndpoints& along, const SortedEndpoints& across,
                               std::span<const BodyId> bodies, IntervalTree& tree, Visit&& visit) {
    std::uint64_t visited = 0;
    tree.reset(across, bodies);
    for (const Endpoint endpoint : along.endpoints) {
        const BodyId body = endpoint.body();
        if (endpoint.is_max()) {
            tree.erase(body);
            continue;
        }
        visited += tree.query(body, [&](BodyId other) { visit(body, other); });
        tree.insert(body);
    }
    return visited;
}

} // namespace boxwood
