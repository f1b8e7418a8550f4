// What: world-wide settings. A change takes effect at the next stage that reads the setting.
// Invariants: `executor`, `start` and `use_temporal_coherence` never change which pairs are in contact. `executor`
//     changes no result at all. `start` can change where a walk starts, the number of iterations of the walk, and which
//     of several equally close features it finds. The comment at use_temporal_coherence lists what it can change.
// Units: relative_margin is a ratio; a distance in mesh_query is in the scene's unit of length.
// Errors: CollisionWorld::check_settings() names a relative_margin outside [0, 1e6], an unknown start and an invalid
//     mesh_query.
//     The stages of a step require valid settings.
// Cost: find_polytope_triangles tests the triangles of all polytopes and parts in contact in every step.
#pragma once

#include "collision/narrow_phase/warm_start.hpp"
#include "collision/query/query_request.hpp"

#include <memory>

namespace boxwood {

class Executor;

struct WorldSettings {
    // For surfaces. In mode any, the query of a pair of surfaces stops at the first two triangles that intersect. The
    // pointers log, coherence and nesting are ignored.
    QueryRequest mesh_query;
    // Also lists the intersecting triangles of polytopes and parts in contact. Only for display: contacts are found
    // without these triangles. Timed as Phase::highlight.
    bool find_polytope_triangles = false;
    // If true, each pair of bodies with a mesh and without a compound stores a QueryCoherence (query_coherence.hpp).
    // The triangles found in mode any, and the counters in every mode, then depend on earlier steps.
    bool use_temporal_coherence = false;
    // For compounds. If false, the search does not descend into separated hulls, and the distances of separated bodies
    // are lower bounds.
    bool find_closest_parts = true;
    WarmStart start = WarmStart::stored; // for the walk of a pair that has just become active
    // Smallest margin of a box, relative to the body's diameter. It covers rounding in the caller's computations.
    double relative_margin = 1e-6;
    // If true, the boxes of polytopes and of mesh hulls with few vertices are also computed by hill climbing, as in
    // [Cohen 1995], instead of by scanning all vertices. The boxes are the same; the counters differ.
    bool always_climb = false;
    std::shared_ptr<Executor> executor; // runs parts of all stages except find_pairs; null: serial
};

} // namespace boxwood
