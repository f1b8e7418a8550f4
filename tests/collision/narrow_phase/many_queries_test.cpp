// A batch of queries gives exactly the results of single queries, for any number and order of queries.
#include "tests/collision/narrow_phase/narrow_phase_checks.hpp"
#include "tests/collision/narrow_phase/sample_polytopes.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace boxwood {
namespace {

class ManyQueriesTest : public test::EveryNarrowPhase {};

std::vector<ClosestQuery> make_queries(const std::vector<Polytope>& polytopes, std::size_t count,
                                       std::mt19937& random) {
    std::vector<ClosestQuery> queries;
    for (std::size_t i = 0; i < count; ++i) {
        const Polytope &a = polytopes[random() % polytopes.size()],
                       &b = polytopes[random() % polytopes.size()];
        test::Motion motion(random, a.radius() + b.radius(), 0.1);
        const std::vector<Feature> of_a = test::all_features(a), of_b = test::all_features(b);
        const FeaturePair start{of_a[random() % of_a.size()], of_b[random() % of_b.size()]};
        queries.push_back({&a, &b, motion.next(), start, start, {}});
    }
    return queries;
}

TEST_P(ManyQueriesTest, GiveTheResultsOfSingleQueries) {
    std::mt19937 random(5);
    const std::vector<Polytope> polytopes = test::usual_polytopes(random);
    long contacts = 0, apart = 0;
    for (const std::size_t count : {0u, 1u, 2u, 15u, 16u, 17u, 40u, 133u}) {
        std::vector<ClosestQuery> queries = make_queries(polytopes, count, random);
        const std::vector<ClosestQuery> asked = queries;
        GetParam().find_closest_many(queries);
        for (std::size_t i = 0; i < count; ++i) {
            FeaturePair cache = asked[i].cache;
            const ClosestFeatures alone = find(*asked[i].a, *asked[i].b, asked[i].a_from_b, cache);
            const ClosestFeatures& found = queries[i].found;
            EXPECT_EQ(queries[i].cache, cache);
            EXPECT_EQ(found.status, alone.status);
            EXPECT_EQ(found.features, alone.features);
            EXPECT_EQ(found.point_on_a_a, alone.point_on_a_a);
            EXPECT_EQ(found.point_on_b_a, alone.point_on_b_a);
            EXPECT_EQ(found.distance, alone.distance);
            EXPECT_EQ(found.iterations, alone.iterations);
            EXPECT_EQ(found.is_fallback, alone.is_fallback);
            (alone.status == ContactStatus::disjoint ? apart : contacts)++;
        }
    }
    EXPECT_GT(apart, 20);
    EXPECT_GT(contacts, 20);
}

TEST_P(ManyQueriesTest, a_polytope_that_is_missing_or_empty_ends_the_process) {
    const Polytope box = *make_box_polytope(glm::vec3(1.0f)), empty;
    for (const auto& [a, b] : {std::pair<const Polytope*, const Polytope*>(nullptr, &box),
                               {&box, nullptr},
                               {&empty, &box},
                               {&box, &empty}}) {
        std::vector<ClosestQuery> queries(3, ClosestQuery{&box, &box, {}, {}, {}, {}});
        queries[1].a = a;
        queries[1].b = b;
        EXPECT_DEATH(GetParam().find_closest_many(queries), "requirement failed");
    }
}

// The square of a coordinate beyond 1e155 overflows, which must not give a distance of 0.
TEST_P(ManyQueriesTest, origins_give_accurate_distances_up_to_the_limit_of_poses_and_abort_beyond) {
    const Polytope box = *make_box_polytope(glm::vec3(1.0f));
    for (const double far : {1e3, 1e15, 1e18}) {
        Pose a_from_b;
        a_from_b.origin = {far, -far, 0.5};
        FeaturePair cache;
        const ClosestFeatures found = find(box, box, a_from_b, cache);
        EXPECT_EQ(found.status, ContactStatus::disjoint);
        EXPECT_NEAR(found.distance, std::sqrt(2.0) * (far - 2.0), 1e-12 * far);
    }
    for (const double beyond : {1.01e18, -1e155, 1e300}) {
        Pose a_from_b;
        a_from_b.origin.y = beyond;
        FeaturePair cache;
        EXPECT_DEATH(find(box, box, a_from_b, cache), "requirement failed");
    }
}
BOXWOOD_FOR_EVERY_NARROW_PHASE(ManyQueriesTest);

} // namespace
} // namespace boxwood
