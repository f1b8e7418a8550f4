// What: daylight: the shader data, the shadow map, the sky. For engine/render only.
// Frame: the map views the shadowed ball along the sun's rays; depth grows away from the sun.
// Invariants: laid out as the Daylight block of shaders/daylight.glsl (std140). The same list gives the same pixels.
// Cost: a depth-only pass over all shadow casters if a still one moves, else over the moving ones with a copy of the
//     map; and 12 map samples per lit pixel, 4 in software.
// Source: [Williams 1978] (shadow maps), [Reeves 1987] (percentage-closer filtering).
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
    std::string create(); // empty when ready

    // Sets the data that the shaders read from now on.
    void prepare(const DaylightBlock& block);
    // Binds the map of still casters as the target, cleared and of this size; the caller draws the casters next.
    void begin_still_shadows(int size);
    // Binds a copy of it as the target, for moving casters.
    void begin_moving_shadows();
    void end_shadows();
    // Binds the map for the programs that sample it: with moving casters, or with still ones only.
    void bind_shadows(GLenum unit, bool with_moving) const;
    // Fills the pixels without a body; the depth test is on.
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
