// What: computes the Voronoi region of a feature of a polytope, as planes and as walls of limited height for drawing.
// Frame: the polytope's own.
// Invariants: planes are numbered as in the feature walk (narrow_phase/closest_features.hpp). A face has an additional
//     last plane, its own plane, through which no feature walk leaves the region.
// Degenerate input: a plane that touches the region only in a line, or not at all, gives no wall.
// Cost: O(n^2) time for n planes.
// Source: [Lin 1993], [Mirtich 1998] section 2. Oracle: voronoi_region_test.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"

#include <vector>

#include <glm/vec3.hpp>

namespace boxwood {

struct RegionPlane {
    glm::dvec3 inward{0.0}; // unit
    double offset = 0.0;    // the region is on the side inward . x >= offset
    // The neighboring feature on the other side; for a face's own plane, the face itself.
    Feature beyond;
    double height(const glm::dvec3& x) const {
        return inward.x * x.x + inward.y * x.y + inward.z * x.z - offset;
    }
};
std::vector<RegionPlane> voronoi_planes(const Polytope& polytope, Feature feature);

// The index of the plane that the point violates by the largest distance; -1 if the point is in the region.
int find_most_violated(const std::vector<RegionPlane>& planes, const glm::dvec3& point);

// A wall of the region: the part of one plane that bounds the region, up to `height` above the feature. Wide walls are
// cut off at the sides.
struct RegionWall {
    int plane = 0; // index into voronoi_planes()
    Feature beyond;
    std::vector<glm::dvec3> corners; // a convex polygon
};
std::vector<RegionWall> region_walls(const Polytope& polytope, Feature feature, double height);

} // namespace boxwood
