// What: finds the facets of the Minkowski difference of two polytopes that are nearest to the origin, by expanding a
//     polytope inside the difference. Faster than trying all pairs of edges if there are many.
// Frame: the frame of the first polytope.
// Invariants: if there is a result and is_separated is false, the smallest distance of a facet from the origin is known
//     within 1e-11 of the scale, and `facets` contains every facet at that distance, within the slack. If is_separated
//     is true, `direction` separates the polytopes.
// Degenerate input: there is no result if rounding spoils the normals of slivers, or if an expansion does not close or
//     does not end; the caller then tries all pairs.
// Cost: about 0.4 us per support; usually 10 to 40 supports.
// Source: [van den Bergen 2001] for the expansion.
// Departs from the source: the origin need not be inside. The face with the smallest signed distance is expanded, which
//     ends at a separating direction if there is one.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/geometry/polytope/polytope.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace boxwood::penetration_detail {

// A facet whose three corners are differences of a vertex of the first and a vertex of the second polytope.
struct ExpansionFacet {
    std::array<std::uint32_t, 3> of_first{}, of_second{};
    glm::dvec3 normal{0.0};
    double distance = 0.0;
};

struct Expansion {
    bool has_result = false;
    bool is_separated = false;
    glm::dvec3 direction{0.0};      // unit, from first to second; set if is_separated
    double smallest_distance = 0.0; // signed, of a facet from the origin
    std::vector<ExpansionFacet> facets;
};

// `slack`: the accuracy of supports; facets that are farther than the nearest by at most this distance are also
// returned. `tolerance`: the distance above which polytopes count as separated.
Expansion expand(const Polytope& first, const Polytope& second, const Pose& first_from_second, double scale,
                 double slack, double tolerance);

} // namespace boxwood::penetration_detail
