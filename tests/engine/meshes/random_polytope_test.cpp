#include "engine/meshes/generate/random_polytope.hpp"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// The centroid of the solid, summed over the tetrahedra between its triangles and an apex. The apex is a distant point,
// so that the computation shares nothing with the generator.
glm::dvec3 slow_centroid(const Polytope& polytope, double& out_volume) {
    const glm::dvec3 apex(3.0, -2.0, 5.0);
    glm::dvec3 sum(0.0);
    out_volume = 0.0;
    for (const TriangleIndices& t : polytope.triangles()) {
        const glm::dvec3 a = glm::dvec3(polytope.positions()[t[0]]) - apex;
        const glm::dvec3 b = glm::dvec3(polytope.positions()[t[1]]) - apex;
        const glm::dvec3 c = glm::dvec3(polytope.positions()[t[2]]) - apex;
        const double volume = glm::determinant(glm::dmat3(a, b, c)) / 6.0;
        out_volume += volume;
        sum += volume * (apex + 0.25 * (a + b + c));
    }
    return sum / out_volume;
}

TEST(RandomPolytopeTest, has_the_requested_faces_and_radius_and_its_centroid_at_the_origin) {
    for (const std::uint32_t faces : {4u, 6u, 8u, 12u, 20u, 36u, 50u, 100u, 250u, 1000u})
        for (std::uint64_t seed = 0; seed < (faces > 200 ? 3u : 25u); ++seed)
            for (const double aspect_ratio : {1.0, 4.0}) {
                const auto polytope = make_random_polytope({faces, seed, 0.5, aspect_ratio});
                ASSERT_TRUE(polytope) << polytope.error().message;
                EXPECT_EQ(polytope->faces().size(), faces);
                EXPECT_EQ(polytope->positions().size(), faces / 2 + 2);
                EXPECT_EQ(polytope->edges().size(), 3 * faces / 2);
                for (std::uint32_t f = 0; f < polytope->faces().size(); ++f)
                    EXPECT_EQ(polytope->face_vertices(f).size(), 3u);
                double volume = 0.0, radius = 0.0;
                EXPECT_LT(glm::length(slow_centroid(*polytope, volume)), 1e-6);
                EXPECT_GT(volume, 0.0);
                for (const glm::vec3& p : polytope->positions())
                    radius = std::max(radius, glm::length(glm::dvec3(p)));
                EXPECT_NEAR(radius, 0.5, 1e-6);
            }
}

TEST(RandomPolytopeTest, odd_and_too_small_face_counts_are_rounded_up) {
    for (const auto& [asked, made] :
         {std::pair{0u, 4u}, {1u, 4u}, {3u, 4u}, {4u, 4u}, {5u, 6u}, {7u, 8u}, {35u, 36u}}) {
        const auto polytope = make_random_polytope({asked, 1, 1.0, 1.0});
        ASSERT_TRUE(polytope);
        EXPECT_EQ(polytope->faces().size(), made);
    }
}

TEST(RandomPolytopeTest, many_faces_approach_the_volume_of_a_sphere_or_an_ellipsoid) {
    const auto few = make_random_polytope({8, 3, 1.0, 1.0}), many = make_random_polytope({500, 3, 1.0, 1.0});
    const auto longer = make_random_polytope({500, 3, 1.0, 5.0});
    ASSERT_TRUE(few && many && longer);
    EXPECT_LT(few->volume(), 0.6 * many->volume());
    EXPECT_NEAR(many->volume(), 4.18879, 0.4);
    EXPECT_NEAR(longer->volume(), 4.18879 / 25.0, 0.02); // the half length is 1 and the half width 1/5
}

TEST(RandomPolytopeTest, equal_parameters_give_bit_equal_polytopes) {
    const auto a = make_random_polytope({100, 7, 1.0, 2.0}), b = make_random_polytope({100, 7, 1.0, 2.0});
    const auto c = make_random_polytope({100, 8, 1.0, 2.0});
    ASSERT_TRUE(a && b && c);
    EXPECT_TRUE(std::equal(a->positions().begin(), a->positions().end(), b->positions().begin()));
    EXPECT_TRUE(std::equal(a->triangles().begin(), a->triangles().end(), b->triangles().begin()));
    EXPECT_FALSE(std::equal(a->positions().begin(), a->positions().end(), c->positions().begin()));
}

TEST(RandomPolytopeTest, parameters_out_of_range_are_errors) {
    EXPECT_FALSE(make_random_polytope({kMaxRandomFaces + 1, 1, 1.0, 1.0}));
    EXPECT_FALSE(make_random_polytope({36, 1, 0.0, 1.0}));
    EXPECT_FALSE(make_random_polytope({36, 1, std::nan(""), 1.0}));
    EXPECT_FALSE(make_random_polytope({36, 1, 1.0, 0.5}));
    EXPECT_FALSE(make_random_polytope({36, 1, 1.0, 1000.0}));
}

} // namespace
} // namespace boxwood
