// Going back to an earlier frame reproduces it bit for bit, with the state of every policy.
#include "engine/deform/deforming_pair.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "tests/oracles/backwards_executor.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace boxwood {
namespace {

DeformingPairConfig describe(const char* family) {
    DeformingPairConfig config;
    config.motion = {find_deformer(family), find_deformer(family)->default_value, 60, 3};
    config.mesh = make_icosphere(3);
    config.obstacle = make_torus(0.9, 0.2, 10, 5);
    for (const PolicyEntry& entry : all_policies()) config.policies.push_back(default_policy(entry.name));
    for (PolicyConfig& policy : config.policies) {
        if (find_policy(policy.name)->unit == "×") policy.parameter = 1.1;
        if (policy.name == "every") policy.parameter = 7;
    }
    return config;
}

// The boxes of all hierarchies. The next frame depends on them.
std::vector<std::vector<NodeBox>> boxes_of(const DeformingPair& pair) {
    std::vector<std::vector<NodeBox>> all;
    for (const PolicyRun& run : pair.runs()) run.tree().collect_boxes(0, 100, all.emplace_back());
    return all;
}

void expect_same_boxes(const std::vector<std::vector<NodeBox>>& a,
                       const std::vector<std::vector<NodeBox>>& b) {
    for (std::size_t run = 0; run < a.size(); ++run) {
        ASSERT_EQ(a[run].size(), b[run].size());
        for (std::size_t i = 0; i < a[run].size(); ++i) {
            ASSERT_EQ(a[run][i].box, b[run][i].box) << run;
            ASSERT_EQ(a[run][i].depth, b[run][i].depth) << run;
        }
    }
}

TEST(WayBackTest, replayed_frames_equal_the_originals) {
    Result<DeformingPair> pair = DeformingPair::make(describe("tear"));
    ASSERT_TRUE(pair) << pair.error().message;
    std::vector<std::uint64_t> hashes;
    std::vector<std::vector<std::vector<NodeBox>>> boxes;
    constexpr std::size_t kFrames = 30;
    for (std::size_t frame = 0; frame < kFrames; ++frame) {
        ASSERT_TRUE(pair->run_frame(nullptr));
        hashes.push_back(state_hash(*pair));
        boxes.push_back(boxes_of(*pair));
    }
    const std::vector<PolicyFrame> record(pair->runs()[2].frames().begin(), pair->runs()[2].frames().end());
    for (const std::size_t frame : {std::size_t{29}, std::size_t{7}, std::size_t{0}, std::size_t{17},
                                    std::size_t{16}, std::size_t{20}, std::size_t{8}}) {
        ASSERT_TRUE(pair->go_before(frame));
        while (pair->next_frame() <= frame) ASSERT_TRUE(pair->replay_frame());
        ASSERT_EQ(pair->next_frame(), frame + 1);
        EXPECT_EQ(state_hash(*pair), hashes[frame]) << frame;
        expect_same_boxes(boxes_of(*pair), boxes[frame]);
        EXPECT_EQ(pair->frame_count(), kFrames);
    }
    for (std::size_t i = 0; i < record.size(); ++i)
        EXPECT_EQ(pair->runs()[2].frames()[i].volume_tests, record[i].volume_tests);
    while (pair->next_frame() < kFrames) ASSERT_TRUE(pair->replay_frame());
    ASSERT_TRUE(pair->run_frame(nullptr)); // the pair continues after the last recorded frame
    EXPECT_EQ(pair->frame_count(), kFrames + 1);
}

TEST(WayBackTest, a_rewound_pair_runs_like_a_fresh_one) {
    Result<DeformingPair> pair = DeformingPair::make(describe("noise")),
                          fresh = DeformingPair::make(describe("bend"));
    ASSERT_TRUE(pair && fresh);
    for (int frame = 0; frame < 10; ++frame) ASSERT_TRUE(pair->run_frame(nullptr));
    ASSERT_TRUE(pair->rewind(describe("bend").motion));
    EXPECT_EQ(pair->frame_count(), 0u);
    for (int frame = 0; frame < 12; ++frame) {
        ASSERT_TRUE(pair->run_frame(nullptr) && fresh->run_frame(nullptr));
        ASSERT_EQ(state_hash(*pair), state_hash(*fresh)) << frame;
        for (std::size_t i = 0; i < pair->runs().size(); ++i)
            ASSERT_EQ(pair->runs()[i].frames().back().inflation, fresh->runs()[i].frames().back().inflation)
                << i;
    }
    expect_same_boxes(boxes_of(*pair), boxes_of(*fresh));
}

TEST(WayBackTest, frames_are_bitwise_identical_on_two_threads) {
    for (const char* family : {"swirl", "noise", "tear", "permute"}) {
        DeformingPairConfig config = describe(family);
        config.mesh = make_icosphere(5); // more vertices than a chunk
        config.policies = {default_policy("never"), default_policy("always")};
        Result<DeformingPair> serial = DeformingPair::make(config);
        config.executor = std::make_shared<oracle::BackwardsExecutor>();
        Result<DeformingPair> parallel = DeformingPair::make(config);
        ASSERT_TRUE(serial && parallel);
        for (int frame = 0; frame < 2; ++frame) {
            ASSERT_TRUE(serial->run_frame_at(10.0 * frame, nullptr) &&
                        parallel->run_frame_at(10.0 * frame, nullptr));
            ASSERT_EQ(state_hash(*serial), state_hash(*parallel)) << family;
            // `whole` has all vertices of the same time, deformed in one call instead of in chunks.
            const double time = 10.0 * frame / config.motion.period;
            const auto now = serial->mesh().view().positions;
            std::vector<glm::vec3> whole(now.size());
            config.motion.deformer->deform({.rest = serial->mesh().rest(),
                                            .amplitude = config.motion.amplitude * swing(time),
                                            .time = time,
                                            .seed = config.motion.seed},
                                           whole);
            ASSERT_TRUE(std::equal(now.begin(), now.end(), whole.begin())) << family;
        }
        expect_same_boxes(boxes_of(*serial), boxes_of(*parallel));
    }
}

TEST(WayBackTest, policies_of_one_pair_can_use_different_volumes) {
    DeformingPairConfig config = describe("swirl");
    config.policies.clear();
    for (const char* volume : {"aabb", "obb", "kdop18", ""}) {
        config.policies.push_back(default_policy("area"));
        config.policies.back().volume = volume;
    }
    Result<DeformingPair> pair = DeformingPair::make(config);
    ASSERT_TRUE(pair) << pair.error().message;
    for (int frame = 0; frame < 20; ++frame) {
        ASSERT_TRUE(pair->run_frame(nullptr));
        ASSERT_TRUE(pair->policies_agree());
    }
    EXPECT_EQ(pair->runs()[1].tree().config().volume, "obb");
    EXPECT_EQ(pair->runs()[3].tree().config().volume, "aabb");
    EXPECT_EQ(name_of(pair->runs()[2].config()), "area at 1.6 × · kdop18");
    config.policies[0].volume = "potato";
    const Result<DeformingPair> refused = DeformingPair::make(config);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("unknown volume 'potato'"), std::string::npos);
}

} // namespace
} // namespace boxwood
