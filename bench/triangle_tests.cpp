// Question: what does each test of two triangles cost? The pairs resemble the pairs of a query: triangles of similar
// size, close to each other. About one pair in six intersects. Counters: `intersecting`, the share of pairs that
// intersect, and `exact`, the share of pairs that exact arithmetic decides. `exact` is always 0 for the `plain` tests,
// which use no exact arithmetic, and for `section`, which does not count its use. `section` also computes the
// intersection.
#include "collision/geometry/triangle/triangle_tests.hpp"
#include "collision/geometry/triangle/triangle_section.hpp"

#include <benchmark/benchmark.h>

#include <random>
#include <vector>

namespace {

using namespace boxwood;

struct Pairs {
    std::vector<std::array<Triangle64, 2>> pairs;

    explicit Pairs(double spread) {
        std::mt19937_64 random(1);
        std::uniform_real_distribution<double> unit(-1.0, 1.0);
        const auto point = [&](double size) {
            const double x = unit(random), y = unit(random), z = unit(random);
            return glm::dvec3(x, y, z) * size;
        };
        for (int k = 0; k < 4096; ++k) {
            const glm::dvec3 center = point(100.0);
            auto& pair = pairs.emplace_back();
            for (Triangle64& t : pair) {
                const glm::dvec3 middle = center + point(spread);
                for (glm::dvec3& p : t) p = middle + point(1.0);
            }
        }
    }
};

void run(benchmark::State& state, const auto& test) {
    const Pairs scene(0.5);
    std::size_t next = 0, hits = 0, tested = 0;
    std::uint64_t exact = 0;
    for (auto _ : state) {
        const auto& [a, b] = scene.pairs[next];
        next = (next + 1) % scene.pairs.size();
        const bool hit = test(a, b, exact);
        benchmark::DoNotOptimize(hit);
        hits += hit;
        ++tested;
    }
    state.counters["intersecting"] = static_cast<double>(hits) / static_cast<double>(tested);
    state.counters["exact"] = static_cast<double>(exact) / static_cast<double>(tested);
}

const bool kRegistered = [] {
    for (const TriangleTest& test : kAllTriangleTests)
        benchmark::RegisterBenchmark(std::string(test.name).c_str(),
                                     [&test](benchmark::State& state) { run(state, test.intersect); });
    benchmark::RegisterBenchmark("plain moller", [](benchmark::State& state) {
        run(state,
            [](const Triangle64& a, const Triangle64& b, std::uint64_t&) { return moller_intersects(a, b); });
    });
    benchmark::RegisterBenchmark("plain sat", [](benchmark::State& state) {
        run(state,
            [](const Triangle64& a, const Triangle64& b, std::uint64_t&) { return sat_intersects(a, b); });
    });
    benchmark::RegisterBenchmark("section", [](benchmark::State& state) {
        run(state, [](const Triangle64& a, const Triangle64& b, std::uint64_t&) {
            return find_section(a, b).contact != TriangleContact::disjoint;
        });
    });
    return true;
}();

} // namespace
