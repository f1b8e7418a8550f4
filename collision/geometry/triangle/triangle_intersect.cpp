#include "collision/geometry/triangle/triangle_intersect.hpp"

#include "collision/geometry/predicates.hpp"
#include "collision/geometry/triangle/coplanar_triangles.hpp"
#include "collision/geometry/triangle/isolated_vertex.hpp"

#include <utility>

namespace boxwood {
namespace {

struct Box {
    glm::dvec3 lower, upper;
};
Box box_of(const Triangle64& t) {
    return {glm::min(glm::min(t[0], t[1]), t[2]), glm::max(glm::max(t[0], t[1]), t[2])};
}

// Uses | instead of || because one branch is cheaper than six.
bool are_separated(const Box& a, const Box& b) {
    return (a.lower.x > b.upper.x) | (b.lower.x > a.upper.x) | (a.lower.y > b.upper.y) |
           (b.lower.y > a.upper.y) | (a.lower.z > b.upper.z) | (b.lower.z > a.upper.z);
}

// Decides orientations of any four of the six vertices with a common error bound.
class Decider {
  public:
    explicit Decider(double error_bound)
        : error_bound_(error_bound) {}

    bool are_on_one_side(const std::array<double, 3>& estimates) const {
        const auto& [d0, d1, d2] = estimates;
        const bool are_above = glm::min(glm::min(d0, d1), d2) > error_bound_;
        const bool are_below = glm::max(glm::max(d0, d1), d2) < -error_bound_;
        return are_above | are_below; // without a branch
    }

    int orient(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, const glm::dvec3& d) {
        return sign(estimate_orient3d(a, b, c, d), a, b, c, d);
    }

    // Returns the sides of the vertices of `triangle` relative to the plane of `plane`.
    Signs signs(const std::array<double, 3>& estimates, const Triangle64& plane, const Triangle64& triangle) {
        Signs result{};
        for (std::size_t k = 0; k < 3; ++k)
            result[k] = sign(estimates[k], plane[0], plane[1], plane[2], triangle[k]);
        return result;
    }

    TriangleVerdict verdict(TriangleContact contact) const { return {contact, exact_tests_ != 0}; }
    std::uint64_t& exact_tests() { return exact_tests_; }

  private:
    int sign(double estimate, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
             const glm::dvec3& d) {
        if (estimate > error_bound_) return 1;
        if (estimate < -error_bound_) return -1;
        return orient3d(a, b, c, d, exact_tests_); // this has a tighter bound and an exact fallback
    }

    double error_bound_ = 0.0;
    std::uint64_t exact_tests_ = 0;
};

std::array<double, 3> estimate_sides(const Triangle64& plane, const Triangle64& triangle) {
    const auto& [a, b, c] = plane;
    return {estimate_orient3d(a, b, c, triangle[0]), estimate_orient3d(a, b, c, triangle[1]),
            estimate_orient3d(a, b, c, triangle[2])};
}

bool are_all(const Signs& signs, int sign) {
    return signs[0] == sign && signs[1] == sign && signs[2] == sign;
}

// Whether the triangle intersects the plane in exactly one of its vertices.
bool is_touched_by_vertex(const Signs& signs) {
    const int zeros = (signs[0] == 0) + (signs[1] == 0) + (signs[2] == 0);
    const int sum = signs[0] + signs[1] + signs[2];
    return zeros == 1 && sum != 0;
}

// Both triangles intersect the common line of their planes, each in a closed interval. The two orientations compare the
// ends of the intervals [Devillers 2002].
TriangleContact compare_intervals(const Triangle64& a, const Signs& signs_a, const Triangle64& b,
                                  const Signs& signs_b, Decider& io_decider) {
    constexpr std::array<std::size_t, 5> kCyclic{0, 1, 2, 0, 1};
    const IsolatedVertex lone_a = find_isolated_vertex(signs_a), lone_b = find_isolated_vertex(signs_b);
    const auto vertex_a = static_cast<std::size_t>(lone_a.vertex);
    const auto vertex_b = static_cast<std::size_t>(lone_b.vertex);
    const glm::dvec3 *p_a = &a[vertex_a], *q_a = &a[kCyclic[vertex_a + 1]], *r_a = &a[kCyclic[vertex_a + 2]];
    const glm::dvec3 *p_b = &b[vertex_b], *q_b = &b[kCyclic[vertex_b + 1]], *r_b = &b[kCyclic[vertex_b + 2]];
    if (lone_a.side < 0) std::swap(q_b, r_b); // so that p_a lies on the positive side of b
    if (lone_b.side < 0) std::swap(q_a, r_a);

    const int first = io_decider.orient(*p_a, *q_a, *p_b, *q_b);
    if (first > 0) return TriangleContact::disjoint;
    const int second = io_decider.orient(*p_a, *r_a, *r_b, *p_b);
    if (second > 0) return TriangleContact::disjoint;

    const bool is_point =
        first == 0 || second == 0 || is_touched_by_vertex(signs_a) || is_touched_by_vertex(signs_b);
    return is_point ? TriangleContact::point : TriangleContact::segment;
}

} // namespace

TriangleVerdict classify_triangles(const Triangle64& a, const Triangle64& b) {
    const Box box_a = box_of(a), box_b = box_of(b);
    if (are_separated(box_a, box_b)) return {};
    const glm::dvec3 extents = glm::max(box_a.upper, box_b.upper) - glm::min(box_a.lower, box_b.lower);
    Decider decider(orient3d_error_bound(extents));
    const std::array<double, 3> estimates_a = estimate_sides(b, a);
    if (decider.are_on_one_side(estimates_a)) return {};
    const std::array<double, 3> estimates_b = estimate_sides(a, b);
    if (decider.are_on_one_side(estimates_b)) return {};

    const Signs signs_a = decider.signs(estimates_a, b, a);
    if (are_all(signs_a, 1) || are_all(signs_a, -1)) return decider.verdict(TriangleContact::disjoint);
    const Signs signs_b = decider.signs(estimates_b, a, b);
    if (are_all(signs_b, 1) || are_all(signs_b, -1)) return decider.verdict(TriangleContact::disjoint);

    // All orientations relative to a segment or a point are zero, so degenerate triangles are always flat here.
    const bool is_flat = are_all(signs_a, 0) || are_all(signs_b, 0);
    const TriangleContact contact = is_flat ? classify_coplanar_triangles(a, b, decider.exact_tests())
                                            : compare_intervals(a, signs_a, b, signs_b, decider);
    return decider.verdict(contact);
}

} // namespace boxwood
