#include "engine/deform/deformers/cloth.hpp"

#include "engine/deform/deforming_pair.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <glm/geometric.hpp>

namespace boxwood::cloth_test {
namespace {

constexpr int kFrames = 90;

struct Scene {
    Mesh cloth = make_heightfield(
        {.half_x = 1, .half_z = 1, .height = 0, .detail = 1, .n_x = 17, .n_z = 17, .seed = 1});
    Mesh ball = make_icosphere(6);
    Pose start;
    ObstaclePath path{0.1, 1.0};

    Scene() {
        for (glm::vec3& p : ball.positions) p *= 0.5f;
        start.origin.y = -0.7;
    }
    MotionClip drape(int frames = kFrames) const {
        return drape_cloth({cloth, std::make_shared<Mesh>(ball), start, path}, {.frames = frames});
    }
};

TEST(ClothTest, edges_stretch_by_less_than_25_percent_and_vertices_stay_outside_the_ball) {
    const Scene scene;
    const MotionClip clip = scene.drape();
    ASSERT_EQ(clip.frames.size(), static_cast<std::size_t>(kFrames));
    EXPECT_EQ(clip.frames[0], scene.cloth.positions);
    std::size_t touching = 0;
    for (int frame = 1; frame < kFrames; ++frame) {
        const Pose ball = scene.path.at(scene.start, frame / static_cast<double>(kFrames));
        const std::vector<glm::vec3>& now = clip.frames[static_cast<std::size_t>(frame)];
        for (const TriangleIndices& t : scene.cloth.triangles)
            for (std::size_t k = 0; k < 3; ++k) {
                const auto length = [&](const std::vector<glm::vec3>& at) {
                    return glm::distance(at[t[k]], at[t[(k + 1) % 3]]);
                };
                ASSERT_LT(length(now), 1.25f * length(scene.cloth.positions)) << frame;
            }
        for (const glm::vec3& p : now) {
            const double height = glm::distance(glm::dvec3(p), ball.origin);
            ASSERT_GT(height, 0.5 * 0.985) << frame; // the facets of the ball lie inside its sphere
            touching += height < 0.5 + 0.03 ? 1u : 0u;
        }
    }
    EXPECT_GT(touching, 500u);
    float lowest = 0.0f;
    for (const glm::vec3& p : clip.frames.back()) lowest = std::min(lowest, p.y);
    EXPECT_LT(lowest, -0.7f); // the rim of the cloth hangs down
}

TEST(ClothTest, the_same_input_gives_the_same_bits) {
    const Scene scene;
    EXPECT_EQ(scene.drape(20).frames, scene.drape(20).frames);
}

TEST(ClothTest, falls_freely_far_above_its_obstacle) {
    Scene scene;
    scene.start.origin.y = -100.0;
    const MotionClip clip = scene.drape(61);
    const double radius = make_rest_mesh(scene.cloth).radius;
    // In 60 frames, free fall is one radius. Damping has little effect.
    EXPECT_NEAR(static_cast<double>(clip.frames[60][100].y), -radius, 0.25 * radius);
    for (std::size_t i = 0; i < scene.cloth.positions.size(); ++i)
        ASSERT_NEAR(clip.frames[60][i].x, scene.cloth.positions[i].x, 1e-5);
}

TEST(ClothTest, the_obstacle_rises_first_and_returns_to_its_start) {
    const Scene scene;
    const auto height = [&](double time) {
        return scene.path.at(scene.start, time).origin.y - scene.start.origin.y;
    };
    EXPECT_NEAR(height(0.25), 0.1, 1e-12);
    EXPECT_NEAR(height(0.75), -0.1, 1e-12);
    EXPECT_EQ(height(2.0), 0.0);
    EXPECT_NEAR(scene.path.at(scene.start, 0.25).linear[0].z, -1.0, 1e-12); // a quarter turn about y
    EXPECT_EQ(ObstaclePath{}.at(scene.start, 0.3).origin, scene.start.origin);
}

// With a cloth as the deforming mesh of a pair, all policies find the same contacts with the moving obstacle, and a
// replayed frame equals the original.
TEST(ClothTest, policies_agree_and_replayed_frames_are_the_same) {
    const Scene scene;
    DeformingPairConfig config;
    config.motion = {find_deformer("cloth"), 1.0, 60, 1};
    config.mesh = scene.cloth;
    config.obstacle = scene.ball;
    config.world_from_obstacle = scene.start;
    config.path = scene.path;
    for (const PolicyEntry& entry : all_policies()) config.policies.push_back(default_policy(entry.name));
    Result<DeformingPair> pair = DeformingPair::make(config);
    ASSERT_TRUE(pair) << pair.error().message;
    std::vector<std::uint64_t> hashes;
    for (int frame = 0; frame < 50; ++frame) {
        ASSERT_TRUE(pair->run_frame(nullptr));
        ASSERT_TRUE(pair->policies_agree()) << frame;
        hashes.push_back(state_hash(*pair));
    }
    ASSERT_TRUE(pair->go_before(31));
    while (pair->next_frame() <= 31) ASSERT_TRUE(pair->replay_frame());
    EXPECT_EQ(state_hash(*pair), hashes[31]);
}

} // namespace
} // namespace boxwood::cloth_test
