// What: a part of a surface, and a scene clipped by a plane: the far side is removed.
// Frame: a plane keeps n . p + d >= 0; a mesh's is in its own frame, a scene's in the world.
// Invariants: `sources` maps every triangle of a clipped mesh to its original; each lies on the near side up to
//     rounding. Whole triangles preserve the order of their corners.
// Degenerate input: empty if nothing remains.
// Cost: one pass over the triangles, over the lines.
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

// `shown`: per triangle; empty: all. `plane_m`: if empty, nothing is clipped.
CutMesh cut_mesh(std::span<const glm::vec3> positions,
                 std::span<const std::array<std::uint32_t, 3>> triangles, const std::vector<bool>& shown,
                 const std::optional<glm::vec4>& plane_m);

// Clips lines, boxes, filled triangles, points and labels; meshes are clipped by cut_mesh.
void cut_scene(DrawList& io_list, const glm::vec4& plane_w);

} // namespace boxwood::draw
