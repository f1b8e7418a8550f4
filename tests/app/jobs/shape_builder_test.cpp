// Hierarchies built on a background thread: a new order supersedes the previous one; results of cancelled orders are
// discarded.
#include "app/jobs/shape_builder.hpp"

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

Result<ShapePair> take(ShapePairBuilder& builder) {
    for (;;) {
        if (std::optional<Result<ShapePair>> outcome = builder.take_result()) return *outcome;
        std::this_thread::yield();
    }
}

TEST(ShapePairBuilder, hands_out_once_what_was_ordered) {
    const ShapePair meshes = make_shapes(200);
    ShapePairBuilder builder;
    EXPECT_FALSE(builder.is_busy());
    builder.start(meshes, {.volume = "obb"});
    EXPECT_TRUE(builder.is_busy());
    EXPECT_EQ(builder.build_ms(), 0.0);
    const Result<ShapePair> built = take(builder);
    ASSERT_TRUE(built);
    EXPECT_GT(builder.build_ms(), 0.0);
    for (const std::shared_ptr<Shape>& shape : *built) {
        EXPECT_EQ(shape->hierarchy()->config(), resolved({.volume = "obb"}));
        EXPECT_EQ(shape->mesh().triangles.size(), 200u);
    }
    EXPECT_FALSE(builder.is_busy());
    EXPECT_FALSE(builder.take_result());
}

TEST(ShapePairBuilder, the_last_of_many_orders_counts) {
    const ShapePair meshes = make_shapes(400);
    ShapePairBuilder builder;
    for (std::uint32_t leaf_size = 1; leaf_size <= kMaxLeafSize; ++leaf_size)
        builder.start(meshes, {.leaf_size = leaf_size});
    const Result<ShapePair> built = take(builder);
    ASSERT_TRUE(built);
    EXPECT_EQ((*built)[0]->hierarchy()->config().leaf_size, kMaxLeafSize);
    builder.wait();
    EXPECT_FALSE(builder.take_result());
}

TEST(ShapePairBuilder, what_was_cancelled_is_not_handed_out) {
    const ShapePair meshes = make_shapes(400);
    ShapePairBuilder builder;
    builder.start(meshes, {.volume = "kdop26"});
    builder.cancel();
    EXPECT_FALSE(builder.is_busy());
    builder.wait();
    EXPECT_FALSE(builder.take_result());
    builder.start(meshes, {.volume = "sphere"}); // still usable after cancel()
    EXPECT_EQ((*take(builder))[1]->hierarchy()->config().volume, "sphere");
}

TEST(ShapePairBuilder, what_cannot_be_built_is_an_error) {
    const ShapePair meshes = make_shapes(20);
    ShapePairBuilder builder;
    builder.start(meshes, {.kind = "box-tree", .volume = "sphere"});
    const Result<ShapePair> built = take(builder);
    ASSERT_FALSE(built);
    EXPECT_NE(built.error().message.find("box-tree"), std::string::npos);
    EXPECT_FALSE(builder.is_busy());
}

} // namespace
} // namespace boxwood
