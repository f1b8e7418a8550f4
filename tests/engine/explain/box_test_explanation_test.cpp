// The explained comparison of two world boxes gives the same result as overlap() and as the broad phase.
#include "engine/explain/explanations/box_test_explanation.hpp"

#include "engine/sim/simulation.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

Aabb draw_box(oracle::Random& random) {
    const glm::vec3 center(oracle::draw_point(random, 1.0)), half(glm::abs(oracle::draw_point(random, 0.6)));
    return {center - half, center + half};
}

TEST(BoxTestExplanation, agrees_with_overlap_and_contains_the_same_floats) {
    oracle::Random random(8);
    int disjoint = 0, overlapping = 0;
    for (int i = 0; i < 2000; ++i) {
        const Aabb a = draw_box(random), b = draw_box(random);
        const BoxTestExplanation why = explain_boxes(a, b);
        ASSERT_EQ(why.overlaps(), overlap(a, b));
        ++(why.overlaps() ? overlapping : disjoint);
        for (int axis = 0; axis < 3; ++axis) {
            const AxisInterval& at = why.axes[static_cast<std::size_t>(axis)];
            ASSERT_EQ(at.low_a, a.lower[axis]);
            ASSERT_EQ(at.high_b, b.upper[axis]);
            ASSERT_EQ(at.separates(), a.upper[axis] < b.lower[axis] || b.upper[axis] < a.lower[axis]);
        }
    }
    EXPECT_GT(disjoint, 200);
    EXPECT_GT(overlapping, 200);
    const Aabb unit{glm::vec3(0.0f), glm::vec3(1.0f)},
        touching{glm::vec3(1.0f, 0.0f, 0.0f), glm::vec3(2.0f, 1.0f, 1.0f)};
    EXPECT_TRUE(explain_boxes(unit, touching).overlaps());
}

TEST(BoxTestExplanation, overlaps_exactly_for_the_pairs_of_the_broad_phase) {
    oracle::Random random(5);
    const oracle::SampleMesh mesh = oracle::make_torus(0.3, 0.1, 6, 4);
    const std::shared_ptr<Shape> shape = *make_shape(mesh.view());
    CollisionWorld world;
    std::vector<BodyDesc> bodies;
    for (int i = 0; i < 24; ++i)
        bodies.push_back(
            {shape, {oracle::draw_rotation(random), oracle::draw_point(random, 1.0), glm::dvec3(1.0)}, {}});
    ASSERT_TRUE(world.add_bodies(bodies));
    StepOutput output;
    EXPECT_TRUE(world.step(output));
    std::size_t listed = 0;
    for (BodyId a = 0; a < bodies.size(); ++a)
        for (BodyId b = a + 1; b < bodies.size(); ++b) {
            const bool is_listed =
                std::any_of(output.pairs.begin(), output.pairs.end(), [&](const PairResult& pair) {
                    return (pair.bodies.a == a && pair.bodies.b == b) ||
                           (pair.bodies.a == b && pair.bodies.b == a);
                });
            EXPECT_EQ(explain_boxes(world.boxes()[a], world.boxes()[b]).overlaps(), is_listed);
            listed += is_listed;
        }
    EXPECT_GT(listed, 3u);
    EXPECT_LT(listed, 200u);
}

TEST(BoxTestExplanation, text_states_the_axis_the_ends_and_the_gap) {
    const Aabb a{glm::vec3(0.0f), glm::vec3(1.25f)}, b{glm::vec3(1.5f, 0.0f, 0.0f), glm::vec3(2.0f)};
    const std::string text = describe_boxes(explain_boxes(a, b), "b001", "b002");
    EXPECT_EQ(
        text.find(
            "On x, b001 ends at 1.250 m and b002 begins at 1.500 m: this gap of 0.250 m separates them"),
        0u);
    EXPECT_NE(describe_boxes(explain_boxes(b, a), "b001", "b002").find("On x, b002 ends at 1.250 m and b001"),
              std::string::npos);
    const Aabb inside{glm::vec3(0.5f), glm::vec3(2.0f, 1.0f, 1.0f)};
    EXPECT_NE(describe_boxes(explain_boxes(a, inside), "A", "B").find("overlap on all three axes"),
              std::string::npos);
}

} // namespace
} // namespace boxwood
