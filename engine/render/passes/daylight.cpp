#include "engine/render/passes/daylight.hpp"

#include <algorithm>
#include <cmath>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace boxwood::render {

namespace {
constexpr int kSmallestMap = 64, kLargestMap = 8192;
constexpr float kLiftTexels = 1.5f; // offset from the surface in texels of the map, which avoids shadow acne

glm::vec4 linear(draw::Color color, float strength) {
    const auto channel = [strength](std::uint8_t byte) {
        return strength * std::pow(static_cast<float>(byte) / 255.0f, 2.0f);
    };
    return {channel(color.r), channel(color.g), channel(color.b), 0.0f};
}

glm::mat4 sun_view(glm::vec3 towards_sun_w, glm::vec3 center_w, float radius) {
    const glm::vec3 up = std::abs(towards_sun_w.y) > 0.99f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0);
    const glm::mat4 sun_from_world = glm::lookAt(center_w + towards_sun_w, center_w, up);
    // Bodies between the ball and the sun cast shadows into the ball, so the depth range extends towards the sun.
    return glm::ortho(-radius, radius, -radius, radius, 1.0f - 2.0f * radius, 1.0f + radius) * sun_from_world;
}
} // namespace

DaylightBlock make_daylight_block(const draw::Daylight& daylight, const glm::mat4& clip_from_world) {
    const glm::vec3 towards_sun_w = glm::normalize(daylight.towards_sun_w);
    const float radius = daylight.shadow_radius;
    const auto size = static_cast<float>(std::clamp(daylight.shadow_size, kSmallestMap, kLargestMap));
    DaylightBlock block;
    block.world_from_clip = glm::inverse(clip_from_world);
    block.sun_light = linear(daylight.sun, daylight.sun_strength);
    block.sky_light = linear(daylight.sky, daylight.sky_strength);
    block.ground_light = linear(daylight.ground, daylight.sky_strength);
    block.sun_w = glm::vec4(towards_sun_w, 0.0f);
    block.shadow = glm::vec4(0.0f);
    if (radius <= 0.0f) return block;
    block.shadow_clip_from_world = sun_view(towards_sun_w, daylight.shadow_center_w, radius);
    const glm::mat4 half = glm::scale(glm::translate(glm::mat4(1.0f), glm::vec3(0.5f)), glm::vec3(0.5f));
    block.shadow_from_world = half * block.shadow_clip_from_world;
    block.sun_w.w = kLiftTexels * 2.0f * radius / size;
    // x: the radius of the disc of samples, which is half of the softness, divided by the width of the map, which is
    // 2 * radius.
    block.shadow = {0.25f * daylight.shadow_softness / radius, 1.0f, 0.0f, 0.0f};
    return block;
}

std::string DaylightPass::create() {
    block_buffer_ = make<GlBuffer>(glGenBuffers);
    no_vertices_ = make<GlVertexArray>(glGenVertexArrays);
    return sky_.build("sky", "DAYLIGHT");
}

void DaylightPass::prepare(const DaylightBlock& block) {
    stream(GL_UNIFORM_BUFFER, block_buffer_, std::span<const DaylightBlock>(&block, 1));
    glBindBufferBase(GL_UNIFORM_BUFFER, kDaylightBinding, block_buffer_.id());
}

DaylightPass::Map DaylightPass::make_map(int size) {
    Map map{make<GlTexture>(glGenTextures), make<GlFramebuffer>(glGenFramebuffers)};
    glBindTexture(GL_TEXTURE_2D, map.texture.id());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, size, size, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT,
                 nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
    const glm::vec4 lit(1.0f); // points outside the map are lit
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, &lit.x);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    glBindFramebuffer(GL_FRAMEBUFFER, map.target.id());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, map.texture.id(), 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    return map;
}

void DaylightPass::begin(const Map& map) const {
    glBindFramebuffer(GL_FRAMEBUFFER, map.target.id());
    glDisable(GL_SCISSOR_TEST);
    glViewport(0, 0, size_, size_);
    glDepthMask(GL_TRUE);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthRange(0.0, 1.0);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.5f, 2.0f);
}

void DaylightPass::begin_still_shadows(int size) {
    size = std::clamp(size, kSmallestMap, kLargestMap);
    if (size != size_) {
        size_ = size;
        still_ = make_map(size);
        moving_ = make_map(size);
    }
    begin(still_);
    glClear(GL_DEPTH_BUFFER_BIT);
}

void DaylightPass::begin_moving_shadows() {
    begin(moving_);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, still_.target.id());
    glBlitFramebuffer(0, 0, size_, size_, 0, 0, size_, size_, GL_DEPTH_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, moving_.target.id());
}

void DaylightPass::end_shadows() {
    glDisable(GL_POLYGON_OFFSET_FILL);
}

void DaylightPass::bind_shadows(GLenum unit, bool with_moving) const {
    glActiveTexture(unit);
    glBindTexture(GL_TEXTURE_2D, (with_moving ? moving_ : still_).texture.id());
    glActiveTexture(GL_TEXTURE0);
}

void DaylightPass::draw_sky() const {
    sky_.use();
    glBindVertexArray(no_vertices_.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

} // namespace boxwood::render
