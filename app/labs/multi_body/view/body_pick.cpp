#include "app/labs/multi_body/view/body_pick.hpp"

#include "collision/world/body_surfaces.hpp"
#include "engine/draw/picking.hpp"
#include "engine/explain/explanations/feature_points.hpp"
#include "engine/explain/explanations/supporting_shapes.hpp"

namespace boxwood {
namespace {

constexpr double kVertexReach = 0.16; // pick distance of a vertex, relative to the radius
constexpr double kEdgeReach = 0.10;   // pick distance of an edge, relative to the radius

Feature feature_near(const Polytope& polytope, const Pose& world_from_body, const glm::dvec3& point_w) {
    Feature best;
    const auto nearest = [&](FeatureKind kind, std::size_t count) {
        double min_distance = std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < count; ++i) {
            const double distance =
                closest_points_of(points_of(polytope, {kind, i}, world_from_body), {point_w}).distance;
            if (distance >= min_distance) continue;
            min_distance = distance;
            best = {kind, i};
        }
        return min_distance;
    };
    if (nearest(FeatureKind::vertex, polytope.positions().size()) < kVertexReach * polytope.radius())
        return best;
    if (nearest(FeatureKind::edge, polytope.edges().size()) < kEdgeReach * polytope.radius()) return best;
    nearest(FeatureKind::face, polytope.faces().size());
    return best;
}

} // namespace

std::optional<BodyHit> hit_body(const CrowdView& view, const draw::Ray& ray_w) {
    BodyHit found;
    const CollisionWorld& world = view.world();
    for (BodyId id = 0; id < world.bodies().size(); ++id) {
        const Aabb& box_w = world.boxes()[id];
        if (!world.is_live(id) || !view.is_visible(id) || !draw::hit_box(ray_w, box_w.lower, box_w.upper))
            continue;
        const Body& body = world.bodies()[id];
        for (std::uint32_t k = 0; k < surface_count(body); ++k) {
            const BodySurface surface = surface_of(body, k);
            const MeshView mesh = surface.shape->mesh();
            for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
                const Triangle64 t_w = world_triangle(surface.world_from_surface, mesh, t);
                const auto hit =
                    draw::hit_triangle(ray_w, glm::vec3(t_w[0]), glm::vec3(t_w[1]), glm::vec3(t_w[2]));
                if (hit && *hit < found.distance) found = {id, k, *hit};
            }
        }
    }
    if (found.distance == std::numeric_limits<float>::infinity()) return std::nullopt;
    return found;
}

std::optional<PickedFeature> feature_at(const CollisionWorld& world, const BodyHit& hit,
                                        const draw::Ray& ray_w) {
    const std::optional<Solid> solid = solid_of(world.bodies()[hit.body], hit.part);
    if (!solid) return std::nullopt;
    const glm::dvec3 point_w(ray_w.origin_w + hit.distance * ray_w.direction_w);
    return PickedFeature{hit.body, feature_near(*solid->polytope, solid->world_from_solid, point_w),
                         hit.part};
}

} // namespace boxwood
