// `boxwood-mpi query ...` under mpirun computes the answers of `boxwood query ... --no-times` on several ranks. Rank 0
// distributes parts of the queries; the other ranks write the answers of each part to a separate file in the folder
// FILE.parts, where FILE is the value of --out. A single rank writes all parts itself. If a run ends early, the
// complete parts stay in this folder, and the same command computes only the missing ones. At the end, rank 0 merges
// the parts.
#include "app/cli/commands.hpp"
#include "app/cli/query/answer_file.hpp"
#include "app/cli/query/merge_shards.hpp"
#include "collision/parallel/tbb_executor.hpp"
#include "engine/import/text_file.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <mpi.h>

namespace boxwood {
namespace {

constexpr std::uint64_t kQueriesPerPart = 500;
constexpr int kBadInput = 2, kWantsPart = 1, kPart = 2; // kBadInput: exit status; the others: message tags
constexpr std::uint64_t kNoMore = 0;                    // sent instead of a part number

struct Ranks {
    int own = 0, count = 1;
};

// Ends all ranks.
[[noreturn]] void end_all(const Ranks& ranks, const Error& error) {
    std::fprintf(stderr, "boxwood-mpi: rank %d: %s\n", ranks.own, error.message.c_str());
    MPI_Abort(MPI_COMM_WORLD, kBadInput);
    std::abort();
}

Status check_for_ranks(const QueryOptions& options) {
    const auto refuse = [](const char* why) { return Error{why}; };
    if (options.format != AnswerFormat::json || options.out == "-")
        return refuse("--out FILE.jsonl is required");
    if (options.shard || options.resumes)
        return refuse(
            "--shard and --resume cannot be used here: boxwood-mpi divides and resumes runs itself");
    if (options.uses_coherence || options.with_costs || !options.visits.empty())
        return refuse("--memory, --costs and --visits cannot be used with boxwood-mpi");
    for (const std::filesystem::path& input : {options.poses, options.rays, options.points})
        if (input == "-") return refuse("all ranks must read the same file, not standard input");
    return ok();
}

struct Run {
    const QueryOptions& options;
    const LoadedQuery& query;
    Executor& executor;
    std::uint64_t question, part_count;
    std::filesystem::path folder;

    std::filesystem::path file_of(std::uint64_t part) const {
        return folder / (std::to_string(part) + ".jsonl");
    }
    ShardHeading heading_of(std::uint64_t part) const {
        return make_heading({part, part_count}, query.count(), question);
    }
};

Status answer_part(const Run& run, std::uint64_t part) {
    QueryOptions options = run.options;
    options.shard = Shard{part, run.part_count};
    options.out = run.file_of(part);
    Result<AnswerFile> file = open_answers(options);
    if (!file) return file.error();
    const QuerySetup setup{run.query.a, run.query.b ? &*run.query.b : nullptr, options.question,
                           options.request};
    CostSums no_costs;
    const Result<int> status = write_answers(run.query, setup, options, run.executor, *file, no_costs);
    if (!status) return status.error();
    return ok();
}

// Returns the numbers of the parts without a file, in descending order. Returns an Error if a file belongs to another
// run.
Result<std::vector<std::uint64_t>> find_missing(const Run& run) {
    std::vector<std::uint64_t> missing;
    for (std::uint64_t part = run.part_count; part >= 1; --part) {
        const std::filesystem::path path = run.file_of(part);
        if (!std::filesystem::exists(path)) {
            missing.push_back(part);
            continue;
        }
        const Result<ShardHeading> heading = read_heading_of(path);
        if (!heading) return heading.error();
        if (!(*heading == run.heading_of(part)))
            return Error{shown(path) + ": belongs to another run; delete " + shown(run.folder) +
                         " to begin again"};
    }
    return missing;
}

void work(const Run& run, const Ranks& ranks) {
    for (;;) {
        std::uint64_t part = kNoMore;
        MPI_Send(nullptr, 0, MPI_BYTE, 0, kWantsPart, MPI_COMM_WORLD);
        MPI_Recv(&part, 1, MPI_UINT64_T, 0, kPart, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (part == kNoMore) return;
        if (const Status status = answer_part(run, part); !status) end_all(ranks, status.error());
    }
}

// Sends part numbers to the ranks that request them. Sleeps while there is no request, because waiting in MPI_Recv
// would keep a core busy.
void distribute(std::vector<std::uint64_t> parts, const Ranks& ranks) {
    for (int working = ranks.count - 1; working > 0;) {
        int has_message = 0;
        MPI_Status message;
        MPI_Iprobe(MPI_ANY_SOURCE, kWantsPart, MPI_COMM_WORLD, &has_message, &message);
        if (has_message == 0) {
            std::this_thread::sleep_for(std::chrono::microseconds(500));
            continue;
        }
        MPI_Recv(nullptr, 0, MPI_BYTE, message.MPI_SOURCE, kWantsPart, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        const std::uint64_t part = parts.empty() ? kNoMore : parts.back();
        if (parts.empty())
            --working;
        else
            parts.pop_back();
        MPI_Send(&part, 1, MPI_UINT64_T, message.MPI_SOURCE, kPart, MPI_COMM_WORLD);
    }
}

// Checks that all ranks have read the same input.
void compare_questions(std::uint64_t question, const Ranks& ranks) {
    std::uint64_t question_of_rank_0 = question;
    MPI_Bcast(&question_of_rank_0, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    if (question_of_rank_0 != question)
        end_all(ranks, Error{"the input or the options of this rank differ from those of rank 0"});
}

Status merge_parts(const Run& run) {
    std::vector<std::filesystem::path> parts;
    for (std::uint64_t part = 1; part <= run.part_count; ++part) parts.push_back(run.file_of(part));
    if (const auto merged = merge_shards(parts, run.options.out); !merged) return merged.error();
    std::error_code ignored;
    for (const std::filesystem::path& part : parts) std::filesystem::remove(part, ignored);
    std::filesystem::remove(run.folder, ignored); // stays if it contains other files
    return ok();
}

int run_query(QueryOptions& io_options, const Ranks& ranks) {
    Status status = check_options(io_options);
    if (status) status = check_for_ranks(io_options);
    if (!status) {
        if (ranks.own == 0) std::fprintf(stderr, "boxwood-mpi: %s\n", status.error().message.c_str());
        return kBadInput;
    }
    io_options.without_times = true;
    const std::unique_ptr<Executor> executor =
        io_options.threads > 1 ? make_tbb_executor(io_options.threads) : std::make_unique<SerialExecutor>();
    const Result<LoadedQuery> query = load_query(io_options, *executor);
    if (!query) end_all(ranks, query.error());
    const Result<std::uint64_t> question = hash_question(*query, io_options);
    if (!question) end_all(ranks, question.error());
    compare_questions(*question, ranks);

    const std::uint64_t part_count =
        std::clamp<std::uint64_t>((query->count() + kQueriesPerPart - 1) / kQueriesPerPart, 1, kMaxShards);
    const Run run{io_options, *query, *executor, *question, part_count, io_options.out.string() + ".parts"};
    std::error_code error;
    std::filesystem::create_directories(run.folder, error);
    if (error) end_all(ranks, Error{shown(run.folder) + ": " + error.message()});
    if (ranks.own != 0) {
        work(run, ranks);
        MPI_Barrier(MPI_COMM_WORLD);
        return 0;
    }
    Result<std::vector<std::uint64_t>> missing = find_missing(run);
    if (!missing) end_all(ranks, missing.error());
    if (missing->size() < part_count)
        std::fprintf(stderr, "boxwood-mpi: %zu of %llu parts are left to do\n", missing->size(),
                     static_cast<unsigned long long>(part_count));
    if (ranks.count == 1) {
        for (; !missing->empty(); missing->pop_back())
            if (status = answer_part(run, missing->back()); !status) end_all(ranks, status.error());
    } else {
        distribute(std::move(*missing), ranks);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (status = merge_parts(run); !status) end_all(ranks, status.error());
    return 0;
}

int run_under_mpi(QueryOptions& io_options) {
    Ranks ranks;
    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks.own);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks.count);
    const int status = run_query(io_options, ranks);
    MPI_Finalize();
    return status;
}

} // namespace
} // namespace boxwood

int main(int argc, char** argv) {
    boxwood::CommandLine line("boxwood-mpi", "Boxwood under mpirun: one run of queries on many machines", [] {
        std::fputs("boxwood-mpi: expected the command query (see boxwood-mpi --help)\n", stderr);
        return boxwood::kBadInput;
    });
    const auto options = std::make_shared<boxwood::QueryOptions>();
    boxwood::Command query = line.add_command("query", "Like boxwood query, with --out FILE and --no-times");
    boxwood::add_query_options(query, options);
    query.set_action([options] { return boxwood::run_under_mpi(*options); });
    boxwood::add_import_command(line); // the child process that imports a mesh; it is not an MPI rank
    if (const std::optional<int> ended = line.parse(argc, argv)) return *ended;
    return line.run();
}
