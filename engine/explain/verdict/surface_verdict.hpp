// What: checks the result of a pair with triangles (meshes, convex parts, listed triangles of polytopes) by testing all
//     pairs of triangles, without hierarchies.
// Frame: world. Units: lengths of the scene.
// Invariants: never uses a hierarchy, a hull hierarchy or a narrow phase. If the budget is too small, the pair is
//     reported as unchecked, never as right.
// Cost: a sweep along x over the triangles of both surfaces, and an exact test for each pair of overlapping boxes. For
//     disjoint parts, one distance for each pair of triangles whose boxes are closer than the reported distance.
// Oracle: all pairs of triangles, and winding numbers over all triangles (nesting_verdict.hpp).
#pragma once

#include "collision/world/body_surfaces.hpp"
#include "collision/world/collision_world.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace boxwood {

struct SurfaceVerdict {
    bool is_checked = false;          // false if the budget was too small or the answer depends on rounding
    std::optional<std::string> wrong; // a message; empty if the result is right
    bool is_undecided = false;        // not checked because the answer depends on rounding, at any budget
};

// A pair of bodies with the results that a step reports for it. The bodies can be stored copies.
struct JudgedPair {
    const Body &a, &b;
    const PairResult& result;
    std::span<const PrimitivePair> triangles; // the intersecting triangles that the step lists for the pair
    std::span<const PartContact> parts;       // the contacts of parts that the step lists for the pair
    const WorldSettings& settings;
};

// The remaining amount of work, in triangles and comparisons of boxes. A test of two triangles counts as 100, and a
// solid angle as 50. Functions subtract the work that they do.
using JudgeBudget = std::size_t;

// For a pair with a mesh, checks three properties: the pair is in contact iff triangles intersect or one body lies
// inside the other, which is a solid; the nesting is right; and the list of intersecting triangles is right. In the
// query mode `all`, the list must contain exactly the intersecting pairs. In other modes, it must be a subset of them,
// and empty only if there are none. For polytopes, checks only the list.
SurfaceVerdict judge_triangles(const JudgedPair& pair, JudgeBudget& io_budget);

// The state of an interrupted judge_triangles(). After the budget is exhausted, the next call with the same search
// continues where the search stopped.
class TriangleSearch {
  public:
    TriangleSearch();
    ~TriangleSearch();
    TriangleSearch(TriangleSearch&&) noexcept;
    TriangleSearch& operator=(TriangleSearch&&) noexcept;
    bool is_interrupted() const; // true if the next call continues the search

  private:
    friend SurfaceVerdict judge_triangles(const JudgedPair&, JudgeBudget&, TriangleSearch&);
    struct State;
    std::unique_ptr<State> state_; // null before the first call
};
SurfaceVerdict judge_triangles(const JudgedPair& pair, JudgeBudget& io_budget, TriangleSearch& io_search);

// For a deforming body: checks that the list contains exactly the intersecting pairs of triangles of its mesh, except
// neighbors. If the search was not complete, the list must be a subset of these pairs.
SurfaceVerdict judge_self_contacts(const Body& body, const SelfContactResult& result,
                                   std::span<const PrimitivePair> listed, JudgeBudget& io_budget);

// For two polytopes reported as disjoint: checks that the reported distance agrees with the distance of their triangles
// within the error bound, and that neither polytope contains the centroid of the other. The check is precise at any
// distance, because it never divides by the distance. The message does not name the bodies.
SurfaceVerdict judge_distance(const JudgedPair& pair, double error_bound, JudgeBudget& io_budget);

// For two compounds, or a compound and a polytope. In contact: checks the list of touching parts and the listed
// triangles. Without contact: checks that no parts are closer than reported, and checks the witness points. Touching
// parts that are not listed are an error only if they overlap by more than the rounding error of their relative pose.
// The bound on this rounding error is 2^-49 times a sum of lengths: the extents of both parts, and the distances of the
// parts and of their bodies from the world's origin.
SurfaceVerdict judge_parts(const JudgedPair& pair, double error_bound, JudgeBudget& io_budget);

// The distance of two surfaces, computed from all pairs of their triangles. It is 0 if the surfaces intersect or if one
// is a polytope that contains the other; infinity if it exceeds `reach`; and empty if the budget was too small.
std::optional<double> find_distance(const BodySurface& a, const BodySurface& b, double reach,
                                    JudgeBudget& io_budget);

} // namespace boxwood
