// What: world-wide settings; they take effect at the next stage.
// Invariants: executor, start and use_temporal_coherence never change a result, only its cost.
#pragma once

#include "collision/narrow_phase/warm_start.hpp"
#include "collision/query/query_request.hpp"

#include <memory>

namespace boxwood {

class Executor;

struct WorldSettings {
    QueryRequest mesh_query; // for surfaces; mode any stops at a pair's first intersecting triangles
    // Also list the intersecting triangles of polytopes and parts in contact. For display only: the contact itself does
    // not need them. Timed as Phase::highlight.
    bool find_polytope_triangles = false;
    // Each pair of surfaces with wide hierarchies stores a QueryCoherence. The triangles found in mode any then depend
    // on earlier steps, and so do the counters in every mode.
    bool use_temporal_coherence = false;
    // If false, separated hulls are not descended into, and distances are lower bounds.
    bool find_closest_parts = true;
    WarmStart start = WarmStart::stored; // for the walk of a pair that has just become active
    // Minimum box margin relative to the body's diameter; it covers rounding in the caller's computations.
    double relative_margin = 1e-6;
    // Also use hill climbing, as in [Cohen 1995], for the boxes of polytopes with few vertices, instead of scanning all
    // vertices. The boxes are the same; the counters differ.
    bool always_climb = false;
    std::shared_ptr<Executor> executor; // runs update_boxes and find_contacts; null: serial
};

} // namespace boxwood
