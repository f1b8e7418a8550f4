#include "collision/geometry/triangle/ray_triangle.hpp"

#include "collision/geometry/exact_sum.hpp"
#include "collision/geometry/predicates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood {
namespace {

using Point = glm::dvec3;

void add_determinant(const Point& x, const Point& y, const Point& z, double sign, ExactSum& io_sum) {
    io_sum.add(sign * x.x, y.y, z.z);
    io_sum.add(-sign * x.x, y.z, z.y);
    io_sum.add(sign * x.y, y.z, z.x);
    io_sum.add(-sign * x.y, y.x, z.z);
    io_sum.add(sign * x.z, y.x, z.y);
    io_sum.add(-sign * x.z, y.y, z.x);
}

// [d, p - o, q - o] = [d, p, q] - [d, p, o] - [d, o, q], without rounding.
ExactSum sum_exactly(const Point& d, const Point& o, const Point& p, const Point& q) {
    ExactSum sum;
    add_determinant(d, p, q, 1.0, sum);
    add_determinant(d, p, o, -1.0, sum);
    add_determinant(d, o, q, -1.0, sum);
    return sum;
}

// Replaces std::fmax, which is a function call. Requires finite numbers.
double larger_of(double x, double y) {
    return x < y ? y : x;
}
double largest_abs(double x, double y, double z) {
    return larger_of(std::fabs(x), larger_of(std::fabs(y), std::fabs(z)));
}
Point largest_abs(const Point& x, const Point& y, const Point& z) {
    return {largest_abs(x.x, y.x, z.x), largest_abs(x.y, y.y, z.y), largest_abs(x.z, y.z, z.z)};
}

bool are_mixed(const std::array<int, 3>& signs) {
    const auto [smallest, largest] = std::minmax_element(signs.begin(), signs.end());
    return *smallest < 0 && *largest > 0;
}

} // namespace

bool intersect_ray(const Point& origin, const Point& direction, const Triangle64& triangle,
                   RayTriangle& out_hit, std::uint64_t& io_exact_tests) {
    const Point u = triangle[0] - origin, v = triangle[1] - origin, w = triangle[2] - origin;
    const Point uv = triangle[1] - triangle[0], vw = triangle[2] - triangle[1],
                wu = triangle[0] - triangle[2];
    // Twice the signed areas, seen along the ray, of the three parts into which the hit point divides the triangle.
    // Entry k is for the part opposite vertex k. They are computed from edges because edges are short. Products of two
    // vertices that are far from the origin would cancel.
    std::array<double, 3> area{glm::dot(direction, glm::cross(v, vw)), glm::dot(direction, glm::cross(w, wu)),
                               glm::dot(direction, glm::cross(u, uv))};
    const Point d = glm::abs(direction);
    const Point e = largest_abs(u, v, w), f = largest_abs(uv, vw, wu);
    // A determinant has six terms, each rounded in two differences, two products, and at most three sums. The absolute
    // values of the terms sum to at most `terms`. The bound is more than twice the resulting error because it must also
    // cover its own rounding.
    const double terms =
        d.x * (e.y * f.z + e.z * f.y) + d.y * (e.z * f.x + e.x * f.z) + d.z * (e.x * f.y + e.y * f.x);
    constexpr double kMinTerms = 0x1p-600; // above it, underflow is far below the bound
    const double error_bound = terms >= kMinTerms ? 16.0 * 0x1p-53 * terms : HUGE_VAL;

    const double largest_area = larger_of(area[0], larger_of(area[1], area[2])),
                 smallest_area = -larger_of(-area[0], larger_of(-area[1], -area[2]));
    if (smallest_area < -error_bound && largest_area > error_bound) return false;

    double sum = (area[0] + area[1]) + area[2];
    const bool is_certain = smallest_area > error_bound || largest_area < -error_bound;
    constexpr double kAccuracy = 0x1p-33; // required of the weights
    if (!is_certain || error_bound > kAccuracy * std::fabs(sum)) {
        ++io_exact_tests;
        const std::array<ExactSum, 3> exact{sum_exactly(direction, origin, triangle[1], triangle[2]),
                                            sum_exactly(direction, origin, triangle[2], triangle[0]),
                                            sum_exactly(direction, origin, triangle[0], triangle[1])};
        const std::array<int, 3> signs{exact[0].sign(), exact[1].sign(), exact[2].sign()};
        if (are_mixed(signs) || (signs[0] == 0 && signs[1] == 0 && signs[2] == 0)) return false;
        // All three areas are scaled by the same power of two: nothing overflows, and only negligible areas underflow.
        const std::array<ScaledNumber, 3> rounded{exact[0].round(), exact[1].round(), exact[2].round()};
        int exponent = -(1 << 20);
        for (const ScaledNumber& number : rounded)
            if (number.fraction != 0.0) exponent = std::max(exponent, number.exponent);
        for (std::size_t k = 0; k < 3; ++k)
            area[k] = rounded[k].fraction == 0.0
                          ? 0.0
                          : std::ldexp(rounded[k].fraction, std::max(rounded[k].exponent - exponent, -2000));
        sum = (area[0] + area[1]) + area[2];
    }

    out_hit.is_front = sum < 0.0;
    const int side = orient3d(triangle[0], triangle[1], triangle[2], origin);
    if (out_hit.is_front ? side < 0 : side > 0) return false; // behind the origin
    out_hit.weights = Point(area[0], area[1], area[2]) / sum;
    const Point to_hit = (out_hit.weights[0] * u + out_hit.weights[1] * v) + out_hit.weights[2] * w;
    out_hit.t =
        side == 0 ? 0.0 : std::fmax(glm::dot(direction, to_hit) / glm::dot(direction, direction), 0.0);
    return true;
}

} // namespace boxwood
