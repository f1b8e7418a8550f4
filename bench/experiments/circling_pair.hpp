// What: two random polytopes that circle around each other while rotating, with centers at a constant distance.
#pragma once

#include "collision/core/pose.hpp"
#include "engine/meshes/generate/random_polytope.hpp"

#include <cmath>
#include <numbers>
#include <vector>

namespace boxwood {

struct CirclingPair {
    Polytope a, b;
    std::vector<Pose> poses; // a_from_b along a closed path: after the last pose comes the first
};

// The distance of the centers is always `reach`. Both polytopes have radius 1. The path is closed after `frames`
// steps and oscillates along z.
inline CirclingPair make_circling_pair(std::uint32_t faces, int frames, double reach) {
    const auto make = [faces](std::uint64_t seed) {
        RandomPolytopeParams params;
        params.faces = faces;
        params.seed = seed;
        return std::move(*make_random_polytope(params));
    };
    CirclingPair pair{make(1), make(2), {}};
    for (int k = 0; k < frames; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / frames;
        Transform transform;
        transform.q = glm::angleAxis(angle, glm::normalize(glm::dvec3(1, 2, 3)));
        transform.t =
            reach * glm::normalize(glm::dvec3(std::cos(angle), std::sin(angle), 0.5 * std::sin(2.0 * angle)));
        pair.poses.push_back(make_pose(transform));
    }
    return pair;
}

inline constexpr double kNearReach = 2.05, kDeepReach = 1.2;
inline constexpr int kSlowFrames = 3600, kFastFrames = 36; // a tenth of a degree and ten degrees per step

} // namespace boxwood
