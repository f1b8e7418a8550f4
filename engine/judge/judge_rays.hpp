// What: judges rays, points, casts and penetration depths. docs/judge.md describes the claims of each kind.
// Frame: world.
// Invariants: a claim is wrong only if it stays wrong for every change of the input by at most the producer's error.
//       The exact depth is computed only for convex closed objects of at most 2000 triangles, if the work (see Cost) is
//       at most 2e8. For other objects, a claim is wrong if the claimed motion does not separate them, and undecided
//       otherwise. The scene's reach and default error grow with the coordinates of a ray, a point or a cast.
// Cost: O(n) time for a ray or a point and n triangles, and a sort of the hits. A cast takes one find_impact(), and at
//       most 16 find_contacts() or one find_distance(). A depth takes O(edges of a * edges of b * vertices), where
//       parallel edges of an object count as one.
#pragma once

#include "engine/judge/query_scene.hpp"

namespace boxwood::judge {

Finding judge_ray(const capture::Capture& capture, const JudgedHierarchies& hierarchies,
                  const capture::QueryRecord& query, Scene& io_scene);
Finding judge_point(const capture::Capture& capture, const JudgedHierarchies& hierarchies,
                    const capture::QueryRecord& query, Scene& io_scene);
// Object a moves by `direction` from time 0 to time 1; object b is at rest.
Finding judge_cast(const capture::QueryRecord& query, Scene& io_scene);
Finding judge_depth(const capture::QueryRecord& query, const Scene& scene);

} // namespace boxwood::judge
