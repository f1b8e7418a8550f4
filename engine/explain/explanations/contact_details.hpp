// What: the contacts of a pair of bodies as a solver would use them: points, normal and depth, recomputed for display.
// Frame: world. Normals point from the first body of the pair to the second.
// Invariants: of polytopes and convex parts, the manifolds of narrow_phase/contacts/manifold.hpp; of a pair with a mesh, the
//     regions of query/contacts/mesh_contacts.hpp.
// Degenerate input: none for pairs that are not in contact, and for bodies that lie inside another without a common point of
//     the surfaces.
// Cost: that of the functions named above; at most kMaxPairs pairs of triangles are used.
#pragma once

#include "collision/world/collision_world.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

struct ContactDetail {
    static constexpr std::size_t kMaxPairs = 20'000; // of triangles, for a mesh

    struct Point {
        glm::dvec3 point_w{0.0};
        double depth = 0.0;   // of this point along the normal
        std::string features; // "edges A3 B12", "triangles A3 B12"
    };

    BodyPair bodies;
    std::uint32_t part_a = kNone, part_b = kNone; // of compounds
    glm::dvec3 normal_w{0.0};
    double depth = 0.0; // at least 0
    bool is_unique = true;
    std::size_t triangle_pairs = 0; // of a region of meshes; else 0
    std::vector<Point> points;
};

// Appends the contacts of the pair; `parts`: those that the step lists for it.
void append_contact_details(const CollisionWorld& world, const PairResult& pair,
                            std::span<const PartContact> parts, std::vector<ContactDetail>& io_details);

// One line per point, with a heading. Lengths in scene units, metres in the labs.
std::string contact_details_csv(std::span<const ContactDetail> details);

} // namespace boxwood
