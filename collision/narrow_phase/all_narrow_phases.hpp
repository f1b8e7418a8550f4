// What: lists the narrow phases for convex polytopes under the names that options and menus use. To add a narrow
//     phase, write its header and add a line to kAllNarrowPhases.
#pragma once

#include "collision/narrow_phase/closest_query.hpp"
#include "collision/narrow_phase/exhaustive.hpp"
#include "collision/narrow_phase/gjk.hpp"
#include "collision/narrow_phase/walk/lin_canny.hpp"
#include "collision/narrow_phase/walk/v_clip.hpp"

#include <array>
#include <span>
#include <string_view>

namespace boxwood {

struct NarrowPhase {
    std::string_view name;
    ClosestFeatures (*find_closest)(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                                    FeaturePair& io_cache);
    // Finds closest features and also records visits of kind feature_step (closest_features.hpp): one per iteration,
    // but only two for "exhaustive". The steps of a fallback are not recorded.
    ClosestFeatures (*find_closest_traced)(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                                           FeaturePair& io_cache, VisitRecorder& io_trace);
    // Computes the results of many queries.
    void (*find_closest_many)(std::span<ClosestQuery> io_queries);
};

template <ClosestFeatures (*kFind)(const Polytope&, const Polytope&, const Pose&, FeaturePair&)>
void find_each(std::span<ClosestQuery> io_queries) {
    for (ClosestQuery& query : io_queries) {
        require_query(query);
        query.found = kFind(*query.a, *query.b, query.a_from_b, query.cache);
    }
}

// The first is the default.
inline constexpr std::array kAllNarrowPhases{
    NarrowPhase{"v-clip", v_clip, v_clip, v_clip_many},
    NarrowPhase{"lin-canny", lin_canny, lin_canny, lin_canny_many},
    NarrowPhase{"gjk", gjk, gjk, find_each<gjk>},
    NarrowPhase{"exhaustive", closest_exhaustive, closest_exhaustive, find_each<closest_exhaustive>},
};

// Null if no narrow phase has this name.
inline const NarrowPhase* find_narrow_phase(std::string_view name) {
    for (const NarrowPhase& narrow_phase : kAllNarrowPhases)
        if (narrow_phase.name == name) return &narrow_phase;
    return nullptr;
}

} // namespace boxwood
