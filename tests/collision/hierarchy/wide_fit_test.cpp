#include "collision/hierarchy/simd/wide_fit.hpp"

#include "collision/hierarchy/build/build_top_down.hpp"
#include "collision/hierarchy/bvh8/collapse_to_bvh8.hpp"
#include "collision/hierarchy/refit/refit.hpp"
#include "tests/oracles/backwards_executor.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>

namespace boxwood::wide_fit_test {
namespace {

using oracle::Random;
using oracle::SampleMesh;

// Refits node by node, with WideBoxes::make.
Bvh8 refit_one_by_one(Bvh8 tree, const MeshView& mesh) {
    for (auto i = static_cast<std::uint32_t>(tree.nodes.size()); i-- > 0;) {
        WideNode& node = tree.nodes[i];
        std::array<Aabb, WideBoxes::kLanes> boxes;
        for (unsigned lane = 0; lane < node.lane_count; ++lane) {
            if (node.is_leaf(lane)) {
                boxes[lane] = Aabb::fit(mesh, tree.primitives_of(i, lane));
                continue;
            }
            const WideNode& below = tree.nodes[node.child(lane)];
            for (unsigned k = 0; k < below.lane_count; ++k)
                boxes[lane] = merge(boxes[lane], below.boxes.box(k));
        }
        node.boxes = WideBoxes::make(std::span(boxes).first(node.lane_count));
    }
    return tree;
}

void expect_same_bits(const Bvh8& a, const Bvh8& b, std::string_view name) {
    ASSERT_EQ(a.nodes.size(), b.nodes.size());
    for (std::size_t i = 0; i < a.nodes.size(); ++i)
        ASSERT_EQ(std::memcmp(&a.nodes[i], &b.nodes[i], sizeof(WideNode)), 0) << name << ", node " << i;
}

Bvh2<Aabb> build(const SampleMesh& mesh, std::uint32_t leaf_size) {
    SerialExecutor serial;
    return build_top_down(make_primitive_boxes(mesh.view()), {SplitRule::midpoint, leaf_size}, serial);
}

// Maps a vertex of a mesh to its new position.
using Place = std::function<glm::vec3(const glm::vec3& p)>;
SampleMesh move_vertices(SampleMesh mesh, const Place& place) {
    for (glm::vec3& p : mesh.positions) p = place(p);
    return mesh;
}

struct Shape {
    const char* name;
    Place place;
};

std::vector<Shape> list_shapes(Random& random) {
    constexpr float kTiny = std::numeric_limits<float>::denorm_min();
    const auto scale = [](float by) { return [by](const glm::vec3& p) { return p * by; }; };
    const auto draw_among = [&random](std::vector<float> values) {
        return [values, &random](const glm::vec3&) {
            const auto one = [&] { return values[random() % values.size()]; };
            return glm::vec3(one(), one(), one());
        };
    };
    return {
        {"unchanged", scale(1.0f)},
        {"negative", [](const glm::vec3& p) { return p - 10.0f; }},
        {"huge", scale(1e30f)},
        {"at the end of float", scale(1.5e38f)},
        {"tiny", scale(1e-30f)},
        {"denormal", scale(1e-39f)},
        {"flat", [](const glm::vec3& p) { return glm::vec3(p.x, 0.25f, p.z); }},
        {"nearly flat", [](const glm::vec3& p) { return glm::vec3(p.x, 1.0f + 1e-6f * p.y, p.z); }},
        {"a line", [](const glm::vec3& p) { return glm::vec3(-3.0f, p.y, 0.0f); }},
        {"a point", [](const glm::vec3&) { return glm::vec3(0.3f, -0.0f, 7.0f); }},
        {"far off", [](const glm::vec3& p) { return p + glm::vec3(1e5f, -1e6f, 1e7f); }},
        {"whole numbers", [](const glm::vec3& p) { return glm::round(p * 20.0f); }},
        {"on lines of a grid", [](const glm::vec3& p) { return glm::round(p * 127.0f) * (1.0f / 255.0f); }},
        {"off the grid", [](const glm::vec3& p) { return glm::round(p * 127.0f) * (0.1f / 255.0f) + 0.7f; }},
        {"zeros of both signs", draw_among({0.0f, -0.0f, 1.0f, -1.0f})},
        {"near zero", draw_among({0.0f, -0.0f, kTiny, -kTiny, 4 * kTiny, 1e-38f})},
        {"of all sizes", draw_among({1e30f, -1e30f, 1e-30f, -1e-30f, 1.0f, 0.0f, 1e-45f, 1e15f})},
    };
}

TEST(WideFitTest, kernels_give_the_bytes_of_a_node_by_node_refit) {
    Random random(1);
    const std::vector<Shape> shapes = list_shapes(random);
    for (std::size_t round = 0; round < test::choose_effort(2, 20); ++round)
        for (const std::uint32_t leaf_size : {1u, 2u, 5u})
            for (const int count : {1, 2, 9, 700}) {
                const SampleMesh before = oracle::make_soup(random, count, 0.1);
                const Bvh2<Aabb> binary = build(before, leaf_size);
                const Bvh8 tree = collapse_to_bvh8(binary);
                for (const Shape& shape : shapes) {
                    const SampleMesh after = move_vertices(before, shape.place);
                    const Bvh8 wanted = refit_one_by_one(tree, after.view());
                    for (const WideFitKernel& kernel : list_wide_fit_kernels()) {
                        Bvh8 fitted = tree;
                        kernel.refit(fitted, after.view(), 0,
                                     static_cast<std::uint32_t>(fitted.nodes.size()));
                        expect_same_bits(fitted, wanted, std::string(kernel.name) + ", " + shape.name);
                    }
                    Bvh8 fitted = tree;
                    refit(fitted, after.view());
                    expect_same_bits(fitted, wanted, shape.name);
                }
            }
}

// A collapse fits the wide nodes to the boxes of the binary hierarchy, a refit to the mesh. Both give the same bytes.
TEST(WideFitTest, a_collapse_has_the_bytes_of_a_refit) {
    Random random(2);
    const std::vector<Shape> shapes = list_shapes(random);
    for (const std::uint32_t leaf_size : {1u, 2u, 16u})
        for (const Shape& shape : shapes) {
            const SampleMesh mesh = move_vertices(oracle::make_soup(random, 300, 0.1), shape.place);
            const Bvh8 tree = collapse_to_bvh8(build(mesh, leaf_size));
            Bvh8 fitted = tree;
            refit(fitted, mesh.view());
            expect_same_bits(fitted, tree, shape.name);
        }
}

TEST(WideFitTest, parallel_and_serial_refits_give_the_same_bytes) {
    Random random(3);
    oracle::BackwardsExecutor executor;
    for (const int count : {1, 2, 50, 3000, 40000}) {
        SampleMesh mesh = oracle::make_soup(random, count, 0.02);
        Bvh8 serial = collapse_to_bvh8(build(mesh, 2)), parallel = serial;
        for (glm::vec3& p : mesh.positions) p = glm::vec3(oracle::draw_point(random, 2.0));
        refit(serial, mesh.view());
        refit(parallel, mesh.view(), executor);
        expect_same_bits(parallel, serial, "parallel");
        expect_same_bits(serial, refit_one_by_one(serial, mesh.view()), "serial");
    }
}

} // namespace
} // namespace boxwood::wide_fit_test
