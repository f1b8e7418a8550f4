// Calls of the facade that the other programs here leave out, compared with closed forms of cubes and spheres.
#include <boxwood/boxwood.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace bw = boxwood;

namespace {

int g_failures = 0;
void check(bool holds, const std::string& what) {
    if (holds) return;
    ++g_failures;
    std::printf("%s\n", what.c_str());
}

using Random = std::mt19937;
double draw(Random& random, double reach) {
    return std::uniform_real_distribution<double>(-reach, reach)(random);
}
bw::Vec3 draw_point(Random& random, double reach) {
    const double x = draw(random, reach), y = draw(random, reach), z = draw(random, reach);
    return {x, y, z};
}
bw::Pose at(const bw::Vec3& place) {
    return bw::Pose::from_translation(place).value();
}
double length(const bw::Vec3& v) {
    return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}
bw::Vec3 minus(const bw::Vec3& p, const bw::Vec3& q) {
    return {p.x - q.x, p.y - q.y, p.z - q.z};
}

// The cube [-1, 1]^3.
bw::Mesh make_cube() {
    std::vector<float> points;
    for (int corner = 0; corner < 8; ++corner)
        for (int axis = 0; axis < 3; ++axis) points.push_back((corner >> axis & 1) != 0 ? 1.0f : -1.0f);
    const std::vector<int> triangles{0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                     2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    return bw::Mesh::create(points, triangles, {.solid = true}).value();
}

void check_rays_and_points(const bw::Mesh& cube) {
    Random random(1);
    std::vector<bw::Ray> rays;
    std::vector<double> expected; // negative if the ray misses
    for (int i = 0; i < 500; ++i) {
        const bw::Ray ray{draw_point(random, 3.0), draw_point(random, 1.0)};
        double enters = -1e300, leaves = 1e300;
        for (const auto& [from, by] :
             {std::pair(ray.origin.x, ray.direction.x), std::pair(ray.origin.y, ray.direction.y),
              std::pair(ray.origin.z, ray.direction.z)}) {
            const double p = (-1.0 - from) / by, q = (1.0 - from) / by;
            enters = std::fmax(enters, std::fmin(p, q));
            leaves = std::fmin(leaves, std::fmax(p, q));
        }
        const bool meets = enters <= leaves && leaves >= 0.0;
        if (std::fabs(enters - leaves) < 1e-9) continue; // passes very near an edge, where rounding decides
        const double first = !meets ? -1.0 : enters >= 0.0 ? enters : leaves;
        const auto all = bw::ray_cast_all(cube, {}, ray).value();
        check(all.size() == (!meets ? 0u : enters >= 0.0 ? 2u : 1u), "hits of ray " + std::to_string(i));
        check(bool(bw::ray_cast_any(cube, {}, ray).value()) == meets, "any hit of ray " + std::to_string(i));
        if (meets && !all.empty())
            check(std::fabs(all[0].t - first) <= 1e-9 * (1.0 + first), "t of ray " + std::to_string(i));
        rays.push_back(ray);
        expected.push_back(first);

        const bw::Vec3 p = ray.origin;
        const double outside = std::fmax(std::fabs(p.x), std::fmax(std::fabs(p.y), std::fabs(p.z))) - 1.0;
        if (std::fabs(outside) > 1e-9)
            check(bw::contains(cube, {}, p).value() == (outside < 0.0),
                  "point " + std::to_string(i) + " in the cube");
    }
    const auto many = bw::ray_cast_many(cube, {}, rays).value();
    for (std::size_t i = 0; i < rays.size(); ++i)
        check(bool(many[i]) == (expected[i] >= 0.0) &&
                  (!many[i] || std::fabs(many[i].t - expected[i]) <= 1e-9 * (1.0 + expected[i])),
              "ray " + std::to_string(i) + " of many");
}

void check_many_and_self(bw::Mesh cube) {
    Random random(2);
    const bw::Sphere ball = bw::Sphere::create(0.5).value();
    std::vector<bw::Pose> of_a, of_b;
    std::vector<bw::Vec3> centers;
    for (int i = 0; i < 200; ++i) {
        centers.push_back(draw_point(random, 3.0));
        of_a.emplace_back();
        of_b.push_back(at(centers.back()));
    }
    cube.prepare(bw::Preset::distance);
    const auto collide = bw::collide_many(cube, of_a, ball, of_b).value();
    const auto distance = bw::distance_many(cube, of_a, ball, of_b).value();
    for (std::size_t i = 0; i < centers.size(); ++i) {
        const bw::Vec3 c = centers[i];
        const bw::Vec3 out{std::fmax(std::fabs(c.x) - 1.0, 0.0), std::fmax(std::fabs(c.y) - 1.0, 0.0),
                           std::fmax(std::fabs(c.z) - 1.0, 0.0)};
        const double gap = std::fmax(length(out) - 0.5, 0.0);
        check(std::fabs(distance[i].value - gap) <= 1e-9, "distance " + std::to_string(i) + " of many");
        if (std::fabs(length(out) - 0.5) > 1e-9)
            check((collide[i] != 0) == (gap == 0.0), "collision " + std::to_string(i) + " of many");
    }
    const std::vector<float> points{0, 0, 0, 2, 0, 0, 0, 2, 0, 0.5f, 0.5f, -1, 0.5f, 0.5f, 1, 0.6f, 0.5f, 1};
    bw::Mesh two = bw::Mesh::create(points, std::vector<int>{0, 1, 2, 3, 4, 5}).value();
    check(bw::self_collisions(two).triangles.size() == 1, "two triangles that cross");
    std::vector<float> moved = points;
    for (std::size_t i = 9; i < moved.size(); i += 3) moved[i] += 9.0f;
    check(bool(two.update(moved)) && bw::self_collisions(two).triangles.empty(),
          "two triangles that were moved from each other");
}

void check_questions_of_a_world() {
    Random random(3);
    const bw::Sphere ball = bw::Sphere::create(0.4).value();
    bw::World world;
    std::vector<bw::Vec3> centers;
    std::vector<bw::Body> bodies;
    for (int i = 0; i < 100; ++i) {
        centers.push_back(draw_point(random, 5.0));
        bodies.push_back(world.add(ball, at(centers.back()), {.is_sensor = i % 7 == 0}).value());
    }
    for (int round = 0; round < 100; ++round) {
        const bw::Vec3 place = draw_point(random, 6.0);
        double nearest = 1e300;
        std::size_t touching = 0, of_all = 0;
        for (std::size_t i = 0; i < centers.size(); ++i) {
            const double gap = length(minus(centers[i], place)) - 0.8;
            of_all += gap <= 0.0;
            if (i % 7 == 0) continue;
            nearest = std::fmin(nearest, std::fmax(gap, 0.0));
            touching += gap <= 0.0;
        }
        check(std::fabs(world.nearest(ball, at(place)).distance.value - nearest) <= 1e-9, "the nearest body");
        check(world.overlapping(ball, at(place)).size() == touching, "the bodies that overlap");
        check(world.overlapping(ball, at(place), {.with_sensors = true}).size() == of_all, "with sensors");
        const double surface = std::fabs(world.closest_point(place).value().closest.distance);
        double closest = 1e300;
        for (std::size_t i = 0; i < centers.size(); ++i)
            if (i % 7 != 0) closest = std::fmin(closest, std::fabs(length(minus(centers[i], place)) - 0.4));
        check(std::fabs(surface - closest) <= 1e-9, "the closest point of all bodies");
    }
    const bw::WorldSweep swept = world.sweep(ball, at({-20, 0, 0}), {1, 0, 0}).value();
    check(!swept, "a sweep that ends before the bodies");
}

void check_steps() {
    const bw::Convex box = bw::Convex::box({0.5, 0.5, 0.5}).value(),
                     sheet = bw::Convex::box({0.001, 5, 5}).value();
    const bw::Sphere bullet = bw::Sphere::create(0.001).value();
    bw::World world;
    world.set_manifolds(true);
    const bw::Body left = world.add(box, at({0, 0, 0})).value(),
                   right = world.add(box, at({0.9, 0, 0})).value();
    const bw::Body wall = world.add(sheet, at({10, 0, 0}), {.is_fixed = true}).value();
    const bw::Body shot = world.add(bullet, at({9, 0, 0}), {.is_continuous = true}).value();
    const bw::WorldStep* step = &world.step();
    check(step->contact_count == 1 && step->began.size() == 1, "two boxes that overlap");
    for (const bw::WorldPair& pair : step->pairs)
        if (pair.in_contact)
            check(pair.regions.size() == 1 && pair.points.size() <= 4 && !pair.points.empty() &&
                      std::fabs(pair.regions[0].depth - 0.1) <= 1e-9 &&
                      std::fabs(pair.regions[0].normal.x - 1.0) <= 1e-9,
                  "the manifold of two boxes");
    check(bool(world.set_pose(shot, at({11, 0, 0}))), "a bullet is moved");
    step = &world.step();
    check(step->impacts.size() == 1 && std::fabs(step->impacts[0].impact.time - 0.499) <= 1e-3,
          "a bullet through a sheet");
    check(bool(world.teleport(shot, at({9, 0, 0}))), "a bullet is put back");
    check(world.step().impacts.empty(), "a teleported bullet has no impacts");
    check(bool(world.set_groups(left, 2, 2)) && world.step().contact_count == 0, "groups that do not match");
    check(bool(world.set_groups(left, 1, 1)) && world.step().contact_count == 1, "groups that match");
    world.set_pair_filter([](bw::Body, bw::Body) { return false; });
    check(world.step().contact_count == 0, "a filter that rejects all pairs");
    world.set_pair_filter({});
    check(bool(world.remove(right)) && !world.contains(right) && world.contains(wall), "a body is removed");
    check(!world.remove(right) && !world.set_pose(right, {}), "a removed body is refused");
    check(world.step().contact_count == 0, "no contacts are left");
}

} // namespace

int main() {
    const bw::Mesh cube = make_cube();
    check_rays_and_points(cube);
    check_many_and_self(cube);
    check_questions_of_a_world();
    check_steps();
    std::printf("every_call: %d failures\n", g_failures);
    return g_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
