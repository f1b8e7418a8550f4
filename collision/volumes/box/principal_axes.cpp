#include "collision/volumes/box/principal_axes.hpp"

#include "collision/volumes/box/hull_sketch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace boxwood {
namespace {

glm::dmat3 outer(const glm::dvec3& v) {
    return glm::outerProduct(v, v);
}

double area_of(const glm::dvec3& p, const glm::dvec3& q, const glm::dvec3& r) {
    return 0.5 * glm::length(glm::cross(q - p, r - p));
}

// Returns a unit vector that is orthogonal to the unit vector v.
glm::dvec3 find_normal(const glm::dvec3& v) {
    const glm::dvec3 a = glm::abs(v);
    const glm::dvec3 other = a.x <= a.y && a.x <= a.z ? glm::dvec3(1, 0, 0)
                             : a.y <= a.z             ? glm::dvec3(0, 1, 0)
                                                      : glm::dvec3(0, 0, 1);
    return glm::normalize(glm::cross(v, other));
}

// Returns the directions of the longest edge, of normal x edge, and of the normal, as columns.
glm::dmat3 axes_of_triangle(const glm::dvec3& p, const glm::dvec3& q, const glm::dvec3& r) {
    std::array<glm::dvec3, 3> edges{q - p, r - q, p - r};
    const glm::dvec3 edge = *std::max_element(edges.begin(), edges.end(), [](const auto& x, const auto& y) {
        return glm::dot(x, x) < glm::dot(y, y);
    });
    const double length = glm::length(edge);
    if (!(length > 0.0)) return glm::dmat3(1.0);
    const glm::dvec3 along = edge / length;
    glm::dvec3 normal = glm::cross(q - p, r - p);
    normal -= along * glm::dot(along, normal);
    const double size = glm::length(normal);
    normal = size > 1e-12 * length * length ? normal / size : find_normal(along);
    return {along, glm::cross(normal, along), normal};
}

double largest_entry(const glm::dmat3& m) {
    double largest = 0.0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) largest = std::max(largest, std::fabs(m[i][j]));
    return largest;
}

// Returns the unit null vector of a symmetric matrix of rank two. It is parallel to the longest cross product of the
// columns.
glm::dvec3 find_null_vector(const glm::dmat3& m) {
    const std::array<glm::dvec3, 3> crosses{glm::cross(m[0], m[1]), glm::cross(m[1], m[2]),
                                            glm::cross(m[2], m[0])};
    const std::array<double, 3> squares{glm::dot(crosses[0], crosses[0]), glm::dot(crosses[1], crosses[1]),
                                        glm::dot(crosses[2], crosses[2])};
    std::size_t best = squares[1] > squares[0] ? 1 : 0;
    if (squares[2] > squares[best]) best = 2;
    return squares[best] > 0.0 ? crosses[best] / std::sqrt(squares[best]) : glm::dvec3(1.0, 0.0, 0.0);
}

} // namespace

Moments compute_moments(std::span<const glm::vec3> points) {
    Moments moments;
    if (points.empty()) return moments;
    const glm::dvec3 origin(points[0]); // moments about a nearby point avoid cancellation
    glm::dmat3 second(0.0);
    for (const glm::vec3& p : points) {
        const glm::dvec3 v = glm::dvec3(p) - origin;
        moments.mean += v;
        second += outer(v);
    }
    const double scale = 1.0 / static_cast<double>(points.size());
    moments.mean *= scale;
    moments.covariance = scale * second - outer(moments.mean);
    moments.mean += origin;
    return moments;
}

Moments compute_surface_moments(std::span<const glm::vec3> corners) {
    Moments moments;
    if (corners.empty()) return moments;
    const glm::dvec3 origin(corners[0]);
    const auto corner = [&](std::size_t i) { return glm::dvec3(corners[i]) - origin; };
    const auto area_at = [&](std::size_t i) { return area_of(corner(i), corner(i + 1), corner(i + 2)); };
    double total = 0.0, smallest = std::numeric_limits<double>::infinity();
    glm::dmat3 second(0.0);
    const auto add = [&](std::size_t i, double area) {
        const glm::dvec3 p = corner(i), q = corner(i + 1), r = corner(i + 2), middle = (p + q + r) / 3.0;
        total += area;
        moments.mean += area * middle;
        second += (area / 12.0) * (9.0 * outer(middle) + outer(p) + outer(q) + outer(r));
    };
    bool has_flat = false;
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
        const double area = area_at(i);
        has_flat = has_flat || !(area > 0.0);
        if (!(area > 0.0)) continue;
        smallest = std::min(smallest, area);
        add(i, area);
    }
    if (has_flat) {
        if (smallest == std::numeric_limits<double>::infinity()) smallest = 1.0;
        for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
            if (!(area_at(i) > 0.0)) add(i, smallest);
    }
    moments.mean /= total;
    moments.covariance = second / total - outer(moments.mean);
    moments.mean += origin;
    return moments;
}

SurfaceCovariance covariance_of(const Triangle& triangle) {
    const glm::dvec3 p(triangle[0]), q(triangle[1]), r(triangle[2]);
    SurfaceCovariance spread;
    spread.area = area_of(p, q, r);
    spread.has_flat = !(spread.area > 0.0);
    spread.mean = (p + q + r) / 3.0;
    for (const glm::dvec3& corner : {p, q, r}) {
        const glm::dvec3 v = corner - spread.mean;
        spread.squares += v * v;
        spread.products += glm::dvec3(v.y * v.z, v.z * v.x, v.x * v.y);
    }
    spread.squares *= spread.area / 12.0;
    spread.products *= spread.area / 12.0;
    return spread;
}

SurfaceCovariance operator+(const SurfaceCovariance& a, const SurfaceCovariance& b) {
    SurfaceCovariance both;
    both.has_flat = a.has_flat || b.has_flat;
    both.area = a.area + b.area;
    if (!(both.area > 0.0)) return both;
    const double share = b.area / both.area;
    const glm::dvec3 d = b.mean - a.mean;
    both.mean = a.mean + share * d;
    // The reduced mass, for moments of two masses about their common mean.
    const double weight = a.area * share;
    both.squares = (a.squares + b.squares) + weight * d * d;
    both.products = (a.products + b.products) + weight * glm::dvec3(d.y * d.z, d.z * d.x, d.x * d.y);
    return both;
}

// The eigenvalues are the roots of the characteristic polynomial, from its trigonometric solution. The eigenvalue
// farthest from the others has a well-conditioned eigenvector, which a cross product yields. A rotation in the plane
// orthogonal to this vector yields the other two eigenvectors.
EigenDecomposition decompose_symmetric(const glm::dmat3& matrix) {
    const double mean = (matrix[0][0] + matrix[1][1] + matrix[2][2]) / 3.0;
    glm::dmat3 b = matrix - glm::dmat3(mean);
    const double size = largest_entry(b);
    if (!(size > 0.0)) return {glm::dvec3(mean), glm::dmat3(1.0)};
    b *= 1.0 / size;
    const double diagonal = b[0][0] * b[0][0] + b[1][1] * b[1][1] + b[2][2] * b[2][2];
    const double off_diagonal = b[1][0] * b[1][0] + b[2][0] * b[2][0] + b[2][1] * b[2][1];
    const double p = std::sqrt((diagonal + 2.0 * off_diagonal) / 6.0);
    const double half_det = std::clamp(0.5 * glm::determinant(b) / (p * p * p), -1.0, 1.0);
    const double angle = std::acos(std::fabs(half_det)) / 3.0; // in [0, pi / 6]; yields the isolated root
    const double isolated = std::copysign(2.0 * p * std::cos(angle), half_det);

    const glm::dvec3 first = find_null_vector(b - glm::dmat3(isolated));
    glm::dvec3 u = find_normal(first), v = glm::cross(first, u);
    const glm::dvec3 bu = b * u, bv = b * v;
    double along_u = glm::dot(u, bu), along_v = glm::dot(v, bv);
    const double mixed = glm::dot(u, bv), difference = along_v - along_u;
    if (mixed != 0.0) {
        const double t = std::copysign(2.0, difference) * mixed /
                         (std::fabs(difference) + std::sqrt(difference * difference + 4.0 * mixed * mixed));
        const double c = 1.0 / std::sqrt(t * t + 1.0), s = t * c;
        const glm::dvec3 old_u = u;
        u = c * old_u - s * v;
        v = s * old_u + c * v;
        along_u -= t * mixed;
        along_v += t * mixed;
    }
    struct Axis {
        double value;
        glm::dvec3 vector;
    };
    std::array<Axis, 3> axes{Axis{isolated, first}, {along_u, u}, {along_v, v}};
    const auto put_in_order = [](Axis& x, Axis& y) {
        if (y.value > x.value) std::swap(x, y);
    };
    put_in_order(axes[0], axes[1]);
    put_in_order(axes[1], axes[2]);
    put_in_order(axes[0], axes[1]);
    const glm::dvec3 values{axes[0].value, axes[1].value, axes[2].value};
    return {mean + size * values,
            {axes[0].vector, axes[1].vector, glm::cross(axes[0].vector, axes[1].vector)}};
}

glm::dmat3 find_principal_axes(std::span<const glm::vec3> points, Covariance spread) {
    if (points.empty()) return glm::dmat3(1.0);
    const std::size_t last = points.size() - 1;
    if (last < 3)
        return axes_of_triangle(glm::dvec3(points[0]), glm::dvec3(points[last / 2]),
                                glm::dvec3(points[last]));
    if (spread == Covariance::vertices)
        return decompose_symmetric(compute_moments(points).covariance).vectors;
    const std::vector<glm::vec3> hull =
        spread == Covariance::hull ? sketch_hull(points) : std::vector<glm::vec3>{};
    const Moments moments = compute_surface_moments(hull.empty() ? points : std::span(hull));
    return decompose_symmetric(moments.covariance).vectors;
}

glm::dmat3 find_principal_axes(std::span<const glm::vec3> corners, const SurfaceCovariance& spread) {
    if (corners.size() <= 3 || spread.has_flat) return find_principal_axes(corners, Covariance::triangles);
    const glm::dvec3 &s = spread.squares, &p = spread.products;
    return decompose_symmetric({{s.x, p.z, p.y}, {p.z, s.y, p.x}, {p.y, p.x, s.z}}).vectors;
}

} // namespace boxwood
