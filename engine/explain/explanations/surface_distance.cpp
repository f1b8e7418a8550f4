#include "engine/explain/explanations/surface_distance.hpp"

#include "collision/world/body_surfaces.hpp"

#include <limits>

namespace boxwood {

SurfaceDistance SurfaceDistanceQuery::find(const CollisionWorld& world, BodyPair pair) {
    const Body &a = world.bodies()[pair.a], &b = world.bodies()[pair.b];
    a.shape->build_hierarchy();
    b.shape->build_hierarchy();
    SurfaceDistance nearest{pair, std::numeric_limits<double>::infinity()};
    QueryRequest request;
    request.mode = QueryMode::distance;
    const auto operand_of = [](const BodySurface& surface) {
        return MeshOperand{surface.shape->mesh(), surface.shape->hierarchy(), &surface.world_from_surface};
    };
    for (std::uint32_t i = 0; i < surface_count(a); ++i)
        for (std::uint32_t k = 0; k < surface_count(b); ++k) {
            const BodySurface own = surface_of(a, i), other = surface_of(b, k);
            request.max_distance = nearest.distance;
            require_ok(query_meshes(operand_of(own), operand_of(other), request, scratch_, result_));
            if (result_.distance < nearest.distance)
                nearest = {pair, result_.distance, result_.point_on_a_w, result_.point_on_b_w};
        }
    return nearest;
}

} // namespace boxwood
