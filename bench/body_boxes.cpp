// Question: what does the world box of a body cost per frame? Arguments: number of faces, rotation per frame in
// tenths of a degree. dynamic_box climbs from vertex to vertex, so its time grows with the rotation and hardly with
// the number of faces. scanned_box evaluates all vertices in SIMD lanes, as a world does for polytopes with few
// vertices. The time of fixed_cube is constant. scan is a plain loop over all vertices.
#include "collision/volumes/body_boxes.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>

namespace boxwood {
namespace {

// A sphere of 2 * slices * rings triangles with two poles. Each ring is rotated by half a step relative to the
// previous ring.
Polytope make_sphere(int slices, int rings) {
    std::vector<glm::vec3> positions{{0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, -1.0f}};
    for (int ring = 0; ring < rings; ++ring) {
        const double polar = std::numbers::pi * (ring + 1) / (rings + 1);
        for (int slice = 0; slice < slices; ++slice) {
            const double angle = 2.0 * std::numbers::pi * (slice + 0.5 * ring) / slices;
            positions.emplace_back(std::sin(polar) * std::cos(angle), std::sin(polar) * std::sin(angle),
                                   std::cos(polar));
        }
    }
    std::vector<std::vector<std::uint32_t>> faces;
    const auto at = [slices](int ring, int slice) {
        return static_cast<std::uint32_t>(2 + ring * slices + slice % slices);
    };
    for (int s = 0; s < slices; ++s) {
        faces.push_back({0, at(0, s), at(0, s + 1)});
        faces.push_back({1, at(rings - 1, s + 1), at(rings - 1, s)});
        for (int ring = 0; ring + 1 < rings; ++ring) {
            faces.push_back({at(ring, s), at(ring + 1, s), at(ring, s + 1)});
            faces.push_back({at(ring + 1, s), at(ring + 1, s + 1), at(ring, s + 1)});
        }
    }
    return *make_polytope(positions, faces);
}

// Rotates by `angle` per frame about a changing axis. The poses are precomputed, so no quaternion arithmetic is timed.
std::vector<Pose> make_poses(double angle) {
    std::vector<Pose> poses;
    glm::dquat q(1.0, 0.0, 0.0, 0.0);
    for (int frame = 0; frame < 1000; ++frame) {
        const glm::dvec3 axis =
            glm::normalize(glm::dvec3(std::sin(0.031 * frame), std::cos(0.017 * frame), 0.3));
        q = glm::normalize(glm::angleAxis(angle, axis) * q);
        poses.push_back(make_pose({q, {0.001 * frame, 0.0, 0.0}, glm::dvec3(1.0)}));
    }
    return poses;
}

const Polytope& polytope_of(std::int64_t faces) {
    static const Polytope k20 = make_sphere(5, 2), k36 = make_sphere(6, 3), k88 = make_sphere(11, 4),
                          k500 = make_sphere(18, 14), k1000 = make_sphere(24, 21);
    return faces == 20 ? k20 : faces == 36 ? k36 : faces == 88 ? k88 : faces == 500 ? k500 : k1000;
}

template <class MakeBox>
void run(benchmark::State& state, MakeBox&& make_box) {
    const Polytope& polytope = polytope_of(state.range(0));
    const std::vector<Pose> poses =
        make_poses(static_cast<double>(state.range(1)) * std::numbers::pi / 1800.0);
    std::size_t frame = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(make_box(polytope, poses[frame]));
        frame = frame + 1 == poses.size() ? 0 : frame + 1;
    }
    state.counters["faces"] = static_cast<double>(polytope.faces().size());
}

void dynamic_box(benchmark::State& state) {
    ExtremalVertices cache;
    ClimbCounters counters;
    run(state, [&](const Polytope& polytope, const Pose& pose) {
        return climb_box(polytope, pose, cache, counters);
    });
    const auto per_frame = benchmark::Counter::kAvgIterations;
    state.counters["evaluations"] = benchmark::Counter(static_cast<double>(counters.evaluations), per_frame);
    state.counters["steps"] = benchmark::Counter(static_cast<double>(counters.steps), per_frame);
}

void fixed_cube(benchmark::State& state) {
    run(state, [](const Polytope& polytope, const Pose& pose) { return cube_box(polytope, pose); });
}

void scanned_box(benchmark::State& state) {
    ExtremalVertices cache;
    ClimbCounters counters;
    run(state, [&](const Polytope& polytope, const Pose& pose) {
        return box_of(scan_bounds(polytope, pose, cache, counters));
    });
}

void scan(benchmark::State& state) {
    run(state, [](const Polytope& polytope, const Pose& pose) {
        glm::dvec3 lower(1e300), upper(-1e300);
        for (const glm::vec3& p : polytope.positions()) {
            const glm::dvec3 p_w = pose * p;
            lower = glm::min(lower, p_w);
            upper = glm::max(upper, p_w);
        }
        return lower + upper;
    });
}

BENCHMARK(dynamic_box)->ArgsProduct({{20, 36, 88, 500, 1000}, {0, 10, 100}});
BENCHMARK(scanned_box)->ArgsProduct({{20, 36, 88}, {100}});
BENCHMARK(fixed_cube)->ArgsProduct({{36, 1000}, {100}});
BENCHMARK(scan)->ArgsProduct({{36, 500, 1000}, {100}});

} // namespace
} // namespace boxwood
