// Polytopes that the tests of narrow phases share: ordinary and near-degenerate ones.
#pragma once

#include "tests/oracles/test_polytopes.hpp"

namespace boxwood::test {

inline std::vector<Polytope> usual_polytopes(std::mt19937& random) {
    std::vector<Polytope> result;
    for (const int count : {5, 8, 20, 40})
        for (int k = 0; k < 3; ++k)
            result.push_back(polytope_of(random_hull(random, count, 1 << 20, glm::vec3(0x1p-20f))));
    result.push_back(polytope_of(box({1, 0.5f, 0.25f})));
    result.push_back(polytope_of(tetrahedron()));
    result.push_back(polytope_of(sphere(10, 5)));
    result.push_back(polytope_of(prism(12, 0.5f, 1)));
    result.push_back(polytope_of(random_hull(random, 15, 2, glm::vec3(0.5f)))); // many parallel features
    return result;
}

// Slivers and plates with aspect ratios of up to 2^20, nearly parallel neighbors, and long thin faces.
inline std::vector<Polytope> near_degenerate_polytopes(std::mt19937& random) {
    std::vector<Polytope> result;
    const glm::vec3 units[] = {
        {0x1p-20f, 0x1p-20f, 0x1p-40f}, {0x1p-20f, 0x1p-40f, 0x1p-40f}, {0x1p-20f, 0x1p-30f, 0x1p-40f}};
    for (const glm::vec3& unit : units)
        for (const int count : {5, 12, 30})
            result.push_back(polytope_of(random_hull(random, count, 1 << 20, unit)));
    // two points near each corner of a cube of half side 1, at most 2^-17 away along each axis
    for (int k = 0; k < 4; ++k) {
        std::uniform_int_distribution<int> jitter(-8, 8);
        std::vector<Lattice> points;
        for (int corner = 0; corner < 8; ++corner)
            for (int copy = 0; copy < 2; ++copy)
                points.emplace_back(((corner & 1) ? 1 << 20 : -(1 << 20)) + jitter(random),
                                    ((corner & 2) ? 1 << 20 : -(1 << 20)) + jitter(random),
                                    ((corner & 4) ? 1 << 20 : -(1 << 20)) + jitter(random));
        result.push_back(polytope_of(lattice_hull(points, glm::vec3(0x1p-20f))));
    }
    // an inverted pyramid of half width 1: the heights of the vertices of its base are from 0 to 8 * 2^-30, so that the
    // faces of the base are nearly coplanar
    for (int k = 0; k < 4; ++k) {
        std::uniform_int_distribution<int> across(-(1 << 20), 1 << 20), up(0, 8);
        std::vector<Lattice> points{{0, 0, -(1 << 22)}};
        for (int corner = 0; corner < 12; ++corner)
            points.emplace_back(across(random), across(random), up(random));
        result.push_back(polytope_of(lattice_hull(points, {0x1p-20f, 0x1p-20f, 0x1p-30f})));
    }
    result.push_back(polytope_of(box({1, 1, 1e-6f})));
    result.push_back(polytope_of(box({1, 1e-6f, 1e-6f})));
    result.push_back(polytope_of(prism(60, 1, 1e-5f)));
    result.push_back(polytope_of(prism(60, 1e-5f, 1)));
    result.push_back(polytope_of(bipyramid(60, 1, 1e-4f)));
    result.push_back(polytope_of(bipyramid(40, 1e-4f, 1)));
    result.push_back(polytope_of(sphere(40, 2)));
    return result;
}

} // namespace boxwood::test
