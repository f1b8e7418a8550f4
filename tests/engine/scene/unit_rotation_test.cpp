// Scene files and poses files accept rotations of any length other than 0: of bodies that are placed, repeated or
// single, and of parts.
#include "engine/scene/build_scene.hpp"
#include "engine/scene/queries/poses.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <unistd.h>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

class UnitRotationTest : public testing::Test {
  protected:
    ~UnitRotationTest() override {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    // The world poses of all bodies of the scene after one step.
    std::vector<Pose> poses_of(const std::string& text) const {
        std::ofstream(path_) << text;
        Result<LoadedScene> scene = load_scene(path_);
        EXPECT_TRUE(scene) << text << "\n" << scene.error().message;
        std::vector<Pose> poses;
        if (!scene) return poses;
        step(scene->simulation);
        for (const Body& body : scene->simulation.world.bodies()) poses.push_back(body.world_from_body);
        return poses;
    }

    std::filesystem::path path_ =
        std::filesystem::temp_directory_path() / ("boxwood_rotation_" + std::to_string(::getpid()) + ".json");
};

void expect_near(const std::vector<Pose>& found, const std::vector<Pose>& expected, const std::string& what) {
    ASSERT_EQ(found.size(), expected.size()) << what;
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_LT(glm::length(found[i].origin - expected[i].origin), 1e-13) << what;
        for (int column = 0; column < 3; ++column)
            EXPECT_LT(glm::length(found[i].linear[column] - expected[i].linear[column]), 1e-13) << what;
    }
}

// Each %q is replaced by a quaternion, for example by a multiple of (0, 1, 0, 1), a quarter turn about y.
const std::vector<std::string> kScenes{
    R"({"boxwood":1,"bodies":[{"solid":{"kind":"cylinder"},"pose":{"q":%q,"t":[1,2,3]}}]})",
    R"({"boxwood":1,"define":{"can":{"solid":{"kind":"cylinder"},"pose":{"t":[1,0,0]}}},
        "bodies":[{"place":"can","pose":{"q":%q,"t":[0,5,0]}}]})",
    R"({"boxwood":1,"define":{"can":{"solid":{"kind":"cylinder"},"pose":{"q":%q,"t":[1,0,0]}},
        "cans":[{"place":"can","pose":{"q":%q}},{"place":"can","pose":{"t":[0,3,0]}}]},
        "bodies":[{"place":"cans","pose":{"q":%q,"t":[0,5,0]}}]})",
    R"({"boxwood":1,"bodies":[{"solid":{"kind":"cylinder"},"pose":{"q":%q},"repeat":{"count":3,"step":[4,0,0],"turn":20}}]})",
    R"({"boxwood":1,"bodies":[{"pose":{"q":%q},"parts":[{"solid":{"kind":"box"}},
        {"solid":{"kind":"box"},"pose":{"q":%q,"t":[1,0,0]}}]}]})",
};

std::string with_rotation(std::string text, const std::string& q) {
    for (std::size_t at = text.find("%q"); at != std::string::npos; at = text.find("%q"))
        text.replace(at, 2, q);
    return text;
}

TEST_F(UnitRotationTest, scenes_accept_rotations_of_any_length_in_every_pose) {
    for (const std::string& scene : kScenes) {
        const std::vector<Pose> expected = poses_of(with_rotation(scene, "[0,1,0,1]"));
        for (const char* length :
             {"5e-324", "1e-310", "1e-300", "1e-170", "0.25", "7", "1e155", "1e200", "1e308"}) {
            const std::string q = std::string("[0,") + length + ",0," + length + "]";
            expect_near(poses_of(with_rotation(scene, q)), expected, with_rotation(scene, q));
        }
    }
}

TEST_F(UnitRotationTest, components_that_differ_by_a_factor_of_1e200_are_normalized) {
    for (const std::string& scene : kScenes)
        expect_near(poses_of(with_rotation(scene, "[0,1e200,0,1]")),
                    poses_of(with_rotation(scene, "[0,1,0,0]")), scene);
}

TEST_F(UnitRotationTest, the_zero_quaternion_is_refused) {
    for (const std::string& scene : kScenes)
        for (const char* zero : {"[0,0,0,0]", "[0,-0.0,0,0]"}) {
            const Result<SceneDescription> read = parse_scene(with_rotation(scene, zero), "s.json");
            ASSERT_FALSE(read);
            EXPECT_NE(read.error().message.find("/pose: rotation q is the zero quaternion"),
                      std::string::npos)
                << read.error().message;
        }
}

TEST_F(UnitRotationTest, poses_files_accept_rotations_of_any_length) {
    const auto pose_of = [](const std::string& q) {
        const auto poses = parse_poses(R"({"id":0,"a":{"q":)" + q + R"(},"b":{}})", "p");
        EXPECT_TRUE(poses) << q;
        return poses->front().a.pose();
    };
    for (const char* length : {"5e-324", "1e-300", "1e-170", "3", "1e155", "1e308"}) {
        const std::string q = std::string("[0,") + length + ",0," + length + "]";
        expect_near({pose_of(q)}, {pose_of("[0,1,0,1]")}, q);
    }
}

} // namespace
} // namespace boxwood
