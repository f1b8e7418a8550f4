// Checks queries of spheres and capsules against closed forms, tests of all triangles, and bisection.
#include "collision/api/facade.hpp"
#include "tests/oracles/sample_meshes.hpp"
#include "tests/oracles/solid_meshes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace boxwood::api::round_test {
namespace {

constexpr double kRoundInfinity = std::numeric_limits<double>::infinity();

glm::dvec3 dvec(const Vec3& v) {
    return {v.x, v.y, v.z};
}
double length_of(const Vec3& a, const Vec3& b) {
    return glm::distance(dvec(a), dvec(b));
}

Pose draw_place(oracle::Random& random, double reach, double scale = 1.0) {
    return Pose::from_quaternion(oracle::draw_rotation(random), oracle::draw_point(random, reach),
                                 {scale, scale, scale})
        .value();
}

// The distance of p from a triangle: the minimum of the distances from the three edges and, if the projection of p on
// the plane lies inside the triangle, from the plane.
double distance_of_point(const glm::dvec3& p, const std::array<glm::dvec3, 3>& t) {
    double least = kRoundInfinity;
    for (std::size_t k = 0; k < 3; ++k) {
        const glm::dvec3 tail = t[k], along = t[(k + 1) % 3] - tail;
        const double at = std::clamp(glm::dot(p - tail, along) / glm::dot(along, along), 0.0, 1.0);
        least = std::min(least, glm::distance(p, tail + at * along));
    }
    const glm::dvec3 n = glm::cross(t[1] - t[0], t[2] - t[0]);
    bool is_over = true;
    for (std::size_t k = 0; k < 3; ++k)
        is_over = is_over && glm::dot(glm::cross(t[(k + 1) % 3] - t[k], p - t[k]), n) >= 0.0;
    return is_over ? std::min(least, std::fabs(glm::dot(n, p - t[0])) / glm::length(n)) : least;
}
// The distance of a segment from a triangle. Along the segment, the distance from the triangle is a convex function, so
// ternary search finds its minimum.
double distance_of_segment(const glm::dvec3& tail, const glm::dvec3& head,
                           const std::array<glm::dvec3, 3>& t) {
    double lower = 0.0, upper = 1.0;
    const auto at = [&](double x) { return distance_of_point(tail + x * (head - tail), t); };
    for (int i = 0; i < 100; ++i) {
        const double x = lower + (upper - lower) / 3.0, y = upper - (upper - lower) / 3.0;
        (at(x) < at(y) ? upper : lower) = at(x) < at(y) ? y : x;
    }
    return std::min(at(0.5 * (lower + upper)), std::min(at(0.0), at(1.0)));
}

struct RoundSubject {
    Shape shape;
    std::vector<std::array<glm::dvec3, 3>> triangles;
    bool is_solid = false;
};

std::vector<std::array<glm::dvec3, 3>> triangles_of(const oracle::SampleMesh& mesh,
                                                    const glm::dvec3& at = {}) {
    std::vector<std::array<glm::dvec3, 3>> all;
    for (const TriangleIndices& t : mesh.triangles)
        all.push_back({glm::dvec3(mesh.positions[t[0]]) + at, glm::dvec3(mesh.positions[t[1]]) + at,
                       glm::dvec3(mesh.positions[t[2]]) + at});
    return all;
}

std::vector<RoundSubject> make_subjects() {
    const oracle::SampleMesh torus = oracle::make_torus(0.8, 0.3, 12, 9),
                             cube = oracle::make_solid_box(glm::dvec3(0.5));
    const Convex box = Convex::box({0.5, 0.5, 0.5}).value();
    const std::vector<Compound::Part> parts{{box, Pose::from_translation({1.0, 0, 0}).value()}, {box, {}}};
    auto two = triangles_of(cube);
    for (const auto& t : triangles_of(cube, {1.0, 0, 0})) two.push_back(t);
    return {{Mesh::create(torus.positions, torus.triangles).value(), triangles_of(torus), false},
            {Mesh::create(cube.positions, cube.triangles, {.solid = true}).value(), triangles_of(cube), true},
            {box, triangles_of(cube), true},
            {Compound::create(parts).value(), two, true}};
}

struct RoundCase {
    Shape shape;
    glm::dvec3 tail{0.0}, head{0.0};
    double radius = 0.0;
};
std::vector<RoundCase> make_round_shapes() {
    return {{Sphere::create(0.3, {0.25, 0, 0}).value(), {0.25, 0, 0}, {0.25, 0, 0}, 0.3},
            {Capsule::create(0.2, 0.5).value(), {0, 0, -0.5}, {0, 0, 0.5}, 0.2},
            {Capsule::create(0.1, {0.25, 0.5, 0}, {-0.5, 0, 1}).value(), {0.25, 0.5, 0}, {-0.5, 0, 1}, 0.1}};
}

double distance_of_axis(const RoundCase& round, const Pose& pose, const RoundSubject& subject,
                        const Pose& of) {
    const glm::dvec3 tail = dvec(pose * Vec3(round.tail)), head = dvec(pose * Vec3(round.head));
    double least = kRoundInfinity;
    for (const auto& t : subject.triangles)
        least = std::min(
            least, distance_of_segment(
                       tail, head, {dvec(of * Vec3(t[0])), dvec(of * Vec3(t[1])), dvec(of * Vec3(t[2]))}));
    if (subject.is_solid && contains(subject.shape, of, Vec3(tail)).value()) return 0.0;
    return least;
}

TEST(ApiRound, DistancesMatchTestsOfAllTriangles) {
    oracle::Random random(61);
    std::array<int, 2> by_answer{};
    for (const RoundSubject& subject : make_subjects())
        for (const RoundCase& round : make_round_shapes())
            for (int i = 0; i < 25; ++i) {
                const double scale = i % 3 == 0 ? 0.5 : 1.0;
                const Pose of = draw_place(random, 0.8), at = draw_place(random, 0.8, scale);
                const double radius = scale * round.radius;
                const double axis = distance_of_axis(round, at, subject, of);
                const double expected = std::max(axis - radius, 0.0);
                const Distance found = distance(subject.shape, of, round.shape, at);
                ASSERT_TRUE(found.found);
                ASSERT_NEAR(found.value, expected, 1e-7);
                if (std::fabs(axis - radius) < 1e-6) continue;
                const bool touches = axis < radius;
                ++by_answer[touches ? 1 : 0];
                EXPECT_EQ(found.value == 0.0, touches);
                EXPECT_EQ(collide(round.shape, at, subject.shape, of), touches);
                EXPECT_EQ(contacts(subject.shape, of, round.shape, at, {.points = false}).collide, touches);
                const Contacts all = contacts(subject.shape, of, round.shape, at);
                EXPECT_EQ(all.collide, touches);
                EXPECT_EQ(all.regions.empty(), !touches);
                const Distance turned = distance(round.shape, at, subject.shape, of);
                EXPECT_EQ(turned.value, found.value);
                if (touches) continue;
                EXPECT_EQ(turned.point_a, found.point_b);
                EXPECT_NEAR(length_of(found.point_a, found.point_b), found.value, 1e-12);
                EXPECT_NEAR(closest_point(round.shape, at, found.point_b).value().distance, 0.0, 1e-12);
                EXPECT_NEAR(closest_point(subject.shape, of, found.point_a).value().distance, 0.0, 1e-12);
                EXPECT_EQ(found.feature_a.kind, FeatureKind::triangle);
                EXPECT_EQ(found.feature_b.kind, FeatureKind::round);
                EXPECT_TRUE(is_within(subject.shape, of, round.shape, at, 1.001 * found.value));
                EXPECT_FALSE(is_within(subject.shape, of, round.shape, at, 0.999 * found.value));
                EXPECT_EQ(distance(subject.shape, of, round.shape, at, {.cutoff = found.value}).value,
                          found.value);
                EXPECT_FALSE(
                    distance(subject.shape, of, round.shape, at, {.cutoff = 0.999 * found.value}).found);
            }
    EXPECT_GT(by_answer[0], 50);
    EXPECT_GT(by_answer[1], 50);
}

Pose moved(const Pose& pose, const glm::dvec3& by) {
    return Pose::from_quaternion(pose.rotation(), dvec(pose.translation()) + by, pose.scale()).value();
}

// The coordinates of a shape can be up to 1e12, and a scale can be up to 1e9. The center of a sphere can therefore be
// farther from the origin than the largest allowed translation of a pose.
TEST(ApiRound, VeryDistantRoundShapesCanBeQueried) {
    const oracle::SampleMesh torus = oracle::make_torus(0.8, 0.3, 10, 6);
    const std::vector<Shape> others{Mesh::create(torus.positions, torus.triangles).value(),
                                    Convex::box({0.6, 0.4, 0.5}).value()};
    for (const double scale : {1e7, 1e9}) {
        const Pose far = Pose::from_quaternion({1, 0, 0, 0}, {}, {scale, scale, scale}).value();
        const Sphere apart = Sphere::create(1.0, {9e11, 0, 0}).value(),
                     around = Sphere::create(9.5e11, {9e11, 0, 0}).value();
        for (const Shape& other : others) {
            EXPECT_FALSE(contacts(other, {}, apart, far).collide);
            EXPECT_TRUE(distance(other, {}, apart, far).found);
            EXPECT_FALSE(collide(other, {}, apart, far));
            EXPECT_TRUE(contacts(other, {}, around, far).collide);
        }
    }
    EXPECT_FALSE(closest_point(others[0], {}, {2e18, 0, 0}));
}

TEST(ApiRound, DepthIsTheLengthOfTheShortestSeparatingTranslation) {
    oracle::Random random(62);
    std::vector<Shape> shapes{Convex::box({0.6, 0.4, 0.5}).value(), Convex::box({0.1, 2.0, 0.5}).value()};
    std::vector<Vec3> cloud;
    for (int i = 0; i < 30; ++i) cloud.push_back(Vec3(oracle::draw_point(random, 0.7)));
    shapes.push_back(Convex::hull(cloud).value());
    for (const RoundCase& round : make_round_shapes()) shapes.push_back(round.shape);
    int deep = 0;
    for (const RoundCase& round : make_round_shapes())
        for (const Shape& shape : shapes)
            for (int i = 0; i < 30; ++i) {
                const Pose of = draw_place(random, 0.5), at = draw_place(random, 0.5);
                const Contacts found = contacts(shape, of, round.shape, at);
                if (!found) continue;
                ASSERT_EQ(found.regions.size(), 1u);
                const ContactRegion& region = found.regions[0];
                deep += region.depth > round.radius ? 1 : 0;
                const glm::dvec3 n = dvec(region.normal);
                EXPECT_NEAR(glm::length(n), 1.0, 1e-12);
                EXPECT_FALSE(collide(shape, of, round.shape, moved(at, (region.depth + 1e-9) * n)));
                EXPECT_TRUE(collide(shape, of, round.shape, moved(at, (region.depth - 1e-9) * n)));
                for (int k = 0; k < 20; ++k) {
                    const glm::dvec3 to = glm::normalize(oracle::draw_point(random, 1.0));
                    EXPECT_TRUE(collide(shape, of, round.shape, moved(at, 0.999999 * region.depth * to)));
                }
                ASSERT_GE(region.point_count, 1u);
                EXPECT_NEAR(found.points[0].depth, region.depth, 1e-12);
                const Contacts turned = contacts(round.shape, at, shape, of);
                EXPECT_NEAR(turned.regions[0].depth, region.depth, 1e-12);
                if (region.is_unique) {
                    EXPECT_NEAR(glm::distance(dvec(turned.regions[0].normal), -n), 0.0, 1e-6);
                }
            }
    EXPECT_GT(deep, 50);
}

// If the axis of a long capsule passes through a shape, the deeper end of the axis can be far from the shape.
TEST(ApiRound, ContactPointsOfALongCapsuleLieWhereItPassesThroughTheBox) {
    const Convex box = Convex::box({1.0, 1.0, 1.0}).value();
    const Capsule capsule = Capsule::create(0.1, {-5.0, 0.0, 0.0}, {5.0, 0.0, 0.0}).value();
    for (const double height : {1.05, 1.0, 0.95}) { // the axis is above, on and below the upper face
        const Contacts found = contacts(box, {}, capsule, Pose::from_translation({0.0, 0.0, height}).value());
        ASSERT_EQ(found.points.size(), 2u);
        EXPECT_NEAR(found.regions[0].depth, 1.1 - height, 1e-12);
        for (std::size_t i = 0; i < 2; ++i) {
            const Vec3 middle{i == 0 ? -1.0 : 1.0, 0.0, 0.5 * (1.0 + (height - 0.1))};
            EXPECT_LT(length_of(found.points[i].point, middle), 1e-12) << height;
        }
    }
    oracle::Random random(63);
    int inside = 0;
    for (int i = 0; i < 400; ++i) {
        const Pose at = draw_place(random, 1.2);
        const Contacts found = contacts(box, {}, capsule, at);
        if (!found) continue;
        if (!(found.regions[0].depth > 0.1)) continue; // the axis does not meet the box
        ++inside;
        for (const ContactPoint& point : found.points) {
            const glm::dvec3 on_box = dvec(point.point) + 0.5 * point.depth * dvec(found.regions[0].normal);
            EXPECT_LT(closest_point(box, {}, Vec3(on_box)).value().distance, 1e-6);
        }
    }
    EXPECT_GT(inside, 50);
}

// If a capsule is over the edge of a large face, the contact normal deviates from the normal of the face.
TEST(ApiRound, ACapsuleOverTheEdgeOfALargeFaceHasTwoContactPoints) {
    const Convex floor = Convex::box({500.0, 500.0, 1.0}).value();
    const Capsule capsule = Capsule::create(0.1, {499.0, 0.0, 1.05}, {501.0, 0.0, 1.0495}).value();
    const Contacts found = contacts(floor, {}, capsule, {});
    ASSERT_EQ(found.points.size(), 2u);
    EXPECT_NEAR(std::fabs(found.points[0].point.x - found.points[1].point.x), 1.0, 1e-3);
    for (const ContactPoint& point : found.points) EXPECT_NEAR(point.depth, 0.05, 1e-3);
}

TEST(ApiRound, EachLocalMinimumOfTheDistanceHasOneContactRegion) {
    // A floor of many triangles and a wall.
    std::vector<Vec3> positions;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    constexpr std::uint32_t kCells = 8;
    for (const bool is_wall : {false, true}) {
        const auto first = static_cast<std::uint32_t>(positions.size());
        for (std::uint32_t i = 0; i <= kCells; ++i)
            for (std::uint32_t j = 0; j <= kCells; ++j)
                positions.push_back(is_wall ? Vec3{0.0, 0.25 * i, 0.25 * j} : Vec3{0.25 * i, 0.25 * j, 0.0});
        for (std::uint32_t i = 0; i < kCells; ++i)
            for (std::uint32_t j = 0; j < kCells; ++j) {
                const std::uint32_t p = first + i * (kCells + 1) + j;
                triangles.push_back({p, p + kCells + 1, p + kCells + 2});
                triangles.push_back({p, p + kCells + 2, p + 1});
            }
    }
    const Mesh corner = Mesh::create(positions, triangles).value();
    const Sphere ball = Sphere::create(0.6).value();
    const Contacts on_floor = contacts(corner, {}, ball, Pose::from_translation({1.03, 1.01, 0.5}).value());
    ASSERT_EQ(on_floor.regions.size(), 1u);
    EXPECT_NEAR(length_of(on_floor.regions[0].normal, {0, 0, 1}), 0.0, 1e-12);
    EXPECT_NEAR(on_floor.regions[0].depth, 0.1, 1e-12);
    const Contacts at_vertex = contacts(corner, {}, ball, Pose::from_translation({1.0, 1.0, 0.5}).value());
    EXPECT_EQ(at_vertex.regions.size(), 1u);
    const Contacts in_corner = contacts(corner, {}, ball, Pose::from_translation({0.4, 1.01, 0.5}).value());
    ASSERT_EQ(in_corner.regions.size(), 2u);
    EXPECT_NEAR(in_corner.regions[0].depth + in_corner.regions[1].depth, 0.3, 1e-12);
    // A capsule that lies on a face has two contact points.
    const Capsule lying = Capsule::create(0.25, {-1, 0, 0}, {1, 0, 0}).value();
    const Convex table = Convex::box({0.5, 0.5, 0.5}).value();
    const Contacts rests = contacts(table, {}, lying, Pose::from_translation({0, 0, 0.7}).value());
    ASSERT_EQ(rests.regions.size(), 1u);
    ASSERT_EQ(rests.regions[0].point_count, 2u);
    EXPECT_NEAR(length_of(rests.points[0].point, rests.points[1].point), 1.0, 1e-12);
    EXPECT_NEAR(rests.points[1].depth, 0.05, 1e-12);
    EXPECT_NE(rests.points[0].id, rests.points[1].id);
}

TEST(ApiRound, DepthAndNormalOfASphereInsideASolidMeshMoveItOutside) {
    const oracle::SampleMesh cube = oracle::make_solid_box(glm::dvec3(1.0));
    const Mesh solid = Mesh::create(cube.positions, cube.triangles, {.solid = true}).value();
    const Sphere ball = Sphere::create(0.125).value();
    const Pose at = Pose::from_translation({0.1, 0.2, 0.7}).value();
    const Contacts found = contacts(solid, {}, ball, at);
    ASSERT_EQ(found.regions.size(), 1u);
    EXPECT_NEAR(found.regions[0].depth, 0.425, 1e-6);
    EXPECT_NEAR(length_of(found.regions[0].normal, {0, 0, 1}), 0.0, 1e-6);
    EXPECT_EQ(distance(solid, {}, ball, at).value, 0.0);
}

TEST(ApiRound, RayHitsMatchBisectionOfTheDistanceFromTheAxis) {
    oracle::Random random(63);
    std::array<int, 2> by_answer{};
    for (const RoundCase& round : make_round_shapes())
        for (int i = 0; i < 300; ++i) {
            const Pose pose = draw_place(random, 0.5);
            const glm::dvec3 tail = dvec(pose * Vec3(round.tail)), head = dvec(pose * Vec3(round.head));
            const glm::dvec3 origin = oracle::draw_point(random, 1.5),
                             direction = oracle::draw_point(random, 0.8) - origin;
            const Ray ray{Vec3(origin), Vec3(direction), 1.5};
            // Along the line of the ray, the distance from the shape's axis is a convex function. Ternary search finds
            // its minimum, and bisection finds where the line crosses the surface.
            const auto at = [&](double t) {
                const glm::dvec3 along = head - tail, p = origin + t * direction;
                const double squared = glm::dot(along, along);
                const double s =
                    squared > 0.0 ? std::clamp(glm::dot(p - tail, along) / squared, 0.0, 1.0) : 0.0;
                return glm::distance(p, tail + s * along);
            };
            double lower = -100.0, upper = 100.0;
            for (int k = 0; k < 200; ++k) {
                const double x = lower + (upper - lower) / 3.0, y = upper - (upper - lower) / 3.0;
                (at(x) < at(y) ? upper : lower) = at(x) < at(y) ? y : x;
            }
            const double nearest = lower;
            const auto cross = [&](double inside, double outside) {
                for (int k = 0; k < 100; ++k) {
                    const double middle = 0.5 * (inside + outside);
                    (at(middle) <= round.radius ? inside : outside) = middle;
                }
                return inside;
            };
            std::vector<double> expected;
            if (at(nearest) <= round.radius)
                for (const double t : {cross(nearest, nearest - 100.0), cross(nearest, nearest + 100.0)})
                    if (t >= 0.0 && t <= ray.max_t) expected.push_back(t);
            const std::vector<RayHit> all = ray_cast_all(round.shape, pose, ray).value();
            ASSERT_EQ(all.size(), expected.size());
            const RayHit first = ray_cast(round.shape, pose, ray).value();
            EXPECT_EQ(first.hit, !expected.empty());
            EXPECT_EQ(ray_cast_any(round.shape, pose, ray).value().hit, first.hit);
            EXPECT_EQ(ray_cast_many(round.shape, pose, std::span(&ray, 1)).value()[0].t, first.t);
            ++by_answer[expected.empty() ? 0 : 1];
            for (std::size_t k = 0; k < all.size(); ++k) {
                EXPECT_NEAR(all[k].t, expected[k], 1e-6);
                EXPECT_NEAR(glm::distance(dvec(all[k].point), origin + all[k].t * direction), 0.0, 1e-9);
                EXPECT_EQ(all[k].is_front, glm::dot(dvec(all[k].normal), direction) < 0.0);
            }
        }
    EXPECT_GT(by_answer[0], 100);
    EXPECT_GT(by_answer[1], 100);
}

Pose pose_at(const Motion& motion, double time) {
    const glm::dvec3 w = time * dvec(motion.rotation());
    const double angle = glm::length(w);
    const glm::dquat turn = angle == 0.0 ? glm::dquat(1, 0, 0, 0) : glm::angleAxis(angle, w / angle);
    const Quaternion q = motion.start().rotation();
    const glm::dquat rotation = turn * glm::dquat(q.w, q.x, q.y, q.z);
    const glm::dvec3 center = dvec(motion.center()),
                     to = dvec(motion.start() * motion.center()) + time * dvec(motion.displacement());
    return Pose::from_quaternion(rotation, to - rotation * center).value();
}

TEST(ApiRound, ReportedTimesOfImpactAreNeverLate) {
    oracle::Random random(64);
    std::vector<Shape> others;
    for (const RoundSubject& subject : make_subjects()) others.push_back(subject.shape);
    for (const RoundCase& round : make_round_shapes()) others.push_back(round.shape);
    std::array<int, 4> by_status{};
    for (const RoundCase& round : make_round_shapes())
        for (const Shape& other : others)
            for (int i = 0; i < 8; ++i) {
                const Vec3 center(oracle::draw_point(random, 0.5));
                const Motion moves =
                    Motion::with_velocity(draw_place(random, 1.5), Vec3(oracle::draw_point(random, 3.0)),
                                          i % 2 == 0 ? Vec3{} : Vec3(oracle::draw_point(random, 2.0)),
                                          i % 2 == 0 ? Vec3{} : center)
                        .value();
                const Pose rests = draw_place(random, 0.5);
                const bool is_a = i % 3 == 0;
                const TimeOfImpact found = is_a ? time_of_impact(round.shape, moves, other, rests).value()
                                                : time_of_impact(other, rests, round.shape, moves).value();
                ++by_status[static_cast<std::size_t>(found.status)];
                if (i % 2 == 0 && is_a) {
                    const TimeOfImpact swept =
                        sweep(round.shape, moves.start(), moves.displacement(), other, rests).value();
                    EXPECT_EQ(swept.time, found.time);
                    EXPECT_EQ(swept.status, found.status);
                }
                EXPECT_EQ(found.status == ImpactStatus::starts_in_contact,
                          collide(round.shape, moves.start(), other, rests));
                for (int k = 0; k < 40 && found.time > 0.0; ++k) {
                    const double time = found.time * k / 40.0;
                    EXPECT_FALSE(collide(round.shape, pose_at(moves, time), other, rests));
                }
                if (found.status != ImpactStatus::impact) continue;
                const Distance there = is_a ? distance(round.shape, pose_at(moves, found.time), other, rests)
                                            : distance(other, rests, round.shape, pose_at(moves, found.time));
                EXPECT_LE(there.value, found.tolerance_used + 1e-9);
                EXPECT_NEAR(there.value, found.distance, 1e-9);
                EXPECT_NEAR(length_of(there.normal, found.normal), 0.0, 1e-3);
                EXPECT_NEAR(length_of(found.point_a, found.point_b), found.distance, 1e-9);
            }
    EXPECT_GT(by_status[0], 10);
    EXPECT_GT(by_status[1], 10);
    EXPECT_GT(by_status[2], 5);
    EXPECT_EQ(by_status[3], 0);
}

TEST(ApiRound, QueriesOfASingleShapeMatchClosedForms) {
    const Sphere ball = Sphere::create(2.0, {1, 0, 0}).value();
    EXPECT_EQ(ball.kind(), ShapeKind::sphere);
    EXPECT_TRUE(ball.is_solid());
    EXPECT_EQ(ball.triangle_count(), 0u);
    EXPECT_EQ(ball.vertex_count(), 0u);
    EXPECT_EQ(ball.bounds(), (Box{{-1, -2, -2}, {3, 2, 2}}));
    EXPECT_EQ(ball.radius(), 2.0);
    EXPECT_TRUE(contains(ball, {}, {3, 0, 0}).value());
    EXPECT_FALSE(contains(ball, {}, {3.001, 0, 0}).value());
    const Closest inside = closest_point(ball, {}, {1, 0.5, 0}).value();
    EXPECT_EQ(inside.distance, 1.5);
    EXPECT_EQ(inside.point, Vec3(1, 2, 0));
    EXPECT_FALSE(closest_point(ball, {}, {1, 0.5, 0}, {.within = 1.4}).value());
    const Capsule pill = Capsule::create(0.5, 1.0).value();
    EXPECT_EQ(pill.bounds(), (Box{{-0.5, -0.5, -1.5}, {0.5, 0.5, 1.5}}));
    EXPECT_TRUE(contains(pill, {}, {0, 0.5, 0.9}).value());
    EXPECT_NEAR(closest_point(pill, {}, {0, 0, 0.25}).value().distance, 0.5, 1e-15);
}

TEST(ApiRound, RejectsInvalidRadiiLengthsAndNonuniformScales) {
    for (const double bad : {0.0, -1.0, std::nan(""), kRoundInfinity}) {
        EXPECT_FALSE(Sphere::create(bad));
        EXPECT_FALSE(Capsule::create(bad, 1.0));
    }
    EXPECT_FALSE(Sphere::create(1.0, {std::nan(""), 0, 0}));
    EXPECT_FALSE(Capsule::create(1.0, -1.0));
    EXPECT_TRUE(Capsule::create(1.0, 0.0));
    const Sphere ball = Sphere::create(1.0).value();
    const Pose flat = Pose::from_quaternion({}, {}, {1, 1, 2}).value();
    EXPECT_FALSE(ray_cast(ball, flat, {}));
    EXPECT_FALSE(ray_cast_all(ball, flat, {}));
    EXPECT_FALSE(closest_point(ball, flat, {}));
    EXPECT_FALSE(contains(ball, flat, {}));
    EXPECT_FALSE(sweep(ball, flat, {1, 0, 0}, ball, {}));
    EXPECT_FALSE(ray_cast(ball, {}, {{0, 0, 0}, {0, 0, 0}}));
    EXPECT_FALSE(closest_point(ball, {}, {0, std::nan(""), 0}));
    EXPECT_FALSE(closest_point(ball, {}, {}, {.within = -1.0}));
    EXPECT_DEATH(collide(ball, flat, ball, {}), "scales_uniformly");
    const World empty; // no body is near the shape, so that no query on two shapes runs
    EXPECT_DEATH(static_cast<void>(empty.nearest(ball, flat)), "scales_uniformly");
    EXPECT_DEATH(static_cast<void>(empty.overlapping(ball, flat)), "scales_uniformly");
}

TEST(ApiRound, NonuniformScalesAreErrorsInBatchesAndSweepsOfEmptyWorlds) {
    const Shape ball = Sphere::create(1.0).value(), box = Convex::box({1, 1, 1}).value();
    const Pose uneven = Pose::from_quaternion({}, {}, {1, 2, 1}).value();
    const std::array poses{Pose{}, uneven};
    EXPECT_NE(collide_many(box, {{Pose{}}}, ball, poses).error().message.find("pose 1 of b"),
              std::string::npos);
    EXPECT_NE(distance_many(ball, poses, box, {{Pose{}}}).error().message.find("pose 1 of a"),
              std::string::npos);
    EXPECT_TRUE(collide_many(box, poses, ball, {{Pose{}}}));
    EXPECT_FALSE(World().sweep(ball, uneven, {1, 0, 0}));
}

TEST(ApiRound, ATooLargeMarginIsRejectedWithoutChangingTheBody) {
    const Shape ball = Sphere::create(1e3).value(), box = Convex::box({1, 1, 1}).value();
    World world;
    EXPECT_FALSE(world.add(ball, {}, {.margin = 1e15}));
    EXPECT_EQ(world.body_count(), 0u);
    const Body body = world.add(box, {}, {.margin = 1e15}).value();
    EXPECT_FALSE(world.set_shape(body, ball));
    EXPECT_TRUE(world.shape(body).value() == box);
    const Body round = world.add(ball, {}, {.margin = 0.9995e15}).value();
    const Pose large = Pose::from_quaternion({}, {5, 0, 0}, {1e9, 1e9, 1e9}).value();
    EXPECT_FALSE(world.set_pose(round, large));
    EXPECT_EQ(world.pose(round).value().translation(), Vec3());
}

TEST(ApiRound, ScalingTheDirectionOfARayChangesOnlyTheRayParameter) {
    const std::vector<Shape> shapes{Sphere::create(1.0).value(), Capsule::create(1.0, 2.0).value()};
    for (const Shape& shape : shapes)
        for (const glm::dvec3 along : {glm::dvec3(0, 0, -1), glm::dvec3(0.01, -0.02, -1)}) {
            const Ray unit{{0.3, 0.2, 5}, Vec3(along)};
            const RayHit expected = ray_cast(shape, {}, unit).value();
            ASSERT_TRUE(expected);
            for (const int exponent : {-1000, -600, -500, 500, 600, 1000}) {
                const double length = std::ldexp(1.0, exponent);
                const RayHit hit = ray_cast(shape, {}, {unit.origin, Vec3(length * along)}).value();
                ASSERT_TRUE(hit) << exponent;
                EXPECT_EQ(hit.t * length, expected.t);
                EXPECT_EQ(hit.normal, expected.normal);
                EXPECT_EQ(ray_cast_all(shape, {}, {unit.origin, Vec3(length * along)}).value().size(), 2u);
            }
            // The ray parameter of the hit exceeds the range of double.
            EXPECT_FALSE(ray_cast(shape, {}, {unit.origin, {0, 0, -5e-324}}).value());
        }
}

} // namespace
} // namespace boxwood::api::round_test
