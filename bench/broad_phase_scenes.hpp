// What: the boxes of the broad phase benches: random boxes in a cube, and five more scenes.
// Frame: boxes are in world space. Units: the scene is one unit wide.
// Invariants: the same scene, count and motion give the same boxes for every measured method.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/volumes/aabb.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string_view>
#include <vector>

namespace boxwood::bench {

enum class BoxScene {
    cube,      // boxes of one size; each overlaps about one other box on average
    clustered, // boxes of one size in 32 clumps; each overlaps two to four other boxes on average
    slab,      // a thin layer, in which all intervals along z overlap
    line,      // boxes along the x axis
    sizes,     // edge lengths from 1 to 64 times the smallest; most boxes are small
    // Every eighth box is a tower, at most 0.3 high; no two towers are in one block. Towers move only when the boxes
    // teleport. The other boxes are small and can overlap towers.
    city
};
enum class BoxMotion { rest, coherent, teleport, few };

struct NamedScene {
    std::string_view name;
    BoxScene scene;
};
constexpr std::array kBoxScenes{
    NamedScene{"cube", BoxScene::cube},   NamedScene{"clustered", BoxScene::clustered},
    NamedScene{"slab", BoxScene::slab},   NamedScene{"line", BoxScene::line},
    NamedScene{"sizes", BoxScene::sizes}, NamedScene{"city", BoxScene::city}};

class SceneBoxes {
  public:
    SceneBoxes(BoxScene scene, BodyId count)
        : boxes(count)
        , scene_(scene)
        , velocities_(count)
        , sizes_(count) {
        const auto n = static_cast<float>(count);
        side_ = scene == BoxScene::slab ? std::sqrt(0.25f / n) : std::cbrt(0.125f / n);
        if (scene == BoxScene::line) side_ = 0.5f / n;
        if (scene == BoxScene::sizes) side_ = 0.4f * std::cbrt(0.125f / n);
        blocks_ = std::max(1.0f, std::ceil(std::sqrt(n / 8.0f)));
        if (scene == BoxScene::city) side_ = 0.2f / blocks_;
        for (glm::vec3& center : clumps_) center = random_vector(0.0f, 1.0f);
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            sizes_[i] = glm::vec3(side_);
            if (scene == BoxScene::sizes)
                sizes_[i] *= std::min(64.0f, 1.0f / (1e-3f + random_vector(0.0f, 1.0f).x));
            if (is_tower(i)) sizes_[i] = make_tower();
            velocities_[i] = 0.05f * sizes_[i] * random_vector(-1.0f, 1.0f);
            if (is_tower(i)) velocities_[i] = glm::vec3(0.0f);
            place(i);
        }
    }

    void move(BoxMotion motion) {
        if (motion == BoxMotion::rest) return;
        const std::size_t stride = motion == BoxMotion::few ? 50 : 1;
        for (std::size_t i = move_count_ % stride; i < boxes.size(); i += stride)
            motion == BoxMotion::teleport ? place(i) : drift(i);
        ++move_count_;
    }

    std::vector<Aabb> boxes;

  private:
    static constexpr float kCityHeight = 0.3f;

    glm::vec3 random_vector(float low, float high) {
        std::uniform_real_distribution<float> number(low, high);
        const float x = number(random_), y = number(random_), z = number(random_);
        return {x, y, z};
    }
    bool is_tower(std::size_t i) const { return scene_ == BoxScene::city && i % 8 == 0; }
    glm::vec3 make_tower() {
        const glm::vec3 random = random_vector(0.0f, 1.0f);
        return {(0.2f + 0.7f * random.x) / blocks_, (0.2f + 0.7f * random.y) / blocks_,
                kCityHeight * random.z * random.z * random.z};
    }
    // A tower stands at a random position in its block. A teleport also moves all towers to other blocks, unless it is
    // the first call of move(). The small boxes are denser near the ground.
    glm::vec3 place_in_city(std::size_t i, const glm::vec3& random) const {
        if (!is_tower(i)) return {random.x, random.y, kCityHeight * random.z * random.z * random.z};
        const auto blocks = static_cast<std::size_t>(blocks_);
        const std::size_t block = (i / 8 + 7919 * move_count_) % (blocks * blocks);
        const glm::vec3 free = 1.0f / blocks_ - sizes_[i];
        return {static_cast<float>(block % blocks) / blocks_ + random.x * free.x,
                static_cast<float>(block / blocks) / blocks_ + random.y * free.y, 0.0f};
    }
    void place(std::size_t i) {
        glm::vec3 lower = random_vector(0.0f, 1.0f);
        if (scene_ == BoxScene::city) lower = place_in_city(i, lower);
        if (scene_ == BoxScene::clustered) lower = clumps_[i % clumps_.size()] + 0.2f * (lower - 0.5f);
        if (scene_ == BoxScene::slab) lower.z *= 0.2f * side_;
        if (scene_ == BoxScene::line) lower = {lower.x, 0.2f * side_ * lower.y, 0.2f * side_ * lower.z};
        boxes[i] = {lower, lower + sizes_[i]};
    }
    void drift(std::size_t i) {
        for (int axis = 0; axis < 3; ++axis) {
            const float next = boxes[i].lower[axis] + velocities_[i][axis];
            if (next < 0.0f || next > 1.0f) velocities_[i][axis] *= -1.0f;
        }
        if (scene_ == BoxScene::slab) velocities_[i].z = 0.0f;
        if (scene_ == BoxScene::line) velocities_[i].y = velocities_[i].z = 0.0f;
        boxes[i].lower += velocities_[i];
        boxes[i].upper = boxes[i].lower + sizes_[i];
    }

    BoxScene scene_;
    std::mt19937 random_{1};
    std::vector<glm::vec3> velocities_;
    std::vector<glm::vec3> sizes_;
    std::array<glm::vec3, 32> clumps_;
    std::size_t move_count_ = 0;
    float side_ = 0.0f;
    float blocks_ = 1.0f; // number of blocks along one side of the city
};

} // namespace boxwood::bench
