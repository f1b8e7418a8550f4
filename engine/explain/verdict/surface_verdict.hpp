// What: whether the result of a pair with triangles is right (meshes, parts, painted triangles), by all pairs of their
//       triangles instead of by hierarchies and hull trees.
// Frame: world. Units: lengths as in the scene.
// Invariants: never uses a hierarchy, a hull tree or a narrow phase. What a budget does not reach is told as unchecked,
//             never as right.
// Cost: a sweep along x over the triangles of both, and an exact test for each pair of overlapping boxes; of parts that
//       are apart, a distance for each pair of boxes nearer than the parts.
// Source: algorithms 0.4, all pairs of triangles.
#pragma once

#include "collision/world/body_surfaces.hpp"
#include "collision/world/collision_world.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace boxwood {

struct SurfaceVerdict {
    bool is_checked = false;          // false: the budget did not suffice
    std::optional<std::string> wrong; // in words; nothing: right
};

// Triangles and comparisons of their boxes that may be made, a test of two triangles counted as 100; what was used is
// taken off.
using JudgeBudget = std::size_t;

// Of a pair with a mesh: contact if and only if triangles intersect, and exactly these are listed.
// Of polytopes: the triangles alone.
SurfaceVerdict judge_triangles(const CollisionWorld& world, const StepOutput& output, const PairResult& pair,
                               JudgeBudget& io_budget);

// Of two polytopes said to be disjoint: the distance is that of their triangles within the error bound, and neither contains the
// other. In full precision however small the distance is: no direction is divided by it. Names no bodies.
SurfaceVerdict judge_distance(const CollisionWorld& world, const PairResult& pair, double error_bound,
                              JudgeBudget& io_budget);

// Of a pair of solids with parts: which parts touch, and that the others are no nearer than it says. Parts that meet and
// were not said to are wrong if they overlap by more than the rounding of their relative pose, which grows with the distance
// from the origin of the world: 2^-49 of it.
SurfaceVerdict judge_parts(const CollisionWorld& world, const StepOutput& output, const PairResult& pair,
                           double error_bound, JudgeBudget& io_budget);

// The distance of two surfaces, by all pairs of their triangles: 0 where they meet or a polytope holds the other; infinity
// beyond the reach; nothing: the budget did not suffice.
std::optional<double> find_distance(const BodySurface& a, const BodySurface& b, double reach,
                                    JudgeBudget& io_budget);

} // namespace boxwood
