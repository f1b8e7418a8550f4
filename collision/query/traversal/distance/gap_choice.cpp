#include "collision/query/traversal/distance/gap_choice.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace boxwood {
namespace {

// Multiples of the sum of the objects' extents: limits of the distance between the objects, and of the distance of
// points from the origins of their frames.
constexpr double kFar = 2.0;
constexpr double kFarFromOrigin = 16.0;
// Allowed relative difference of the scales, and allowed cosine between axes. The error is small, because distances are
// at most kFar times the extents.
constexpr double kClose = 1e-4;

// An upper bound on the distance of any point from the origin of its frame, measured along a world axis.
double reach_of(const Pose& world_from_mesh, const Aabb& bounds) {
    return largest_of(abs_of(world_from_mesh.linear) * farthest_corner(bounds));
}

bool is_far(const DirectionalGap::Along& along) {
    return along.gap > kFar * along.width;
}

// The lengths of the three axes in the world, and whether the axes are orthogonal.
struct Axes3 {
    glm::dvec3 lengths;
    bool are_orthogonal;
};
Axes3 measure_axes(const glm::dmat3& linear) {
    const glm::dvec3 lengths{glm::length(linear[0]), glm::length(linear[1]), glm::length(linear[2])};
    const auto is_orthogonal = [&](int i, int j) {
        return std::fabs(glm::dot(linear[i], linear[j])) <= kClose * lengths[i] * lengths[j];
    };
    return {lengths, is_orthogonal(0, 1) && is_orthogonal(1, 2) && is_orthogonal(2, 0)};
}

} // namespace

GapChoice::GapChoice(const Pose& world_from_a, const Pose& world_from_b, const Aabb& bounds_a,
                     const Aabb& bounds_b, const GapTraits& traits)
    : directional_(world_from_a, world_from_b, bounds_a, bounds_b) {
    const DirectionalGap::Along roots = directional_.measure_along(directional_.aimed(), bounds_a, bounds_b);
    double width = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 n(0.0);
        n[axis] = 1.0;
        width = std::max(width, directional_.measure_along(n, bounds_a, bounds_b).width);
    }
    const double reach = std::max(reach_of(world_from_a, bounds_a), reach_of(world_from_b, bounds_b));
    bool is_distant = roots.gap > kFar * width || (traits.is_in_float && reach > kFarFromOrigin * width);

    const Axes3 axes = measure_axes(world_from_a.linear);
    // True if the linear part of A's pose scales all lengths equally.
    const bool is_similarity =
        axes.are_orthogonal && largest_of(axes.lengths) * (1.0 - kClose) <=
                                   std::min({axes.lengths.x, axes.lengths.y, axes.lengths.z});
    if (traits.are_boxes && !is_similarity)
        for (int axis = 0; axis < 3; ++axis)
            is_distant = is_distant ||
                         is_far(directional_.measure_along(world_from_a.linear[axis] / axes.lengths[axis],
                                                           bounds_a, bounds_b));
    uses_volumes_ = !is_distant;
    uses_directions_ = is_distant || !(traits.are_boxes ? axes.are_orthogonal : is_similarity);
}

} // namespace boxwood
