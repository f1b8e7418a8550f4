// What: assembles a mesh for the parsers. Checks that positions are finite and triangulates polygons as fans.
#pragma once

#include "engine/meshes/mesh.hpp"

#include <cmath>
#include <optional>
#include <span>

namespace boxwood {

class MeshBuilder {
  public:
    // False if a coordinate is not finite.
    bool add_position(float x, float y, float z) {
        mesh_.positions.push_back({x, y, z});
        return std::isfinite(x) && std::isfinite(y) && std::isfinite(z);
    }

    // Ignores polygons of fewer than three corners, which are points or lines.
    void add_polygon(std::span<const std::uint32_t> corners) {
        for (std::size_t k = 2; k < corners.size(); ++k)
            mesh_.triangles.push_back({corners[0], corners[k - 1], corners[k]});
    }

    std::size_t vertex_count() const { return mesh_.positions.size(); }
    const Mesh& mesh() const { return mesh_; }
    Mesh take() { return std::move(mesh_); }

  private:
    Mesh mesh_;
};

} // namespace boxwood
