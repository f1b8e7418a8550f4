#include "app/labs/multi_body/findings/surface_distances.hpp"

#include "app/labs/selection.hpp"

#include <algorithm>

namespace boxwood {
namespace {

// The search is only for pairs with a mesh, because the world itself computes the distance of two solids.
bool has_mesh(const CollisionWorld& world, BodyPair pair) {
    const auto is_mesh = [&world](BodyId id) {
        const Body& body = world.bodies()[id];
        return !body.polytope && !body.parts;
    };
    return is_mesh(pair.a) || is_mesh(pair.b);
}

} // namespace

void SurfaceDistances::find(const Simulation& simulation, const std::optional<BodyPair>& selected) {
    found_.clear();
    if (scope_ == PairScope::none) return;
    const CollisionWorld& world = simulation.world;
    const PairResult* result = selected ? find_pair(simulation.output, *selected) : nullptr;
    if (selected && has_mesh(world, *selected) && !(result && result->is_contact()))
        found_.push_back(query_.find(world, *selected));
    if (scope_ != PairScope::all) return;
    for (const PairResult& pair : simulation.output.pairs)
        if (&pair != result && !pair.has_distance() && !pair.is_contact())
            found_.push_back(query_.find(world, pair.bodies));
    std::ranges::sort(found_, {}, &SurfaceDistance::bodies);
}

const SurfaceDistance* SurfaceDistances::of(BodyPair pair) const {
    const auto found = std::ranges::lower_bound(found_, pair, {}, &SurfaceDistance::bodies);
    return found != found_.end() && found->bodies == pair ? &*found : nullptr;
}

Setting SurfaceDistances::setting(std::function<void()> hook) {
    return choice({"mesh-distances", "Mesh distances",
                   "Closest points and distance of separated pairs with a mesh, which cost an extra search: "
                   "none, of the selected pair, or of all pairs"},
                  {{"none"}, {"selected", "pair"}, {"all"}}, static_cast<std::size_t>(PairScope::selected),
                  member(scope_, std::move(hook)))
        .segmented();
}

} // namespace boxwood
