// What: a checked placement of a shape in the world: rotation, scale and translation, or any invertible affine map.
// Frame: world_from_shape, so p_world = pose * p_shape.
// Units: lengths as in the caller's scene; quaternions of any length.
// Invariants: a Pose is finite and invertible, because only the checked functions below create one. No query fails
//             because of a pose, with one exception: spheres and capsules must be scaled uniformly (round.hpp).
//             Quaternions are normalized when the pose is created. The default is the identity.
// Degenerate input: the following are Errors that say what is invalid: NaN; infinity; a zero quaternion; a scale (for
//             a matrix: the length of a column) whose absolute value is outside 1e-9 to 1e9; a translation beyond 1e15;
//             a singular matrix; a 4x4 matrix whose last row is not 0 0 0 1; a matrix that is not 3x3, 3x4 or 4x4; and,
//             for a 3x4 or 4x4 matrix, a second argument (translation) other than 0.
// Cost: creating a pose takes about 0.1 us.
// Oracle: products in long double (tests/collision/api/pose_test.cpp).
#pragma once

#include "collision/api/values.hpp"
#include "collision/core/export.hpp"

#include <array>

namespace boxwood::api {

namespace detail {

template <class M>
concept EigenMatrix = requires(const M& m) {
    { m(0, 0) } -> std::convertible_to<double>;
    { m.rows() } -> std::convertible_to<long>;
    { m.cols() } -> std::convertible_to<long>;
};
template <class M>
concept GlmMatrix = requires(const M& m) {
    typename M::col_type;
    { m[0][0] } -> std::convertible_to<double>;
    { M::length() } -> std::convertible_to<long>;
    { M::col_type::length() } -> std::convertible_to<long>;
};
struct PoseOfBody;

} // namespace detail

class BOXWOOD_API Pose {
  public:
    Pose() = default;

    // Scales first, then rotates, then translates. A negative scale mirrors.
    static Result<Pose> from_quaternion(const Quaternion& rotation, const Vec3& translation,
                                        const Vec3& scale = {1.0, 1.0, 1.0});
    static Result<Pose> from_translation(const Vec3& translation);

    // A matrix of GLM or Eigen (also Eigen::Isometry3d, Affine3d): 3x3, 3x4 or 4x4 (rows x columns). For a 3x3 matrix,
    // the translation is the second argument; larger matrices contain it.
    //
    // A rotation matrix with an error of at most 1e-12 is used unchanged. A rotation matrix with an error above 1e-12
    // and up to 1e-6, such as a product of float matrices, is replaced by a rotation close to it. All other matrices
    // are used unchanged; they can scale, mirror and shear.
    template <class M>
    requires(detail::EigenMatrix<M> ||
             detail::GlmMatrix<M>) static Result<Pose> from_matrix(const M& matrix,
                                                                   const Vec3& translation = {}) {
        std::array<double, 16> rows{};
        std::size_t row_count = 0, column_count = 0;
        if constexpr (detail::EigenMatrix<M>) {
            row_count = static_cast<std::size_t>(matrix.rows());
            column_count = static_cast<std::size_t>(matrix.cols());
        } else {
            row_count = static_cast<std::size_t>(M::col_type::length());
            column_count = static_cast<std::size_t>(M::length());
        }
        if (row_count < 3 || row_count > 4 || column_count < 3 || column_count > 4 ||
            row_count > column_count)
            return Error{"pose: a matrix must have 3x3, 3x4 or 4x4 numbers"};
        for (std::size_t row = 0; row < row_count; ++row)
            for (std::size_t column = 0; column < column_count; ++column) {
                if constexpr (detail::EigenMatrix<M>)
                    rows[row * column_count + column] =
                        static_cast<double>(matrix(static_cast<int>(row), static_cast<int>(column)));
                else
                    rows[row * column_count + column] =
                        static_cast<double>(matrix[static_cast<int>(column)][static_cast<int>(row)]);
            }
        return from_row_major(std::span<const double>(rows).first(row_count * column_count), translation);
    }
    // The 9, 12 or 16 numbers of a 3x3, 3x4 or 4x4 matrix in row-major order. The rules are those of from_matrix().
    static Result<Pose> from_row_major(std::span<const double> numbers, const Vec3& translation = {});
    // As from_row_major(), but the numbers are in column-major order, as in OpenGL.
    static Result<Pose> from_column_major(std::span<const double> numbers, const Vec3& translation = {});

    // True for a rotation and a translation only: no scale, no shear, no mirror. A matrix counts as rigid if its error
    // is at most 1e-6.
    bool is_rigid() const { return is_rigid_; }
    Vec3 translation() const { return {linear_[9], linear_[10], linear_[11]}; }
    // The rotation as a unit quaternion, and the scale. For a pose that shears, both are approximations. For a matrix
    // that mirrors, the x component of the scale is negative.
    Quaternion rotation() const { return rotation_; }
    Vec3 scale() const { return scale_; }
    bool shears() const { return shears_; }
    // The three columns of the linear part, then the translation.
    const std::array<double, 12>& columns() const { return linear_; }

    // Maps a point of the shape to world space, with the same floating-point operations as all queries.
    Vec3 operator*(const Vec3& p) const {
        const std::array<double, 12>& m = linear_;
        return {((m[0] * p.x + m[3] * p.y) + m[6] * p.z) + m[9],
                ((m[1] * p.x + m[4] * p.y) + m[7] * p.z) + m[10],
                ((m[2] * p.x + m[5] * p.y) + m[8] * p.z) + m[11]};
    }

  private:
    friend struct detail::PoseOfBody;
    std::array<double, 12> linear_{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    Quaternion rotation_;
    Vec3 scale_{1.0, 1.0, 1.0};
    bool is_rigid_ = true, shears_ = false;
};

} // namespace boxwood::api
