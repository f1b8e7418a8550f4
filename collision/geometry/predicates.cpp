#include "collision/geometry/predicates.hpp"

#include "collision/geometry/exact_sum.hpp"

#include <cmath>
#include <limits>

namespace boxwood {
namespace {

// Whether a - b is exact in double; out_difference is a - b rounded ([Shewchuk 1997], theorem 7, Two-Sum).
bool try_subtract(double a, double b, double& out_difference) {
    const double difference = a - b;
    out_difference = difference;
    const double b_as_seen = a - difference;
    const double a_as_seen = difference + b_as_seen;
    return (a - a_as_seen) + (b_as_seen - b) == 0.0; // false for the NaN of an overflow
}

bool try_subtract(const glm::dvec2& a, const glm::dvec2& b, glm::dvec2& out_difference) {
    return try_subtract(a.x, b.x, out_difference.x) && try_subtract(a.y, b.y, out_difference.y);
}
bool try_subtract(const glm::dvec3& a, const glm::dvec3& b, glm::dvec3& out_difference) {
    return try_subtract(a.x, b.x, out_difference.x) && try_subtract(a.y, b.y, out_difference.y) &&
           try_subtract(a.z, b.z, out_difference.z);
}

void add_cross(const glm::dvec2& p, const glm::dvec2& q, ExactSum& io_sum) {
    io_sum.add(p.x, q.y, 1.0);
    io_sum.add(-p.y, q.x, 1.0);
}

// p . (q x r)
void add_triple(const glm::dvec3& p, const glm::dvec3& q, const glm::dvec3& r, ExactSum& io_sum) {
    io_sum.add(p.x, q.y, r.z);
    io_sum.add(-p.x, q.z, r.y);
    io_sum.add(p.y, q.z, r.x);
    io_sum.add(-p.y, q.x, r.z);
    io_sum.add(p.z, q.x, r.y);
    io_sum.add(-p.z, q.y, r.x);
}

int exact_orient2d(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
    ExactSum sum;
    glm::dvec2 ab, ac;
    if (try_subtract(b, a, ab) && try_subtract(c, a, ac)) {
        add_cross(ab, ac, sum);
    } else {
        add_cross(a, b, sum);
        add_cross(b, c, sum);
        add_cross(c, a, sum);
    }
    return sum.sign();
}

void add_orient3d(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, const glm::dvec3& d,
                  ExactSum& io_sum) {
    glm::dvec3 ab, ac, ad;
    if (try_subtract(b, a, ab) && try_subtract(c, a, ac) && try_subtract(d, a, ad)) {
        add_triple(ad, ab, ac, io_sum);
    } else {
        add_triple(b, c, d, io_sum);
        add_triple(-a, c, d, io_sum);
        add_triple(a, b, d, io_sum);
        add_triple(-a, b, c, io_sum);
    }
}

int exact_orient3d(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, const glm::dvec3& d) {
    ExactSum sum;
    add_orient3d(a, b, c, d, sum);
    return sum.sign();
}

// Unlike glm::abs, does not branch on the signs of coordinates, which the processor would often predict wrongly.
glm::dvec3 magnitudes_of(const glm::dvec3& v) {
    return {std::abs(v.x), std::abs(v.y), std::abs(v.z)};
}

} // namespace

int orient2d(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c, std::uint64_t& io_exact_tests) {
    // Each of the two products is rounded three times (two differences and the product), so its error is at most 3 u of
    // its size to first order. The difference of the two products is also rounded, but rounding is monotonic, so the
    // comparison with the bound has the same result as for the exact difference. The 4th u covers higher orders and
    // the rounding of the bound. Above kMinSize, it also covers the underflow of a product.
    constexpr double kError = 4 * 0x1p-53, kMinSize = 0x1p-960;
    const double left = (b.x - a.x) * (c.y - a.y);
    const double right = (b.y - a.y) * (c.x - a.x);
    const double size = std::abs(left) + std::abs(right);
    const double bound = kError * size;
    if (size >= kMinSize && left - right > bound) return 1;
    if (size >= kMinSize && right - left > bound) return -1;
    if ((a.x == b.x && a.x == c.x) || (a.y == b.y && a.y == c.y)) return 0; // on one axis-parallel line
    if (a == b || a == c || b == c) return 0;

    ++io_exact_tests;
    return exact_orient2d(a, b, c);
}

int orient3d(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, const glm::dvec3& d,
             std::uint64_t& io_exact_tests) {
    const glm::dvec3 extents =
        glm::max(glm::max(magnitudes_of(b - a), magnitudes_of(c - a)), magnitudes_of(d - a));
    const double determinant = estimate_orient3d(a, b, c, d);
    const double bound = orient3d_error_bound(extents);
    if (determinant > bound) return 1;
    if (determinant < -bound) return -1;
    if (extents.x == 0.0 || extents.y == 0.0 || extents.z == 0.0)
        return 0; // in one plane perpendicular to an axis
    if (a == b || a == c || a == d || b == c || b == d || c == d)
        return 0; // adjacent triangles of a mesh share vertices

    ++io_exact_tests;
    return exact_orient3d(a, b, c, d);
}

int orient2d(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
    std::uint64_t unused = 0;
    return orient2d(a, b, c, unused);
}

int orient3d(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, const glm::dvec3& d) {
    std::uint64_t unused = 0;
    return orient3d(a, b, c, d, unused);
}

ScaledNumber compute_orient3d(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                              const glm::dvec3& d) {
    ExactSum sum;
    add_orient3d(a, b, c, d, sum);
    return sum.round();
}

bool has_strict_ieee754() {
    // Volatile because the operations must run on the machine. Otherwise, the compiler would fold them.
    const volatile double one = 1.0, above_one = 1.0 + 0x1p-30, half_ulp = 0x1p-53, below_ulp = 0x1p-60;
    const volatile double smallest_normal = std::numeric_limits<double>::min();
    const double square_as_rounded = 1.0 + 0x1p-29;
    const bool has_no_contraction = above_one * above_one - square_as_rounded == 0.0;
    const bool has_no_excess = (one + below_ulp) - one == 0.0;
    const bool rounds_to_even =
        one + half_ulp == 1.0 && -one - half_ulp == -1.0 && (one + 0x1p-52) + half_ulp == 1.0 + 0x1p-51;
    const bool keeps_subnormals = smallest_normal * 0.5 != 0.0 && smallest_normal * 0.5 + 0.0 != 0.0;
    return has_no_contraction && has_no_excess && rounds_to_even && keeps_subnormals;
}

} // namespace boxwood
