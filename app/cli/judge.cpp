#include "app/cli/commands.hpp"
#include "app/cli/options/hierarchy_options.hpp"
#include "app/cli/options/request_options.hpp"
#include "app/cli/options/usage_error.hpp"
#include "app/cli/query/shard_option.hpp"
#include "app/cli/verdicts.hpp"
#include "app/jobs/progress.hpp"
#include "app/shell/build_info.hpp"
#include "app/shell/files/output_file.hpp"
#include "collision/world/collision_world.hpp"
#include "engine/import/import.hpp"
#include "engine/import/text_file.hpp"
#include "engine/judge/faults.hpp"
#include "engine/judge/judge_capture.hpp"
#include "engine/judge/shrink/shrink.hpp"
#include "engine/producer/bvh_json.hpp"
#include "engine/producer/failing_test.hpp"
#include "engine/producer/fault_sample.hpp"
#include "engine/producer/record_query.hpp"
#include "engine/scene/queries/poses.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>

namespace boxwood {
namespace {

namespace fs = std::filesystem;
using capture::Capture;

constexpr const char *kCaseName = "case.mcap", *kTestName = "test.cpp"; // files that --shrink writes

struct JudgeOptions {
    std::vector<fs::path> inputs; // a capture, or two meshes
    fs::path poses, save;
    std::string fault;
    std::uint64_t shrunk = 0; // number of the wrong finding that --shrink reduces; 0: none
    fs::path out;
    QueryRequest request;
    std::shared_ptr<HierarchyConfig> hierarchy = std::make_shared<HierarchyConfig>();
    bool as_json = false, shows_all = false;
    std::optional<Shard> shard;
};

struct MeshToJudge {
    Mesh mesh;
    AnyHierarchy hierarchy;
};

Result<MeshToJudge> load_mesh_to_judge(const fs::path& path, const HierarchyConfig& config) {
    Result<Mesh> mesh = import_mesh(path);
    if (!mesh) return mesh.error();
    Result<AnyHierarchy> hierarchy = build_any_hierarchy(config, mesh->view());
    if (!hierarchy) return Error{path.string() + ": " + hierarchy.error().message};
    return MeshToJudge{std::move(*mesh), std::move(*hierarchy)};
}

// Runs Boxwood's queries on two meshes and records them as a capture.
Result<Capture> record_meshes(const JudgeOptions& options) {
    if (options.poses.empty()) return Error{"judging two meshes needs --poses FILE"};
    if (options.request.mode == QueryMode::within)
        return Error{"--mode within: its answers cannot be judged; use --mode distance"};
    if (Status status = check_names(*options.hierarchy); !status) return status.error();
    if (Status status = check_request_options(options.request); !status) return status.error();
    const Result<std::vector<PosePair>> poses = read_poses(options.poses);
    if (!poses) return poses.error();
    for (const PosePair& pair : *poses)
        if (pair.id < 0)
            return Error{shown_input(options.poses) + ": id " + std::to_string(pair.id) +
                         ": the queries of a capture are numbered from 0"};
    const Result<MeshToJudge> a = load_mesh_to_judge(options.inputs[0], *options.hierarchy);
    if (!a) return a.error();
    const Result<MeshToJudge> b = load_mesh_to_judge(options.inputs[1], *options.hierarchy);
    if (!b) return b.error();
    Capture out;
    const auto add = [&out, &options](const MeshToJudge& operand, std::uint64_t id) {
        out.meshes[{id, 0}] =
            capture::record_mesh(operand.mesh.view(), id, options.inputs[id].filename().string());
        capture::RecordedHierarchy recorded = capture::record_hierarchy(operand.hierarchy, id, id);
        out.hierarchies[{id, 0}] = recorded.record;
        return recorded;
    };
    // A lazy hierarchy grows with each query, so it is recorded after all queries have run once.
    QueryScratch scratch;
    QueryResult result;
    for (const PosePair& pair : *poses) {
        const Pose world_from_a = pair.a.pose(), world_from_b = pair.b.pose();
        require_ok(query_meshes({a->mesh.view(), &a->hierarchy, &world_from_a},
                                {b->mesh.view(), &b->hierarchy, &world_from_b}, options.request, scratch,
                                result));
    }
    const std::array recorded{add(*a, 0), add(*b, 1)};
    std::uint64_t frame = 0;
    for (const PosePair& pair : *poses) {
        const Pose world_from_a = pair.a.pose(), world_from_b = pair.b.pose();
        require_ok(capture::append_query(
            {a->mesh.view(), &a->hierarchy, &world_from_a}, {b->mesh.view(), &b->hierarchy, &world_from_b},
            options.request, {recorded.data(), &recorded[1]}, static_cast<std::uint64_t>(pair.id), out));
        out.queries.back().frame = frame++;
    }
    return out;
}

Result<Capture> load_capture(JudgeOptions& io_options) {
    std::optional<judge::FaultRequest> fault;
    if (!io_options.fault.empty()) {
        const Result<judge::FaultRequest> parsed = judge::parse_fault(io_options.fault);
        if (!parsed) return Error{"--inject: " + parsed.error().message};
        fault = *parsed;
    }
    const auto sample = [&fault] {
        for (const judge::FaultKind& kind : judge::list_faults())
            if (fault && kind.name == fault->name) return kind.sample;
        return judge::FaultSample::boxes;
    }();
    if (io_options.inputs.empty() && !fault)
        return Error{"give a capture, or two meshes with --poses, or --inject KIND"};
    if (io_options.inputs.size() > 2) return Error{"give one capture or two meshes"};
    if (fault && io_options.hierarchy->kind.empty() && io_options.hierarchy->volume.empty()) {
        // Faults in boxes need a hierarchy that stores boxes.
        io_options.hierarchy->kind = sample == judge::FaultSample::box_trees ? "box-tree" : "bvh2";
        io_options.hierarchy->volume = "aabb";
    }
    choose_defaults(*io_options.hierarchy, io_options.request.mode);
    Result<Capture> unfaulted =
        io_options.inputs.empty()       ? Result<Capture>(capture::make_fault_sample(sample))
        : io_options.inputs.size() == 1 ? capture::read_any_capture(io_options.inputs[0])
                                        : record_meshes(io_options);
    if (!unfaulted || !fault) return unfaulted;
    return capture::inject_and_reload_fault(std::move(*unfaulted), *fault);
}

Status write_text(const fs::path& path, const std::string& text) {
    Result<OutputFile> file = OutputFile::open(path);
    if (!file) return file.error();
    if (Status status = file->write(text); !status) return status;
    return file->finish();
}

std::string obj_text(const capture::MeshRecord& mesh) {
    std::string text;
    char line[128];
    for (std::size_t i = 0; i < mesh.vertex_count(); ++i) {
        std::snprintf(line, sizeof line, "v %.17g %.17g %.17g\n", mesh.positions[3 * i],
                      mesh.positions[3 * i + 1], mesh.positions[3 * i + 2]);
        text += line;
    }
    for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
        std::snprintf(line, sizeof line, "f %u %u %u\n", mesh.triangles[3 * i] + 1,
                      mesh.triangles[3 * i + 1] + 1, mesh.triangles[3 * i + 2] + 1);
        text += line;
    }
    return text;
}

// "mesh-ID", or "mesh-ID-REVISION" if there are several revisions of this mesh.
std::string mesh_name(const Capture& capture, const capture::IdAndRevision& key) {
    const auto has_id = [&key](const auto& mesh) { return mesh.first.id == key.id; };
    const bool is_only = std::count_if(capture.meshes.begin(), capture.meshes.end(), has_id) == 1;
    return "mesh-" + std::to_string(key.id) + (is_only ? "" : "-" + std::to_string(key.revision));
}

// Reduces one wrong finding to a small case and writes its capture, its meshes and a program that fails.
int run_shrink(const JudgeOptions& options, const Capture& capture) {
    Progress progress;
    progress.begin("judgement", 0);
    std::size_t judgements = 0;
    const Result<judge::ShrunkCase> shrunk = judge::shrink_capture(capture, options.shrunk, [&] {
        progress.set_done(++judgements);
        return true;
    });
    if (!shrunk) return usage_error(Error{"--shrink: " + shrunk.error().message});
    std::error_code failed;
    fs::create_directories(options.out, failed);
    if (failed) return usage_error(Error{options.out.string() + ": " + failed.message()});
    if (Status status = capture::write_capture(options.out / kCaseName, shrunk->capture,
                                               "boxwood " + build_info().version);
        !status)
        return usage_error(status.error());
    std::size_t triangles = 0, nodes = 0;
    for (const auto& [key, mesh] : shrunk->capture.meshes) {
        triangles += mesh.triangle_count();
        const fs::path path = options.out / (mesh_name(shrunk->capture, key) + ".obj");
        if (Status status = write_text(path, obj_text(mesh)); !status) return usage_error(status.error());
    }
    for (const auto& [key, tree] : shrunk->capture.hierarchies) nodes += tree.node_count();
    std::printf("%s\n%zu triangles, %zu nodes, %zu judgements: %s\n", verdict_line(shrunk->finding).c_str(),
                triangles, nodes, judgements, (options.out / kCaseName).c_str());
    const Result<std::string> test = capture::failing_test(*shrunk);
    if (!test) {
        std::printf("%s\n", test.error().message.c_str());
        return 1;
    }
    if (Status status = write_text(options.out / kTestName, *test); !status)
        return usage_error(status.error());
    std::printf("a program that fails: %s\n", (options.out / kTestName).c_str());
    return 1;
}

Status check_judge_options(const JudgeOptions& options) {
    if (options.shrunk > 0 && options.out.empty()) return Error{"--shrink N needs --out FOLDER"};
    if (options.shrunk == 0 && !options.out.empty() && !options.as_json)
        return Error{"--out FOLDER requires --shrink N, and --out FILE requires --json"};
    if (options.as_json && options.out.extension() == ".npy")
        return Error{"--out " + shown(options.out) +
                     ": verdicts are written as lines of JSON; choose a name such as FILE.jsonl"};
    if (!options.poses.empty() && options.inputs.size() < 2)
        return Error{"--poses requires two meshes; a capture has its own poses"};
    if (options.shard && (!options.as_json || options.shrunk > 0))
        return Error{"--shard requires --json and cannot be combined with --shrink"};
    std::vector<fs::path> inputs = options.inputs, outputs{options.save};
    if (!options.poses.empty()) inputs.push_back(options.poses);
    if (options.shrunk == 0)
        outputs.push_back(options.out);
    else
        outputs.insert(outputs.end(), {options.out / kCaseName, options.out / kTestName});
    std::erase_if(outputs, [](const fs::path& path) { return path.empty(); });
    return check_outputs(outputs, inputs);
}

constexpr std::uint64_t kMaxInputBytes = std::uint64_t{1} << 34;

// Returns a hash of everything that the claims depend on. All parts of one run have the same hash.
Result<std::uint64_t> hash_claims(const JudgeOptions& options, const Capture& capture) {
    std::uint64_t hash = kHashSeed;
    // Hashes the geometry too, because a mesh file can refer to other files that contain it.
    for (const auto& [key, mesh] : capture.meshes) {
        for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
            const double coordinate = mesh.positions[i];
            hash = hash_bytes(hash, &coordinate, sizeof coordinate);
        }
        hash = hash_bytes(hash, mesh.triangles.data(), sizeof(std::uint32_t) * mesh.triangles.size());
    }
    std::vector<fs::path> files = options.inputs;
    if (!options.poses.empty()) files.push_back(options.poses);
    for (const fs::path& path : files) {
        std::error_code failed;
        if (!fs::is_regular_file(path, failed))
            return Error{"--shard: " + path.string() + ": all parts must read the same file"};
        const Result<std::string> bytes = read_text_file(path, kMaxInputBytes);
        if (!bytes) return bytes.error();
        hash = hash_bytes(hash, bytes->data(), bytes->size());
    }
    const HierarchyConfig& config = *options.hierarchy;
    const std::string text = options.fault + ' ' + config.kind + ' ' + config.volume + ' ' + config.builder +
                             ' ' + std::to_string(config.leaf_size) + ' ' +
                             std::to_string(static_cast<int>(options.request.mode)) + ' ' +
                             std::to_string(static_cast<int>(options.request.test)) + ' ' +
                             std::to_string(static_cast<int>(options.request.descent)) + ' ' +
                             std::to_string(static_cast<int>(options.request.leaf_test));
    hash = hash_bytes(hash, text.data(), text.size());
    for (const double number : {options.request.max_distance, options.request.tolerance})
        hash = hash_bytes(hash, &number, sizeof number);
    return hash;
}

int run_judge(JudgeOptions& io_options) {
    if (Status status = check_judge_options(io_options); !status) return usage_error(status.error());
    const Result<Capture> capture = load_capture(io_options);
    if (!capture) return usage_error(capture.error());
    if (Status status = check_claims(*capture); !status) return usage_error(status.error());
    if (!io_options.save.empty())
        if (Status status =
                capture::write_capture(io_options.save, *capture, "boxwood " + build_info().version);
            !status)
            return usage_error(status.error());
    if (io_options.shrunk > 0) return run_shrink(io_options, *capture);
    VerdictFormat format{
        .as_json = io_options.as_json, .shows_all = io_options.shows_all, .out = io_options.out};
    if (io_options.shard) {
        const Result<std::uint64_t> claims = hash_claims(io_options, *capture);
        if (!claims) return usage_error(claims.error());
        format.shard = make_heading(*io_options.shard, judge::count_claims(*capture), *claims);
    }
    const Result<int> status = print_verdicts(*capture, format);
    return status ? *status : usage_error(status.error());
}

} // namespace

void add_judge_command(Command& line) {
    const auto options = std::make_shared<JudgeOptions>();
    Command verb = line.add_command("judge", "Check the answers in a capture, or of queries on two meshes, "
                                             "and find where wrong answers went wrong");
    verb.option("INPUT", &options->inputs,
                "A capture (.mcap or .bvh.json), or two meshes with --poses; without files, --inject uses a "
                "built-in case");
    verb.option("--poses", &options->poses, "Pairs of poses, one per line")
        .not_empty()
        .value_name("FILE.jsonl");
    verb.option("--inject", &options->fault,
                "Inject a fault before judging: KIND or KIND@NODE; `boxwood list faults` lists the kinds")
        .not_empty()
        .value_name("KIND[@NODE]");
    verb.option("--save", &options->save, "Write the judged records as a capture")
        .not_empty()
        .value_name("FILE.mcap");
    verb.option("--shrink", &options->shrunk,
                "Reduce the N-th wrong finding to a small case, which is written to --out")
        .within(std::uint64_t{1}, std::uint64_t{1000000000})
        .value_name("N");
    verb.option(
            "--out", &options->out,
            "With --shrink: folder for the small case: a capture, its meshes, and a program that fails; with "
            "--json: file for the verdicts")
        .not_empty()
        .value_name("FOLDER|FILE.jsonl");
    add_shard_option(verb, "claims", options->shard);
    add_hierarchy_options(verb, "aabb, or obb for distances", options->hierarchy);
    add_request_options(verb, options->request);
    verb.flag("--json", &options->as_json, "Print each verdict as a JSON object on its own line");
    verb.flag("--all", &options->shows_all, "Also print the verdicts that are right");
    verb.set_action([options] { return run_judge(*options); });
}

} // namespace boxwood
