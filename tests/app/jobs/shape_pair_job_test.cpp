// Hierarchies built on a background thread: a new build replaces the previous one; results of cancelled builds are
// discarded.
#include "app/jobs/shape_pair_job.hpp"

#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace boxwood {
namespace {

ShapePair make_shapes(int triangles) {
    oracle::Random random(5);
    const oracle::SampleMesh mesh = oracle::make_soup(random, triangles, 0.1);
    const std::shared_ptr<Shape> shape = *make_shape(mesh.view());
    return {shape, shape};
}

void order(ShapePairJob& builder, const ShapePair& meshes, const HierarchyConfig& config) {
    builder.start([meshes, config] { return build_shape_pair(meshes, config); });
}

Result<BuiltShapes> take(ShapePairJob& builder) {
    for (;;) {
        if (std::optional<Result<BuiltShapes>> outcome = builder.take_result()) return *outcome;
        std::this_thread::yield();
    }
}

TEST(ShapePairJob, gives_the_built_shapes_once) {
    const ShapePair meshes = make_shapes(200);
    ShapePairJob builder;
    EXPECT_FALSE(builder.is_busy());
    order(builder, meshes, {.volume = "obb"});
    EXPECT_TRUE(builder.is_busy());
    const Result<BuiltShapes> built = take(builder);
    ASSERT_TRUE(built);
    EXPECT_GT(built->ms, 0.0);
    for (const std::shared_ptr<Shape>& shape : built->shapes) {
        EXPECT_EQ(shape->hierarchy()->config(), resolved({.volume = "obb"}));
        EXPECT_EQ(shape->mesh().triangles.size(), 200u);
    }
    EXPECT_FALSE(builder.is_busy());
    EXPECT_FALSE(builder.take_result());
}

TEST(ShapePairJob, last_of_many_starts_gives_the_result) {
    const ShapePair meshes = make_shapes(400);
    ShapePairJob builder;
    for (std::uint32_t leaf_size = 1; leaf_size <= kMaxLeafSize; ++leaf_size)
        order(builder, meshes, {.leaf_size = leaf_size});
    const Result<BuiltShapes> built = take(builder);
    ASSERT_TRUE(built);
    EXPECT_EQ(built->shapes[0]->hierarchy()->config().leaf_size, kMaxLeafSize);
    builder.wait();
    EXPECT_FALSE(builder.take_result());
}

TEST(ShapePairJob, cancelled_build_gives_no_result) {
    const ShapePair meshes = make_shapes(400);
    ShapePairJob builder;
    order(builder, meshes, {.volume = "kdop26"});
    builder.cancel();
    EXPECT_FALSE(builder.is_busy());
    builder.wait();
    EXPECT_FALSE(builder.take_result());
    order(builder, meshes, {.volume = "sphere"}); // still usable after cancel()
    EXPECT_EQ(take(builder)->shapes[1]->hierarchy()->config().volume, "sphere");
}

TEST(ShapePairJob, unsupported_config_is_an_error) {
    const ShapePair meshes = make_shapes(20);
    ShapePairJob builder;
    order(builder, meshes, {.kind = "box-tree", .volume = "sphere"});
    const Result<BuiltShapes> built = take(builder);
    ASSERT_FALSE(built);
    EXPECT_NE(built.error().message.find("box-tree"), std::string::npos);
    EXPECT_FALSE(builder.is_busy());
}

} // namespace
} // namespace boxwood
