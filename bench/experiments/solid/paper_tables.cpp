#include "bench/experiments/solid/paper_tables.hpp"

#include "collision/core/executor.hpp"
#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "collision/hierarchy/build/all_builders.hpp"
#include "collision/hierarchy/refit/fit_volumes.hpp"
#include "engine/measure/hierarchy_comparison.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

constexpr std::array kVolumes{PaperVolume::obb, PaperVolume::aabb};
constexpr std::array kTests{PaperTest::full, PaperTest::lite};
constexpr std::array kPaperScalars{Arithmetic::float32, Arithmetic::float64};

// The hierarchies of the paper, with its split rules.
HierarchyConfig config_of(PaperVolume volume) {
    const bool is_obb = volume == PaperVolume::obb;
    return {"bvh2", is_obb ? "obb" : "aabb", is_obb ? "principal-axis" : "midpoint", 1};
}
Bvh2<Aabb> build_topology(PaperVolume volume, std::span<const Aabb> boxes) {
    SerialExecutor serial;
    const auto builder = std::ranges::find(kAllBuilders, config_of(volume).builder, &Builder::name);
    return builder->build(boxes, 1, serial);
}

int rounds_of(const ExperimentRun& run) {
    return run.is_quick || !run.clock ? 1 : 7;
}

// Tests pairs of triangles and logs them with their results.
struct Recorder {
    const MeshView& mesh;
    const std::pair<Pose, Pose>* poses = nullptr;
    PaperLog log{};
    std::vector<std::size_t> ends{}; // end index in the log, per query

    static bool test(void* context, std::uint32_t a, std::uint32_t b) {
        auto& self = *static_cast<Recorder*>(context);
        const bool verdict = triangles_intersect(world_triangle(self.poses->first, self.mesh, a),
                                                 world_triangle(self.poses->second, self.mesh, b));
        self.log.pairs.emplace_back(a, b);
        self.log.verdicts.push_back(verdict);
        return verdict;
    }
};

struct Replay {
    const std::vector<bool>& verdicts;
    std::size_t next = 0;

    static bool answer(void* context, std::uint32_t, std::uint32_t) {
        auto& self = *static_cast<Replay*>(context);
        return self.verdicts[self.next++];
    }
};

// Measures one tree and one test on one batch.
class BatchRun {
  public:
    BatchRun(const PaperTree& tree, PaperTest test, const MeshView& mesh,
             std::span<const std::pair<Pose, Pose>> poses, const ExperimentRun& run)
        : tree_(tree)
        , test_(test)
        , mesh_(mesh)
        , poses_(poses)
        , run_(run)
        , recorder_{mesh} {}

    // Counts the tests. Returns false if an answer differs from the expected one.
    bool record(std::span<const bool> expected, PaperSample& out) {
        double boxes = 0.0;
        for (std::size_t i = 0; i < poses_.size(); ++i) {
            recorder_.poses = &poses_[i];
            const PaperQuery query =
                tree_.query(tree_, poses_[i].first, poses_[i].second, test_, Recorder::test, &recorder_);
            recorder_.ends.push_back(recorder_.log.pairs.size());
            if (query.intersects != expected[i]) return false;
            boxes += static_cast<double>(query.box_tests);
        }
        out.box_tests = boxes / queries();
        out.triangle_tests = static_cast<double>(recorder_.log.pairs.size()) / queries();
        return true;
    }

    void measure() {
        double start = run_.now();
        Replay replay{recorder_.log.verdicts};
        for (const auto& [a, b] : poses_) tree_.query(tree_, a, b, test_, Replay::answer, &replay);
        box_us_.push_back(1e3 * (run_.now() - start) / queries());
        BOXWOOD_REQUIRE(replay.next == recorder_.log.verdicts.size());
        start = run_.now();
        std::size_t at = 0, hits = 0;
        for (std::size_t i = 0; i < poses_.size(); ++i)
            for (; at < recorder_.ends[i]; ++at) {
                const auto [a, b] = recorder_.log.pairs[at];
                hits += triangles_intersect(world_triangle(poses_[i].first, mesh_, a),
                                            world_triangle(poses_[i].second, mesh_, b))
                            ? 1
                            : 0;
            }
        triangle_us_.push_back(1e3 * (run_.now() - start) / queries());
        BOXWOOD_REQUIRE(hits <= poses_.size());
    }

    void finish(PaperSample& io_sample) const {
        io_sample.box_us = median_of(box_us_);
        io_sample.triangle_us = median_of(triangle_us_);
    }

  private:
    double queries() const { return static_cast<double>(poses_.size()); }

    const PaperTree& tree_;
    PaperTest test_;
    const MeshView& mesh_;
    std::span<const std::pair<Pose, Pose>> poses_;
    const ExperimentRun& run_;
    Recorder recorder_;
    std::vector<double> box_us_, triangle_us_;
};

struct ScalarTrees {
    std::array<std::array<std::unique_ptr<PaperTree>, 2>, 2> of; // [scalar][volume]

    explicit ScalarTrees(const MeshView& mesh) {
        const auto boxes = make_primitive_boxes(mesh);
        const Bvh2<Obb> obbs = fit_volumes<Obb>(build_topology(PaperVolume::obb, boxes), mesh);
        const Bvh2<Aabb> aabbs = build_topology(PaperVolume::aabb, boxes);
        for (const PaperScalar scalar : {PaperScalar::float32, PaperScalar::float64}) {
            of[static_cast<std::size_t>(scalar)][0] = make_paper_tree(obbs, scalar);
            of[static_cast<std::size_t>(scalar)][1] = make_paper_tree(aabbs, scalar);
        }
    }
};

Status measure_scalars(const ScalarTrees& trees, const MeshView& mesh,
                       std::span<const std::pair<Pose, Pose>> poses, std::span<const bool> expected,
                       const ExperimentRun& run, PaperModel& io_model) {
    std::vector<BatchRun> runs;
    std::vector<PaperSample*> samples;
    for (const Arithmetic scalar : kPaperScalars)
        for (const PaperVolume volume : kVolumes)
            for (const PaperTest test : kTests) {
                runs.emplace_back(
                    *trees.of[static_cast<std::size_t>(scalar)][static_cast<std::size_t>(volume)], test, mesh,
                    poses, run);
                samples.push_back(
                    &io_model.samples[PaperModel::sample_index(scalar, volume, test)].emplace_back());
                if (!runs.back().record(expected, *samples.back()))
                    return Error{std::string(volume_name(volume)) + " tree in " + arithmetic_name(scalar) +
                                 " disagrees on the " + std::string(io_model.name)};
            }
    for (int round = 0; round < rounds_of(run); ++round)
        for (BatchRun& one : runs) one.measure();
    for (std::size_t i = 0; i < runs.size(); ++i) runs[i].finish(*samples[i]);
    return ok();
}

Status measure_library(const MeshView& mesh, std::span<const std::pair<Pose, Pose>> poses, std::size_t hits,
                       const ExperimentRun& run, PaperModel& io_model) {
    for (const PaperTest test : kTests) {
        HierarchyComparison comparison(
            {.a = mesh,
             .b = mesh,
             .poses = {poses.begin(), poses.end()},
             .request = {.mode = QueryMode::any,
                         .test = test == PaperTest::lite ? OverlapTest::sat_lite : OverlapTest::sat},
             .configs = {config_of(PaperVolume::obb), config_of(PaperVolume::aabb)},
             .repeats = rounds_of(run)},
            run.clock);
        while (!comparison.is_done())
            if (Status status = comparison.advance(); !status) return status;
        for (std::size_t i = 0; i < kVolumes.size(); ++i) {
            const ComparisonRow& row = comparison.rows()[i];
            if (!row.is_same_answer || row.hits != hits)
                return Error{name_of(row.config) + " disagrees on the " + std::string(io_model.name)};
            const auto each = static_cast<double>(poses.size());
            io_model.samples[PaperModel::sample_index(Arithmetic::library, kVolumes[i], test)].push_back(
                {static_cast<double>(row.costs.volumes.count) / each,
                 static_cast<double>(row.costs.primitives.count) / each, row.costs.volumes.us / each,
                 row.costs.primitives.us / each});
        }
    }
    return ok();
}

void measure_making(const MeshView& mesh, const ExperimentRun& run, PaperModel& io_model) {
    const auto timed = [&run](const auto& work) {
        const double start = run.now();
        work();
        return run.now() - start;
    };
    std::array<AnyHierarchy, 2> trees{*build_any_hierarchy(config_of(PaperVolume::obb), mesh),
                                      *build_any_hierarchy(config_of(PaperVolume::aabb), mesh)};
    for (int repeat = 0; repeat < (run.is_quick || !run.clock ? 6 : 15); ++repeat) {
        MakingTimes& times = io_model.making.emplace_back();
        times.build_obb_ms =
            timed([&] { trees[0] = *build_any_hierarchy(config_of(PaperVolume::obb), mesh); });
        times.build_aabb_ms =
            timed([&] { trees[1] = *build_any_hierarchy(config_of(PaperVolume::aabb), mesh); });
        times.refit_aabb_ms = timed([&] { require_ok(trees[1].refit(mesh)); });
    }
}

} // namespace

const char* arithmetic_name(Arithmetic arithmetic) {
    constexpr std::array kNames{"float", "double", "library"};
    return kNames[static_cast<std::size_t>(arithmetic)];
}
const char* volume_name(PaperVolume volume) {
    return volume == PaperVolume::obb ? "obb" : "aabb";
}

double PaperSample::triangle_share() const {
    return total_us() > 0.0 ? triangle_us / total_us() : std::nan("");
}

Result<PaperModel> measure_paper_model(const PlacedModel& model, std::size_t batches,
                                       const ExperimentRun& run) {
    const MeshView mesh = model.mesh.view();
    const std::size_t each = model.poses.size() / batches;
    BOXWOOD_REQUIRE(each * batches == model.poses.size());
    PaperModel measured{.name = model.name,
                        .triangles = mesh.triangles.size(),
                        .queries_per_batch = each,
                        .side = model.side,
                        .samples = {},
                        .making = {}};
    const AnyHierarchy exact = *build_any_hierarchy({}, mesh);
    const ScalarTrees trees(mesh);
    QueryScratch scratch;
    QueryResult result;
    std::size_t all_hits = 0;
    for (std::size_t batch = 0; batch < batches; ++batch) {
        const auto poses = std::span(model.poses).subspan(batch * each, each);
        const auto expected = std::make_unique<bool[]>(each);
        std::size_t hits = 0;
        for (std::size_t i = 0; i < each; ++i) {
            require_ok(query_meshes({mesh, &exact, &poses[i].first}, {mesh, &exact, &poses[i].second},
                                    {.mode = QueryMode::any}, scratch, result));
            expected[i] = result.intersects;
            hits += result.intersects ? 1 : 0;
        }
        all_hits += hits;
        if (Status status = measure_scalars(trees, mesh, poses, {expected.get(), each}, run, measured);
            !status)
            return status.error();
        if (Status status = measure_library(mesh, poses, hits, run, measured); !status) return status.error();
    }
    measured.hit_share = static_cast<double>(all_hits) / static_cast<double>(model.poses.size());
    measure_making(mesh, run, measured);
    run.report_progress(std::string(model.name) + " measured, cube of " + short_number(model.side));
    return measured;
}

} // namespace boxwood
