// The judge of disjoint polytopes gives no false alarm at any small distance, and finds faults that are injected at
// such distances.
#include "collision/geometry/triangle/triangle_distance.hpp"
#include "engine/explain/verdict/verdict.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

namespace boxwood {
namespace {

constexpr double kGaps[] = {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 9.7e-9, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14};
constexpr float kScales[] = {1e-3f, 1.0f, 1e3f};

test::Solid scaled(test::Solid solid, float scale) {
    for (glm::vec3& p : solid.positions) p *= scale;
    return solid;
}

glm::dquat draw_unit_quaternion(oracle::Random& random) {
    std::normal_distribution<double> normal;
    return glm::normalize(glm::dquat(normal(random), normal(random), normal(random), normal(random)));
}

// Two randomly rotated solids at the given distance, up to rounding. Empty if they are in contact.
std::optional<Simulation> make_close_pair(oracle::Random& random, float scale, double gap, double offset) {
    const test::Solid solids[] = {test::box({1, 1, 1}), test::triangulated(test::sphere(9, 6)),
                                  test::tetrahedron(), test::box({0.3f, 1.5f, 0.7f}),
                                  test::triangulated(test::prism(7, 1.0f, 0.6f))};
    const double unit = static_cast<double>(scale);
    std::uniform_int_distribution<std::size_t> choose(0, std::size(solids) - 1);
    std::vector<BodyDesc> bodies(2);
    for (BodyDesc& body : bodies) {
        body.shape = make_shape(test::polytope_of(scaled(solids[choose(random)], scale)));
        body.transform.q = draw_unit_quaternion(random);
        body.transform.t = glm::dvec3(offset * unit);
    }
    bodies[1].transform.t += unit * (glm::dvec3(6.0, 0.0, 0.0) + oracle::draw_point(random, 1.0));
    Simulation simulation;
    simulation.motions.resize(2);
    simulation.world.settings.relative_margin = 10.0; // so large that the broad phase always reports the pair
    EXPECT_TRUE(simulation.world.add_bodies(bodies));
    for (int i = 0; i < 4; ++i) {
        collide(simulation);
        if (simulation.output.pairs.size() != 1 || simulation.output.pairs[0].is_contact())
            return std::nullopt;
        const PairResult& pair = simulation.output.pairs[0];
        const glm::dvec3 direction_w = (pair.point_on_b_w - pair.point_on_a_w) / pair.distance;
        bodies[1].transform.t += (gap * unit - pair.distance) * direction_w;
        if (i == 3) break;
        simulation.world.set_valid_transform(1, bodies[1].transform);
    }
    return simulation;
}

// Calls use(simulation, unit of length) for pairs of each scale, distance and offset. Returns the number of pairs.
template <class Use>
int for_each_close_pair(std::size_t rounds, Use&& use) {
    oracle::Random random(17);
    int count = 0;
    for (const float scale : kScales)
        for (const double offset : {0.0, 30.0})
            for (const double gap : kGaps)
                for (std::size_t round = 0; round < rounds; ++round)
                    if (std::optional<Simulation> pair = make_close_pair(random, scale, gap, offset)) {
                        SCOPED_TRACE("scale " + std::to_string(scale) + ", gap " + std::to_string(gap * 1e9) +
                                     "e-9, offset " + std::to_string(offset));
                        use(*pair, static_cast<double>(scale));
                        ++count;
                    }
    return count;
}

TEST(ClosePairVerdict, correct_pairs_give_no_false_alarm_at_any_gap) {
    double least = 1.0;
    const int count =
        for_each_close_pair(test::choose_effort(30, 1000), [&](const Simulation& pair, double unit) {
            const FrameVerdict verdict = judge_frame(pair);
            ASSERT_TRUE(verdict.agrees())
                << verdict.disagreement << " at " << pair.output.pairs[0].distance / unit;
            EXPECT_EQ(verdict.checked, 1u);
            least = std::min(least, pair.output.pairs[0].distance / unit);
        });
    EXPECT_GT(count, 1500);
    EXPECT_LT(least, 1e-12);
}

// Faults of at least a millionth of the size must be found.
TEST(ClosePairVerdict, altered_results_are_found_at_every_gap) {
    constexpr double kShift = 1e-6;
    const int count = for_each_close_pair(test::choose_effort(6, 200), [&](Simulation& pair, double unit) {
        const PairResult correct = pair.output.pairs[0];
        const auto expect_found = [&](const char* what, auto&& spoil) {
            PairResult& result = pair.output.pairs[0];
            spoil(result);
            EXPECT_FALSE(judge_one(pair, result).agrees()) << what;
            result = correct;
        };
        const glm::dvec3 direction_w = (correct.point_on_b_w - correct.point_on_a_w) / correct.distance;
        const glm::dvec3 across_w = glm::normalize(glm::cross(
            direction_w, std::abs(direction_w.x) < 0.7 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0)));
        expect_found("a distance that is too large", [&](PairResult& r) { r.distance += kShift * unit; });
        expect_found("witnesses off their bodies", [&](PairResult& r) {
            r.point_on_a_w -= kShift * unit * direction_w;
            r.point_on_b_w += kShift * unit * direction_w;
            r.distance += 2.0 * kShift * unit;
        });
        expect_found("witnesses just below the surfaces", [&](PairResult& r) {
            const auto center_w = [&](BodyId id) {
                const Body& body = pair.world.bodies()[id];
                return body.world_from_body * body.shape->polytope()->centroid();
            };
            const glm::dvec3 a_w = center_w(0), b_w = center_w(1);
            r.point_on_a_w += 1e-3 * (a_w - r.point_on_a_w);
            r.point_on_b_w += 1e-3 * (b_w - r.point_on_b_w);
            r.distance = glm::distance(r.point_on_a_w, r.point_on_b_w);
        });
        expect_found("witnesses that are not the closest points", [&](PairResult& r) {
            r.point_on_b_w = r.point_on_a_w + correct.distance * direction_w + 1e-3 * unit * across_w;
            r.distance = glm::distance(r.point_on_a_w, r.point_on_b_w);
        });
        expect_found("a contact of disjoint bodies", [&](PairResult& r) {
            r.status = ContactStatus::penetrating;
            r.point_on_a_w += 1e-3 * unit * direction_w;
            r.point_on_b_w -= 1e-3 * unit * direction_w;
        });
        expect_found("another vertex as feature", [&](PairResult& r) {
            const auto positions = pair.world.bodies()[0].shape->polytope()->positions();
            r.features.a = {FeatureKind::vertex, 0};
            for (std::uint32_t v = 0; v < positions.size(); ++v)
                if (glm::distance(pair.world.bodies()[0].world_from_body * positions[v], r.point_on_a_w) >
                    0.1 * unit)
                    r.features.a.index = v;
        });
    });
    EXPECT_GT(count, 300);
}

// The claimed witnesses coincide at a common point of the surfaces, so the overlap of the bodies is the only error.
TEST(ClosePairVerdict, overlapping_bodies_reported_as_disjoint_are_found) {
    int overlapping = 0;
    for_each_close_pair(test::choose_effort(4, 100), [&](Simulation& pair, double unit) {
        const PairResult correct = pair.output.pairs[0];
        const glm::dvec3 direction_w = (correct.point_on_b_w - correct.point_on_a_w) / correct.distance;
        const Transform start = pair.world.bodies()[1].transform;
        for (const double depth : {1e-5, 1e-2}) {
            Transform b = start;
            b.t -= (correct.distance + depth * unit) * direction_w;
            pair.world.set_valid_transform(1, b);
            collide(pair);
            // Rounding changed the direction of the move, so that the bodies are still disjoint.
            if (!pair.output.pairs[0].is_contact()) continue;
            const std::span<const Body> bodies = pair.world.bodies();
            const MeshView mesh_a = bodies[0].shape->mesh(), mesh_b = bodies[1].shape->mesh();
            for (std::uint32_t i = 0; i < mesh_a.triangles.size(); ++i)
                for (std::uint32_t k = 0; k < mesh_b.triangles.size(); ++k) {
                    const TriangleDistance found =
                        find_closest_points(world_triangle(bodies[0].world_from_body, mesh_a, i),
                                            world_triangle(bodies[1].world_from_body, mesh_b, k));
                    if (found.distance > 0.0) continue;
                    PairResult claimed = correct;
                    claimed.point_on_a_w = claimed.point_on_b_w = found.point_on_a;
                    claimed.distance = 1e-16 * unit;
                    claimed.features.a = {FeatureKind::face,
                                          bodies[0].shape->polytope()->face_of_triangle()[i]};
                    claimed.features.b = {FeatureKind::face,
                                          bodies[1].shape->polytope()->face_of_triangle()[k]};
                    EXPECT_FALSE(judge_one(pair, claimed).agrees()) << "overlapping by " << depth;
                    ++overlapping;
                }
        }
    });
    EXPECT_GT(overlapping, 500);
}

} // namespace
} // namespace boxwood
