// What: the parent visit of each visit, for a query that opens its pairs in any order: the pair that was opened into
//     it.
// Invariants: a pair of nodes is visited once. Its parent is the last visited of the pairs one opening above it.
// Cost: one pass, a look-up for each way to have opened a pair.
// Oracle: tests/engine/explain/visit_replay_test.cpp, by searching all earlier visits.
#pragma once

#include "collision/core/trace.hpp"
#include "engine/explain/hierarchy/node_table.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

inline bool is_of_volumes(const Visit& visit) {
    return visit.kind == VisitKind::volume_pair || visit.kind == VisitKind::leaf_pair;
}

// NodeTable::kNone for the root and for bounds.
std::vector<std::uint32_t> find_wide_parents(std::span<const Visit> visits, const NodeTable& a,
                                             const NodeTable& b);

} // namespace boxwood
