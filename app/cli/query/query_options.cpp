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
    if (io_options.wants_json && io_options.wants_csv) return Error{"--csv: not together with --json"};
    const bool wants_npy = io_options.out.extension() == ".npy";
    if (wants_npy && (io_options.wants_json || io_options.wants_csv))
        return Error{"--out " + shown(io_options.out) + ": is a NumPy file, so neither --json nor --csv"};
    const bool is_json = io_options.wants_json || (!io_options.out.empty() && !io_options.wants_csv);
    io_options.format = io_options.wants_csv ? AnswerFormat::csv
                        : wants_npy          ? AnswerFormat::npy
                        : is_json            ? AnswerFormat::json
                                             : AnswerFormat::text;
    if (wants_npy && npy_heading(io_options.mode, 0, true).empty())
        return Error{"--out " + shown(io_options.out) + ": answers of --mode " + io_options.mode +
                     " have lists, which a NumPy file does not hold; write lines of JSON, to FILE.jsonl"};
    if (wants_npy && io_options.with_costs)
        return Error{"--costs: not with a NumPy file, which has no place for them"};
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
    if (options.format != AnswerFormat::json) return refuse("goes with lines of JSON only");
    if (options.has_memory || options.with_costs || !options.visits.empty())
        return refuse("not with --memory, --costs and --visits");
    return ok();
}

Status check_shard(const QueryOptions& options) {
    if (options.without_times && options.with_costs)
        return Error{"--no-times: not together with --costs, which measures"};
    if (!options.shard) return ok();
    const auto refuse = [](const char* why) { return Error{std::string("--shard: ") + why}; };
    if (options.format != AnswerFormat::json) return refuse("goes with lines of JSON: --out FILE or --json");
    if (options.has_memory || options.with_costs || !options.visits.empty())
        return refuse("not with --memory, --costs and --visits");
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
    if (io_options.visits == io_options.out)
        return Error{shown(io_options.out) + ": is the file of --out and of --visits"};
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
    verb.option("--out", &options->out,
                "Answers as lines of JSON, or as records of a NumPy array, in the same order; - is standard "
                "output; by default a text for people")
        .not_empty()
        .value_name("FILE.jsonl|FILE.npy|-");
    verb.flag("--json", &options->wants_json, "Answers as lines of JSON, also on standard output");
    verb.flag("--csv", &options->wants_csv, "Answers as CSV, with a line of column names");
    verb.flag("--resume", &options->resumes,
              "Go on after an interruption: only the queries that FILE.part of --out does not answer");
    add_shard_option(verb, "queries", options->shard);
    verb.flag("--no-times", &options->without_times,
              "Answers without their times: the same bytes on every machine");
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
}

} // namespace boxwood
