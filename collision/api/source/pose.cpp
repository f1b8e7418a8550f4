#include "collision/api/pose.hpp"

#include "collision/api/detail/layer.hpp"
#include "collision/core/matrix_pose.hpp"
#include "collision/core/normalized.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace boxwood::api {
namespace {

// Allows for the rounding of a product of several float matrices: about eight times the float epsilon.
constexpr double kRotationTolerance = 1e-6;
// A rotation matrix with a larger error is replaced by a rotation: a query multiplies the poses of two shapes and of
// their parts, and the layer below accepts an error of 1e-9 in the product.
constexpr double kExactRotation = 1e-12;

// A linear map, split into columns of length 1 and their scales. If the map mirrors, the first scale is negative.
struct Parts {
    glm::dmat3 directions{1.0};
    glm::dvec3 scale{1.0};
};

Parts split(const glm::dmat3& linear) {
    Parts parts;
    for (glm::length_t k = 0; k < 3; ++k) {
        parts.scale[k] = glm::length(linear[k]);
        parts.directions[k] = linear[k] / parts.scale[k];
    }
    if (glm::determinant(parts.directions) < 0.0) {
        parts.scale.x = -parts.scale.x;
        parts.directions[0] = -parts.directions[0];
    }
    return parts;
}

Quaternion to_values(const glm::dquat& q) {
    return {q.w, q.x, q.y, q.z};
}

Status check_count(std::span<const double> numbers) {
    if (numbers.size() == 9 || numbers.size() == 12 || numbers.size() == 16) return ok();
    return Error{"pose: a matrix must have 9, 12 or 16 numbers, not " + std::to_string(numbers.size())};
}

} // namespace

Result<Pose> Pose::from_quaternion(const Quaternion& rotation, const Vec3& translation, const Vec3& scale) {
    const Transform transform{{rotation.w, rotation.x, rotation.y, rotation.z},
                              {translation.x, translation.y, translation.z},
                              {scale.x, scale.y, scale.z}};
    if (const Status status = check_transform(transform, "pose"); !status) return status.error();
    Pose pose;
    pose.linear_ = std::bit_cast<std::array<double, 12>>(make_pose(transform));
    pose.rotation_ = to_values(normalized(transform.q));
    pose.scale_ = scale;
    pose.is_rigid_ = scale == Vec3{1.0, 1.0, 1.0};
    return pose;
}

Result<Pose> Pose::from_translation(const Vec3& translation) {
    const auto [x, y, z] = translation;
    if (!(std::max({std::fabs(x), std::fabs(y), std::fabs(z)}) <= kMaxTranslation &&
          std::isfinite(x + y + z)))
        return from_quaternion({}, translation); // returns the Error
    Pose pose;
    pose.linear_[9] = x;
    pose.linear_[10] = y;
    pose.linear_[11] = z;
    return pose;
}

Result<Pose> Pose::from_row_major(std::span<const double> numbers, const Vec3& translation) {
    if (const Status status = check_count(numbers); !status) return status.error();
    const std::size_t rows = numbers.size() == 16 ? 4 : 3, columns = numbers.size() / rows;
    std::array<double, 16> by_column{};
    for (std::size_t i = 0; i < numbers.size(); ++i) by_column[i % columns * rows + i / columns] = numbers[i];
    return from_column_major(std::span<const double>(by_column).first(numbers.size()), translation);
}

Result<Pose> Pose::from_column_major(std::span<const double> numbers, const Vec3& translation) {
    if (const Status status = check_count(numbers); !status) return status.error();
    const std::size_t rows = numbers.size() == 16 ? 4 : 3;
    boxwood::Pose given;
    given.origin = {translation.x, translation.y, translation.z};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto row = static_cast<glm::length_t>(i % rows), column = static_cast<glm::length_t>(i / rows);
        if (row < 3 && column < 3) given.linear[column][row] = numbers[i];
        if (row < 3 && column == 3) given.origin[row] = numbers[i];
        if (row == 3 && !(numbers[i] == (column == 3 ? 1.0 : 0.0)))
            return Error{"pose: the last row of a 4x4 matrix must be 0 0 0 1"};
    }
    if (numbers.size() != 9 && !(translation == Vec3{}))
        return Error{
            "pose: a matrix of 3x4 or 4x4 numbers already contains a translation; omit the second argument"};
    if (const Status status = check_matrix(given, "pose"); !status) return status.error();

    const Parts parts = split(given.linear);
    const glm::dquat q = normalized(glm::quat_cast(parts.directions));
    Pose pose;
    pose.rotation_ = to_values(q);
    pose.scale_ = {parts.scale.x, parts.scale.y, parts.scale.z};
    pose.shears_ = !boxwood::is_rigid({parts.directions, {}}, kRotationTolerance);
    if (boxwood::is_rigid(given, kRotationTolerance)) {
        if (!boxwood::is_rigid(given, kExactRotation)) given = make_pose({q, given.origin, glm::dvec3(1.0)});
        pose.is_rigid_ = true;
        pose.scale_ = {1.0, 1.0, 1.0};
    } else {
        pose.is_rigid_ = false;
    }
    pose.linear_ = std::bit_cast<std::array<double, 12>>(given);
    return pose;
}

} // namespace boxwood::api
