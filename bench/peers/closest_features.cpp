// Question: what do the closest points of two convex polytopes in coherent motion cost, with every narrow phase of
// Boxwood and with the installed peers? All methods use the same polytopes and poses, interleaved. Writes CSV with
// the median processor time over rounds. Exits with status 1 if a distance differs from that of V-Clip by more than the
// tolerance of its method.
// Options: bench/peers/options.hpp. Only --rounds, --quick and --out have an effect.
#include "bench/experiments/circling_pair.hpp"
#include "bench/peers/options.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"

#ifdef BOXWOOD_HAS_FCL
#include "bench/peers/fcl_convex.hpp"

#include <fcl/narrowphase/distance.h>
#endif
#ifdef BOXWOOD_HAS_BULLET
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <string>

namespace boxwood {
namespace {

struct Competitor {
    std::string name;
    double tolerance; // of the distance, for polytopes of radius 1
    std::function<double(const Pose& a_from_b)> distance;
    std::vector<double> times_ns, distances;
};

Competitor make_ours(const NarrowPhase& narrow_phase, const CirclingPair& pair) {
    auto cache = std::make_shared<FeaturePair>();
    return {std::string(narrow_phase.name),
            1e-12,
            [&narrow_phase, &pair, cache](const Pose& a_from_b) {
                return narrow_phase.find_closest(pair.a, pair.b, a_from_b, *cache).distance;
            },
            {},
            {}};
}

#ifdef BOXWOOD_HAS_FCL
Competitor make_fcl_competitor(const CirclingPair& pair) {
    auto a = make_fcl(pair.a), b = make_fcl(pair.b);
    auto request = std::make_shared<fcl::DistanceRequestd>();
    request->distance_tolerance = 1e-6;
    return {"FCL",
            1e-3,
            [a, b, request](const Pose& a_from_b) {
                fcl::Transform3d pose = fcl::Transform3d::Identity();
                for (int row = 0; row < 3; ++row) {
                    for (int column = 0; column < 3; ++column)
                        pose.linear()(row, column) = a_from_b.linear[column][row];
                    pose.translation()[row] = a_from_b.origin[row];
                }
                fcl::DistanceResultd result;
                return fcl::distance(a.get(), fcl::Transform3d(fcl::Transform3d::Identity()), b.get(), pose,
                                     *request, result);
            },
            {},
            {}};
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

struct Bullet {
    std::shared_ptr<btConvexHullShape> a, b;
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btGjkPairDetector detector{a.get(), b.get(), &simplex, &depth};
};

Competitor make_bullet_competitor(const CirclingPair& pair) {
    auto bullet = std::make_shared<Bullet>(make_bullet(pair.a), make_bullet(pair.b));
    return {"Bullet",
            1e-2,
            [bullet](const Pose& a_from_b) {
                const glm::dmat3& m = a_from_b.linear;
                const auto real = [](double x) { return static_cast<btScalar>(x); };
                btGjkPairDetector::ClosestPointInput input;
                input.m_transformA.setIdentity();
                input.m_transformB.setBasis({real(m[0].x), real(m[1].x), real(m[2].x), real(m[0].y),
                                             real(m[1].y), real(m[2].y), real(m[0].z), real(m[1].z),
                                             real(m[2].z)});
                input.m_transformB.setOrigin(
                    {real(a_from_b.origin.x), real(a_from_b.origin.y), real(a_from_b.origin.z)});
                btPointCollector found;
                bullet->detector.getClosestPoints(input, found, nullptr);
                return static_cast<double>(found.m_distance);
            },
            {},
            {}};
}
#endif

std::vector<Competitor> make_competitors(const CirclingPair& pair) {
    std::vector<Competitor> all;
    for (const NarrowPhase& one : kAllNarrowPhases)
        if (one.name != "exhaustive") all.push_back(make_ours(one, pair));
#ifdef BOXWOOD_HAS_FCL
    all.push_back(make_fcl_competitor(pair));
#endif
#ifdef BOXWOOD_HAS_BULLET
    all.push_back(make_bullet_competitor(pair));
#endif
    return all;
}

void time_round(Competitor& io_competitor, const std::vector<Pose>& poses) {
    io_competitor.distances.clear();
    for (std::size_t k = 0; k < poses.size(); k += 16)
        io_competitor.distance(poses[k]); // not timed; warms the caches and moves the cached features
    const std::clock_t start = std::clock();
    for (const Pose& pose : poses) io_competitor.distances.push_back(io_competitor.distance(pose));
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    io_competitor.times_ns.push_back(1e9 * seconds / static_cast<double>(poses.size()));
}

double median_of(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

bool compare(std::uint32_t faces, std::size_t rounds, std::FILE* out) {
    const CirclingPair pair = make_circling_pair(faces, kSlowFrames, kNearReach);
    std::vector<Competitor> all = make_competitors(pair);
    for (std::size_t round = 0; round < rounds; ++round)
        for (Competitor& one : all) time_round(one, pair.poses);
    bool are_equal = true;
    const double ours = median_of(all.front().times_ns);
    for (const Competitor& one : all) {
        double worst = 0.0;
        for (std::size_t k = 0; k < one.distances.size(); ++k)
            worst = std::max(worst, std::abs(one.distances[k] - all.front().distances[k]));
        const double median = median_of(one.times_ns);
        std::fprintf(out, "%u,%s,%.1f,%.2f,%.1e,%zu\n", faces, one.name.c_str(), median, median / ours, worst,
                     rounds);
        if (worst <= one.tolerance) continue;
        std::fprintf(stderr, "%s: the distance differs by %g for polytopes of %u faces\n", one.name.c_str(),
                     worst, faces);
        are_equal = false;
    }
    return are_equal;
}

} // namespace
} // namespace boxwood

int main(int count, char** arguments) {
    using namespace boxwood;
    const bench::PeerOptions options = bench::read_peer_options(count, arguments);
    std::FILE* out = bench::open_out(options);
    std::fprintf(out, "faces,method,median_ns,ratio_to_v_clip,largest_difference,rounds\n");
    bool are_equal = true;
    for (const std::uint32_t faces :
         options.is_quick ? std::vector{20u, 100u} : std::vector{20u, 100u, 500u, 1000u})
        are_equal = compare(faces, options.rounds, out) && are_equal;
    if (out != stdout) std::fclose(out);
    return are_equal ? 0 : 1;
}
