// What: recomputes the contacts of a pair of bodies for display: points, normal and depth, as a contact solver needs
//     them.
// Frame: world. Normals point from the first body of the pair to the second.
// Invariants: for polytopes and convex parts, the contacts are the manifolds of narrow_phase/contacts/manifold.hpp; for
//     a pair with a mesh, the regions of query/contacts/mesh_contacts.hpp.
// Degenerate input: gives no contacts for a pair that is not in contact, for polytopes that touch only within rounding,
//     or if one body lies inside the other without a common point of the surfaces.
// Cost: one call of find_manifold() or find_mesh_contacts() per pair of surfaces. find_mesh_contacts() uses at most
//     kMaxPairs pairs of triangles, and the hierarchy of a polytope is built on first use.
#pragma once

#include "collision/world/collision_world.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

struct ContactDetail {
    static constexpr std::size_t kMaxPairs = 20'000; // pairs of triangles, for a pair with a mesh

    struct Point {
        glm::dvec3 point_w{0.0};
        // Penetration along the normal at this point. For a pair with a mesh, the depth of the region.
        double depth = 0.0;
        std::string features; // "edges A3 B12", "triangles A3 B12"
    };

    BodyPair bodies;
    std::uint32_t part_a = kNone, part_b = kNone; // kNone if the body is no compound
    glm::dvec3 normal_w{0.0};
    double depth = 0.0; // at least 0
    bool is_unique = true;
    std::size_t triangle_pairs = 0; // number of pairs in a contact region of meshes, otherwise 0
    std::vector<Point> points;
};

// Appends the contacts of the pair. `parts`: the contacts of parts that the step lists for the pair.
void append_contact_details(const CollisionWorld& world, const PairResult& pair,
                            std::span<const PartContact> parts, std::vector<ContactDetail>& io_details);

// A heading, then one line per point. Lengths are in scene units, which are meters in the labs.
std::string contact_details_csv(std::span<const ContactDetail> details);

} // namespace boxwood
