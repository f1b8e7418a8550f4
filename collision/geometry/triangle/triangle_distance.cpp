#include "collision/geometry/triangle/triangle_distance.hpp"

#include "collision/geometry/lexicographic.hpp"
#include "collision/geometry/triangle/triangle_intersect.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace boxwood {
namespace {

using Point = glm::dvec3;

// Smaller squares are not used as divisors. In a triangle scaled to size 1, an edge with such a square counts as a
// point.
constexpr double kNegligibleSquare = 0x1p-1000;

// Values of a triangle that do not depend on the other triangle.
struct Prepared {
    explicit Prepared(const Triangle64& triangle)
        : vertices(triangle) {
        for (std::size_t k = 0; k < 3; ++k) edges[k] = triangle[(k + 1) % 3] - triangle[k];
        normal = glm::cross(edges[0], edges[1]);
        for (std::size_t k = 0; k < 3; ++k) {
            const double square = glm::dot(edges[k], edges[k]);
            inverse_squares[k] = square > kNegligibleSquare ? 1.0 / square : 0.0;
            inwards[k] = glm::cross(normal, edges[k]);
        }
    }

    double project_on_edge(std::size_t k, const Point& p) const {
        return glm::clamp(glm::dot(p - vertices[k], edges[k]) * inverse_squares[k], 0.0, 1.0);
    }
    Point on_edge(std::size_t k, double parameter) const { return vertices[k] + parameter * edges[k]; }

    // Finds the foot of the perpendicular from p, if it lies inside the triangle. It is computed from non-negative
    // weights, so it is a point of the triangle even if rounding has spoiled the normal of a sliver.
    bool try_project_on_face(const Point& p, Point& out_foot) const {
        const double weight_2 = glm::dot(p - vertices[0], inwards[0]),
                     weight_0 = glm::dot(p - vertices[1], inwards[1]);
        const double weight_1 = glm::dot(p - vertices[2], inwards[2]), sum = weight_0 + weight_1 + weight_2;
        if (!((weight_0 >= 0.0) & (weight_1 >= 0.0) & (weight_2 >= 0.0) & (sum > kNegligibleSquare)))
            return false;
        out_foot = (weight_0 * vertices[0] + weight_1 * vertices[1] + weight_2 * vertices[2]) / sum;
        return true;
    }

    Triangle64 vertices;
    std::array<Point, 3> edges{};
    // In the triangle's plane, perpendicular to each edge, towards the third vertex.
    std::array<Point, 3> inwards{};
    std::array<double, 3> inverse_squares{};
    Point normal{0.0};
};

double square_of_distance(const Point& p, const Point& q) {
    return glm::dot(q - p, q - p);
}

// The closest of the candidate pairs so far, and the first among equally close pairs.
struct Nearest {
    void offer(const Point& p, const Point& q) {
        const double offered = square_of_distance(p, q);
        if (!(offered < square)) return;
        square = offered;
        on_x = p;
        on_y = q;
    }

    double square = std::numeric_limits<double>::infinity();
    Point on_x{0.0}, on_y{0.0};
};

void offer_vertex(const Point& p, const Prepared& y, Nearest& io_nearest) {
    const Point on_0 = y.on_edge(0, y.project_on_edge(0, p)), on_1 = y.on_edge(1, y.project_on_edge(1, p));
    const Point on_2 = y.on_edge(2, y.project_on_edge(2, p));
    const double to_0 = square_of_distance(p, on_0), to_1 = square_of_distance(p, on_1);
    const double to_2 = square_of_distance(p, on_2);
    if (glm::min(glm::min(to_0, to_1), to_2) < io_nearest.square) // rare, so one branch replaces three
        io_nearest.offer(p, to_0 <= to_1 && to_0 <= to_2 ? on_0 : to_1 <= to_2 ? on_1 : on_2);
    Point foot;
    if (y.try_project_on_face(p, foot)) io_nearest.offer(p, foot);
}

// Offers the points where the common perpendicular of two edges intersects both between their ends. All other closest
// points of edges involve a vertex.
void offer_edges(const Prepared& x, std::size_t i, const Prepared& y, std::size_t j, Nearest& io_nearest) {
    const Point &u = x.edges[i], &v = y.edges[j], w = y.vertices[j] - x.vertices[i];
    const Point perpendicular = glm::cross(u, v);
    const double square = glm::dot(perpendicular, perpendicular);
    const double s = glm::dot(glm::cross(w, v), perpendicular); // times 1 / square: parameters on the lines
    const double t = glm::dot(glm::cross(w, u), perpendicular);
    if (!((square > kNegligibleSquare) & (s >= 0.0) & (s <= square) & (t >= 0.0) & (t <= square))) return;

    // If edges are nearly parallel, s alone and t alone are ill-conditioned, but not their combination. Projecting back
    // and forth makes them consistent.
    const Point first_on_x = x.on_edge(i, s / square);
    const Point on_y = y.on_edge(j, y.project_on_edge(j, first_on_x));
    io_nearest.offer(x.on_edge(i, x.project_on_edge(i, on_y)), on_y);
}

void offer_piercing(const Prepared& edges, const Prepared& face, Nearest& io_nearest) {
    for (std::size_t k = 0; k < 3; ++k) {
        const double tail = glm::dot(face.normal, edges.vertices[k] - face.vertices[0]);
        const double head = glm::dot(face.normal, edges.vertices[(k + 1) % 3] - face.vertices[0]);
        if (!(tail * head < 0.0)) continue;
        const Point p = edges.on_edge(k, tail / (tail - head));
        Point foot;
        if (face.try_project_on_face(p, foot)) io_nearest.offer(p, foot);
    }
}

// The vertices were sorted before they were rounded to the local frame, so the first and the last can be equal there
// although the middle one is not.
bool is_point(const Triangle64& triangle) {
    return triangle[0] == triangle[2] && triangle[0] == triangle[1];
}

// find_nearest() for a point and a triangle. Skips candidates that would be equal to others, and tests the rest in the
// same order.
Nearest find_nearest_of_point(const Triangle64& triangle_x, const Triangle64& triangle_y) {
    Nearest nearest, flipped;
    if (is_point(triangle_x)) {
        const Point& p = triangle_x[0];
        offer_vertex(p, Prepared(triangle_y), nearest);
        for (const Point& vertex : triangle_y) flipped.offer(vertex, p);
    } else {
        const Point& p = triangle_y[0];
        for (const Point& vertex : triangle_x) nearest.offer(vertex, p);
        offer_vertex(p, Prepared(triangle_x), flipped);
    }
    if (flipped.square < nearest.square) nearest.offer(flipped.on_y, flipped.on_x);
    return nearest;
}

Nearest find_nearest(const Triangle64& triangle_x, const Triangle64& triangle_y, bool is_intersecting) {
    if (is_point(triangle_x) || is_point(triangle_y)) return find_nearest_of_point(triangle_x, triangle_y);
    const Prepared x(triangle_x), y(triangle_y);
    Nearest nearest, flipped;
    for (std::size_t k = 0; k < 3; ++k) {
        offer_vertex(x.vertices[k], y, nearest);
        offer_vertex(y.vertices[k], x, flipped);
    }
    if (is_intersecting) {
        offer_piercing(x, y, nearest);
        offer_piercing(y, x, flipped);
    }
    if (flipped.square < nearest.square) nearest.offer(flipped.on_y, flipped.on_x);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) offer_edges(x, i, y, j, nearest);
    return nearest;
}

// Moves and scales the triangles to size 1 around the origin. Positions then lose no precision to the distance from the
// scene's origin, and fourth powers can neither overflow nor underflow.
class LocalFrame {
  public:
    LocalFrame(const Triangle64& x, const Triangle64& y)
        : origin_(x[0]) {
        double size = 0.0;
        for (const Triangle64* t : {&x, &y})
            for (const Point& p : *t) {
                const Point offset = p - origin_;
                size = std::max({size, std::abs(offset.x), std::abs(offset.y), std::abs(offset.z)});
            }
        const int exponent = size > 0.0 ? std::ilogb(size) : 0;
        half_units_ = {std::ldexp(1.0, exponent / 2), std::ldexp(1.0, exponent - exponent / 2)};
    }

    Triangle64 to_local(const Triangle64& t) const {
        return {to_local(t[0]), to_local(t[1]), to_local(t[2])};
    }
    Point to_local(const Point& p) const {
        return (p - origin_) * (1.0 / half_units_[0]) * (1.0 / half_units_[1]);
    }
    Point from_local(const Point& p) const { return origin_ + p * half_units_[0] * half_units_[1]; }
    double from_local(double length) const { return length * half_units_[0] * half_units_[1]; }

  private:
    Point origin_;
    std::array<double, 2> half_units_{1.0, 1.0}; // two factors, because 2^1074 is not a double
};

} // namespace

TriangleDistance find_closest_points(const Triangle64& a, const Triangle64& b) {
    const bool is_intersecting = triangles_intersect(a, b);

    Triangle64 x = a, y = b;
    std::sort(x.begin(), x.end(), is_before);
    std::sort(y.begin(), y.end(), is_before);
    const bool is_swapped = std::lexicographical_compare(y.begin(), y.end(), x.begin(), x.end(), is_before);
    if (is_swapped) std::swap(x, y);

    const LocalFrame frame(x, y);
    const Nearest nearest = find_nearest(frame.to_local(x), frame.to_local(y), is_intersecting);
    const Point on_x = frame.from_local(nearest.on_x), on_y = frame.from_local(nearest.on_y);
    if (is_intersecting) return {0.0, on_x, on_x};

    constexpr double kBelowResolution = 0x1p-60; // relative to size 1
    const double gap = nearest.square > 0.0 ? std::sqrt(nearest.square) : kBelowResolution;
    const double distance = std::max(frame.from_local(gap), std::numeric_limits<double>::denorm_min());
    return {distance, is_swapped ? on_y : on_x, is_swapped ? on_x : on_y};
}

} // namespace boxwood
