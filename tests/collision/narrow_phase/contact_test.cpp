// The questions of contact.hpp against slow answers.
#include "collision/narrow_phase/contact.hpp"
#include "tests/collision/narrow_phase/narrow_phase_checks.hpp"

namespace boxwood {
namespace {

Pose shift(double x, double y, double z) {
    return {glm::dmat3(1.0), {x, y, z}};
}

TEST(ContactTest, O3_certificate_of_the_library_tells_closest_points) {
    const Polytope box = test::polytope_of(test::box({1, 1, 1}));
    const Pose apart = shift(4, 0.5, 0);
    EXPECT_TRUE(are_closest_points(box, box, apart, {1, 0.25, 0}, {3, 0.25, 0}));
    EXPECT_FALSE(are_closest_points(box, box, apart, {1, 0.25, 0}, {3, 0.25 + 1e-9, 0}));
    EXPECT_FALSE(are_closest_points(box, box, apart, {0.5, 0.25, 0}, {3, 0.25, 0}));
    EXPECT_FALSE(are_closest_points(box, box, apart, {1, 0.25, 0}, {1, 0.25, 0}));
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
        EXPECT_TRUE(depth <= 0.0 || least_depth <= depth) << least_depth << " " << depth;
        for (std::uint32_t start = 0; start < p.faces().size(); ++start)
            EXPECT_EQ(ratio(p.faces()[climb_to_face_over(p, x, start)]), highest);
    }
}

} // namespace
} // namespace boxwood
