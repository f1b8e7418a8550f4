// What: finds the region of the interior of a polytope that contains a point. The regions are the pyramids over the
//     faces with the centroid as apex. Also provides slow tests of a point or an edge against all planes.
// Frame: the polytope's own.
// Degenerate input: a point on the plane between two pyramids belongs to both. If a walk returns to a face, or visits
//     kMaxPyramids faces, a scan over all planes gives the result.
// Cost: proportional to the number of sides of the visited faces; for the scans, to the number of faces.
// Source: [Ponamgi 1995] for the pyramids, [Lin 1993] for the scan.
// Departs from the source: the fallback for a walk that does not end, which the paper omits.
// Oracle: interior_regions_test.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood {

inline double height_over(const Polytope& polytope, std::uint32_t face, const glm::dvec3& x) {
    return glm::dot(polytope.faces()[face].normal, x) - polytope.faces()[face].offset;
}

// Returns the index in face_edges of the side of the pyramid beyond whose plane the point lies farthest; -1 if the
// pyramid contains the point.
inline int find_side_beyond_pyramid(const Polytope& polytope, std::uint32_t face, const glm::dvec3& x) {
    const auto loop = polytope.face_vertices(face);
    const glm::dvec3 to_x = x - polytope.centroid();
    int beyond = -1;
    double farthest = 0.0;
    glm::dvec3 tail = glm::dvec3(polytope.positions()[loop.back()]) - polytope.centroid();
    for (std::size_t k = 0; k < loop.size(); ++k) { // the side that ends at vertex k
        const glm::dvec3 head = glm::dvec3(polytope.positions()[loop[k]]) - polytope.centroid();
        const glm::dvec3 inward = glm::cross(tail, head);
        const double outside = -glm::dot(inward, to_x);
        if (outside > 0.0 && outside * outside > farthest * glm::dot(inward, inward)) {
            farthest = outside * outside / glm::dot(inward, inward);
            beyond = static_cast<int>((k + loop.size() - 1) % loop.size());
        }
        tail = head;
    }
    return beyond;
}

// The face for which the signed height of the point over its plane is largest.
inline std::uint32_t scan_for_face_over(const Polytope& polytope, const glm::dvec3& x) {
    std::uint32_t best = 0;
    for (std::uint32_t f = 1; f < polytope.faces().size(); ++f)
        if (height_over(polytope, f, x) > height_over(polytope, best, x)) best = f;
    return best;
}

struct InteriorRegion {
    // Inside: its pyramid contains the point or, if is_scanned, its plane is the nearest. Outside: the point is above
    // its plane.
    std::uint32_t face = 0;
    bool is_inside = false;
    bool is_scanned = false; // true if the walk did not end and all planes were tested
};

inline constexpr std::size_t kMaxPyramids = 32;

// `start` must be a face with the point below its plane. Calls visit(face, plane) before each move.
template <class Visit>
InteriorRegion find_interior_region(const Polytope& polytope, const glm::dvec3& x, std::uint32_t start,
                                    Visit&& visit) {
    std::array<std::uint32_t, kMaxPyramids> visited{};
    std::uint32_t face = start;
    for (std::size_t count = 0; count < kMaxPyramids; ++count) {
        const int side = find_side_beyond_pyramid(polytope, face, x);
        if (side < 0) return {face, true, false};
        visited[count] = face;
        const Polytope::Edge& edge =
            polytope.edges()[polytope.face_edges(face)[static_cast<std::size_t>(side)]];
        const std::uint32_t next = edge.left == face ? edge.right : edge.left;
        const auto end = visited.begin() + static_cast<std::ptrdiff_t>(count) + 1;
        if (std::find(visited.begin(), end, next) != end) break;
        visit(face, side);
        face = next;
        if (height_over(polytope, face, x) > 0.0) return {face, false, false};
    }
    const std::uint32_t over = scan_for_face_over(polytope, x);
    const bool is_inside = height_over(polytope, over, x) <= 0.0;
    if (over != face) visit(face, -1);
    return {over, is_inside, true};
}

// The section of an edge below all planes, as fractions of the edge.
struct EdgeInside {
    double lower = 0.0, upper = 1.0; // lower > upper if no section is inside
    std::uint32_t face_over = kNone; // a face whose plane is below the entire edge, if there is one
};
inline EdgeInside clip_to_inside(const Polytope& polytope, const glm::dvec3& tail, const glm::dvec3& head) {
    EdgeInside part;
    double highest = 0.0;
    for (std::uint32_t f = 0; f < polytope.faces().size(); ++f) {
        const double at_tail = height_over(polytope, f, tail), at_head = height_over(polytope, f, head);
        if (at_tail > 0.0 && at_head > 0.0) {
            part.lower = 2.0;
            if (std::min(at_tail, at_head) <= highest) continue;
            highest = std::min(at_tail, at_head);
            part.face_over = f;
        } else if (at_tail > 0.0 && at_tail / (at_tail - at_head) > part.lower) {
            part.lower = at_tail / (at_tail - at_head);
        } else if (at_head > 0.0 && at_tail / (at_tail - at_head) < part.upper) {
            part.upper = at_tail / (at_tail - at_head);
        }
    }
    return part;
}

} // namespace boxwood
