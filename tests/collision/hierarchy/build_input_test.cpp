#include "collision/hierarchy/box_tree/box_tree.hpp"
#include "collision/hierarchy/box_tree/shrunk_box_tree.hpp"
#include "collision/hierarchy/build/all_builders.hpp"
#include "collision/hierarchy/bvh2/lazy_bvh2.hpp"
#include "collision/hierarchy/dynamic_tree.hpp"
#include "collision/hierarchy/refit/refit.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace boxwood {
namespace {

// If a requirement of a builder is violated, the process aborts, also in release builds. Otherwise the result would be
// a hierarchy that misses contacts.
TEST(BuildInputTest, every_builder_aborts_on_invalid_input) {
    const oracle::SampleMesh mesh = oracle::make_cube(1.0, 2);
    auto boxes = make_primitive_boxes(mesh.view());
    auto with_nan = boxes, with_empty = boxes;
    with_nan[5].upper.y = NAN;
    with_empty[7] = Aabb{};
    SerialExecutor serial;
    for (const Builder& builder : kAllBuilders) {
        SCOPED_TRACE(builder.name);
        EXPECT_DEATH(builder.build({}, 1, serial), "requirement failed");
        EXPECT_DEATH(builder.build(with_nan, 1, serial), "requirement failed");
        EXPECT_DEATH(builder.build(with_empty, 1, serial), "requirement failed");
        EXPECT_DEATH(builder.build(boxes, 0, serial), "requirement failed");
        EXPECT_DEATH(builder.build(boxes, kMaxLeafSize + 1, serial), "requirement failed");
        if (builder.split != nullptr) {
            EXPECT_DEATH(LazyBvh2<Aabb>(std::span<const Aabb>{}, 1, builder.split), "requirement failed");
        }
    }
}

TEST(BuildInputTest, restricting_or_refitting_an_empty_hierarchy_aborts) {
    EXPECT_DEATH(restrict_boxes(Bvh2<Aabb>{}), "requirement failed");
    EXPECT_DEATH(shrink_boxes(Bvh2<Aabb>{}), "requirement failed");
    BoxTree tree;
    EXPECT_DEATH(refit(tree, MeshView{}), "requirement failed");
    ShrunkBoxTree shrunk;
    EXPECT_DEATH(refit(shrunk, MeshView{}), "requirement failed");
}

TEST(BuildInputTest, refit_to_another_mesh_and_invalid_dynamic_tree_calls_abort) {
    const oracle::SampleMesh mesh = oracle::make_cube(1.0, 2);
    oracle::SampleMesh fewer = mesh;
    fewer.triangles.pop_back();
    SerialExecutor serial;
    Bvh2<Aabb> tree = kAllBuilders[0].build(make_primitive_boxes(mesh.view()), 1, serial);
    NoTrace trace;
    EXPECT_DEATH(refit(tree, fewer.view(), trace), "requirement failed");
    DynamicTree dynamic;
    const std::uint32_t leaf = dynamic.insert({{0, 0, 0}, {1, 1, 1}}, 0);
    EXPECT_DEATH(dynamic.insert({{0, 0, 0}, {1, NAN, 1}}, 0), "requirement failed");
    dynamic.remove(leaf);
    EXPECT_DEATH(dynamic.remove(leaf), "requirement failed");
    EXPECT_DEATH(dynamic.remove(1000), "requirement failed");
}

} // namespace
} // namespace boxwood
