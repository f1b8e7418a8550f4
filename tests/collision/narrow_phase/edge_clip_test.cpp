#include "collision/narrow_phase/walk/edge_clip.hpp"

#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace boxwood {
namespace {

using namespace walk_detail;

Polytope make_prism(std::uint32_t sides, double stretch) {
    std::vector<glm::vec3> positions;
    std::vector<std::vector<std::uint32_t>> faces(2);
    for (const float height : {0.0f, -1.0f})
        for (std::uint32_t i = 0; i < sides; ++i) {
            const double angle = 2.0 * std::numbers::pi * i / sides;
            positions.emplace_back(std::cos(angle), stretch * std::sin(angle), height);
        }
    for (std::uint32_t i = 0; i < sides; ++i) {
        const std::uint32_t j = (i + 1) % sides;
        faces[0].push_back(i);
        faces[1].push_back(2 * sides - 1 - i);
        faces.push_back({i, sides + i, sides + j, j});
    }
    return require_ok(make_polytope(positions, faces));
}

// The oracle: the minimum of the distances from the segment to all sides.
double nearest_of_all(const Polytope& polytope, std::uint32_t face, const Segment& segment) {
    double least = std::numeric_limits<double>::infinity();
    for (const std::uint32_t edge : polytope.face_edges(face)) {
        const SegmentPair pair = closest_points_of_side(polytope, edge, segment);
        least = std::min(least, glm::distance(pair.on_p, pair.on_q));
    }
    return least;
}

TEST(EdgeClipTest, the_nearest_side_has_the_distance_that_a_scan_of_all_sides_finds) {
    std::mt19937 random(77);
    int descended = 0;
    for (const std::uint32_t sides : {8u, 17u, 40u, 129u, 512u})
        for (const double stretch : {1.0, 0.1, 0.003}) {
            const Polytope prism = make_prism(sides, stretch);
            std::uint32_t face = 0;
            while (prism.faces()[face].normal.z < 0.9) ++face;
            ASSERT_EQ(prism.face_edges(face).size(), sides);
            for (int k = 0; k < 500; ++k) {
                const glm::dvec3 tail = test::random_in_box(random, 2.0),
                                 head = test::random_in_box(random, 2.0);
                const ClippedEdge part = clip(prism.face_sides(face), tail, head);
                if (!part.is_empty) continue;
                const double length = glm::distance(tail, head);
                const Segment segment{tail, (head - tail) / length, length};
                const int side = find_nearest_side(prism, face, segment, part.excluding);
                const SegmentPair pair = closest_points_of_side(
                    prism, prism.face_edges(face)[static_cast<std::size_t>(side)], segment);
                ASSERT_NEAR(glm::distance(pair.on_p, pair.on_q), nearest_of_all(prism, face, segment), 1e-12);
                descended += sides > kManySides && part.excluding >= 0 &&
                             descend_to_nearest_side(prism, face, segment, part.excluding) >= 0;
            }
        }
    EXPECT_GT(descended, 1000);
}

} // namespace
} // namespace boxwood
