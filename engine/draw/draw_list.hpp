// What: the 3D content of a frame as plain data. Labs fill the list; engine/render draws it.
// Frame: world; meshes are in their own frames. Units: scene lengths; widths and sizes are in pixels at UI scale 1.
// Invariants: clear() preserves the capacity, grid_height and grid_extent. Independent of OpenGL.
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
    depth_tested, // hidden by closer surfaces
    xray,         // drawn opaque where visible, with 32 % opacity where hidden
    on_top,       // never hidden
};

using MeshKey = std::uint64_t;
// Geometry that is uploaded once and drawn many times. The owner changes `revision` when the data changes.
struct MeshData {
    MeshKey key = 0; // from next_mesh_key(); unique per geometry for the lifetime of the program
    std::uint32_t revision = 0;
    std::span<const glm::vec3> positions;
    std::span<const std::array<std::uint32_t, 3>> triangles;
    bool smooth = false; // vertex normals averaged over triangles; otherwise one normal per triangle
    // With `smooth`: an edge is shaded sharp if the normals of its triangles differ by more than this angle, in
    // radians. 0: all edges are shaded smooth.
    float crease = 0.0f;
    // With MeshInstance::edges: outlines the facets of a polytope, but not the triangles inside a flat facet. With a
    // crease: outlines only the sharp edges.
    bool hide_coplanar_edges = false;
    // For heat maps: one color per triangle, which replaces the instance's color; or empty.
    std::span<const Color> triangle_colors{};
    // Distinguishes several triangle_colors of one geometry. If the draw lists of a frame draw the same geometry with
    // different colors, for example copies next to each other, each list needs a different number.
    std::uint32_t coloring = 0;
};
MeshKey next_mesh_key();

struct MeshInstance {
    std::uint32_t mesh = 0; // index into DrawList::meshes
    glm::mat4 world_from_mesh{1.0f};
    Color color;
    bool hatched = false;         // diagonal stripes in the palette's hatch color: a second cue for contact
    bool edges = false;           // outlines the triangles
    float roughness = 1.0f;       // in daylight: 0 polished, 1 chalk
    bool casts_shadow = true;     // in daylight
    bool fades_with_depth = true; // fades into the background with depth_fade; hatched instances never fade
    Layer layer = Layer::depth_tested;
    std::uint32_t pick_id = 0; // 0: cannot be picked
};

// A shaded sphere that replaces the mesh of a body that covers only a few pixels; much cheaper than a mesh. Daylight
// does not change its shading. It fades into the background with depth_fade, and its color's alpha is its opacity.
struct Ball {
    glm::vec3 center_w{0.0f};
    float radius = 1.0f;
    Color color;
};

struct Line {
    glm::vec3 from_w{0.0f}, to_w{0.0f};
    Color color;
    float width = 1.0f;
    bool dashed = false;
    Layer layer = Layer::depth_tested;
};

// A box as twelve lines: world_from_box maps the cube [-1,1]^3 to the box.
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

// A single triangle, such as a colliding one: filled and outlined, and hatched if `hatched` is set. With `glass`, the
// color's alpha is the opacity of the triangle, and the triangle has no outline and does not occlude other geometry;
// its layer must be depth_tested.
struct FilledTriangle {
    glm::vec3 a_w{0.0f}, b_w{0.0f}, c_w{0.0f};
    Color color;
    bool hatched = false;
    Layer layer = Layer::depth_tested;
    bool glass = false;
};

// Text next to a point. The interface draws labels, moves them so that they do not overlap, and clamps them to the
// view.
struct Label {
    glm::vec3 anchor_w{0.0f};
    std::string text;
    Color color;
    std::string strong{}; // drawn in bold after the text: the number of the named object
    // Labels with this flag form a column next to their points, with a leader line from each point.
    bool aside = false;
};

// Light for scenes with materials: bodies are shaded per pixel in linear light and cast soft shadows; hatched surfaces
// have little shading, because their color has a meaning. Without daylight, bodies have simple shading from one light
// direction and the sky, without shadows.
struct Daylight {
    glm::vec3 towards_sun_w{0.0f, 1.0f, 0.0f}; // any length except zero
    Color sun, sky, ground;                    // color of the sun, and of light from above and below
    float sun_strength = 1.0f, sky_strength = 0.5f;
    // The sphere inside which surfaces receive shadows. Radius 0: no shadows and no cost for them.
    glm::vec3 shadow_center_w{0.0f};
    float shadow_radius = 0.0f;
    float shadow_softness = 0.02f; // width of a shadow's edge, in scene lengths
    int shadow_size = 2048;        // texels on each side of the shadow map
    bool shows_sky = true;         // draws the sky behind everything
    friend bool operator==(const Daylight&, const Daylight&) = default;
};

struct DrawList {
    std::optional<Daylight> daylight;
    std::vector<MeshData> meshes;
    std::vector<MeshInstance> instances;
    std::vector<Ball> balls;
    std::vector<Line> lines;
    std::vector<Box> boxes;
    std::vector<Point> points;
    std::vector<FilledTriangle> triangles;
    std::vector<Label> labels;
    float grid_spacing = 0.0f;  // distance of the grid lines on the ground; 0: no grid
    float grid_height = 0.0f;   // world y of the ground
    float grid_extent = 0.0f;   // half the side length of the ground
    glm::vec2 depth_fade{0.0f}; // view depths at which the fading of bodies starts and ends; 0,0: off

    void clear();
};

} // namespace boxwood::draw
