// Measures the times of one build, one refit and one query over the number of threads of an executor.
#include "bench/experiments/models.hpp"
#include "bench/experiments/scaling/scaling.hpp"
#include "engine/measure/hierarchy_comparison.hpp"
#include "engine/measure/statistics.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace boxwood {
namespace {

constexpr int kMaxThreads = 4;
constexpr int kRounds = 9, kQuickRounds = 2;
constexpr int kPoses = 12;
// required fraction of the ideal speed-up
constexpr double kMinGain = 0.6;

// One of the measured operations. `outcome` computes a number from its result; this number must not depend on the
// number of threads.
struct Work {
    std::string name;
    std::function<void(Executor&)> run;
    std::function<double()> outcome;
    std::array<std::vector<double>, kMaxThreads> milliseconds{}; // index: threads - 1; one value per round
};

// A number that depends on every node and every leaf of the tree.
double fingerprint(const AnyHierarchy& tree) {
    const HierarchyQuality quality = tree.measure();
    return quality.surface_area_cost + quality.volume_sum + quality.mean_leaf_depth;
}

// The input that all measured operations share.
struct Subject {
    Mesh mesh;
    AnyHierarchy tree;
    PosePairs poses;
    std::optional<AnyHierarchy> built{};
    ParallelQueryScratch scratch{};
    QueryResult result{};
    double answers = 0.0; // sum over all poses

    void build(const char* builder, Executor& executor) {
        Result<AnyHierarchy> tree_now =
            build_any_hierarchy({"bvh2", "aabb", builder, 1}, mesh.view(), executor);
        built.reset();
        if (tree_now) built.emplace(std::move(*tree_now));
    }
    void run_queries(Executor& executor) {
        answers = 0.0;
        for (const auto& [a, b] : poses) {
            require_ok(query_meshes({mesh.view(), &tree, &a}, {mesh.view(), &tree, &b},
                                    {.mode = QueryMode::all}, executor, scratch, result));
            answers += static_cast<double>(result.pairs.size());
            for (const PrimitivePair& pair : result.pairs) answers += 1e-6 * static_cast<double>(pair.b);
        }
    }
};

Result<std::shared_ptr<Subject>> make_subject(bool is_quick) {
    Mesh mesh = fitted(make_bumpy_sphere({.frequency = is_quick ? 16u : 59u}));
    Result<AnyHierarchy> tree = build_any_hierarchy({"bvh2", "aabb", "binned-sah", 1}, mesh.view());
    if (!tree) return tree.error();
    PosePairs poses = tumble_poses(mesh.view(), mesh.view(), kPoses);
    return std::make_shared<Subject>(Subject{std::move(mesh), std::move(*tree), std::move(poses)});
}

std::vector<Work> list_works(const std::shared_ptr<Subject>& subject) {
    std::vector<Work> works;
    for (const char* builder : {"binned-sah", "lbvh"})
        works.push_back({std::string("build, ") + builder,
                         [subject, builder](Executor& executor) { subject->build(builder, executor); },
                         [subject] { return subject->built ? fingerprint(*subject->built) : std::nan(""); }});
    works.push_back(
        {"refit",
         [subject](Executor& executor) { require_ok(subject->tree.refit(subject->mesh.view(), executor)); },
         [subject] { return fingerprint(subject->tree); }});
    works.push_back({"all contacts", [subject](Executor& executor) { subject->run_queries(executor); },
                     [subject] { return subject->answers; }});
    return works;
}

using Executors = std::vector<std::unique_ptr<Executor>>; // with one thread, with two, ...

// Each round measures all numbers of threads, so that a slowdown of the machine affects all of them. The measurement
// with one thread uses a SerialExecutor.
Status measure(const ExperimentRun& run, Executors& executors, Work& io_work) {
    SerialExecutor serial;
    io_work.run(serial); // warm-up, because the first use of new memory takes longer
    const double expected = io_work.outcome();
    for (int round = 0; round < (run.is_quick ? kQuickRounds : kRounds); ++round)
        for (std::size_t i = 0; i < executors.size(); ++i) {
            const double start = run.wall();
            io_work.run(*executors[i]);
            io_work.milliseconds[i].push_back(run.wall() - start);
            if (io_work.outcome() != expected)
                return Error{io_work.name + " gives another answer on " + std::to_string(i + 1) + " threads"};
        }
    run.report_progress(io_work.name);
    return ok();
}

// The speed relative to one thread.
double speed_up(const Work& work, std::size_t threads) {
    const double one = median_of(work.milliseconds[0]), many = median_of(work.milliseconds[threads - 1]);
    return many > 0.0 ? one / many : std::nan("");
}

ClaimResult judge(const Work& work, std::size_t threads) {
    const double ratio = speed_up(work, threads);
    ClaimResult claim{work.name + " reaches 60 % of the ideal speed-up on " + std::to_string(threads) +
                          " threads",
                      "own",
                      std::to_string(threads) + " threads: at least " +
                          fixed_number(kMinGain * static_cast<double>(threads), 1) + " × as fast as on one",
                      "no clock",
                      Verdict::not_judged,
                      Basis::times};
    if (!std::isfinite(ratio)) return claim;
    claim.estimate = fixed_number(ratio, 2) + " ×";
    claim.verdict = verdict_if(ratio >= kMinGain * static_cast<double>(threads));
    return claim;
}

ExperimentResult report(const std::vector<Work>& works, const Subject& subject, std::size_t threads) {
    Table table{"threads", "Medians of wall time", {"work", "triangles", "threads", "work_ms", "speed_up"}};
    std::vector<ScalingCurve> curves;
    ExperimentSection section{
        "", "The results are bit-identical on any number of threads; every round checks this."};
    for (const Work& work : works) {
        ScalingCurve& curve = curves.emplace_back(ScalingCurve{work.name});
        for (std::size_t n = 1; n <= threads; ++n) {
            const double ratio = speed_up(work, n);
            table.add({work.name,
                       subject.mesh.triangles.size(),
                       n,
                       {median_of(work.milliseconds[n - 1]), 3},
                       {ratio, 2}});
            if (std::isfinite(ratio)) curve.add(static_cast<double>(n), ratio);
        }
        section.claims.push_back(judge(work, threads));
    }
    std::erase_if(curves, [](const ScalingCurve& curve) { return curve.sizes.empty(); });
    if (!curves.empty())
        section.pictures.push_back(
            draw_scaling("threads", "Speed relative to one thread", "threads", "×", curves, "threads"));
    section.tables.push_back(std::move(table));
    return {{std::move(section)},
            "The mesh is a rock. Queries run at twelve poses of a tumble, one after another; each query "
            "is divided among the threads. Times are wall times, because the threads share the work. They "
            "therefore depend on other load and on how many threads of the machine share a core. Values "
            "are medians; compare only ratios of one run."};
}

Result<ExperimentResult> run_threads(const ExperimentRun& run) {
    Executors executors;
    executors.push_back(std::make_unique<SerialExecutor>());
    for (int n = 2; run.make_executor && n <= kMaxThreads; ++n) executors.push_back(run.make_executor(n));
    Result<std::shared_ptr<Subject>> subject = make_subject(run.is_quick);
    if (!subject) return subject.error();
    std::vector<Work> works = list_works(*subject);
    for (Work& work : works)
        if (Status status = measure(run, executors, work); !status) return status.error();
    return report(works, **subject, executors.size());
}

} // namespace

extern const Experiment kScalingThreads{"scaling-threads",
                                        "How much faster are one build, refit or query on several threads?",
                                        "own", run_threads};

} // namespace boxwood
