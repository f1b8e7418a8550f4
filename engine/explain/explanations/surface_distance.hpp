// What: finds the closest points of a pair of bodies with at least one mesh. The world itself computes only contacts
//       for such pairs.
// Frame: world. Units: lengths of the scene.
// Invariants: the result is the distance of the surfaces, which is 0 if they intersect. It does not depend on the kinds
//       of hierarchies.
// Cost: one distance query per pair of surfaces, limited by the smallest distance so far: about 100 us for two meshes
//       of 5,000 triangles. Builds the hierarchy of a polytope on first use.
// Oracle: all pairs of triangles (find_distance in surface_verdict.hpp).
#pragma once

#include "collision/query/mesh_query.hpp"
#include "collision/world/collision_world.hpp"

namespace boxwood {

struct SurfaceDistance {
    BodyPair bodies;
    double distance = 0.0;
    glm::dvec3 point_on_a_w{0.0}, point_on_b_w{0.0};
};

class SurfaceDistanceQuery {
  public:
    // Requires live bodies.
    SurfaceDistance find(const CollisionWorld& world, BodyPair pair);

  private:
    QueryScratch scratch_;
    QueryResult result_;
};

} // namespace boxwood
