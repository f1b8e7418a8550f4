// What: daylight: the shader data, the shadow map and the sky. For engine/render only.
// Frame: the shadow map shows the ball that receives shadows (draw::Daylight), seen along the sun's rays. Depth grows
//     away from the sun.
// Invariants: DaylightBlock has the layout of the Daylight block of shaders/daylight.glsl (std140). The same draw
//     list gives the same pixels.
// Cost: a depth-only pass over the still casters in frames that redraw their cached map (still_casters.hpp). In frames
//     with moving casters, also a copy of this map and a pass over the moving casters. In addition, 12 map samples per
//     lit pixel, or 4 in software.
// Source: [Williams 1978] for shadow maps; [Reeves 1987] for percentage-closer filtering.
#pragma once

#include <string>

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include "engine/draw/draw_list.hpp"
#include "engine/render/gl/gl_objects.hpp"
#include "engine/render/gl/shader_program.hpp"

namespace boxwood::render {

struct DaylightBlock {
    glm::mat4 shadow_from_world{1.0f}, shadow_clip_from_world{1.0f}, world_from_clip{1.0f};
    glm::vec4 sun_w, sun_light, sky_light, ground_light;
    glm::vec4 shadow;
};
static_assert(sizeof(DaylightBlock) == 17 * sizeof(glm::vec4), "std140 has no gaps here");

DaylightBlock make_daylight_block(const draw::Daylight& daylight, const glm::mat4& clip_from_world);

class DaylightPass {
  public:
    std::string create(); // returns an empty string on success, else the reason

    // Sets the data that all later draws use.
    void prepare(const DaylightBlock& block);
    // Binds the map of still casters as the target, resized and cleared; the caller then draws the still casters.
    void begin_still_shadows(int size);
    // Binds a copy of the map of still casters as the target; the caller then draws the moving casters.
    void begin_moving_shadows();
    void end_shadows();
    // Binds a map as a texture: the map of all casters if `with_moving`, else the map of still casters only.
    void bind_shadows(GLenum unit, bool with_moving) const;
    // Fills the pixels without a body. Requires that the depth test is on.
    void draw_sky() const;

  private:
    struct Map {
        GlTexture texture;
        GlFramebuffer target;
    };
    static Map make_map(int size);
    void begin(const Map& map) const;

    GlBuffer block_buffer_;
    Map still_, moving_;
    GlVertexArray no_vertices_;
    ShaderProgram sky_;
    int size_ = 0;
};

} // namespace boxwood::render
