// Pairs of spheres, sweeps, and rays in a world of spheres, compared with closed forms: near and far from the origin,
// with quaternions of any length, and from several threads. Invalid input (also of capsules and hulls), poses that
// spheres do not accept, and damaged files give Errors.
#include <boxwood/boxwood.hpp>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace bw = boxwood;

namespace {

std::atomic<int> g_failures{0};
void check(bool holds, const std::string& what) {
    if (holds) return;
    ++g_failures;
    std::printf("%s\n", what.c_str());
}

using Random = std::mt19937;
double draw(Random& random) {
    return std::uniform_real_distribution<double>(-1.0, 1.0)(random);
}
bw::Vec3 draw_point(Random& random, double size) {
    const double x = size * draw(random), y = size * draw(random), z = size * draw(random);
    return {x, y, z};
}
bw::Vec3 minus(const bw::Vec3& p, const bw::Vec3& q) {
    return {p.x - q.x, p.y - q.y, p.z - q.z};
}
double dot(const bw::Vec3& p, const bw::Vec3& q) {
    return p.x * q.x + p.y * q.y + p.z * q.z;
}

// A point starts at `from`, relative to the center of a sphere, and moves along `by`. The times at which it enters and
// leaves the sphere, as multiples of `by`; infinite if it misses. A ray from inside hits the surface where it leaves.
struct Crossing {
    double enters = std::numeric_limits<double>::infinity(), leaves = enters;
    // the difference of the squares of the radius and the distance of the center from the line; 0 for a tangent
    double slack = 0.0;
};
Crossing cross(const bw::Vec3& from, const bw::Vec3& by, double radius) {
    const double a = dot(by, by), b = dot(from, by), d = b * b - a * (dot(from, from) - radius * radius);
    Crossing crossing;
    crossing.slack = std::abs(d) / a;
    if (d < 0.0) return crossing;
    crossing.enters = (-b - std::sqrt(d)) / a;
    crossing.leaves = (-b + std::sqrt(d)) / a;
    return crossing;
}

void check_pairs_of_spheres(double far) {
    Random random(5);
    for (int round = 0; round < 200; ++round) {
        const double radius_a = 0.2 + 0.1 * std::abs(draw(random)), radius_b = 0.3;
        const bw::Sphere a = bw::Sphere::create(radius_a).value(), b = bw::Sphere::create(radius_b).value();
        bw::Vec3 center_a = draw_point(random, 1.0), center_b = draw_point(random, 1.0);
        center_a.x += far;
        center_b.x += far;
        const bw::Quaternion turn{5.0 * draw(random) + 0.1, draw(random), draw(random), draw(random)};
        const bw::Pose at_a = bw::Pose::from_quaternion(turn, center_a).value();
        const bw::Pose at_b = bw::Pose::from_translation(center_b).value();
        const bw::Vec3 between = minus(center_a, center_b);
        const double reach = radius_a + radius_b, gap = std::sqrt(dot(between, between)) - reach;
        const double error = 1e-9 + 1e-15 * far;
        const std::string which = "round " + std::to_string(round) + ", far " + std::to_string(far);

        const bw::Distance found = bw::distance(a, at_a, b, at_b);
        check(std::abs(found.value - std::fmax(0.0, gap)) <= error, "distance of spheres, " + which);
        if (std::abs(gap) > 1e-6)
            check(bw::collide(a, at_a, b, at_b) == (gap < 0.0), "collision of spheres, " + which);
        if (gap < -1e-6) {
            const bw::Contacts contacts = bw::contacts(a, at_a, b, at_b);
            check(contacts.regions.size() == 1 && std::abs(contacts.regions[0].depth + gap) <= error,
                  "depth, " + which);
        }
        const bw::Vec3 motion = draw_point(random, 3.0);
        const Crossing crossing = cross(between, motion, reach);
        const bool meets = gap <= 0.0 || (crossing.enters >= 0.0 && crossing.enters <= 1.0);
        // Rounding decides near a tangent, near the end of the motion, and for contact at its start.
        if (crossing.slack < 1e-3 || std::abs(crossing.enters - 1.0) < 1e-2 || std::abs(gap) < 1e-3) continue;
        const bw::TimeOfImpact impact = bw::sweep(a, at_a, motion, b, at_b).value();
        check(bool(impact) == meets, "sweep, " + which);
        if (meets && gap > 0.0) check(impact.time <= crossing.enters + 1e-9, "late impact, " + which);
    }
}

void check_refusals() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    check(!bw::Sphere::create(nan) && !bw::Sphere::create(0.0) && !bw::Sphere::create(-1.0),
          "a sphere with an invalid radius is accepted");
    check(!bw::Capsule::create(1.0, {nan, 0, 0}, {0, 0, 0}), "a capsule with a NaN is accepted");
    check(!bw::Convex::hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}), "a hull of a square is accepted");
    check(!bw::Convex::hull({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}), "a hull of a point is accepted");
    check(!bw::Convex::hull({{0, 0, 0}, {1, 0, 0}, {nan, 1, 0}, {0, 0, 1}}), "a hull of a NaN is accepted");
    check(bool(bw::Convex::hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1, 0.1, 0.1}, {0, 0, 0}})),
          "a hull of points is refused that include an inner point and a duplicate");
    const bw::Sphere ball = bw::Sphere::create(1.0).value();
    const bw::Pose squashed = bw::Pose::from_quaternion({}, {}, {1, 2, 1}).value();
    check(!bw::sweep(ball, {}, {nan, 0, 0}, ball, {}), "a sweep by a NaN is accepted");
    check(!bw::sweep(ball, squashed, {1, 0, 0}, ball, {}), "a sweep of an ellipsoid is accepted");
    check(!bw::closest_point(ball, squashed, {5, 0, 0}), "the closest point of an ellipsoid is accepted");
    check(!bw::World().add(ball, squashed), "a body that is an ellipsoid is accepted");
}

void check_world() {
    constexpr double kRadius = 0.2;
    Random random(7);
    const bw::Sphere ball = bw::Sphere::create(kRadius).value();
    bw::World world;
    std::vector<bw::Vec3> centers;
    for (int i = 0; i < 200; ++i) {
        centers.push_back(draw_point(random, 5.0));
        check(bool(world.add(ball, bw::Pose::from_translation(centers.back()).value())), "a body is refused");
    }
    world.step();
    const auto ask = [&](unsigned seed) {
        Random own(seed);
        for (int round = 0; round < 300; ++round) {
            const bw::Vec3 origin = draw_point(own, 8.0), direction = draw_point(own, 1.0);
            double first = std::numeric_limits<double>::infinity();
            for (const bw::Vec3& center : centers) {
                const Crossing crossing = cross(minus(origin, center), direction, kRadius);
                const double t = crossing.enters >= 0.0 ? crossing.enters : crossing.leaves;
                if (t >= 0.0) first = std::fmin(first, t);
            }
            const auto hit = world.ray_cast({origin, direction}).value();
            const double found = hit ? hit.hit.t : std::numeric_limits<double>::infinity();
            check(found == first || std::abs(found - first) <= 1e-6 * (1.0 + first), "a ray in the world");
        }
    };
    std::vector<std::thread> threads;
    for (unsigned seed = 0; seed < 4; ++seed) threads.emplace_back(ask, seed);
    for (std::thread& thread : threads) thread.join();

    const std::string path = (std::filesystem::temp_directory_path() / "boxwood-round-shapes.world").string();
    check(bool(world.save(path)) && bool(bw::World::load(path)), "a world cannot be saved and loaded");
    std::ifstream file(path, std::ios::binary);
    const std::string whole((std::istreambuf_iterator<char>(file)), {});
    for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 150) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
        std::ofstream(path, std::ios::binary) << damaged;
        check(!bw::World::load(path), "a world with a changed byte " + std::to_string(at) + " is loaded");
    }
    std::filesystem::remove(path);
}

} // namespace

int main() {
    for (const double far : {0.0, 1e3, 1e6, 1e9}) check_pairs_of_spheres(far);
    check_refusals();
    check_world();
    std::printf("%d failures\n", g_failures.load());
    return g_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
