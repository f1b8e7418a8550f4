// The contract of every narrow phase: closest points with a certificate, and the same distance from every start.
#include "tests/collision/narrow_phase/narrow_phase_checks.hpp"
#include "tests/collision/narrow_phase/sample_polytopes.hpp"

namespace boxwood {
namespace {

using test::Tally;

class ClosestFeaturesTest : public test::EveryNarrowPhase {};

TEST_P(ClosestFeaturesTest, every_answer_is_certified_for_random_poses) {
    std::mt19937 random(1);
    const std::vector<Polytope> polytopes = test::usual_polytopes(random);
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    Tally tally;
    for (int k = 0, n = count(20000, 400000); k < n; ++k) {
        const Polytope &a = polytopes[pick(random)], &b = polytopes[pick(random)];
        const Pose a_from_b =
            make_pose({test::random_rotation(random), test::random_in_box(random, 2.0), glm::dvec3(1)});
        FeaturePair cache;
        test::check_answer(a, b, a_from_b, find(a, b, a_from_b, cache), tally);
    }
    EXPECT_EQ(tally.failures, 0);
    EXPECT_GT(tally.disjoint, tally.count() / 10);
    EXPECT_GT(tally.contacts, tally.count() / 10);
    EXPECT_LE(tally.fallbacks, tally.count() / 5000); // a walk rarely needs its fallback
    tally.print(GetParam().name);
}

TEST_P(ClosestFeaturesTest, every_answer_is_certified_in_coherent_motion) {
    std::mt19937 random(2);
    const std::vector<Polytope> polytopes = test::usual_polytopes(random);
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    Tally tally;
    for (int run = 0, n = count(200, 4000); run < n; ++run) {
        const Polytope &a = polytopes[pick(random)], &b = polytopes[pick(random)];
        test::Motion motion(random, a.radius() + b.radius(), 0.01);
        FeaturePair cache;
        for (int frame = 0; frame < 200; ++frame) {
            const Pose a_from_b = motion.next();
            test::check_answer(a, b, a_from_b, find(a, b, a_from_b, cache), tally);
        }
    }
    EXPECT_EQ(tally.failures, 0);
    EXPECT_GT(tally.disjoint, tally.count() / 10);
    EXPECT_GT(tally.contacts, tally.count() / 10);
    EXPECT_LE(tally.fallbacks, tally.count() / 5000); // a walk rarely needs its fallback
    tally.print(GetParam().name);
}

TEST_P(ClosestFeaturesTest, swapped_polytopes_give_the_same_distance) {
    std::mt19937 random(3);
    const std::vector<Polytope> polytopes = test::usual_polytopes(random);
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    for (int k = 0, n = count(5000, 50000); k < n; ++k) {
        const Polytope &a = polytopes[pick(random)], &b = polytopes[pick(random)];
        const Pose a_from_b =
            make_pose({test::random_rotation(random), test::random_in_box(random, 2.0), glm::dvec3(1)});
        FeaturePair cache, swapped_cache;
        const ClosestFeatures found = find(a, b, a_from_b, cache);
        const ClosestFeatures swapped = find(b, a, inverse(a_from_b), swapped_cache);
        ASSERT_EQ(found.status, swapped.status);
        ASSERT_NEAR(found.distance, swapped.distance, 1e-13);
    }
}

TEST_P(ClosestFeaturesTest, every_start_gives_the_same_distance) {
    std::mt19937 random(5);
    for (int k = 0, n = count(30, 300); k < n; ++k) {
        const Polytope a = test::polytope_of(test::random_hull(random, 16, 1 << 20, glm::vec3(0x1p-20f)));
        const Polytope b =
            k % 3 == 0 ? test::polytope_of(test::box({0.5f, 0.5f, 0.5f}))
                       : test::polytope_of(test::random_hull(random, 12, 1 << 20, glm::vec3(0x1p-20f)));
        const Pose a_from_b =
            make_pose({test::random_rotation(random), test::random_in_box(random, 1.5), glm::dvec3(1)});
        FeaturePair cache;
        const ClosestFeatures expected = find(a, b, a_from_b, cache);
        for (const Feature& start_a : test::all_features(a))
            for (const Feature& start_b : test::all_features(b)) {
                FeaturePair start{start_a, start_b};
                const ClosestFeatures found = find(a, b, a_from_b, start);
                ASSERT_EQ(found.status, expected.status);
                ASSERT_NEAR(found.distance, expected.distance, 1e-13);
                ASSERT_EQ(found.features, start);
            }
    }
}

TEST(ExhaustiveTest, exhaustive_search_reports_contact_of_nested_polytopes) {
    std::mt19937 random(14);
    const Polytope outer = test::polytope_of(test::box({1, 1, 1})),
                   inner = test::polytope_of(test::tetrahedron(0.25f));
    for (int k = 0; k < 100; ++k) {
        const Pose a_from_b =
            make_pose({test::random_rotation(random), test::random_in_box(random, 0.5), glm::dvec3(1)});
        FeaturePair cache;
        Tally tally;
        test::check_answer(outer, inner, a_from_b, closest_exhaustive(outer, inner, a_from_b, cache), tally);
        test::check_answer(inner, outer, inverse(a_from_b),
                           closest_exhaustive(inner, outer, inverse(a_from_b), cache), tally);
        EXPECT_EQ(tally.contacts, 2);
        EXPECT_EQ(tally.failures, 0);
    }
}

TEST_P(ClosestFeaturesTest, UnusableCachesAreReplaced) {
    const Polytope box = test::polytope_of(test::box({1, 1, 1}));
    const Pose a_from_b{glm::dmat3(1.0), {5, 0.5, 0.25}};
    for (const Feature bad :
         {Feature{FeatureKind::vertex, 8}, Feature{FeatureKind::edge, 12}, Feature{FeatureKind::face, 6},
          Feature{static_cast<FeatureKind>(7), 0}, Feature{FeatureKind::face, kNone}}) {
        FeaturePair cache{bad, bad};
        EXPECT_EQ(find(box, box, a_from_b, cache).distance, 3.0);
    }
}

BOXWOOD_FOR_EVERY_NARROW_PHASE(ClosestFeaturesTest);

TEST(AllNarrowPhasesTest, NarrowPhasesAreFoundByName) {
    ASSERT_NE(find_narrow_phase("v-clip"), nullptr);
    EXPECT_EQ(find_narrow_phase("v-clip"), &kAllNarrowPhases[0]);
    EXPECT_EQ(find_narrow_phase("no such"), nullptr);
    const Polytope box = test::polytope_of(test::box({1, 1, 1}));
    for (const NarrowPhase& narrow_phase : kAllNarrowPhases) {
        FeaturePair cache;
        EXPECT_EQ(narrow_phase.find_closest(box, box, {glm::dmat3(1.0), {5, 0.5, 0.25}}, cache).distance,
                  3.0);
    }
}

} // namespace
} // namespace boxwood
