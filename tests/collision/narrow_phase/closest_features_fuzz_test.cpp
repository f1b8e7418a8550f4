// For every narrow phase: near-degenerate polytopes, and poses with many ties. A walk may use its fallback, but no
// result may be wrong. Prints how often each method fell back.
#include "tests/collision/narrow_phase/narrow_phase_checks.hpp"
#include "tests/collision/narrow_phase/sample_polytopes.hpp"

namespace boxwood {
namespace {

using test::Solid;
using test::Tally;

class ClosestFeaturesFuzzTest : public test::EveryNarrowPhase {
  public:
    static void expect_few_fallbacks(const Tally& tally) {
        EXPECT_LE(tally.fallbacks, 1 + tally.count() / 2000);
    }
};

TEST_P(ClosestFeaturesFuzzTest, near_degenerate_polytopes_have_certified_answers) {
    std::mt19937 random(20);
    const std::vector<Polytope> polytopes = test::near_degenerate_polytopes(random);
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    Tally tally;
    for (int run = 0, n = count(700, 500000); run < n; ++run) {
        const Polytope &a = polytopes[pick(random)], &b = polytopes[pick(random)];
        test::Motion motion(random, run % 2 == 0 ? 1.5 : 0.2, 0.02);
        FeaturePair cache;
        for (int frame = 0; frame < 20; ++frame) {
            const Pose a_from_b = motion.next();
            test::check_answer(a, b, a_from_b, find(a, b, a_from_b, cache), tally);
        }
    }
    EXPECT_EQ(tally.failures, 0);
    expect_few_fallbacks(tally);
    tally.print(GetParam().name);
}

// The exhaustive search replaces faces by their planes, and merged faces may be dented, so that their vertices lie
// below the plane. A dent hardly changes the distance, but rotates the line between the closest points by about the
// square root of the dent, so its certificate would fail. The distance is therefore compared with that of V-Clip, which
// must pass the certificate.
void check_answer_on_planes(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                            const ClosestFeatures& found, Tally& io_tally) {
    const test::Real dents = a.flatness() + b.flatness() + a.reflex() + b.reflex();
    if (found.status != ContactStatus::disjoint || dents < 1e-9L) {
        test::check_answer(a, b, a_from_b, found, io_tally);
        return;
    }
    ++io_tally.disjoint;
    FeaturePair cache;
    const ClosestFeatures walked = v_clip(a, b, a_from_b, cache);
    const test::Certificate proof = test::certify(a, b, a_from_b, walked.point_on_a_a, walked.point_on_b_a);
    ASSERT_LE(proof.gap, test::allowed_gap(a, b, a_from_b, proof.distance));
    if (std::fabs(found.distance - walked.distance) <= dents) return;
    ++io_tally.failures;
    ADD_FAILURE() << found.distance << " instead of " << walked.distance;
}

// Equal orientations or quarter turns make faces and edges parallel everywhere, up to rounding in the pose.
TEST_P(ClosestFeaturesFuzzTest, poses_with_ties_have_certified_answers) {
    std::mt19937 random(21);
    std::vector<Polytope> polytopes = test::near_degenerate_polytopes(random);
    for (int k = 0; k < 6; ++k) {
        polytopes.push_back(test::polytope_of(test::box({1, 1, static_cast<float>(k + 1) / 4})));
        polytopes.push_back(test::polytope_of(test::random_hull(random, 14, 2, glm::vec3(0.5f))));
        polytopes.push_back(test::polytope_of(test::prism(4 + 2 * k, 1, 1)));
    }
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    std::uniform_int_distribution<int> quarter(0, 3), cell(-4, 4);
    Tally tally;
    for (int k = 0, n = count(15000, 1000000); k < n; ++k) {
        const Polytope& a = polytopes[pick(random)];
        const Polytope& b = k % 3 == 0 ? a : polytopes[pick(random)];
        glm::dquat turn(1, 0, 0, 0);
        for (int axis = 0; axis < 3; ++axis) {
            glm::dvec3 about(0.0);
            about[axis] = 1.0;
            turn = turn * glm::angleAxis(0.5 * std::numbers::pi * quarter(random), about);
        }
        const glm::dvec3 t = 0.5 * glm::dvec3(cell(random), cell(random), cell(random));
        const Pose world_from_a =
            make_pose({test::random_rotation(random), test::random_in_box(random, 3), glm::dvec3(1)});
        const Pose a_from_b = inverse(world_from_a) * (world_from_a * make_pose({turn, t, glm::dvec3(1)}));
        FeaturePair cache;
        const ClosestFeatures found = find(a, b, a_from_b, cache);
        if (GetParam().name == "exhaustive")
            check_answer_on_planes(a, b, a_from_b, found, tally);
        else
            test::check_answer(a, b, a_from_b, found, tally);
    }
    EXPECT_EQ(tally.failures, 0);
    expect_few_fallbacks(tally);
    tally.print(GetParam().name);
}

// Faces with float coordinates are planar only within rounding.
TEST_P(ClosestFeaturesFuzzTest, rounded_faces_have_certified_answers) {
    std::mt19937 random(22);
    std::vector<Polytope> polytopes;
    for (int k = 0; k < 20; ++k) {
        Solid solid = k % 2 == 0 ? test::prism(7 + k, 1, 0.5f) : test::grid_cube(3);
        const Pose pose = make_pose(
            {test::random_rotation(random), test::random_in_box(random, k < 10 ? 0.1 : 5.0), glm::dvec3(1)});
        for (glm::vec3& p : solid.positions) p = glm::vec3(pose * p);
        polytopes.push_back(test::polytope_of(solid));
    }
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    Tally tally;
    for (int run = 0, n = count(300, 20000); run < n; ++run) {
        const Polytope &a = polytopes[pick(random)], &b = polytopes[pick(random)];
        test::Motion motion(random, 2.0, 0.01);
        FeaturePair cache;
        for (int frame = 0; frame < 20; ++frame) {
            const Pose about_b = motion.next();
            const Pose a_from_b{about_b.linear,
                                about_b.origin + a.centroid() - about_b.linear * b.centroid()};
            test::check_answer(a, b, a_from_b, find(a, b, a_from_b, cache), tally);
        }
    }
    EXPECT_EQ(tally.failures, 0);
    expect_few_fallbacks(tally);
    tally.print(GetParam().name);
}

// Two copies of a cube whose corners are off by up to 2^-17. In the first pose the cubes touch, but a walk without a
// check of its result stops at a distance of 1e-11, where rounding hides that the slopes of the faces differ by 1e-6.
// In the second pose it stops at a distance of about 5e-7 that is too long by 8e-12. Both walks must use the fallback.
TEST_P(ClosestFeaturesFuzzTest, nearly_flat_slopes_hide_no_contact_or_shorter_distance) {
    const Polytope dented = test::polytope_of(test::lattice_hull({{-1048577, -1048582, -1048582},
                                                                  {-1048571, -1048574, -1048583},
                                                                  {1048576, -1048578, -1048569},
                                                                  {-1048577, 1048582, -1048573},
                                                                  {1048581, 1048568, -1048577},
                                                                  {1048575, -1048579, 1048576},
                                                                  {-1048584, -1048582, 1048574},
                                                                  {1048584, 1048584, -1048569},
                                                                  {1048584, 1048583, 1048571},
                                                                  {-1048571, 1048583, 1048572},
                                                                  {-1048569, 1048572, 1048577}},
                                                                 glm::vec3(0x1p-20f)));
    const Pose meeting{{{-0x1p-52, -0x1.4p-52, -0x1.ffffffffffffep-1},
                        {0x1p-56, 0x1p+0, -0x1.48p-52},
                        {0x1p+0, -0x1p-54, -0x1.4p-52}},
                       {0.0, -0.5, 2.0}};
    FeaturePair cache;
    const ClosestFeatures contact = find(dented, dented, meeting, cache);
    EXPECT_GE(static_cast<double>(test::common_depth(dented, dented, meeting)), 0.0)
        << "the linear program finds no common point";
    EXPECT_NE(contact.status, ContactStatus::disjoint) << contact.distance;

    const Pose apart{{{-0x1.8p-53, 0x1.fffffffffffffp-1, -0x1p-54},
                      {0x1p+0, 0x1.3p-52, -0x1p-56},
                      {0.0, -0x1p-52, -0x1p+0}},
                     {0.0, -0x1.ffffffffffffep-1, 2.0}};
    cache = {};
    const ClosestFeatures found = find(dented, dented, apart, cache);
    const test::Real at_most =
        test::certify(dented, dented, apart, found.point_on_a_a, found.point_on_b_a).distance;
    EXPECT_NEAR(static_cast<double>(at_most), 4.768260e-07, 1e-12);
    EXPECT_EQ(contact.is_fallback && found.is_fallback,
              GetParam().name == "v-clip" || GetParam().name == "lin-canny");
    Tally tally;
    test::check_answer(dented, dented, meeting, contact, tally);
    test::check_answer(dented, dented, apart, found, tally);
    EXPECT_EQ(tally.failures, 0);
}

BOXWOOD_FOR_EVERY_NARROW_PHASE(ClosestFeaturesFuzzTest);

// A pair for which the walk cycles: an edge of one cube lies within rounding of a nearly flat edge of the other cube,
// whose corners are off by up to 2^-17.
TEST(VClipTest, a_cycle_ends_in_a_fallback) {
    const Polytope dented = test::polytope_of(test::lattice_hull({{-1048572, -1048574, -1048583},
                                                                  {1048569, -1048583, -1048569},
                                                                  {-1048578, 1048573, -1048577},
                                                                  {1048583, 1048570, -1048569},
                                                                  {-1048577, -1048573, 1048577},
                                                                  {1048569, -1048584, 1048573},
                                                                  {-1048580, 1048576, 1048581},
                                                                  {1048571, 1048570, 1048568}},
                                                                 glm::vec3(0x1p-20f)));
    const Polytope cube = test::polytope_of(test::box({1, 1, 1}));
    const Pose a_from_b{
        {{-0x1p-52, -0x1.4p-53, -0x1p+0}, {-0x1p-54, -0x1p+0, 0x1p-53}, {-0x1p+0, 0x0p+0, 0x1.4p-52}},
        {0x0p+0, -0x1.0000000000001p+0, -0x1.ffffffffffffcp-1}};
    FeaturePair cache;
    const ClosestFeatures found = v_clip(dented, cube, a_from_b, cache);
    EXPECT_TRUE(found.is_fallback);
    EXPECT_LT(found.iterations, 30u);
    EXPECT_EQ(found.status, ContactStatus::penetrating);
    Tally tally;
    test::check_answer(dented, cube, a_from_b, found, tally);
    EXPECT_EQ(tally.failures, 0);
}

// The search over simplices stops when the difference of the closest points is so short that rounding hides further
// progress. The distance is then computed from the features of the last simplex. Without this step, distances would be
// too long by 1e-10.
TEST(GjkTest, distances_that_rounding_hides_are_computed_from_the_features_of_the_simplex) {
    const Polytope plate = test::polytope_of(test::box({1, 1, 1e-6f})),
                   beam = test::polytope_of(test::box({1, 1e-6f, 1e-6f})),
                   disc = test::polytope_of(test::bipyramid(60, 1, 1e-4f));
    const Pose over_plate{{{-0x1p-52, 0.0, 0x1p+0}, {0.0, -0x1p+0, 0.0}, {0x1p+0, 0.0, 0x1p-52}},
                          {0x1.0006b2a1a594cp+0, 0x1p+0, 0.0}};
    FeaturePair cache;
    EXPECT_NEAR(gjk(plate, disc, over_plate, cache).distance, 2.1999999999522402e-06, 1e-14);
    const Pose next_to_beam{{{0x1p+0, -0x1.1a62633145c05p-53, 0x1.1a62633145c08p-53},
                             {0x1.1a62633145c07p-53, -0x1p-52, -0x1p+0},
                             {0x1.1a62633145c06p-53, 0x1p+0, -0x1p-52}},
                            {-0x1p+0, -0x1.cf787805bp-14, -0x1.23a386f16f24dp-75}};
    cache = {};
    EXPECT_NEAR(gjk(beam, disc, next_to_beam, cache).distance, 9.4999999999956231e-06, 1e-14);
}

// A needle with 60 sides stands on end next to a box. GJK's last simplex is flat within rounding, and may span a side
// face of the needle that is not the closest feature, although its plane is the closest plane.
TEST(GjkTest, answers_next_to_a_needle_are_certified_from_every_pair_of_faces) {
    const Polytope block = test::polytope_of(test::box({1, 1, 0.75f}));
    const Polytope needle = test::polytope_of(test::prism(60, 1e-5f, 1));
    const Pose a_from_b{
        {{0x1p-52, 0x1p+0, -0x1p-53}, {0x1p-54, 0x0p+0, -0x1p+0}, {-0x1p+0, 0x1.8p-53, 0x1p-54}},
        {0x1p+1, 0x1.0000000000001p+1, -0x1.0000000000002p+0}};
    Tally tally;
    for (std::uint32_t i = 0; i < block.faces().size(); ++i)
        for (std::uint32_t k = 0; k < needle.faces().size(); ++k) {
            FeaturePair cache{{FeatureKind::face, i}, {FeatureKind::face, k}};
            test::check_answer(block, needle, a_from_b, gjk(block, needle, a_from_b, cache), tally);
        }
    EXPECT_EQ(tally.failures, 0);
    EXPECT_EQ(tally.contacts, 0);
}

} // namespace
} // namespace boxwood
