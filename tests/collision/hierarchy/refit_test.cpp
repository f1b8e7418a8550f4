#include "collision/hierarchy/refit/refit.hpp"

#include "collision/hierarchy/build/build_top_down.hpp"
#include "collision/hierarchy/refit/fit_volumes.hpp"
#include "tests/collision/hierarchy/builder_checks.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace boxwood {
namespace {

using oracle::Random;
using oracle::SampleMesh;

Bvh2<Aabb> build(const SampleMesh& mesh, std::uint32_t leaf_size = 1) {
    SerialExecutor serial;
    return build_top_down(make_primitive_boxes(mesh.view()), {SplitRule::midpoint, leaf_size}, serial);
}

std::vector<Aabb> boxes_of(const Bvh2<Aabb>& tree) {
    std::vector<Aabb> boxes;
    for (const auto& node : tree.nodes) boxes.push_back(node.volume);
    return boxes;
}

// Computes the box of each node from all vertices below it, without the boxes of its children.
void refit_recursively(const Bvh2<Aabb>& tree, const SampleMesh& mesh, std::uint32_t node,
                       std::vector<Aabb>& out_boxes, std::vector<glm::vec3>& out_points) {
    std::vector<glm::vec3> points;
    if (tree.is_leaf(node)) {
        for (std::uint32_t p : tree.primitives_of(node))
            for (std::uint32_t v : mesh.triangles[p]) points.push_back(mesh.positions[v]);
    } else {
        for (unsigned i = 0; i < 2; ++i)
            refit_recursively(tree, mesh, tree.child(node, i), out_boxes, points);
    }
    glm::vec3 lower = points[0], upper = points[0];
    for (const glm::vec3& p : points)
        for (int axis = 0; axis < 3; ++axis) {
            if (p[axis] < lower[axis]) lower[axis] = p[axis];
            if (p[axis] > upper[axis]) upper[axis] = p[axis];
        }
    out_boxes[node] = {lower, upper};
    out_points.insert(out_points.end(), points.begin(), points.end());
}

std::vector<Aabb> refit_recursively(const Bvh2<Aabb>& tree, const SampleMesh& mesh) {
    std::vector<Aabb> boxes(tree.nodes.size());
    std::vector<glm::vec3> points;
    refit_recursively(tree, mesh, 0, boxes, points);
    return boxes;
}

void jitter(Random& random, SampleMesh& io_mesh, double size) {
    for (glm::vec3& p : io_mesh.positions) p += glm::vec3(oracle::draw_point(random, size));
}

TEST(RefitTest, equals_a_recursive_refit_bit_for_bit) {
    Random random(1);
    for (const std::uint32_t leaf_size : {1u, 3u, 16u})
        for (const double size : {0.001, 0.1, 3.0}) {
            SampleMesh mesh = oracle::make_torus(1.0, 0.4, 40, 20);
            Bvh2<Aabb> tree = build(mesh, leaf_size);
            jitter(random, mesh, size);
            refit(tree, mesh.view());
            EXPECT_EQ(boxes_of(tree), refit_recursively(tree, mesh));
        }
}

TEST(RefitTest, without_motion_changes_nothing) {
    Random random(2);
    const SampleMesh mesh = oracle::make_soup(random, 500, 0.2);
    for (const std::uint32_t leaf_size : {1u, 4u}) {
        Bvh2<Aabb> tree = build(mesh, leaf_size);
        const std::vector<Aabb> before = boxes_of(tree);
        refit(tree, mesh.view());
        EXPECT_EQ(boxes_of(tree), before);
    }
}

TEST(RefitTest, equals_a_recursive_refit_after_a_rigid_motion) {
    Random random(3);
    SampleMesh mesh = oracle::make_torus(1.0, 0.4, 30, 15);
    Bvh2<Aabb> tree = build(mesh);
    const Pose motion = oracle::draw_pose(random, 5.0);
    for (glm::vec3& p : mesh.positions) p = glm::vec3(motion * p);
    refit(tree, mesh.view());
    EXPECT_EQ(boxes_of(tree), refit_recursively(tree, mesh));
}

TEST(RefitTest, a_refit_of_parents_before_children_gives_other_boxes) {
    Random random(4);
    SampleMesh mesh = oracle::make_torus(1.0, 0.4, 30, 15);
    Bvh2<Aabb> tree = build(mesh);
    jitter(random, mesh, 1.0);
    Bvh2<Aabb> forwards = tree;
    for (std::uint32_t i = 0; i < forwards.nodes.size(); ++i) {
        auto& node = forwards.nodes[i];
        node.volume = node.is_leaf()
                          ? fit_primitives<Aabb>(mesh.view(), forwards.primitives_of(i))
                          : merge(forwards.nodes[node.first].volume, forwards.nodes[node.first + 1].volume);
    }
    EXPECT_NE(boxes_of(forwards), refit_recursively(tree, mesh));
}

TEST(RefitTest, dirty_refit_equals_full_refit_and_stops_early) {
    Random random(5);
    for (const std::uint32_t leaf_size : {1u, 4u}) {
        SampleMesh mesh = oracle::make_torus(1.0, 0.4, 60, 30);
        Bvh2<Aabb> tree = build(mesh, leaf_size);
        std::vector<std::uint8_t> scratch;
        std::vector<bool> is_dirty(mesh.triangles.size());
        for (int step = 0; step < 30; ++step) {
            const auto vertex = static_cast<std::uint32_t>(random() % mesh.positions.size());
            mesh.positions[vertex] += glm::vec3(oracle::draw_point(random, step % 3 == 0 ? 2.0 : 0.001));
            for (std::size_t i = 0; i < is_dirty.size(); ++i)
                is_dirty[i] = std::count(mesh.triangles[i].begin(), mesh.triangles[i].end(), vertex) > 0;
            Bvh2<Aabb> full = tree;
            refit(full, mesh.view());
            const std::size_t computed = refit_dirty(tree, mesh.view(), is_dirty, scratch);
            ASSERT_EQ(boxes_of(tree), boxes_of(full));
            ASSERT_LT(computed, 200u); // six triangles and their ancestors
            ASSERT_GE(computed, 1u);
        }
        EXPECT_EQ(refit_dirty(tree, mesh.view(), std::vector<bool>(is_dirty.size()), scratch), 0u);
    }
}

template <Volume V>
void expect_parallel_equals_serial(const Bvh2<Aabb>& boxes, const SampleMesh& before,
                                   const SampleMesh& after) {
    Bvh2<V> serial = fit_volumes<V>(boxes, before.view()), parallel = serial;
    refit(serial, after.view());
    oracle::BackwardsExecutor backwards;
    refit(parallel, after.view(), backwards);
    for (std::size_t i = 0; i < serial.nodes.size(); ++i)
        ASSERT_EQ(parallel.nodes[i].volume, serial.nodes[i].volume) << V::kName << " " << i;
}

// Trees with fewer nodes than tasks, larger trees, and a chain.
TEST(RefitTest, parallel_refit_gives_the_bits_of_serial_refit) {
    Random random(6);
    for (const std::uint32_t leaf_size : {1u, 4u})
        for (const std::uint32_t size : {1u, 3u, 30u}) {
            const SampleMesh before = oracle::make_torus(1.0, 0.4, 3 * size, 3 * size);
            SampleMesh after = before;
            jitter(random, after, 0.5);
            const Bvh2<Aabb> boxes = build(before, leaf_size);
            expect_parallel_equals_serial<Aabb>(boxes, before, after);
            expect_parallel_equals_serial<Kdop18>(boxes, before, after);
            expect_parallel_equals_serial<Obb>(boxes, before, after);
        }
    SampleMesh chain;
    for (int i = 0; i < 60; ++i) {
        const float x = std::ldexp(1.0f, -i);
        chain.positions.insert(chain.positions.end(), {{x, 0, 0}, {x, x, 0}, {x, 0, x}});
        const auto first = static_cast<std::uint32_t>(3 * i);
        chain.triangles.push_back({first, first + 1, first + 2});
    }
    SampleMesh after = chain;
    jitter(random, after, 0.1);
    expect_parallel_equals_serial<Aabb>(build(chain), chain, after);
}

TEST(RefitTest, TraceRecordsEveryNodeFromLastToFirst) {
    SampleMesh mesh = oracle::make_torus(1.0, 0.4, 8, 6);
    Bvh2<Aabb> tree = build(mesh);
    VisitRecorder trace;
    refit(tree, mesh.view(), trace);
    ASSERT_EQ(trace.visits().size(), tree.nodes.size());
    for (std::size_t i = 0; i < trace.visits().size(); ++i) {
        EXPECT_EQ(trace.visits()[i].kind, VisitKind::node_refitted);
        EXPECT_EQ(trace.visits()[i].a, tree.nodes.size() - 1 - i);
    }
}

} // namespace
} // namespace boxwood
