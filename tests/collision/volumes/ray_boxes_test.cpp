#include "collision/volumes/simd/ray_boxes.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

struct LongInterval {
    long double near = 0.0L, far = 0.0L;
};

LongInterval clip_in_long_double(const Aabb& box, const glm::dvec3& start, const glm::dvec3& direction,
                                 double limit) {
    LongInterval all{0.0L, limit};
    for (glm::length_t k = 0; k < 3; ++k) {
        const long double lower = static_cast<long double>(box.lower[k]) - start[k],
                          upper = static_cast<long double>(box.upper[k]) - start[k], d = direction[k];
        if (d == 0.0L) {
            if (lower > 0.0L || upper < 0.0L) return {1.0L, 0.0L};
            continue;
        }
        all.near = std::max(all.near, std::min(lower / d, upper / d));
        all.far = std::min(all.far, std::max(lower / d, upper / d));
    }
    return all;
}

TEST(RayBoxes, EveryBoxOnTheRayIsReportedAndFewOthersAre) {
    oracle::Random random(91);
    std::size_t passed = 0, extra = 0;
    for (std::size_t i = 0; i < test::choose_effort(20000, 2000000); ++i) {
        const double scale = std::pow(10.0, oracle::draw(random, -9.0, 9.0)),
                     speed = std::pow(10.0, oracle::draw(random, -6.0, 6.0));
        std::vector<Aabb> boxes(1 + random() % 8);
        for (Aabb& box : boxes) {
            const glm::dvec3 center = oracle::draw_point(random, 1.0);
            glm::dvec3 half = glm::abs(oracle::draw_point(random, 0.4));
            if (random() % 4 == 0) half[static_cast<glm::length_t>(random() % 3)] = 0.0;
            box = {glm::vec3(scale * (center - half)), glm::vec3(scale * (center + half))};
        }
        const WideBoxes wide = WideBoxes::make(boxes);
        const glm::dvec3 start = scale * oracle::draw_point(random, 2.0);
        glm::dvec3 direction = oracle::draw_point(random, 1.0) - start / scale;
        if (random() % 5 == 0) direction[static_cast<glm::length_t>(random() % 3)] = 0.0;
        direction *= speed;
        const double limit = random() % 2 == 0 ? oracle::draw(random, 0.0, 2.0) * scale / speed : HUGE_VAL;
        const double motion = 8.0 * BoxRayTerms::kMinRelativeComponent * scale;
        const BoxRayTerms terms(start, direction, glm::dvec3(motion));
        ASSERT_TRUE(terms.is_usable());
        RayBoxes first;
        for (const RayBoxKernel& kernel : list_ray_box_kernels()) {
            RayBoxes found;
            kernel.clip(wide, terms, limit_of_ray(limit), found);
            if (&kernel == &list_ray_box_kernels().front()) first = found;
            for (std::size_t lane = 0; lane < boxes.size(); ++lane) {
                EXPECT_EQ(found.near[lane], first.near[lane]) << kernel.name;
                EXPECT_EQ(found.passed >> lane & 1u, first.passed >> lane & 1u) << kernel.name;
            }
        }
        for (std::size_t lane = 0; lane < boxes.size(); ++lane) {
            const LongInterval exact = clip_in_long_double(wide.box(lane), start, direction, limit);
            const bool is_met = exact.near <= exact.far, is_reported = (first.passed >> lane & 1u) != 0;
            if (is_met) {
                ASSERT_TRUE(is_reported) << i;
                ASSERT_LE(static_cast<long double>(first.near[lane]), exact.near * (1.0L + 1e-9L));
                ++passed;
            } else if (is_reported) {
                ++extra;
            }
        }
    }
    EXPECT_LT(extra, passed / 200);
}

// Most products of positions and inverse directions are subnormal.
TEST(RayBoxes, TinyBoxesOnFastRaysAreReported) {
    oracle::Random random(92);
    for (std::size_t i = 0; i < test::choose_effort(2000, 200000); ++i) {
        const double scale = std::pow(10.0, oracle::draw(random, -38.0, -28.0)),
                     speed = std::pow(10.0, oracle::draw(random, 4.0, 9.0));
        std::vector<Aabb> boxes(8);
        for (Aabb& box : boxes) {
            const glm::dvec3 center = oracle::draw_point(random, 1.0),
                             half = glm::abs(oracle::draw_point(random, 0.1));
            box = {glm::vec3(scale * (center - half)), glm::vec3(scale * (center + half))};
        }
        const WideBoxes wide = WideBoxes::make(boxes);
        const glm::dvec3 start = scale * oracle::draw_point(random, 2.0);
        const std::size_t aimed = random() % 8;
        const glm::dvec3 middle = 0.5 * (glm::dvec3(boxes[aimed].lower) + glm::dvec3(boxes[aimed].upper));
        const glm::dvec3 direction = speed * glm::normalize((middle - start) / scale);
        const BoxRayTerms terms(start, direction, glm::dvec3(0.0));
        ASSERT_TRUE(terms.is_usable());
        const double t = glm::length(middle - start) / speed;
        for (const RayBoxKernel& kernel : list_ray_box_kernels()) {
            RayBoxes found;
            kernel.clip(wide, terms, limit_of_ray(t), found);
            EXPECT_TRUE((found.passed >> aimed & 1u) != 0) << kernel.name << " " << i;
            EXPECT_LE(static_cast<double>(found.near[aimed]), t) << kernel.name << " " << i;
        }
    }
}

TEST(RayBoxes, RaysOutsideTheSupportedRangeAreNotUsable) {
    EXPECT_FALSE(BoxRayTerms({1e13, 0, 0}, {1, 0, 0}, glm::dvec3(0.0)).is_usable());
    EXPECT_FALSE(BoxRayTerms({0, 0, 0}, {1e12, 0, 0}, glm::dvec3(0.0)).is_usable());
    EXPECT_FALSE(BoxRayTerms({0, 0, 0}, {1e-12, 0, 0}, glm::dvec3(0.0)).is_usable());
    EXPECT_FALSE(BoxRayTerms({0, 0, 0}, {1, 0, 0}, {0, 1e300, 0}).is_usable());
    EXPECT_FALSE(BoxRayTerms({std::nan(""), 0, 0}, {1, 0, 0}, glm::dvec3(0.0)).is_usable());
    EXPECT_FALSE(BoxRayTerms().is_usable());
    EXPECT_GE(static_cast<double>(limit_of_ray(0.1)), 0.1);
    EXPECT_GE(limit_of_ray(-1.0), 0.0f);
    EXPECT_TRUE(std::isfinite(limit_of_ray(HUGE_VAL)));
}

} // namespace
} // namespace boxwood
