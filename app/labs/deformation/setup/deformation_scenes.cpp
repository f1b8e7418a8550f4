#include "app/labs/deformation/setup/deformation_scenes.hpp"

#include "collision/core/pose.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <array>
#include <utility>

#include <glm/gtc/quaternion.hpp>

namespace boxwood {
namespace {

// Radius, tube radius and distance from the center, relative to the deforming mesh's radius.
constexpr double kRingRadius = 0.16, kRingTube = 0.04, kRingOffset = 0.34;

// A heightfield is horizontal; swapping y and z makes it upright.
Mesh make_upright_sheet(const char* name, std::uint32_t side) {
    Mesh sheet = make_heightfield(
        {.half_x = 1.0, .half_z = 1.0, .height = 0.06, .detail = 3.0, .n_x = side, .n_z = side, .seed = 4});
    sheet.name = name;
    for (glm::vec3& p : sheet.positions) p = {p.x, p.z, p.y};
    for (TriangleIndices& t : sheet.triangles)
        std::swap(t[1], t[2]); // the swap is a reflection, which inverts the orientation
    return sheet;
}

constexpr std::array kMeshes{
    DeformationMesh{"sheet", [] { return make_upright_sheet("sheet", 105); }},
    DeformationMesh{"torus knot", [] { return make_torus_knot({}); }},
    DeformationMesh{"rock", [] { return make_bumpy_sphere({.frequency = 32, .seed = 11}); }},
    DeformationMesh{"craft", [] { return make_craft(); }},
    DeformationMesh{"million", [] { return make_upright_sheet("sheet of a million", 708); }},
};

} // namespace

std::span<const DeformationMesh> all_deformation_meshes() {
    return kMeshes;
}

void lay_flat(Mesh& io_mesh) {
    for (glm::vec3& p : io_mesh.positions) p = {p.x, p.z, -p.y};
}

Mesh make_boulder(double radius) {
    Mesh boulder = make_bumpy_sphere({.frequency = 24, .seed = 5});
    boulder.name = "boulder";
    for (glm::vec3& p : boulder.positions) p *= static_cast<float>(radius);
    return boulder;
}

Mesh make_rings(double radius) {
    Mesh rings;
    rings.name = "rings";
    const double offset = kRingOffset * radius;
    const std::array<glm::dvec2, 5> centers{{{0, 0}, {offset, 0}, {-offset, 0}, {0, offset}, {0, -offset}}};
    for (const glm::dvec2& center : centers) {
        Mesh ring = make_torus(kRingRadius * radius, kRingTube * radius, 96, 24);
        const Pose placed = make_pose({glm::angleAxis(glm::radians(70.0), glm::dvec3(0.0, 1.0, 0.0)),
                                       {center.x, center.y, 0.0},
                                       glm::dvec3(1.0)});
        for (glm::vec3& p : ring.positions) p = glm::vec3(placed * p);
        append(rings, ring);
    }
    return rings;
}

} // namespace boxwood
