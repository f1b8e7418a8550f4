// What: the view data that every shader uses, laid out as the View block of shaders/view.glsl (std140).
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "engine/draw/camera.hpp"
#include "engine/draw/draw_list.hpp"
#include "engine/render/style.hpp"

namespace boxwood::render {

struct ViewBlock {
    glm::mat4 clip_from_world;
    glm::vec4 eye_w, right_w, up_w, forward_w, light_w;
    glm::vec4 lights;
    glm::vec4 background;
    glm::vec4 fade;
    glm::vec4 half_size;
    glm::vec4 origin;
    glm::vec4 hatch;
    glm::vec4 edge_light, edge_dark;
};
static_assert(sizeof(ViewBlock) == 17 * sizeof(glm::vec4), "std140 has no gaps here");

// `origin` and `size`: of the viewport, in pixels with y up.
ViewBlock make_view_block(const draw::Camera& camera, glm::vec2 depth_fade, glm::vec2 origin, glm::vec2 size,
                          float ui_scale, const Style& style);

glm::vec4 to_vec4(draw::Color color); // channels from 0 to 1

} // namespace boxwood::render
