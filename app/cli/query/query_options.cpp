#include "app/cli/query/query_options.hpp"

#include "app/cli/options/hierarchy_options.hpp"
#include "app/cli/options/request_options.hpp"
#include "app/cli/query/answer_records.hpp"
#include "app/cli/query/shard_option.hpp"
#include "app/shell/files/output_file.hpp"
#include "engine/import/text_file.hpp"

#include <array>
#include <cmath>

namespace boxwood {
namespace {

constexpr int kMaxThreads = 256;

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
    if (io_options.wants_json && io_options.wants_csv) return Error{"--csv cannot be combined with --json"};
    const bool wants_npy = io_options.out.extension() == ".npy";
    if (wants_npy && (io_options.wants_json || io_options.wants_csv))
        return Error{"--out " + shown(io_options.out) + ": is a NumPy file; remove --json and --csv"};
    const bool is_json = io_options.wants_json || (!io_options.out.empty() && !io_options.wants_csv);
    io_options.format = io_options.wants_csv ? AnswerFormat::csv
                        : wants_npy          ? AnswerFormat::npy
                        : is_json            ? AnswerFormat::json
                                             : AnswerFormat::text;
    if (wants_npy && npy_heading(io_options.mode, 0, true).empty())
        return Error{"--out " + shown(io_options.out) + ": answers of --mode " + io_options.mode +
                     " contain lists, which a NumPy file cannot store; write lines of JSON to FILE.jsonl"};
    if (wants_npy && io_options.with_costs)
        return Error{"--costs cannot be combined with a NumPy file, which cannot store costs"};
    if (io_options.out.empty()) io_options.out = "-";
    return ok();
}

// Rejects options that leave the coherence cache unused, and options that make an answer depend on the thread that
// computes it.
Status check_memory(const QueryOptions& options) {
    const auto refused = [](const char* why) { return Error{std::string("--memory: ") + why}; };
    if (!options.uses_coherence) return ok();
    if (options.threads > 1) return refused("queries must run one after another, so --threads must be 1");
    if (options.with_costs)
        return refused("cannot be combined with --costs, which measures each query without the result of the "
                       "previous one");
    if (is_distance_mode(options.request.mode)) return ok();
    if (options.hierarchy->kind != "bvh8" || options.hierarchy->volume != "aabb")
        return refused("for contacts, requires --kind bvh8 and --volume aabb");
    if (options.request.descent != Descent::larger_volume) return refused("requires --descent volume");
    if (options.request.leaf_test != LeafTest::volume) return refused("requires --leaf-test volume");
    return ok();
}

// Rejects options that the mode does not support, and missing options that it requires.
Status check_mode_options(const QueryOptions& options) {
    const std::string in_mode = ": not with --mode " + options.mode;
    const auto refuse = [&](const char* option) { return Error{option + in_mode}; };
    if (options.uses_one_mesh() && !options.b.empty())
        return Error{shown(options.b) + ": --mode " + options.mode + " uses only one mesh, A"};
    if (!options.uses_one_mesh() && options.b.empty()) return Error{"B is required: give the second mesh"};
    if (options.uses_one_mesh() && !options.poses.empty()) return refuse("--poses");
    if (options.uses_one_mesh() && !options.solid.empty() && options.solid != "a")
        return Error{"--solid: --mode " + options.mode + " uses only mesh A"};
    if ((options.question == Question::ray) != !options.rays.empty())
        return Error{options.rays.empty() ? "--mode ray needs --rays FILE" : "--rays: only with --mode ray"};
    if ((options.question == Question::point) != !options.points.empty())
        return Error{options.points.empty() ? "--mode point needs --points FILE"
                                            : "--points: only with --mode point"};
    if (options.question == Question::triangles) return check_request_options(options.request);
    if (options.with_costs) return refuse("--costs");
    if (options.uses_coherence) return refuse("--memory");
    if (!options.visits.empty()) return refuse("--visits");
    if (options.request.tolerance != 0.0) return refuse("--tolerance");
    if (std::isfinite(options.request.max_distance)) return refuse("--max-distance");
    return ok();
}

Status check_resume(const QueryOptions& options) {
    const auto refuse = [](const char* why) { return Error{std::string("--resume: ") + why}; };
    if (!options.resumes) return ok();
    if (options.out == "-") return refuse("needs --out FILE");
    if (options.format != AnswerFormat::json) return refuse("requires lines of JSON");
    if (options.uses_coherence || options.with_costs || !options.visits.empty())
        return refuse("cannot be combined with --memory, --costs or --visits");
    return ok();
}

Status check_shard(const QueryOptions& options) {
    if (options.without_times && options.with_costs)
        return Error{"--no-times cannot be combined with --costs, which measures times"};
    if (!options.shard) return ok();
    const auto refuse = [](const char* why) { return Error{std::string("--shard: ") + why}; };
    if (options.format != AnswerFormat::json)
        return refuse("requires lines of JSON: add --out FILE or --json");
    if (options.uses_coherence || options.with_costs || !options.visits.empty())
        return refuse("cannot be combined with --memory, --costs or --visits");
    for (const std::filesystem::path& input : {options.poses, options.rays, options.points})
        if (input == "-") return refuse("all parts must read the same file, not standard input");
    return ok();
}

} // namespace

Status check_options(QueryOptions& io_options) {
    if (Status status = choose_mode(io_options); !status) return status;
    choose_defaults(*io_options.hierarchy, io_options.request.mode);
    if (Status status = choose_format(io_options); !status) return status;
    if (Status status = check_names(*io_options.hierarchy); !status) return status;
    if (Status status = check_mode_options(io_options); !status) return status;
    if (Status status = check_memory(io_options); !status) return status;
    if (Status status = check_resume(io_options); !status) return status;
    if (Status status = check_shard(io_options); !status) return status;
    if (!io_options.solid.empty() && io_options.solid != "a" && io_options.solid != "b" &&
        io_options.solid != "both")
        return Error{"--solid: expected a, b or both, not '" + io_options.solid + "'"};
    return check_outputs(
        std::array{io_options.out, io_options.visits},
        std::array{io_options.a, io_options.b, io_options.poses, io_options.rays, io_options.points});
}

void add_query_options(Command& io_command, const std::shared_ptr<QueryOptions>& options) {
    Command& verb = io_command;
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
    verb.option(
            "--poses", &options->poses,
            "Pairs of poses, as lines of JSON or N x 2 x 4 x 4 numbers; - is standard input; by default, the "
            "meshes have the positions in their files")
        .not_empty()
        .value_name("FILE.jsonl|FILE.npy|-");
    verb.option("--rays", &options->rays,
                "Rays, as lines of JSON with origin, direction and max_t; --mode ray")
        .not_empty()
        .value_name("FILE.jsonl|-");
    verb.option("--points", &options->points, "Points, as lines of JSON with p and within; --mode point")
        .not_empty()
        .value_name("FILE.jsonl|-");
    verb.option("--out", &options->out,
                "File for the answers, as lines of JSON or as records of a NumPy array, in the order of the "
                "queries; "
                "- is standard output; by default, readable text is printed")
        .not_empty()
        .value_name("FILE.jsonl|FILE.npy|-");
    verb.flag("--json", &options->wants_json, "Write answers as lines of JSON, also to standard output");
    verb.flag("--csv", &options->wants_csv, "Write answers as CSV, with a line of column names");
    verb.flag(
        "--resume", &options->resumes,
        "Continue an interrupted run: compute only the answers that FILE.part of --out does not contain");
    add_shard_option(verb, "queries", options->shard);
    verb.flag("--no-times", &options->without_times,
              "Omit times from answers, so that every machine writes the same bytes");
    verb.option("--solid", &options->solid,
                "Meshes to treat as solid: a mesh inside a solid one intersects it, its answer says inside, "
                "and its "
                "distance is 0; "
                "solid meshes must be closed")
        .not_empty()
        .value_name("a|b|both");
    add_hierarchy_options(verb, "aabb, or obb for distances", options->hierarchy);
    add_traversal_options(verb, options->request);
    verb.flag(
        "--costs", &options->with_costs,
        "Measure the cost of a volume test, a triangle test and an update, for each line and as a summary");
    verb.flag(
        "--memory", &options->uses_coherence,
        "Start each query from the result of the previous one, which is faster for poses along a motion and "
        "does not change answers; for distances, and for contacts with --kind bvh8");
    verb.option("--threads", &options->threads, "Number of threads; it does not change the answers")
        .within(1, kMaxThreads)
        .show_default();
    verb.option("--visits", &options->visits,
                "Write the visits of the query; requires a single pose (docs/visit-stream.md)")
        .not_empty()
        .value_name("FILE");
}

} // namespace boxwood
