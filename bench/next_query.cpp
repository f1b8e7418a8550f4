// Question: what does a query for any contact cost if the previous one of the same two meshes was a small rotation ago,
// with and without a coherence cache? Two copies of one mesh, with wide hierarchies: the second tumbles at the distance
// where half of the queries find a contact, a full rotation about z, then one about x. Eight million unrelated bytes
// pass through the CPU caches before each query, as in a program with other work. Microseconds per query, each query's
// minimum over all rounds, the mean of those that find a contact (us_hits), of the others (us_misses) and of all. The
// meshes are those of given_meshes.hpp.
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
constexpr std::size_t kOtherBytes = std::size_t{8} << 20;
constexpr double kUsualStep = 2.0; // degrees, as in the comparison with other libraries

struct Subject {
    Mesh mesh;
    AnyHierarchy tree;
    glm::dvec3 middle{0.0}; // of the mesh's box; the copies rotate about it
    double distance = 0.0;  // between the centers

    MeshOperand at(const Pose& pose) const { return {mesh.view(), &tree, &pose}; }
    Pose turned(const glm::dquat& turn, const glm::dvec3& to) const {
        return make_pose({turn, to - turn * middle, glm::dvec3(1.0)});
    }
    // Of the second copy; degrees.
    std::vector<Pose> tumble(double step, double apart) const {
        std::vector<Pose> poses;
        const auto turns = static_cast<int>(360.0 / step + 0.5);
        for (const glm::dvec3& axis : {glm::dvec3(0, 0, 1), glm::dvec3(1, 0, 0)})
            for (int i = 0; i < turns; ++i)
                poses.push_back(
                    turned(glm::angleAxis(2.0 * std::numbers::pi * i / turns, axis), {apart, 0.0, 0.0}));
        return poses;
    }
};

bool ask(const Subject& of, const Pose& a, const Pose& b, QueryCoherence* memory, QueryScratch& io_scratch,
         QueryResult& out_result) {
    require_ok(
        query_meshes(of.at(a), of.at(b), {.mode = QueryMode::any, .memory = memory}, io_scratch, out_result));
    return out_result.intersects;
}

double find_distance(const Subject& of) {
    QueryScratch scratch;
    QueryResult result;
    const Pose a = of.turned({1, 0, 0, 0}, {});
    double near = 0.0, far = 2.0 * static_cast<double>(glm::length(of.tree.bounds().half()));
    for (int i = 0; i < kHalvings; ++i) {
        const double apart = 0.5 * (near + far);
        const std::vector<Pose> poses = of.tumble(kUsualStep, apart);
        const auto hits = std::count_if(poses.begin(), poses.end(), [&](const Pose& b) {
            return ask(of, a, b, nullptr, scratch, result);
        });
        (2 * static_cast<std::size_t>(hits) > poses.size() ? near : far) = apart;
    }
    return 0.5 * (near + far);
}

const std::vector<std::unique_ptr<Subject>>& subjects() {
    static const auto made = [] {
        std::vector<std::unique_ptr<Subject>> all;
        for (Mesh& mesh : given_meshes()) {
            AnyHierarchy tree = *build_any_hierarchy({"bvh8", "aabb", "binned-sah", 1}, mesh.view());
            all.push_back(std::make_unique<Subject>(Subject{std::move(mesh), std::move(tree)}));
            all.back()->middle = glm::dvec3(all.back()->tree.bounds().center());
            all.back()->distance = find_distance(*all.back());
        }
        return all;
    }();
    return made;
}

void walk_other_bytes() {
    static std::vector<char> bytes(kOtherBytes, 1);
    benchmark::DoNotOptimize(std::accumulate(bytes.begin(), bytes.end(), 0));
}

struct Means {
    std::vector<double> us; // the minimum of each query
    std::vector<bool> hits;

    double mean(bool of_hits) const {
        double sum = 0.0;
        for (std::size_t i = 0; i < us.size(); ++i) sum += hits[i] == of_hits ? us[i] : 0.0;
        const auto count = std::count(hits.begin(), hits.end(), of_hits);
        return count > 0 ? sum / static_cast<double>(count) : 0.0;
    }
};

double round_of(const Subject& of, const std::vector<Pose>& poses, bool has_memory, Means& io_means) {
    QueryScratch scratch;
    QueryResult result;
    QueryCoherence memory;
    const Pose a = of.turned({1, 0, 0, 0}, {});
    double seconds = 0.0;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        walk_other_bytes();
        const auto start = std::chrono::steady_clock::now();
        io_means.hits[i] = ask(of, a, poses[i], has_memory ? &memory : nullptr, scratch, result);
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        io_means.us[i] = std::min(io_means.us[i], 1e6 * spent.count());
        seconds += spent.count();
    }
    return seconds;
}

void next_query(benchmark::State& state, const Subject& of, double step, bool has_memory) {
    const std::vector<Pose> poses = of.tumble(step, of.distance);
    Means means{std::vector<double>(poses.size(), std::numeric_limits<double>::infinity()),
                std::vector<bool>(poses.size())};
    for (auto _ : state) state.SetIterationTime(round_of(of, poses, has_memory, means));
    const auto queries = static_cast<double>(poses.size());
    state.counters["us_hits"] = means.mean(true);
    state.counters["us_misses"] = means.mean(false);
    state.counters["us_all"] = std::accumulate(means.us.begin(), means.us.end(), 0.0) / queries;
    state.counters["hits"] =
        static_cast<double>(std::count(means.hits.begin(), means.hits.end(), true)) / queries;
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
