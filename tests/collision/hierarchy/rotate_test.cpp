#include "collision/hierarchy/refit/rebuild_subtree.hpp"
#include "collision/hierarchy/refit/rotate.hpp"

#include "collision/hierarchy/validate.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood::rotate_test {
namespace {

using oracle::Random;
using oracle::SampleMesh;

Bvh2<Aabb> build(const SampleMesh& mesh, std::uint32_t leaf_size = 1) {
    SerialExecutor serial;
    return build_top_down(make_primitive_boxes(mesh.view()), {SplitRule::midpoint, leaf_size}, serial);
}

double area_of(const Bvh2<Aabb>& tree) {
    double sum = 0.0;
    for (const auto& node : tree.nodes) sum += static_cast<double>(node.volume.half_area());
    return sum;
}

void scatter(Random& random, SampleMesh& io_mesh, double size) {
    for (glm::vec3& p : io_mesh.positions) p += glm::vec3(oracle::draw_point(random, size));
}

void swap_leaves(Random& random, Bvh2<Aabb>& io_tree, int times) {
    std::vector<std::uint32_t> leaves;
    for (std::uint32_t i = 0; i < io_tree.nodes.size(); ++i)
        if (io_tree.is_leaf(i)) leaves.push_back(i);
    for (int k = 0; k < times; ++k) {
        const std::uint32_t a = leaves[random() % leaves.size()], b = leaves[random() % leaves.size()];
        std::swap(io_tree.nodes[a], io_tree.nodes[b]);
    }
}

TEST(RotateTest, keeps_the_tree_sound_and_its_area_at_most_that_of_refit) {
    Random random(1);
    for (const std::uint32_t leaf_size : {1u, 4u})
        for (const double size : {0.05, 0.5, 3.0}) {
            SampleMesh mesh = oracle::make_torus(1.0, 0.4, 30, 15);
            Bvh2<Aabb> rotated = build(mesh, leaf_size), refitted = rotated;
            double before = 0.0;
            for (int frame = 0; frame < 6; ++frame) {
                if (frame == 0) scatter(random, mesh, size); // the mesh then rests while rotations continue
                refit(refitted, mesh.view());
                const std::uint32_t count = refit_and_rotate(rotated, mesh.view());
                const auto defect = find_defect(rotated, mesh.view());
                ASSERT_FALSE(defect) << defect->message;
                const double area = area_of(rotated);
                EXPECT_LE(area, area_of(refitted) * (1.0 + 1e-6));
                if (frame == 0)
                    EXPECT_GT(count, 0u);
                else
                    EXPECT_LE(area, before * (1.0 + 1e-6));
                before = area;
            }
        }
}

TEST(RotateTest, reduces_the_area_of_a_tree_with_swapped_leaves) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 40, 20);
    const Bvh2<Aabb> fresh = build(mesh);
    Random random(2);
    Bvh2<Aabb> spoilt = fresh;
    swap_leaves(random, spoilt, 20);
    Bvh2<Aabb> rotated = spoilt;
    refit(spoilt, mesh.view());
    for (int frame = 0; frame < 10; ++frame) refit_and_rotate(rotated, mesh.view());
    ASSERT_FALSE(find_defect(rotated, mesh.view()));
    EXPECT_LT(area_of(rotated), 0.9 * area_of(spoilt));
}

TEST(RebuildSubtreeTest, inner_nodes_can_be_rebuilt_in_place) {
    Random random(3);
    SampleMesh mesh = oracle::make_torus(1.0, 0.4, 16, 8);
    const Bvh2<Aabb> fresh = build(mesh);
    scatter(random, mesh, 0.7);
    Bvh2<Aabb> refitted = fresh;
    refit(refitted, mesh.view());
    const std::vector<std::uint32_t> depths = compute_depths(fresh);
    for (const Builder& builder : kAllBuilders)
        for (std::uint32_t root = 0; root < fresh.nodes.size(); root += 5) {
            if (fresh.is_leaf(root)) continue;
            Bvh2<Aabb> tree = refitted;
            const std::vector<std::uint32_t> places = list_descendants(tree, root);
            ASSERT_TRUE(rebuild_subtree(tree, mesh.view(), builder, root, depths[root]));
            const auto defect = find_defect(tree, mesh.view());
            ASSERT_FALSE(defect) << builder.name << " " << root << ": " << defect->message;
            // the volume is unchanged, because the same triangles are below the node
            EXPECT_EQ(tree.nodes[root].volume, refitted.nodes[root].volume);
            for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
                if (i == root || std::binary_search(places.begin(), places.end(), i)) continue;
                ASSERT_EQ(tree.nodes[i].first, refitted.nodes[i].first);
            }
        }
}

TEST(RebuildSubtreeTest, rebuilding_the_root_gives_the_area_of_a_new_tree) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 24, 12);
    const Bvh2<Aabb> fresh = build(mesh);
    Random random(4);
    Bvh2<Aabb> tree = fresh;
    swap_leaves(random, tree, 500);
    refit(tree, mesh.view());
    EXPECT_GT(area_of(tree), 3.0 * area_of(fresh));
    ASSERT_TRUE(rebuild_subtree(tree, mesh.view(), kAllBuilders[0], 0, 0));
    EXPECT_NEAR(area_of(tree), area_of(fresh), 0.01 * area_of(fresh)); // ties are broken in a different order
}

} // namespace
} // namespace boxwood::rotate_test
