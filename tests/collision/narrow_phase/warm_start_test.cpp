// Support vertices by hill climbing and by look-up in a table, and the features at which each kind of start begins.
#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "collision/narrow_phase/warm_start.hpp"
#include "tests/collision/narrow_phase/narrow_phase_checks.hpp"

namespace boxwood {
namespace {

double height_of(const Polytope& p, std::uint32_t v, const glm::dvec3& direction) {
    return glm::dot(direction, glm::dvec3(p.positions()[v]));
}
double highest_of(const Polytope& p, const glm::dvec3& direction) {
    double highest = height_of(p, 0, direction);
    for (std::uint32_t v = 1; v < p.positions().size(); ++v)
        highest = std::fmax(highest, height_of(p, v, direction));
    return highest;
}

TEST(WarmStartTest, a_climb_ends_at_the_support_vertex) {
    std::mt19937 random(60);
    for (const test::Solid& solid :
         {test::box({1, 2, 3}), test::sphere(16, 8), test::bipyramid(20, 1, 0.1f)}) {
        const Polytope p = test::polytope_of(solid);
        for (int k = 0; k < 200; ++k) {
            const glm::dvec3 direction = test::random_in_box(random, 1.0);
            const auto start = static_cast<std::uint32_t>(random() % p.positions().size());
            EXPECT_GE(height_of(p, climb_to_support(p, direction, start), direction),
                      highest_of(p, direction) - 1e-6);
        }
    }
}

TEST(WarmStartTest, the_table_gives_a_vertex_near_the_support_vertex) {
    std::mt19937 random(61);
    const Polytope p = test::polytope_of(test::sphere(25, 20));
    const SupportTable table(p), fine(p, 32);
    EXPECT_FALSE(table.is_empty());
    EXPECT_EQ(table.size_in_bytes(), 6u * 8 * 8 * 4);
    double worst = 1.0, worst_fine = 1.0;
    for (int k = 0; k < 2000; ++k) {
        const glm::dvec3 direction = glm::normalize(test::random_in_box(random, 1.0));
        const double highest = highest_of(p, direction);
        worst = std::fmin(worst, height_of(p, table.look_up_start(direction), direction) / highest);
        worst_fine = std::fmin(worst_fine, height_of(p, fine.look_up_start(direction), direction) / highest);
    }
    // The angle between a direction and its vertex is at most that of half the diagonal of a cell plus that of an edge
    // of the polytope: 25 degrees, whose cosine is 0.9.
    EXPECT_GT(worst, 0.9);
    EXPECT_GT(worst_fine, 0.97);
    for (const glm::dvec3& odd :
         {glm::dvec3(0.0), glm::dvec3(1, 1, 1), glm::dvec3(-1, 1, -1), glm::dvec3(0, 0, -2)})
        EXPECT_LT(table.look_up_start(odd), p.positions().size());
}

TEST(WarmStartTest, each_kind_of_start_gives_the_features_that_its_name_says) {
    const Polytope a = test::polytope_of(test::box({1, 1, 1})), b = test::polytope_of(test::sphere(10, 5));
    const SupportTable table_a(a), table_b(b);
    const Pose a_from_b{glm::dmat3(1.0), {9, 5, 7}};
    const FeaturePair stored{{FeatureKind::face, 3}, {FeatureKind::edge, 7}};
    const WarmStartCache memory{stored, 42, &table_a, &table_b};
    const auto start = [&](WarmStart guess) { return make_start(guess, a, b, a_from_b, memory); };
    EXPECT_EQ(start(WarmStart::stored), stored);
    EXPECT_EQ(start(WarmStart::first), FeaturePair{});
    EXPECT_EQ(start(WarmStart::random), start(WarmStart::random));
    EXPECT_EQ(a.positions()[start(WarmStart::directional).a.index], glm::vec3(1, 1, 1));
    const glm::vec3 tip_b = b.positions()[start(WarmStart::directional).b.index];
    EXPECT_LT(glm::dot(tip_b, glm::normalize(glm::vec3(9, 5, 7))), -0.8f);
    EXPECT_EQ(make_start(WarmStart::directional, a, b, a_from_b, {}), FeaturePair{});
    bool seen_a[8] = {};
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const FeaturePair pair = make_start(WarmStart::random, a, b, a_from_b, {{}, seed});
        ASSERT_LT(pair.a.index, a.positions().size());
        ASSERT_LT(pair.b.index, b.positions().size());
        seen_a[pair.a.index] = true;
    }
    for (const bool is_seen : seen_a) EXPECT_TRUE(is_seen);
}

} // namespace
} // namespace boxwood
