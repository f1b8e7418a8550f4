// What: checks the result of a pair with triangles (meshes, convex parts, painted triangles) by all pairs of their
//     triangles instead of hierarchies and hull hierarchies.
// Frame: world. Units: lengths as in the scene.
// Invariants: never uses a hierarchy, a hull hierarchy or a narrow phase. Work beyond the budget is reported as
//     unchecked, never as right.
// Cost: a sweep along x over the triangles of both, and an exact test for each pair of overlapping boxes; for disjoint
//     parts, a distance for each pair of boxes nearer than the parts.
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
    bool is_checked = false;          // false: the budget was too small, or rounding decides
    std::optional<std::string> wrong; // a message; empty: right
    bool is_undecided = false; // with is_checked false: rounding decides, so a larger budget does not help
};

// A pair of bodies with what a step reports of it; the bodies may be stored copies.
struct JudgedPair {
    const Body &a, &b;
    const PairResult& result;
    std::span<const PrimitivePair> triangles; // listed for the pair
    std::span<const PartContact> parts;       // likewise
    const WorldSettings& settings;
};

// The remaining number of triangles and box comparisons; a test of two triangles counts as 100. Work done is
// subtracted.
using JudgeBudget = std::size_t;

// For a pair with a mesh: checks that it is in contact iff triangles intersect or one lies inside the other, a solid,
// which of them, and that exactly the intersecting triangles are listed. For
// polytopes: checks the triangles alone.
SurfaceVerdict judge_triangles(const JudgedPair& pair, JudgeBudget& io_budget);

// The same in pieces: what an exhausted budget interrupts goes on where it ended, in the next call with the same search.
class TriangleSearch {
  public:
    TriangleSearch();
    ~TriangleSearch();
    TriangleSearch(TriangleSearch&&) noexcept;
    TriangleSearch& operator=(TriangleSearch&&) noexcept;
    bool is_interrupted() const; // the next call goes on

  private:
    friend SurfaceVerdict judge_triangles(const JudgedPair&, JudgeBudget&, TriangleSearch&);
    struct State;
    std::unique_ptr<State> state_; // null before the first call
};
SurfaceVerdict judge_triangles(const JudgedPair& pair, JudgeBudget& io_budget, TriangleSearch& io_search);

// For a deforming body: checks that the listed triangles are those of its mesh that intersect each other, except neighbors,
// or some of them if the search was not complete.
SurfaceVerdict judge_self_contacts(const Body& body, const SelfContactResult& result,
                                   std::span<const PrimitivePair> listed, JudgeBudget& io_budget);

// For two polytopes reported as disjoint: checks that the distance is that of their triangles within the error bound,
// and that neither contains the other. Has full precision however small the distance is, because no direction is
// divided by it. The message does not name the bodies.
SurfaceVerdict judge_distance(const JudgedPair& pair, double error_bound, JudgeBudget& io_budget);

// For a pair of compounds: checks the list of touching parts, and that no other parts are nearer than reported.
// Unreported touching parts are an error if they overlap by more than the rounding of their relative pose, which grows
// with the distance from the world's origin: 2^-49 of it.
SurfaceVerdict judge_parts(const JudgedPair& pair, double error_bound, JudgeBudget& io_budget);

// The distance of two surfaces by all pairs of their triangles: 0 if they intersect or a polytope contains the other,
// infinity beyond the reach, empty if the budget was too small.
std::optional<double> find_distance(const BodySurface& a, const BodySurface& b, double reach,
                                    JudgeBudget& io_budget);

} // namespace boxwood
