#include "app/cli/commands.hpp"
#include "app/cli/options/usage_error.hpp"
#include "app/cli/parts_scene.hpp"
#include "app/shell/files/output_file.hpp"
#include "engine/import/formats/obj_polygons.hpp"
#include "engine/import/formats/poly_file.hpp"
#include "engine/import/import.hpp"
#include "engine/json/json.hpp"
#include "engine/meshes/decompose/decompose.hpp"
#include "engine/meshes/hull.hpp"
#include "engine/meshes/repair/repair.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <set>

namespace boxwood {
namespace {

struct PrepareOptions {
    std::filesystem::path input, output, scene;
    bool wants_hull = false;
    bool wants_parts = false;
    DecomposeSettings decompose;
    std::uint32_t max_parts = static_cast<std::uint32_t>(DecomposeSettings{}.max_parts);
    bool as_json = false;
};

// How closely the parts of a decomposition fit the model.
struct PartsFit {
    Decomposition decomposition; // without its polytopes, which were moved to the report
    double limit = 0.0;
};

struct PreparedModel {
    std::string name;
    RepairReport report;
    std::optional<PartsFit> fit;
    bool is_usable() const { return report.is_usable() && (!fit || fit->decomposition.meets_settings); }
    std::string first_refusal() const;
};

std::string to_text(const char* format, double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string PreparedModel::first_refusal() const {
    if (!fit || fit->decomposition.meets_settings) return report.first_refusal();
    const std::size_t count = report.parts.size();
    return name + ": with " + std::to_string(count) + (count == 1 ? " part" : " parts") + ", the error is " +
           to_text("%.3g", fit->decomposition.hausdorff_error() / fit->decomposition.diagonal) +
           " of the diagonal; the limit is " + to_text("%g", fit->limit) +
           "; allow more parts (--max-parts) or a larger error (--concavity)";
}

Result<std::vector<PolygonMesh>> read_models(const std::filesystem::path& path) {
    if (is_poly_file(path)) return read_poly_file(path);
    if (is_obj_file(path)) {
        Result<PolygonMesh> model = read_obj_polygons(path);
        if (!model) return model.error();
        return std::vector<PolygonMesh>{std::move(*model)};
    }
    const Result<Mesh> mesh = import_mesh(path);
    if (!mesh) return mesh.error();
    return std::vector<PolygonMesh>{to_polygons(*mesh)};
}

// Replaces the faces of a model with the convex hull of its vertices.
RepairReport make_hull_of(const PolygonMesh& model) {
    Result<Polytope> hull = make_hull(model.positions);
    PreparedPart part{model.name, std::nullopt, {}};
    if (hull)
        part.polytope = std::move(*hull);
    else
        part.findings.push_back({Defect::no_polytope, false, 1, hull.error().message});
    RepairReport report;
    report.parts.push_back(std::move(part));
    return report;
}

// Returns a name that is valid in a library and in a scene: one word of at most 50 characters, and a number at its end
// if it would not be unique. Adds the name to `io_taken`.
std::string library_name(const std::string& name, std::set<std::string>& io_taken) {
    std::string word;
    for (const char c : name.substr(0, 50)) word += c > ' ' && c < 0x7f && c != '#' ? c : '_';
    if (word.empty()) word = "model";
    std::string unique = word;
    for (int k = 2; !io_taken.insert(unique).second; ++k) unique = word + "-" + std::to_string(k);
    return unique;
}

// Covers the model with convex parts.
PreparedModel decompose_model(const PolygonMesh& model, const DecomposeSettings& settings,
                              std::set<std::string>& io_taken_names) {
    PreparedModel prepared{model.name, {}, std::nullopt};
    TriangulatedModel triangulated = triangulate_model(model);
    prepared.report.findings = std::move(triangulated.findings);
    const bool is_refused = std::ranges::any_of(prepared.report.findings,
                                                [](const Finding& finding) { return !finding.is_repaired; });
    if (is_refused || !triangulated.mesh) return prepared;
    Result<Decomposition> parts = decompose(triangulated.mesh->view(), settings);
    if (!parts) {
        prepared.report.findings.push_back({Defect::no_polytope, false, 1, parts.error().message});
        return prepared;
    }
    if (parts->open_edges > 0)
        prepared.report.findings.push_back({Defect::open_edges, true, parts->open_edges,
                                            "holes were closed by flat fans, the widest hole is " +
                                                to_text("%.3g", parts->widest_hole) +
                                                " wide; errors refer to the closed surface"});
    const std::string name = library_name(model.name, io_taken_names);
    for (std::size_t k = 0; k < parts->parts.size(); ++k)
        prepared.report.parts.push_back(
            {name + "." + std::to_string(k + 1), std::move(parts->parts[k].polytope), {}});
    prepared.fit = PartsFit{std::move(*parts), settings.concavity};
    return prepared;
}

PreparedModel prepare(const PolygonMesh& model, const PrepareOptions& options,
                      std::set<std::string>& io_taken_names) {
    if (options.wants_parts) return decompose_model(model, options.decompose, io_taken_names);
    return {model.name, options.wants_hull ? make_hull_of(model) : prepare_polytopes(model), std::nullopt};
}

Result<std::vector<PreparedModel>> prepare(const PrepareOptions& options) {
    const Result<std::vector<PolygonMesh>> models = read_models(options.input);
    if (!models) return models.error();
    std::vector<PreparedModel> prepared;
    std::set<std::string> taken_names;
    for (const PolygonMesh& model : *models) prepared.push_back(prepare(model, options, taken_names));
    return prepared;
}

// --- the text report ---------------------------------------------------------------------------------------

void print(const Finding& finding) {
    std::printf("    %-9s %-20s %6zu  %s\n", finding.is_repaired ? "repaired" : "refused",
                std::string(name_of(finding.defect)).c_str(), finding.count, finding.text.c_str());
}

void print(const PartsFit& fit, std::size_t count) {
    const Decomposition& decomposition = fit.decomposition;
    std::printf("  %zu convex parts; concavity %.3g to %.3g of the diagonal, %.6g (limit %g); Hausdorff "
                "error at most "
                "%.4g, coverage within %.2g in units of the file\n",
                count, decomposition.error_at_least / decomposition.diagonal, decomposition.concavity(),
                decomposition.diagonal, fit.limit, decomposition.hausdorff_error(), decomposition.coverage);
}

void print(const PreparedModel& model) {
    std::printf("%s\n", model.name.c_str());
    for (const Finding& finding : model.report.findings) print(finding);
    if (model.fit) print(*model.fit, model.report.parts.size());
    for (const PreparedPart& part : model.report.parts) {
        std::printf("  polytope %s\n", part.name.c_str());
        for (const Finding& finding : part.findings) print(finding);
        if (!part.polytope) continue;
        const Polytope& p = *part.polytope;
        std::printf(
            "    usable    %zu vertices, %zu edges, %zu faces; volume %g, radius %g in units of the file\n",
            p.positions().size(), p.edges().size(), p.faces().size(), p.volume(), p.radius());
    }
}

// --- the JSON report ------------------------------------------------------------------------------------

Json to_json(const std::vector<Finding>& findings) {
    Json list = Json::array();
    for (const Finding& f : findings)
        list.push_back(Json::object({{"defect", name_of(f.defect)},
                                     {"repaired", f.is_repaired},
                                     {"count", f.count},
                                     {"text", f.text}}));
    return list;
}

Json to_json(const PreparedPart& part) {
    Json json = Json::object(
        {{"name", part.name}, {"usable", part.polytope.has_value()}, {"findings", to_json(part.findings)}});
    if (!part.polytope) return json;
    const Polytope& p = *part.polytope;
    json.add("vertices", p.positions().size());
    json.add("edges", p.edges().size());
    json.add("faces", p.faces().size());
    json.add("volume", p.volume());
    json.add("radius", p.radius());
    return json;
}

// Lengths in units of the file.
Json to_json(const PartsFit& fit, std::size_t count) {
    const Decomposition& decomposition = fit.decomposition;
    Json errors = Json::array();
    for (const DecomposedPart& part : decomposition.parts) errors.push_back(part.error_at_most);
    return Json::object({{"parts", count},
                         {"met", decomposition.meets_settings},
                         {"limit", fit.limit},
                         {"concavity", decomposition.concavity()},
                         {"diagonal", decomposition.diagonal},
                         {"error_at_least", decomposition.error_at_least},
                         {"error_at_most", decomposition.error_at_most},
                         {"coverage", decomposition.coverage},
                         {"widest_hole", decomposition.widest_hole},
                         {"hausdorff_error", decomposition.hausdorff_error()},
                         {"part_errors", std::move(errors)}});
}

Json to_json(const PreparedModel& model) {
    Json parts = Json::array();
    for (const PreparedPart& part : model.report.parts) parts.push_back(to_json(part));
    Json json = Json::object({{"name", model.name},
                              {"clean", model.report.is_clean()},
                              {"usable", model.is_usable()},
                              {"findings", to_json(model.report.findings)},
                              {"polytopes", std::move(parts)}});
    if (model.fit) json.add("decomposition", to_json(*model.fit, model.report.parts.size()));
    return json;
}

// --- the command ---------------------------------------------------------------------------------------------

// Writes only complete models, because an object with a missing part is a different object.
Status write(OutputFile& io_file, const std::vector<PreparedModel>& models) {
    std::vector<PolygonMesh> polytopes;
    for (const PreparedModel& model : models) {
        if (!model.is_usable()) continue;
        for (const PreparedPart& part : model.report.parts)
            polytopes.push_back(to_polygons(*part.polytope, part.name));
    }
    if (Status written = io_file.write(to_poly_text(polytopes)); !written) return written;
    return io_file.finish();
}

// Writes a scene with one body per model, which consists of the parts of the model. The scene refers to the library by
// a path relative to the scene's folder, or by an absolute path if there is no relative one.
Status write_scene(OutputFile& io_file, const PrepareOptions& options,
                   const std::vector<PreparedModel>& models) {
    std::vector<PartsOfModel> scene_models;
    for (const PreparedModel& model : models) {
        scene_models.push_back({model.name, {}});
        for (const PreparedPart& part : model.report.parts)
            scene_models.back().parts.push_back(to_polygons(*part.polytope, part.name));
    }
    std::error_code failure;
    const std::filesystem::path folder = std::filesystem::absolute(options.scene, failure).parent_path();
    const std::filesystem::path library = std::filesystem::relative(options.output, folder, failure);
    const SceneDescription scene =
        make_parts_scene(scene_models, library.empty() ? std::filesystem::absolute(options.output) : library);
    if (Status written = io_file.write(to_json(scene)); !written) return written;
    return io_file.finish();
}

// Reports the first unusable model with the reason, the number of further unusable models, and whether the usable
// models were written.
void describe_refused(const PrepareOptions& options, const std::vector<PreparedModel>& models) {
    const PreparedModel* first = nullptr;
    std::size_t refused = 0;
    for (const PreparedModel& model : models) {
        if (model.is_usable()) continue;
        if (refused++ == 0) first = &model;
    }
    const std::string more = refused > 1 ? "; and " + std::to_string(refused - 1) + " more" : "";
    const std::size_t usable = models.size() - refused;
    const char* outcome = options.output.empty()               ? ""
                          : usable == 0 || options.wants_parts ? "; nothing was written"
                          : usable == 1                        ? "; the other one was written"
                                                               : "; the others were written";
    const std::string reason = first->first_refusal();
    std::fprintf(stderr, "boxwood: %s: not every model is usable: %s%s%s\n", options.input.c_str(),
                 reason.empty() ? (first->name + ": has no faces").c_str() : reason.c_str(), more.c_str(),
                 outcome);
}

int run_prepare(const PrepareOptions& options) {
    if (!options.output.empty() && options.output != "-" && !is_poly_file(options.output))
        return usage_error(
            Error{options.output.string() + ": polytope libraries must have the extension .poly"});
    if (!options.scene.empty() && (!options.wants_parts || options.output.empty() || options.output == "-"))
        return usage_error(Error{"--scene needs --decompose and --out FILE.poly, which the scene refers to"});
    if (Status status = check_outputs(std::array{options.output, options.scene}, std::array{options.input});
        !status)
        return usage_error(status.error());
    std::optional<OutputFile> file, scene;
    for (auto [path, opened] : {std::pair(&options.output, &file), std::pair(&options.scene, &scene)}) {
        if (path->empty()) continue;
        Result<OutputFile> output = OutputFile::open(*path);
        if (!output) return usage_error(output.error());
        opened->emplace(std::move(*output));
    }
    const Result<std::vector<PreparedModel>> models = prepare(options);
    if (!models) return usage_error(models.error());
    const auto usable =
        std::ranges::count_if(*models, [](const PreparedModel& model) { return model.is_usable(); });
    const bool is_usable = usable == static_cast<std::ptrdiff_t>(models->size());
    const bool prints_report = options.output != "-"; // with "-", standard output contains the library
    if (options.as_json) {
        Json list = Json::array();
        for (const PreparedModel& model : *models) list.push_back(to_json(model));
        const Json json = Json::object(
            {{"file", options.input.string()}, {"usable", is_usable}, {"models", std::move(list)}});
        if (prints_report) std::printf("%s\n", to_indented_text(json).c_str());
    } else if (prints_report) {
        for (const PreparedModel& model : *models) print(model);
    }
    if (file && usable > 0 && (is_usable || !options.wants_parts))
        if (Status written = write(*file, *models); !written) return usage_error(written.error());
    if (scene && is_usable)
        if (Status written = write_scene(*scene, options, *models); !written)
            return usage_error(written.error());
    if (is_usable) return 0;
    describe_refused(options, *models);
    return 1;
}

} // namespace

void add_prepare_command(Command& line) {
    const auto options = std::make_shared<PrepareOptions>();
    Command verb =
        line.add_command("prepare", "Make convex polytopes of models: report the defects of each model, "
                                    "repair them where possible, and write the polytopes");
    verb.option("FILE", &options->input, "A polytope library (.poly) or a mesh file").required();
    const CommandOption hull =
        verb.flag("--hull", &options->wants_hull, "Use the convex hull of each model instead of its faces");
    verb.flag("--decompose", &options->wants_parts,
              "Cover each model, convex or not, with convex parts, and report the error")
        .excludes(hull);
    verb.option("--concavity", &options->decompose.concavity,
                "With --decompose: largest distance by which a part can extend beyond the model, as a "
                "fraction of "
                "the model's diagonal")
        .within(kMinConcavity, kMaxConcavity)
        .show_default();
    verb.option("--max-parts", &options->max_parts,
                "With --decompose: the largest number of parts of a model")
        .within(std::uint32_t{1}, static_cast<std::uint32_t>(kMaxDecomposedParts))
        .show_default();
    verb.option("--scene", &options->scene, "With --decompose: write a scene that shows the parts")
        .not_empty()
        .value_name("FILE.json");
    verb.option("--out", &options->output, "Write the polytopes as a library")
        .not_empty()
        .value_name("FILE.poly");
    verb.flag("--json", &options->as_json, "Print the report as JSON");
    verb.set_action([options] {
        options->decompose.max_parts = options->max_parts;
        return run_prepare(*options);
    });
}

} // namespace boxwood
