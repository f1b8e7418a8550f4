// Queries of one and two shapes give the oracle's answers: with mixed kinds of shapes and presets, at many scales, far
// from the origin, with quaternions of any length, and from several threads at once. Steps of a world give the answers
// of single queries. Invalid input is an Error that changes nothing. every_call.cpp checks the other calls.
#include "collision/api/facade.hpp"
#include "tests/stranger/oracle.hpp"

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

namespace bw = boxwood::api;
using namespace stranger;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(),
                 kInfinity = std::numeric_limits<double>::infinity();

std::mutex g_lock;
void check_locked(bool holds, const std::string& what) {
    const std::lock_guard guard(g_lock);
    check(holds, what);
}

struct Subject {
    std::string name;
    bw::Shape shape;
    stranger::Mesh surface;
    bool is_solid = false;
};

stranger::Mesh box_at(const glm::vec3& half, const glm::vec3& center) {
    stranger::Mesh mesh = make_box_mesh(half);
    for (glm::vec3& p : mesh.positions) p += center;
    return mesh;
}

std::vector<Subject> make_subjects() {
    std::vector<Subject> all;
    const stranger::Mesh torus = make_torus(7, 5, 0.7f, 0.3f);
    for (const bw::Preset preset : {bw::Preset::general, bw::Preset::contacts, bw::Preset::distance,
                                    bw::Preset::deforming, bw::Preset::small_memory})
        all.push_back({"torus " + std::to_string(static_cast<int>(preset)),
                       bw::Mesh::create(torus.positions, torus.triangles, {preset}).value(), torus, false});
    const glm::vec3 half{0.6f, 0.4f, 0.5f};
    const stranger::Mesh box = make_box_mesh(half);
    all.push_back({"convex", bw::Convex::box(half).value(), box, true});
    all.push_back(
        {"convex of triangles", bw::Convex::create(box.positions, box.triangles).value(), box, true});
    const glm::vec3 thin{0.25f, 0.5f, 0.125f};
    const bw::Convex part = bw::Convex::box(thin).value();
    std::vector<bw::Compound::Part> parts;
    stranger::Mesh surface;
    for (const float x : {0.75f, -0.75f, 0.0f}) {
        parts.push_back({part, bw::Pose::from_translation(glm::vec3(x, 0.25f, 0)).value()});
        const stranger::Mesh more = box_at(thin, {x, 0.25f, 0});
        const auto first = static_cast<std::uint32_t>(surface.positions.size());
        surface.positions.insert(surface.positions.end(), more.positions.begin(), more.positions.end());
        for (const TriangleIndices& t : more.triangles)
            surface.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    }
    all.push_back({"compound", bw::Compound::create(parts).value(), surface, true});
    return all;
}

// Converts a pose of the facade to the type that the oracle uses.
boxwood::Pose plain(const bw::Pose& pose) {
    const auto& m = pose.columns();
    return {glm::dmat3(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]), {m[9], m[10], m[11]}};
}

struct Places {
    bw::Pose a, b;
    double size = 1.0;
};

// Places both shapes near each other, at one of several scales and distances from the origin.
Places draw_places(Random& random) {
    Places places;
    const double size = std::pow(10.0, static_cast<double>(random.below(7)) - 3.0);
    const double far = random.below(3) == 0 ? size * std::pow(10.0, random.between(0.0, 4.0)) : 0.0;
    const glm::dvec3 origin = far * random.in_box(1.0);
    const auto draw = [&](bw::Pose& out) {
        const glm::dquat q = random.quaternion();
        const glm::dvec3 t = origin + size * random.in_box(1.2);
        glm::dvec3 s(size);
        if (random.below(3) == 0) s *= glm::dvec3(random.between(0.3, 2.0), -random.between(0.3, 2.0), 1.0);
        out = bw::Pose::from_quaternion(q, t, s).value();
    };
    draw(places.a);
    draw(places.b);
    places.size = size;
    return places;
}

double length_of(const bw::Vec3& v) {
    return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

void ask_all(const Subject& a, const Subject& b, Random& random) {
    const Places at = draw_places(random);
    const std::string what = a.name + ", " + b.name;
    const std::vector<Corners> seen_a = world_triangles(a.surface, plain(at.a)),
                               seen_b = world_triangles(b.surface, plain(at.b));
    const Truth truth = find_truth(seen_a, seen_b);
    const bool collides = bw::collide(a.shape, at.a, b.shape, at.b);
    // An object inside a solid collides, although no triangles intersect.
    const bool may_be_nested = a.is_solid || b.is_solid;
    if (truth.is_certain() && !(may_be_nested && !truth.meets()))
        check_locked(collides == truth.meets(), what + ": collide");
    check_locked(bw::collide(b.shape, at.b, a.shape, at.a) == collides, what + ": collide, exchanged");

    const bw::Contacts list = bw::contacts(a.shape, at.a, b.shape, at.b, {.points = false}),
                       found = bw::contacts(a.shape, at.a, b.shape, at.b);
    check_locked(list.collide == collides && found.collide == collides, what + ": contacts");
    if (!a.is_solid && !b.is_solid) {
        std::vector<boxwood::PrimitivePair> pairs;
        for (const bw::TrianglePair& pair : list.triangles) pairs.push_back({pair.a, pair.b});
        check_locked(are_right(pairs, truth), what + ": triangles");
        check_locked(found.triangles.size() == list.triangles.size(), what + ": triangles with points");
    }
    for (const bw::ContactRegion& region : found.regions) {
        check_locked(std::fabs(length_of(region.normal) - 1.0) < 1e-9 && region.depth >= 0.0,
                     what + ": region");
        check_locked(region.point_count >= 1 && region.point_count <= 4, what + ": points");
    }

    const bw::Distance d = bw::distance(a.shape, at.a, b.shape, at.b);
    check_locked(d.found && (d.value == 0.0) == collides, what + ": distance 0");
    const double rounding = 1e-9 * at.size + 10.0 * truth.margin;
    if (!collides) check_locked(std::fabs(d.value - truth.distance) <= rounding, what + ": distance");
    check_locked(bw::is_within(a.shape, at.a, b.shape, at.b, d.value + rounding), what + ": within");
    if (d.value > 3.0 * rounding)
        check_locked(!bw::is_within(a.shape, at.a, b.shape, at.b, d.value - 2.0 * rounding),
                     what + ": not within");

    const glm::dvec3 point = glm::dvec3(at.b.translation().x, at.b.translation().y, at.b.translation().z);
    const bw::Closest closest = bw::closest_point(a.shape, at.a, point).value();
    double nearest = kInfinity;
    for (const Corners& t : seen_a) nearest = std::min(nearest, point_triangle_distance(point, t));
    check_locked(closest && std::fabs(closest.distance - nearest) <= rounding, what + ": closest point");

    const glm::dvec3 middle = (seen_a[0][0] + seen_a[0][1] + seen_a[0][2]) / 3.0;
    if (glm::distance(point, middle) > 1e-3 * at.size) {
        const bw::RayHit hit = bw::ray_cast(a.shape, at.a, {point, middle - point}).value();
        check_locked(hit && hit.t <= 1.0 + 1e-6,
                     what + ": ray towards a triangle"); // the triangle, or one in front of it
    }

    const bw::Motion approach = bw::Motion::with_velocity(at.b, bw::Vec3(middle - point), {}).value();
    const bw::TimeOfImpact impact =
        bw::time_of_impact(a.shape, at.a, b.shape, approach, {.tolerance = 1e-5 * at.size}).value();
    check_locked((impact.status == bw::ImpactStatus::starts_in_contact) == collides,
                 what + ": impact at the start");
    check_locked(impact.status != bw::ImpactStatus::iteration_limit, what + ": iterations");
    if (impact.status == bw::ImpactStatus::impact)
        check_locked(impact.distance > 0.0 && impact.distance <= impact.tolerance_used,
                     what + ": distance at the impact");
}

void ask_from_threads() {
    const std::vector<Subject> subjects = make_subjects();
    std::vector<std::thread> threads;
    for (std::uint64_t seed = 0; seed < 4; ++seed)
        threads.emplace_back([&subjects, seed] {
            Random random(seed);
            for (const Subject& a : subjects)
                for (const Subject& b : subjects)
                    for (int i = 0; i < 6; ++i) ask_all(a, b, random);
            bw::release_scratch();
        });
    for (std::thread& thread : threads) thread.join();
}

// Compares a world with single queries, for mixed kinds of shapes.
void compare_world() {
    const std::vector<Subject> subjects = make_subjects();
    Random random(9);
    bw::World world;
    std::vector<bw::Body> bodies;
    std::vector<std::size_t> kinds;
    std::vector<bw::Pose> poses;
    for (std::size_t i = 0; i < 40; ++i) {
        kinds.push_back(random.below(subjects.size()));
        poses.push_back(bw::Pose::from_quaternion(random.quaternion(), random.in_box(3.0)).value());
        bodies.push_back(world.add(subjects[kinds[i]].shape, poses[i]).value());
    }
    for (int step = 0; step < 10; ++step) {
        const bw::WorldStep& found = world.step();
        std::size_t contacts = 0;
        for (std::size_t i = 0; i < bodies.size(); ++i)
            for (std::size_t k = i + 1; k < bodies.size(); ++k)
                contacts +=
                    bw::collide(subjects[kinds[i]].shape, poses[i], subjects[kinds[k]].shape, poses[k]) ? 1
                                                                                                        : 0;
        check(found.contact_count == contacts, "world: contacts");
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            poses[i] = bw::Pose::from_quaternion(random.quaternion(), random.in_box(3.0)).value();
            check(static_cast<bool>(world.set_pose(bodies[i], poses[i])), "world: move");
        }
    }
}

template <class T>
void refuse(const boxwood::Result<T>& result, const std::string& what) {
    check(!result, what + ": accepted");
    if (!result) check(!result.error().message.empty(), what + ": refused without a message");
}

void refuse_all() {
    const stranger::Mesh good = make_box_mesh({1, 1, 1});
    for (const float number :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e20f}) {
        stranger::Mesh bad = good;
        bad.positions[5].y = number;
        refuse(bw::Mesh::create(bad.positions, bad.triangles), "mesh");
        refuse(bw::Convex::create(bad.positions, bad.triangles), "convex");
        bw::Mesh mesh = bw::Mesh::create(good.positions, good.triangles).value();
        refuse(mesh.update(bad.positions), "update");
        check(mesh.positions()[5] == bw::Vec3(good.positions[5]), "a refused update changed the mesh");
    }
    stranger::Mesh bad = good;
    bad.triangles[7][2] = 8;
    refuse(bw::Mesh::create(bad.positions, bad.triangles), "index");
    refuse(bw::Mesh::create({}, {}), "nothing");
    bad = good;
    bad.triangles.pop_back();
    refuse(bw::Convex::create(bad.positions, bad.triangles), "open");
    for (const double number : {kNan, kInfinity, -kInfinity}) {
        refuse(bw::Pose::from_quaternion({1, number, 0, 0}, {}), "q");
        refuse(bw::Pose::from_translation({0, number, 0}), "t");
        refuse(bw::Pose::from_quaternion({}, {}, {1, 1, number}), "s");
        refuse(bw::Pose::from_row_major(std::array{1.0, 0.0, 0.0, 0.0, number, 0.0, 0.0, 0.0, 1.0}),
               "matrix");
    }
    refuse(bw::Pose::from_quaternion({0, 0, 0, 0}, {}), "zero q");
    refuse(bw::Pose::from_row_major(std::array{1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 0.0, 0.0, 1.0}), "singular");
    const bw::Convex box = bw::Convex::box({1, 1, 1}).value();
    refuse(bw::ray_cast(box, {}, {{0, 0, 0}, {0, 0, 0}}), "ray without direction");
    refuse(bw::closest_point(box, {}, {kNan, 0, 0}), "point");
    refuse(bw::time_of_impact(box, bw::Pose(), box, bw::Pose(), {.tolerance = -1.0}), "tolerance");
    refuse(bw::Motion::with_velocity({}, {}, {kNan, 0, 0}), "motion");
    bw::World world;
    const bw::Body body = world.add(box, {}).value();
    refuse(world.add(box, bw::Pose::from_quaternion({}, {}, {2, 2, 2}).value()), "scaled solid");
    check(static_cast<bool>(world.remove(body)), "remove");
    refuse(world.remove(body), "remove again");
    refuse(world.set_pose(body, {}), "move a removed body");
    check(world.step().pairs.empty() && world.body_count() == 0, "an empty world");
}

} // namespace

int main() {
    ask_from_threads();
    compare_world();
    refuse_all();
    return finish("facade");
}
