#include "engine/producer/fault_sample.hpp"

#include "engine/meshes/generate/generators.hpp"
#include "engine/producer/record_query.hpp"

#include <atomic>
#include <cmath>
#include <unistd.h>

namespace boxwood::capture {
namespace {

using judge::FaultSample;

Transform make_transform(double angle, const glm::dvec3& axis, const glm::dvec3& t,
                         const glm::dvec3& s = glm::dvec3(1)) {
    return {.q = glm::angleAxis(angle, glm::normalize(axis)), .t = t, .s = s};
}

// The poses of a and b for each query.
std::vector<std::pair<Transform, Transform>> poses_of(FaultSample sample) {
    std::vector<std::pair<Transform, Transform>> poses;
    switch (sample) {
    case FaultSample::boxes:
    case FaultSample::box_trees: {
        const Transform a = make_transform(0.4, {1, 0, 1}, {0, 0, 0});
        for (const double distance : {2.6, 1.7, 1.2})
            poses.emplace_back(a, make_transform(1.0, {1, 2, 3}, {distance, 0.3, 0.2}));
        break;
    }
    case FaultSample::scaled: {
        const Transform a = make_transform(0.5, {0, 0, 1}, {0, 0, 0}, {1, 2, 0.5});
        for (const double distance : {3.5, 1.5})
            poses.emplace_back(a, make_transform(-0.8, {0, 1, 1}, {distance, 0.2, 0.1}, {2, 0.7, 1}));
        break;
    }
    case FaultSample::parallel:
        // The rotations are at most 2.4e-7 radians: single-precision cross products of edges that are this close to
        // parallel consist of rounding errors.
        for (int i = 1; i <= 24; ++i)
            poses.emplace_back(make_transform(0.0, {0, 0, 1}, {0, 0, 0}),
                               make_transform(1e-8 * i, {1, 1 + 0.1 * i, 2},
                                              {1.3 + 0.01 * i, 0.41 + 0.003 * i, 0.27 - 0.007 * i}));
        break;
    }
    return poses;
}

} // namespace

Capture make_fault_sample(FaultSample sample) {
    const Mesh mesh = make_geodesic_sphere(1.0, 4);
    const HierarchyConfig config{.kind = sample == FaultSample::box_trees ? "box-tree" : "bvh2",
                                 .leaf_size = 1};
    const AnyHierarchy tree = require_ok(build_any_hierarchy(config, mesh.view()));
    Capture out;
    std::array<RecordedHierarchy, 2> recorded;
    for (std::uint64_t side = 0; side < 2; ++side) {
        out.meshes[{side, 0}] = record_mesh(mesh.view(), side, side == 0 ? "a" : "b");
        recorded[side] = record_hierarchy(tree, side, side);
        out.hierarchies[{side, 0}] = recorded[side].record;
    }
    std::uint64_t id = 0;
    for (const auto& [a, b] : poses_of(sample)) {
        const Pose world_from_a = make_pose(a), world_from_b = make_pose(b);
        require_ok(append_query({mesh.view(), &tree, &world_from_a}, {mesh.view(), &tree, &world_from_b}, {},
                                {recorded.data(), &recorded[1]}, id, out));
        out.queries.back().frame = id++;
    }
    return out;
}

Result<Capture> inject_and_reload_fault(Capture capture, const judge::FaultRequest& fault) {
    if (Status status = judge::inject_fault(fault, capture); !status) return status.error();
    static std::atomic<int> files = 0; // several threads can inject faults at the same time
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() /
        ("boxwood-judge-" + std::to_string(::getpid()) + "-" + std::to_string(files++) + ".mcap");
    if (Status status = write_capture(path, capture, std::string(kThisLibrary)); !status)
        return status.error();
    Result<Capture> read = read_capture(path);
    std::error_code ignored; // the folder is temporary
    std::filesystem::remove(path, ignored);
    return read;
}

} // namespace boxwood::capture
