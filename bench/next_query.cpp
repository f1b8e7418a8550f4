// Question: what does a query for any contact cost, with and without a coherence cache, if one mesh has rotated only
// a little since the previous query? Uses two copies of one mesh with wide hierarchies. The second copy makes a full
// rotation about z, then about x. The distance between the copies is chosen such that half of the queries in steps of
// 2 degrees find a contact. Before each query, the program reads 8 MiB of unrelated data, which replace data of the
// query in the CPU caches.
// Counters: mean microseconds of the queries that find a contact (us_hits), of the other queries (us_misses) and of all
//     queries (us_all), where the time of a query is its minimum over all rounds; share of queries that find a contact
//     (hits). given_meshes.hpp selects the meshes.
#include "bench/given_meshes.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/query_coherence.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <numbers>
#include <numeric>
#include <string>

#include <glm/gtc/quaternion.hpp>

namespace {

using namespace boxwood;

constexpr int kRounds = 5, kHalvings = 12;
constexpr std::size_t kUnrelatedBytes = std::size_t{8} << 20;
constexpr double kDefaultStep = 2.0; // degrees, as in the comparison with other libraries

struct Subject {
    Mesh mesh;
    AnyHierarchy tree;
    glm::dvec3 box_center{0.0}; // center of the mesh's box, about which the copies rotate
    double distance = 0.0;      // between the centers

    MeshOperand at(const Pose& pose) const { return {mesh.view(), &tree, &pose}; }
    Pose pose_of(const glm::dquat& rotation, const glm::dvec3& center) const {
        return make_pose({rotation, center - rotation * box_center, glm::dvec3(1.0)});
    }
    // Returns the poses of the second copy, at `distance_x` along x, in steps of `step` degrees.
    std::vector<Pose> tumble(double step, double distance_x) const {
        std::vector<Pose> poses;
        const auto steps = static_cast<int>(360.0 / step + 0.5);
        for (const glm::dvec3& axis : {glm::dvec3(0, 0, 1), glm::dvec3(1, 0, 0)})
            for (int i = 0; i < steps; ++i)
                poses.push_back(pose_of(glm::angleAxis(2.0 * std::numbers::pi * i / steps, axis),
                                        {distance_x, 0.0, 0.0}));
        return poses;
    }
};

bool query(const Subject& of, const Pose& a, const Pose& b, QueryCoherence* memory, QueryScratch& io_scratch,
           QueryResult& out_result) {
    require_ok(query_meshes(of.at(a), of.at(b), {.mode = QueryMode::any, .coherence = memory}, io_scratch,
                            out_result));
    return out_result.intersects;
}

// Finds, by bisection, the distance of the centers at which half of the queries find a contact.
double find_distance(const Subject& of) {
    QueryScratch scratch;
    QueryResult result;
    const Pose a = of.pose_of({1, 0, 0, 0}, {});
    double near = 0.0, far = 2.0 * static_cast<double>(glm::length(of.tree.bounds().half()));
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = 0.5 * (near + far);
        const std::vector<Pose> poses = of.tumble(kDefaultStep, middle);
        const auto hits = std::count_if(poses.begin(), poses.end(), [&](const Pose& b) {
            return query(of, a, b, nullptr, scratch, result);
        });
        (2 * static_cast<std::size_t>(hits) > poses.size() ? near : far) = middle;
    }
    return 0.5 * (near + far);
}

const std::vector<std::unique_ptr<Subject>>& subjects() {
    static const auto loaded = [] {
        std::vector<std::unique_ptr<Subject>> all;
        for (Mesh& mesh : given_meshes()) {
            AnyHierarchy tree = *build_any_hierarchy({"bvh8", "aabb", "binned-sah", 1}, mesh.view());
            all.push_back(std::make_unique<Subject>(Subject{std::move(mesh), std::move(tree)}));
            all.back()->box_center = glm::dvec3(all.back()->tree.bounds().center());
            all.back()->distance = find_distance(*all.back());
        }
        return all;
    }();
    return loaded;
}

void read_unrelated_bytes() {
    static std::vector<char> bytes(kUnrelatedBytes, 1);
    benchmark::DoNotOptimize(std::accumulate(bytes.begin(), bytes.end(), 0));
}

struct QueryTimes {
    std::vector<double> us; // by query: the minimum over all rounds
    std::vector<bool> hits;

    double mean(bool of_hits) const {
        double sum = 0.0;
        for (std::size_t i = 0; i < us.size(); ++i) sum += hits[i] == of_hits ? us[i] : 0.0;
        const auto count = std::count(hits.begin(), hits.end(), of_hits);
        return count > 0 ? sum / static_cast<double>(count) : 0.0;
    }
};

double run_round(const Subject& of, const std::vector<Pose>& poses, bool has_memory, QueryTimes& io_times) {
    QueryScratch scratch;
    QueryResult result;
    QueryCoherence memory;
    const Pose a = of.pose_of({1, 0, 0, 0}, {});
    double seconds = 0.0;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        read_unrelated_bytes();
        const auto start = std::chrono::steady_clock::now();
        io_times.hits[i] = query(of, a, poses[i], has_memory ? &memory : nullptr, scratch, result);
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        io_times.us[i] = std::min(io_times.us[i], 1e6 * spent.count());
        seconds += spent.count();
    }
    return seconds;
}

void next_query(benchmark::State& state, const Subject& of, double step, bool has_memory) {
    const std::vector<Pose> poses = of.tumble(step, of.distance);
    QueryTimes times{std::vector<double>(poses.size(), std::numeric_limits<double>::infinity()),
                     std::vector<bool>(poses.size())};
    for (auto _ : state) state.SetIterationTime(run_round(of, poses, has_memory, times));
    const auto queries = static_cast<double>(poses.size());
    state.counters["us_hits"] = times.mean(true);
    state.counters["us_misses"] = times.mean(false);
    state.counters["us_all"] = std::accumulate(times.us.begin(), times.us.end(), 0.0) / queries;
    state.counters["hits"] =
        static_cast<double>(std::count(times.hits.begin(), times.hits.end(), true)) / queries;
}

[[maybe_unused]] const bool is_registered = [] {
    for (const auto& of : subjects())
        for (const char* const step : {"0.1", "0.5", "2", "5", "10"})
            for (const bool has_memory : {false, true}) {
                const std::string name = "next_query/" + of->mesh.name + "/" + step +
                                         (has_memory ? " degrees/memory" : " degrees/none");
                const double degrees = std::strtod(step, nullptr);
                const auto body = [&of = *of, degrees, has_memory](benchmark::State& state) {
                    next_query(state, of, degrees, has_memory);
                };
                benchmark::RegisterBenchmark(name.c_str(), body)
                    ->UseManualTime()
                    ->Iterations(kRounds)
                    ->Unit(benchmark::kMillisecond);
            }
    return true;
}();

} // namespace
