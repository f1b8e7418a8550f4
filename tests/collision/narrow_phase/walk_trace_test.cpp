// The traces of walks: every step except an escape leads to a neighboring feature. The Lin-Canny walk passes all six
// combinations of feature kinds; V-Clip never passes two faces.
#include "tests/collision/narrow_phase/narrow_phase_checks.hpp"
#include "tests/collision/narrow_phase/sample_polytopes.hpp"

#include <array>

namespace boxwood {
namespace {

class WalkTraceTest : public test::EveryNarrowPhase {};

bool is_on(const Polytope& p, std::uint32_t vertex, std::uint32_t face) {
    const auto loop = p.face_vertices(face);
    return std::find(loop.begin(), loop.end(), vertex) != loop.end();
}

bool are_incident(const Polytope& p, Feature x, Feature y) {
    if (y.kind < x.kind) std::swap(x, y);
    if (x.kind == FeatureKind::vertex && y.kind == FeatureKind::edge)
        return p.edges()[y.index].tail == x.index || p.edges()[y.index].head == x.index;
    if (x.kind == FeatureKind::edge && y.kind == FeatureKind::face)
        return p.edges()[x.index].left == y.index || p.edges()[x.index].right == y.index;
    return x.kind == FeatureKind::vertex && y.kind == FeatureKind::face && is_on(p, x.index, y.index);
}

// The feature beyond a Voronoi plane. closest_features.hpp defines the numbers of the planes.
Feature beyond(const Polytope& p, Feature from, int plane) {
    const auto k = static_cast<std::size_t>(plane);
    if (from.kind == FeatureKind::vertex) return {FeatureKind::edge, p.vertex_edges(from.index)[k]};
    if (from.kind == FeatureKind::face) return {FeatureKind::edge, p.face_edges(from.index)[k]};
    const Polytope::Edge& edge = p.edges()[from.index];
    if (plane < 2) return {FeatureKind::vertex, plane == 0 ? edge.tail : edge.head};
    return {FeatureKind::face, plane == 2 ? edge.left : edge.right};
}

FeaturePair features_of(const Visit& visit) {
    return {unpack_feature(visit.a), unpack_feature(visit.b)};
}

// Every third pose is a quarter turn, which makes faces of lattice hulls and boxes parallel; the others are random.
Pose pose_of(std::mt19937& random, int k) {
    if (k % 3 != 0)
        return make_pose({test::random_rotation(random), test::random_in_box(random, 1.5), glm::dvec3(1)});
    const auto quarter = [&] { return 0.5 * std::numbers::pi * static_cast<double>(random() % 4); };
    const glm::dquat turn =
        glm::angleAxis(quarter(), glm::dvec3(1, 0, 0)) * glm::angleAxis(quarter(), glm::dvec3(0, 1, 0));
    return make_pose({turn, test::random_in_box(random, 1.5), glm::dvec3(1)});
}

TEST_P(WalkTraceTest, TracedQueriesGiveTheSameResults) {
    std::mt19937 random(7);
    const std::vector<Polytope> polytopes = test::usual_polytopes(random);
    for (int k = 0, n = count(2000, 20000); k < n; ++k) {
        const Polytope &a = polytopes[random() % polytopes.size()],
                       &b = polytopes[random() % polytopes.size()];
        const Pose a_from_b = pose_of(random, k);
        VisitRecorder trace;
        FeaturePair cache, untraced_cache;
        const ClosestFeatures found = GetParam().find_closest_traced(a, b, a_from_b, cache, trace);
        const ClosestFeatures untraced = find(a, b, a_from_b, untraced_cache);
        ASSERT_EQ(found.status, untraced.status);
        ASSERT_EQ(found.distance, untraced.distance);
        ASSERT_EQ(cache, untraced_cache);
        ASSERT_FALSE(trace.visits().empty());
        for (std::size_t i = 0; i < trace.visits().size(); ++i) {
            ASSERT_EQ(trace.visits()[i].depth, i);
            ASSERT_EQ(trace.visits()[i].kind, VisitKind::feature_step);
        }
        if (GetParam().name != "exhaustive") {
            ASSERT_EQ(trace.visits().size(), found.iterations);
        }
        if (found.status != ContactStatus::disjoint || found.is_fallback) continue;
        ASSERT_EQ(features_of(trace.visits().back()), found.features);
    }
}

// Counts the states that walks pass, and checks that every step except an escape crosses the recorded plane to a
// neighbor.
struct WalkTally {
    std::array<std::array<long, 3>, 3> states{}; // indexed by the lower and the higher kind of feature
    long steps = 0, escapes = 0;

    void add(const Polytope& a, const Polytope& b, const Pose& a_from_b, const std::vector<Visit>& visits) {
        for (std::size_t i = 0; i < visits.size(); ++i) {
            const FeaturePair at = features_of(visits[i]);
            const auto kinds = std::minmax(at.a.kind, at.b.kind);
            ++states[static_cast<std::size_t>(kinds.first)][static_cast<std::size_t>(kinds.second)];
            if (i + 1 == visits.size()) break;
            ++steps;
            escapes += visits[i].verdict ? 1 : 0;
            if (visits[i].verdict) continue;
            check_step(a, b, visits[i], features_of(visits[i + 1]));
            if (at.a.kind == FeatureKind::face && at.b.kind == FeatureKind::face)
                check_vertex_is_over_face(a, b, a_from_b, features_of(visits[i + 1]));
        }
    }
    // A walk may step from two faces to a vertex of one face only if that vertex is over the other face.
    static void check_vertex_is_over_face(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                                          const FeaturePair& next) {
        const auto check = [](const Polytope& p, Feature face, const glm::dvec3& x) {
            for (const Polytope::SidePlane& side : p.face_sides(face.index))
                ASSERT_LE(glm::dot(side.normal, x) - side.offset, 1e-12);
        };
        if (next.a.kind == FeatureKind::vertex && next.b.kind == FeatureKind::face)
            check(b, next.b, inverse(a_from_b) * glm::dvec3(a.positions()[next.a.index]));
        if (next.a.kind == FeatureKind::face && next.b.kind == FeatureKind::vertex)
            check(a, next.a, a_from_b * glm::dvec3(b.positions()[next.b.index]));
    }
    static void check_step(const Polytope& a, const Polytope& b, const Visit& visit,
                           const FeaturePair& next) {
        const FeaturePair at = features_of(visit);
        const bool is_moved_a = at.a != next.a, is_moved_b = at.b != next.b;
        const bool are_faces = at.a.kind == FeatureKind::face && at.b.kind == FeatureKind::face;
        ASSERT_TRUE(is_moved_a || is_moved_b);
        ASSERT_TRUE(!is_moved_a || !is_moved_b || are_faces);
        if (is_moved_a) {
            ASSERT_TRUE(are_incident(a, at.a, next.a));
        }
        if (is_moved_b) {
            ASSERT_TRUE(are_incident(b, at.b, next.b));
        }
        ASSERT_TRUE(visit.axis >= 0 || are_faces);
        if (visit.axis < 0) return;
        ASSERT_EQ(is_moved_a ? beyond(a, at.a, visit.axis) : beyond(b, at.b, visit.axis),
                  is_moved_a ? next.a : next.b);
    }
};

WalkTally tally_of(std::string_view name, std::mt19937& random, std::size_t queries) {
    const std::vector<Polytope> polytopes = test::usual_polytopes(random);
    WalkTally tally;
    for (std::size_t k = 0; k < queries; ++k) {
        const Polytope& a = polytopes[k % 3 == 0 ? 12 + random() % 5 : random() % polytopes.size()];
        const Polytope& b = polytopes[k % 3 == 0 ? 12 + random() % 5 : random() % polytopes.size()];
        VisitRecorder trace;
        FeaturePair cache{test::all_features(a)[random() % count_features(a)],
                          test::all_features(b)[random() % count_features(b)]};
        const Pose a_from_b = pose_of(random, static_cast<int>(k));
        find_narrow_phase(name)->find_closest_traced(a, b, a_from_b, cache, trace);
        tally.add(a, b, a_from_b, trace.visits());
        if (testing::Test::HasFailure()) break;
    }
    std::printf("%.*s: %ld steps, %ld escapes; V-V %ld, V-E %ld, V-F %ld, E-E %ld, E-F %ld, F-F %ld\n",
                static_cast<int>(name.size()), name.data(), tally.steps, tally.escapes, tally.states[0][0],
                tally.states[0][1], tally.states[0][2], tally.states[1][1], tally.states[1][2],
                tally.states[2][2]);
    return tally;
}

TEST(WalkStepsTest, lin_canny_steps_between_neighbors_in_all_six_states) {
    std::mt19937 random(70);
    const WalkTally tally = tally_of("lin-canny", random, test::choose_effort(16000, 400000));
    for (std::size_t low = 0; low < 3; ++low)
        for (std::size_t high = low; high < 3; ++high) EXPECT_GT(tally.states[low][high], 10) << low << high;
    EXPECT_GT(tally.escapes, 0);
    EXPECT_LT(tally.escapes, tally.steps / 10);
}

TEST(WalkStepsTest, v_clip_steps_between_neighbors_and_never_meets_two_faces) {
    std::mt19937 random(71);
    const WalkTally tally = tally_of("v-clip", random, test::choose_effort(16000, 400000));
    EXPECT_EQ(tally.states[2][2], 0);
    EXPECT_GT(tally.escapes, 0);
    EXPECT_LT(tally.escapes, tally.steps / 10);
}

// A box 0.25 above another box: a walk that starts at the two parallel faces stays there, and the witnesses are at the
// center of their overlap.
TEST(WalkStepsTest, lin_canny_stays_at_parallel_faces_with_witnesses_at_the_center_of_their_overlap) {
    const Polytope box = test::polytope_of(test::box({1, 1, 1}));
    const Pose a_from_b{glm::dmat3(1.0), {1.5, 0.5, 2.25}};
    for (const Feature start : test::all_features(box)) {
        FeaturePair cache{start, {FeatureKind::vertex, 0}};
        const ClosestFeatures found = lin_canny(box, box, a_from_b, cache);
        EXPECT_EQ(found.distance, 0.25);
        if (start.kind == FeatureKind::vertex) continue;
        FeaturePair faces{{FeatureKind::face, 5}, {FeatureKind::face, 4}};
        const ClosestFeatures kept = lin_canny(box, box, a_from_b, faces);
        EXPECT_EQ(kept.iterations, 1u);
        EXPECT_EQ(kept.point_on_a_a, glm::dvec3(0.75, 0.25, 1));
        EXPECT_EQ(kept.point_on_b_a, glm::dvec3(0.75, 0.25, 1.25));
    }
}

BOXWOOD_FOR_EVERY_NARROW_PHASE(WalkTraceTest);

} // namespace
} // namespace boxwood
