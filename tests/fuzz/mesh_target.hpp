// What: runs a mesh reader on arbitrary bytes. Requires that indices are in range, and that welding and dropping unused
//     vertices keep all triangles.
#pragma once

#include "collision/geometry/mesh_checks.hpp"
#include "engine/meshes/checked.hpp"
#include "engine/meshes/mesh.hpp"
#include "engine/meshes/weld.hpp"
#include "tests/fuzz/text_target.hpp"

namespace boxwood::fuzz {

inline bool have_same_triangles(const Mesh& x, const Mesh& y) {
    if (x.triangles.size() != y.triangles.size()) return false;
    for (std::size_t t = 0; t < x.triangles.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k)
            if (x.positions[x.triangles[t][k]] != y.positions[y.triangles[t][k]]) return false;
    return true;
}

inline int read_any_bytes(Result<Mesh> (*read)(std::string_view), const std::uint8_t* data,
                          std::size_t size) {
    const Result<Mesh> mesh = read(text_of(data, size));
    if (!mesh) {
        check_message(mesh.error());
        return 0;
    }
    for (const TriangleIndices& triangle : mesh->triangles)
        for (const std::uint32_t index : triangle)
            require(index < mesh->positions.size(), "a reader returned an index out of range");
    if (mesh->triangles.empty()) return 0;
    const Result<Mesh> checked = check_mesh(*mesh);
    if (!checked) {
        check_message(checked.error());
        return 0;
    }
    Mesh welded = *checked;
    weld_vertices(welded);
    drop_unused_vertices(welded);
    require(have_same_triangles(*checked, welded), "welding has changed a triangle");
    require(bool(check_mesh(welded)), "a welded mesh does not pass the check");
    return 0;
}

} // namespace boxwood::fuzz
