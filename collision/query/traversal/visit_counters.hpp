// What: the counters of a query, computed from its recorded visits.
// Invariants: the counters computed from the first n visits are the counters of the query after visit n; computed from
//     all visits, they are the counters of the query without a recorder. Three counters are exceptions and always 0:
//     volume_updates, relations and point_tests (see add_up_to).
#pragma once

#include "collision/core/trace.hpp"
#include "collision/query/query_counters.hpp"

#include <algorithm>
#include <span>

namespace boxwood {

inline void add_visit(const Visit& visit, QueryCounters& io_counters) {
    switch (visit.kind) {
    case VisitKind::volume_pair:
        // Axis -1 selects the last bin.
        ++io_counters.separations_by_axis[static_cast<unsigned>(visit.axis) & kMaxAxes];
        ++io_counters.volume_tests;
        io_counters.max_depth = std::max(io_counters.max_depth, visit.depth);
        break;
    case VisitKind::leaf_pair:
        ++io_counters.leaf_tests;
        [[fallthrough]];
    case VisitKind::volume_bound:
        ++io_counters.volume_tests;
        io_counters.max_depth = std::max(io_counters.max_depth, visit.depth);
        break;
    case VisitKind::primitive_pair:
        ++io_counters.primitive_tests;
        if (visit.axis == static_cast<std::int8_t>(PrimitiveTest::exact)) ++io_counters.exact_tests;
        break;
    default:
        break;
    }
}

inline QueryCounters count_visits(std::span<const Visit> visits) {
    QueryCounters counters;
    for (const Visit& visit : visits) add_visit(visit, counters);
    return counters;
}

// True if the visits add up to the counters of the query. Ignores volume_updates, which depends on the volume type, and
// relations and point_tests, because pair transforms are computed before the first visit and points are located after
// the last one.
inline bool add_up_to(std::span<const Visit> visits, const QueryCounters& counters) {
    QueryCounters counted = count_visits(visits);
    counted.volume_updates = counters.volume_updates;
    counted.relations = counters.relations;
    counted.point_tests = counters.point_tests;
    return counted == counters;
}

} // namespace boxwood
