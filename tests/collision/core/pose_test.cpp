#include "collision/core/pose.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

Status check(const glm::dvec3& scale) {
    return check_transform({.s = scale}, "body");
}

// A relative transform must have an inverse, so a singular pose is rejected before any query.
TEST(PoseTest, a_zero_scale_is_refused_and_a_negative_one_is_not) {
    for (int axis = 0; axis < 3; ++axis)
        for (const double zero : {0.0, -0.0}) {
            glm::dvec3 scale(2.0);
            scale[axis] = zero;
            const Status status = check(scale);
            ASSERT_FALSE(status);
            EXPECT_EQ(status.error().message, "body: a component of scale s is 0");
            scale[axis] = -0.5;
            EXPECT_TRUE(check(scale));
        }
    EXPECT_TRUE(check({1e-2, 1.0, 1e2}));
    EXPECT_TRUE(check(glm::dvec3(1e-9)));
    EXPECT_FALSE(check({1.0, 9e-10, 1.0}));
    EXPECT_FALSE(check({1.0, -1.1e9, 1.0}));
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        EXPECT_FALSE(check({1.0, 1.0, bad}));
}

TEST(PoseTest, the_inverse_undoes_scale_mirror_and_shear) {
    const Pose stretch = make_pose({{0.8, 0.0, 0.6, 0.0}, {1.0, -2.0, 3.0}, {0.01, -3.0, 100.0}}),
               turn = make_pose({{0.5, 0.5, -0.5, 0.5}, {4.0, 0.0, 0.0}, {1.0, 2.0, 0.5}});
    const Pose sheared = stretch * turn, back = inverse(sheared);
    for (const glm::dvec3& p : {glm::dvec3(0.0), glm::dvec3(1.0, 2.0, 3.0), glm::dvec3(-7.0, 0.1, 5.0)}) {
        EXPECT_LT(glm::length(sheared * p - stretch * (turn * p)), 1e-9);
        EXPECT_LT(glm::length(back * (sheared * p) - p), 1e-9);
    }
}

TEST(PoseTest, a_pose_whose_determinant_has_no_finite_reciprocal_is_refused) {
    const auto check_scale = [](double scale) {
        return check_pose({glm::dmat3(scale), glm::dvec3(0.0)}, "a");
    };
    for (const double scale : {0.0, 1e-110, 1e-105, 2.8e-103}) {
        const Status status = check_scale(scale);
        ASSERT_FALSE(status) << scale;
        EXPECT_EQ(status.error().message,
                  "a: pose is singular, or its determinant is too small for a double");
    }
    for (const double scale : {2.9e-103, -2.9e-103, 1e-50, 1e18}) EXPECT_TRUE(check_scale(scale)) << scale;
}

TEST(PoseTest, a_pose_with_a_too_large_or_nonfinite_number_is_rejected) {
    const auto message = [](int column, int row, double number) {
        Pose pose{glm::dmat3(1.0), glm::dvec3(0.0)};
        (column < 3 ? pose.linear[column] : pose.origin)[row] = number;
        const Status status = check_pose(pose, "a");
        return status ? std::string() : status.error().message;
    };
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 3; ++row) {
            EXPECT_EQ(message(column, row, 1e18), "") << column << row;
            EXPECT_EQ(message(column, row, -1e18), "") << column << row;
            EXPECT_EQ(message(column, row, 1.1e18), "a: pose has a number beyond 1e18") << column << row;
            EXPECT_EQ(message(column, row, -1.1e18), "a: pose has a number beyond 1e18") << column << row;
            for (const double bad :
                 {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()})
                EXPECT_EQ(message(column, row, bad), "a: pose has a number that is not finite")
                    << column << row;
        }
}

} // namespace
} // namespace boxwood
