// Compares the point of a simplex that is nearest to the origin with a search over weights in long double.
#include "collision/narrow_phase/simplex_distance.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

#include <array>

namespace boxwood {
namespace {

using Real = long double;
using Vec = glm::vec<3, Real>;

Real search_distance(const std::array<glm::dvec3, 4>& points, int count) {
    std::array<Real, 4> weight{};
    weight[0] = 1;
    const auto sum = [&] {
        Vec x(0);
        for (int k = 0; k < count; ++k)
            x += weight[static_cast<std::size_t>(k)] * Vec(points[static_cast<std::size_t>(k)]);
        return x;
    };
    // Moves weight from one point to another as long as the distance decreases. Slow and simple; gives an upper bound.
    for (int sweep = 0; sweep < 4000; ++sweep)
        for (int i = 0; i < count; ++i)
            for (int j = 0; j < i; ++j) {
                const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
                const Vec along = Vec(points[a]) - Vec(points[b]);
                const Real size = glm::dot(along, along);
                if (size == 0) continue;
                Real step = -glm::dot(sum(), along) / size;
                step = std::max(-weight[a], std::min(weight[b], step));
                weight[a] += step;
                weight[b] -= step;
            }
    const Vec x = sum();
    return std::sqrt(glm::dot(x, x));
}

void expect_nearest(const std::array<glm::dvec3, 4>& points, int count) {
    const gjk_detail::Weights found = gjk_detail::weigh_simplex(points.data(), count);
    ASSERT_GE(found.count, 1);
    ASSERT_LE(found.count, count);
    double total = 0.0;
    glm::dvec3 x(0.0);
    for (std::size_t k = 0; k < static_cast<std::size_t>(found.count); ++k) {
        ASSERT_GT(found.weight[k], 0.0);
        if (k > 0) {
            ASSERT_GT(found.index[k], found.index[k - 1]);
        }
        total += found.weight[k];
        x += found.weight[k] * points[static_cast<std::size_t>(found.index[k])];
    }
    EXPECT_NEAR(total, 1.0, 1e-14);
    EXPECT_NEAR(glm::distance(x, found.nearest), 0.0, 1e-10);
    EXPECT_LE(std::sqrt(found.squared), static_cast<double>(search_distance(points, count)) + 1e-7);
    // The search stops slightly above the minimum, so it does not prove that no point is nearer. The proof is that no
    // vertex is nearer to the origin than the plane through the nearest point, perpendicular to its position vector.
    for (int k = 0; k < count; ++k)
        EXPECT_GE(glm::dot(found.nearest, points[static_cast<std::size_t>(k)]), found.squared - 1e-12);
}

TEST(SimplexDistanceTest, NearestPointOfRandomSimplices) {
    std::mt19937 random(90);
    int enclosing = 0;
    for (std::size_t k = 0, n = test::choose_effort(160, 20000); k < n; ++k) {
        std::array<glm::dvec3, 4> points;
        const glm::dvec3 offset = k % 3 == 0 ? glm::dvec3(0.0) : test::random_in_box(random, 1.5);
        for (glm::dvec3& p : points) p = test::random_in_box(random, 1.0) + offset;
        if (k == 0)
            points = {glm::dvec3(1, 1, 1), {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}; // encloses the origin
        for (int count = 1; count <= 4; ++count) expect_nearest(points, count);
        enclosing += gjk_detail::weigh_simplex(points.data(), 4).count == 4;
    }
    EXPECT_GT(enclosing, 0);
}

TEST(SimplexDistanceTest, NearestPointOfFlatSimplices) {
    const glm::dvec3 p(1, 2, 3), q(-1, 2, 3), r(0, 2, 3), s(4, 2, 3);
    for (const std::array<glm::dvec3, 4>& points :
         {std::array{p, p, p, p}, std::array{p, q, r, s}, std::array{s, r, q, p}, std::array{p, q, p, q},
          std::array{glm::dvec3(1, 1, 1), glm::dvec3(-1, 1, 1), glm::dvec3(1, -1, 1), glm::dvec3(-1, -1, 1)}})
        for (int count = 1; count <= 4; ++count) expect_nearest(points, count);
}

} // namespace
} // namespace boxwood
