#include "app/cli/commands.hpp"
#include "app/cli/options/usage_error.hpp"
#include "app/cli/query/answer_file.hpp"
#include "app/cli/query/query_costs.hpp"
#include "app/jobs/interrupt.hpp"
#include "collision/parallel/tbb_executor.hpp"
#include "collision/query/nesting.hpp"
#include "collision/query/query_coherence.hpp"
#include "engine/scene/queries/visit_stream.hpp"

#include <cstdio>
#include <memory>
#include <optional>

namespace boxwood {
namespace {

// Runs the only query again with a recorder, and writes its visits.
Status write_visits(const QueriedMesh& a, const QueriedMesh& b, const PosePair& poses,
                    const QueryOptions& options, OutputFile& io_out) {
    const Pose world_from_a = poses.a.pose(), world_from_b = poses.b.pose();
    VisitRecorder recorder(kMaxVisitsKept);
    QueryWorkspace space;
    require_ok(query_meshes({a.mesh.view(), &a.hierarchy, &world_from_a},
                            {b.mesh.view(), &b.hierarchy, &world_from_b}, options.request, space.scratch,
                            recorder, space.result));
    const auto mesh = [](const std::filesystem::path& path, const QueriedMesh& operand,
                         const GivenPose& given) {
        return VisitedMesh{path.filename().string(), operand.mesh.triangles.size(),
                           operand.hierarchy.node_count(), given.transform};
    };
    if (recorder.is_truncated())
        std::fprintf(stderr, "boxwood: %s: contains only the first %zu of %zu visits\n",
                     options.visits.c_str(), recorder.visits().size(), recorder.seen());
    const std::string bytes = to_bytes({{mesh(options.a, a, poses.a), mesh(options.b, b, poses.b)},
                                        *options.hierarchy,
                                        options.request,
                                        space.result.counters,
                                        recorder.seen(),
                                        recorder.visits()});
    if (Status status = io_out.write(bytes); !status) return status;
    return io_out.finish();
}

std::optional<RecordOptions> record_options_of(const QueryOptions& options) {
    if (options.format != AnswerFormat::npy) return std::nullopt;
    return RecordOptions{options.mode, !options.without_times};
}

Result<int> run_query(QueryOptions& io_options) {
    if (Status status = check_options(io_options); !status) return status.error();
    const QueryOptions& options = io_options;
    Result<AnswerFile> file = open_answers(options);
    if (!file) return file.error();
    std::optional<OutputFile> visits;
    if (!options.visits.empty()) {
        Result<OutputFile> opened = OutputFile::open(options.visits);
        if (!opened) return opened.error();
        visits.emplace(std::move(*opened));
    }
    const std::unique_ptr<Executor> executor =
        options.threads > 1 ? make_tbb_executor(options.threads) : std::make_unique<SerialExecutor>();
    const Result<LoadedQuery> query = load_query(options, *executor);
    if (!query) return query.error();

    CostSums costs;
    // The threads share the items. A single query is divided among the threads if this does not change its counters.
    const bool is_split = options.threads > 1 && query->count() == 1 &&
                          options.question == Question::triangles && options.request.mode == QueryMode::all;
    QueryCoherence memory;
    NestingCache nesting;
    QueryRequest request = options.request;
    if (options.uses_coherence) {
        request.coherence = &memory;
        request.nesting = &nesting;
    }
    const QuerySetup setup{
        query->a,           query->b ? &*query->b : nullptr,     options.question,          request,
        options.with_costs, is_split ? executor.get() : nullptr, record_options_of(options)};
    watch_interrupts();
    const Result<int> status = write_answers(*query, setup, options, *executor, *file, costs);
    if (!status || *status != 0) return status;
    if (visits) {
        const PosePair& poses = std::get<std::vector<PosePair>>(query->items).front();
        if (Status written = write_visits(query->a, *query->b, poses, options, *visits); !written)
            return written.error();
    }
    if (options.with_costs)
        std::fputs(summarize_costs(costs.report, costs.separations, query->a.hierarchy.axis_names()).c_str(),
                   options.out == "-" ? stderr : stdout);
    return 0;
}

} // namespace

void add_query_command(Command& line) {
    const auto options = std::make_shared<QueryOptions>();
    Command verb = line.add_command(
        "query", "Compute contacts, distances, depths or times of impact of two meshes at many poses");
    add_query_options(verb, options);
    verb.set_action([options] {
        const Result<int> status = run_query(*options);
        return status ? *status : usage_error(status.error());
    });
}

} // namespace boxwood
