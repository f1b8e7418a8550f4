// What: the hierarchies of a pair of meshes, built as the work of a job. A builder runs to its end, as it has no
//       cancellation check.
// Units: milliseconds of processor time: hierarchies and copies of the meshes.
// Degenerate input: a config that cannot be built is an Error.
#pragma once

#include "app/jobs/job.hpp"
#include "collision/core/result.hpp"
#include "collision/world/shape.hpp"

#include <array>
#include <memory>

namespace boxwood {

using ShapePair = std::array<std::shared_ptr<Shape>, 2>;

struct BuiltShapes {
    ShapePair shapes;
    double ms = 0.0;
};

using ShapePairJob = Job<Result<BuiltShapes>>;
// What is solid stays so.
Result<BuiltShapes> build_shape_pair(const ShapePair& meshes, const HierarchyConfig& config);

} // namespace boxwood
