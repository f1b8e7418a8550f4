// What: a part of a surface, and a scene cut open along a plane: what lies on the far side is taken away.
// Frame: a plane is n . p + d >= 0 of what is kept; a mesh's in its own frame, a scene's in the world.
// Invariants: of every triangle of a cut mesh, `sources` names the one it was; each lies on the kept side up to
//     rounding. Whole triangles keep their corners' order.
// Degenerate input: nothing is left: empty.
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

// `shown`: by triangle; empty: all. `plane_m`: none: nothing is cut.
CutMesh cut_mesh(std::span<const glm::vec3> positions,
                 std::span<const std::array<std::uint32_t, 3>> triangles, const std::vector<bool>& shown,
                 const std::optional<glm::vec4>& plane_m);

// Lines, boxes, filled triangles, points and labels; meshes are cut by cut_mesh.
void cut_scene(DrawList& io_list, const glm::vec4& plane_w);

} // namespace boxwood::draw
