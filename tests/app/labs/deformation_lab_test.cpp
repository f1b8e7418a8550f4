// The deformation lab without a window, with meshes that the user opens.
#include "app/labs/lab.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace deformation_lab_test {

std::string fact(const Lab& lab, std::string_view name) {
    for (const ReportField& field : lab.report_fields())
        if (field.name == name) return field.json;
    return "none";
}

std::unique_ptr<Lab> start() {
    std::unique_ptr<Lab> lab = find_lab("deformation")->make();
    EXPECT_TRUE(lab->restart(1));
    return lab;
}

std::vector<UserMesh> small_torus(const std::string& name) {
    Result<std::shared_ptr<Shape>> shape = make_shape(make_torus(0.9, 0.2, 20, 10).view(), {});
    EXPECT_TRUE(shape);
    return {{name, name, *shape}};
}

TEST(DeformationLabTest, the_report_escapes_the_name_of_a_mesh) {
    const std::unique_ptr<Lab> lab = start();
    ASSERT_TRUE(lab->take_meshes(small_torus("a\"b\\.obj")));
    lab->settle();
    EXPECT_EQ(fact(*lab, "mesh"), R"("a\"b\\.obj")");
}

TEST(DeformationLabTest, a_failed_build_does_not_revert_a_mesh_that_a_restart_has_built) {
    const std::unique_ptr<Lab> lab = start();
    ASSERT_TRUE(lab->take_meshes(small_torus("torus.obj")));
    ASSERT_TRUE(lab->restart(1)); // before the background build ends
    ASSERT_TRUE(lab->edit("policy-1", "rotate"));
    ASSERT_TRUE(lab->edit("kind-1", "bvh8"));
    lab->settle();
    ASSERT_FALSE(lab->take_notes().empty()) << "the policy does not support the kind, so the build must fail";
    EXPECT_EQ(fact(*lab, "mesh"), "\"torus.obj\"");
}

TEST(DeformationLabTest, a_change_of_mesh_drops_the_replay) {
    const std::unique_ptr<Lab> lab = start();
    ASSERT_TRUE(lab->take_meshes(small_torus("torus.obj")));
    lab->settle();
    for (int frame = 0; frame < 3; ++frame) lab->frames().step(nullptr);
    ASSERT_TRUE(lab->act("deform.replay"));
    lab->settle();
    EXPECT_NE(fact(*lab, "replayed"), "0");
    ASSERT_TRUE(lab->edit("mesh", "craft"));
    lab->settle();
    EXPECT_EQ(fact(*lab, "replayed"), "0");
}

TEST(DeformationLabTest, meshes_opened_while_an_animation_is_read_are_not_replaced_by_it) {
    const std::unique_ptr<Lab> lab = start();
    // The lab begins to read an animation from this file, which does not exist.
    ASSERT_TRUE(lab->take_meshes(small_torus("missing-animation.gltf")));
    ASSERT_TRUE(lab->take_meshes(small_torus("torus.obj")));
    lab->settle();
    EXPECT_TRUE(lab->take_notes().empty()) << "the failure of the first file must be ignored";
    EXPECT_EQ(fact(*lab, "mesh"), "\"torus.obj\"");
}

} // namespace deformation_lab_test
} // namespace boxwood
