#include "collision/api/pose.hpp"
#include "collision/api/query.hpp"
#include "collision/api/solid.hpp"
#include "collision/api/time_of_impact.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace boxwood::api::pose_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(),
                 kInfinity = std::numeric_limits<double>::infinity();

// Imitates an Eigen matrix: elements are accessed by (row, column), and functions return the sizes.
template <int kRows, int kColumns>
struct RowColumnMatrix {
    std::array<double, kRows * kColumns> numbers{};
    double& operator()(int row, int column) {
        return numbers[static_cast<std::size_t>(row * kColumns + column)];
    }
    double operator()(int row, int column) const {
        return numbers[static_cast<std::size_t>(row * kColumns + column)];
    }
    long rows() const { return kRows; }
    long cols() const { return kColumns; }
};

double distance_of(const Vec3& p, const Vec3& q) {
    return glm::distance(glm::dvec3(p.x, p.y, p.z), glm::dvec3(q.x, q.y, q.z));
}

// Scales, rotates and translates p, in long double.
Vec3 place(const glm::dquat& q, const Vec3& t, const Vec3& s, const Vec3& p) {
    using Wide = long double;
    const Wide length = std::sqrt(Wide(q.w) * q.w + Wide(q.x) * q.x + Wide(q.y) * q.y + Wide(q.z) * q.z);
    const Wide w = q.w / length, x = q.x / length, y = q.y / length, z = q.z / length;
    const Wide a = Wide(s.x) * p.x, b = Wide(s.y) * p.y, c = Wide(s.z) * p.z;
    return {double((1 - 2 * (y * y + z * z)) * a + 2 * (x * y - w * z) * b + 2 * (x * z + w * y) * c + t.x),
            double(2 * (x * y + w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - w * x) * c + t.y),
            double(2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b + (1 - 2 * (x * x + y * y)) * c + t.z)};
}

TEST(ApiPose, APoseFromAQuaternionScalesRotatesAndTranslates) {
    oracle::Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const glm::dquat q =
            oracle::draw_rotation(random) * std::pow(10.0, oracle::draw(random, -150.0, 150.0));
        const Vec3 t(oracle::draw_point(random, 3.0)), p(oracle::draw_point(random, 2.0)),
            s(i % 2 == 0 ? glm::dvec3(1.0) : oracle::draw_scale(random, 1.0));
        const Result<Pose> pose = Pose::from_quaternion(q, t, s);
        ASSERT_TRUE(pose) << pose.error().message;
        EXPECT_LT(distance_of(*pose * p, place(q, t, s, p)), 1e-13);
        EXPECT_EQ(pose->is_rigid(), i % 2 == 0);
        EXPECT_FALSE(pose->shears());
    }
}

TEST(ApiPose, AllMatrixFormatsGiveTheSamePose) {
    oracle::Random random(2);
    for (int i = 0; i < 200; ++i) {
        const glm::dmat3 linear =
            glm::mat3_cast(oracle::draw_rotation(random)) *
            (i % 2 == 0 ? glm::dmat3(1.0) : glm::dmat3(2, 0, 0, 0.5, 1, 0, 0, 0.25, -3));
        const glm::dvec3 t = oracle::draw_point(random, 5.0);
        glm::dmat4 square(linear);
        square[3] = glm::dvec4(t, 1.0);
        RowColumnMatrix<3, 4> wide;
        RowColumnMatrix<4, 4> full;
        std::array<double, 12> rows{};
        std::array<double, 16> columns{};
        for (int row = 0; row < 4; ++row)
            for (int column = 0; column < 4; ++column) {
                full(row, column) = square[column][row];
                columns[static_cast<std::size_t>(4 * column + row)] = square[column][row];
                if (row < 3)
                    wide(row, column) = rows[static_cast<std::size_t>(4 * row + column)] =
                        square[column][row];
            }
        const std::array<double, 12> expected = Pose::from_matrix(linear, t).value().columns();
        EXPECT_EQ(Pose::from_matrix(square).value().columns(), expected);
        EXPECT_EQ(Pose::from_matrix(glm::dmat4x3(square)).value().columns(), expected);
        EXPECT_EQ(Pose::from_matrix(wide).value().columns(), expected);
        EXPECT_EQ(Pose::from_matrix(full).value().columns(), expected);
        EXPECT_EQ(Pose::from_row_major(rows).value().columns(), expected);
        EXPECT_EQ(Pose::from_column_major(columns).value().columns(), expected);
        EXPECT_EQ(Pose::from_matrix(square)->is_rigid(), i % 2 == 0);
        EXPECT_EQ(Pose::from_matrix(square)->shears(), i % 2 != 0);
        const Vec3 p{0.3, -0.7, 1.1};
        EXPECT_LT(distance_of(*Pose::from_matrix(square) * p, Vec3(linear * glm::dvec3(0.3, -0.7, 1.1) + t)),
                  1e-14);
    }
}

TEST(ApiPose, NormalizesARotationRoundedToFloatAndKeepsAnExactRotation) {
    oracle::Random random(3);
    for (int i = 0; i < 200; ++i) {
        const glm::mat3 rounded(glm::mat3_cast(oracle::draw_rotation(random)));
        const Pose pose = Pose::from_matrix(rounded).value();
        EXPECT_TRUE(pose.is_rigid());
        const std::array<double, 12>& m = pose.columns();
        EXPECT_NEAR(m[0] * m[0] + m[1] * m[1] + m[2] * m[2], 1.0, 4e-15);
        EXPECT_NEAR(m[0] * m[3] + m[1] * m[4] + m[2] * m[5], 0.0, 4e-15);
        EXPECT_NEAR(m[0], double(rounded[0][0]), 1e-6);
    }
    const Pose quarter =
        Pose::from_row_major(std::array{0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0}).value();
    EXPECT_EQ(quarter * Vec3(1, 2, 3), Vec3(-2, 1, 3));
}

TEST(ApiPose, DecomposesAMatrixWithoutShearIntoRotationAndScale) {
    oracle::Random random(4);
    for (int i = 0; i < 200; ++i) {
        const glm::dvec3 scale = oracle::draw_scale(random, 2.0);
        const Pose from_parts =
            Pose::from_quaternion(oracle::draw_rotation(random), {1, 2, 3}, scale).value();
        const Pose from_matrix = Pose::from_column_major(from_parts.columns()).value();
        EXPECT_FALSE(from_matrix.shears());
        const Pose again =
            Pose::from_quaternion(from_matrix.rotation(), from_matrix.translation(), from_matrix.scale())
                .value();
        for (std::size_t k = 0; k < 12; ++k)
            EXPECT_NEAR(again.columns()[k], from_parts.columns()[k], 1e-12 * 100.0);
    }
}

void refuse(const Result<Pose>& pose, const char* word) {
    ASSERT_FALSE(pose) << word;
    EXPECT_NE(pose.error().message.find(word), std::string::npos) << pose.error().message;
}

TEST(ApiPose, RejectsInvalidTransforms) {
    for (const double bad : {kNan, kInfinity, -kInfinity}) {
        refuse(Pose::from_quaternion({1, bad, 0, 0}, {}), "not finite");
        refuse(Pose::from_quaternion({}, {0, bad, 0}), "not finite");
        refuse(Pose::from_quaternion({}, {}, {1, 1, bad}), "not finite");
        glm::dmat4 matrix(1.0);
        matrix[2][1] = bad;
        refuse(Pose::from_matrix(matrix), "not finite");
        matrix = glm::dmat4(1.0);
        matrix[3][3] = bad;
        refuse(Pose::from_matrix(matrix), "last row");
    }
    refuse(Pose::from_quaternion({0, 0, 0, 0}, {}), "zero quaternion");
    refuse(Pose::from_quaternion({}, {1e16, 0, 0}), "beyond");
    refuse(Pose::from_quaternion({}, {}, {1, 0, 1}), "scale s is 0");
    refuse(Pose::from_matrix(glm::dmat3(0.0)), "singular");
    refuse(Pose::from_matrix(glm::dmat3(1, 2, 3, 2, 4, 6, 0, 0, 1)), "singular");
    const glm::dmat3 turned = glm::mat3_cast(glm::normalize(glm::dquat(1, 2, 3, 4)));
    refuse(Pose::from_matrix(turned * glm::dmat3(1, 0, 0, 0, 1, 0, 0, 0, 0)), "column 2");
    refuse(Pose::from_matrix(turned * glm::dmat3(1, 0, 0, 0, 1, 0, 1, 1, 0) * turned), "singular");
    refuse(Pose::from_matrix(glm::dmat3(1e300)), "outside");
    refuse(Pose::from_matrix(glm::dmat4(1.0), Vec3(1, 2, 3)), "already contains a translation");
    refuse(Pose::from_row_major(std::array{1.0, 2.0}), "not 2");
    refuse(Pose::from_row_major(std::array<double, 20>{}), "not 20");
}

TEST(ApiPose, NearlyRigidPosesOfShapesAndPartsWorkInQueries) {
    for (const double error : {1e-13, 1e-10, 4.5e-10, 1e-9, 1e-7}) {
        const auto stretched = [](double x, const Vec3& t) {
            return Pose::from_row_major(std::array{x, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}, t).value();
        };
        const Pose longer = stretched(1.0 + error, {}), shorter = stretched(1.0 - error, {4, 0, 0});
        EXPECT_TRUE(longer.is_rigid() && shorter.is_rigid());
        const Convex box = Convex::box({1, 1, 1}).value();
        const std::vector<Compound::Part> part_a{{box, longer}}, part_b{{box, shorter}};
        const std::vector<std::pair<Shape, Shape>> pairs{
            {box, box}, {Compound::create(part_a).value(), Compound::create(part_b).value()}};
        for (const auto& [a, b] : pairs) {
            const double gap = b == box ? 2.0 : 6.0;
            EXPECT_FALSE(collide(a, longer, b, shorter));
            EXPECT_NEAR(distance(a, longer, b, shorter).value, gap, 1e-6);
            EXPECT_TRUE(contacts(a, longer, a, stretched(1.0 - error, {})).collide);
            EXPECT_TRUE(sweep(a, longer, {9, 0, 0}, b, shorter).value());
        }
    }
}

} // namespace
} // namespace boxwood::api::pose_test
