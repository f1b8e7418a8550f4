// The Utah teapot from its Bézier patches. [Crow 1987] prints Newell's control points. Rim, body, lid and bottom are
// surfaces of revolution, so one column of control points per patch suffices: each point gives the radius of a ring,
// the length of its tangent handles, and its height.
#include "engine/meshes/generate/bezier.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/meshes/weld.hpp"

#include "collision/core/check.hpp"

#include <algorithm>
#include <array>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

struct Ring {
    double radius, handle, height;
};
using Profile = std::array<Ring, 4>;
constexpr std::array<Profile, 6> kRevolved{{
    {{{1.4, 0.784, 2.4}, {1.3375, 0.749, 2.53125}, {1.4375, 0.805, 2.53125}, {1.5, 0.84, 2.4}}}, // rim
    {{{1.5, 0.84, 2.4}, {1.75, 0.98, 1.875}, {2.0, 1.12, 1.35}, {2.0, 1.12, 0.9}}},              // body
    {{{2.0, 1.12, 0.9}, {2.0, 1.12, 0.45}, {1.5, 0.84, 0.225}, {1.5, 0.84, 0.15}}},
    {{{0.0, 0.0, 3.15}, {0.8, 0.45, 3.15}, {0.0, 0.0, 2.85}, {0.2, 0.112, 2.7}}}, // knob and lid
    {{{0.2, 0.112, 2.7}, {0.4, 0.224, 2.55}, {1.3, 0.728, 2.55}, {1.3, 0.728, 2.4}}},
    {{{1.5, 0.84, 0.15}, {1.5, 0.84, 0.075}, {1.425, 0.798, 0.0}, {0.0, 0.0, 0.0}}}, // bottom
}};

// A row of control points across half of a tube, from its inner to its outer side. The other half is the mirror image
// in y.
struct Station {
    glm::dvec3 inner, inner_side, outer_side, outer;
};
using HalfTube = std::array<Station, 4>;
constexpr HalfTube make_tube(const std::array<std::array<double, 5>, 4>& rows) {
    HalfTube tube{};
    for (std::size_t i = 0; i < 4; ++i) {
        const auto [inner_x, inner_z, outer_x, outer_z, width] = rows[i];
        tube[i] = {{inner_x, 0.0, inner_z},
                   {inner_x, -width, inner_z},
                   {outer_x, -width, outer_z},
                   {outer_x, 0.0, outer_z}};
    }
    return tube;
}
// Handle and spout. Each row lists x and z of the inner side, x and z of the outer side, and half the width.
constexpr std::array<HalfTube, 4> kTubes{
    make_tube({{{-1.6, 2.025, -1.5, 2.25, 0.3},
                {-2.3, 2.025, -2.5, 2.25, 0.3},
                {-2.7, 2.025, -3.0, 2.25, 0.3},
                {-2.7, 1.8, -3.0, 1.8, 0.3}}}),
    make_tube({{{-2.7, 1.8, -3.0, 1.8, 0.3},
                {-2.7, 1.575, -3.0, 1.35, 0.3},
                {-2.5, 1.125, -2.65, 0.9375, 0.3},
                {-2.0, 0.9, -1.9, 0.6, 0.3}}}),
    make_tube({{{1.7, 1.425, 1.7, 0.6, 0.66},
                {2.6, 1.425, 3.1, 0.825, 0.66},
                {2.3, 2.1, 2.4, 2.025, 0.25},
                {2.7, 2.4, 3.3, 2.4, 0.25}}}),
    make_tube({{{2.7, 2.4, 3.3, 2.4, 0.25},
                {2.8, 2.475, 3.525, 2.49375, 0.25},
                {2.9, 2.475, 3.45, 2.5125, 0.15},
                {2.8, 2.4, 3.2, 2.4, 0.15}}}),
};

BezierPatch make_quarter(const Profile& profile) {
    BezierPatch patch; // [along][around]
    for (std::size_t i = 0; i < 4; ++i) {
        const auto [r, h, z] = profile[i];
        patch[i] = {{{r, 0.0, z}, {r, -h, z}, {h, -r, z}, {0.0, -r, z}}};
    }
    return patch;
}

} // namespace

Mesh make_teapot(std::uint32_t steps) {
    BOXWOOD_ASSERT(steps >= 1);
    Mesh mesh;
    mesh.name = "teapot";
    for (const Profile& profile : kRevolved) {
        const BezierPatch patch = make_quarter(profile);
        append_patch(mesh, patch, steps, false, [](const glm::dvec3& p) { return p; });
        append_patch(mesh, patch, steps, false,
                     [](const glm::dvec3& p) { return glm::dvec3(p.y, -p.x, p.z); });
        append_patch(mesh, patch, steps, false,
                     [](const glm::dvec3& p) { return glm::dvec3(-p.x, -p.y, p.z); });
        append_patch(mesh, patch, steps, false,
                     [](const glm::dvec3& p) { return glm::dvec3(-p.y, p.x, p.z); });
    }
    for (const HalfTube& tube : kTubes) {
        BezierPatch patch; // [along][around]
        for (std::size_t i = 0; i < 4; ++i)
            patch[i] = {tube[i].inner, tube[i].inner_side, tube[i].outer_side, tube[i].outer};
        append_patch(mesh, patch, steps, false, [](const glm::dvec3& p) { return p; });
        append_patch(mesh, patch, steps, true,
                     [](const glm::dvec3& p) { return glm::dvec3(p.x, -p.y, p.z); });
    }
    weld_vertices(mesh);
    std::erase_if(mesh.triangles,
                  [](const TriangleIndices& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
    return mesh;
}

} // namespace boxwood
