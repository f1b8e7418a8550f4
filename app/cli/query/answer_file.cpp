#include "app/cli/query/answer_file.hpp"

#include "app/cli/query/answer_records.hpp"
#include "app/jobs/interrupt.hpp"
#include "app/jobs/progress.hpp"
#include "engine/import/text_file.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <span>

namespace boxwood {
namespace {

constexpr std::size_t kBatch = 512; // answers that are buffered before writing
constexpr std::size_t kChunk = 8;   // items per task of a thread

void add(const CostSums& one, CostSums& io_sums) {
    io_sums.report += one.report;
    for (std::size_t axis = 0; axis < one.separations.size(); ++axis)
        io_sums.separations[axis] += one.separations[axis];
}

std::string without_time(std::string_view line) {
    return std::string(line.substr(0, line.rfind(",\"us\":")));
}

void format_answer(const QueryOptions& options, bool with_id, Answer& io_answer) {
    if (options.format == AnswerFormat::npy) return;
    if (options.without_times) io_answer.line = without_time(io_answer.line) + "}\n";
    if (options.format == AnswerFormat::csv) io_answer.line = csv_rows(options.mode, io_answer.line);
    if (options.format == AnswerFormat::text) io_answer.line = readable_text(io_answer.line, with_id);
}

// Writes the answers of the items from `begin` to the last one. Returns the number of answered items, including those
// before `begin`. After Ctrl-C, this number can be smaller than the number of items.
template <class Item>
Result<std::size_t> answer_from(std::size_t begin, const QuerySetup& setup, std::span<const Item> items,
                                const QueryOptions& options, Executor& executor, OutputFile& io_out,
                                CostSums& io_costs) {
    const bool with_id = items.size() > 1 || !options.poses.empty() || options.uses_one_mesh();
    Progress progress;
    progress.begin("query", items.size(), begin);
    std::atomic<std::size_t> done = begin;
    std::vector<Answer> answers(std::min(kBatch, items.size()));
    for (std::size_t first = begin; first < items.size(); first += kBatch) {
        const std::span<const Item> batch = items.subspan(first, std::min(kBatch, items.size() - first));
        for (Answer& answer : answers) answer.is_done = false;
        executor.parallel_for(batch.size(), kChunk, [&](std::size_t from, std::size_t to) {
            static thread_local QueryWorkspace space;
            for (std::size_t i = from; i < to && !is_interrupted(); ++i) {
                ask(setup, batch[i], space, answers[i]);
                format_answer(options, with_id, answers[i]);
                answers[i].is_done = true;
                progress.set_done(++done);
            }
        });
        for (std::size_t i = 0; i < batch.size(); ++i) {
            if (!answers[i].is_done) return first + i;
            if (Status status = io_out.write(answers[i].line); !status) return status.error();
            if (setup.with_costs) add(answers[i].costs, io_costs);
        }
    }
    return items.size();
}

// `io_kept` is the text that an interrupted run wrote. Returns the number of complete answers after its heading, and
// truncates `io_kept` after the last complete answer. Computes that answer again. If the result differs, returns an
// Error, because the file contains the answers of another run.
template <class Item>
Result<std::size_t> find_answered(const QuerySetup& setup, std::span<const Item> items,
                                  const std::string& heading, const std::string& part, std::string& io_kept) {
    const auto refuse = [&part](const std::string& why) {
        return Error{"--resume: " + part + ": " + why + "; delete it to begin again"};
    };
    if (!io_kept.starts_with(heading)) {
        if (!heading.starts_with(io_kept)) return refuse("belongs to another part or another run");
        io_kept.clear();
        return std::size_t{0};
    }
    io_kept.resize(std::max(heading.size(), io_kept.rfind('\n') + 1)); // npos + 1 is 0
    const std::string_view answers = std::string_view(io_kept).substr(heading.size());
    const auto count = static_cast<std::size_t>(std::count(answers.begin(), answers.end(), '\n'));
    if (count == 0) return count;
    if (count > items.size()) return refuse("has more answers than there are queries");
    std::string_view last = answers.substr(0, answers.size() - 1);
    last = last.substr(last.rfind('\n') + 1); // npos + 1 is 0, if there is only one line
    if (last.ends_with('}')) last.remove_suffix(1);
    QueryWorkspace space;
    Answer again;
    ask(setup, items[count - 1], space, again);
    if (without_time(again.line) != without_time(last))
        return refuse("line " + std::to_string(count) + " does not answer its query in this run");
    return count;
}

int report_interruption(const QueryOptions& options, std::size_t answered, std::size_t count,
                        OutputFile& io_out) {
    const std::string so_far =
        "interrupted after " + std::to_string(answered) + " of " + std::to_string(count) + " queries";
    const bool can_resume = answered > 0 && options.format == AnswerFormat::json && options.out != "-" &&
                            !options.uses_coherence && !options.with_costs && io_out.keep_part();
    if (can_resume)
        std::fprintf(stderr, "boxwood: %s; %s has their answers; the same command with --resume continues\n",
                     so_far.c_str(), shown(OutputFile::part_of(options.out)).c_str());
    else
        std::fprintf(stderr, "boxwood: %s%s\n", so_far.c_str(),
                     options.out == "-" ? "" : "; no file was written");
    return kInterruptedStatus;
}

void print_heading(const QueryOptions& options, const QueriedMesh& a, const QueriedMesh* b,
                   OutputFile& io_out) {
    const auto line = [](const char* name, const std::filesystem::path& path, const QueriedMesh& mesh) {
        return std::string(name) + "  " + shown(path) + ", " + std::to_string(mesh.mesh.triangles.size()) +
               " triangles\n";
    };
    std::string text = line("A", options.a, a);
    if (b != nullptr) text += line("B", options.b, *b);
    if (options.poses.empty() && b != nullptr) text += "both at the positions in their files\n";
    require_ok(io_out.write(text + "\n"));
}

template <class Item>
Result<int> answer_all(const QuerySetup& setup, std::span<const Item> items, const QueryOptions& options,
                       const std::string& heading, Executor& executor, AnswerFile& io_file,
                       CostSums& out_costs) {
    std::size_t answered = 0;
    if (!io_file.out) {
        const Result<std::size_t> found =
            find_answered(setup, items, heading, shown(OutputFile::part_of(options.out)), io_file.kept);
        if (!found) return found.error();
        Result<OutputFile> resumed = OutputFile::resume(options.out, io_file.kept.size());
        if (!resumed) return resumed.error();
        io_file.out.emplace(std::move(*resumed));
        answered = *found;
    }
    OutputFile& out = *io_file.out;
    if (options.format == AnswerFormat::csv)
        if (Status status = out.write(csv_heading(options.mode)); !status) return status.error();
    if (options.format == AnswerFormat::npy) {
        const std::string npy = npy_heading(options.mode, items.size(), !options.without_times);
        if (Status status = out.write(npy); !status) return status.error();
    }
    if (options.format == AnswerFormat::text) print_heading(options, setup.a, setup.b, out);
    if (io_file.kept.empty())
        if (Status status = out.write(heading); !status) return status.error();
    const Result<std::size_t> written =
        answer_from(answered, setup, items, options, executor, out, out_costs);
    if (!written) return written.error();
    if (*written < items.size()) return report_interruption(options, *written, items.size(), out);
    if (Status status = out.finish(); !status) return status.error();
    return 0;
}

} // namespace

Result<AnswerFile> open_answers(const QueryOptions& options) {
    AnswerFile file;
    const std::filesystem::path part = OutputFile::part_of(options.out);
    std::error_code ignored;
    if (options.resumes && std::filesystem::exists(part, ignored)) {
        Result<std::string> kept = read_text_file(part, std::numeric_limits<std::uint64_t>::max());
        if (!kept) return kept.error();
        file.kept = std::move(*kept);
        return file;
    }
    Result<OutputFile> out = OutputFile::open(options.out);
    if (!out) return out.error();
    file.out.emplace(std::move(*out));
    return file;
}

Result<int> write_answers(const LoadedQuery& query, const QuerySetup& setup, const QueryOptions& options,
                          Executor& executor, AnswerFile& io_file, CostSums& out_costs) {
    std::optional<ShardHeading> part;
    if (options.shard) {
        const Result<std::uint64_t> question = hash_question(query, options);
        if (!question) return question.error();
        part = make_heading(*options.shard, query.count(), *question);
    }
    return std::visit(
        [&](const auto& list) {
            const std::span all(list);
            return part ? answer_all(setup, all.subspan(part->first, part->queries), options, to_line(*part),
                                     executor, io_file, out_costs)
                        : answer_all(setup, all, options, "", executor, io_file, out_costs);
        },
        query.items);
}

} // namespace boxwood
