// The functions of contact.hpp against slow references.
#include "collision/narrow_phase/contacts/contact.hpp"
#include "tests/collision/narrow_phase/narrow_phase_checks.hpp"
#include "tests/collision/narrow_phase/sample_polytopes.hpp"

namespace boxwood::contact_test {
namespace {

Pose shift(double x, double y, double z) {
    return {glm::dmat3(1.0), {x, y, z}};
}

TEST(ContactTest, are_closest_points_accepts_only_closest_points) {
    const Polytope box = test::polytope_of(test::box({1, 1, 1}));
    const Pose apart = shift(4, 0.5, 0);
    EXPECT_TRUE(are_closest_points(box, box, apart, {1, 0.25, 0}, {3, 0.25, 0}));
    EXPECT_FALSE(are_closest_points(box, box, apart, {1, 0.25, 0}, {3, 0.25 + 1e-9, 0}));
    EXPECT_FALSE(are_closest_points(box, box, apart, {0.5, 0.25, 0}, {3, 0.25, 0}));
    EXPECT_FALSE(are_closest_points(box, box, apart, {1, 0.25, 0}, {1, 0.25, 0}));
}

// Vertices of an uneven face may lie off its plane, by at most its unevenness, and so may common points of two touching
// polytopes. The touching distance must therefore include the unevenness.
TEST(ContactTest, the_touching_distance_includes_the_unevenness_of_faces) {
    std::mt19937 random(12);
    int uneven = 0, dented = 0;
    for (const Polytope& p : test::near_degenerate_polytopes(random)) {
        const double rounding = kTouchingTolerance * 2.0 * p.extent();
        const bool is_dent = p.reflex() <= 0x1p-20 * p.extent();
        const double expected = rounding + 2.0 * (p.flatness() + (is_dent ? p.reflex() : 0.0));
        uneven += p.flatness() > rounding;
        dented += is_dent && p.reflex() > rounding;
        EXPECT_NEAR(touching_distance(p, p, Pose{}), expected, 1e-3 * rounding);
    }
    EXPECT_GT(uneven + dented, 3);
}

// The only separating plane is parallel to both crossing edges, and the sign of its normal depends on the directions of
// the edges.
TEST(ContactTest, crossing_edges_touch_in_every_rotation_of_the_cube) {
    const Polytope cube = test::polytope_of(test::box({4, 4, 4}));
    const Polytope slanted =
        test::polytope_of(test::lattice_hull({{3, 0, 5}, {5, 0, 3}, {7, -1, 7}, {7, 1, 7}}));
    const auto quarter = [](int axis) { // exact quarter turn
        glm::dmat3 turn(0.0);
        turn[axis][axis] = 1.0;
        turn[(axis + 1) % 3][(axis + 2) % 3] = 1.0;
        turn[(axis + 2) % 3][(axis + 1) % 3] = -1.0;
        return turn;
    };
    glm::dmat3 turn(1.0);
    for (int k = 0; k < 48; ++k) { // covers all 24 rotations of the cube
        turn = quarter(k % 4 == 3 ? 1 + k / 4 % 2 : 0) * turn;
        const Pose pose{turn, glm::dvec3(0.0)}, deeper{turn, turn * glm::dvec3(-0.125, 0, -0.125)};
        const double tolerance = touching_distance(cube, slanted, pose);
        const glm::dvec3 contact = turn * glm::dvec3(4, 0, 4);
        EXPECT_EQ(classify_contact(cube, slanted, pose, contact, tolerance), ContactStatus::touching) << k;
        EXPECT_EQ(classify_contact(cube, slanted, deeper, contact, tolerance), ContactStatus::penetrating)
            << k;
    }
}

TEST(ContactTest, ClimbFindsTheFaceThatTheRayLeavesThrough) {
    std::mt19937 random(11);
    for (int k = 0; k < 200; ++k) {
        const Polytope p = test::polytope_of(test::random_hull(random, 20, 1 << 20, glm::vec3(0x1p-20f)));
        const glm::dvec3 x = p.centroid() + test::random_in_box(random, 1.0);
        const auto ratio = [&](const Polytope::Face& f) {
            return glm::dot(f.normal, x - p.centroid()) / (f.offset - glm::dot(f.normal, p.centroid()));
        };
        double highest = 0.0, depth = std::numeric_limits<double>::infinity();
        for (const Polytope::Face& f : p.faces()) {
            highest = std::fmax(highest, ratio(f));
            depth = std::fmin(depth, f.offset - glm::dot(f.normal, x));
        }
        const double least_depth = find_least_depth(p, x, climb_to_face_over(p, x, 0));
        EXPECT_EQ(least_depth > 0.0, depth > 0.0);
        // The two depths round differently, because their operations have different orders.
        EXPECT_TRUE(depth <= 0.0 || least_depth <= depth * (1.0 + 0x1p-50)) << least_depth << " " << depth;
        for (std::uint32_t start = 0; start < p.faces().size(); ++start)
            EXPECT_EQ(ratio(p.faces()[climb_to_face_over(p, x, start)]), highest);
    }
}

} // namespace
} // namespace boxwood::contact_test
