// What: what a person may set for all bodies of a world, at any time; counts from the next stage on.
// Invariants: executor, start and use_temporal_coherence never change an answer, only its cost.
#pragma once

#include "collision/narrow_phase/warm_start.hpp"
#include "collision/query/query_request.hpp"

#include <memory>

namespace boxwood {

class Executor;

struct WorldSettings {
    QueryRequest mesh_query; // of surfaces; mode any: stop at a pair's first intersecting triangles
    // Also list the intersecting triangles of polytopes and parts in contact: for drawings, since the contact is known without
    // them. Timed as Phase::highlight.
    bool find_polytope_triangles = false;
    // Pairs of surfaces in wide hierarchies keep a QueryCoherence each. With mode any, which triangles are found then depends
    // on the steps before; the counters do with every mode.
    bool use_temporal_coherence = false;
    bool find_closest_parts = true; // off: hulls that are apart are not looked into, distances are bounds
    WarmStart start = WarmStart::stored; // of the walk of a pair that has just become active
    // Least enlargement of a box, over the diameter of its body: against rounding in what others compute.
    double relative_margin = 1e-6;
    // Boxes of polytopes with few vertices climb too, as in [Cohen 1995], instead of evaluating all vertices at once: the same
    // boxes, other counters.
    bool always_climb = false;
    std::shared_ptr<Executor> executor; // lends threads to update_boxes and find_contacts; null: serial
};

} // namespace boxwood
