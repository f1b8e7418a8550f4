// What: clips meshes and scenes by a plane, and extracts a part of a mesh.
// Frame: a plane keeps the points with n . p + d >= 0. The plane for a mesh is in the mesh's frame; the plane for a
//     scene is in world space.
// Invariants: `sources` contains, for every triangle of a clipped mesh, the index of its original triangle. Every
//     triangle lies on the kept side up to rounding. Triangles that are not clipped keep the order of their corners.
// Degenerate input: the result has no triangles if nothing remains; its positions always start with all positions of
//                   the mesh.
// Cost: O(n) time in the triangles and lines.
// Oracle: tests/engine/draw/cut_test.cpp: area and length.
#pragma once

#include "engine/draw/draw_list.hpp"

#include <optional>
#include <span>
#include <vector>

#include <glm/vec4.hpp>

namespace boxwood::draw {

struct CutMesh {
    std::vector<glm::vec3> positions;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<std::uint32_t> sources;
};

// `is_shown`: per triangle, true if it is included; empty: all triangles are included. `plane_m`: empty: nothing is
// clipped.
CutMesh cut_mesh(std::span<const glm::vec3> positions,
                 std::span<const std::array<std::uint32_t, 3>> triangles, const std::vector<bool>& is_shown,
                 const std::optional<glm::vec4>& plane_m);

// Clips lines, boxes, filled triangles, points and labels, but neither balls nor meshes (for these, use cut_mesh()).
// Boxes become lines. Points and labels are kept or removed as a whole.
void cut_scene(DrawList& io_list, const glm::vec4& plane_w);

} // namespace boxwood::draw
