// What: finds the first body that a ray hits, and the feature of a solid near the hit point.
// Frame: world.
// Cost: a ray test of every triangle of the bodies whose boxes the ray hits.
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
std::optional<BodyHit> hit_body(const CrowdView& view, const draw::Ray& ray_w); // tests only visible bodies

// Prefers small features: a vertex near the hit point; if there is none, an edge near it; otherwise the face. None: the
// hit part is not a solid.
std::optional<PickedFeature> feature_at(const CollisionWorld& world, const BodyHit& hit,
                                        const draw::Ray& ray_w);

} // namespace boxwood
