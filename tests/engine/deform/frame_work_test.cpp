// The work of a deforming pair is bounded, before its first frame and in each frame.
#include "engine/deform/deformers/motion_recorder.hpp"
#include "engine/deform/deforming_pair.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace boxwood {
namespace {

constexpr int kPeriod = 40;

std::vector<const Deformer*> motions_that_need_no_file() {
    std::vector<const Deformer*> motions;
    for (const Deformer& deformer : procedural_deformers()) motions.push_back(&deformer);
    for (const Deformer& deformer : clip_deformers())
        if (deformer.record != nullptr) motions.push_back(&deformer);
    return motions;
}

// The other mesh is far away, so that only self-contacts are counted.
DeformingPairConfig describe(const Deformer& deformer, std::string_view volume, bool finds_self_pairs,
                             std::uint32_t side) {
    DeformingPairConfig config;
    config.motion = {&deformer, deformer.default_value, kPeriod, 1};
    config.hierarchy.volume = std::string(volume);
    config.policies = {default_policy("never")};
    config.mesh = make_heightfield(
        {.half_x = 1, .half_z = 1, .height = 0.06, .detail = 3, .n_x = side, .n_z = side, .seed = 4});
    config.obstacle = make_icosphere(1);
    config.world_from_obstacle.origin.y = -1000.0;
    config.finds_self_pairs = finds_self_pairs;
    return config;
}

TEST(FrameWorkTest, tests_per_frame_are_bounded_for_every_motion_and_volume) {
    constexpr std::uint64_t kOfObstacle = 16, kOfLeaves = 4;
    for (const bool finds_self_pairs : {false, true})
        for (const Deformer* deformer : motions_that_need_no_file())
            for (const std::string_view volume : list_volumes()) {
                // For a torn or permuted mesh of this size, a complete search needs many more tests than the limit.
                const bool is_wild = finds_self_pairs && !deformer->is_local;
                const std::uint32_t side = is_wild ? 105 : 16;
                Result<DeformingPair> pair =
                    DeformingPair::make(describe(*deformer, volume, finds_self_pairs, side));
                ASSERT_TRUE(pair) << pair.error().message;
                for (const double at : {1.0, 0.5 * kPeriod}) {
                    ASSERT_TRUE(pair->run_frame_at(at, nullptr));
                    const PolicyFrame& frame = pair->runs()[0].frames().back();
                    const std::uint64_t tests = frame.volume_tests + frame.triangle_tests,
                                        most =
                                            kOfObstacle + (finds_self_pairs ? kMaxSelfTests + kOfLeaves : 0);
                    EXPECT_LE(tests, most) << deformer->name << " " << volume;
                    EXPECT_EQ(frame.has_all_self_contacts, tests < kMaxSelfTests)
                        << deformer->name << " " << volume;
                }
            }
}

TEST(FrameWorkTest, simulated_motions_are_computed_only_up_to_the_played_frame) {
    for (const Deformer* deformer : motions_that_need_no_file()) {
        if (!deformer->plays_frames) continue;
        for (const bool finds_self_pairs : {false, true}) {
            Result<DeformingPair> pair =
                DeformingPair::make(describe(*deformer, "aabb", finds_self_pairs, 12));
            ASSERT_TRUE(pair) << pair.error().message;
            const MotionRecorder& recorder = *pair->motion().recorder;
            EXPECT_EQ(recorder.length(), static_cast<std::size_t>(kPeriod));
            EXPECT_EQ(recorder.frames_recorded(), 1u); // only frame 0, the mesh at rest
            for (std::size_t frame = 0; frame < 5; ++frame) {
                ASSERT_TRUE(pair->run_frame(nullptr));
                EXPECT_EQ(recorder.frames_recorded(), frame + 1);
            }
            ASSERT_TRUE(pair->run_frame_at(7.5, nullptr));
            EXPECT_EQ(recorder.frames_recorded(), 9u); // frames 0 to 8, because 7 < 7.5 < 8
            ASSERT_TRUE(pair->go_before(2));
            while (pair->next_frame() < pair->frame_count()) ASSERT_TRUE(pair->replay_frame());
            ASSERT_TRUE(pair->rewind());
            EXPECT_EQ(recorder.frames_recorded(), 9u); // going back and rewinding keep the simulated frames
        }
    }
}

} // namespace
} // namespace boxwood
