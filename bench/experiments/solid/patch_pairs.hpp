// What: draws pairs of random patches of two meshes, fits volumes to them, and times a test over all pairs.
// Frame: patches are in the frames of their meshes; the frame of mesh A is the world.
// Invariants: the same seed gives the same patches. The shifted and the rotated pairs use the same patches.
#pragma once

#include "bench/experiments/experiment.hpp"
#include "engine/measure/statistics.hpp"
#include "engine/meshes/generate/random.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace boxwood {

using Patches = std::vector<std::vector<glm::vec3>>;

// Patches of a surface: elongated, nearly flat, randomly rotated.
inline Patches draw_patches(std::size_t count, Random& io_random) {
    Patches patches(count);
    for (auto& patch : patches) {
        const glm::dquat rotation = io_random.rotation();
        const glm::dvec3 center = io_random.in_box(glm::dvec3(0.3));
        for (int i = 0; i < 16; ++i)
            patch.emplace_back(center + rotation * io_random.in_box(glm::dvec3(0.3, 0.18, 0.03)));
    }
    return patches;
}

// Patch i of A and patch i of B are a pair.
struct PatchPairs {
    Patches of_a, of_b;
    Pose world_from_b;

    std::size_t pairs() const { return of_a.size(); }
    Patches of_b_in_world() const {
        Patches placed = of_b;
        for (auto& patch : placed)
            for (glm::vec3& p : patch) p = glm::vec3(world_from_b * p);
        return placed;
    }
};

// Two placements of the same patches: B shifted, and B shifted and rotated.
inline std::array<PatchPairs, 2> make_patch_pairs(const ExperimentRun& run) {
    const std::size_t pairs = run.is_quick ? 500 : 2000;
    Random random(run.seed);
    const Patches of_a = draw_patches(pairs, random), of_b = draw_patches(pairs, random);
    const glm::dvec3 offset(0.1, 0.0, 0.05);
    const auto pose = [&](const glm::dquat& rotation) {
        return make_pose({rotation, offset, glm::dvec3(1.0)});
    };
    return {PatchPairs{of_a, of_b, pose({1.0, 0.0, 0.0, 0.0})},
            PatchPairs{of_a, of_b, pose(random.rotation())}};
}

template <class V>
std::vector<V> fit_all(const Patches& patches) {
    std::vector<V> volumes;
    for (const auto& patch : patches) volumes.push_back(V::fit(patch));
    return volumes;
}
template <class V>
V fit_whole(const Patches& patches) {
    std::vector<glm::vec3> points;
    for (const auto& patch : patches) points.insert(points.end(), patch.begin(), patch.end());
    return V::fit(points);
}

inline constexpr std::size_t kBatchesOfPairs = 12; // for confidence intervals

// Measures the time per pair in several passes. test(i) tells whether pair i overlaps. Returns the number of
// overlapping pairs.
template <class Test>
std::uint64_t time_pairs(const ExperimentRun& run, std::size_t pairs, Test&& test,
                         std::vector<double>& out_ns_of_pass) {
    constexpr int kRounds = 5; // rounds per pass; they make a pass long compared with the clock's resolution
    // Volatile, so that the compiler neither moves a round out of its pass nor reuses the result of the previous round.
    volatile std::size_t first = 0;
    volatile std::uint64_t overlapping = 0;
    out_ns_of_pass.clear();
    for (int pass = 0; pass < (run.is_quick ? 6 : 25); ++pass) {
        const double start = run.now();
        for (int round = 0; round < kRounds; ++round) {
            std::uint64_t count_of_round = 0;
            for (std::size_t i = first; i < pairs; ++i) count_of_round += test(i) ? 1 : 0;
            overlapping = count_of_round;
        }
        out_ns_of_pass.push_back(1e6 * (run.now() - start) / (kRounds * static_cast<double>(pairs)));
    }
    return overlapping;
}

// The median of the ratios of corresponding elements of two series, with its 95 % interval.
inline Interval ratio_interval(const std::vector<double>& over, const std::vector<double>& under) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < over.size(); ++i) ratios.push_back(over[i] / under[i]);
    return median_interval(ratios);
}

} // namespace boxwood
