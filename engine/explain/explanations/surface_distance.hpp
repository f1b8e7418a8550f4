// What: the closest points of two bodies of which at least one is a mesh. A world finds only the contacts of such pairs.
// Frame: world. Units: lengths as in the scene.
// Invariants: the distance is that of the surfaces, 0 where they intersect, whatever hierarchies they have.
// Cost: one distance query per pair of surfaces, each limited by the distance found so far: some 100 us for two meshes of
//       5,000 triangles. Builds the hierarchy of a polytope on first use.
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
