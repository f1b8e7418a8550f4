#include "collision/geometry/triangle/triangle_intersect.hpp"

#include "collision/geometry/triangle/isolated_vertex.hpp"
#include "tests/collision/geometry/random_geometry.hpp"
#include "tests/oracles/triangle_oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <string>

namespace boxwood {
namespace {

using oracle::Int128;

constexpr std::array<std::array<std::size_t, 3>, 6> kOrders{
    {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};

Triangle64 reordered(const Triangle64& t, std::size_t order) {
    return {t[kOrders[order][0]], t[kOrders[order][1]], t[kOrders[order][2]]};
}

std::string text_of(const Triangle64& a, const Triangle64& b) {
    std::ostringstream text;
    text << std::setprecision(17);
    for (const Triangle64* t : {&a, &b})
        for (const glm::dvec3& p : *t) text << "\n(" << p.x << ", " << p.y << ", " << p.z << ')';
    return text.str();
}

TriangleContact contact_of_dimension(int dimension) {
    return static_cast<TriangleContact>(dimension + 1);
}

oracle::IntegerTriangle<Int128> integers_of(const Triangle64& t) {
    oracle::IntegerTriangle<Int128> result;
    for (std::size_t k = 0; k < 9; ++k)
        result[k / 3][k % 3] = static_cast<std::int64_t>(t[k / 3][static_cast<int>(k % 3)]);
    return result;
}

// Faster than expected_contact(). Requires integer coordinates so small that the computation fits in 128 bits.
TriangleContact expected_on_lattice(const Triangle64& a, const Triangle64& b) {
    return contact_of_dimension(oracle::shared_dimension(integers_of(a), integers_of(b)));
}
TriangleContact expected_contact(const Triangle64& a, const Triangle64& b) {
    return contact_of_dimension(oracle::shared_dimension(a, b));
}

void check_all_orders(const Triangle64& a, const Triangle64& b, TriangleContact expected) {
    for (std::size_t i = 0; i < kOrders.size(); ++i)
        for (std::size_t j = 0; j < kOrders.size(); ++j) {
            const Triangle64 x = reordered(a, i), y = reordered(b, j);
            ASSERT_EQ(classify_triangles(x, y).contact, expected) << text_of(x, y);
            ASSERT_EQ(classify_triangles(y, x).contact, expected) << text_of(y, x);
        }
}

// Counts each kind of contact, so that a test can expect that a corpus contains several kinds.
class Tally {
  public:
    void add(TriangleContact contact) { ++counts_[static_cast<std::size_t>(contact)]; }
    int of(TriangleContact contact) const { return counts_[static_cast<std::size_t>(contact)]; }

  private:
    std::array<int, 4> counts_{};
};

// All triangles on a lattice of nx * ny * nz points. Vertices may repeat, so that segments and points are included.
std::vector<Triangle64> lattice_triangles(int nx, int ny, int nz) {
    std::vector<glm::dvec3> points;
    for (int x = 0; x < nx; ++x)
        for (int y = 0; y < ny; ++y)
            for (int z = 0; z < nz; ++z) points.emplace_back(x, y, z);
    std::vector<Triangle64> triangles;
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = i; j < points.size(); ++j)
            for (std::size_t k = j; k < points.size(); ++k)
                triangles.push_back({points[i], points[j], points[k]});
    return triangles;
}

TEST(TriangleOracleTest, simple_cases_are_right_and_128_bits_agree_with_big_integers) {
    const Triangle64 floor{glm::dvec3{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    EXPECT_EQ(oracle::shared_dimension(floor, {glm::dvec3{1, 1, 1}, {2, 1, 1}, {1, 2, 1}}), -1);
    EXPECT_EQ(oracle::shared_dimension(floor, {glm::dvec3{1, 1, 0}, {2, 1, 1}, {1, 2, 1}}), 0);
    EXPECT_EQ(oracle::shared_dimension(floor, {glm::dvec3{1, 1, -1}, {2, 1, 1}, {1, 2, 1}}), 1);
    EXPECT_EQ(oracle::shared_dimension(floor, {glm::dvec3{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}), 2);
    Random random(70);
    for (int k = 0; k < 200; ++k) {
        const Triangle64 a = random_integer_triangle(random, 3), b = random_integer_triangle(random, 3);
        ASSERT_EQ(oracle::shared_dimension(a, b), oracle::shared_dimension(integers_of(a), integers_of(b)))
            << text_of(a, b);
    }
}

TEST(TriangleTest, contact_is_right_for_all_pairs_on_a_2x2x2_lattice) {
    Tally tally;
    const std::vector<Triangle64> triangles = lattice_triangles(2, 2, 2);
    for (std::size_t i = 0; i < triangles.size(); ++i)
        for (std::size_t j = i; j < triangles.size(); ++j) {
            const TriangleContact expected = expected_on_lattice(triangles[i], triangles[j]);
            tally.add(expected);
            ASSERT_NO_FATAL_FAILURE(check_all_orders(triangles[i], triangles[j], expected));
        }
    EXPECT_GT(tally.of(TriangleContact::disjoint), 100);
    EXPECT_GT(tally.of(TriangleContact::point), 100);
    EXPECT_GT(tally.of(TriangleContact::segment), 100);
    EXPECT_GT(tally.of(TriangleContact::coplanar_overlap), 100);
}

// A long run tests every second pair; the symmetries of the lattice make the others redundant for nearly all cases.
TEST(TriangleTest, contact_is_right_for_many_pairs_on_a_3x3x2_lattice) {
    const std::vector<Triangle64> triangles = lattice_triangles(3, 3, 2);
    const std::size_t all = triangles.size() * triangles.size() / 2;
    const std::size_t stride = all / test::choose_effort(all / 41, all / 2);
    for (std::size_t i = 0; i < triangles.size(); ++i)
        for (std::size_t j = i; j < triangles.size(); j += stride) {
            const TriangleContact expected = expected_on_lattice(triangles[i], triangles[j]);
            ASSERT_NO_FATAL_FAILURE(check_all_orders(triangles[i], triangles[j], expected));
        }
}

TEST(TriangleTest, contact_is_right_for_random_pairs_on_a_3x3x3_lattice) {
    Random random(71);
    for (std::size_t k = 0; k < test::choose_effort(12'000, 100'000); ++k) {
        const Triangle64 a = random_integer_triangle(random, 1), b = random_integer_triangle(random, 1);
        ASSERT_NO_FATAL_FAILURE(check_all_orders(a, b, expected_on_lattice(a, b)));
    }
}

TEST(TriangleTest, contact_is_right_for_integer_coordinates_up_to_1024) {
    Random random(72);
    for (std::size_t k = 0; k < test::choose_effort(1'000, 30'000); ++k) {
        const Triangle64 a = random_integer_triangle(random, 1024), b = random_integer_triangle(random, 1024);
        ASSERT_NO_FATAL_FAILURE(check_all_orders(a, b, expected_contact(a, b)));
    }
}

TEST(TriangleTest, contact_is_right_for_triangles_with_shared_vertices) {
    Random random(73);
    for (std::size_t k = 0; k < test::choose_effort(2'000, 10'000); ++k) {
        const Triangle64 a = random_integer_triangle(random, 3);
        for (std::size_t shared = 0; shared <= 3; ++shared) {
            Triangle64 b = random_integer_triangle(random, 3);
            std::copy_n(a.begin(), shared, b.begin());
            const TriangleContact expected = expected_on_lattice(a, b);
            ASSERT_NO_FATAL_FAILURE(check_all_orders(a, b, expected));
            ASSERT_TRUE(shared == 0 || triangles_intersect(a, b)) << text_of(a, b);
        }
    }
}

// A vertex of b, the midpoint of an edge of b, or a whole edge of b lies exactly in the face or on an edge of a.
TEST(TriangleTest, contact_is_right_for_a_vertex_or_an_edge_on_a_face) {
    Random random(74);
    for (std::size_t k = 0; k < test::choose_effort(150, 5'000); ++k) {
        Triangle64 a = random_integer_triangle(random, 100);
        for (glm::dvec3& p : a) p *= 4.0;
        const glm::dvec3 inside = (a[0] + a[1] + 2.0 * a[2]) / 4.0, on_edge = (a[0] + 3.0 * a[1]) / 4.0;
        const glm::dvec3 p = random_integer_point(random, 500), q = random_integer_point(random, 500);
        const std::array<Triangle64, 5> others{
            Triangle64{inside, p, q}, Triangle64{on_edge, p, q}, Triangle64{inside, on_edge, p},
            Triangle64{p, 2.0 * inside - p, q}, Triangle64{p, 2.0 * on_edge - p, q}};
        for (const Triangle64& b : others) {
            const TriangleContact expected = expected_contact(a, b);
            ASSERT_NE(expected, TriangleContact::disjoint);
            ASSERT_NO_FATAL_FAILURE(check_all_orders(a, b, expected));
        }
    }
}

TEST(TriangleTest, contact_is_right_for_random_coplanar_triangles) {
    Random random(75);
    Tally tally;
    const std::size_t pairs = test::choose_effort(1'200, 30'000);
    for (std::size_t k = 0; k < pairs; ++k) {
        const glm::dvec3 origin = random_integer_point(random, 20);
        const glm::dvec3 u = random_integer_point(random, 9), v = random_integer_point(random, 9);
        std::array<Triangle64, 2> t;
        for (Triangle64& triangle : t)
            for (glm::dvec3& p : triangle)
                p = origin + u * static_cast<double>(uniform_integer(random, -3, 3)) +
                    v * static_cast<double>(uniform_integer(random, -3, 3));
        const TriangleContact expected = expected_contact(t[0], t[1]);
        tally.add(expected);
        ASSERT_NO_FATAL_FAILURE(check_all_orders(t[0], t[1], expected));
    }
    for (const TriangleContact contact : {TriangleContact::disjoint, TriangleContact::point,
                                          TriangleContact::segment, TriangleContact::coplanar_overlap})
        EXPECT_GT(tally.of(contact), static_cast<int>(pairs / 25)) << static_cast<int>(contact);
}

TEST(TriangleTest, contact_is_right_for_handmade_coplanar_triangles) {
    const Triangle64 a{glm::dvec3{0, 0, 0}, {8, 0, 8}, {0, 8, 8}}; // in the plane z = x + y
    const auto at = [](double x, double y) { return glm::dvec3{x, y, x + y}; };
    const auto check = [&](const Triangle64& b, TriangleContact expected) {
        ASSERT_NO_FATAL_FAILURE(check_all_orders(a, b, expected));
    };
    check({at(1, 1), at(2, 1), at(1, 2)}, TriangleContact::coplanar_overlap);       // inside a
    check({at(-9, -9), at(99, -9), at(-9, 99)}, TriangleContact::coplanar_overlap); // around a
    check({at(5, 5), at(6, 6), at(6, 5)}, TriangleContact::disjoint);               // next to the long edge
    check({at(4, 4), at(6, 6), at(6, 5)}, TriangleContact::point);                  // vertex on the long edge
    check({at(8, 0), at(9, 0), at(9, -1)}, TriangleContact::point);                 // vertex on vertex
    check({at(7, 1), at(1, 7), at(9, 9)}, TriangleContact::segment);                // along the long edge
    // an edge on the line of the long edge, from its end outwards
    check({at(9, -1), at(8, 0), at(9, 0)}, TriangleContact::point);
    // an edge on the same line, farther out
    check({at(-1, 9), at(-2, 10), at(9, 9)}, TriangleContact::disjoint);
    check({at(-1, 4), at(9, 4), at(9, 5)}, TriangleContact::coplanar_overlap); // crossing
}

// Vertices are within ulps of the other triangle's plane, as for bodies in contact.
TEST(TriangleTest, contact_is_right_for_vertices_within_ulps_of_a_plane) {
    Random random(76);
    Tally tally;
    int exact_tests = 0;
    const std::size_t pairs = test::choose_effort(800, 15'000);
    for (std::size_t k = 0; k < pairs; ++k) {
        const Triangle64 a = random_triangle(random);
        Triangle64 b = random_triangle(random);
        for (std::size_t near = 0; near <= k % 3; ++near)
            b[near] = random_point_near_plane(random, a[0], a[1], a[2]);
        if (k % 5 == 0) b[0] = a[0] + uniform(random, 0.0, 1.0) * (a[1] - a[0]); // near an edge of a
        const TriangleContact expected = expected_contact(a, b);
        tally.add(expected);
        exact_tests += classify_triangles(a, b).is_exact_test;
        ASSERT_NO_FATAL_FAILURE(check_all_orders(a, b, expected));
    }
    const int few = static_cast<int>(pairs / 10);
    EXPECT_GT(tally.of(TriangleContact::disjoint), few);
    EXPECT_GT(tally.of(TriangleContact::segment), few);
    EXPECT_GT(exact_tests, few);
}

// Triangles of width 1e-12: needles and caps.
TEST(TriangleTest, contact_is_right_for_slivers) {
    Random random(77);
    Tally tally;
    const std::size_t pairs = test::choose_effort(800, 15'000);
    for (std::size_t k = 0; k < pairs; ++k) {
        std::array<Triangle64, 2> t{random_triangle(random), random_triangle(random)};
        for (Triangle64& triangle : t) {
            if (random() % 3 == 0) continue;
            const double where = random() % 2 == 0 ? 0.0 : uniform(random, 0.0, 1.0);
            triangle[2] = triangle[0] + where * (triangle[1] - triangle[0]) + 1e-12 * random_point(random);
        }
        if (k % 2 == 0) { // moves the triangles towards each other
            const glm::dvec3 shift = (t[0][0] + t[0][1]) * 0.5 - (t[1][0] + t[1][1]) * 0.5;
            for (glm::dvec3& p : t[1]) p += shift;
        }
        const TriangleContact expected = expected_contact(t[0], t[1]);
        tally.add(expected);
        ASSERT_NO_FATAL_FAILURE(check_all_orders(t[0], t[1], expected));
    }
    EXPECT_GT(tally.of(TriangleContact::disjoint), static_cast<int>(pairs / 8));
    EXPECT_GT(tally.of(TriangleContact::segment), static_cast<int>(pairs / 8));
}

// Triangles that rounding or construction has flattened to segments and points.
TEST(TriangleTest, contact_is_right_for_triangles_flattened_to_segments_and_points) {
    Random random(78);
    for (std::size_t k = 0; k < test::choose_effort(300, 2'000); ++k) {
        const Triangle64 a = random_triangle(random);
        const glm::dvec3 p = random_point_near_plane(random, a[0], a[1], a[2]), q = random_point(random);
        const glm::dvec3 beyond = p + (p - q) * 0.5; // p, q and beyond are collinear up to rounding
        for (const Triangle64& b : {Triangle64{p, p, p}, Triangle64{p, q, q}, Triangle64{p, q, beyond},
                                    Triangle64{a[0], a[0], p}, Triangle64{a[0], a[0], a[1]}})
            ASSERT_NO_FATAL_FAILURE(check_all_orders(a, b, expected_contact(a, b)));
        const Triangle64 segment{q, beyond, q}, other{a[0], a[1], a[0]};
        ASSERT_NO_FATAL_FAILURE(check_all_orders(segment, other, expected_contact(segment, other)));
    }
}

TEST(TriangleTest, scaling_by_a_power_of_two_keeps_the_contact) {
    Random random(79);
    for (std::size_t k = 0; k < test::choose_effort(3'000, 50'000); ++k) {
        const int size = k % 2 == 0 ? 1 : 1000;
        const Triangle64 a = random_integer_triangle(random, size), b = random_integer_triangle(random, size);
        const TriangleContact expected = classify_triangles(a, b).contact;
        for (const double scale :
             {0x1p-1074, 0x1p-1000, 0x1p-340, 0x1p-300, 0x1p-40, 0x1p50, 0x1p300, 0x1p1000})
            ASSERT_EQ(classify_triangles(scaled(a, scale), scaled(b, scale)).contact, expected)
                << text_of(a, b) << " times " << scale;
    }
}

// The exponents of the coordinates differ so much that no product is reliable.
TEST(TriangleTest, contact_is_right_for_coordinates_of_very_different_exponents) {
    Random random(80);
    for (std::size_t k = 0; k < test::choose_effort(12, 100); ++k) {
        std::array<Triangle64, 2> t;
        for (Triangle64& triangle : t)
            for (glm::dvec3& p : triangle)
                for (int axis = 0; axis < 3; ++axis)
                    p[axis] = std::ldexp(uniform(random),
                                         uniform_integer(random, -450, 450) * uniform_integer(random, 0, 1));
        ASSERT_EQ(classify_triangles(t[0], t[1]).contact, expected_contact(t[0], t[1]))
            << text_of(t[0], t[1]);
    }
}

TEST(TriangleTest, exact_tests_are_counted_only_where_the_filter_cannot_decide) {
    std::uint64_t exact_tests = 0;
    const Triangle64 a{glm::dvec3{0, 0, 0}, {4, 0, 1}, {0, 4, 1}};
    EXPECT_FALSE(
        triangles_intersect(a, {glm::dvec3{9, 9, 9}, {8, 9, 9}, {9, 8, 9}}, exact_tests)); // disjoint boxes
    // next to each other
    EXPECT_FALSE(triangles_intersect(a, {glm::dvec3{3, 3, 0}, {3, 2, 0}, {2, 3, 0}}, exact_tests));
    EXPECT_TRUE(
        triangles_intersect(a, {glm::dvec3{1, 1, 2}, {2, 1, 2}, {1, 2, -3}}, exact_tests)); // crossing
    EXPECT_EQ(exact_tests, 0u);
    EXPECT_TRUE(
        triangles_intersect(a, {glm::dvec3{1, 1, 0.5}, {1, 1, 5}, {2, 1, 5}}, exact_tests)); // on the face
    EXPECT_EQ(exact_tests, 1u);
    EXPECT_TRUE(triangles_intersect(a, a, exact_tests)); // shared vertices are detected without arithmetic
    EXPECT_EQ(exact_tests, 1u);

    Random random(81);
    exact_tests = 0;
    for (int k = 0; k < 100'000; ++k)
        triangles_intersect(random_triangle(random), random_triangle(random), exact_tests);
    EXPECT_EQ(exact_tests, 0u);
}

// For each of the 27 sign patterns, the vertices that may be alone on their side, with that side.
TEST(TriangleTest, the_isolated_vertex_matches_a_table_of_all_sign_patterns) {
    struct Row {
        Signs signs;
        std::vector<std::pair<int, int>> choices; // vertex and side
    };
    const std::vector<Row> table{
        {{0, 0, 0}, {}},
        {{1, 1, 1}, {}},
        {{-1, -1, -1}, {}},
        {{1, 0, 0}, {{0, 1}}},
        {{0, 1, 0}, {{1, 1}}},
        {{0, 0, 1}, {{2, 1}}},
        {{-1, 0, 0}, {{0, -1}}},
        {{0, -1, 0}, {{1, -1}}},
        {{0, 0, -1}, {{2, -1}}},
        {{0, 1, 1}, {{0, -1}}},
        {{1, 0, 1}, {{1, -1}}},
        {{1, 1, 0}, {{2, -1}}},
        {{0, -1, -1}, {{0, 1}}},
        {{-1, 0, -1}, {{1, 1}}},
        {{-1, -1, 0}, {{2, 1}}},
        {{0, 1, -1}, {{1, 1}, {2, -1}}},
        {{0, -1, 1}, {{1, -1}, {2, 1}}},
        {{1, 0, -1}, {{0, 1}, {2, -1}}},
        {{-1, 0, 1}, {{0, -1}, {2, 1}}},
        {{1, -1, 0}, {{0, 1}, {1, -1}}},
        {{-1, 1, 0}, {{0, -1}, {1, 1}}},
        {{1, -1, -1}, {{0, 1}}},
        {{-1, 1, -1}, {{1, 1}}},
        {{-1, -1, 1}, {{2, 1}}},
        {{-1, 1, 1}, {{0, -1}}},
        {{1, -1, 1}, {{1, -1}}},
        {{1, 1, -1}, {{2, -1}}},
    };
    ASSERT_EQ(table.size(), 27u);
    for (const auto& [signs, choices] : table) {
        const IsolatedVertex found = find_isolated_vertex(signs);
        const bool is_listed = std::find(choices.begin(), choices.end(),
                                         std::pair<int, int>(found.vertex, found.side)) != choices.end();
        EXPECT_EQ(is_listed, !choices.empty()) << signs[0] << signs[1] << signs[2];
        EXPECT_EQ(found.vertex == -1, choices.empty()) << signs[0] << signs[1] << signs[2];
    }
}

} // namespace
} // namespace boxwood
