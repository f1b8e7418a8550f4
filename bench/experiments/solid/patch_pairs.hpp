// What: pairs of random patches of two meshes, the volumes around them, and the time of a test over all pairs.
// Frame: patches in the frames of their meshes; one mesh frame is the world.
// Invariants: the same seed gives the same patches; the shifted and the rotated pairs use the same patches.
#pragma once

#include "bench/experiments/experiment.hpp"
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
        const glm::dquat turn = io_random.rotation();
        const glm::dvec3 center = io_random.in_box(glm::dvec3(0.3));
        for (int i = 0; i < 16; ++i)
            patch.emplace_back(center + turn * io_random.in_box(glm::dvec3(0.3, 0.18, 0.03)));
    }
    return patches;
}

// Pairs of patches of two meshes; the frame of one is the world.
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

// Of the same patches: B shifted, and B also rotated.
inline std::array<PatchPairs, 2> make_patch_pairs(const ExperimentRun& run) {
    const std::size_t pairs = run.is_quick ? 500 : 2000;
    Random random(run.seed);
    const Patches of_a = draw_patches(pairs, random), of_b = draw_patches(pairs, random);
    const glm::dvec3 offset(0.1, 0.0, 0.05);
    const auto pose = [&](const glm::dquat& turn) { return make_pose({turn, offset, glm::dvec3(1.0)}); };
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

// The minimum of several passes; test(i) returns whether pair i overlaps. Returns the number of overlapping pairs.
template <class Test>
std::uint64_t time_pairs(const ExperimentRun& run, std::size_t pairs, Test&& test, double& out_test_ns) {
    double least = 1e300;
    std::uint64_t overlapping = 0;
    for (int repeat = 0; repeat < (run.is_quick ? 1 : 25); ++repeat) {
        const double start = run.now();
        overlapping = 0;
        for (std::size_t i = 0; i < pairs; ++i) overlapping += test(i) ? 1 : 0;
        least = std::min(least, run.now() - start);
    }
    out_test_ns = 1e6 * least / static_cast<double>(pairs);
    return overlapping;
}

} // namespace boxwood
