#include "engine/workloads/assemblies.hpp"

#include "collision/core/numbers/number_text.hpp"
#include "engine/meshes/generate/assemblies.hpp"
#include "engine/workloads/multi_body.hpp"

#include <string>

namespace boxwood {
namespace {

// Assemblies consist mostly of empty space, so they meet often even at this low density.
constexpr double kDensityPercent = 0.6;
constexpr int kMaxAssemblies = 1000, kMinAssemblyTriangles = 500, kMaxAssemblyTriangles = 2'000'000;

Status check_number(const char* name, int value, int lower, int upper) {
    if (value >= lower && value <= upper) return ok();
    return Error{std::string(name) + " is " + number_text(value) + ", outside " + range_text(lower, upper)};
}

} // namespace

Result<Simulation> make_assemblies(const AssembliesParams& params) {
    if (Status status = check_number("bodies", params.bodies, 1, kMaxAssemblies); !status)
        return status.error();
    if (Status status = check_number("triangles of a body", params.triangles, kMinAssemblyTriangles,
                                     kMaxAssemblyTriangles);
        !status)
        return status.error();
    MultiBodyParams rigid;
    rigid.bodies = params.bodies;
    rigid.speed_percent = 4.0;
    rigid.spin_degrees = 2.0;
    rigid.density_percent = kDensityPercent;
    rigid.mesh_percent = 100.0;
    rigid.seed = params.seed;
    for (const Assembly& assembly : all_assemblies()) {
        const Mesh mesh = make_assembly(assembly, static_cast<std::size_t>(params.triangles));
        Result<std::shared_ptr<Shape>> shape = make_shape(mesh.view());
        if (!shape) return shape.error();
        rigid.shapes.push_back(std::move(*shape));
    }
    return make_multi_body(rigid);
}

} // namespace boxwood
