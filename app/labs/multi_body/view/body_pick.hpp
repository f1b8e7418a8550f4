// What: what is under the mouse: the first body that a ray hits, and the feature of a solid near a point.
// Frame: world.
// Cost: all triangles of the bodies whose boxes the ray hits.
#pragma once

#include "app/labs/multi_body/view/crowd_view.hpp"

#include <limits>
#include <optional>

namespace boxwood {

struct BodyHit {
    BodyId body = 0;
    std::uint32_t part = 0; // 0 for a body without convex parts
    float distance = std::numeric_limits<float>::infinity();
};
std::optional<BodyHit> hit_body(const CrowdView& view, const draw::Ray& ray_w); // only visible bodies

// Small features first: a vertex within reach, else an edge, else the face. None: the body is no solid there.
std::optional<PickedFeature> feature_at(const CollisionWorld& world, const BodyHit& hit,
                                        const draw::Ray& ray_w);

} // namespace boxwood
