#include "collision/narrow_phase/compound/compound_query.hpp"

#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "engine/workloads/sample_parts.hpp"
#include "tests/oracles/convex_certificate.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/parts/random_trees.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace boxwood {
namespace {

PartsQuery with_v_clip(bool wants_closest = true) {
    return {find_narrow_phase("v-clip")->find_closest, wants_closest};
}

// The oracle's answers: of tests of every part of A with every part of B, without hulls and caches.
struct AllPairs {
    double least = std::numeric_limits<double>::infinity();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> contacts;
    ContactStatus gravest = ContactStatus::disjoint;
};

template <class IsAsked>
AllPairs ask_all(const HullHierarchyState& a, const HullHierarchyState& b, const Pose& a_from_b,
                 IsAsked&& is_asked) {
    AllPairs all;
    for (std::uint32_t i = 0; i < a.tree().part_count(); ++i)
        for (std::uint32_t k = 0; k < b.tree().part_count(); ++k) {
            if (!is_asked(i, k)) continue;
            const Pose part_from_part = inverse_rigid(a.body_from_part(i)) * (a_from_b * b.body_from_part(k));
            FeaturePair none;
            const ClosestFeatures found =
                find_narrow_phase("exhaustive")
                    ->find_closest(a.tree().part(i), b.tree().part(k), part_from_part, none);
            all.least = std::min(all.least, found.distance);
            all.gravest = std::max(all.gravest, found.status);
            if (found.status != ContactStatus::disjoint) all.contacts.emplace_back(i, k);
        }
    return all;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> contact_parts(const CompoundResult& result) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> parts;
    for (const PartPair& pair : result.contacts) parts.emplace_back(pair.part_a, pair.part_b);
    return parts;
}

// Checks the reported closest points of the pair of parts by an optimality certificate: the points lie on the parts,
// and no other points of the parts are nearer to each other.
void expect_certified(const HullHierarchyState& a, const HullHierarchyState& b, const Pose& a_from_b,
                      const PartPair& pair) {
    const Pose a_from_part = a.body_from_part(pair.part_a);
    const Pose part_from_part = inverse_rigid(a_from_part) * (a_from_b * b.body_from_part(pair.part_b));
    const Pose part_from_a = inverse_rigid(a_from_part);
    const Polytope &p = a.tree().part(pair.part_a), &q = b.tree().part(pair.part_b);
    const auto certificate = test::certify(p, q, part_from_part, part_from_a * pair.closest.point_on_a_a,
                                           part_from_a * pair.closest.point_on_b_a);
    EXPECT_LE(certificate.gap, 8 * test::allowed_gap(p, q, part_from_part, certificate.distance));
    EXPECT_LE(certificate.excess, 1e-13);
    EXPECT_NEAR(static_cast<double>(certificate.distance), pair.closest.distance, 1e-13);
}

TEST(PartsQuery, ResultsEqualThoseOfAllPairsOfParts) {
    const std::size_t trees = test::choose_effort(10, 300);
    std::size_t contacts = 0, disjoint = 0, saved = 0;
    for (std::size_t i = 0; i < trees; ++i) {
        Random random(mix_seed(1120, i));
        const auto mode = i % 3 == 0 ? HullMode::whole_range : HullMode::recompute;
        const auto tree_a = make_hull_hierarchy(test::random_nodes(random, 1, mode), &make_hull);
        const auto tree_b =
            make_hull_hierarchy(test::random_nodes(random, 2, HullMode::recompute), &make_hull);
        ASSERT_TRUE(tree_a && tree_b);
        HullHierarchyState a(*tree_a), b(*tree_b);
        PartsCache cache;
        PartsScratch scratch;
        CompoundResult result;
        for (int frame = 0; frame < 6; ++frame) {
            test::turn_at_random(a, random);
            test::turn_at_random(b, random);
            a.update();
            b.update();
            const Pose a_from_b = test::random_rigid(random, 2.0 + frame);
            query_parts(CompoundSide(a), CompoundSide(b), a_from_b, with_v_clip(), cache, scratch, result);
            const AllPairs all = ask_all(a, b, a_from_b, [](auto, auto) { return true; });
            EXPECT_EQ(contact_parts(result), all.contacts) << "tree " << i << ", frame " << frame;
            EXPECT_EQ(result.status, all.gravest);
            EXPECT_NEAR(result.closest.closest.distance, all.least, 1e-12);
            EXPECT_EQ(cache.size(), result.counters.node_pairs);
            for (const PartPair& contact : result.contacts) {
                if (contact.closest.status != result.status) continue;
                EXPECT_EQ(result.closest.part_a, contact.part_a) << "the first contact with that status";
                EXPECT_EQ(result.closest.part_b, contact.part_b);
                break;
            }
            if (result.status == ContactStatus::disjoint) expect_certified(a, b, a_from_b, result.closest);
            contacts += all.contacts.size();
            disjoint += all.contacts.empty() ? 1 : 0;
            saved += tree_a->part_count() * tree_b->part_count() - result.counters.part_pairs;
        }
    }
    EXPECT_GT(contacts, 0u);
    EXPECT_GT(disjoint, 0u);
    EXPECT_GT(saved, 0u) << "hulls must exclude some pairs of parts from the tests";
}

TEST(PartsQuery, TheOrderOfTheObjectsDoesNotMatter) {
    Random random(17);
    const HullHierarchy hand = make_hand(1.0), chain = make_chain(8, 1.2);
    HullHierarchyState a(hand), b(chain);
    for (std::size_t i = 0; i < test::choose_effort(100, 5000); ++i) {
        test::turn_at_random(a, random);
        test::turn_at_random(b, random);
        a.update();
        b.update();
        const Pose a_from_b = test::random_rigid(random, 1.2);
        PartsCache none, none_too;
        PartsScratch scratch;
        CompoundResult ab, ba;
        query_parts(CompoundSide(a), CompoundSide(b), a_from_b, with_v_clip(), none, scratch, ab);
        query_parts(CompoundSide(b), CompoundSide(a), inverse_rigid(a_from_b), with_v_clip(), none_too,
                    scratch, ba);
        EXPECT_EQ(ab.status, ba.status);
        EXPECT_NEAR(ab.closest.closest.distance, ba.closest.closest.distance, 1e-12);
        EXPECT_EQ(ab.contacts.size(), ba.contacts.size());
    }
}

TEST(PartsQuery, AnObjectInTheCavityOfACShapeDoesNotTouchIt) {
    const HullHierarchy c = make_c_shape(1.0);
    HullHierarchyState state(c);
    const auto ball = make_random_polytope({.faces = 60, .seed = 3, .radius = 0.4});
    ASSERT_TRUE(ball);
    PartsCache cache;
    PartsScratch scratch;
    CompoundResult result;
    Random random(3);
    for (int i = 0; i < 50; ++i) {
        const Pose c_from_ball =
            make_pose({random.rotation(), random.in_box(glm::dvec3(0.1)), glm::dvec3(1.0)});
        FeaturePair none;
        const auto hulls = with_v_clip().find_closest(c.hulls()[0].polytope, *ball, c_from_ball, none);
        ASSERT_EQ(hulls.status, ContactStatus::penetrating) << "the ball is inside the hull of the C";
        query_parts(CompoundSide(state), CompoundSide(*ball), c_from_ball, with_v_clip(), cache, scratch,
                    result);
        EXPECT_EQ(result.status, ContactStatus::disjoint);
        EXPECT_GT(result.closest.closest.distance, 0.0);
        EXPECT_TRUE(result.contacts.empty());
    }
    // Moved against the back of the C, the ball touches only the back.
    query_parts(CompoundSide(state), CompoundSide(*ball),
                make_pose({{1, 0, 0, 0}, {-0.4, 0, 0}, glm::dvec3(1.0)}), with_v_clip(), cache, scratch,
                result);
    EXPECT_EQ(result.status, ContactStatus::penetrating);
    ASSERT_EQ(result.contacts.size(), 1u);
    EXPECT_EQ(result.contacts[0].part_a, 0u);
}

TEST(PartsQuery, WithoutClosestPartsADistanceIsALowerBound) {
    Random random(23);
    const HullHierarchy hand = make_hand(1.0), chain = make_chain(6, 1.0);
    HullHierarchyState a(hand), b(chain);
    std::size_t bounds = 0;
    for (std::size_t i = 0; i < test::choose_effort(100, 5000); ++i) {
        test::turn_at_random(a, random);
        a.update();
        const Pose a_from_b = test::random_rigid(random, 1.7);
        PartsCache cache_1, cache_2;
        PartsScratch scratch;
        CompoundResult bounded, exact;
        query_parts(CompoundSide(a), CompoundSide(b), a_from_b, with_v_clip(false), cache_1, scratch,
                    bounded);
        query_parts(CompoundSide(a), CompoundSide(b), a_from_b, with_v_clip(true), cache_2, scratch, exact);
        EXPECT_EQ(bounded.status, exact.status);
        EXPECT_EQ(contact_parts(bounded), contact_parts(exact));
        EXPECT_LE(bounded.closest.closest.distance, exact.closest.closest.distance);
        EXPECT_LE(bounded.counters.node_pairs, exact.counters.node_pairs);
        bounds += bounded.is_lower_bound ? 1 : 0;
        EXPECT_EQ(bounded.is_lower_bound, exact.status == ContactStatus::disjoint);
    }
    EXPECT_GT(bounds, 0u);
}

TEST(PartsQuery, TheCacheKeepsOnlyPairsThatTheLastQueryVisited) {
    const HullHierarchy c = make_c_shape(1.0);
    HullHierarchyState a(c), b(c);
    PartsCache cache;
    PartsScratch scratch;
    CompoundResult result;
    query_parts(CompoundSide(a), CompoundSide(b), Pose{}, with_v_clip(), cache, scratch, result);
    const std::size_t near = cache.size();
    query_parts(CompoundSide(a), CompoundSide(b), Pose{glm::dmat3(1.0), {50.0, 0.0, 0.0}}, with_v_clip(false),
                cache, scratch, result);
    EXPECT_EQ(cache.size(), 1u) << "of " << near << " pairs, only that of the root hulls remains";
    // If nothing moves, the second query starts each pair at the result of the first query and needs one step per pair.
    const Pose apart{glm::dmat3(1.0), {2.5, 0.1, 0.2}};
    query_parts(CompoundSide(a), CompoundSide(b), apart, with_v_clip(), cache, scratch, result);
    query_parts(CompoundSide(a), CompoundSide(b), apart, with_v_clip(), cache, scratch, result);
    EXPECT_EQ(result.counters.iterations, result.counters.node_pairs);
}

// A replay relies on this: the feature walk from the reported start gives the reported answer in the same number of
// steps.
TEST(PartsQuery, TheReportedStartReproducesTheFeatureWalkOfTheClosestPair) {
    const HullHierarchy hand = make_hand(1.0), chain = make_chain(6, 1.0);
    HullHierarchyState a(hand), b(chain);
    PartsCache cache;
    PartsScratch scratch;
    CompoundResult result;
    Random random(41);
    std::size_t new_pairs = 0, known_pairs = 0;
    Pose a_from_b;
    PartPair before;
    for (int frame = 0; frame < 60; ++frame) {
        if (frame % 20 == 0) a_from_b = Pose{test::random_rigid(random, 1.0).linear, {2.5, 0.3, 1.1}};
        a_from_b.origin -= glm::dvec3(0.03, 0.0, 0.06); // moves slowly, and jumps every 20 frames
        query_parts(CompoundSide(a), CompoundSide(b), a_from_b, with_v_clip(), cache, scratch, result);
        const PartPair& pair = result.closest;
        const Pose part_from_part =
            inverse_rigid(a.body_from_part(pair.part_a)) * (a_from_b * b.body_from_part(pair.part_b));
        FeaturePair features = pair.start;
        const ClosestFeatures again = with_v_clip().find_closest(
            a.tree().part(pair.part_a), b.tree().part(pair.part_b), part_from_part, features);
        EXPECT_EQ(again.iterations, pair.closest.iterations) << "frame " << frame;
        EXPECT_EQ(again.features, pair.closest.features);
        if (frame > 0 && pair.part_a == before.part_a && pair.part_b == before.part_b) {
            EXPECT_EQ(pair.start, before.closest.features) << "frame " << frame;
            ++known_pairs;
        } else {
            ++new_pairs;
        }
        before = pair;
    }
    EXPECT_GT(known_pairs, 0u);
    EXPECT_GT(new_pairs, 1u);
}

TEST(PartsQuery, SelfCollisionTestsAllPairsOfPartsExceptDisabledOnes) {
    const HullHierarchy hand = make_hand(1.0);
    HullHierarchyState state(hand);
    PartsCache cache;
    PartsScratch scratch;
    CompoundResult result;
    self_collide(state, with_v_clip(), cache, scratch, result);
    EXPECT_EQ(result.status, ContactStatus::disjoint) << "an open hand does not touch itself";
    Random random(31);
    std::size_t touching = 0;
    for (std::size_t i = 0; i < test::choose_effort(40, 2000); ++i) {
        test::turn_at_random(state, random);
        state.update();
        self_collide(state, with_v_clip(), cache, scratch, result);
        const auto is_asked = [&](std::uint32_t x, std::uint32_t y) {
            return x < y && !hand.is_disabled(hand.node_of_part()[x], hand.node_of_part()[y]);
        };
        const AllPairs all = ask_all(state, state, Pose{}, is_asked);
        EXPECT_EQ(contact_parts(result), all.contacts);
        EXPECT_NEAR(result.closest.closest.distance, all.least, 1e-12);
        touching += all.contacts.empty() ? 0 : 1;
    }
    EXPECT_GT(touching, 0u);
}

TEST(PartsQuery, DisabledSiblingsAreNotTested) {
    // The boxes of the C touch each other, but all their pairs are disabled.
    const HullHierarchy c = make_c_shape(1.0);
    HullHierarchyState state(c);
    PartsCache cache;
    PartsScratch scratch;
    CompoundResult result;
    self_collide(state, with_v_clip(), cache, scratch, result);
    EXPECT_EQ(result.status, ContactStatus::disjoint);
    EXPECT_EQ(result.counters.node_pairs, 0u);
    EXPECT_EQ(result.closest.part_a, kNone);
}

} // namespace
} // namespace boxwood
