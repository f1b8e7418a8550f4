#include "engine/workloads/workload.hpp"

#include "engine/workloads/articulated.hpp"
#include "engine/workloads/assemblies.hpp"
#include "engine/workloads/deforming.hpp"
#include "engine/workloads/multi_body.hpp"

#include <array>

namespace boxwood {
namespace {

Result<Simulation> make_polytopes_with(int bodies, double mesh_percent, std::uint64_t seed) {
    MultiBodyParams params;
    params.bodies = bodies;
    params.mesh_percent = mesh_percent;
    params.seed = seed;
    return make_multi_body(params);
}

constexpr std::array kWorkloads{
    Workload{"polytopes-500", "500 polytopes of 36 faces, the default of the multi-body lab", "multi-body",
             [](std::uint64_t seed) { return make_polytopes_with(500, 0.0, seed); }},
    Workload{"polytopes-2000", "2000 polytopes of 36 faces", "multi-body",
             [](std::uint64_t seed) { return make_polytopes_with(2000, 0.0, seed); }},
    Workload{"polytopes-10000", "10000 polytopes of 36 faces", "multi-body",
             [](std::uint64_t seed) { return make_polytopes_with(10000, 0.0, seed); }},
    Workload{"mixed-200", "200 bodies, a quarter of them triangle meshes", "multi-body",
             [](std::uint64_t seed) { return make_polytopes_with(200, 25.0, seed); }},
    Workload{"articulated", "12 hands and 12 chains with joints, 8 C shapes, 16 polytopes", "multi-body",
             [](std::uint64_t seed) { return make_articulated({.seed = seed}); }},
    Workload{"deforming", "8 deforming meshes of 5000 triangles among 1000 polytopes", "multi-body",
             [](std::uint64_t seed) { return make_deforming({.seed = seed}); }},
    Workload{"assemblies", "20 assemblies of machine parts of 50000 triangles each", "multi-body",
             [](std::uint64_t seed) { return make_assemblies({.seed = seed}); }},
};

} // namespace

std::span<const Workload> all_workloads() {
    return kWorkloads;
}

const Workload* find_workload(std::string_view name) {
    for (const Workload& workload : kWorkloads)
        if (workload.name == name) return &workload;
    return nullptr;
}

} // namespace boxwood
