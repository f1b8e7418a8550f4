// The comparison with other libraries explains why answers differ.
#include "bench/peers/mesh_pairs/differences.hpp"

#include <gtest/gtest.h>

namespace boxwood::bench {
namespace {

TEST(PeerDifferences, only_small_measured_differences_are_due_to_float) {
    EXPECT_EQ(explain({}, AnswerContent::pairs), "equal");
    EXPECT_EQ(explain({.missed = 2, .longest_missed = 1e-7}, AnswerContent::pairs).substr(0, 7), "float: ");
    EXPECT_EQ(explain({.invented = 2, .widest_invented = 0.1}, AnswerContent::pairs).rfind("another test", 0),
              0u);
    EXPECT_EQ(explain({.placements = 3, .unmeasured = 3}, AnswerContent::yes_or_no),
              "unknown cause: 3 placements");
    EXPECT_EQ(explain({.placements = 3, .unmeasured = 3}, AnswerContent::pairs),
              "unknown cause: 3 placements");
}

TEST(PeerDifferences, a_missed_pair_of_coplanar_triangles_has_no_length) {
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.triangles = {{0, 1, 2}};
    const PairAnswer exact{.intersects = true, .pairs = {{0, 0}}}, none;
    Differences flat;
    compare_pairs(mesh, {}, exact, none, flat);
    EXPECT_EQ(flat.missed, 1u);
    EXPECT_EQ(flat.unmeasured, 1u);
    EXPECT_EQ(explain(flat, AnswerContent::pairs).rfind("unknown cause: ", 0), 0u);
    Placement crossing;
    crossing.b.linear = glm::dmat3({1, 0, 0}, {0, 0, 1}, {0, -1, 0}); // a quarter turn about x
    crossing.b.origin = {0.1, 0.2, -0.1};
    Differences crossed;
    compare_pairs(mesh, crossing, exact, none, crossed);
    EXPECT_EQ(crossed.unmeasured, 0u);
    EXPECT_GT(crossed.longest_missed, 0.1);
    EXPECT_EQ(explain(crossed, AnswerContent::pairs).rfind("another test", 0), 0u);
}

} // namespace
} // namespace boxwood::bench
