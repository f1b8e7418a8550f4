#include "engine/judge/poses.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood::judge {

// A linear map with perpendicular columns is a scale followed by a rotation.
Pose with_scale_after_rotation(const Pose& pose) {
    glm::dmat3 rotation(1.0), scale(0.0);
    for (int i = 0; i < 3; ++i) {
        const double length = glm::length(pose.linear[i]);
        if (length > 0) rotation[i] = pose.linear[i] / length;
        scale[i][i] = length;
    }
    return {scale * rotation, pose.origin};
}

Pose pose_from(const capture::Reals& numbers, std::string& out_error) {
    Pose pose;
    if (numbers.empty()) return pose;
    if (numbers.size() != 12) {
        out_error = "a pose has " + std::to_string(numbers.size()) + " numbers instead of 12";
        return pose;
    }
    for (std::size_t i = 0; i < 12; ++i)
        if (!std::isfinite(numbers[i])) out_error = "a pose contains a number that is not finite";
    for (int row = 0; row < 3; ++row) {
        const auto first = static_cast<std::size_t>(4 * row);
        for (int column = 0; column < 3; ++column)
            pose.linear[column][row] = numbers[first + static_cast<std::size_t>(column)];
        pose.origin[row] = numbers[first + 3];
    }
    if (out_error.empty() && !(std::abs(glm::determinant(pose.linear)) > 0)) out_error = "a pose is singular";
    return pose;
}

capture::Reals numbers_of(const Pose& pose) {
    capture::Reals numbers;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) numbers.values.push_back(pose.linear[column][row]);
        numbers.values.push_back(pose.origin[row]);
    }
    return numbers;
}

double difference(const Pose& a, const Pose& b, double reach) {
    double linear = 0;
    for (int i = 0; i < 3; ++i) linear += glm::length(a.linear[i] - b.linear[i]);
    return linear * reach + glm::length(a.origin - b.origin);
}

std::string explain_difference(const Pose& used, const Pose& expected, const Pose& world_from_a,
                               const Pose& world_from_b, double reach, double error) {
    const auto is_used = [&](const Pose& candidate) { return difference(used, candidate, reach) <= error; };
    if (is_used(inverse(expected))) return "it is the inverse: the pose of a in the frame of b";
    if (is_used({glm::transpose(expected.linear), expected.origin})) return "its rotation is transposed";
    if (is_used(inverse(with_scale_after_rotation(world_from_a)) * with_scale_after_rotation(world_from_b)))
        return "it applies the scale after the rotation instead of before it";
    if (is_used(with_scale_after_rotation(expected)))
        return "it applies the scale after the rotation instead of before it";
    if (is_used(world_from_b)) return "it is the pose of b in the world: the pose of a was ignored";
    if (is_used({expected.linear, world_from_b.origin - world_from_a.origin}))
        return "its translation was not rotated into the frame of a";
    return "";
}

} // namespace boxwood::judge
