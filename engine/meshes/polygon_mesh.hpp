// What: a polygon model as stored in files: vertices and faces with names, before any check.
// Frame: the model's own. Units: the units of its source.
// Invariants: names are empty or one per element. Everything else is unchecked; engine/meshes/repair/repair.hpp checks
//     it.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"
#include "collision/geometry/polytope/surface.hpp"
#include "engine/meshes/mesh.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

namespace boxwood {

struct PolygonMesh {
    std::string name;
    std::vector<glm::vec3> positions;
    std::vector<Polygon> faces; // counter-clockwise seen from outside
    std::vector<std::string> vertex_names, face_names;

    // Name of an element for messages, with its index if the name is not unique. The name of an unnamed element is its
    // index, counted from 0.
    std::string vertex_name(std::size_t v) const { return name_or_index(vertex_names, v); }
    std::string face_name(std::size_t f) const { return name_or_index(face_names, f); }

  private:
    static std::string name_or_index(const std::vector<std::string>& names, std::size_t i) {
        if (i >= names.size() || names[i].empty()) return std::to_string(i);
        const bool is_one_of_many = std::count(names.begin(), names.end(), names[i]) > 1;
        return is_one_of_many ? names[i] + " (number " + std::to_string(i) + ")" : names[i];
    }
};

// Every triangle becomes a face.
inline PolygonMesh to_polygons(const Mesh& mesh) {
    PolygonMesh polygons{mesh.name, mesh.positions, {}, {}, {}};
    polygons.faces.reserve(mesh.triangles.size());
    for (const TriangleIndices& t : mesh.triangles) polygons.faces.push_back({t[0], t[1], t[2]});
    return polygons;
}

// The vertices and faces of the polytope have no names.
inline PolygonMesh to_polygons(const Polytope& polytope, std::string name) {
    PolygonMesh polygons{
        std::move(name), {polytope.positions().begin(), polytope.positions().end()}, {}, {}, {}};
    for (std::uint32_t f = 0; f < polytope.faces().size(); ++f) {
        const auto corners = polytope.face_vertices(f);
        polygons.faces.emplace_back(corners.begin(), corners.end());
    }
    return polygons;
}

} // namespace boxwood
