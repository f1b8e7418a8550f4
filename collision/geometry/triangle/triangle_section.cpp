#include "collision/geometry/triangle/triangle_section.hpp"

#include "collision/geometry/predicates.hpp"
#include "collision/geometry/triangle/isolated_vertex.hpp"

#include <cmath>
#include <utility>

namespace boxwood {
namespace {

using Corner = std::size_t;

// A triangle relative to the plane of the other triangle. p is alone on its side of the plane; q and r are on the other
// side. Any of them can also lie in the plane.
struct Split {
    const Triangle64& triangle;
    Corner p, q, r;
    const glm::dvec3& at(Corner corner) const { return triangle[corner]; }
};

Signs find_signs(const Triangle64& plane, const Triangle64& triangle) {
    Signs signs{};
    for (std::size_t k = 0; k < 3; ++k) signs[k] = orient3d(plane[0], plane[1], plane[2], triangle[k]);
    return signs;
}

bool is_zero(const Signs& signs) {
    return signs[0] == 0 && signs[1] == 0 && signs[2] == 0;
}

Split split_at(const Triangle64& triangle, const IsolatedVertex& lone, bool is_reversed) {
    const auto p = static_cast<Corner>(lone.vertex);
    const Corner next = (p + 1) % 3, last = (p + 2) % 3;
    return {triangle, p, is_reversed ? last : next, is_reversed ? next : last};
}

// |x| / (|x| + |y|)
double fraction_of(const ScaledNumber& x, const ScaledNumber& y) {
    if (x.fraction == 0.0) return 0.0;
    const double ratio = std::ldexp(std::abs(y.fraction) / std::abs(x.fraction), y.exponent - x.exponent);
    return 1.0 / (1.0 + ratio);
}

// Returns the point where the edge from corner `from` to corner `to` intersects the plane. Computes it from the nearer
// end because the rounding error grows with the distance from that end.
glm::dvec3 cross_plane(const Triangle64& plane, const glm::dvec3& from, const glm::dvec3& to) {
    const ScaledNumber height_from = compute_orient3d(plane[0], plane[1], plane[2], from);
    const ScaledNumber height_to = compute_orient3d(plane[0], plane[1], plane[2], to);
    const double fraction = fraction_of(height_from, height_to);
    return fraction <= 0.5 ? from + (to - from) * fraction
                           : to + (from - to) * fraction_of(height_to, height_from);
}

SectionEnd make_end(const Split& edge_of, Corner to, const Triangle64& plane, bool is_edge_of_b) {
    const Corner p = edge_of.p;
    const auto edge = static_cast<std::uint8_t>((p + 1) % 3 == to ? p : to);
    return {cross_plane(plane, edge_of.at(p), edge_of.at(to)), is_edge_of_b, edge};
}

} // namespace

// Consider the common line, in the direction in which the interval of a runs from edge (p, q) to edge (p, r). The
// interval of b then runs from edge (p, r) to edge (p, q). The section starts at the later of the two starts and ends
// at the earlier of the two ends. Each orientation compares an end of a's interval with an end of b's interval. The
// direction is that of cross(normal of b, normal of a) if both lone vertices are on the same side, else its opposite.
TriangleSection find_section(const Triangle64& a, const Triangle64& b) {
    TriangleSection section;
    section.contact = classify_triangles(a, b).contact;
    if (section.contact == TriangleContact::disjoint) return section;
    const Signs signs_a = find_signs(b, a), signs_b = find_signs(a, b);
    section.is_flat = is_zero(signs_a) || is_zero(signs_b);
    if (section.is_flat) return section;

    const IsolatedVertex lone_a = find_isolated_vertex(signs_a), lone_b = find_isolated_vertex(signs_b);
    const Split split_a = split_at(a, lone_a, lone_b.side < 0),
                split_b = split_at(b, lone_b, lone_a.side < 0);
    const glm::dvec3 &p_a = split_a.at(split_a.p), &q_a = split_a.at(split_a.q), &r_a = split_a.at(split_a.r);
    const glm::dvec3 &p_b = split_b.at(split_b.p), &q_b = split_b.at(split_b.q), &r_b = split_b.at(split_b.r);
    section.is_forward = lone_a.side != lone_b.side;
    const bool starts_on_b = orient3d(p_a, q_a, p_b, r_b) <= 0;
    const bool ends_on_b = orient3d(p_a, r_a, q_b, p_b) <= 0;
    section.ends[0] =
        starts_on_b ? make_end(split_b, split_b.r, a, true) : make_end(split_a, split_a.q, b, false);
    section.ends[1] =
        ends_on_b ? make_end(split_b, split_b.q, a, true) : make_end(split_a, split_a.r, b, false);
    if (section.contact == TriangleContact::point) section.ends[1] = section.ends[0];
    return section;
}

} // namespace boxwood
