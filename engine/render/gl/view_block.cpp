#include "engine/render/gl/view_block.hpp"

#include <glm/geometric.hpp>

namespace boxwood::render {

namespace {
// Returns the direction towards the light. The light is above, behind and to the left of the camera. It rotates with
// the camera, so that adjacent facets differ in brightness in every view, but it does not tilt with the camera.
glm::vec3 light_direction_w(const draw::Camera& camera) {
    constexpr float kLeft = 0.45f, kUp = 0.85f, kBehind = 0.55f;
    const glm::vec3 right_w = camera.right_w();
    const glm::vec3 back_w = glm::cross(right_w, glm::vec3(0.0f, 1.0f, 0.0f));
    return glm::normalize(kUp * glm::vec3(0.0f, 1.0f, 0.0f) - kLeft * right_w + kBehind * back_w);
}
} // namespace

glm::vec4 to_vec4(draw::Color color) {
    return glm::vec4(color.r, color.g, color.b, color.a) / 255.0f;
}

ViewBlock make_view_block(const draw::Camera& camera, glm::vec2 depth_fade, glm::vec2 origin, glm::vec2 size,
                          float ui_scale, const Style& style) {
    const glm::vec3 right_w = camera.right_w(), up_w = camera.up_w();
    const float fade_length = depth_fade.y - depth_fade.x;
    ViewBlock block;
    block.clip_from_world = camera.clip_from_world(size.x / size.y);
    block.eye_w = glm::vec4(camera.eye_w(), 1.0f);
    block.right_w = glm::vec4(right_w, 0.0f);
    block.up_w = glm::vec4(up_w, 0.0f);
    block.forward_w = glm::vec4(glm::normalize(glm::cross(up_w, right_w)), 0.0f);
    block.light_w = glm::vec4(light_direction_w(camera), 0.0f);
    block.lights = {style.key_light, style.sky_light, style.ground_light, 0.0f};
    block.background = glm::vec4(glm::vec3(to_vec4(style.background)), style.depth_fade_strength);
    block.fade = {depth_fade.x, fade_length > 0.0f ? 1.0f / fade_length : 0.0f, 0.0f, 0.0f};
    block.half_size = {0.5f * size.x, 0.5f * size.y, ui_scale, camera.min_clip_w()};
    block.origin = glm::vec4(origin, 0.0f, 0.0f);
    block.hatch = glm::vec4(glm::vec3(to_vec4(style.hatch)), style.hatch_period * ui_scale);
    block.edge_light = to_vec4(style.edge_light);
    block.edge_dark = to_vec4(style.edge_dark);
    return block;
}

} // namespace boxwood::render
