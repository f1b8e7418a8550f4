// The performance targets that were set before the library was written.
#include "bench/experiments/peers/targets.hpp"

#include <array>
#include <utility>

namespace boxwood {
namespace {

constexpr std::string_view kNs = "ns per triangle", kUs = "µs per query", kBox = "ns per box";

// Figures for 70 k apply to every mesh of the run with less than a million triangles.
Target build_target(std::string_view workload, std::string_view what, MeshClass mesh, double most,
                    std::string_view ours, std::vector<std::string_view> peers = {}) {
    return {workload, "build", {{"what", what}}, mesh, {ours}, std::move(peers), most, kNs};
}
Target mesh_pair_target(std::string_view workload, std::string_view wanted, std::string_view motion,
                        MeshClass mesh, double most) {
    return {workload, "mesh_pairs", {{"wanted", wanted}, {"workload", motion}}, mesh, {}, {}, most, kUs};
}
Target broad_phase_target(std::string_view workload, std::string_view motion, std::string_view count,
                          double most) {
    return {workload,
            "broad_phase",
            {{"scene", "cube"}, {"motion", motion}, {"boxes", count}},
            MeshClass::none,
            {},
            {},
            most,
            kBox};
}
Target closest_features_target(std::string_view workload, std::string_view faces) {
    return {workload, "closest", {{"faces", faces}}, MeshClass::none, {}, {}, 90.0, "ns per query"};
}

// A target with the figure of `target`, for an immediate repetition with warm caches.
Target repeated_target(Target target, std::string_view workload, std::string_view what) {
    target.repeated_workload = std::exchange(target.workload, workload);
    target.where[0].second = what;
    return target;
}

} // namespace

const std::vector<Target>& all_targets() {
    using enum MeshClass;
    static const std::vector<Target> kAll{
        build_target("Morton build, 70 k", "build aabb", smaller, 40, "lbvh"),
        build_target("Morton build, 1.1 M", "build aabb", million, 45, "lbvh"),
        build_target("binned SAH build, 70 k", "build aabb", smaller, 150, "binned-sah",
                     {"embree scene medium"}),
        build_target("binned SAH build, 1.1 M", "build aabb", million, 160, "binned-sah",
                     {"embree scene medium"}),
        build_target("AABB refit, 70 k", "refit aabb", smaller, 4, "boxwood"),
        build_target("AABB refit, 1.1 M", "refit aabb", million, 9, "boxwood"),
        repeated_target(build_target("AABB refit, 70 k", "refit aabb", smaller, 4, "boxwood"),
                        "AABB refit, 70 k, again", "refit aabb again"),
        repeated_target(build_target("AABB refit, 1.1 M", "refit aabb", million, 9, "boxwood"),
                        "AABB refit, 1.1 M, again", "refit aabb again"),
        build_target("k-DOP18 build, 70 k", "build kdop18", smaller, 250, "boxwood"),
        build_target("k-DOP18 build, 1.1 M", "build kdop18", million, 250, "boxwood"),
        build_target("k-DOP18 refit, 70 k", "refit kdop18", smaller, 20, "boxwood"),
        build_target("k-DOP18 refit, 1.1 M", "refit kdop18", million, 20, "boxwood"),
        build_target("OBB build, 70 k", "build obb", smaller, 600, "boxwood"),
        build_target("OBB build, 1.1 M", "build obb", million, 600, "boxwood"),
        build_target("OBB refit, 70 k", "refit obb", smaller, 100, "boxwood"),
        build_target("OBB refit, 1.1 M", "refit obb", million, 100, "boxwood"),
        mesh_pair_target("first contact, bunny, random", "first", "random", bunny, 2.5),
        mesh_pair_target("first contact, bunny, tumbling", "first", "tumble", bunny, 2.0),
        repeated_target(mesh_pair_target("first contact, bunny, random", "first", "random", bunny, 2.5),
                        "first contact, bunny, random, again", "first again"),
        repeated_target(mesh_pair_target("first contact, bunny, tumbling", "first", "tumble", bunny, 2.0),
                        "first contact, bunny, tumbling, again", "first again"),
        mesh_pair_target("all pairs, bunny, random", "all", "random", bunny, 100),
        mesh_pair_target("all pairs, bunny, tumbling", "all", "tumble", bunny, 35),
        mesh_pair_target("all pairs, rocker arm, random", "all", "random", arm, 80),
        mesh_pair_target("all pairs, rocker arm, tumbling", "all", "tumble", arm, 50),
        mesh_pair_target("all pairs, horse, random", "all", "random", horse, 110),
        mesh_pair_target("all pairs, horse, tumbling", "all", "tumble", horse, 160),
        broad_phase_target("broad phase, 1 k, coherent", "coherent", "1000", 35),
        broad_phase_target("broad phase, 10 k, coherent", "coherent", "10000", 40),
        broad_phase_target("broad phase, 100 k, coherent", "coherent", "100000", 60),
        broad_phase_target("broad phase, 1 k, teleporting", "teleport", "1000", 35),
        broad_phase_target("broad phase, 10 k, teleporting", "teleport", "10000", 40),
        broad_phase_target("broad phase, 100 k, teleporting", "teleport", "100000", 60),
        {"sweep and prune, 10 k coherent",
         "broad_phase",
         {{"scene", "cube"}, {"motion", "coherent"}, {"boxes", "10000"}},
         none,
         {"sweep-and-prune"},
         {"sweep and prune"},
         1.2,
         "ms per frame",
         1e6 / 1e4},
        closest_features_target("closest features, 20 faces", "20"),
        closest_features_target("closest features, 100 faces", "100"),
        closest_features_target("closest features, 500 faces", "500"),
    };
    return kAll;
}

std::span<const MemoryTarget> all_memory_targets() {
    static constexpr std::array kAll{MemoryTarget{"memory, restricted BoxTree", "box-tree", 16},
                                     MemoryTarget{"memory, wide and quantized", "bvh8", 24},
                                     MemoryTarget{"memory, plain", "bvh2", 64}};
    return kAll;
}

} // namespace boxwood
