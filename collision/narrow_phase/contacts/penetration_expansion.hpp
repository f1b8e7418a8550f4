// What: expands a polytope inside the Minkowski difference of two polytopes to find the facets of the difference that
//     are nearest to the origin. If there are many pairs of edges, this is faster than testing all of them.
// Frame: the frame of the first polytope.
// Invariants: if there is a result and is_separated is false, the smallest distance of a facet from the origin is known
//     within 1e-11 of the scale, and `facets` contains every facet at that distance, within the slack. If is_separated
//     is true, `direction` separates the polytopes.
// Degenerate input: there is no result if the difference is flat, if rounding spoils the normals of slivers, if the
//     surface of the expanded polytope does not close, or if the expansion does not end. The caller then tests all
//     pairs of edges.
// Cost: about 0.4 us per support; usually 10 to 40 supports.
// Source: [van den Bergen 2001] for the expansion.
// Departs from the source: the origin need not be inside the difference. The face with the smallest signed distance
//     is expanded next. If there is a separating direction, the expansion ends at one.
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
    double smallest_distance = 0.0; // signed: the smallest distance of a facet from the origin
    std::vector<ExpansionFacet> facets;
};

// `scale`: rounding_scale() of contact.hpp. `slack`: the accuracy of supports; facets that are farther than the nearest
// by at most this distance are also returned. `tolerance`: the distance above which polytopes count as separated.
Expansion expand(const Polytope& first, const Polytope& second, const Pose& first_from_second, double scale,
                 double slack, double tolerance);

} // namespace boxwood::penetration_detail
