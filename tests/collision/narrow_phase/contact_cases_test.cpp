// For every narrow phase: penetration without contained vertices, nesting, exact contact, and polytopes that slowly
// pass through each other.
#include "collision/narrow_phase/contacts/contact.hpp"
#include "tests/collision/narrow_phase/narrow_phase_checks.hpp"

namespace boxwood {
namespace {

Pose shift(double x, double y, double z) {
    return {glm::dmat3(1.0), {x, y, z}};
}

class ContactCasesTest : public test::EveryNarrowPhase {
  public:
    // Expects the status from many start features, in either order of the polytopes, and after rotations and
    // translations of both polytopes together.
    void expect_everywhere(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                           ContactStatus expected) {
        std::mt19937 random(8);
        const std::vector<Feature> starts_a = test::all_features(a), starts_b = test::all_features(b);
        const std::size_t pairs = starts_a.size() * starts_b.size();
        const std::size_t stride = 1 + pairs / static_cast<std::size_t>(count(600, 6000));
        for (std::size_t k = 0; k < pairs; k += stride) {
            const Feature start_a = starts_a[k % starts_a.size()], start_b = starts_b[k / starts_a.size()];
            FeaturePair cache{start_a, start_b}, swapped{start_b, start_a};
            const ClosestFeatures found = find(a, b, a_from_b, cache);
            ASSERT_EQ(found.status, expected) << pack(start_a) << " " << pack(start_b);
            ASSERT_EQ(found.distance > 0.0, expected == ContactStatus::disjoint);
            ASSERT_EQ(find(b, a, inverse(a_from_b), swapped).status, expected);
        }
        for (int k = 0, n = count(100, 1000); k < n; ++k) {
            const Pose world_from_a =
                make_pose({test::random_rotation(random), test::random_in_box(random, 5.0), glm::dvec3(1)});
            const Pose moved = inverse(world_from_a) * (world_from_a * a_from_b);
            FeaturePair cache;
            ASSERT_EQ(find(a, b, moved, cache).status, expected);
            ASSERT_EQ(find(a, b, moved, cache).status, expected);
        }
    }
};

TEST_P(ContactCasesTest, crossing_boxes_without_contained_vertices) {
    const Polytope along_x = test::polytope_of(test::box({3, 0.5f, 0.5f}));
    const Polytope along_y = test::polytope_of(test::box({0.5f, 3, 0.5f}));
    expect_everywhere(along_x, along_y, shift(0, 0, 0), ContactStatus::penetrating);
    expect_everywhere(along_x, along_y, shift(1, 1, 0.75), ContactStatus::penetrating);
    expect_everywhere(along_x, along_y, shift(0.25, -1, 0.875), ContactStatus::penetrating);
    expect_everywhere(along_x, along_y, shift(0.25, -1, 1), ContactStatus::touching);
    expect_everywhere(along_x, along_y, shift(0.25, -1, 1.125), ContactStatus::disjoint);
}

TEST_P(ContactCasesTest, needle_through_a_plate) {
    const Polytope needle = test::polytope_of(test::box({1.0f / 128, 1.0f / 128, 5}));
    const Polytope plate = test::polytope_of(test::box({5, 5, 1.0f / 128}));
    expect_everywhere(needle, plate, shift(0, 0, 0), ContactStatus::penetrating);
    expect_everywhere(needle, plate, shift(3, 4, 2), ContactStatus::penetrating);
    expect_everywhere(needle, plate, shift(4.5, 0.25, 5), ContactStatus::penetrating);
    expect_everywhere(needle, plate, shift(4.5, 0.25, 5.0625), ContactStatus::disjoint);
}

TEST_P(ContactCasesTest, concentric_and_nested_polytopes_penetrate) {
    std::mt19937 random(9);
    for (const test::Solid& solid :
         {test::box({1, 1, 1}), test::tetrahedron(), test::bipyramid(5, 1, 2), test::sphere(6, 3)}) {
        const Polytope p = test::polytope_of(solid);
        test::Solid quarter = solid;
        for (glm::vec3& v : quarter.positions) v = 0.25f * v + 0.75f * glm::vec3(p.centroid());
        const Polytope inner = test::polytope_of(quarter);
        expect_everywhere(p, p, Pose{}, ContactStatus::penetrating);
        expect_everywhere(p, inner, Pose{}, ContactStatus::penetrating);
        expect_everywhere(p, inner, shift(0.03125, 0.0625, 0.015625), ContactStatus::penetrating);
        const Pose turned = make_pose({test::random_rotation(random), glm::dvec3(0.0), glm::dvec3(1)});
        const Pose about_centroid{turned.linear, p.centroid() - turned.linear * p.centroid()};
        expect_everywhere(p, p, about_centroid, ContactStatus::penetrating);
    }
}

// Integer coordinates: every kind of contact is exact.
TEST_P(ContactCasesTest, exact_contact_is_touching) {
    const Polytope cube = test::polytope_of(test::box({4, 4, 4})),
                   small = test::polytope_of(test::box({1, 1, 1}));
    const auto hull = [](const std::vector<test::Lattice>& points) {
        return test::polytope_of(test::lattice_hull(points));
    };
    const Polytope octahedron = hull({{2, 0, 0}, {-2, 0, 0}, {0, 2, 0}, {0, -2, 0}, {0, 0, 2}, {0, 0, -2}});
    const Polytope edge_down = hull({{-1, 0, 0}, {1, 0, 0}, {0, 1, 2}, {0, -1, 2}});
    const Polytope edge_slanted = hull({{3, 0, 5}, {5, 0, 3}, {7, -1, 7}, {7, 1, 7}});
    const struct {
        const char* name;
        const Polytope& b;
        Pose pose;
        glm::dvec3 apart;
    } cases[] = {
        {"V-V corners", cube, shift(8, 8, 8), {1, 1, 1}},
        {"V-V tip on corner", octahedron, shift(6, 4, 4), {1, 0, 0}},
        {"V-E", octahedron, shift(6, 0, 4), {1, 0, 0}},
        {"V-F", octahedron, shift(1, -2, 6), {0, 0, 1}},
        {"E-E", edge_slanted, shift(0, 0, 0), {1, 0, 1}},
        {"E-E parallel", cube, shift(8, 1, 8), {1, 0, 1}},
        {"E-F", edge_down, shift(1, 2, 4), {0, 0, 1}},
        {"E-F over the border", edge_down, shift(4, 2, 4), {0, 0, 1}},
        {"F-F equal", cube, shift(0, 0, 8), {0, 0, 1}},
        {"F-F partly", cube, shift(3, -2, 8), {0, 0, 1}},
        {"E-F, the opposite edge",
         edge_down,
         Pose{glm::dmat3{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {0, 0, 6}},
         {0, 0, 1}},
        {"F-F equal, along x", cube, shift(8, 0, 0), {1, 0, 0}},
        {"F-F inside", small, shift(1, -1, 5), {0, 0, 1}},
        {"F-F with a common border", small, shift(3, 1, 5), {0, 0, 1}},
    };
    for (const auto& c : cases) {
        SCOPED_TRACE(c.name);
        expect_everywhere(cube, c.b, c.pose, ContactStatus::touching);
        const auto moved = [&](double by) { return Pose{c.pose.linear, c.pose.origin + by * c.apart}; };
        expect_everywhere(cube, c.b, moved(1e-9), ContactStatus::disjoint);
        expect_everywhere(cube, c.b, moved(-1e-9), ContactStatus::penetrating);
        expect_everywhere(cube, c.b, moved(0.5), ContactStatus::disjoint);
        expect_everywhere(cube, c.b, moved(-0.5), ContactStatus::penetrating);
    }
}

// An apex and a ridge that are very flat: near them, the planes of Voronoi regions cannot tell points just inside the
// solid from points just outside.
TEST_P(ContactCasesTest, flat_corners_that_overlap_by_little) {
    const float rise = 0x1p-13f;
    std::vector<glm::vec3> positions = test::box({1, 1, 1}).positions;
    positions.emplace_back(0.0f, 0.0f, 1.0f + rise);
    const test::Faces tent_faces{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1},
                                 {4, 5, 8},    {5, 7, 8},    {7, 6, 8},    {6, 4, 8}};
    const Polytope tent = test::polytope_of({positions, tent_faces});
    const Polytope ridge = test::polytope_of({{{-1, -1, -1},
                                               {1, -1, -1},
                                               {-1, 1, -1},
                                               {1, 1, -1},
                                               {-1, -1, 1},
                                               {1, -1, 1},
                                               {-1, 1, 1},
                                               {1, 1, 1},
                                               {-1, 0, 1.0f + rise},
                                               {1, 0, 1.0f + rise}},
                                              {{0, 4, 8, 6, 2},
                                               {1, 3, 7, 9, 5},
                                               {0, 1, 5, 4},
                                               {2, 6, 7, 3},
                                               {0, 2, 3, 1},
                                               {4, 5, 9, 8},
                                               {6, 8, 9, 7}}});
    const double top = 2.0 * (1.0 + rise);
    const glm::dmat3 upside_down{{0, 1, 0}, {1, 0, 0}, {0, 0, -1}};
    for (const Polytope* a : {&tent, &ridge})
        for (const Polytope* b : {&tent, &ridge}) {
            expect_everywhere(*a, *b, {upside_down, {0, 0, top}}, ContactStatus::touching);
            expect_everywhere(*a, *b, {upside_down, {0, 0, top - 5e-12}}, ContactStatus::penetrating);
            expect_everywhere(*a, *b, {upside_down, {0.25, 0.125, top - 1e-4}}, ContactStatus::penetrating);
            expect_everywhere(*a, *b, {upside_down, {0, 0, top + 5e-12}}, ContactStatus::disjoint);
        }
}

TEST_P(ContactCasesTest, slow_pass_through_agrees_with_the_linear_program) {
    std::mt19937 random(10);
    std::vector<Polytope> polytopes;
    polytopes.push_back(test::polytope_of(test::random_hull(random, 14, 1 << 20, glm::vec3(0x1p-20f))));
    polytopes.push_back(test::polytope_of(test::box({1, 0.25f, 0.25f})));
    polytopes.push_back(test::polytope_of(test::tetrahedron(2.0f)));
    polytopes.push_back(test::polytope_of(test::box({1.5f, 1.5f, 1.0f / 64})));
    const int steps = count(2000, 10000);
    for (std::size_t pair = 0; pair < polytopes.size(); ++pair) {
        const Polytope &a = polytopes[pair], &b = polytopes[(pair + 1) % polytopes.size()];
        const glm::dvec3 axis = glm::normalize(test::random_in_box(random, 1.0));
        const glm::dquat start = test::random_rotation(random);
        FeaturePair cache;
        test::Tally tally;
        for (int k = 0; k < steps; ++k) {
            const double progress = 2.0 * k / steps - 1.0;
            const glm::dquat turn(std::cos(progress),
                                  std::sin(progress) * glm::dvec3(axis.y, axis.z, axis.x));
            const glm::dvec3 t = 3.0 * progress * axis + 0.1 * glm::dvec3(axis.z, axis.x, axis.y);
            const Pose a_from_b = make_pose({turn * start, t, glm::dvec3(1)});
            const ClosestFeatures found = find(a, b, a_from_b, cache);
            const test::Real depth = test::common_depth(a, b, a_from_b);
            if (std::fabs(depth) > 1e-12L) {
                ASSERT_EQ(found.status == ContactStatus::disjoint, depth < 0) << "step " << k;
            }
            test::check_answer(a, b, a_from_b, found, tally);
        }
        EXPECT_EQ(tally.failures, 0);
        EXPECT_GT(tally.contacts, steps / 20);
        EXPECT_GT(tally.disjoint, steps / 20);
        tally.print(GetParam().name);
    }
}

BOXWOOD_FOR_EVERY_NARROW_PHASE(ContactCasesTest);

} // namespace
} // namespace boxwood
