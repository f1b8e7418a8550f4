#include "engine/render/gl/shader_sources.hpp"

#define BOXWOOD_SHADERS(X)                                                                                   \
    X(view_glsl, "view.glsl")                                                                                \
    X(daylight_glsl, "daylight.glsl")                                                                        \
    X(sky_vert, "sky.vert")                                                                                  \
    X(sky_frag, "sky.frag")                                                                                  \
    X(mesh_vert, "mesh.vert")                                                                                \
    X(mesh_frag, "mesh.frag")                                                                                \
    X(ball_vert, "ball.vert")                                                                                \
    X(ball_frag, "ball.frag")                                                                                \
    X(line_vert, "line.vert")                                                                                \
    X(line_frag, "line.frag")                                                                                \
    X(point_vert, "point.vert")                                                                              \
    X(point_frag, "point.frag")                                                                              \
    X(triangle_vert, "triangle.vert")                                                                        \
    X(triangle_frag, "triangle.frag")                                                                        \
    X(grid_vert, "grid.vert")                                                                                \
    X(grid_frag, "grid.frag")

#define BOXWOOD_DECLARE(symbol, name)                                                                        \
    extern "C" const char boxwood_shader_##symbol[];                                                         \
    extern "C" const char boxwood_shader_##symbol##_end[];
BOXWOOD_SHADERS(BOXWOOD_DECLARE)

namespace boxwood::render {

std::string_view shader_source(std::string_view file_name) {
#define BOXWOOD_FIND(symbol, name)                                                                           \
    if (file_name == name) return {boxwood_shader_##symbol, boxwood_shader_##symbol##_end};
    BOXWOOD_SHADERS(BOXWOOD_FIND)
    return {};
}

} // namespace boxwood::render
