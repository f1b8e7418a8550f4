// What: judges rays, points, casts and depths. What each kind claims is in docs/judge.md.
// Frame: world.
// Invariants: a claim is wrong only if the input would have to be off by more than the producer's error for it to be right. What
//       cannot be decided so is undecided: the depth of objects that are not convex, unless the claimed motion fails to
//       separate them.
//       The scene's reach and default error grow with the coordinates of the query.
// Cost: a ray or point O(n); a cast as find_impact; a depth O(edges of a * edges of b * vertices), up to kMaxDepthWork.
#pragma once

#include "engine/judge/query_scene.hpp"

namespace boxwood::judge {

Finding judge_ray(const capture::Capture& capture, const JudgedHierarchies& hierarchies,
                  const capture::QueryRecord& query, Scene& io_scene);
Finding judge_point(const capture::Capture& capture, const JudgedHierarchies& hierarchies,
                    const capture::QueryRecord& query, Scene& io_scene);
// Object a moves by `direction` in the times 0 to 1, object b rests.
Finding judge_cast(const capture::QueryRecord& query, Scene& io_scene);
Finding judge_depth(const capture::QueryRecord& query, const Scene& scene);

} // namespace boxwood::judge
