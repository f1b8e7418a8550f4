// Checks ray hits against all triangles, closest points against distances to a degenerate triangle, and times of impact
// against collision tests at sampled times.
#include "collision/api/facade.hpp"
#include "tests/oracles/sample_meshes.hpp"
#include "tests/oracles/threads_executor.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace boxwood::api::probe_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(),
                 kInfinity = std::numeric_limits<double>::infinity();

struct Subject {
    Shape shape;
    std::vector<std::array<glm::dvec3, 3>> triangles; // indexed by primitive
};

Subject of_mesh(const oracle::SampleMesh& mesh, Preset preset) {
    Subject subject{Mesh::create(mesh.positions, mesh.triangles, {preset}).value(), {}};
    for (const TriangleIndices& t : mesh.triangles)
        subject.triangles.push_back({glm::dvec3(mesh.positions[t[0]]), glm::dvec3(mesh.positions[t[1]]),
                                     glm::dvec3(mesh.positions[t[2]])});
    return subject;
}

std::vector<Subject> make_meshes() {
    return {of_mesh(oracle::make_torus(0.8, 0.3, 12, 9), Preset::general),
            of_mesh(oracle::make_cube(0.5, 3), Preset::distance)};
}

Pose draw(oracle::Random& random, double reach) {
    return Pose::from_quaternion(oracle::draw_rotation(random), oracle::draw_point(random, reach)).value();
}

glm::dvec3 place(const Pose& pose, const glm::dvec3& p) {
    const Vec3 placed = pose * Vec3(p);
    return {placed.x, placed.y, placed.z};
}

// The parameter t where a ray crosses a triangle, by Cramer's rule; infinite if the ray misses the triangle or is
// parallel to its plane.
double crossing(const Pose& pose, const std::array<glm::dvec3, 3>& t, const Ray& ray) {
    const glm::dvec3 a = place(pose, t[0]), b = place(pose, t[1]), c = place(pose, t[2]);
    const glm::dvec3 o(ray.origin.x, ray.origin.y, ray.origin.z),
        d(ray.direction.x, ray.direction.y, ray.direction.z);
    const glm::dvec3 u = b - a, v = c - a, w = o - a, n = glm::cross(u, v);
    const double slope = -glm::dot(d, n);
    if (slope == 0.0) return kInfinity;
    const double along = glm::dot(w, n) / slope, s = glm::dot(glm::cross(w, d), v) / slope,
                 r = -glm::dot(glm::cross(w, d), u) / slope;
    const bool is_inside = s >= 0.0 && r >= 0.0 && s + r <= 1.0;
    return is_inside && along >= 0.0 && along <= ray.max_t ? along : kInfinity;
}

TEST(ApiProbe, RayHitsMatchATestOfAllTriangles) {
    oracle::Random random(31);
    int hits = 0, misses = 0;
    for (const Subject& subject : make_meshes())
        for (int i = 0; i < 300; ++i) {
            const Pose pose = draw(random, 0.5);
            const glm::dvec3 from = oracle::draw_point(random, 2.0);
            Ray ray{Vec3(from), Vec3(oracle::draw_point(random, 1.2) - from)};
            if (i % 3 == 0) ray.max_t = 1.0;
            double first = kInfinity;
            std::size_t count = 0;
            for (const auto& triangle : subject.triangles) {
                const double t = crossing(pose, triangle, ray);
                first = std::min(first, t);
                count += t < kInfinity ? 1 : 0;
            }
            const RayHit hit = ray_cast(subject.shape, pose, ray).value();
            ASSERT_EQ(hit.hit, first < kInfinity);
            EXPECT_EQ(ray_cast_any(subject.shape, pose, ray).value().hit, hit.hit);
            const std::vector<RayHit> all = ray_cast_all(subject.shape, pose, ray).value();
            EXPECT_EQ(all.size(), count);
            (hit ? hits : misses) += 1;
            if (!hit) continue;
            EXPECT_NEAR(hit.t, first, 1e-9);
            EXPECT_EQ(all[0].t, hit.t);
            EXPECT_EQ(hit.feature.kind, FeatureKind::triangle);
            EXPECT_NEAR(hit.weights.x + hit.weights.y + hit.weights.z, 1.0, 1e-12);
            EXPECT_EQ(all[0].is_front, hit.is_front);
        }
    EXPECT_GT(hits, 100);
    EXPECT_GT(misses, 100);
}

TEST(ApiProbe, ABatchOfRaysGivesTheHitsOfSingleRays) {
    oracle::Random random(32);
    const Subject subject = make_meshes()[0];
    std::vector<Ray> rays;
    for (int i = 0; i < 500; ++i)
        rays.push_back({Vec3(oracle::draw_point(random, 2.0)), Vec3(oracle::draw_point(random, 1.0))});
    Context threads(std::make_shared<oracle::ThreadsExecutor>());
    const std::vector<RayHit> serial = ray_cast_many(subject.shape, {}, rays).value(),
                              parallel = ray_cast_many(subject.shape, {}, rays, threads).value();
    for (std::size_t i = 0; i < rays.size(); ++i) {
        EXPECT_EQ(serial[i].t, ray_cast(subject.shape, {}, rays[i]).value().t);
        EXPECT_EQ(serial[i].t, parallel[i].t);
        EXPECT_EQ(serial[i].feature, parallel[i].feature);
    }
    rays[77].direction = {};
    const auto refused = ray_cast_many(subject.shape, {}, rays, threads);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message.substr(0, 7), "ray 77:");
    EXPECT_TRUE(ray_cast_many(subject.shape, {}, {}).value().empty());
}

TEST(ApiProbe, SolidsAreHitOnTheirSurfaces) {
    const Convex box = Convex::box({1, 1, 1}).value();
    const std::vector<Compound::Part> parts{{box, Pose::from_translation({5, 0, 0}).value()}, {box, {}}};
    const Compound two = Compound::create(parts).value();
    const RayHit hit = ray_cast(two, {}, {{-4, 0.1, 0.2}, {1, 0, 0}}).value();
    EXPECT_EQ(hit.t, 3.0);
    EXPECT_EQ(hit.normal, Vec3(-1, 0, 0));
    EXPECT_TRUE(hit.is_front);
    EXPECT_EQ(hit.feature.part, 1u);
    EXPECT_EQ(ray_cast_all(two, {}, {{-4, 0.1, 0.2}, {1, 0, 0}}).value().size(), 4u);
    const RayHit from_inside = ray_cast(box, {}, {{0, 0.1, 0.2}, {0, 0, 2}}).value();
    EXPECT_NEAR(from_inside.t, 0.4, 1e-15);
    EXPECT_FALSE(from_inside.is_front);
    const Closest closest = closest_point(two, {}, {2.5, 0, 0}).value();
    EXPECT_EQ(closest.distance, 1.5);
    EXPECT_FALSE(closest_point(two, {}, {2.5, 0, 0}, {.within = 1.4}).value());
}

TEST(ApiProbe, DistanceOfTheClosestPointMatchesTheDistanceToADegenerateTriangle) {
    oracle::Random random(33);
    for (const Subject& subject : make_meshes())
        for (int i = 0; i < 100; ++i) {
            const Pose pose = draw(random, 0.5);
            const Vec3 point(oracle::draw_point(random, 2.0));
            // The expected distance is that of a mesh whose only triangle has three equal points.
            const Mesh dot = Mesh::create({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{0, 1, 2}}).value();
            const double expected =
                distance(subject.shape, pose, dot, Pose::from_translation(point).value()).value;
            const Closest closest = closest_point(subject.shape, pose, point).value();
            ASSERT_TRUE(closest);
            EXPECT_NEAR(closest.distance, expected, 1e-12);
            EXPECT_EQ(
                closest_point(subject.shape, pose, point, {.within = 1.001 * expected}).value().distance,
                closest.distance);
            EXPECT_FALSE(closest_point(subject.shape, pose, point, {.within = 0.999 * expected}).value());
        }
}

TEST(ApiProbe, RejectsInvalidNumbers) {
    const Convex box = Convex::box({1, 1, 1}).value();
    for (const double bad : {kNan, kInfinity}) {
        EXPECT_FALSE(ray_cast(box, {}, {{bad, 0, 0}, {1, 0, 0}}));
        EXPECT_FALSE(ray_cast_any(box, {}, {{0, 0, 0}, {1, bad, 0}}));
        EXPECT_FALSE(closest_point(box, {}, {0, bad, 0}));
        EXPECT_FALSE(Motion::with_velocity({}, {bad, 0, 0}, {}));
        EXPECT_FALSE(Motion::between({}, {}, {bad, 0, 0}));
    }
    EXPECT_FALSE(ray_cast(box, {}, {{0, 0, 0}, {0, 0, 0}}));
    EXPECT_FALSE(ray_cast_all(box, {}, {{0, 0, 0}, {1, 0, 0}, -1.0}));
    EXPECT_FALSE(ray_cast(box, {}, {{0, 0, 0}, {1, 0, 0}, kNan}));
    EXPECT_TRUE(ray_cast(box, {}, {{0, 0, 0}, {1, 0, 0}, kInfinity}));
    EXPECT_FALSE(closest_point(box, {}, {}, {.within = -1.0}));
    EXPECT_FALSE(closest_point(box, {}, {}, {.within = kNan}));
    EXPECT_FALSE(
        time_of_impact(box, Pose{}, box, Pose::from_translation({5, 0, 0}).value(), {.tolerance = kNan}));
    EXPECT_FALSE(Motion::between({}, Pose::from_quaternion({}, {}, {2, 2, 2}).value()));
}

TEST(ApiProbe, HitsWithAnInfiniteRayParameterAreNotReported) {
    // From the origin of from_near, the triangles are at distances of 1 and 1e-15. The ray parameter of the farther
    // triangle exceeds the largest double.
    const std::vector<Vec3> corners{{-1, -1, 1}, {1, -1, 1}, {0, 1, 1}, {-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
    const std::vector<std::array<std::uint32_t, 3>> far_first{{0, 1, 2}, {3, 4, 5}};
    const Mesh mesh = Mesh::create(corners, far_first).value();
    const Vec3 direction{0, 0, 1e-320};
    for (const double max_t : {kInfinity, 1e308}) {
        const Ray from_near{{0, 0, -1e-15}, direction, max_t}, from_far{{0, 0, 0.5}, direction, max_t};
        EXPECT_EQ(ray_cast_all(mesh, {}, from_near).value().size(), 1u);
        EXPECT_EQ(ray_cast(mesh, {}, from_near).value().feature.index, 1u);
        EXPECT_EQ(ray_cast_any(mesh, {}, from_near).value().feature.index, 1u);
        EXPECT_TRUE(ray_cast_all(mesh, {}, from_far).value().empty());
        EXPECT_FALSE(ray_cast(mesh, {}, from_far).value());
        EXPECT_FALSE(ray_cast_any(mesh, {}, from_far).value());
    }
}

Pose at(const Motion& motion, double time) {
    const glm::dvec3 w(motion.rotation().x, motion.rotation().y, motion.rotation().z);
    const double angle = glm::length(w) * time;
    const glm::dquat turn = angle == 0.0 ? glm::dquat(1, 0, 0, 0) : glm::angleAxis(angle, glm::normalize(w));
    const Quaternion q = motion.start().rotation();
    const glm::dquat rotation = turn * glm::dquat(q.w, q.x, q.y, q.z);
    const glm::dvec3 center(motion.center().x, motion.center().y, motion.center().z);
    const glm::dvec3 to =
        place(motion.start(), center) +
        time * glm::dvec3(motion.displacement().x, motion.displacement().y, motion.displacement().z);
    return Pose::from_quaternion(rotation, to - rotation * center).value();
}

TEST(ApiProbe, ReportedTimesOfImpactAreNeverLate) {
    oracle::Random random(34);
    const Convex box = Convex::box({0.6, 0.4, 0.5}).value();
    const std::vector<Compound::Part> parts{{box, Pose::from_translation({0.6, 0, 0}).value()},
                                            {box, Pose::from_translation({-0.6, 0, 0}).value()}};
    const std::vector<Shape> shapes{make_meshes()[0].shape, box, Compound::create(parts).value()};
    std::array<int, 4> by_status{};
    for (const Shape& a : shapes)
        for (const Shape& b : shapes)
            for (int i = 0; i < 20; ++i) {
                const Vec3 center(oracle::draw_point(random, 0.5));
                const Motion of_a =
                    Motion::with_velocity(draw(random, 1.5), Vec3(oracle::draw_point(random, 2.0)),
                                          Vec3(oracle::draw_point(random, 2.0)), center)
                        .value();
                const Motion of_b = Motion::between(draw(random, 1.5), draw(random, 1.5)).value();
                const TimeOfImpact found = time_of_impact(a, of_a, b, of_b).value();
                ++by_status[static_cast<std::size_t>(found.status)];
                EXPECT_EQ(found.status == ImpactStatus::starts_in_contact,
                          collide(a, of_a.start(), b, of_b.start()));
                for (int k = 0; k < 64 && found.time > 0.0; ++k) {
                    const double time = found.time * k / 64.0;
                    EXPECT_FALSE(collide(a, at(of_a, time), b, at(of_b, time)));
                }
                if (found.status != ImpactStatus::impact) continue;
                const Distance there = distance(a, at(of_a, found.time), b, at(of_b, found.time));
                EXPECT_LE(there.value, found.tolerance_used + 1e-9);
                EXPECT_NEAR(there.value, found.distance, 1e-9);
                EXPECT_NE(found.feature_a.kind, FeatureKind::none);
            }
    for (std::size_t status = 0; status < 3; ++status) EXPECT_GT(by_status[status], 5) << status;
    EXPECT_EQ(by_status[3], 0);
}

} // namespace
} // namespace boxwood::api::probe_test
