#include "collision/narrow_phase/walk/feature_walk.hpp"

#include "collision/narrow_phase/contacts/contact.hpp"
#include "collision/narrow_phase/exhaustive.hpp"
#include "collision/narrow_phase/gjk.hpp"

namespace boxwood {
namespace {

using walk_detail::Outcome;
using walk_detail::Step;

// True if a tested point of own certainly lies inside other at more than `depth`. Tests step.below_other and points on
// the line from there to step.on_own_other.
bool is_deeper_than(double depth, const Polytope& other, std::uint32_t face, const Step& step) {
    for (double part = 1.0; part > 1e-4; part *= 0.25) {
        const glm::dvec3 x_other = step.on_own_other + part * (step.below_other - step.on_own_other);
        face = climb_to_face_over(other, x_other, face);
        if (find_least_depth(other, x_other, face) > depth) return true;
    }
    return false;
}

// Recomputes the result with GJK and takes the new result if its distance is smaller by more than the tolerance. The
// supports of GJK consider the entire polytope, so small slopes do not mislead them.
void check_with_gjk(const FeatureWalkInput& input, double tolerance, ClosestFeatures& io_result) {
    FeaturePair cache = io_result.features;
    const ClosestFeatures found = gjk(input.a.polytope, input.b.polytope, input.a_from_b, cache);
    if (found.distance >= io_result.distance - tolerance) return;
    io_result = found;
    io_result.is_fallback = true;
}

} // namespace

void conclude_near(const FeatureWalkInput& input, bool is_own_b, const Step& step, double tolerance,
                   ClosestFeatures& io_result) {
    if (step.outcome == Outcome::closest && io_result.distance > tolerance)
        return check_with_gjk(input, tolerance, io_result);
    const Polytope &a = input.a.polytope, &b = input.b.polytope;
    const FeaturePair& features = io_result.features;
    io_result.distance = 0.0;
    const bool is_deep =
        step.outcome != Outcome::closest &&
        is_deeper_than(tolerance, is_own_b ? a : b, (is_own_b ? features.a : features.b).index, step);
    io_result.status = is_deep ? ContactStatus::penetrating
                               : classify_contact(a, b, input.a_from_b, io_result.point_on_a_a, tolerance);
}

ClosestFeatures answer_by_fallback(const FeatureWalkInput& input, const FeaturePair& features) {
    const Polytope &a = input.a.polytope, &b = input.b.polytope;
    FeaturePair cache = features;
    ClosestFeatures result = gjk(a, b, input.a_from_b, cache);
    if (result.status == ContactStatus::disjoint &&
        !are_closest_points(a, b, input.a_from_b, result.point_on_a_a, result.point_on_b_a)) {
        result = closest_exhaustive(a, b, input.a_from_b, cache);
        BOXWOOD_ASSERT(result.status != ContactStatus::disjoint ||
                       are_closest_points(a, b, input.a_from_b, result.point_on_a_a, result.point_on_b_a));
    }
    result.is_fallback = true;
    return result;
}

} // namespace boxwood
