// The scalar trees answer like the library's exact queries, for both scalar types and both tests. The lite test is
// conservative. The operation counts are those of the paper's formulas.
#include "bench/experiments/solid/paper_trees.hpp"

#include "bench/experiments/placements.hpp"
#include "bench/experiments/solid/paper_tables.hpp"
#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "collision/hierarchy/build/all_builders.hpp"
#include "collision/hierarchy/refit/fit_volumes.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

struct Pair {
    MeshView mesh;
    Pose a, b;

    static bool test(void* context, std::uint32_t of_a, std::uint32_t of_b) {
        const auto& self = *static_cast<Pair*>(context);
        return triangles_intersect(world_triangle(self.a, self.mesh, of_a),
                                   world_triangle(self.b, self.mesh, of_b));
    }
    bool by_all_pairs() {
        for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i)
            for (std::uint32_t k = 0; k < mesh.triangles.size(); ++k)
                if (test(this, i, k)) return true;
        return false;
    }
};

std::unique_ptr<PaperTree> make_tree(const MeshView& mesh, PaperVolume volume, PaperScalar scalar) {
    SerialExecutor serial;
    const auto boxes = make_primitive_boxes(mesh);
    if (volume == PaperVolume::aabb)
        return make_paper_tree(build_by_rule<SplitRule::midpoint>(boxes, 1, serial), scalar);
    return make_paper_tree(fit_volumes<Obb>(build_by_rule<SplitRule::principal_axis>(boxes, 1, serial), mesh),
                           scalar);
}

TEST(PaperTrees, answers_are_those_of_all_pairs) {
    const PlacedModel model = place_model("torus", make_torus(10.0, 2.0, 12, 6), 60, 3);
    const MeshView mesh = model.mesh.view();
    for (const PaperScalar scalar : {PaperScalar::float32, PaperScalar::float64})
        for (const PaperVolume volume : {PaperVolume::obb, PaperVolume::aabb}) {
            const auto tree = make_tree(mesh, volume, scalar);
            std::uint64_t full_tests = 0, lite_tests = 0;
            for (const auto& [a, b] : model.poses) {
                Pair pair{mesh, a, b};
                const bool expected = pair.by_all_pairs();
                const PaperQuery full = tree->query(*tree, a, b, PaperTest::full, Pair::test, &pair);
                const PaperQuery lite = tree->query(*tree, a, b, PaperTest::lite, Pair::test, &pair);
                EXPECT_EQ(full.intersects, expected);
                EXPECT_EQ(lite.intersects, expected);
                EXPECT_LE(full.triangle_tests, lite.triangle_tests);
                full_tests += full.box_tests;
                lite_tests += lite.box_tests;
            }
            EXPECT_LT(full_tests, lite_tests);
        }
}

// The boxes touch in a face and have parallel axes. Without its margin, a test would separate them by rounding.
TEST(PaperTrees, touching_boxes_of_parallel_axes_intersect) {
    const Mesh box = make_box(glm::dvec3(1000.0, 1.0, 1.0));
    for (const PaperScalar scalar : {PaperScalar::float32, PaperScalar::float64})
        for (const PaperVolume volume : {PaperVolume::obb, PaperVolume::aabb}) {
            const auto tree = make_tree(box.view(), volume, scalar);
            const double width = static_cast<double>(Aabb::fit(box.positions).extent().y);
            const Pose a, b = make_pose({{1.0, 0.0, 0.0, 0.0}, {0.0, width, 0.0}, glm::dvec3(1.0)});
            Pair pair{box.view(), a, b};
            EXPECT_TRUE(tree->query(*tree, a, b, PaperTest::full, Pair::test, &pair).intersects);
        }
}

TEST(PaperTrees, operations_are_those_of_the_formulas) {
    const auto flops = [](PaperVolume volume, PaperTest test) {
        return count_paper_operations(volume, test).flops;
    };
    EXPECT_EQ(flops(PaperVolume::aabb, PaperTest::full), 177u);
    EXPECT_EQ(flops(PaperVolume::aabb, PaperTest::lite), 78u);
    // The formulas, plus nine additions of the margin for parallel edges.
    EXPECT_EQ(flops(PaperVolume::obb, PaperTest::full), 219u + 9u);
    EXPECT_EQ(flops(PaperVolume::obb, PaperTest::lite), 120u + 9u);
    // For AABBs, the absolute values of the matrix are computed once per query. Each test needs only those of the
    // distances along its 3 + 3 + 9 axes.
    EXPECT_EQ(count_paper_operations(PaperVolume::aabb, PaperTest::full).absolutes, 15u);
    EXPECT_EQ(count_paper_operations(PaperVolume::obb, PaperTest::full).absolutes, 24u);
}

TEST(PaperTables, every_combination_is_measured_and_counts_hardly_depend_on_the_arithmetic) {
    const PlacedModel model = place_model("torus", make_torus(10.0, 2.0, 12, 6), 40, 3);
    const ExperimentRun run{.is_quick = true};
    const Result<PaperModel> measured = measure_paper_model(model, 4, run);
    ASSERT_TRUE(measured) << measured.error().message;
    EXPECT_EQ(measured->batches(), 4u);
    for (const PaperVolume volume : {PaperVolume::obb, PaperVolume::aabb})
        for (const PaperTest test : {PaperTest::full, PaperTest::lite})
            for (std::size_t batch = 0; batch < 4; ++batch) {
                const PaperSample& one = measured->sample(Arithmetic::float64, volume, test, batch);
                EXPECT_GT(one.box_tests, 1.0);
                const auto tests = [&](Arithmetic other) {
                    return measured->sample(other, volume, test, batch).box_tests;
                };
                EXPECT_NEAR(tests(Arithmetic::float32), one.box_tests, 0.05 * one.box_tests);
                // The library tests both children of a node before it descends into either, so its count differs.
                EXPECT_NEAR(tests(Arithmetic::library), one.box_tests, 0.25 * one.box_tests);
            }
}

} // namespace
} // namespace boxwood
