#include "engine/scene/queries/motion_files.hpp"

#include <gtest/gtest.h>

namespace boxwood::motion_files_test {

TEST(MotionFilesTest, a_cancelled_read_starts_no_import) {
    int asked = 0;
    const Result<MeshInMotion> motion = read_motion("moving.gltf", [&asked] { return ++asked > 0; });
    ASSERT_FALSE(motion);
    EXPECT_EQ(motion.error().message, "moving.gltf: cancelled");
    EXPECT_EQ(asked, 1);
}

} // namespace boxwood::motion_files_test
