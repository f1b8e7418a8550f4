#include "app/jobs/shape_pair_job.hpp"

#include "app/jobs/thread_clock.hpp"

namespace boxwood {

Result<BuiltShapes> build_shape_pair(const ShapePair& meshes, const HierarchyConfig& config) {
    const double start = thread_milliseconds();
    BuiltShapes built;
    for (std::size_t side = 0; side < meshes.size(); ++side) {
        Result<std::shared_ptr<Shape>> shape = make_shape(meshes[side]->mesh(), config);
        if (!shape) return shape.error();
        if (meshes[side]->is_solid())
            if (Status status = (*shape)->declare_solid(); !status) return status.error();
        built.shapes[side] = std::move(*shape);
    }
    built.ms = thread_milliseconds() - start;
    return built;
}

} // namespace boxwood
