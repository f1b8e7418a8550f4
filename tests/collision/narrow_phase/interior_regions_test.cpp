// The pyramids over the faces tile the interior of a polytope. Walks and scans classify points as inside or outside
// like the face planes do.
#include "collision/narrow_phase/walk/interior_regions.hpp"
#include "tests/collision/narrow_phase/narrow_phase_checks.hpp"
#include "tests/collision/narrow_phase/sample_polytopes.hpp"

namespace boxwood {
namespace {

double max_height_over_faces(const Polytope& p, const glm::dvec3& x) {
    double most = -1e300;
    for (std::uint32_t f = 0; f < p.faces().size(); ++f) most = std::fmax(most, height_over(p, f, x));
    return most;
}

TEST(InteriorRegionsTest, pyramids_tile_the_inside) {
    std::mt19937 random(80);
    const std::vector<Polytope> polytopes = test::usual_polytopes(random);
    int inside = 0;
    for (std::size_t k = 0, n = test::choose_effort(20000, 1000000); k < n; ++k) {
        const Polytope& p = polytopes[k % polytopes.size()];
        const glm::dvec3 x = p.centroid() + test::random_in_box(random, 0.7 * p.radius());
        if (max_height_over_faces(p, x) > 0.0) continue;
        ++inside;
        int holding = 0;
        for (std::uint32_t f = 0; f < p.faces().size(); ++f) holding += find_side_beyond_pyramid(p, f, x) < 0;
        ASSERT_EQ(holding, 1);
    }
    EXPECT_GT(inside, 100);
}

// Walks start at a random face whose plane is above the point. Each step reports a side of the face that it leaves.
TEST(InteriorRegionsTest, the_walk_ends_at_the_pyramid_of_the_point_or_at_a_face_below_it) {
    std::mt19937 random(81);
    const std::vector<Polytope> polytopes = test::usual_polytopes(random);
    long scans = 0, insides = 0, outsides = 0, steps = 0;
    for (std::size_t k = 0, n = test::choose_effort(3000, 300000); k < n; ++k) {
        const Polytope& p = polytopes[k % polytopes.size()];
        const glm::dvec3 x = p.centroid() + test::random_in_box(random, p.radius());
        const auto start = static_cast<std::uint32_t>(random() % p.faces().size());
        if (height_over(p, start, x) >= 0.0) continue;
        const InteriorRegion region = find_interior_region(p, x, start, [&](std::uint32_t face, int side) {
            ++steps;
            ASSERT_LT(side, static_cast<int>(p.face_sides(face).size()));
        });
        scans += region.is_scanned;
        ASSERT_EQ(region.is_inside, max_height_over_faces(p, x) <= 0.0);
        if (region.is_inside) {
            ++insides;
            ASSERT_TRUE(region.is_scanned || find_side_beyond_pyramid(p, region.face, x) < 0);
        } else {
            ++outsides;
            ASSERT_GT(height_over(p, region.face, x), 0.0);
        }
    }
    std::printf("%ld inside, %ld outside, %ld steps, %ld scans\n", insides, outsides, steps, scans);
    EXPECT_GT(insides, 30);
    EXPECT_GT(outsides, 30);
    EXPECT_LT(scans, insides + outsides);
}

TEST(InteriorRegionsTest, walks_from_every_face_find_the_centroid_inside) {
    const Polytope p = test::polytope_of(test::sphere(6, 3));
    for (std::uint32_t f = 0; f < p.faces().size(); ++f)
        EXPECT_TRUE(find_interior_region(p, p.centroid(), f, [](std::uint32_t, int) {}).is_inside);
}

TEST(InteriorRegionsTest, the_scan_returns_the_face_over_which_the_point_is_highest) {
    std::mt19937 random(82);
    const Polytope p = test::polytope_of(test::sphere(10, 5));
    for (int k = 0; k < 500; ++k) {
        const glm::dvec3 x = test::random_in_box(random, 2.0);
        EXPECT_EQ(height_over(p, scan_for_face_over(p, x), x), max_height_over_faces(p, x));
    }
}

TEST(InteriorRegionsTest, an_edge_is_clipped_to_its_section_inside) {
    std::mt19937 random(83);
    const std::vector<Polytope> polytopes = test::usual_polytopes(random);
    int inside = 0, above = 0, around = 0;
    for (std::size_t k = 0, n = test::choose_effort(3000, 300000); k < n; ++k) {
        const Polytope& p = polytopes[k % polytopes.size()];
        const glm::dvec3 tail = p.centroid() + test::random_in_box(random, 1.5 * p.radius());
        const glm::dvec3 head = p.centroid() + test::random_in_box(random, 1.5 * p.radius());
        const auto at = [&](double part) { return tail + part * (head - tail); };
        const EdgeInside part = clip_to_inside(p, tail, head);
        if (part.lower <= part.upper) {
            ++inside;
            EXPECT_LE(max_height_over_faces(p, at(0.5 * (part.lower + part.upper))), 1e-12);
            EXPECT_LE(max_height_over_faces(p, at(part.lower)), 1e-12);
            EXPECT_LE(max_height_over_faces(p, at(part.upper)), 1e-12);
            if (part.lower > 0.0) {
                EXPECT_GT(max_height_over_faces(p, at(part.lower - 1e-6)), 0.0);
            }
            continue;
        }
        for (int sample = 0; sample <= 20; ++sample)
            EXPECT_GT(max_height_over_faces(p, at(0.05 * sample)), -1e-12);
        if (part.face_over == kNone) {
            ++around;
            continue;
        }
        ++above;
        EXPECT_GT(std::fmin(height_over(p, part.face_over, tail), height_over(p, part.face_over, head)), 0.0);
    }
    EXPECT_GT(inside, 30);
    EXPECT_GT(above, 30);
    EXPECT_GT(around, 5);
}

} // namespace
} // namespace boxwood
