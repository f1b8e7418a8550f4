// What: builds the hierarchies of a pair of meshes in a background job. A cancelled build still runs to its end,
//       because builders do not check for cancellation.
// Units: milliseconds of processor time, for building the hierarchies and copying the meshes.
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
// Solid meshes stay solid.
Result<BuiltShapes> build_shape_pair(const ShapePair& meshes, const HierarchyConfig& config);

} // namespace boxwood
