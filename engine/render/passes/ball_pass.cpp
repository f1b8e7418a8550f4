#include "engine/render/passes/ball_pass.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>

#include <glm/geometric.hpp>

namespace boxwood::render {

std::string BallPass::create() {
    if (std::string error = program_.build("ball"); !error.empty()) return error;
    array_ = make<GlVertexArray>(glGenVertexArrays);
    buffer_ = make<GlBuffer>(glGenBuffers);
    glBindVertexArray(array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    set_attribute({0, 3, GL_FLOAT, false, offsetof(BallData, center_w)}, sizeof(BallData), 0, 0);
    set_attribute({1, 1, GL_FLOAT, false, offsetof(BallData, radius)}, sizeof(BallData), 0, 0);
    set_attribute({2, 4, GL_UNSIGNED_BYTE, true, offsetof(BallData, color)}, sizeof(BallData), 0, 0);
    return {};
}

void BallPass::prepare(const draw::DrawList& list, glm::vec3 eye_w, RenderStats& io_stats) {
    constexpr std::uint8_t kOpaque = 255;
    struct Key {
        bool is_translucent;
        float depth; // increases in the order of drawing
        std::uint32_t index;
        bool operator<(const Key& other) const {
            if (is_translucent != other.is_translucent) return other.is_translucent;
            return depth != other.depth ? depth < other.depth : index < other.index;
        }
    };
    std::vector<Key> keys;
    keys.reserve(list.balls.size());
    for (std::uint32_t i = 0; i < list.balls.size(); ++i) {
        const draw::Ball& ball = list.balls[i];
        const float distance = glm::distance(ball.center_w, eye_w);
        const bool is_translucent = ball.color.a != kOpaque;
        keys.push_back({is_translucent, is_translucent ? -distance : distance, i});
    }
    std::ranges::sort(keys, std::less<>{});
    balls_.clear();
    opaque_count_ = 0;
    for (const Key& key : keys) {
        const draw::Ball& ball = list.balls[key.index];
        balls_.push_back({ball.center_w, ball.radius, ball.color});
        if (!key.is_translucent) ++opaque_count_;
    }
    if (!balls_.empty())
        io_stats.uploaded_bytes += stream(GL_ARRAY_BUFFER, buffer_, std::span<const BallData>(balls_));
}

void BallPass::draw_opaque(RenderStats& io_stats) {
    draw(0, opaque_count_, io_stats);
}

void BallPass::draw_translucent(RenderStats& io_stats) {
    draw(opaque_count_, balls_.size() - opaque_count_, io_stats);
}

void BallPass::draw(std::size_t first, std::size_t count, RenderStats& io_stats) {
    if (count == 0) return;
    program_.use();
    glBindVertexArray(array_.id());
    glDrawArrays(GL_POINTS, static_cast<GLint>(first), static_cast<GLsizei>(count));
    ++io_stats.draw_calls;
}

} // namespace boxwood::render
