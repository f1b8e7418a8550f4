#include "app/cli/commands.hpp"
#include "app/cli/hierarchy_options.hpp"
#include "app/cli/query/answer_format.hpp"
#include "app/cli/query/query_costs.hpp"
#include "app/cli/query/questions.hpp"
#include "app/cli/request_options.hpp"
#include "app/cli/units_hint.hpp"
#include "app/cli/usage_error.hpp"
#include "app/jobs/interrupt.hpp"
#include "app/jobs/progress.hpp"
#include "app/shell/files/output_file.hpp"
#include "collision/core/rigid_motion.hpp"
#include "collision/parallel/tbb_executor.hpp"
#include "collision/query/nesting.hpp"
#include "collision/query/query_choices.hpp"
#include "collision/query/query_coherence.hpp"
#include "engine/import/import.hpp"
#include "engine/import/text_file.hpp"
#include "engine/scene/poses.hpp"
#include "engine/scene/probes.hpp"
#include "engine/scene/visit_stream.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <optional>
#include <variant>

namespace boxwood {
namespace {

constexpr int kMaxThreads = 256;
constexpr std::size_t kBatch = 512; // answers that are buffered before writing
constexpr std::size_t kChunk = 8;   // items per task of a thread

struct QueryOptions {
    std::filesystem::path a, b, poses, rays, points, out, visits; // empty: not given
    std::string mode = std::string(kAllQueryModes.front().name);
    QueryRequest request;
    std::string solid; // a, b or both; empty: neither
    int threads = 1;
    bool with_costs = false, has_memory = false;
    bool wants_json = false, wants_csv = false, resumes = false;
    std::shared_ptr<HierarchyConfig> hierarchy = std::make_shared<HierarchyConfig>();

    Question question = Question::triangles;  // of `mode`
    AnswerFormat format = AnswerFormat::text; // of the flags and `out`
    bool is_of_one_mesh() const { return question == Question::ray || question == Question::point; }
};

using QueryItems = std::variant<std::vector<PosePair>, std::vector<MotionPair>, std::vector<GivenRay>,
                                std::vector<GivenPoint>>;

// --- options ----------------------------------------------------------------------------------------------

std::vector<std::string_view> mode_names() {
    std::vector<std::string_view> names;
    for (const auto& mode : kAllQueryModes) names.push_back(mode.name);
    for (const QuestionName& question : kMoreQuestions) names.push_back(question.name);
    return names;
}

Status choose_mode(QueryOptions& io_options) {
    if (const auto* mode = find_choice(kAllQueryModes, io_options.mode)) {
        io_options.request.mode = mode->value;
        return ok();
    }
    for (const QuestionName& question : kMoreQuestions)
        if (question.name == io_options.mode) {
            io_options.question = question.question;
            return ok();
        }
    return check_name("--mode", io_options.mode, mode_names());
}

Status choose_format(QueryOptions& io_options) {
    if (io_options.wants_json && io_options.wants_csv) return Error{"--csv: not together with --json"};
    const bool is_json = io_options.wants_json || (!io_options.out.empty() && !io_options.wants_csv);
    io_options.format = io_options.wants_csv ? AnswerFormat::csv
                        : is_json            ? AnswerFormat::json
                                             : AnswerFormat::text;
    if (io_options.out.empty()) io_options.out = "-";
    return ok();
}

// Rejects options that would leave the coherence cache unused, or make answers depend on the thread that computes them.
Status check_memory(const QueryOptions& options) {
    const auto refused = [](const char* why) { return Error{std::string("--memory: ") + why}; };
    if (!options.has_memory) return ok();
    if (options.threads > 1) return refused("one query follows the other; --threads would separate them");
    if (options.with_costs) return refused("--costs asks each query again by itself, without one");
    if (is_of_distances(options.request.mode)) return ok();
    if (options.hierarchy->kind != "bvh8" || options.hierarchy->volume != "aabb")
        return refused("of contacts, only hierarchies of --kind bvh8 and --volume aabb have one");
    if (options.request.descent != Descent::larger_volume) return refused("goes with --descent volume only");
    if (options.request.leaf_test != LeafTest::volume) return refused("goes with --leaf-test volume only");
    return ok();
}

// Options that the mode does not have.
Status check_mode_options(const QueryOptions& options) {
    const std::string in_mode = ": not with --mode " + options.mode;
    const auto refuse = [&](const char* option) { return Error{option + in_mode}; };
    if (options.is_of_one_mesh() && !options.b.empty())
        return Error{shown(options.b) + ": --mode " + options.mode + " asks one mesh, A"};
    if (!options.is_of_one_mesh() && options.b.empty()) return Error{"B is required: the second mesh"};
    if (options.is_of_one_mesh() && !options.poses.empty()) return refuse("--poses");
    if (options.is_of_one_mesh() && !options.solid.empty() && options.solid != "a")
        return Error{"--solid: --mode " + options.mode + " has only a"};
    if ((options.question == Question::ray) != !options.rays.empty())
        return Error{options.rays.empty() ? "--mode ray needs --rays FILE" : "--rays: only with --mode ray"};
    if ((options.question == Question::point) != !options.points.empty())
        return Error{options.points.empty() ? "--mode point needs --points FILE"
                                            : "--points: only with --mode point"};
    if (options.question == Question::triangles) return check_request_options(options.request);
    if (options.with_costs) return refuse("--costs");
    if (options.has_memory) return refuse("--memory");
    if (!options.visits.empty()) return refuse("--visits");
    if (options.request.tolerance != 0.0) return refuse("--tolerance");
    if (std::isfinite(options.request.max_distance)) return refuse("--max-distance");
    return ok();
}

Status check_resume(const QueryOptions& options) {
    const auto refuse = [](const char* why) { return Error{std::string("--resume: ") + why}; };
    if (!options.resumes) return ok();
    if (options.out == "-") return refuse("needs --out FILE");
    if (options.format != AnswerFormat::json) return refuse("goes with lines of JSON, not with --csv");
    if (options.has_memory || options.with_costs || !options.visits.empty())
        return refuse("not with --memory, --costs and --visits");
    return ok();
}

Status check_options(QueryOptions& io_options) {
    if (Status status = choose_mode(io_options); !status) return status;
    choose_defaults(*io_options.hierarchy, io_options.request.mode);
    if (Status status = choose_format(io_options); !status) return status;
    if (Status status = check_names(*io_options.hierarchy); !status) return status;
    if (Status status = check_mode_options(io_options); !status) return status;
    if (Status status = check_memory(io_options); !status) return status;
    if (Status status = check_resume(io_options); !status) return status;
    if (!io_options.solid.empty() && io_options.solid != "a" && io_options.solid != "b" &&
        io_options.solid != "both")
        return Error{"--solid: expected a, b or both, not '" + io_options.solid + "'"};
    if (io_options.visits == io_options.out)
        return Error{shown(io_options.out) + ": is the file of --out and of --visits"};
    return check_outputs(
        std::array{io_options.out, io_options.visits},
        std::array{io_options.a, io_options.b, io_options.poses, io_options.rays, io_options.points});
}

// --- input ------------------------------------------------------------------------------------------------

// Each motion must be one of a rigid body.
Status check_motions(std::span<const MotionPair> motions, const std::filesystem::path& path) {
    for (const MotionPair& motion : motions) {
        const std::string place = shown_input(path) + ": id " + std::to_string(motion.id) + ": ";
        if (Status status = check_motion_ends(motion.a.pose(), motion.a_end.pose(), "a to a_end"); !status)
            return Error{place + status.error().message};
        if (Status status = check_motion_ends(motion.b.pose(), motion.b_end.pose(), "b to b_end"); !status)
            return Error{place + status.error().message};
    }
    return ok();
}

template <class T>
Result<QueryItems> items_of(Result<std::vector<T>> read) {
    if (!read) return read.error();
    return QueryItems(std::move(*read));
}

Result<QueryItems> read_items(const QueryOptions& options) {
    if (options.question == Question::ray) return items_of(read_rays(options.rays));
    if (options.question == Question::point) return items_of(read_points(options.points));
    if (options.question != Question::time)
        return options.poses.empty() ? QueryItems(std::vector(1, PosePair{}))
                                     : items_of(read_poses(options.poses));
    if (options.poses.empty()) return Error{"--mode time needs --poses FILE with a_end or b_end"};
    Result<std::vector<MotionPair>> motions = read_motions(options.poses);
    if (motions)
        if (Status status = check_motions(*motions, options.poses); !status) return status.error();
    return items_of(std::move(motions));
}

std::size_t count_of(const QueryItems& items) {
    return std::visit([](const auto& list) { return list.size(); }, items);
}

Result<QueriedMesh> load_mesh(const std::filesystem::path& path, const QueryOptions& options,
                              Executor& executor) {
    Progress progress;
    progress.begin("reading and building " + shown(path));
    Result<Mesh> mesh = import_mesh(path);
    if (!mesh) return mesh.error();
    Result<AnyHierarchy> hierarchy = build_any_hierarchy(*options.hierarchy, mesh->view(), executor);
    if (!hierarchy) return Error{path.string() + ": " + hierarchy.error().message};
    QueriedMesh loaded{std::move(*mesh), std::move(*hierarchy), std::nullopt, std::nullopt};
    if (options.question == Question::depth) loaded.polytope = find_polytope(loaded.mesh);
    return loaded;
}

Status declare(const std::filesystem::path& path, bool is_solid, QueriedMesh& io_mesh) {
    if (!is_solid) {
        io_mesh.shells = MeshShells::of_surface(io_mesh.mesh.view());
        return ok();
    }
    Result<MeshShells> shells = MeshShells::of_solid(io_mesh.mesh.view());
    if (!shells) return Error{shown(path) + ": --solid: " + shells.error().message};
    io_mesh.shells = std::move(*shells);
    return ok();
}

// --- answers ----------------------------------------------------------------------------------------------

void add(const CostSums& one, CostSums& io_sums) {
    io_sums.report += one.report;
    for (std::size_t axis = 0; axis < one.exits.size(); ++axis) io_sums.exits[axis] += one.exits[axis];
}

void format_answer(const QueryOptions& options, bool with_id, Answer& io_answer) {
    if (options.format == AnswerFormat::csv) io_answer.line = csv_rows(options.mode, io_answer.line);
    if (options.format == AnswerFormat::text) io_answer.line = readable_text(io_answer.line, with_id);
}

// Writes the answers of items[begin...]. Returns how many of them are written: fewer than all after Ctrl-C.
template <class Item>
Result<std::size_t> answer_from(std::size_t begin, const Asked& asked, std::span<const Item> items,
                                const QueryOptions& options, Executor& executor, OutputFile& io_out,
                                CostSums& io_costs) {
    const bool with_id = items.size() > 1 || !options.poses.empty() || options.is_of_one_mesh();
    Progress progress;
    progress.begin("query", items.size());
    std::atomic<std::size_t> done = begin;
    std::vector<Answer> answers(std::min(kBatch, items.size()));
    for (std::size_t first = begin; first < items.size(); first += kBatch) {
        const std::span<const Item> batch = items.subspan(first, std::min(kBatch, items.size() - first));
        for (Answer& answer : answers) answer.is_done = false;
        executor.parallel_for(batch.size(), kChunk, [&](std::size_t from, std::size_t to) {
            static thread_local QueryWorkspace space;
            for (std::size_t i = from; i < to && !is_interrupted(); ++i) {
                ask(asked, batch[i], space, answers[i]);
                format_answer(options, with_id, answers[i]);
                answers[i].is_done = true;
                progress.set_done(++done);
            }
        });
        for (std::size_t i = 0; i < batch.size(); ++i) {
            if (!answers[i].is_done) return first + i;
            if (Status status = io_out.write(answers[i].line); !status) return status.error();
            if (asked.with_costs) add(answers[i].costs, io_costs);
        }
    }
    return items.size();
}

std::string without_time(std::string_view line) {
    return std::string(line.substr(0, line.rfind(",\"us\":")));
}

// The number of whole answers that an interrupted run left in `kept`, whose size becomes that of these answers. The last
// one is asked again: an Error if the answer is another one, because then the question was another one.
template <class Item>
Result<std::size_t> find_answered(const Asked& asked, std::span<const Item> items, const std::string& part,
                                  std::string& io_kept) {
    const std::size_t end = io_kept.rfind('\n');
    io_kept.resize(end == std::string::npos ? 0 : end + 1);
    const auto count = static_cast<std::size_t>(std::count(io_kept.begin(), io_kept.end(), '\n'));
    if (count == 0) return count;
    const auto refuse = [&part](const std::string& why) {
        return Error{"--resume: " + part + ": " + why + "; delete it to begin again"};
    };
    if (count > items.size()) return refuse("has more answers than there are queries");
    const std::size_t last = io_kept.rfind('\n', io_kept.size() - 2) + 1; // 0 if there is one line
    QueryWorkspace space;
    Answer again;
    ask(asked, items[count - 1], space, again);
    if (without_time(again.line) != without_time(std::string_view(io_kept).substr(last)))
        return refuse("line " + std::to_string(count) + " answers another question");
    return count;
}

int report_interruption(const QueryOptions& options, std::size_t answered, std::size_t count,
                        OutputFile& io_out) {
    const std::string so_far =
        "interrupted after " + std::to_string(answered) + " of " + std::to_string(count) + " queries";
    const bool can_resume = answered > 0 && options.format == AnswerFormat::json && options.out != "-" &&
                            !options.has_memory && !options.with_costs && io_out.keep_part();
    if (can_resume)
        std::fprintf(stderr,
                     "boxwood: %s; %s has their answers; the same command with --resume does the rest\n",
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
    if (options.poses.empty() && b != nullptr) text += "both as they stand in their files\n";
    require_ok(io_out.write(text + "\n"));
}

// Runs the single query once more, with a recorder.
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

Status check_visits(const QueryOptions& options, const QueryItems& items) {
    if (options.visits.empty()) return ok();
    const auto& poses = std::get<std::vector<PosePair>>(items);
    if (poses.size() != 1)
        return Error{options.visits.string() + ": keeps the visits of one query; " + options.poses.string() +
                     " has " + std::to_string(poses.size()) + " poses"};
    if (poses.front().a.matrix || poses.front().b.matrix)
        return Error{options.visits.string() + ": keeps poses as q, t and s; " + shown_input(options.poses) +
                     " has a matrix"};
    return ok();
}

// The output, opened before anything else is read, or the answers that an interrupted run left, with --resume.
struct AnswerFile {
    std::optional<OutputFile> out;
    std::string kept; // unless there is `out`
};

Result<AnswerFile> open_answers(const QueryOptions& options) {
    AnswerFile file;
    const std::filesystem::path part = OutputFile::part_of(options.out);
    std::error_code ignored;
    if (options.resumes && std::filesystem::exists(part, ignored)) {
        Result<std::string> kept = read_text_file(part, kMaxPosesBytes);
        if (!kept) return kept.error();
        file.kept = std::move(*kept);
        return file;
    }
    Result<OutputFile> out = OutputFile::open(options.out);
    if (!out) return out.error();
    file.out.emplace(std::move(*out));
    return file;
}

// Returns the exit status.
template <class Item>
Result<int> answer_all(const Asked& asked, std::span<const Item> items, const QueryOptions& options,
                       Executor& executor, AnswerFile& io_file, CostSums& out_costs) {
    std::size_t answered = 0;
    if (!io_file.out) {
        const Result<std::size_t> found =
            find_answered(asked, items, shown(OutputFile::part_of(options.out)), io_file.kept);
        if (!found) return found.error();
        Result<OutputFile> resumed = OutputFile::resume(options.out, io_file.kept.size());
        if (!resumed) return resumed.error();
        io_file.out.emplace(std::move(*resumed));
        answered = *found;
    }
    OutputFile& out = *io_file.out;
    if (options.format == AnswerFormat::csv)
        if (Status status = out.write(csv_heading(options.mode)); !status) return status.error();
    if (options.format == AnswerFormat::text) print_heading(options, asked.a, asked.b, out);
    const Result<std::size_t> written =
        answer_from(answered, asked, items, options, executor, out, out_costs);
    if (!written) return written.error();
    if (*written < items.size()) return report_interruption(options, *written, items.size(), out);
    if (Status status = out.finish(); !status) return status.error();
    return 0;
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
    const Result<QueryItems> items = read_items(options);
    if (!items) return items.error();
    if (count_of(*items) == 0)
        std::fprintf(stderr, "boxwood: %s: has no %s, so nothing was asked\n",
                     shown_input(options.question == Question::ray     ? options.rays
                                 : options.question == Question::point ? options.points
                                                                       : options.poses)
                         .c_str(),
                     options.question == Question::ray     ? "rays"
                     : options.question == Question::point ? "points"
                                                           : "poses");
    if (Status status = check_visits(options, *items); !status) return status.error();

    const std::unique_ptr<Executor> executor =
        options.threads > 1 ? make_tbb_executor(options.threads) : std::make_unique<SerialExecutor>();
    Result<QueriedMesh> a = load_mesh(options.a, options, *executor);
    if (!a) return a.error();
    std::optional<QueriedMesh> b;
    if (!options.is_of_one_mesh()) {
        Result<QueriedMesh> loaded = load_mesh(options.b, options, *executor);
        if (!loaded) return loaded.error();
        b = std::move(*loaded);
    }
    if (!options.solid.empty()) {
        if (Status status = declare(options.a, options.solid != "b", *a); !status) return status.error();
        if (b)
            if (Status status = declare(options.b, options.solid != "a", *b); !status) return status.error();
    }
    if (const auto* poses = std::get_if<std::vector<PosePair>>(&*items); poses != nullptr && !poses->empty())
        print_units_hint({options.a, a->mesh.view(), poses->front().a.pose()},
                         {options.b, b->mesh.view(), poses->front().b.pose()});
    CostSums costs;
    // Threads share the items; or the query, if there is only one and its counters equal those of a serial one.
    const bool is_split = options.threads > 1 && count_of(*items) == 1 &&
                          options.question == Question::triangles && options.request.mode == QueryMode::all;
    QueryCoherence memory;
    NestingCache nesting;
    QueryRequest request = options.request;
    if (options.has_memory) {
        request.memory = &memory;
        request.nesting = &nesting;
    }
    const Asked asked{*a,      b ? &*b : nullptr,  options.question,
                      request, options.with_costs, is_split ? executor.get() : nullptr};
    watch_interrupts();
    const Result<int> status = std::visit(
        [&](const auto& list) {
            return answer_all(asked, std::span(list), options, *executor, *file, costs);
        },
        *items);
    if (!status || *status != 0) return status;
    if (visits)
        if (Status written =
                write_visits(*a, *b, std::get<std::vector<PosePair>>(*items).front(), options, *visits);
            !written)
            return written.error();
    if (options.with_costs)
        std::fputs(summarize_costs(costs.report, costs.exits, a->hierarchy.axis_names()).c_str(),
                   options.out == "-" ? stderr : stdout);
    return 0;
}

} // namespace

void add_query_command(Command& line) {
    const auto options = std::make_shared<QueryOptions>();
    Command verb = line.add_command(
        "query", "Ask two meshes for contacts, distances, depths or times of impact, at many poses");
    verb.option("A", &options->a, "First mesh").required();
    verb.option("B", &options->b, "Second mesh");
    std::string modes;
    for (const auto& mode : kAllQueryModes)
        modes.append(mode.name).append(": ").append(mode.meaning).append("; ");
    for (const QuestionName& mode : kMoreQuestions)
        modes.append(mode.name)
            .append(": ")
            .append(mode.meaning)
            .append(&mode == &kMoreQuestions.back() ? "" : "; ");
    verb.option("--mode", &options->mode, modes).value_name("NAME").show_default();
    verb.option("--poses", &options->poses,
                "Pairs of poses, as lines of JSON or N x 2 x 4 x 4 numbers; - is standard input; by default "
                "the meshes "
                "stay where they are")
        .not_empty()
        .value_name("FILE.jsonl|FILE.npy|-");
    verb.option("--rays", &options->rays,
                "Rays, as lines of JSON with origin, direction and max_t; --mode ray")
        .not_empty()
        .value_name("FILE.jsonl|-");
    verb.option("--points", &options->points, "Points, as lines of JSON with p and within; --mode point")
        .not_empty()
        .value_name("FILE.jsonl|-");
    verb.option(
            "--out", &options->out,
            "Answers as lines of JSON in the same order; - is standard output; by default a text for people")
        .not_empty()
        .value_name("FILE.jsonl|-");
    verb.flag("--json", &options->wants_json, "Answers as lines of JSON, also on standard output");
    verb.flag("--csv", &options->wants_csv, "Answers as CSV, with a line of column names");
    verb.flag("--resume", &options->resumes,
              "Go on after an interruption: only the queries that FILE.part of --out does not answer");
    verb.option(
            "--solid", &options->solid,
            "Meshes that are solid: what lies inside intersects, the line says inside, the distance is 0; "
            "they must be closed")
        .not_empty()
        .value_name("a|b|both");
    add_hierarchy_options(verb, "aabb, or obb where distances are asked for", options->hierarchy);
    add_traversal_options(verb, options->request);
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
        const Result<int> status = run_query(*options);
        return status ? *status : usage_error(status.error());
    });
}

} // namespace boxwood
