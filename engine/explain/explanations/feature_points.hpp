// What: computes the points of a feature of a polytope, and the closest points of two features. The code is simple and
//     slow, for the drawings and tables of a lab.
// Frame: the frame of the given points.
// Cost: O(m n) time for features with m and n vertices.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/geometry/polytope/polytope.hpp"

#include <vector>

#include <glm/vec3.hpp>

namespace boxwood {

// One vertex, the two ends of an edge, or the corners of a face in order.
using FeaturePoints = std::vector<glm::dvec3>;
FeaturePoints points_of(const Polytope& polytope, Feature feature, const Pose& world_from_body);
bool has_feature(const Polytope& polytope, Feature feature);
glm::dvec3 middle_of(const FeaturePoints& points);

struct FeaturePointPair {
    glm::dvec3 on_a{0.0}, on_b{0.0};
    double distance = 0.0;
};
// The closest points of two convex sets: points, segments or planar polygons. Intersecting sets have distance 0.
FeaturePointPair closest_points_of(const FeaturePoints& a, const FeaturePoints& b);

} // namespace boxwood
