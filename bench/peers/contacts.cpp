// Question: what do three queries cost with Boxwood and with the installed peers: the penetration depth of two
// polytopes, the first hit of a ray on a mesh, and the time of impact of two polytopes? All methods get the same
// input, interleaved. Writes CSV with the median processor time over rounds, the largest difference from Boxwood's
// answers, and the share of questions on which the method and Boxwood agree whether an answer exists. Exits with
// status 1 if this share is below 99.9 % for Boxwood or for a peer whose answers must agree (see tolerance below).
// Options: bench/peers/options.hpp; --mesh adds meshes for rays.
#include "bench/experiments/circling_pair.hpp"
#include "bench/peers/options.hpp"
#include "collision/narrow_phase/contacts/penetration.hpp"
#include "collision/narrow_phase/time_of_impact.hpp"
#include "collision/query/points/ray_cast.hpp"
#include "engine/meshes/generate/generators.hpp"

#ifdef BOXWOOD_HAS_FCL
#include "bench/peers/fcl_convex.hpp"

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#endif
#ifdef BOXWOOD_HAS_BULLET
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#endif
#ifdef BOXWOOD_HAS_EMBREE
#include <embree3/rtcore.h>
#endif

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace boxwood {
namespace {

constexpr double kNoAnswer = HUGE_VAL;

struct Competitor {
    std::string name;
    double tolerance = 0.0;                             // used only as a flag; 0: the answers are not checked
    std::function<double(std::size_t question)> answer; // kNoAnswer: disjoint, no impact or no hit
    std::vector<double> times_ns{}, answers{};
};

double processor_time() {
    return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

#ifdef BOXWOOD_HAS_FCL
fcl::Transform3d to_fcl(const Pose& pose) {
    fcl::Transform3d result = fcl::Transform3d::Identity();
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) result.linear()(row, column) = pose.linear[column][row];
        result.translation()[row] = pose.origin[row];
    }
    return result;
}
#endif

#ifdef BOXWOOD_HAS_BULLET
std::shared_ptr<btConvexHullShape> make_bullet(const Polytope& polytope) {
    auto shape = std::make_shared<btConvexHullShape>();
    for (const glm::vec3& p : polytope.positions()) shape->addPoint({p.x, p.y, p.z}, false);
    shape->setMargin(0);
    shape->recalcLocalAabb();
    return shape;
}
btTransform to_bullet(const Pose& pose) {
    const auto real = [](double x) { return static_cast<btScalar>(x); };
    const glm::dmat3& m = pose.linear;
    btTransform result;
    result.setBasis({real(m[0].x), real(m[1].x), real(m[2].x), real(m[0].y), real(m[1].y), real(m[2].y),
                     real(m[0].z), real(m[1].z), real(m[2].z)});
    result.setOrigin({real(pose.origin.x), real(pose.origin.y), real(pose.origin.z)});
    return result;
}
#endif

std::vector<Competitor> make_depth_competitors(const CirclingPair& pair) {
    std::vector<Competitor> all;
    all.push_back({"boxwood", 1e-12, [&pair](std::size_t k) {
                       const Penetration found = find_penetration(pair.a, pair.b, Pose{}, pair.poses[k]);
                       return found.status == ContactStatus::disjoint ? kNoAnswer : found.depth;
                   }});
#ifdef BOXWOOD_HAS_FCL
    auto a = make_fcl(pair.a), b = make_fcl(pair.b);
    all.push_back({"FCL", 0.0, [a, b, &pair](std::size_t k) {
                       fcl::CollisionRequestd request(1, true);
                       fcl::CollisionResultd result;
                       fcl::collide(a.get(), fcl::Transform3d(fcl::Transform3d::Identity()), b.get(),
                                    to_fcl(pair.poses[k]), request, result);
                       return result.isCollision() ? result.getContact(0).penetration_depth : kNoAnswer;
                   }});
#endif
#ifdef BOXWOOD_HAS_BULLET
    struct Bullet {
        std::shared_ptr<btConvexHullShape> a, b;
        btVoronoiSimplexSolver simplex;
        btGjkEpaPenetrationDepthSolver depth;
        btGjkPairDetector detector{a.get(), b.get(), &simplex, &depth};
    };
    auto bullet = std::make_shared<Bullet>(make_bullet(pair.a), make_bullet(pair.b));
    all.push_back({"Bullet", 0.0, [bullet, &pair](std::size_t k) {
                       btGjkPairDetector::ClosestPointInput input;
                       input.m_transformA.setIdentity();
                       input.m_transformB = to_bullet(pair.poses[k]);
                       btPointCollector found;
                       bullet->detector.getClosestPoints(input, found, nullptr);
                       return found.m_hasResult && found.m_distance <= 0
                                  ? -static_cast<double>(found.m_distance)
                                  : kNoAnswer;
                   }});
#endif
    return all;
}

// During the step, B rotates and moves half of the way to A's center.
RigidMotion motion_of(const CirclingPair& pair, std::size_t k) {
    const Pose& pose = pair.poses[k];
    return {pose, glm::dvec3(0.0), -0.5 * pose.origin, {0.0, 1.0, 0.5}};
}

std::vector<Competitor> make_impact_competitors(const CirclingPair& pair) {
    constexpr double kTolerance = 1e-4;
    std::vector<Competitor> all;
    all.push_back({"boxwood", 1e-12, [&pair](std::size_t k) {
                       const auto found = find_time_of_impact(pair.a, RigidMotion::at_rest(Pose{}), pair.b,
                                                              motion_of(pair, k), {.tolerance = kTolerance});
                       return found->status == ImpactStatus::none ? kNoAnswer : found->time;
                   }});
#ifdef BOXWOOD_HAS_FCL
    auto a = make_fcl(pair.a), b = make_fcl(pair.b);
    all.push_back({"FCL conservative advancement", 0.0, [a, b, &pair](std::size_t k) {
                       const RigidMotion motion = motion_of(pair, k);
                       fcl::ContinuousCollisionRequestd request(1000, kTolerance, fcl::CCDM_LINEAR,
                                                                fcl::GST_LIBCCD,
                                                                fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
                       fcl::ContinuousCollisionResultd result;
                       const fcl::Transform3d rest = fcl::Transform3d::Identity();
                       fcl::continuousCollide(a.get(), rest, rest, b.get(), to_fcl(motion.at(0.0)),
                                              to_fcl(motion.at(1.0)), request, result);
                       return result.is_collide ? result.time_of_contact : kNoAnswer;
                   }});
#endif
#ifdef BOXWOOD_HAS_BULLET
    struct Bullet {
        std::shared_ptr<btConvexHullShape> a, b;
        btVoronoiSimplexSolver simplex;
        btGjkEpaPenetrationDepthSolver depth;
        btContinuousConvexCollision cast{a.get(), b.get(), &simplex, &depth};
    };
    auto bullet = std::make_shared<Bullet>(make_bullet(pair.a), make_bullet(pair.b));
    all.push_back({"Bullet continuous convex", 0.0, [bullet, &pair](std::size_t k) {
                       const RigidMotion motion = motion_of(pair, k);
                       const btTransform rest = to_bullet(Pose{});
                       btConvexCast::CastResult result;
                       result.m_fraction = 1;
                       const bool is_hit = bullet->cast.calcTimeOfImpact(
                           rest, rest, to_bullet(motion.at(0.0)), to_bullet(motion.at(1.0)), result);
                       return is_hit ? static_cast<double>(result.m_fraction) : kNoAnswer;
                   }});
#endif
    return all;
}

struct RayTarget {
    Mesh mesh;
    AnyHierarchy hierarchy;
    Pose pose;
    std::vector<Ray> rays;
    RayScratch scratch;
    MeshOperand operand() const { return {mesh.view(), &hierarchy, &pose}; }
};

// The rays start on a sphere around the mesh and point at points in its box. All coordinates are floats,
// because Embree uses float.
std::shared_ptr<RayTarget> make_ray_target(Mesh mesh) {
    AnyHierarchy hierarchy = std::move(*build_any_hierarchy({}, mesh.view()));
    auto target =
        std::make_shared<RayTarget>(RayTarget{std::move(mesh), std::move(hierarchy), Pose{}, {}, {}});
    const Aabb box = target->hierarchy.bounds();
    const glm::dvec3 center(box.center()), half(box.half());
    std::mt19937 random(5);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    const auto draw = [&] {
        const double x = unit(random), y = unit(random), z = unit(random);
        return glm::dvec3(x, y, z);
    };
    for (int k = 0; k < 4096; ++k) {
        const glm::dvec3 from(glm::vec3(center + 3.0 * glm::length(half) * glm::normalize(draw())));
        target->rays.push_back({from, glm::dvec3(glm::vec3(center + draw() * half - from))});
    }
    return target;
}

std::vector<Competitor> make_ray_competitors(const std::shared_ptr<RayTarget>& target) {
    std::vector<Competitor> all;
    all.push_back({"boxwood bvh8", 1e-12, [target](std::size_t k) {
                       RayHit hit;
                       require_ok(cast_ray_closest(target->operand(), target->rays[k], target->scratch, hit));
                       return hit ? hit.t : kNoAnswer;
                   }});
#ifdef BOXWOOD_HAS_EMBREE
    const auto add = [&](const char* name, RTCSceneFlags flags) {
        const std::shared_ptr<RTCDeviceTy> device(rtcNewDevice("threads=1"), rtcReleaseDevice);
        const RTCGeometry geometry = rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_TRIANGLE);
        const Mesh& mesh = target->mesh;
        void* points = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                               sizeof(glm::vec3), mesh.positions.size());
        std::copy(mesh.positions.begin(), mesh.positions.end(), static_cast<glm::vec3*>(points));
        void* triangles = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                  sizeof(TriangleIndices), mesh.triangles.size());
        std::copy(mesh.triangles.begin(), mesh.triangles.end(), static_cast<TriangleIndices*>(triangles));
        rtcCommitGeometry(geometry);
        const std::shared_ptr<RTCSceneTy> scene(rtcNewScene(device.get()), rtcReleaseScene);
        rtcSetSceneFlags(scene.get(), flags);
        rtcAttachGeometry(scene.get(), geometry);
        rtcReleaseGeometry(geometry);
        rtcCommitScene(scene.get());
        all.push_back({name, 1e-4, [target, device, scene](std::size_t k) {
                           RTCIntersectContext context;
                           rtcInitIntersectContext(&context);
                           const Ray& ray = target->rays[k];
                           RTCRayHit hit{};
                           hit.ray.org_x = static_cast<float>(ray.origin_w.x);
                           hit.ray.org_y = static_cast<float>(ray.origin_w.y);
                           hit.ray.org_z = static_cast<float>(ray.origin_w.z);
                           hit.ray.dir_x = static_cast<float>(ray.direction_w.x);
                           hit.ray.dir_y = static_cast<float>(ray.direction_w.y);
                           hit.ray.dir_z = static_cast<float>(ray.direction_w.z);
                           hit.ray.tfar = HUGE_VALF;
                           hit.ray.mask = ~0u;
                           hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
                           rtcIntersect1(scene.get(), &context, &hit);
                           return hit.hit.geomID == RTC_INVALID_GEOMETRY_ID
                                      ? kNoAnswer
                                      : static_cast<double>(hit.ray.tfar);
                       }});
    };
    add("Embree", RTC_SCENE_FLAG_NONE);
    add("Embree robust", RTC_SCENE_FLAG_ROBUST);
#endif
    return all;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

// Returns false if a competitor with a tolerance agrees with Boxwood on fewer than 99.9 % of the questions. To agree is
// to give an answer where Boxwood gives one, and none where Boxwood gives none. A few differences are allowed, because
// rounding decides near an edge. The largest difference of the values is reported but not checked.
bool compare(const std::string& question, const std::string& size, std::vector<Competitor>& io_all,
             std::size_t questions, std::size_t rounds, std::FILE* out) {
    for (std::size_t round = 0; round < rounds; ++round)
        for (Competitor& competitor : io_all) {
            competitor.answers.resize(questions);
            const double start = processor_time();
            for (std::size_t k = 0; k < questions; ++k) competitor.answers[k] = competitor.answer(k);
            competitor.times_ns.push_back((processor_time() - start) * 1e9 / static_cast<double>(questions));
        }
    bool do_answers_agree = true;
    const double ours = median(io_all[0].times_ns);
    for (const Competitor& competitor : io_all) {
        double largest = 0.0;
        std::size_t agreeing = 0, answered = 0;
        for (std::size_t k = 0; k < questions; ++k) {
            const double x = io_all[0].answers[k], y = competitor.answers[k];
            agreeing += (x == kNoAnswer) == (y == kNoAnswer);
            answered += x != kNoAnswer;
            if (x != kNoAnswer && y != kNoAnswer) largest = std::fmax(largest, std::fabs(x - y));
        }
        const double share = static_cast<double>(agreeing) / static_cast<double>(questions);
        if (competitor.tolerance > 0.0) do_answers_agree = do_answers_agree && share >= 0.999;
        const double time = median(competitor.times_ns);
        std::fprintf(out, "%s,%s,%s,%.1f,%.2f,%zu,%zu,%.5f,%.1e,%zu\n", question.c_str(), size.c_str(),
                     competitor.name.c_str(), time, time / ours, questions, answered, share, largest, rounds);
    }
    return do_answers_agree;
}

} // namespace
} // namespace boxwood

int main(int argc, char** argv) {
    using namespace boxwood;
    const bench::PeerOptions options = bench::read_peer_options(argc, argv);
    std::FILE* out = bench::open_out(options);
    std::fprintf(out, "question,size,method,median_ns,ratio_to_ours,questions,answers,agreement,largest_"
                      "difference,rounds\n");
    bool do_answers_agree = true;
    for (const std::uint32_t faces : {20u, 36u, 100u, 500u}) {
        const CirclingPair deep = make_circling_pair(faces, options.is_quick ? 100 : 1000, kDeepReach);
        std::vector<Competitor> depth_competitors = make_depth_competitors(deep);
        do_answers_agree = compare("depth", std::to_string(faces) + " faces", depth_competitors,
                                   deep.poses.size(), options.rounds, out) &&
                           do_answers_agree;
        const CirclingPair near = make_circling_pair(faces, options.is_quick ? 100 : 1000, 2.5);
        std::vector<Competitor> impact_competitors = make_impact_competitors(near);
        do_answers_agree = compare("time of impact", std::to_string(faces) + " faces", impact_competitors,
                                   near.poses.size(), options.rounds, out) &&
                           do_answers_agree;
    }
    std::vector<Mesh> generated;
    generated.push_back(make_bumpy_sphere({}));
    if (!options.is_quick) generated.push_back(make_bumpy_sphere({.frequency = 235}));
    std::vector<Mesh> meshes = bench::gather_meshes(options, std::move(generated));
    for (Mesh& mesh : meshes) {
        const std::string size = mesh.name + " " + std::to_string(mesh.triangles.size()) + " triangles";
        const auto target = make_ray_target(std::move(mesh));
        std::vector<Competitor> ray_competitors = make_ray_competitors(target);
        do_answers_agree =
            compare("ray closest", size, ray_competitors, target->rays.size(), options.rounds, out) &&
            do_answers_agree;
    }
    if (out != stdout) std::fclose(out);
    return do_answers_agree ? 0 : 1;
}
