#include "app/labs/multi_body/view/shown_region.hpp"

#include "app/labs/multi_body/view/crowd_view.hpp"
#include "engine/explain/explanations/feature_points.hpp"
#include "engine/explain/explanations/supporting_shapes.hpp"

namespace boxwood {
namespace {

bool has_region(const CollisionWorld& world, const PickedFeature& one) {
    if (!world.is_live(one.body)) return false;
    const std::optional<Solid> solid = solid_of(world.bodies()[one.body], one.part);
    return solid && has_feature(*solid->polytope, one.feature);
}

// The feature that the displayed step of the walk leaves; the feature of A if the step leaves both or none.
PickedFeature left_by_walk(const FeatureWalkPlayer& walk) {
    const WalkStep& step = walk.current();
    return step.moves == WalkSide::b ? PickedFeature{walk.pair()->b, step.features.b, walk.solids().b.part}
                                     : PickedFeature{walk.pair()->a, step.features.a, walk.solids().a.part};
}

} // namespace

std::optional<PickedFeature> region_feature(const CrowdView& view) {
    if (!view.region.is_on) return std::nullopt;
    std::optional<PickedFeature> found = view.region.picked();
    if (!found && view.is_walk_shown()) found = left_by_walk(view.walk);
    const PairResult* result = view.selected_pair();
    if (!found && result && result->has_closest_points())
        found = PickedFeature{result->bodies.a, result->features.a,
                              result->are_convex_parts ? result->part_a : 0};
    return found && has_region(view.world(), *found) ? found : std::nullopt;
}

int failed_plane(const CrowdView& view) {
    const std::optional<PickedFeature> feature = region_feature(view);
    if (!feature || !view.is_walk_shown()) return -1;
    const WalkStep& step = view.walk.current();
    if (step.moves != WalkSide::a && step.moves != WalkSide::b) return -1;
    return *feature == left_by_walk(view.walk) ? step.plane : -1;
}

} // namespace boxwood
