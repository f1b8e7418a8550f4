// Closest points of separated pairs with a mesh in the multi-body lab, on demand: the world finds only their contacts.
#include "app/labs/multi_body/multi_body.hpp"

#include <algorithm>

namespace boxwood {

// Two solids have a distance in every step.
bool MultiBodyLab::needs_surface_distance(BodyPair pair) const {
    const auto is_mesh = [this](BodyId id) {
        const Body& body = simulation_.world.bodies()[id];
        return !body.polytope && !body.parts;
    };
    return is_mesh(pair.a) || is_mesh(pair.b);
}

// Not timed as a phase: for display only.
void MultiBodyLab::find_surface_distances() {
    surface_distances_.clear();
    if (show_.mesh_distances == Glyphs::none) return;
    const std::optional<BodyPair>& selected = selection_.pair();
    const PairResult* result = selected_pair();
    if (selected && needs_surface_distance(*selected) && !(result && result->is_contact()))
        surface_distances_.push_back(distance_query_.find(simulation_.world, *selected));
    if (show_.mesh_distances != Glyphs::all) return;
    for (const PairResult& pair : simulation_.output.pairs)
        if (&pair != result && !pair.has_distance() && !pair.is_contact())
            surface_distances_.push_back(distance_query_.find(simulation_.world, pair.bodies));
    std::ranges::sort(surface_distances_, {}, &SurfaceDistance::bodies);
}

const SurfaceDistance* MultiBodyLab::surface_distance(BodyPair pair) const {
    const auto found = std::ranges::lower_bound(surface_distances_, pair, {}, &SurfaceDistance::bodies);
    return found != surface_distances_.end() && found->bodies == pair ? &*found : nullptr;
}

} // namespace boxwood
