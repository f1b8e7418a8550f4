// Question: how long do the build of a hierarchy and the first query take together, if the query reaches only a small
// part of the mesh? Compares bvh2 with bvh2-lazy for every volume. The mesh is the first of given_meshes.hpp.
#include "bench/given_meshes.hpp"
#include "collision/query/mesh_query.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

namespace {

using namespace boxwood;

// A ball of 320 triangles around the vertex with the largest x. Its radius is a fiftieth of the longest side of the
// mesh's box.
struct Scene {
    // Moved, not copied, because malloc would keep the pages of the freed original.
    Mesh mesh = std::move(given_meshes().front());
    Mesh ball = make_bumpy_sphere({.frequency = 4});
    Pose at_origin, at_vertex;

    Scene() {
        const auto by_x = [](const glm::vec3& p, const glm::vec3& q) { return p.x < q.x; };
        const glm::vec3 vertex = *std::ranges::max_element(mesh.positions, by_x);
        const double radius = 0.02 * static_cast<double>(Aabb::fit(mesh.positions).longest_side());
        at_vertex = make_pose({{1, 0, 0, 0}, glm::dvec3(vertex), glm::dvec3(radius)});
    }
};

const Scene& scene() {
    static const Scene instance;
    return instance;
}

void build_and_query(benchmark::State& state, const std::string& kind, const std::string& volume) {
    const HierarchyConfig config{kind, volume, "midpoint", 1};
    const AnyHierarchy of_ball = *build_any_hierarchy(config, scene().ball.view());
    QueryScratch scratch;
    QueryResult result;
    std::size_t nodes = 0;
    for (auto _ : state) {
        const AnyHierarchy tree = *build_any_hierarchy(config, scene().mesh.view());
        require_ok(query_meshes({scene().mesh.view(), &tree, &scene().at_origin},
                                {scene().ball.view(), &of_ball, &scene().at_vertex}, {QueryMode::all},
                                scratch, result));
        nodes = tree.node_count();
    }
    state.counters["nodes"] = static_cast<double>(nodes);
    state.counters["pairs"] = static_cast<double>(result.pairs.size());
}

[[maybe_unused]] const bool is_registered = [] {
    for (const std::string_view volume : list_volumes())
        for (const char* const kind : {"bvh2", "bvh2-lazy"}) {
            const std::string named(volume), name = "build_and_ask/" + named + "/" + kind;
            benchmark::RegisterBenchmark(name.c_str(), build_and_query, kind, named)
                ->Unit(benchmark::kMillisecond);
        }
    return true;
}();

} // namespace
