// What: daylight: what its shaders know, the shadow map, the sky. Only this room includes it.
// Frame: the map looks along the sun's rays at the ball in which shadows fall; depth grows away from the sun.
// Invariants: laid out as the Daylight block of shaders/daylight.glsl (std140). The same list gives the same pixels.
// Cost: a depth-only pass over the bodies that cast shadows when one of those that stood still moves, else over those that
//       move, with a copy of the map; and 12 looks into the map per lit pixel, 4 in software.
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

    // What the shaders read from now on.
    void prepare(const DaylightBlock& block);
    // The map of what stands still becomes the target, empty and of this size; whoever draws the casters comes next.
    void begin_still_shadows(int size);
    // A copy of it becomes the target, for what moves.
    void begin_moving_shadows();
    void end_shadows();
    // For the programs that look into the map: with what moves, or what stands still alone.
    void bind_shadows(GLenum unit, bool with_moving) const;
    // Where no body is, behind everything; depth is tested.
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
