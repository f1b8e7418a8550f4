// What: the counters of a query from the visits that it recorded.
// Invariants: of all visits of one query they are those of the query run without a recorder, bit for bit; of the
//     first n, those that the query had then. But volume_updates and relations stay 0: see add_up_to.
#pragma once

#include "collision/core/trace.hpp"
#include "collision/query/query_counters.hpp"

#include <algorithm>
#include <span>

namespace boxwood {

inline void add_visit(const Visit& visit, QueryCounters& io_counters) {
    switch (visit.kind) {
    case VisitKind::volume_pair:
        ++io_counters.separations_by_axis[static_cast<unsigned>(visit.axis) & kMaxAxes]; // -1: the last
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

// True if all visits of a query are told by its counters. volume_updates and relations are left out: what motion updates is
// the volume's, what is made of the poses comes before all visits.
inline bool add_up_to(std::span<const Visit> visits, const QueryCounters& counters) {
    QueryCounters counted = count_visits(visits);
    counted.volume_updates = counters.volume_updates;
    counted.relations = counters.relations;
    return counted == counters;
}

} // namespace boxwood
