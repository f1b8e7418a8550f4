// What: the 3D content of a frame as plain data. Labs fill it, engine/render draws it.
// Frame: world, unless a mesh instance has its own pose. Units: scene lengths; widths and sizes in pixels at UI scale
//     1.
// Invariants: clear() preserves capacity. Independent of OpenGL.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace boxwood::draw {

struct Color {
    std::uint8_t r = 255, g = 255, b = 255, a = 255;
    friend bool operator==(const Color&, const Color&) = default;
};
constexpr Color rgb(std::uint32_t hex, std::uint8_t alpha = 255) {
    return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
            static_cast<std::uint8_t>(hex), alpha};
}
constexpr Color with_alpha(Color color, std::uint8_t alpha) {
    return {color.r, color.g, color.b, alpha};
}

// How a primitive uses the depth buffer.
enum class Layer : std::uint8_t {
    depth_tested,  // hidden by nearer surfaces
    shine_through, // drawn opaque where visible, at 32 % where hidden
    on_top,        // never hidden
};

// Geometry that is uploaded once and drawn many times. The owner changes `revision` when the data changes.
using MeshKey = std::uint64_t;
struct MeshData {
    MeshKey key = 0; // unique per geometry for the lifetime of the program: next_mesh_key()
    std::uint32_t revision = 0;
    std::span<const glm::vec3> positions;
    std::span<const std::array<std::uint32_t, 3>> triangles;
    bool smooth = false; // vertex normals averaged over triangles; otherwise one normal per triangle
    // With `smooth`: the dihedral angle in radians beyond which an edge stays sharp and `edges` draws it. 0: all edges
    // are smooth.
    float crease = 0.0f;
    // With `edges`: outline the facets of a polytope, not the triangles of a flat facet.
    bool hide_coplanar_edges = false;
    std::span<const Color>
        triangle_colors{}; // one per triangle instead of the instance's colour (heat maps), or empty
    // Index of this coloring of the geometry: lists that are drawn in turn, such as copies next to each other, share
    // everything but the colors. One per list.
    std::uint32_t coloring = 0;
};
MeshKey next_mesh_key();

struct MeshInstance {
    std::uint32_t mesh = 0; // index into DrawList::meshes
    glm::mat4 world_from_mesh{1.0f};
    Color color;
    bool hatched = false;     // second cue for contact: diagonal stripes in the palette's hatch
    bool edges = false;       // outline the triangles
    float roughness = 1.0f;   // in daylight: 0 polished, 1 chalk
    bool casts_shadow = true; // in daylight
    bool recedes = true;      // blends into the background with depth_fade; hatched bodies never do
    Layer layer = Layer::depth_tested;
    std::uint32_t pick_id = 0; // 0: cannot be picked
};

struct Line {
    glm::vec3 from_w{0.0f}, to_w{0.0f};
    Color color;
    float width = 1.0f;
    bool dashed = false;
    Layer layer = Layer::depth_tested;
};

// A box as twelve lines: the unit cube [-1,1]^3 under world_from_box.
struct Box {
    glm::mat4 world_from_box{1.0f};
    Color color;
    float width = 1.0f;
    bool dashed = false;
    Layer layer = Layer::depth_tested;
};

struct Point {
    glm::vec3 center_w{0.0f};
    Color color;
    float diameter = 6.0f;
    Layer layer = Layer::depth_tested;
};

// A single triangle (colliding triangles): filled, hatched and outlined. With `glass`: a pane with its colour's alpha,
// no outline, and no occlusion of what is behind it; its layer is depth_tested.
struct FilledTriangle {
    glm::vec3 a_w{0.0f}, b_w{0.0f}, c_w{0.0f};
    Color color;
    bool hatched = false;
    Layer layer = Layer::depth_tested;
    bool glass = false;
};

// Text next to a point; the interface draws it, separates labels and clamps them to the view.
struct Label {
    glm::vec3 anchor_w{0.0f};
    std::string text;
    Color color;
    std::string strong{}; // after the text, in bold: the number of the named object
    bool aside =
        false; // in a column with others of its kind next to their points, each at the end of a leader
};

// Light for scenes with materials: bodies are shaded per pixel in linear light and cast soft shadows; hatched surfaces
// keep their meaning's colour rather than shading. Without it, bodies are shaded as diagrams.
struct Daylight {
    glm::vec3 towards_sun_w{0.0f, 1.0f, 0.0f}; // any length but zero
    Color sun, sky, ground;                    // color of the sun, and of light from above and below
    float sun_strength = 1.0f, sky_strength = 0.5f;
    // The ball that receives shadows; radius 0: no shadows, at the least cost.
    glm::vec3 shadow_center_w{0.0f};
    float shadow_radius = 0.0f;
    float shadow_softness = 0.02f; // width of a shadow's edge, in lengths
    int shadow_size = 2048;        // texels on each side of the shadow map
    bool shows_sky = true;         // behind everything
    friend bool operator==(const Daylight&, const Daylight&) = default;
};

struct DrawList {
    std::optional<Daylight> daylight;
    std::vector<MeshData> meshes;
    std::vector<MeshInstance> instances;
    std::vector<Line> lines;
    std::vector<Box> boxes;
    std::vector<Point> points;
    std::vector<FilledTriangle> triangles;
    std::vector<Label> labels;
    float grid_spacing = 0.0f;  // ground grid lines every so many units; 0: none
    float grid_height = 0.0f;   // world y of the ground
    float grid_extent = 0.0f;   // half the side length of the ground
    glm::vec2 depth_fade{0.0f}; // distances at which fading of bodies starts and ends; 0,0: off

    void clear();
};

} // namespace boxwood::draw
