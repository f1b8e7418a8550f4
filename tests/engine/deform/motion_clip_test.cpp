#include "engine/deform/deformers/motion_clip.hpp"

#include "engine/deform/deforming_pair.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/meshes/weld.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace boxwood {
namespace {

Mesh moved(Mesh mesh, float by) {
    for (glm::vec3& p : mesh.positions) p.x += by;
    return mesh;
}

DeformingPairConfig config_playing(const Mesh& mesh, std::shared_ptr<const MotionClip> clip) {
    DeformingPairConfig config;
    config.motion = {find_deformer("frames"), 1.0, 4, 1, std::move(clip)};
    config.mesh = mesh;
    config.obstacle = make_icosphere(1);
    config.policies = {default_policy("never"), default_policy("area")};
    return config;
}

TEST(MotionClipTest, frames_are_played_and_interpolated_on_the_reordered_mesh) {
    const Mesh mesh = make_bumpy_sphere({.frequency = 4, .seed = 2});
    const Result<ClipOfMesh> clip = make_clip(std::vector<ClipFrame>{
        {"0", mesh}, {"1", moved(mesh, 1)}, {"2", moved(mesh, 4)}, {"3", moved(mesh, 2)}});
    ASSERT_TRUE(clip);
    Result<DeformingPair> pair =
        DeformingPair::make(config_playing(mesh, std::make_shared<const MotionClip>(clip->clip)));
    ASSERT_TRUE(pair) << pair.error().message;
    for (const auto& [at, by] :
         {std::pair{0.0, 0.0f}, {1.0, 1.0f}, {1.5, 2.5f}, {2.0, 4.0f}, {3.0, 2.0f}, {4.0, 0.0f}}) {
        ASSERT_TRUE(pair->run_frame_at(at, nullptr));
        const auto now = pair->mesh().view().positions,
                   rest = std::span<const glm::vec3>(pair->mesh().rest().mesh.positions);
        for (std::size_t i = 0; i < now.size(); ++i) ASSERT_NEAR(now[i].x - rest[i].x, by, 1e-5) << at;
    }
}

TEST(MotionClipTest, the_motion_of_a_pair_gives_the_same_motion_in_another_pair) {
    const Mesh mesh = make_bumpy_sphere({.frequency = 4, .seed = 2});
    Mesh wider = mesh;
    for (glm::vec3& p : wider.positions) p *= 1.5f;
    const Result<ClipOfMesh> clip = make_clip(std::vector<ClipFrame>{{"0", mesh}, {"1", wider}});
    ASSERT_TRUE(clip);
    DeformingPairConfig config = config_playing(mesh, std::make_shared<const MotionClip>(clip->clip));
    Result<DeformingPair> first = DeformingPair::make(config);
    ASSERT_TRUE(first);
    config.motion = first->motion();
    Result<DeformingPair> second = DeformingPair::make(config);
    ASSERT_TRUE(second);
    ASSERT_TRUE(second->rewind(first->motion()));
    for (const double at : {0.0, 1.0, 2.0, 3.0}) {
        ASSERT_TRUE(first->run_frame_at(at, nullptr));
        ASSERT_TRUE(second->run_frame_at(at, nullptr));
        ASSERT_EQ(state_hash(*second), state_hash(*first)) << at;
    }
}

TEST(MotionClipTest, vertices_that_coincide_in_some_frames_stay_distinct) {
    const Mesh mesh = make_icosphere(1);
    Mesh pinched = mesh;
    pinched.positions[1] = pinched.positions[0];
    const Mesh welded = [&] {
        Mesh made = pinched;
        weld_vertices(made);
        return made;
    }();
    ASSERT_LT(welded.positions.size(), mesh.positions.size());
    const Result<ClipOfMesh> clip = make_clip(std::vector<ClipFrame>{{"0", mesh}, {"1", welded}});
    ASSERT_TRUE(clip) << clip.error().message;
    EXPECT_EQ(clip->clip.frames[1], pinched.positions);
    EXPECT_EQ(clip->mesh.triangles, mesh.triangles);

    // Vertices that separate in a later frame are distinct in every frame, including the first.
    const Result<ClipOfMesh> parting =
        make_clip(std::vector<ClipFrame>{{"0", welded}, {"1", mesh}, {"2", welded}});
    ASSERT_TRUE(parting) << parting.error().message;
    EXPECT_EQ(parting->mesh.positions.size(), mesh.positions.size());
    for (std::size_t frame = 0; frame < 3; ++frame) {
        const Mesh& expected = frame == 1 ? mesh : welded;
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
            for (std::size_t corner = 0; corner < 3; ++corner)
                ASSERT_EQ(parting->clip.frames[frame][parting->mesh.triangles[t][corner]],
                          expected.positions[expected.triangles[t][corner]])
                    << frame << ' ' << t;
    }
}

TEST(MotionClipTest, clips_that_do_not_fit_are_refused_with_a_reason) {
    const Mesh mesh = make_icosphere(1);
    Mesh with_79_triangles = mesh;
    with_79_triangles.triangles.pop_back();
    const Result<ClipOfMesh> refused =
        make_clip(std::vector<ClipFrame>{{"run_0.obj", mesh}, {"run_1.obj", with_79_triangles}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "run_1.obj: 79 triangles instead of 80 as in run_0.obj");
    Mesh with_42_vertices = mesh, with_43_vertices = mesh;
    with_42_vertices.source_vertices = 42;
    with_43_vertices.source_vertices = 43; // the file has an additional vertex that no triangle uses
    const Result<ClipOfMesh> too_many =
        make_clip(std::vector<ClipFrame>{{"run_0.obj", with_42_vertices}, {"run_1.obj", with_43_vertices}});
    ASSERT_FALSE(too_many);
    EXPECT_EQ(too_many.error().message, "run_1.obj: 43 vertices instead of 42 as in run_0.obj");
    EXPECT_FALSE(make_clip({}));

    const Result<DeformingPair> none = DeformingPair::make(config_playing(mesh, nullptr));
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("the motion 'frames' needs a clip: open"), std::string::npos);
    const Result<DeformingPair> other = DeformingPair::make(
        config_playing(mesh, std::make_shared<const MotionClip>(MotionClip{"walk", {{{0, 0, 0}}}})));
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().message, "walk: 1 vertices instead of 42");
}

// A frame with a vertex that is not finite or is too far away is rejected when it is played, and the mesh keeps its
// last valid state.
TEST(MotionClipTest, an_invalid_frame_is_refused_and_changes_nothing) {
    const Mesh mesh = make_icosphere(1);
    MotionClip clip{"walk", {mesh.positions, moved(mesh, 1).positions, mesh.positions, mesh.positions}};
    clip.frames[2][7].y = std::numeric_limits<float>::quiet_NaN();
    clip.frames[3][9].x = 1e8f;
    Result<DeformingPair> pair =
        DeformingPair::make(config_playing(mesh, std::make_shared<const MotionClip>(clip)));
    ASSERT_TRUE(pair);
    ASSERT_TRUE(pair->run_frame_at(1.0, nullptr));
    const std::uint64_t before = state_hash(*pair);
    const Status no_number = pair->run_frame_at(2.0, nullptr), too_far = pair->run_frame_at(3.0, nullptr);
    ASSERT_FALSE(no_number || too_far);
    EXPECT_NE(no_number.error().message.find("is not finite"), std::string::npos);
    EXPECT_NE(too_far.error().message.find("is too far away"), std::string::npos);
    EXPECT_EQ(state_hash(*pair), before);
    EXPECT_EQ(pair->frame_count(), 1u);
    EXPECT_TRUE(pair->run_frame_at(0.5, nullptr));
}

} // namespace
} // namespace boxwood
