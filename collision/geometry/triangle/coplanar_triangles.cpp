#include "collision/geometry/triangle/coplanar_triangles.hpp"

#include "collision/geometry/lexicographic.hpp"
#include "collision/geometry/predicates.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace boxwood {
namespace {

using Point = glm::dvec3;

// A point, the two ends of a segment, or the three vertices of a triangle with positive area.
struct Simplex {
    std::array<Point, 3> points{};
    std::size_t count = 0;
};

// Returns the orientation after dropping the coordinate `axis`. The other two coordinates keep their cyclic order.
int orient_without(int axis, const Point& a, const Point& b, const Point& c, std::uint64_t& io_exact_tests) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    return orient2d({a[u], a[v]}, {b[u], b[v]}, {c[u], c[v]}, io_exact_tests);
}

// Returns the axis along which the plane of a, b, c is projected, or -1 if the points are collinear.
int find_drop_axis(const Point& a, const Point& b, const Point& c, std::uint64_t& io_exact_tests) {
    const Point normal = glm::cross(b - a, c - a);
    const double x = std::abs(normal.x), y = std::abs(normal.y), z = std::abs(normal.z);
    const int largest = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    // The computed normal can be nothing but rounding error, so the other axes are also tried.
    for (const int axis : {largest, (largest + 1) % 3, (largest + 2) % 3})
        if (orient_without(axis, a, b, c, io_exact_tests) != 0) return axis;
    return -1;
}

Simplex reduce(const Triangle64& t, std::uint64_t& io_exact_tests) {
    if (find_drop_axis(t[0], t[1], t[2], io_exact_tests) >= 0) return {t, 3};
    const auto [first, last] = std::minmax({t[0], t[1], t[2]}, is_before);
    return {{first, last}, first == last ? std::size_t{1} : std::size_t{2}};
}

// Classifies two segments (or points) on one line.
TriangleContact classify_on_line(const Point& a0, const Point& a1, const Point& b0, const Point& b1) {
    const auto [first_a, last_a] = std::minmax(a0, a1, is_before);
    const auto [first_b, last_b] = std::minmax(b0, b1, is_before);
    const Point& first = std::max(first_a, first_b, is_before);
    const Point& last = std::min(last_a, last_b, is_before);
    if (is_before(last, first)) return TriangleContact::disjoint;
    return is_before(first, last) ? TriangleContact::segment : TriangleContact::point;
}

// Looks for an edge of x whose line separates x from y. Both can touch this line, but they cannot intersect elsewhere.
// If there is such an edge, sets out_contact and returns true.
bool try_separate(const Simplex& x, const Simplex& y, int drop_axis, std::uint64_t& io_exact_tests,
                  TriangleContact& out_contact) {
    const std::size_t edges = x.count == 1 ? 0 : x.count == 2 ? 1 : 3;
    for (std::size_t k = 0; k < edges; ++k) {
        const Point &tail = x.points[k], &head = x.points[(k + 1) % x.count];
        // The side of x itself; 0 for a segment, because y can then be on either side.
        const int inside =
            x.count == 3 ? orient_without(drop_axis, tail, head, x.points[(k + 2) % 3], io_exact_tests) : 0;
        int left = 0, right = 0;
        const Point *touching_first = nullptr, *touching_last = nullptr;
        for (std::size_t j = 0; j < y.count; ++j) {
            const int side = orient_without(drop_axis, tail, head, y.points[j], io_exact_tests);
            left += side > 0;
            right += side < 0;
            if (side != 0) continue;
            touching_last = &y.points[j];
            if (touching_first == nullptr) touching_first = touching_last;
        }
        const bool is_separating = (left == 0 && inside >= 0) || (right == 0 && inside <= 0);
        if (!is_separating) continue;
        out_contact = touching_first == nullptr
                          ? TriangleContact::disjoint
                          : classify_on_line(tail, head, *touching_first, *touching_last);
        return true;
    }
    return false;
}

// Requires coplanar simplices, and a drop_axis that projects their plane one-to-one.
TriangleContact classify_in_plane(const Simplex& a, const Simplex& b, int drop_axis,
                                  std::uint64_t& io_exact_tests) {
    TriangleContact contact = TriangleContact::disjoint;
    if (try_separate(a, b, drop_axis, io_exact_tests, contact)) return contact;
    if (try_separate(b, a, drop_axis, io_exact_tests, contact)) return contact;
    // No line separates them, so their relative interiors intersect. The intersection then has the dimension
    // dim a + dim b - 2, and each count is the dimension plus 1.
    const std::size_t dimension = a.count + b.count - 4;
    return dimension == 2   ? TriangleContact::coplanar_overlap
           : dimension == 1 ? TriangleContact::segment
                            : TriangleContact::point;
}

TriangleContact classify_with_triangle(const Simplex& triangle, const Simplex& other,
                                       std::uint64_t& io_exact_tests) {
    const auto& [a, b, c] = triangle.points;
    int above = 0, below = 0;
    for (std::size_t k = 0; k < other.count; ++k) {
        const int side = orient3d(a, b, c, other.points[k], io_exact_tests);
        above += side > 0;
        below += side < 0;
    }
    if (above == 0 && below == 0)
        return classify_in_plane(triangle, other, find_drop_axis(a, b, c, io_exact_tests), io_exact_tests);
    if (other.count == 1 || above == 2 || below == 2) return TriangleContact::disjoint;

    // The segment intersects the plane in one point. This point is in the triangle if the segment's line passes all
    // edges on the same side.
    const Point &tail = other.points[0], &head = other.points[1];
    int left = 0, right = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const int side =
            orient3d(tail, head, triangle.points[k], triangle.points[(k + 1) % 3], io_exact_tests);
        left += side > 0;
        right += side < 0;
    }
    return left > 0 && right > 0 ? TriangleContact::disjoint : TriangleContact::point;
}

// Classifies a segment and another segment or a point.
TriangleContact classify_with_segment(const Simplex& segment, const Simplex& other,
                                      std::uint64_t& io_exact_tests) {
    const Point &a = segment.points[0], &b = segment.points[1];
    const Point &c = other.points[0], &d = other.points[other.count - 1];
    if (orient3d(a, b, c, d, io_exact_tests) != 0) return TriangleContact::disjoint;
    for (const Point& p : {c, d}) {
        const int drop_axis = find_drop_axis(a, b, p, io_exact_tests);
        if (drop_axis >= 0) return classify_in_plane(segment, other, drop_axis, io_exact_tests);
    }
    return classify_on_line(a, b, c, d);
}

} // namespace

TriangleContact classify_coplanar_triangles(const Triangle64& a, const Triangle64& b,
                                            std::uint64_t& io_exact_tests) {
    Simplex larger = reduce(a, io_exact_tests), smaller = reduce(b, io_exact_tests);
    if (larger.count < smaller.count) std::swap(larger, smaller);
    if (larger.count == 3) return classify_with_triangle(larger, smaller, io_exact_tests);
    if (larger.count == 2) return classify_with_segment(larger, smaller, io_exact_tests);
    return larger.points[0] == smaller.points[0] ? TriangleContact::point : TriangleContact::disjoint;
}

} // namespace boxwood
