// Measures the steps and times of feature walks: under coherence, over the number of faces; from distant starts, also
// over the length of the walk.
#include "bench/experiments/scaling/scaling.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "collision/narrow_phase/support_table.hpp"
#include "engine/measure/statistics.hpp"
#include "engine/meshes/generate/random.hpp"
#include "engine/meshes/generate/random_polytope.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace boxwood {
namespace {

constexpr double kReach = 2.05; // distance of the centers of polytopes of radius 1: disjoint but close
constexpr double kDegree = std::numbers::pi / 180.0;
constexpr std::array kWalks{&kAllNarrowPhases[0], &kAllNarrowPhases[1]};
constexpr std::array<std::uint32_t, 5> kFaces{16, 36, 100, 300, 1000};

struct PolytopePair {
    Polytope a, b;
};

PolytopePair make_pair(std::uint32_t faces, std::uint64_t seed) {
    const auto make = [faces, seed](std::uint64_t which) {
        RandomPolytopeParams params;
        params.faces = faces;
        params.seed = mix_seed(seed, which);
        return std::move(*make_random_polytope(params));
    };
    return {make(1), make(2)};
}

// Returns the poses of B on one circle around A, while B rotates.
std::vector<Pose> make_circle(double degrees, std::size_t max_count) {
    std::vector<Pose> poses;
    const auto steps = static_cast<std::size_t>(std::lround(360.0 / degrees));
    for (std::size_t k = 0; k < std::min(steps, max_count); ++k) {
        const double angle = degrees * kDegree * static_cast<double>(k);
        const glm::dvec3 towards(std::cos(angle), std::sin(angle), 0.5 * std::sin(2.0 * angle));
        poses.push_back(make_pose({glm::angleAxis(angle, glm::normalize(glm::dvec3(1, 2, 3))),
                                   kReach * glm::normalize(towards), glm::dvec3(1.0)}));
    }
    return poses;
}

// The cost of queries by one kind of feature walk over a sequence of poses.
struct FeatureWalkCost {
    double steps = 0.0, query_ns = 0.0; // means per query
    std::vector<double> distances{};
};

// By default, the walk to pose k starts at the features of the previous pose. start(k, cache) can replace them.
template <class Start>
FeatureWalkCost walk(const NarrowPhase& narrow_phase, const PolytopePair& pair, std::span<const Pose> poses,
                     const ExperimentRun& run, int repeats, Start&& start) {
    FeatureWalkCost walked;
    double shortest = 1e300;
    for (int i = 0; i < repeats; ++i) {
        FeaturePair cache;
        std::uint64_t steps = 0;
        walked.distances.clear();
        narrow_phase.find_closest(pair.a, pair.b, poses[0], cache);
        const double begin = run.now();
        for (std::size_t k = 0; k < poses.size(); ++k) {
            start(k, cache);
            const ClosestFeatures found = narrow_phase.find_closest(pair.a, pair.b, poses[k], cache);
            steps += found.iterations;
            walked.distances.push_back(found.distance);
        }
        shortest = std::min(shortest, run.now() - begin);
        walked.steps = static_cast<double>(steps) / static_cast<double>(poses.size());
    }
    walked.query_ns = 1e6 * shortest / static_cast<double>(poses.size());
    return walked;
}

// Returns an Error if the two feature walks found different distances.
Status compare(const FeatureWalkCost& walked, const FeatureWalkCost& other) {
    constexpr double kTolerance = 1e-9; // for polytopes of radius 1
    for (std::size_t k = 0; k < walked.distances.size(); ++k)
        if (!(std::fabs(walked.distances[k] - other.distances[k]) <= kTolerance))
            return Error{"the distances found by two walks differ, at pose " + std::to_string(k)};
    return ok();
}

// The means over several pairs, for each kind of feature walk.
using FeatureWalkCosts = std::array<FeatureWalkCost, kWalks.size()>;

// walk_pair(narrow_phase, pair) runs one kind of feature walk.
template <class WalkPair>
Result<FeatureWalkCosts> walk_pairs(std::uint32_t faces, const ExperimentRun& run, WalkPair&& walk_pair) {
    const std::size_t pairs = run.is_quick ? 2 : 6;
    FeatureWalkCosts mean;
    for (std::size_t i = 0; i < pairs; ++i) {
        const PolytopePair pair = make_pair(faces, mix_seed(run.seed, i));
        FeatureWalkCosts walked;
        for (std::size_t m = 0; m < kWalks.size(); ++m) {
            walked[m] = walk_pair(*kWalks[m], pair);
            mean[m].steps += walked[m].steps / static_cast<double>(pairs);
            mean[m].query_ns += walked[m].query_ns / static_cast<double>(pairs);
        }
        if (Status status = compare(walked[0], walked[1]); !status) return status.error();
    }
    return mean;
}

std::string walk_name(std::size_t m) {
    return m == 0 ? "V-Clip" : "Lin-Canny";
}
std::string degrees_text(double degrees) {
    return fixed_number(degrees, degrees < 1.0 ? 1 : 0) + "°";
}

Result<ExperimentSection> study_coherence(const ExperimentRun& run) {
    constexpr std::array kDegrees{0.1, 1.0, 10.0};
    Table table{"coherent",
                "Means over the poses of circling pairs; features are cached from pose to pose",
                {"degrees_per_pose", "faces", "walk", "steps_per_query", "query_ns"}};
    std::vector<ScalingCurve> steps, times; // per feature walk, for each speed
    for (const double degrees : kDegrees) {
        const std::vector<Pose> poses = make_circle(degrees, run.is_quick ? 100 : 3600);
        for (std::size_t m = 0; m < kWalks.size(); ++m) {
            steps.push_back({walk_name(m) + ", " + degrees_text(degrees)});
            times.push_back(steps.back());
        }
        for (const std::uint32_t faces : kFaces) {
            const Result<FeatureWalkCosts> walked =
                walk_pairs(faces, run, [&](const NarrowPhase& narrow_phase, const PolytopePair& pair) {
                    return walk(narrow_phase, pair, poses, run, run.is_quick ? 1 : 3,
                                [](std::size_t, FeaturePair&) {});
                });
            if (!walked) return walked.error();
            for (std::size_t m = 0; m < kWalks.size(); ++m) {
                const FeatureWalkCost& one = (*walked)[m];
                steps[steps.size() - kWalks.size() + m].add(faces, one.steps);
                times[times.size() - kWalks.size() + m].add(faces, one.query_ns);
                table.add({{degrees, 1}, faces, walk_name(m), {one.steps, 3}, {one.query_ns, 0}});
            }
        }
    }
    ExperimentSection section{
        "Under coherence",
        "The motion per pose is a fixed angle. At 0.1°, the closest features are nearly always those of the "
        "previous pose. At 10°, the walk crosses all features between the old and the new closest features, "
        "and their number grows with the number of faces."};
    section.pictures = {
        draw_scaling("coherent-steps", "Steps per query, features cached", "faces", "steps", steps),
        draw_scaling("coherent-times", "Time per query, features cached", "faces", "ns", times)};
    section.claims = {judge_exponents("icollide-walks/steps", std::span(steps).first(kWalks.size())),
                      judge_exponents("icollide-walks/time", std::span(times).first(kWalks.size()))};
    for (std::size_t m = 0; m < kWalks.size(); ++m) {
        const ScalingCurve& fast = steps[2 * kWalks.size() + m];
        section.claims.push_back({"steps are constant only under coherence: with faster motion, they grow "
                                  "more with the number of faces",
                                  "own",
                                  fast.name + ": exponent of the steps; at least 0.1 larger than at 0.1°",
                                  fixed_number(fast.exponent(), 3),
                                  verdict_if(fast.exponent() >= steps[m].exponent() + 0.1), Basis::counts});
    }
    section.tables.push_back(std::move(table));
    return section;
}

// Independent random poses, without coherence.
std::vector<Pose> scatter(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<Pose> poses;
    for (std::size_t k = 0; k < count; ++k)
        poses.push_back(make_pose({random.rotation(), kReach * random.unit_vector(), glm::dvec3(1.0)}));
    return poses;
}

// For each pose, returns start vertices in directions that differ by `degrees` from the direction to the other
// polytope.
std::vector<FeaturePair> make_starts(const PolytopePair& pair, std::span<const Pose> poses, double degrees) {
    Random random(poses.size());
    const auto find = [&](const Polytope& polytope, const glm::dvec3& towards) {
        const glm::dvec3 axis = glm::normalize(glm::cross(towards, random.unit_vector()));
        return Feature{FeatureKind::vertex,
                       climb_to_support(polytope, glm::angleAxis(degrees * kDegree, axis) * towards, 0)};
    };
    std::vector<FeaturePair> starts;
    for (const Pose& a_from_b : poses)
        starts.push_back({find(pair.a, a_from_b.origin), find(pair.b, -a_from_b.origin * a_from_b.linear)});
    return starts;
}

Result<FeatureWalkCosts> walk_from(double degrees, std::uint32_t faces, const ExperimentRun& run) {
    const std::vector<Pose> poses = scatter(run.is_quick ? 40 : 400, mix_seed(run.seed, faces));
    return walk_pairs(faces, run, [&](const NarrowPhase& narrow_phase, const PolytopePair& pair) {
        const std::vector<FeaturePair> starts = make_starts(pair, poses, degrees);
        return walk(narrow_phase, pair, poses, run, run.is_quick ? 1 : 9,
                    [&](std::size_t k, FeaturePair& out_start) { out_start = starts[k]; });
    });
}

Table make_far_table() {
    return {"far",
            "Starts at vertices at an angle from the vertices that face the other polytope; means over "
            "random poses",
            {"degrees_away", "faces", "walk", "steps_per_query", "query_ns", "ns_per_step"}};
}

void add(double degrees, std::uint32_t faces, const FeatureWalkCosts& walked, Table& io_table) {
    for (std::size_t m = 0; m < kWalks.size(); ++m)
        io_table.add({{degrees, 0},
                      faces,
                      walk_name(m),
                      {walked[m].steps, 3},
                      {walked[m].query_ns, 0},
                      {walked[m].query_ns / walked[m].steps, 1}});
}

Result<ExperimentSection> study_far_starts(const ExperimentRun& run) {
    constexpr std::array kDegrees{15.0, 30.0, 60.0, 90.0, 120.0, 150.0};
    constexpr double kAway = 180.0;
    const std::uint32_t max_faces = run.is_quick ? 300 : 1000;
    Table table = make_far_table();
    std::vector<ScalingCurve> over_faces, over_steps;
    for (std::size_t m = 0; m < kWalks.size(); ++m) {
        over_faces.push_back({walk_name(m)});
        over_steps.push_back({walk_name(m)});
    }
    for (const double degrees : kDegrees) {
        const Result<FeatureWalkCosts> walked = walk_from(degrees, max_faces, run);
        if (!walked) return walked.error();
        add(degrees, max_faces, *walked, table);
        for (std::size_t m = 0; m < kWalks.size(); ++m)
            over_steps[m].add((*walked)[m].steps, (*walked)[m].query_ns);
    }
    for (const std::uint32_t faces : kFaces) {
        const Result<FeatureWalkCosts> walked = walk_from(kAway, faces, run);
        if (!walked) return walked.error();
        add(kAway, faces, *walked, table);
        for (std::size_t m = 0; m < kWalks.size(); ++m) {
            over_faces[m].add(faces, (*walked)[m].steps);
            if (faces == max_faces) over_steps[m].add((*walked)[m].steps, (*walked)[m].query_ns);
        }
    }
    ExperimentSection section{"From far away", "No features are cached: each walk begins at vertices at "
                                               "an angle from the vertices that face the other polytope."};
    section.pictures = {
        draw_scaling("far-steps", "Steps per query, from the far side", "faces", "steps", over_faces),
        draw_scaling("far-times", "Time per query, " + std::to_string(max_faces) + " faces", "steps", "ns",
                     over_steps, "s")};
    for (const ScalingCurve& curve : over_faces)
        section.claims.push_back(judge_exponent(curve,
                                                "from the far side a walk crosses about sqrt(faces) features",
                                                "[D]", 0.4, 0.6, Basis::counts));
    section.claims.push_back(judge_exponents("icollide-walks/proportional", over_steps));
    section.tables.push_back(std::move(table));
    return section;
}

Result<ExperimentResult> run_walks(const ExperimentRun& run) {
    ExperimentResult result;
    for (const auto study : {study_coherence, study_far_starts}) {
        Result<ExperimentSection> section = study(run);
        if (!section) return section.error();
        result.sections.push_back(std::move(*section));
    }
    result.method = "Random polytopes of radius 1 with centers 2.05 apart, several pairs of each size. A "
                    "step tests one pair of features; a query takes at least one, which finds that the "
                    "features are still closest. V-Clip and Lin-Canny walk on the same pairs and must "
                    "find the same distances. Times are the shortest of several passes, with all data in "
                    "the caches.";
    return result;
}

} // namespace

extern const Experiment kIcollideWalks{"icollide-walks",
                                       "Does the walk to the closest features take constant time?",
                                       "[Cohen 1995]; [Lin 1993]; [Mirtich 1998]", run_walks};

} // namespace boxwood
