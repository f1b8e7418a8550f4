// What: the contact manifold of two convex polytopes: up to four contact points for a solver.
// Frame: poses are world_from_a and world_from_b, rigid; results are in the world (suffix _w).
// Units: lengths as in the scene.
// Invariants: all points have the same normal, which find_penetration() computes, from A to B. The difference
//     point_on_a_w - point_on_b_w is depth * normal_w within rounding. The first point is the deepest, within
//     touching_distance(). Ids differ within a manifold and stay the same from frame to frame as long as the points
//     come from the same features. Swapping A and B negates the normal, swaps the points, and maps each id to
//     swapped(id).
// Degenerate input: as described at find_penetration(). A contact of two edges has one point. If the normal of a face
//     adjacent to one of these edges is within 1.5 degrees of the contact normal, the points from clipping against that
//     face are added. If faces are so uneven that clipping loses the deepest point, that point is added to the
//     manifold.
// Errors: aborts under the conditions of find_penetration(), and if margin is negative or NaN.
// Cost: the cost of find_penetration(), plus about 0.5 us to clip two faces.
// Source: [Catto 2007], [Gregorius 2013]: the incident face clipped to the side planes of the reference face.
// Oracle: manifold_test: points against the half-spaces of both polytopes in long double, depths against
//     find_penetration(), ids over a motion.
#pragma once

#include "collision/narrow_phase/contacts/penetration.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace boxwood {

// Identifies a contact point by the two edges that intersect there: two edges of one polytope at one of its corners,
// or one edge of each polytope. The id of a point that was added because clipping lost the deepest one consists of the
// two packed features instead. Ids are compared only for equality.
struct ManifoldPointId {
    static constexpr std::uint32_t kOfB = 0x80000000u; // set if the edge belongs to B
    std::uint32_t first = 0, second = 0;               // first < second
    friend auto operator<=>(const ManifoldPointId&, const ManifoldPointId&) = default;
};
// Returns the id of the same point after A and B are swapped.
ManifoldPointId swapped(ManifoldPointId id);

struct ManifoldPoint {
    glm::dvec3 point_on_a_w{0.0}, point_on_b_w{0.0};
    double depth = 0.0; // along the normal; negative only for points within the margin
    ManifoldPointId id;
};

struct ContactManifold {
    static constexpr std::size_t kMaxPoints = 4;

    ContactStatus status = ContactStatus::disjoint;
    bool is_unique = true; // as in Penetration
    // As in Penetration. Equals the depth of the first point within three times touching_distance().
    double depth = 0.0;
    glm::dvec3 normal_w{0.0};
    FeaturePair features;
    std::size_t count = 0;
    std::array<ManifoldPoint, kMaxPoints> storage{};

    std::span<const ManifoldPoint> points() const { return std::span(storage).first(count); }
};

// For touching or penetrating polytopes, points up to `margin` above the reference face are also returned, with
// negative depth.
ContactManifold find_manifold(const Polytope& a, const Polytope& b, const Pose& world_from_a,
                              const Pose& world_from_b, double margin = 0.0);

} // namespace boxwood
