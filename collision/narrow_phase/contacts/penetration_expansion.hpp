// What: the facets of least distance of the Minkowski difference of two polytopes, by expanding a polytope inside it. Faster
//       than trying all pairs of edges if there are many.
// Frame: that of the first polytope.
// Invariants: if there is a result, the least distance of a facet from the origin is known within 1e-11 of the scale, and
//             `facets` holds every facet at that distance, within the slack; or `is_separated`, and `direction` separates
//             the polytopes.
// Degenerate input: slivers whose normals rounding spoils, and expansions that do not close or do not end, have no result:
//                   the caller then tries all pairs.
// Cost: about 0.4 us per support; usually 10 to 40 of them.
// Source: [van den Bergen 2001] for the expansion.
// Departs from the source: the origin need not be inside: the face with the least signed distance is expanded, which ends at
//                          a separating direction if there is one.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/geometry/polytope/polytope.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace boxwood::penetration_detail {

// A facet is spanned by three differences of a vertex of the first and one of the second polytope.
struct ExpansionFacet {
    std::array<std::uint32_t, 3> of_first{}, of_second{};
    glm::dvec3 normal{0.0};
    double distance = 0.0;
};

struct Expansion {
    bool has_result = false;
    bool is_separated = false;
    glm::dvec3 direction{0.0}; // unit, if is_separated: from first to second
    double least = 0.0;
    std::vector<ExpansionFacet> facets;
};

// `slack`: facets at most this farther than the nearest are returned too; also the accuracy of supports. `tolerance`: the
// distance above which polytopes count as separated.
Expansion expand(const Polytope& first, const Polytope& second, const Pose& first_from_second, double scale,
                 double slack, double tolerance);

} // namespace boxwood::penetration_detail
