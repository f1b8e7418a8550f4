#include "collision/core/numbers/nearest_float.hpp"

#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

double round_alone(double x) {
    volatile float nearest = static_cast<float>(x);
    return static_cast<double>(nearest);
}

[[gnu::noinline]] glm::dvec3 round_and_come_back(const glm::dvec3& v) {
    return glm::dvec3(nearest_floats(2.0 * v));
}

TEST(NearestFloatTest, ConvertingTheFloatsBackToDoubleKeepsTheRounding) {
    oracle::Random random(1);
    int changed = 0;
    for (int i = 0; i < 1000; ++i) {
        const glm::dvec3 v = oracle::draw_point(random, 10.0), back = round_and_come_back(v);
        for (int axis = 0; axis < 3; ++axis) {
            ASSERT_EQ(back[axis], round_alone(2.0 * v[axis]));
            changed += back[axis] != 2.0 * v[axis];
        }
    }
    EXPECT_GT(changed, 2900);
}

} // namespace
} // namespace boxwood
