#include "collision/geometry/triangle/triangle_tests.hpp"

#include "tests/collision/geometry/random_geometry.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/triangle_oracle.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <iostream>
#include <string_view>

namespace boxwood {
namespace {

using test::choose_effort;

struct Corpus {
    const char* name;
    std::function<std::pair<Triangle64, Triangle64>(Random&)> draw;
    bool is_degenerate; // filters may leave every pair to the exact test
};

Triangle64 moved(Triangle64 t, const glm::dvec3& by) {
    for (glm::dvec3& p : t) p += by;
    return t;
}

// Some vertices of b are within ulps of the plane of a.
std::pair<Triangle64, Triangle64> draw_near_contact(Random& random) {
    const Triangle64 a = random_triangle(random);
    Triangle64 b = random_triangle(random);
    for (std::size_t k = 0; k <= random() % 3; ++k) b[k] = random_point_near_plane(random, a[0], a[1], a[2]);
    return {a, b};
}

std::pair<Triangle64, Triangle64> draw_slivers(Random& random) {
    std::array<Triangle64, 2> t{random_triangle(random), random_triangle(random)};
    for (Triangle64& s : t)
        s[2] = s[0] + uniform(random, 0.0, 1.0) * (s[1] - s[0]) + 1e-12 * random_point(random);
    return {t[0], moved(t[1], t[0][0] - 0.5 * (t[1][0] + t[1][1]))};
}

const std::vector<Corpus>& corpora() {
    static const std::vector<Corpus> all{
        {"random",
         [](Random& r) {
             return std::pair{random_triangle(r), random_triangle(r)};
         },
         false},
        {"far from the origin",
         [](Random& r) {
             return std::pair{moved(random_triangle(r), glm::dvec3(1e6)),
                              moved(random_triangle(r), glm::dvec3(1e6))};
         },
         false},
        {"long and thin",
         [](Random& r) {
             Triangle64 a = random_triangle(r), b = random_triangle(r);
             for (Triangle64* t : {&a, &b})
                 for (glm::dvec3& p : *t) p.x *= 1e4;
             return std::pair{a, b};
         },
         false},
        {"lattice",
         [](Random& r) {
             return std::pair{random_integer_triangle(r, 2), random_integer_triangle(r, 2)};
         },
         true},
        {"near contact", draw_near_contact, true},
        {"slivers", draw_slivers, true},
        {"coplanar",
         [](Random& r) {
             Triangle64 a = random_integer_triangle(r, 9), b = random_integer_triangle(r, 9);
             for (Triangle64* t : {&a, &b})
                 for (glm::dvec3& p : *t) p.z = p.x - 2.0 * p.y;
             return std::pair{a, b};
         },
         true},
        {"huge",
         [](Random& r) {
             Triangle64 a = random_triangle(r), b = random_triangle(r);
             for (Triangle64* t : {&a, &b})
                 for (glm::dvec3& p : *t) p *= 0x1p700;
             return std::pair{a, b};
         },
         true},
    };
    return all;
}

TEST(TriangleTestsTest, every_test_gives_the_exact_verdict_on_every_corpus) {
    for (const Corpus& corpus : corpora()) {
        Random random(90);
        std::array<std::uint64_t, kAllTriangleTests.size()> exact{};
        std::size_t hits = 0;
        const std::size_t pairs = choose_effort(8'000, 2'000'000);
        for (std::size_t k = 0; k < pairs; ++k) {
            const auto [a, b] = corpus.draw(random);
            // triangle_intersect_test.cpp compares this function with exact integers
            const bool expected = triangles_intersect(a, b);
            hits += expected;
            for (std::size_t test = 0; test < kAllTriangleTests.size(); ++test) {
                ASSERT_EQ(kAllTriangleTests[test].intersect(a, b, exact[test]), expected)
                    << kAllTriangleTests[test].name << " on " << corpus.name << ", pair " << k;
                std::uint64_t unused = 0;
                ASSERT_EQ(kAllTriangleTests[test].intersect(b, a, unused), expected)
                    << kAllTriangleTests[test].name << " swapped, on " << corpus.name << ", pair " << k;
            }
        }
        EXPECT_GT(hits, pairs / 100) << corpus.name;
        EXPECT_LT(hits, pairs) << corpus.name;
        for (std::size_t test = 0; test < kAllTriangleTests.size(); ++test)
            if (!corpus.is_degenerate) {
                EXPECT_LT(exact[test], pairs / 1000 + 1)
                    << kAllTriangleTests[test].name << " on " << corpus.name;
            }
    }
}

// A verdict that a filter certifies without exact arithmetic must agree with the oracle.
TEST(TriangleTestsTest, certified_verdicts_of_the_filters_match_the_oracle) {
    Random random(91);
    std::array<std::size_t, 2> claims{};
    for (std::size_t k = 0; k < choose_effort(1'500, 20'000); ++k) {
        const auto [a, b] =
            k % 2 == 0 ? draw_near_contact(random)
                       : std::pair{random_integer_triangle(random, 6), random_integer_triangle(random, 6)};
        const bool expected = oracle::shared_dimension(a, b) >= 0;
        const std::array<FilterResult, 2> verdicts{moller_filter(a, b), sat_filter(a, b)};
        for (std::size_t filter = 0; filter < 2; ++filter) {
            if (verdicts[filter] == FilterResult::unsure) continue;
            ++claims[filter];
            ASSERT_EQ(verdicts[filter] == FilterResult::intersect, expected) << filter << ", pair " << k;
        }
    }
    EXPECT_GT(claims[0], 100u);
    EXPECT_GT(claims[1], 100u);
}

// Prints the error rates of the tests without exact arithmetic. These tests must fail at least once; otherwise the
// corpora are too easy.
TEST(TriangleTestsTest, tests_without_exact_arithmetic_fail_only_on_degenerate_corpora) {
    std::size_t errors_of_all = 0;
    std::cout << "wrong verdicts per million: corpus, Moller, Moller snapped at 1e-6, 17 axes\n";
    for (const Corpus& corpus : corpora()) {
        Random random(92);
        const std::size_t pairs = choose_effort(20'000, 1'000'000);
        std::array<std::size_t, 3> errors{};
        for (std::size_t k = 0; k < pairs; ++k) {
            const auto [a, b] = corpus.draw(random);
            const bool expected = triangles_intersect(a, b);
            errors[0] += moller_intersects(a, b) != expected;
            errors[1] += moller_intersects(a, b, 1e-6) != expected;
            errors[2] += sat_intersects(a, b) != expected;
        }
        std::cout << "  " << corpus.name;
        for (const std::size_t count : errors) std::cout << ", " << 1'000'000 * count / pairs;
        std::cout << '\n';
        errors_of_all += errors[0] + errors[2];
        if (std::string_view(corpus.name) == "coplanar") {
            EXPECT_LT(errors[0], pairs / 20) << "arithmetic on small integers is exact";
        }
        if (!corpus.is_degenerate) {
            EXPECT_EQ(errors[0], 0u) << corpus.name;
            EXPECT_EQ(errors[2], 0u) << corpus.name;
        }
    }
    EXPECT_GT(errors_of_all, 0u);
}

TEST(TriangleTestsTest, tests_are_found_by_name) {
    for (const TriangleTest& test : kAllTriangleTests) EXPECT_EQ(find_triangle_test(test.name), &test);
    EXPECT_EQ(find_triangle_test("none such"), nullptr);
}

} // namespace
} // namespace boxwood
