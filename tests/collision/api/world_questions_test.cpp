// Checks world queries, contacts and impacts against queries of each body or pair of bodies. Also tests manifolds and
// world files.
#include "collision/api/detail/impact_order.hpp"
#include "collision/api/facade.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"
#include "tests/oracles/threads_executor.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <thread>

namespace boxwood::api {
namespace {

std::vector<Shape> make_all_shapes() {
    const oracle::SampleMesh torus = oracle::make_torus(0.8, 0.3, 10, 6);
    const Convex box = Convex::box({0.6, 0.4, 0.5}).value(), plate = Convex::box({0.2, 0.8, 0.3}).value();
    const std::vector<Compound::Part> parts{{box, {}}, {plate, Pose::from_translation({1, 0, 0}).value()}};
    return {Mesh::create(torus.positions, torus.triangles).value(), box, Compound::create(parts).value(),
            Sphere::create(0.5, {0.25, 0, 0}).value(), Capsule::create(0.25, 0.75).value()};
}

Pose draw_at(oracle::Random& random, double reach, double scale = 1.0) {
    return Pose::from_quaternion(oracle::draw_rotation(random), oracle::draw_point(random, reach),
                                 {scale, scale, scale})
        .value();
}

struct Placed {
    Shape shape;
    Pose pose;
    BodyOptions options;
};
using Bodies = std::map<Body, Placed>;

bool passes_filter(const BodyFilter& filter, const Placed& of, Body body) {
    return (of.options.groups & filter.mask) != 0 && (filter.groups & of.options.mask) != 0 &&
           (filter.with_sensors || !of.options.is_sensor) && body != filter.except;
}

void expect_answers_of_all_bodies(const World& world, const Bodies& bodies, oracle::Random& random,
                                  std::array<int, 5>& io_hits) {
    BodyFilter filter;
    if (random() % 2 == 0) filter.mask = 1u + static_cast<std::uint32_t>(random() % 3);
    filter.with_sensors = random() % 2 == 0;
    if (random() % 3 == 0) filter.except = std::next(bodies.begin(), 3)->first;
    const glm::dvec3 from = oracle::draw_point(random, 6.0);
    const Ray ray{Vec3(from), Vec3(oracle::draw_point(random, 3.0) - from),
                  random() % 3 == 0 ? 0.7 : std::numeric_limits<double>::infinity()};
    const Shape shape = make_all_shapes()[random() % 5];
    const Pose pose = draw_at(random, 4.0);
    const Vec3 by(oracle::draw_point(random, 4.0)), point(oracle::draw_point(random, 4.0));
    const double within = random() % 2 == 0 ? 1.0 : std::numeric_limits<double>::infinity();

    WorldRayHit first;
    std::size_t hit_count = 0;
    WorldDistance nearest;
    WorldClosest closest;
    WorldSweep swept;
    std::vector<Body> overlapping;
    for (const auto& [body, placed] : bodies) {
        if (!passes_filter(filter, placed, body)) continue;
        const RayHit hit = ray_cast(placed.shape, placed.pose, ray).value();
        if (hit && (!first || hit.t < first.hit.t)) first = {body, hit};
        hit_count += ray_cast_all(placed.shape, placed.pose, ray).value().size();
        const Distance distance_there = distance(shape, pose, placed.shape, placed.pose, {.cutoff = within});
        if (distance_there.found && (!nearest || distance_there.value < nearest.distance.value))
            nearest = {body, distance_there};
        const Closest closest_there =
            api::closest_point(placed.shape, placed.pose, point, {.within = within}).value();
        if (closest_there && (!closest || closest_there.distance < closest.closest.distance))
            closest = {body, closest_there};
        if (collide(shape, pose, placed.shape, placed.pose)) overlapping.push_back(body);
        const TimeOfImpact impact = api::sweep(shape, pose, by, placed.shape, placed.pose).value();
        if (impact.status != ImpactStatus::none &&
            (swept.impact.status == ImpactStatus::none || impact.time < swept.impact.time))
            swept = {body, impact};
    }
    const WorldRayHit found = world.ray_cast(ray, filter).value();
    EXPECT_EQ(found.body, first.body);
    EXPECT_EQ(found.hit.t, first.hit.t);
    EXPECT_EQ(world.ray_cast_any(ray, filter).value().hit.hit, first.hit.hit);
    const std::vector<WorldRayHit> all = world.ray_cast_all(ray, filter).value();
    EXPECT_EQ(all.size(), hit_count);
    if (!all.empty()) {
        EXPECT_EQ(all[0].hit.t, first.hit.t);
    }
    const WorldDistance found_nearest = world.nearest(shape, pose, {.cutoff = within}, filter);
    EXPECT_EQ(found_nearest.body, nearest.body);
    EXPECT_EQ(found_nearest.distance.value, nearest.distance.value);
    const WorldClosest found_closest = world.closest_point(point, {.within = within}, filter).value();
    EXPECT_EQ(found_closest.body, closest.body);
    EXPECT_EQ(found_closest.closest.distance, closest.closest.distance);
    EXPECT_EQ(world.overlapping(shape, pose, filter), overlapping);
    const WorldSweep found_sweep = world.sweep(shape, pose, by, {}, filter).value();
    EXPECT_EQ(found_sweep.body, swept.body);
    EXPECT_EQ(found_sweep.impact.time, swept.impact.time);
    io_hits[0] += first ? 1 : 0;
    io_hits[1] += nearest ? 1 : 0;
    io_hits[2] += closest ? 1 : 0;
    io_hits[3] += overlapping.empty() ? 0 : 1;
    io_hits[4] += swept ? 1 : 0;
}

TEST(ApiWorldQuestions, WorldQueriesMatchQueriesOfEachBody) {
    oracle::Random random(81);
    const std::vector<Shape> shapes = make_all_shapes();
    World world;
    Bodies bodies;
    const auto add = [&] {
        const Placed placed{shapes[random() % shapes.size()],
                            draw_at(random, 6.0),
                            {.groups = 1u << (random() % 3),
                             .mask = random() % 4 == 0 ? 3u : ~0u,
                             .is_sensor = random() % 4 == 0}};
        bodies.insert({world.add(placed.shape, placed.pose, placed.options).value(), placed});
    };
    for (int i = 0; i < 50; ++i) add();
    std::array<int, 5> hits{};
    for (int round = 0; round < 40; ++round) {
        expect_answers_of_all_bodies(world, bodies, random, hits);
        auto& [body, placed] = *std::next(bodies.begin(), static_cast<std::ptrdiff_t>(random() % 50));
        placed.pose = draw_at(random, 6.0);
        ASSERT_TRUE(random() % 2 == 0 ? world.set_pose(body, placed.pose)
                                      : world.teleport(body, placed.pose));
        if (round % 4 == 0) {
            const Body gone = std::next(bodies.begin(), static_cast<std::ptrdiff_t>(random() % 50))->first;
            ASSERT_TRUE(world.remove(gone));
            bodies.erase(gone);
            add();
        }
        if (round % 7 == 0) world.step();
    }
    for (const int count : hits) EXPECT_GT(count, 2);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(world.ray_cast({{0, 0, 0}, {0, 0, 0}}));
    EXPECT_FALSE(world.ray_cast_any({{nan, 0, 0}, {1, 0, 0}}));
    EXPECT_FALSE(world.ray_cast_all({{0, 0, 0}, {1, 0, 0}, -1.0}));
    EXPECT_FALSE(world.closest_point({nan, 0, 0}));
    EXPECT_FALSE(world.closest_point({}, {.within = -1.0}));
    EXPECT_FALSE(world.sweep(shapes[0], {}, {nan, 0, 0}));
    EXPECT_FALSE(World().ray_cast({}).value());
    EXPECT_FALSE(World().nearest(shapes[0], {}));
}

TEST(ApiWorldQuestions, AQuerySeesAMeshUpdateWithoutAStep) {
    Mesh mesh = Mesh::create({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}).value();
    World world;
    world.add(mesh, {}).value();
    const Ray ray{{0.2, 0.2, 20}, {0, 0, -1}};
    EXPECT_DOUBLE_EQ(world.ray_cast(ray).value().hit.t, 20.0);
    ASSERT_TRUE(mesh.update({{0, 0, 9}, {1, 0, 9}, {0, 1, 9}}));
    EXPECT_DOUBLE_EQ(world.ray_cast(ray).value().hit.t, 11.0);
}

class AskingExecutor final : public Executor {
  public:
    std::function<void()> ask;
    void parallel_for(std::size_t count, std::size_t chunk, const Body& body) override {
        ask();
        SerialExecutor().parallel_for(count, chunk, body);
    }
};

// A query during an update of a mesh reads the old state of the mesh. It must not cause later queries to miss the
// updated state.
TEST(ApiWorldQuestions, AQueryDuringAMeshUpdateDoesNotHideTheUpdatedState) {
    Mesh mesh = Mesh::create({{0, 0, 5}, {1, 0, 5}, {0, 1, 5}}, {{0, 1, 2}}).value();
    mesh.prepare(Preset::contacts);
    World world;
    world.add(mesh, {}).value();
    const Ray before{{0.25, 0.25, 0}, {0, 0, 1}}, after{{10.25, 0.25, 0}, {0, 0, 1}};
    int asked = 0;
    const auto executor = std::make_shared<AskingExecutor>();
    executor->ask = [&] {
        EXPECT_TRUE(world.ray_cast(before).value());
        EXPECT_FALSE(world.ray_cast(after).value());
        ++asked;
    };
    Context context(executor);
    ASSERT_TRUE(mesh.update({{10, 0, 5}, {11, 0, 5}, {10, 1, 5}}, Update::refit, context));
    EXPECT_GT(asked, 0);
    EXPECT_FALSE(world.ray_cast(before).value());
    EXPECT_TRUE(world.ray_cast(after).value());
}

// The first query after a change updates the world's tree. Any thread can run that query.
TEST(ApiWorldQuestions, ConcurrentQueriesMatchSerialQueries) {
    oracle::Random random(84);
    const std::vector<Shape> shapes = make_all_shapes();
    World world;
    std::vector<Body> bodies;
    for (int i = 0; i < 200; ++i)
        bodies.push_back(world.add(shapes[random() % shapes.size()], draw_at(random, 6.0)).value());
    Mesh moving = Mesh::create({{0, 0, 1e6}, {1, 0, 1e6}, {0, 1, 1e6}}, {{0, 1, 2}}).value();
    world.add(moving, {}).value();
    for (int round = 0; round < 5; ++round) {
        for (int i = 0; i < 20; ++i)
            ASSERT_TRUE(world.set_pose(bodies[random() % bodies.size()], draw_at(random, 6.0)));
        std::vector<Ray> rays;
        for (int i = 0; i < 100; ++i)
            rays.push_back({Vec3(oracle::draw_point(random, 6.0)), Vec3(oracle::draw_point(random, 1.0))});
        std::array<std::vector<WorldRayHit>, 3> answers;
        std::vector<std::thread> threads;
        for (std::vector<WorldRayHit>& own : answers)
            threads.emplace_back([&] {
                for (const Ray& ray : rays) own.push_back(world.ray_cast(ray).value());
            });
        for (int i = 0; i < 20; ++i) // far above the shapes that the rays hit
            EXPECT_TRUE(moving.update({{0, 0, 1e6 + i}, {1, 0, 1e6}, {0, 1, 1e6}}));
        for (std::thread& thread : threads) thread.join();
        for (std::size_t i = 0; i < rays.size(); ++i) {
            const WorldRayHit alone = world.ray_cast(rays[i]).value();
            for (const std::vector<WorldRayHit>& own : answers) {
                EXPECT_EQ(own[i].body, alone.body);
                EXPECT_EQ(own[i].hit.t, alone.hit.t);
            }
        }
    }
}

TEST(ApiWorldQuestions, ContactsOfRoundBodiesMatchCollide) {
    oracle::Random random(82);
    const std::vector<Shape> shapes = make_all_shapes();
    World world, on_threads(std::make_shared<oracle::ThreadsExecutor>());
    std::vector<std::pair<Body, Placed>> bodies;
    for (int i = 0; i < 30; ++i) {
        const Placed placed{shapes[3 + random() % 2 - (i % 2 == 0 ? 3 : 0)], draw_at(random, 2.5), {}};
        bodies.push_back({world.add(placed.shape, placed.pose).value(), placed});
        on_threads.add(placed.shape, placed.pose).value();
    }
    std::size_t contact_count = 0;
    for (int step = 0; step < 6; ++step) {
        const WorldStep &found = world.step(), &twin = on_threads.step();
        std::size_t expected = 0;
        for (std::size_t i = 0; i < bodies.size(); ++i)
            for (std::size_t k = i + 1; k < bodies.size(); ++k)
                expected += collide(bodies[i].second.shape, bodies[i].second.pose, bodies[k].second.shape,
                                    bodies[k].second.pose)
                                ? 1
                                : 0;
        EXPECT_EQ(found.contact_count, expected);
        ASSERT_EQ(found.pairs.size(), twin.pairs.size());
        for (std::size_t i = 0; i < found.pairs.size(); ++i) {
            EXPECT_EQ(found.pairs[i].distance, twin.pairs[i].distance);
            EXPECT_EQ(found.pairs[i].in_contact, twin.pairs[i].in_contact);
        }
        contact_count += expected;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const double scale = bodies[i].second.shape.kind() == ShapeKind::sphere ? 1.5 : 1.0;
            bodies[i].second.pose = draw_at(random, 2.5, scale);
            ASSERT_TRUE(world.set_pose(bodies[i].first, bodies[i].second.pose));
            ASSERT_TRUE(on_threads.set_pose(on_threads.bodies()[i], bodies[i].second.pose));
        }
    }
    EXPECT_GT(contact_count, 50u);
    const Pose flat = Pose::from_quaternion({}, {}, {1, 1, 2}).value();
    EXPECT_FALSE(world.add(shapes[3], flat));
    EXPECT_FALSE(world.set_pose(bodies[1].first, flat));
}

TEST(ApiWorldQuestions, AFastContinuousBodyDoesNotTunnelThroughASheet) {
    // 1000 m/s at 60 steps per second, against a sheet without thickness.
    constexpr double kSpeed = 1000.0 / 60.0;
    const Mesh sheet =
        Mesh::create({{-50, -50, 0}, {50, -50, 0}, {50, 50, 0}, {-50, 50, 0}}, {{0, 1, 2}, {0, 2, 3}})
            .value();
    const std::vector<Shape> bullets{Sphere::create(0.0005).value(),
                                     Convex::box({0.0005, 0.0005, 0.0005}).value(),
                                     Capsule::create(0.0002, 0.0003).value()};
    const std::size_t seeds = test::choose_effort(600, 10000);
    std::size_t crossings = 0;
    for (std::size_t seed = 0; seed < seeds; ++seed) {
        oracle::Random random(seed);
        World world;
        const Body of_sheet = world.add(sheet, {}, {.is_fixed = true}).value();
        const glm::dvec3 start = oracle::draw_point(random, 10.0);
        const glm::dvec3 end = start + kSpeed * glm::normalize(oracle::draw_point(random, 1.0));
        const auto pose_at = [&](const glm::dvec3& at) {
            return Pose::from_quaternion(oracle::draw_rotation(random), at).value();
        };
        const bool is_sheet_continuous = seed % 3 == 0; // a pair is swept if one of its bodies is continuous
        if (is_sheet_continuous) {
            ASSERT_TRUE(world.remove(of_sheet));
            world.add(sheet, {}, {.is_fixed = true, .is_continuous = true}).value();
        }
        const Body bullet =
            world.add(bullets[seed % bullets.size()], pose_at(start), {.is_continuous = !is_sheet_continuous})
                .value();
        EXPECT_TRUE(world.step().impacts.empty());
        ASSERT_TRUE(world.set_pose(bullet, pose_at(end)));
        const WorldStep& step = world.step();
        const bool crosses = (start.z > 0.001) != (end.z > 0.001) && (start.z < -0.001) != (end.z < -0.001);
        crossings += crosses ? 1 : 0;
        if (crosses) {
            ASSERT_EQ(step.impacts.size(), 1u) << seed;
            const WorldImpact& impact = step.impacts[0];
            EXPECT_TRUE(impact.a == bullet || impact.b == bullet);
            EXPECT_EQ(impact.impact.status, ImpactStatus::impact)
                << seed << " at " << impact.impact.time << " distance " << impact.impact.distance
                << " tolerance " << impact.impact.tolerance_used << " exact " << start.z / (start.z - end.z)
                << " dz " << end.z - start.z;
            const double exact = start.z / (start.z - end.z);
            EXPECT_LE(impact.impact.time, exact);
            EXPECT_GE(impact.impact.time, exact - 0.002 / std::fabs(start.z - end.z));
        } else if (std::fabs(start.z) > 0.001 && std::fabs(end.z) > 0.001) {
            EXPECT_TRUE(step.impacts.empty()) << seed;
        }
        EXPECT_TRUE(world.step().impacts.empty()); // the bullet has not moved since the last step
    }
    EXPECT_GT(crossings, seeds / 8);
}

TEST(ApiWorldQuestions, AtEqualTimesAnImpactComesBeforeAnIterationLimit) {
    const auto at = [](double time, ImpactStatus status) {
        TimeOfImpact impact;
        impact.status = status;
        impact.time = time;
        return impact;
    };
    const TimeOfImpact none, hit = at(0.5, ImpactStatus::impact),
                             limit = at(0.5, ImpactStatus::iteration_limit),
                             earlier = at(0.25, ImpactStatus::iteration_limit);
    EXPECT_TRUE(detail::is_before(hit, limit));
    EXPECT_FALSE(detail::is_before(limit, hit));
    EXPECT_TRUE(detail::is_before(earlier, hit));
    EXPECT_FALSE(detail::is_before(hit, hit));
    EXPECT_TRUE(detail::is_before(limit, none));
    EXPECT_FALSE(detail::is_before(none, limit));
}

TEST(ApiWorldQuestions, ImpactsMatchTimesOfImpactOfAllMovingPairs) {
    oracle::Random random(83);
    const std::vector<Shape> shapes = make_all_shapes();
    World world, on_threads(std::make_shared<oracle::ThreadsExecutor>());
    std::vector<Placed> placed;
    std::vector<Body> bodies, twins;
    for (int i = 0; i < 24; ++i) {
        placed.push_back({shapes[random() % shapes.size()],
                          draw_at(random, 5.0),
                          {.groups = 1u << (random() % 2), .is_continuous = random() % 2 == 0}});
        bodies.push_back(world.add(placed.back().shape, placed.back().pose, placed.back().options).value());
        twins.push_back(
            on_threads.add(placed.back().shape, placed.back().pose, placed.back().options).value());
    }
    std::size_t found_count = 0, without_motion = 0;
    for (int step = 0; step < 8; ++step) {
        std::vector<Motion> motions;
        std::vector<bool> is_placed_anew; // moved or teleported
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const Pose start = world.pose(bodies[i]).value();
            Pose end = draw_at(random, 5.0);
            const bool moves = random() % 3 != 0, leaps = random() % 5 == 0;
            if (leaps) // onto another body, which may be at rest
                end =
                    Pose::from_translation(world.pose(bodies[(i + 1) % bodies.size()]).value().translation())
                        .value();
            is_placed_anew.push_back(moves);
            motions.push_back(!moves  ? Motion(start)
                              : leaps ? Motion(end)
                                      : Motion::between(start, end).value());
            if (moves) {
                ASSERT_TRUE(leaps ? world.teleport(bodies[i], end) : world.set_pose(bodies[i], end));
                ASSERT_TRUE(leaps ? on_threads.teleport(twins[i], end) : on_threads.set_pose(twins[i], end));
            }
            if (leaps && moves) motions.back() = Motion(world.pose(bodies[i]).value());
        }
        std::map<std::pair<Body, Body>, TimeOfImpact> expected;
        for (std::size_t i = 0; i < bodies.size(); ++i)
            for (std::size_t k = i + 1; k < bodies.size(); ++k) {
                if (!placed[i].options.is_continuous && !placed[k].options.is_continuous) continue;
                if (!is_placed_anew[i] && !is_placed_anew[k]) continue;
                const auto is_at_rest = [&](std::size_t body) {
                    return motions[body].displacement() == Vec3{} && motions[body].rotation() == Vec3{};
                };
                const TimeOfImpact impact =
                    time_of_impact(placed[i].shape, motions[i], placed[k].shape, motions[k]).value();
                if (impact.status == ImpactStatus::none) continue;
                expected[{bodies[i], bodies[k]}] = impact;
                if (is_at_rest(i) && is_at_rest(k)) { // at least one was teleported into contact
                    EXPECT_EQ(impact.status, ImpactStatus::starts_in_contact);
                    ++without_motion;
                }
            }
        const WorldStep &found = world.step(), &twin = on_threads.step();
        std::size_t count = 0;
        double last = 0.0;
        for (const WorldImpact& impact : found.impacts) {
            EXPECT_GE(impact.impact.time, last);
            last = impact.impact.time;
            const auto at = expected.find({impact.a, impact.b});
            ASSERT_NE(at, expected.end()) << impact.a.id << ' ' << impact.b.id << ": no impact is expected";
            ++count;
            EXPECT_EQ(at->second.time, impact.impact.time);
            EXPECT_EQ(at->second.status, impact.impact.status);
        }
        EXPECT_EQ(count, expected.size());
        found_count += count;
        ASSERT_EQ(twin.impacts.size(), found.impacts.size());
        for (std::size_t i = 0; i < found.impacts.size(); ++i)
            EXPECT_EQ(twin.impacts[i].impact.time, found.impacts[i].impact.time);
    }
    EXPECT_GT(found_count, 40u);
    EXPECT_GT(without_motion, 0u);
}

TEST(ApiWorldQuestions, ContactsPersistAndManifoldPointsKeepTheirIds) {
    const Convex floor = Convex::box({5, 5, 1}).value(), cube = Convex::box({0.5, 0.5, 0.5}).value();
    World world;
    world.set_manifolds(true);
    world.add(floor, Pose::from_translation({0, 0, -1}).value(), {.is_fixed = true}).value();
    const Body body = world.add(cube, Pose::from_translation({0, 0, 0.45}).value()).value();
    const Body sensor =
        world.add(cube, Pose::from_translation({0, 0, 0.5}).value(), {.is_sensor = true}).value();
    std::vector<std::uint64_t> ids;
    for (int i = 0; i < 4; ++i) {
        ASSERT_TRUE(world.set_pose(body, Pose::from_translation({0.01 * i, 0.0, 0.45}).value()));
        const WorldStep& step = world.step();
        EXPECT_EQ(step.contact_count, 3u);
        EXPECT_EQ(step.began.size(), i == 0 ? 3u : 0u);
        EXPECT_EQ(step.persisted.size(), i == 0 ? 0u : 3u);
        std::vector<std::uint64_t> now;
        for (const WorldPair& pair : step.pairs) {
            EXPECT_EQ(pair.is_sensor, pair.a == sensor || pair.b == sensor);
            EXPECT_EQ(pair.regions.empty(), pair.is_sensor);
            if (pair.is_sensor) continue;
            ASSERT_EQ(pair.regions.size(), 1u);
            EXPECT_NEAR(pair.regions[0].depth, 0.05, 1e-7);
            EXPECT_NEAR(pair.regions[0].normal.z, 1.0, 1e-12);
            EXPECT_EQ(pair.points.size(), 4u);
            for (const ContactPoint& point : pair.points) now.push_back(point.id);
        }
        std::sort(now.begin(), now.end());
        if (i == 0) ids = now;
        EXPECT_EQ(now, ids);
    }
    ASSERT_TRUE(world.remove(sensor));
    EXPECT_EQ(world.step().ended.size(), 2u);
    world.release_scratch();
    EXPECT_EQ(world.step().persisted.size(), 1u);
    world.set_manifolds(false);
    EXPECT_TRUE(world.step().pairs[0].regions.empty());
}

TEST(ApiWorldQuestions, ContactRegionsOfAStepListNoTriangles) {
    const oracle::SampleMesh torus = oracle::make_torus(0.8, 0.3, 10, 6);
    const Mesh mesh = Mesh::create(torus.positions, torus.triangles).value();
    World world;
    world.set_manifolds(true);
    for (const double x : {0.0, 0.75, 1.5})
        world.add(mesh, Pose::from_translation({x, 0.125, 0.25 * x}).value()).value();
    std::size_t regions = 0;
    for (const WorldPair& pair : world.step().pairs)
        for (const ContactRegion& region : pair.regions) {
            ++regions;
            EXPECT_EQ(region.first_triangle, 0u);
            EXPECT_EQ(region.triangle_count, 0u);
            EXPECT_LE(region.first_point + region.point_count, pair.points.size());
        }
    EXPECT_GT(regions, 1u);
}

// The ray parameter of a hit on a sliver can have a larger rounding error than the ray parameter where the ray leaves
// the box of the body.
TEST(ApiWorldQuestions, ARayThatEndsExactlyAtASliverHitsIt) {
    oracle::Random random(87);
    int hits = 0;
    for (int i = 0; i < 2000; ++i) {
        const glm::dvec3 along =
                             1000.0 * glm::normalize(oracle::draw_point(random, 1.0) * glm::dvec3(1, 1, 0)),
                         across = 0.001 * oracle::draw_point(random, 1.0) * glm::dvec3(1, 1, 0);
        const std::array<Vec3, 3> corners{Vec3(-along), Vec3(along), Vec3(along * 0.3 + across)};
        const std::array<std::array<std::uint32_t, 3>, 1> triangles{{{0, 1, 2}}};
        const Result<Mesh> sliver = Mesh::create(corners, triangles);
        ASSERT_TRUE(sliver) << sliver.error().message;
        const glm::dvec3 aim = (0.3 * along + across) / 3.0, from = aim + oracle::draw_point(random, 1.0);
        Ray ray{Vec3(from), Vec3(aim - from)};
        const RayHit alone = ray_cast(*sliver, {}, ray).value();
        if (!alone) continue;
        World world;
        ASSERT_TRUE(world.add(*sliver, {}));
        ray.max_t = alone.t;
        ASSERT_TRUE(ray_cast(*sliver, {}, ray).value());
        ++hits;
        EXPECT_TRUE(world.ray_cast(ray).value()) << i;
        EXPECT_TRUE(world.ray_cast_any(ray).value()) << i;
        EXPECT_EQ(world.ray_cast_all(ray).value().size(), 1u) << i;
    }
    EXPECT_GT(hits, 100);
}

// Loading must not merge the faces of a saved shape again, because merging could change the shape or fail.
TEST(ApiWorldQuestions, HullsNearTheResolutionOfFloatAreUnchangedByAWorldFile) {
    oracle::Random random(88);
    const std::string path = testing::TempDir() + "boxwood_world_hulls_test.bwworld";
    int hulls = 0;
    for (int i = 0; i < 400; ++i) {
        std::vector<Vec3> cloud;
        const glm::dvec3 center = oracle::draw_point(random, 1.0) * 1000.0;
        for (int k = 0; k < 40; ++k)
            cloud.push_back(Vec3(center + oracle::draw_point(random, std::pow(10.0, -1.0 - i % 3))));
        const Result<Convex> hull = Convex::hull(cloud);
        if (!hull) continue;
        ++hulls;
        World world;
        ASSERT_TRUE(world.add(*hull, {}));
        ASSERT_TRUE(world.save(path));
        const Result<World> copy = World::load(path);
        ASSERT_TRUE(copy) << i << ": " << copy.error().message;
        const auto bytes_of = [&path] {
            std::ifstream file(path, std::ios::binary);
            return std::string(std::istreambuf_iterator<char>(file), {});
        };
        const std::string first = bytes_of();
        ASSERT_TRUE(copy->save(path));
        EXPECT_EQ(bytes_of(), first) << i;
    }
    EXPECT_GT(hulls, 200);
    std::remove(path.c_str());
}

// A teleported body is not swept from its old pose, but its contacts at the new pose are impacts.
TEST(ApiWorldQuestions, AWorldFileContainsATeleportSinceTheLastStep) {
    const std::string path = testing::TempDir() + "boxwood_world_teleport_test.bwworld";
    const Convex box = Convex::box({1, 1, 1}).value();
    World world;
    const Body moving = world.add(box, {}, {.is_continuous = true}).value();
    ASSERT_TRUE(world.add(box, Pose::from_translation({10, 0, 0}).value()));
    world.step();
    ASSERT_TRUE(world.teleport(moving, Pose::from_translation({9.5, 0, 0}).value()));
    ASSERT_TRUE(world.save(path));
    World copy = World::load(path).value();
    ASSERT_EQ(world.step().impacts.size(), 1u);
    const WorldStep& step = copy.step();
    ASSERT_EQ(step.impacts.size(), 1u);
    EXPECT_EQ(step.impacts[0].impact.status, ImpactStatus::starts_in_contact);
    std::remove(path.c_str());
}

TEST(ApiWorldQuestions, ALoadedWorldStepsLikeTheSavedWorld) {
    oracle::Random random(84);
    const std::string path = testing::TempDir() + "boxwood_world_file_test.bwworld";
    const std::vector<Shape> shapes = make_all_shapes();
    World world;
    world.set_manifolds(true);
    ASSERT_TRUE(world.set_broad_phase("brute-force"));
    std::vector<Body> bodies;
    for (int i = 0; i < 40; ++i)
        bodies.push_back(world
                             .add(shapes[random() % shapes.size()], draw_at(random, 3.0),
                                  {.is_fixed = i % 7 == 0,
                                   .groups = 1u << (random() % 3),
                                   .margin = 0.01 * (i % 3),
                                   .is_continuous = i % 2 == 0,
                                   .is_sensor = i % 11 == 0})
                             .value());
    world.step();
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(world.remove(bodies[static_cast<std::size_t>(7 * i)]));
    for (const Body body : world.bodies())
        if (body.id % 3 == 0) {
            ASSERT_TRUE(world.set_pose(body, draw_at(random, 3.0)));
        }
    ASSERT_TRUE(world.save(path));
    World copy = World::load(path).value();
    const std::vector<Body> own = world.bodies(), of_copy = copy.bodies();
    ASSERT_EQ(own.size(), of_copy.size());
    std::map<Body, Body> twin;
    for (std::size_t i = 0; i < own.size(); ++i) {
        twin[own[i]] = of_copy[i];
        EXPECT_EQ(world.pose(own[i]).value().columns(), copy.pose(of_copy[i]).value().columns());
    }
    const WorldStep &x = world.step(), &y = copy.step();
    ASSERT_EQ(x.pairs.size(), y.pairs.size());
    for (std::size_t i = 0; i < x.pairs.size(); ++i) {
        const WorldPair &p = x.pairs[i], &q = y.pairs[i];
        EXPECT_TRUE(twin[p.a] == q.a && twin[p.b] == q.b && p.in_contact == q.in_contact &&
                    p.distance == q.distance && p.point_a == q.point_a && p.points.size() == q.points.size());
        for (std::size_t k = 0; k < p.points.size(); ++k) EXPECT_EQ(p.points[k].id, q.points[k].id);
    }
    ASSERT_EQ(x.impacts.size(), y.impacts.size());
    EXPECT_GT(x.impacts.size(), 3u);
    for (std::size_t i = 0; i < x.impacts.size(); ++i)
        EXPECT_EQ(x.impacts[i].impact.time, y.impacts[i].impact.time);
    EXPECT_EQ(x.began.size(), y.began.size());
    EXPECT_EQ(x.persisted.size(), y.persisted.size());
    EXPECT_GT(x.persisted.size(), 3u);

    std::vector<char> bytes(std::filesystem::file_size(path));
    std::ifstream(path, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    const auto loads = [&](const std::vector<char>& content) {
        std::ofstream(path, std::ios::binary)
            .write(content.data(), static_cast<std::streamsize>(content.size()));
        return static_cast<bool>(World::load(path));
    };
    EXPECT_TRUE(loads(bytes));
    for (int i = 0; i < 60; ++i) {
        std::vector<char> damaged = bytes;
        if (i % 2 == 0)
            damaged.resize(random() % bytes.size());
        else
            damaged[random() % bytes.size()] ^= static_cast<char>(1 + random() % 255);
        EXPECT_FALSE(loads(damaged)) << i;
    }
    std::remove(path.c_str());
    EXPECT_FALSE(World::load(path));
    EXPECT_FALSE(world.save("/nonexistent/folder/file"));
}

TEST(ApiWorldQuestions, AWorldSweepWithAToleranceMatchesTheSweepOfTheShape) {
    const std::vector<Shape> shapes = make_all_shapes();
    const Sphere ball = Sphere::create(1.0).value();
    for (const Shape& shape : shapes)
        for (const double tolerance : {0.0, 0.25, 4.0}) {
            World world;
            const Body body = world.add(shape, {}).value();
            // The ball passes the shape at half the tolerance, or at a fraction of the default tolerance.
            const double gap = tolerance == 0.0 ? 1e-6 : 0.5 * tolerance;
            const Pose start =
                Pose::from_translation({-10.0, shape.bounds().upper.y + 1.0 + gap, 0.0}).value();
            const TimeOfImpact alone = sweep(ball, start, {20, 0, 0}, shape, {}, {tolerance}).value();
            const WorldSweep found = world.sweep(ball, start, {20, 0, 0}, {tolerance}).value();
            EXPECT_EQ(found.impact.status, alone.status) << tolerance;
            EXPECT_EQ(found.impact.time, alone.time) << tolerance;
            EXPECT_TRUE(tolerance == 0.0 || (found && found.body == body));
        }
    World empty;
    EXPECT_FALSE(empty.sweep(ball, {}, {1, 0, 0}, {-1.0}));
    EXPECT_FALSE(empty.sweep(ball, {}, {1, 0, 0}, {std::numeric_limits<double>::quiet_NaN()}));
    EXPECT_FALSE(sweep(ball, {}, {1, 0, 0}, ball, {}, {-1.0})); // although the shapes start in contact
}

TEST(ApiWorldQuestions, IdsOfRemovedBodiesAreReusedWithoutSteps) {
    const Convex box = Convex::box({1, 1, 1}).value();
    const BodyOptions continuous{.is_continuous = true};
    World world;
    const Body floor = world.add(box, {}).value(), stack = world.add(box, {}).value();
    const Body gone = world.add(box, {}, continuous).value();
    EXPECT_EQ(world.step().began.size(), 3u);
    ASSERT_TRUE(world.set_pose(gone, Pose::from_translation({0.5, 0, 0}).value()));
    ASSERT_TRUE(world.remove(gone));
    Body heir = world.add(box, {}, continuous).value();
    std::uint32_t last_id = 0;
    for (int i = 0; i < 10000 && heir.id != gone.id; ++i) {
        EXPECT_EQ(world.overlapping(box, {}), (std::vector{floor, stack, heir}));
        ASSERT_TRUE(world.remove(heir));
        heir = world.add(box, {}, continuous).value();
        last_id = std::max(last_id, heir.id);
    }
    ASSERT_EQ(heir.id, gone.id);
    EXPECT_FALSE(world.contains(gone));
    const WorldStep& step = world.step();
    EXPECT_EQ(step.persisted.size(), 1u);
    EXPECT_EQ(step.ended.size(), 2u);
    EXPECT_EQ(step.began.size(), 2u);
    EXPECT_TRUE(step.impacts.empty()); // the body that reuses the id has not moved

    for (int i = 0; i < 10000; ++i) {
        const Body body = world.add(box, {}).value();
        last_id = std::max(last_id, body.id);
        ASSERT_TRUE(world.remove(body));
    }
    EXPECT_LT(last_id, 3000u);
    EXPECT_EQ(world.bodies(), (std::vector{floor, stack, heir}));
    EXPECT_EQ(world.step().persisted.size(), 3u);
}

TEST(ApiWorldQuestions, AnErrorOfAddContainsTheIndexOfTheNewBody) {
    World world;
    world.add(Convex::box({1, 1, 1}).value(), {}).value();
    const std::vector<World::NewBody> bodies{{Sphere::create(1.0).value(), {}},
                                             {Sphere::create(1.0).value(), {}, {.margin = -1.0}}};
    EXPECT_EQ(world.add(bodies).error().message.rfind("new body 1: margin", 0), 0u);
}

} // namespace
} // namespace boxwood::api
