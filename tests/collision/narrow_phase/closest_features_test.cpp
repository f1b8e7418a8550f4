#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "tests/collision/narrow_phase/narrow_phase_checks.hpp"

namespace boxwood {
namespace {

using test::Tally;

std::vector<Polytope> usual_polytopes(std::mt19937& random) {
    std::vector<Polytope> result;
    for (const int count : {5, 8, 20, 40})
        for (int k = 0; k < 3; ++k)
            result.push_back(
                test::polytope_of(test::random_hull(random, count, 1 << 20, glm::vec3(0x1p-20f))));
    result.push_back(test::polytope_of(test::box({1, 0.5f, 0.25f})));
    result.push_back(test::polytope_of(test::tetrahedron()));
    result.push_back(test::polytope_of(test::sphere(10, 5)));
    result.push_back(test::polytope_of(test::prism(12, 0.5f, 1)));
    result.push_back(
        test::polytope_of(test::random_hull(random, 15, 2, glm::vec3(0.5f)))); // many parallel features
    return result;
}

TEST(VClipTest, O3_every_answer_is_certified_for_random_poses) {
    std::mt19937 random(1);
    const std::vector<Polytope> polytopes = usual_polytopes(random);
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    Tally tally;
    for (int k = 0, n = test::query_count(40000); k < n; ++k) {
        const Polytope &a = polytopes[pick(random)], &b = polytopes[pick(random)];
        const Pose a_from_b =
            make_pose({test::random_rotation(random), test::random_in_box(random, 2.0), glm::dvec3(1)});
        FeaturePair cache;
        test::check_answer(a, b, a_from_b, v_clip(a, b, a_from_b, cache), tally);
    }
    EXPECT_EQ(tally.failures, 0);
    EXPECT_GT(tally.disjoint, tally.count() / 10);
    EXPECT_GT(tally.contacts, tally.count() / 10);
    EXPECT_LE(tally.fallbacks, tally.count() / 5000); // the fallback must not carry the walk
    tally.print("random poses");
}

TEST(VClipTest, O3_every_answer_is_certified_in_coherent_motion) {
    std::mt19937 random(2);
    const std::vector<Polytope> polytopes = usual_polytopes(random);
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    Tally tally;
    for (int run = 0, n = test::query_count(400); run < n; ++run) {
        const Polytope &a = polytopes[pick(random)], &b = polytopes[pick(random)];
        test::Motion motion(random, a.radius() + b.radius(), 0.01);
        FeaturePair cache;
        for (int frame = 0; frame < 200; ++frame) {
            const Pose a_from_b = motion.next();
            test::check_answer(a, b, a_from_b, v_clip(a, b, a_from_b, cache), tally);
        }
    }
    EXPECT_EQ(tally.failures, 0);
    EXPECT_GT(tally.disjoint, tally.count() / 10);
    EXPECT_GT(tally.contacts, tally.count() / 10);
    EXPECT_LE(tally.fallbacks, tally.count() / 5000); // the fallback must not carry the walk
    tally.print("coherent motion");
}

// O7: swapping the polytopes changes nothing but the sides.
TEST(VClipTest, O7_swapped_polytopes_give_the_same_distance) {
    std::mt19937 random(3);
    const std::vector<Polytope> polytopes = usual_polytopes(random);
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    for (int k = 0; k < 5000; ++k) {
        const Polytope &a = polytopes[pick(random)], &b = polytopes[pick(random)];
        const Pose a_from_b =
            make_pose({test::random_rotation(random), test::random_in_box(random, 2.0), glm::dvec3(1)});
        FeaturePair cache, swapped_cache;
        const ClosestFeatures found = v_clip(a, b, a_from_b, cache);
        const ClosestFeatures swapped = v_clip(b, a, inverse(a_from_b), swapped_cache);
        ASSERT_EQ(found.status, swapped.status);
        ASSERT_NEAR(found.distance, swapped.distance, 1e-13);
    }
}

TEST(VClipTest, T1_11_exhaustive_search_agrees) {
    std::mt19937 random(4);
    const std::vector<Polytope> polytopes = usual_polytopes(random);
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    Tally tally;
    for (int k = 0, n = test::query_count(2000); k < n; ++k) {
        const Polytope &a = polytopes[pick(random)], &b = polytopes[pick(random)];
        const Pose a_from_b =
            make_pose({test::random_rotation(random), test::random_in_box(random, 2.0), glm::dvec3(1)});
        FeaturePair cache, exhaustive_cache;
        const ClosestFeatures found = v_clip(a, b, a_from_b, cache);
        const ClosestFeatures slow = closest_exhaustive(a, b, a_from_b, exhaustive_cache);
        test::check_answer(a, b, a_from_b, slow, tally);
        ASSERT_EQ(found.status, slow.status);
        ASSERT_NEAR(found.distance, slow.distance, 1e-9 * slow.distance);
    }
    EXPECT_EQ(tally.failures, 0);
}

TEST(VClipTest, T1_11_exhaustive_search_finds_nested_polytopes) {
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

// T1.9: wherever the walk starts, it finds the same distance.
TEST(VClipTest, T1_9_every_start_gives_the_same_distance) {
    std::mt19937 random(5);
    for (int k = 0; k < 60; ++k) {
        const Polytope a = test::polytope_of(test::random_hull(random, 16, 1 << 20, glm::vec3(0x1p-20f)));
        const Polytope b =
            k % 3 == 0 ? test::polytope_of(test::box({0.5f, 0.5f, 0.5f}))
                       : test::polytope_of(test::random_hull(random, 12, 1 << 20, glm::vec3(0x1p-20f)));
        const Pose a_from_b =
            make_pose({test::random_rotation(random), test::random_in_box(random, 1.5), glm::dvec3(1)});
        FeaturePair cache;
        const ClosestFeatures expected = v_clip(a, b, a_from_b, cache);
        for (const Feature& start_a : test::all_features(a))
            for (const Feature& start_b : test::all_features(b)) {
                FeaturePair start{start_a, start_b};
                const ClosestFeatures found = v_clip(a, b, a_from_b, start);
                ASSERT_EQ(found.status, expected.status);
                ASSERT_NEAR(found.distance, expected.distance, 1e-13);
                ASSERT_EQ(found.features, start);
            }
    }
}

// T1.9: with caching, iterations hardly depend on the number of faces; without, they do.
TEST(VClipTest, T1_9_iterations_are_flat_in_the_number_of_faces) {
    std::mt19937 random(6);
    std::vector<double> cached, cold;
    for (const auto& [slices, rings] : {std::pair{4, 2}, {6, 3}, {10, 5}, {16, 8}, {25, 20}}) {
        const Polytope p = test::polytope_of(test::sphere(slices, rings));
        Tally tally, cold_tally;
        double iterations = 0.0;
        for (int run = 0; run < 20; ++run) {
            test::Motion motion(random, 2.5, 0.0005);
            FeaturePair cache;
            for (int frame = 0; frame < 200; ++frame) {
                const Pose a_from_b = motion.next();
                const ClosestFeatures found = v_clip(p, p, a_from_b, cache);
                if (frame > 0) iterations += found.iterations;
                if (frame % 25 != 24) continue;
                test::check_answer(p, p, a_from_b, found, tally);
                FeaturePair first_vertices;
                test::check_answer(p, p, a_from_b, v_clip(p, p, a_from_b, first_vertices), cold_tally);
            }
        }
        EXPECT_EQ(tally.failures + cold_tally.failures, 0);
        cached.push_back(iterations / (20 * 199));
        cold.push_back(cold_tally.mean_iterations());
        std::printf("%d faces: %.2f iterations cached, %.2f cold\n", 2 * slices * rings, cached.back(),
                    cold.back());
    }
    EXPECT_LT(cached.back(), 1.5 * cached.front());
    EXPECT_GT(cold.back(), 3.0 * cold.front());
}

bool are_incident_or_same(const Polytope& p, Feature x, Feature y) {
    if (x == y) return true;
    if (y.kind < x.kind) std::swap(x, y);
    if (x.kind == FeatureKind::vertex && y.kind == FeatureKind::edge) {
        const Polytope::Edge& edge = p.edges()[y.index];
        return edge.tail == x.index || edge.head == x.index;
    }
    if (x.kind == FeatureKind::edge && y.kind == FeatureKind::face) {
        const Polytope::Edge& edge = p.edges()[x.index];
        return edge.left == y.index || edge.right == y.index;
    }
    return false;
}

// The trace shows a walk: each pair differs from the one before in one feature, by a neighbor of it, unless
// it says that it escaped.
TEST(VClipTest, TraceShowsStepsBetweenNeighbors) {
    std::mt19937 random(7);
    const std::vector<Polytope> polytopes = usual_polytopes(random);
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    long steps = 0, escapes = 0;
    for (int k = 0; k < 3000; ++k) {
        const Polytope &a = polytopes[pick(random)], &b = polytopes[pick(random)];
        const Pose a_from_b =
            make_pose({test::random_rotation(random), test::random_in_box(random, 1.5), glm::dvec3(1)});
        VisitRecorder trace;
        FeaturePair cache, untraced_cache;
        const ClosestFeatures found = v_clip(a, b, a_from_b, cache, trace);
        const ClosestFeatures untraced = v_clip(a, b, a_from_b, untraced_cache);
        ASSERT_EQ(found.distance, untraced.distance);
        ASSERT_EQ(cache, untraced_cache);
        ASSERT_EQ(trace.visits().size(), found.iterations);
        const Visit& last = trace.visits().back();
        if (found.status == ContactStatus::disjoint) {
            EXPECT_EQ(unpack_feature(last.a), found.features.a);
            EXPECT_EQ(unpack_feature(last.b), found.features.b);
            EXPECT_EQ(last.axis, -1);
        }
        for (std::size_t i = 0; i + 1 < trace.visits().size(); ++i) {
            const Visit &visit = trace.visits()[i], &next = trace.visits()[i + 1];
            EXPECT_EQ(visit.depth, i);
            EXPECT_EQ(visit.kind, VisitKind::feature_step);
            ++steps;
            if (visit.verdict) {
                ++escapes;
                continue;
            }
            EXPECT_GE(visit.axis, 0);
            EXPECT_TRUE((visit.a == next.a) != (visit.b == next.b));
            EXPECT_TRUE(are_incident_or_same(a, unpack_feature(visit.a), unpack_feature(next.a)));
            EXPECT_TRUE(are_incident_or_same(b, unpack_feature(visit.b), unpack_feature(next.b)));
        }
    }
    EXPECT_GT(escapes, 0);
    EXPECT_LT(escapes, steps / 20);
}

TEST(VClipTest, UnusableCachesAreReplaced) {
    const Polytope box = test::polytope_of(test::box({1, 1, 1}));
    const Pose a_from_b{glm::dmat3(1.0), {5, 0.5, 0.25}};
    for (const Feature bad :
         {Feature{FeatureKind::vertex, 8}, Feature{FeatureKind::edge, 12}, Feature{FeatureKind::face, 6},
          Feature{static_cast<FeatureKind>(7), 0}, Feature{FeatureKind::face, kNone}}) {
        FeaturePair cache{bad, bad};
        EXPECT_EQ(v_clip(box, box, a_from_b, cache).distance, 3.0);
    }
}

TEST(VClipTest, NarrowPhasesAreFoundByName) {
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
