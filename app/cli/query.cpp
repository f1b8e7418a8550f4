#include "app/cli/commands.hpp"
#include "app/cli/hierarchy_options.hpp"
#include "app/cli/query_costs.hpp"
#include "app/cli/request_options.hpp"
#include "app/cli/units_hint.hpp"
#include "app/cli/usage_error.hpp"
#include "app/jobs/progress.hpp"
#include "app/jobs/thread_clock.hpp"
#include "app/shell/files/output_file.hpp"
#include "collision/geometry/mesh_shells.hpp"
#include "collision/parallel/tbb_executor.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/nesting.hpp"
#include "collision/query/query_coherence.hpp"
#include "engine/import/import.hpp"
#include "engine/import/text_file.hpp"
#include "engine/scene/poses.hpp"
#include "engine/scene/results.hpp"
#include "engine/scene/visit_stream.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <optional>

namespace boxwood {
namespace {

constexpr int kMaxThreads = 256;
constexpr std::size_t kBatch = 512; // poses whose answers are buffered before writing
constexpr std::size_t kChunk = 8;   // poses per task of a thread

struct QueryOptions {
    std::filesystem::path a, b, poses, out, visits;
    QueryRequest request;
    std::string solid; // a, b or both; empty: neither
    int threads = 1;
    bool with_costs = false;
    bool has_memory = false;
    std::shared_ptr<HierarchyConfig> hierarchy = std::make_shared<HierarchyConfig>();
};

struct Operand {
    Mesh mesh;
    AnyHierarchy hierarchy;
    std::optional<MeshShells> shells; // if either mesh is declared solid

    MeshOperand at(const Pose& world_from_mesh) const {
        return {mesh.view(), &hierarchy, &world_from_mesh, shells ? &*shells : nullptr};
    }
};

Result<Operand> load_operand(const std::filesystem::path& path, const HierarchyConfig& config,
                             Executor& executor) {
    Progress progress;
    progress.begin("reading and building " + shown(path));
    Result<Mesh> mesh = import_mesh(path);
    if (!mesh) return mesh.error();
    Result<AnyHierarchy> hierarchy = build_any_hierarchy(config, mesh->view(), executor);
    if (!hierarchy) return Error{path.string() + ": " + hierarchy.error().message};
    return Operand{std::move(*mesh), std::move(*hierarchy), std::nullopt};
}

Status declare(const std::filesystem::path& path, bool is_solid, Operand& io_operand) {
    if (!is_solid) {
        io_operand.shells = MeshShells::of_surface(io_operand.mesh.view());
        return ok();
    }
    Result<MeshShells> shells = MeshShells::of_solid(io_operand.mesh.view());
    if (!shells) return Error{shown(path) + ": --solid: " + shells.error().message};
    io_operand.shells = std::move(*shells);
    return ok();
}

constexpr int kCostRepeats = 3; // takes the minimum of so many times

// Totals over all poses.
struct CostSums {
    CostReport report;
    AxisCounts exits{};
};

// Work buffers of a thread for one chunk.
struct Workspace {
    QueryScratch scratch;
    ParallelQueryScratch divided;
    QueryResult result;
    CostMeter meter{thread_milliseconds, kCostRepeats};
};

// One answer, and its cost if requested.
struct Answer {
    std::string line;
    CostSums costs;
};

CostReport measure_costs(const Operand& a, const Operand& b, const std::pair<Pose, Pose>& poses,
                         const QueryRequest& request, CostMeter& io_meter) {
    return io_meter.measure(
        {a.mesh.view(), b.mesh.view(), a.hierarchy, b.hierarchy, std::span(&poses, 1), request}, nullptr);
}

struct Task {
    const Operand &a, &b;
    const QueryRequest& request;
    bool with_costs;
    Executor* within = nullptr; // splits each query into tasks
};

void ask(const Task& task, const Pose& world_from_a, const Pose& world_from_b, Workspace& io_space) {
    const MeshOperand a = task.a.at(world_from_a), b = task.b.at(world_from_b);
    if (task.within != nullptr)
        require_ok(query_meshes(a, b, task.request, *task.within, io_space.divided, io_space.result));
    else
        require_ok(query_meshes(a, b, task.request, io_space.scratch, io_space.result));
}

void answer(const Task& task, const PosePair& poses, Workspace& io_space, Answer& out_answer) {
    const auto& [a, b, request, with_costs, within] = task;
    const Pose world_from_a = make_pose(poses.a), world_from_b = make_pose(poses.b);
    QueryResult& result = io_space.result;
    const auto start = std::chrono::steady_clock::now();
    ask(task, world_from_a, world_from_b, io_space);
    const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - start;

    ResultLine line{.id = poses.id, .intersects = result.intersects, .nesting = result.nesting};
    if (request.mode == QueryMode::all) line.pairs = result.pairs;
    if (is_of_distances(request.mode))
        line.closest = ClosestPoints{result.distance, {result.point_on_a_w, result.point_on_b_w}};
    if (request.mode == QueryMode::within) line.is_within = result.distance <= request.max_distance;
    line.volume_tests = result.counters.volume_tests;
    line.primitive_tests = result.counters.primitive_tests;
    line.us = spent.count();
    if (with_costs) {
        out_answer.costs = {measure_costs(a, b, {world_from_a, world_from_b}, request, io_space.meter),
                            result.counters.separations_by_axis};
        line.costs = line_of(out_answer.costs.report);
    }
    out_answer.line.clear();
    append_json_line(out_answer.line, line);
}

void add(const CostSums& one, CostSums& io_sums) {
    io_sums.report += one.report;
    for (std::size_t axis = 0; axis < one.exits.size(); ++axis) io_sums.exits[axis] += one.exits[axis];
}

Status answer_all(const Task& task, std::span<const PosePair> poses, Executor& executor, OutputFile& io_out,
                  CostSums& io_costs) {
    Progress progress;
    progress.begin("pose", poses.size());
    std::atomic<std::size_t> done = 0;
    std::vector<Answer> answers(std::min(kBatch, poses.size()));
    for (std::size_t first = 0; first < poses.size(); first += kBatch) {
        const std::span<const PosePair> batch = poses.subspan(first, std::min(kBatch, poses.size() - first));
        executor.parallel_for(batch.size(), kChunk, [&](std::size_t begin, std::size_t end) {
            Workspace space;
            for (std::size_t i = begin; i < end; ++i) {
                answer(task, batch[i], space, answers[i]);
                progress.set_done(++done);
            }
        });
        for (std::size_t i = 0; i < batch.size(); ++i) {
            if (Status status = io_out.write(answers[i].line); !status) return status;
            if (task.with_costs) add(answers[i].costs, io_costs);
        }
    }
    return io_out.finish();
}

// Runs the single query once more, with a recorder.
Status write_visits(const Operand& a, const Operand& b, const PosePair& poses, const QueryOptions& options,
                    OutputFile& io_out) {
    const Pose world_from_a = make_pose(poses.a), world_from_b = make_pose(poses.b);
    VisitRecorder recorder(kMaxVisitsKept);
    Workspace space;
    require_ok(query_meshes({a.mesh.view(), &a.hierarchy, &world_from_a},
                            {b.mesh.view(), &b.hierarchy, &world_from_b}, options.request, space.scratch,
                            recorder, space.result));
    const auto mesh = [](const std::filesystem::path& path, const Operand& operand,
                         const Transform& transform) {
        return VisitedMesh{path.filename().string(), operand.mesh.triangles.size(),
                           operand.hierarchy.node_count(), transform};
    };
    if (recorder.is_truncated())
        std::fprintf(stderr, "boxwood: %s: keeps the first %zu of %zu visits\n", options.visits.c_str(),
                     recorder.visits().size(), recorder.seen());
    const std::string bytes = to_bytes({{mesh(options.a, a, poses.a), mesh(options.b, b, poses.b)},
                                        *options.hierarchy,
                                        options.request,
                                        space.result.counters,
                                        recorder.seen(),
                                        recorder.visits()});
    if (Status status = io_out.write(bytes); !status) return status;
    return io_out.finish();
}

// Rejects options that would leave the coherence cache unused, or make answers depend on the thread that computes them.
Status check_memory(const QueryOptions& options) {
    const auto refused = [](const char* why) { return Error{std::string("--memory: ") + why}; };
    if (!options.has_memory) return ok();
    if (options.threads > 1)
        return refused("each query starts from the previous one, which excludes --threads");
    if (options.with_costs) return refused("--costs repeats each query without the previous one");
    if (is_of_distances(options.request.mode)) return ok();
    if (options.hierarchy->kind != "bvh8" || options.hierarchy->volume != "aabb")
        return refused("for contacts it needs --kind bvh8 and --volume aabb");
    if (options.request.descent != Descent::larger_volume) return refused("goes with --descent volume only");
    if (options.request.leaf_test != LeafTest::volume) return refused("goes with --leaf-test volume only");
    return ok();
}

int run_query(const QueryOptions& options) {
    if (Status status = check_names(*options.hierarchy); !status) return usage_error(status.error());
    if (Status status = check_request_options(options.request); !status) return usage_error(status.error());
    if (Status status = check_memory(options); !status) return usage_error(status.error());
    if (!options.solid.empty() && options.solid != "a" && options.solid != "b" && options.solid != "both")
        return usage_error(Error{"--solid: expected a, b or both, not '" + options.solid + "'"});
    if (options.visits == options.out)
        return usage_error(Error{shown(options.out) + ": is the file of --out and of --visits"});
    if (Status status = check_outputs(std::array{options.out, options.visits},
                                      std::array{options.a, options.b, options.poses});
        !status)
        return usage_error(status.error());
    Result<OutputFile> out = OutputFile::open(options.out);
    if (!out) return usage_error(out.error());
    std::optional<OutputFile> visits;
    if (!options.visits.empty()) {
        Result<OutputFile> opened = OutputFile::open(options.visits);
        if (!opened) return usage_error(opened.error());
        visits.emplace(std::move(*opened));
    }
    const Result<std::vector<PosePair>> poses = read_poses(options.poses);
    if (!poses) return usage_error(poses.error());
    if (poses->empty())
        std::fprintf(stderr, "boxwood: %s: has no poses, so nothing was asked\n",
                     shown(options.poses).c_str());
    if (visits && poses->size() != 1)
        return usage_error(Error{options.visits.string() + ": keeps the visits of one query; " +
                                 options.poses.string() + " has " + std::to_string(poses->size()) +
                                 " poses"});

    const std::unique_ptr<Executor> executor =
        options.threads > 1 ? make_tbb_executor(options.threads) : std::make_unique<SerialExecutor>();
    Result<Operand> a = load_operand(options.a, *options.hierarchy, *executor);
    if (!a) return usage_error(a.error());
    Result<Operand> b = load_operand(options.b, *options.hierarchy, *executor);
    if (!b) return usage_error(b.error());
    if (!options.solid.empty()) {
        Status status = declare(options.a, options.solid != "b", *a);
        if (status) status = declare(options.b, options.solid != "a", *b);
        if (!status) return usage_error(status.error());
    }
    if (!poses->empty())
        print_units_hint({options.a, a->mesh.view(), make_pose(poses->front().a)},
                         {options.b, b->mesh.view(), make_pose(poses->front().b)});
    CostSums costs;
    // Threads share the poses; or the query, if there is only one and its counters equal those of a serial one.
    const bool is_split = options.threads > 1 && poses->size() == 1 && options.request.mode == QueryMode::all;
    QueryCoherence memory;
    NestingCache nesting;
    QueryRequest request = options.request;
    if (options.has_memory) {
        request.memory = &memory;
        request.nesting = &nesting;
    }
    const Task task{*a, *b, request, options.with_costs, is_split ? executor.get() : nullptr};
    Status status = answer_all(task, *poses, *executor, *out, costs);
    if (status && visits) status = write_visits(*a, *b, poses->front(), options, *visits);
    if (!status) return usage_error(status.error());
    if (options.with_costs)
        std::fputs(summarize_costs(costs.report, costs.exits, a->hierarchy.axis_names()).c_str(),
                   options.out == "-" ? stderr : stdout);
    return 0;
}

} // namespace

void add_query_command(Command& line) {
    const auto options = std::make_shared<QueryOptions>();
    Command verb = line.add_command("query", "Find intersections or distances of two meshes at many poses");
    verb.option("A", &options->a, "First mesh").required();
    verb.option("B", &options->b, "Second mesh").required();
    verb.option("--poses", &options->poses, "Pairs of poses, a line each")
        .required()
        .not_empty()
        .value_name("FILE.jsonl");
    verb.option("--out", &options->out, "Answers, a line each in the same order; - is standard output")
        .required()
        .not_empty()
        .value_name("FILE.jsonl");
    verb.option(
            "--solid", &options->solid,
            "Meshes that are solid: what lies inside intersects, the line says inside, the distance is 0; "
            "they must be closed")
        .not_empty()
        .value_name("a|b|both");
    add_hierarchy_options(verb, "aabb, or obb where distances are asked for", options->hierarchy);
    add_request_options(verb, options->request);
    verb.flag(
        "--costs", &options->with_costs,
        "Measure what a volume test, a triangle test and an update cost: in each line, and a summary of all");
    verb.flag("--memory", &options->has_memory,
              "Each query goes on from what the one before has left, for poses along a motion: the same "
              "answers sooner; distances, and contacts of --kind bvh8");
    verb.option("--threads", &options->threads, "Threads; the answers are the same with any number")
        .within(1, kMaxThreads)
        .show_default();
    verb.option("--visits", &options->visits,
                "What the query did, test by test; with one pose (docs/visit-stream.md)")
        .not_empty()
        .value_name("FILE");
    verb.set_action([options] {
        choose_defaults(*options->hierarchy, options->request.mode);
        return run_query(*options);
    });
}

} // namespace boxwood
