// What: one query of a batch to a narrow phase, and its result.
// Frame: as in closest_features.hpp.
#pragma once

#include "collision/core/check.hpp"
#include "collision/core/pose.hpp"
#include "collision/geometry/polytope/polytope.hpp"
#include "collision/narrow_phase/closest_features.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {

struct ClosestQuery {
    const Polytope* a = nullptr;
    const Polytope* b = nullptr;
    Pose a_from_b;
    FeaturePair start;     // for the caller's own use; no narrow phase reads or writes it
    FeaturePair cache;     // in: start features; out: start features for the pair's next query
    ClosestFeatures found; // out
};

// Checks, in every build type, the preconditions that all narrow phases share. A default-constructed polytope is
// empty and therefore rejected. With an origin beyond kMaxPoseEntry, squared distances could exceed the range of
// double.
inline void require_query(const Polytope& a, const Polytope& b, const Pose& a_from_b) {
    BOXWOOD_REQUIRE(is_rigid(a_from_b));
    const glm::dvec3& o = a_from_b.origin;
    BOXWOOD_REQUIRE(std::max({std::fabs(o.x), std::fabs(o.y), std::fabs(o.z)}) <= kMaxPoseEntry);
    BOXWOOD_REQUIRE(!a.positions().empty() && !b.positions().empty());
}

inline void require_query(const ClosestQuery& query) {
    BOXWOOD_REQUIRE(query.a != nullptr && query.b != nullptr);
    require_query(*query.a, *query.b, query.a_from_b);
}

} // namespace boxwood
