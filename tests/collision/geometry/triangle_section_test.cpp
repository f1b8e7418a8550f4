#include "collision/geometry/triangle/triangle_section.hpp"

#include "collision/geometry/predicates.hpp"
#include "tests/collision/geometry/random_geometry.hpp"
#include "tests/oracles/determinant_oracle.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <vector>

namespace boxwood {
namespace {

using test::choose_effort;
using Long3 = std::array<long double, 3>;

Long3 minus(const glm::dvec3& p, const glm::dvec3& q) {
    return {static_cast<long double>(p.x) - q.x, static_cast<long double>(p.y) - q.y,
            static_cast<long double>(p.z) - q.z};
}
Long3 cross(const Long3& p, const Long3& q) {
    return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
long double dot(const Long3& p, const Long3& q) {
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

// The distance of p from the triangle's plane or its largest distance beyond the line of an edge, whichever is larger.
long double distance_outside(const Triangle64& t, const glm::dvec3& p) {
    const Long3 normal = cross(minus(t[1], t[0]), minus(t[2], t[0]));
    long double worst = std::abs(dot(normal, minus(p, t[0]))) / std::sqrt(dot(normal, normal));
    for (std::size_t k = 0; k < 3; ++k) {
        const Long3 edge = minus(t[(k + 1) % 3], t[k]);
        const Long3 inward = cross(normal, edge);
        worst = std::max(worst, -dot(inward, minus(p, t[k])) / std::sqrt(dot(inward, inward)));
    }
    return worst;
}

double scale_of(const Triangle64& a, const Triangle64& b) {
    double scale = 0.0;
    for (const Triangle64* t : {&a, &b})
        for (const glm::dvec3& p : *t) scale = std::max({scale, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    return scale;
}

// The height of the triangle over its longest edge. A narrow triangle magnifies the rounding of a point.
double width_of(const Triangle64& t) {
    const Long3 normal = cross(minus(t[1], t[0]), minus(t[2], t[0]));
    long double longest = 0.0L;
    for (std::size_t k = 0; k < 3; ++k) {
        const Long3 edge = minus(t[(k + 1) % 3], t[k]);
        longest = std::max(longest, dot(edge, edge));
    }
    return static_cast<double>(std::sqrt(dot(normal, normal) / longest));
}

void check_ends(const Triangle64& a, const Triangle64& b, const TriangleSection& section) {
    const double tolerance = 4 * 0x1p-52 * scale_of(a, b);
    for (const SectionEnd& end : section.ends) {
        ASSERT_LE(distance_outside(a, end.point), tolerance);
        ASSERT_LE(distance_outside(b, end.point), tolerance);
        const Triangle64& owner = end.is_edge_of_b ? b : a;
        const glm::dvec3 from = owner[end.edge], to = owner[(end.edge + 1u) % 3u];
        const Long3 along = minus(to, from), off = cross(along, minus(end.point, from));
        ASSERT_LE(std::sqrt(dot(off, off) / dot(along, along)), tolerance) << "not on its edge";
    }
}

TEST(TriangleSectionTest, ends_lie_in_both_triangles_within_4_epsilons_of_the_scale) {
    Random random(95);
    std::size_t segments = 0, nearly_coplanar = 0;
    const std::size_t pairs = choose_effort(20'000, 1'000'000);
    for (std::size_t k = 0; k < pairs; ++k) {
        const Triangle64 a = random_triangle(random);
        Triangle64 b = random_triangle(random);
        if (k % 4 == 1) b[0] = random_point_near_plane(random, a[0], a[1], a[2]); // nearly touching
        if (k % 4 == 2)                                                           // nearly coplanar
            for (glm::dvec3& p : b)
                p = random_point_near_plane(random, a[0], a[1], a[2]) + 1e-9 * random_point(random);
        const TriangleSection section = find_section(a, b);
        ASSERT_EQ(section.contact, classify_triangles(a, b).contact);
        if (section.contact == TriangleContact::disjoint || section.is_flat) continue;
        if (std::min(width_of(a), width_of(b)) < 1e-3) continue;
        ++segments;
        nearly_coplanar += k % 4 == 2;
        ASSERT_NO_FATAL_FAILURE(check_ends(a, b, section)) << "pair " << k;
    }
    EXPECT_GT(segments, pairs / 20);
    EXPECT_GT(nearly_coplanar, pairs / 100);
}

TEST(TriangleSectionTest, swapping_the_triangles_gives_the_same_points) {
    Random random(96);
    for (std::size_t k = 0; k < choose_effort(5'000, 100'000); ++k) {
        const Triangle64 a = random_integer_triangle(random, 4), b = random_integer_triangle(random, 4);
        const TriangleSection ab = find_section(a, b), ba = find_section(b, a);
        ASSERT_EQ(ab.contact, ba.contact);
        ASSERT_EQ(ab.is_flat, ba.is_flat);
        if (ab.contact == TriangleContact::disjoint || ab.is_flat) continue;
        const auto near = [](const glm::dvec3& p, const glm::dvec3& q) {
            return glm::distance(p, q) <= 1e-14;
        };
        const bool same =
            near(ab.ends[0].point, ba.ends[0].point) && near(ab.ends[1].point, ba.ends[1].point);
        const bool reversed =
            near(ab.ends[0].point, ba.ends[1].point) && near(ab.ends[1].point, ba.ends[0].point);
        ASSERT_TRUE(same || reversed);
        ASSERT_EQ(near(ab.ends[0].point, ab.ends[1].point), ab.contact == TriangleContact::point);
    }
}

TEST(TriangleSectionTest, is_forward_tells_the_direction_of_the_ends) {
    Random random(98);
    std::size_t forward = 0, backward = 0;
    for (std::size_t k = 0; k < choose_effort(5'000, 100'000); ++k) {
        const bool is_lattice = k % 2 == 0; // with vertices in the plane of the other triangle
        const Triangle64 a = is_lattice ? random_integer_triangle(random, 4) : random_triangle(random),
                         b = is_lattice ? random_integer_triangle(random, 4) : random_triangle(random);
        const TriangleSection section = find_section(a, b);
        if (section.contact != TriangleContact::segment || section.is_flat) continue;
        const Long3 normal_a = cross(minus(a[1], a[0]), minus(a[2], a[0])),
                    normal_b = cross(minus(b[1], b[0]), minus(b[2], b[0]));
        const Long3 along = cross(normal_a, normal_b);
        const long double length =
            dot(minus(section.ends[1].point, section.ends[0].point), along) / std::sqrt(dot(along, along));
        if (std::abs(length) < 1e-9L) continue;
        ASSERT_EQ(section.is_forward, length > 0.0L) << "pair " << k;
        ++(section.is_forward ? forward : backward);
    }
    EXPECT_GT(forward, 30u);
    EXPECT_GT(backward, 30u);
}

// A sphere of latitudes and longitudes.
std::vector<TriangleIndices> make_sphere(int rings, int segments, std::vector<glm::dvec3>& out_points) {
    std::vector<TriangleIndices> triangles;
    out_points.push_back({0, 0, 1});
    for (int i = 1; i < rings; ++i)
        for (int j = 0; j < segments; ++j) {
            const double polar = std::numbers::pi * i / rings, around = 2 * std::numbers::pi * j / segments;
            out_points.push_back(
                {std::sin(polar) * std::cos(around), std::sin(polar) * std::sin(around), std::cos(polar)});
        }
    out_points.push_back({0, 0, -1});
    const auto at = [&](int i, int j) {
        if (i == 0) return 0u;
        if (i == rings) return static_cast<std::uint32_t>(out_points.size() - 1);
        return static_cast<std::uint32_t>(1 + (i - 1) * segments + j % segments);
    };
    for (int i = 0; i < rings; ++i)
        for (int j = 0; j < segments; ++j) {
            if (i != 0) triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
            if (i != rings - 1) triangles.push_back({at(i, j + 1), at(i + 1, j), at(i + 1, j + 1)});
        }
    return triangles;
}

TEST(TriangleSectionTest, sections_of_closed_meshes_form_closed_loops) {
    std::vector<glm::dvec3> points_a, points_b;
    const std::vector<TriangleIndices> mesh_a = make_sphere(14, 17, points_a),
                                       mesh_b = make_sphere(11, 13, points_b);
    // b is rotated, scaled and moved so that no vertex of one mesh lies in a triangle of the other mesh.
    for (glm::dvec3& p : points_b) p = 0.8 * glm::dvec3(p.y, p.z, p.x) + glm::dvec3(0.61, 0.273, 0.1357);

    // An end lies on an edge of one mesh and in a triangle of the other mesh.
    std::map<std::array<std::uint32_t, 4>, int> ends;
    std::size_t segments = 0;
    for (std::uint32_t i = 0; i < mesh_a.size(); ++i)
        for (std::uint32_t j = 0; j < mesh_b.size(); ++j) {
            const auto &s = mesh_a[i], &t = mesh_b[j];
            const TriangleSection section = find_section({points_a[s[0]], points_a[s[1]], points_a[s[2]]},
                                                         {points_b[t[0]], points_b[t[1]], points_b[t[2]]});
            if (section.contact == TriangleContact::disjoint) continue;
            ASSERT_EQ(section.contact, TriangleContact::segment);
            ++segments;
            for (const SectionEnd& end : section.ends) {
                const TriangleIndices& owner = end.is_edge_of_b ? t : s;
                const std::uint32_t p = owner[end.edge], q = owner[(end.edge + 1u) % 3u];
                ++ends[{end.is_edge_of_b, std::min(p, q), std::max(p, q), end.is_edge_of_b ? i : j}];
            }
        }
    EXPECT_GT(segments, 40u);
    EXPECT_EQ(ends.size(), segments);
    for (const auto& [end, count] : ends) EXPECT_EQ(count, 2);
}

TEST(TriangleSectionTest, coplanar_and_degenerate_pairs_are_flat) {
    const Triangle64 a{glm::dvec3{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    EXPECT_TRUE(find_section(a, a).is_flat);
    EXPECT_TRUE(find_section(a, {glm::dvec3{1, 1, -1}, {1, 1, 1}, {1, 1, 1}}).is_flat);
    EXPECT_FALSE(find_section(a, {glm::dvec3{1, 1, -1}, {1, 1, 1}, {2, 1, 1}}).is_flat);
}

// The oracle for the sign uses integers of arbitrary size. Long double gives the expected value.
TEST(PredicatesTest, rounded_determinant_is_within_2_to_the_minus_51) {
    Random random(97);
    for (std::size_t k = 0; k < choose_effort(2'000, 50'000); ++k) {
        const glm::dvec3 a = random_point(random), b = random_point(random), c = random_point(random);
        const glm::dvec3 d = k % 2 == 0 ? random_point(random) : random_point_near_plane(random, a, b, c);
        const ScaledNumber found = compute_orient3d(a, b, c, d);
        ASSERT_EQ(found.fraction > 0.0 ? 1 : found.fraction < 0.0 ? -1 : 0, oracle::orient3d(a, b, c, d));
        // A determinant in long double, with a mantissa of 64 bits: precise enough if the determinant does not cancel.
        const Long3 x = minus(b, a), y = minus(c, a), z = minus(d, a);
        const long double plain = dot(z, cross(x, y));
        if (k % 2 == 0 && std::abs(plain) > 1e-3L) {
            const long double value = std::ldexp(static_cast<long double>(found.fraction), found.exponent);
            ASSERT_LE(std::abs(value - plain), std::abs(plain) * (0x1p-51L + 1e-14L));
        }
    }
    // Coordinates up to 2^18: the determinant is an integer below 2^63, which long double holds exactly.
    for (std::size_t k = 0; k < choose_effort(2'000, 50'000); ++k) {
        const glm::dvec3 a = random_integer_point(random, 1 << 18), b = random_integer_point(random, 1 << 18);
        const glm::dvec3 c = random_integer_point(random, 1 << 18), d = random_integer_point(random, 1 << 18);
        const Long3 x = minus(b, a), y = minus(c, a), z = minus(d, a);
        const long double exact = dot(z, cross(x, y));
        const ScaledNumber found = compute_orient3d(a, b, c, d);
        ASSERT_LE(std::abs(std::ldexp(static_cast<long double>(found.fraction), found.exponent) - exact),
                  std::abs(exact) * 0x1p-51L);
    }
}

} // namespace
} // namespace boxwood
