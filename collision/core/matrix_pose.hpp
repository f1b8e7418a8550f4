// What: checks matrices from outside the library and converts them to poses.
// Frame: the matrix maps column vectors of the body's frame to the world.
// Errors: a number that is not finite, a translation beyond kMaxTranslation, a column shorter than kMinScale or longer
//         than kMaxScale, columns that lie in a plane, and a last row of a 4x4 matrix other than 0 0 0 1. The message
//         begins with `what`. All queries accept a pose that passes these checks.
#pragma once

#include "collision/core/pose.hpp"

#include <span>

namespace boxwood {

Status check_matrix(const Pose& pose, const char* what);

// The 16 numbers in row-major order, like a 4x4 matrix of NumPy.
Result<Pose> pose_from_rows(std::span<const double, 16> numbers, const char* what);

} // namespace boxwood
