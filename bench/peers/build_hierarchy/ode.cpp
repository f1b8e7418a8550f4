// Adds ODE's tree of boxes, from OPCODE.
#include "bench/peers/build_hierarchy/competitors.hpp"
#include "bench/peers/ode_meshes.hpp"

#include <ode/ode.h>

namespace boxwood::bench {
namespace {

std::shared_ptr<dxTriMeshData> build(const Mesh& mesh) {
    const dTriMeshDataID data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildSingle(data, mesh.positions.data(), sizeof(glm::vec3),
                                static_cast<int>(mesh.positions.size()), mesh.triangles.data(),
                                static_cast<int>(3 * mesh.triangles.size()), sizeof(TriangleIndices));
    return {data, dGeomTriMeshDataDestroy};
}

} // namespace

void add_ode(const Mesh& mesh, Competitors& io_all) {
    static const bool is_ready = dInitODE2(0) != 0;
    if (!is_ready || !can_ode_hold(mesh)) return;
    io_all.push_back({"ode", "build aabb", [&mesh] { build(mesh); }});
    const auto data = build(mesh);
    io_all.push_back({"ode", "refit aabb", [data] { dGeomTriMeshDataUpdate(data.get()); }});
}

} // namespace boxwood::bench
