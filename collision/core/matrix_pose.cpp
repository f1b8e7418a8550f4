#include "collision/core/matrix_pose.hpp"

#include "collision/core/numbers/number_text.hpp"

#include <string>

namespace boxwood {
namespace {

// Columns count as coplanar if the absolute value of the determinant of their unit vectors is smaller than this.
constexpr double kMinDeterminant = 1e-12;

} // namespace

Status check_matrix(const Pose& pose, const char* what) {
    const auto error = [what](const std::string& message) { return Error{what + (": " + message)}; };
    double sum = 0.0;
    for (const glm::dvec3& v : {pose.linear[0], pose.linear[1], pose.linear[2], pose.origin})
        sum += std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z);
    if (!std::isfinite(sum)) return error("the matrix has a number that is not finite");
    const glm::dvec3 t = glm::abs(pose.origin);
    if (std::max({t.x, t.y, t.z}) > kMaxTranslation) return error("the translation is beyond 1e15");
    glm::dmat3 directions(1.0);
    for (glm::length_t k = 0; k < 3; ++k) {
        const double length = glm::length(pose.linear[k]);
        if (!(length >= kMinScale && length <= kMaxScale))
            return error("column " + std::to_string(k) + " of the matrix has the length " +
                         number_text(length, 4) +
                         (length == 0.0 ? ": it is singular" : ", outside 1e-9 to 1e9"));
        directions[k] = pose.linear[k] / length;
    }
    if (std::fabs(glm::determinant(directions)) < kMinDeterminant)
        return error("the matrix is singular: its columns lie in a plane");
    return ok();
}

Result<Pose> pose_from_rows(std::span<const double, 16> numbers, const char* what) {
    const auto entry = [&](glm::length_t row, glm::length_t column) {
        return numbers[static_cast<std::size_t>(4 * row + column)];
    };
    Pose pose;
    for (glm::length_t row = 0; row < 3; ++row) {
        for (glm::length_t column = 0; column < 3; ++column) pose.linear[column][row] = entry(row, column);
        pose.origin[row] = entry(row, 3);
    }
    if (Status status = check_matrix(pose, what); !status) return status.error();
    for (glm::length_t column = 0; column < 4; ++column)
        if (!(entry(3, column) == (column == 3 ? 1.0 : 0.0)))
            return Error{std::string(what) + ": the last row of a 4x4 matrix must be 0 0 0 1"};
    return pose;
}

} // namespace boxwood
