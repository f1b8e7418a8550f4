// What: world-wide settings. Changes take effect at the next stage.
// Invariants: executor, start and use_temporal_coherence never change which pairs are in contact. The executor changes
//     no result at all. start can change where a walk starts, its iterations, and which of several equally close
//     features it finds. use_temporal_coherence is described below.
// Units: relative_margin is a ratio; a distance in mesh_query is in the scene's unit of length.
// Errors: CollisionWorld::check_settings() names a margin outside [0, 1e6], an unknown start and an invalid mesh_query.
//     The stages of a step require valid settings.
// Cost: find_polytope_triangles tests the triangles of all polytopes and parts in contact in every step.
#pragma once

#include "collision/narrow_phase/warm_start.hpp"
#include "collision/query/query_request.hpp"

#include <memory>

namespace boxwood {

class Executor;

struct WorldSettings {
    QueryRequest mesh_query; // for surfaces; in mode any, it stops at a pair's first intersecting triangles
    // Also lists the intersecting triangles of polytopes and parts in contact. Only for display: contacts are found
    // without these triangles. Timed as Phase::highlight.
    bool find_polytope_triangles = false;
    // Each pair of surfaces with wide hierarchies stores a QueryCoherence. The triangles found in mode any, and the
    // counters in every mode, then depend on earlier steps.
    bool use_temporal_coherence = false;
    // If false, the search does not descend into separated hulls, and distances are lower bounds.
    bool find_closest_parts = true;
    WarmStart start = WarmStart::stored; // for the walk of a pair that has just become active
    // Smallest margin of a box, relative to the body's diameter. It covers rounding in the caller's computations.
    double relative_margin = 1e-6;
    // Use hill climbing, as in [Cohen 1995], also for the boxes of polytopes with few vertices, instead of scanning
    // all vertices. The boxes are the same; the counters differ.
    bool always_climb = false;
    std::shared_ptr<Executor> executor; // runs parts of all stages except find_pairs; null: serial
};

} // namespace boxwood
