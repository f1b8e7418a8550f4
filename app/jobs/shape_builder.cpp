#include "app/jobs/shape_builder.hpp"

#include "app/jobs/thread_clock.hpp"

namespace boxwood {
namespace {

Result<ShapePair> build(const ShapePair& meshes, const HierarchyConfig& config) {
    ShapePair shapes;
    for (std::size_t side = 0; side < meshes.size(); ++side) {
        Result<std::shared_ptr<Shape>> shape = make_shape(meshes[side]->mesh(), config);
        if (!shape) return shape.error();
        if (meshes[side]->is_solid())
            if (Status status = (*shape)->declare_solid(); !status) return status.error();
        shapes[side] = std::move(*shape);
    }
    return shapes;
}

} // namespace

void ShapePairBuilder::start(ShapePair meshes, HierarchyConfig config) {
    job_.start([ordered = std::move(meshes), described = std::move(config)]() -> Built {
        const double start = thread_milliseconds();
        Result<ShapePair> shapes = build(ordered, described);
        return {std::move(shapes), thread_milliseconds() - start};
    });
}

std::optional<Result<ShapePair>> ShapePairBuilder::take_result() {
    std::optional<Built> built = job_.take_result();
    if (!built) return std::nullopt;
    build_ms_ = built->ms;
    return std::move(built->shapes);
}

} // namespace boxwood
