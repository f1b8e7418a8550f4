#include "app/labs/inspector/recording/node_marks.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

TEST(NodeMarksTest, requested_nodes_and_requested_triangles_replace_each_other) {
    const std::shared_ptr<const Shape> shape =
        require_ok(make_shape(make_geodesic_sphere(1.0, 3).view(), {.kind = "bvh2", .leaf_size = 1}));
    QueryRecording recording;
    recording.record({.shapes = {shape, shape}, .world_from_shape = {}, .request = {}});
    NodeMarks marks;
    marks.pending.triangle[0] = 3;
    marks.pending.select[1] = 1;
    marks.apply_pending(recording);
    EXPECT_EQ(marks.triangles(), NodeMarks::kNoPair);
    EXPECT_EQ(marks.nodes(), (NodeMarks::Pair{NodeTable::kNone, 1}));
    marks.pending.triangle = {3, 4};
    marks.apply_pending(recording);
    EXPECT_TRUE(marks.has_triangle_pair());
    EXPECT_EQ(marks.nodes(), NodeMarks::kNoPair);
}

} // namespace
} // namespace boxwood
