#include "app/cli/commands.hpp"
#include "app/cli/usage_error.hpp"
#include "app/shell/output_file.hpp"
#include "engine/import/formats/obj_polygons.hpp"
#include "engine/import/formats/poly_file.hpp"
#include "engine/import/import.hpp"
#include "engine/json/json.hpp"
#include "engine/meshes/hull.hpp"
#include "engine/meshes/repair/repair.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

namespace boxwood {
namespace {

struct PrepareOptions {
    std::filesystem::path input, output;
    bool wants_hull = false;
    bool as_json = false;
};

struct PreparedModel {
    std::string name;
    RepairReport made;
};

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

// The hull of all vertices of a model in place of its faces.
RepairReport make_hull_of(const PolygonMesh& model) {
    Result<Polytope> hull = make_hull(model.positions);
    PreparedPart part{model.name, std::nullopt, {}};
    if (hull)
        part.polytope = std::move(*hull);
    else
        part.findings.push_back({Defect::no_polytope, false, 1, hull.error().message});
    RepairReport made;
    made.parts.push_back(std::move(part));
    return made;
}

Result<std::vector<PreparedModel>> prepare(const PrepareOptions& options) {
    const Result<std::vector<PolygonMesh>> models = read_models(options.input);
    if (!models) return models.error();
    std::vector<PreparedModel> prepared;
    for (const PolygonMesh& model : *models)
        prepared.push_back({model.name, options.wants_hull ? make_hull_of(model) : prepare_polytopes(model)});
    return prepared;
}

// --- what a person reads ----------------------------------------------------------------------------------

void print(const Finding& finding) {
    std::printf("    %-9s %-20s %6zu  %s\n", finding.is_repaired ? "repaired" : "refused",
                std::string(name_of(finding.defect)).c_str(), finding.count, finding.text.c_str());
}

void print(const PreparedModel& model) {
    std::printf("%s\n", model.name.c_str());
    for (const Finding& finding : model.made.findings) print(finding);
    for (const PreparedPart& part : model.made.parts) {
        std::printf("  polytope %s\n", part.name.c_str());
        for (const Finding& finding : part.findings) print(finding);
        if (!part.polytope) continue;
        const Polytope& p = *part.polytope;
        std::printf(
            "    usable    %zu vertices, %zu edges, %zu faces; volume %g, radius %g in units of the file\n",
            p.positions().size(), p.edges().size(), p.faces().size(), p.volume(), p.radius());
    }
}

// --- what a program reads ---------------------------------------------------------------------------------

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

Json to_json(const PreparedModel& model) {
    Json parts = Json::array();
    for (const PreparedPart& part : model.made.parts) parts.push_back(to_json(part));
    return Json::object({{"name", model.name},
                         {"clean", model.made.is_clean()},
                         {"usable", model.made.is_usable()},
                         {"findings", to_json(model.made.findings)},
                         {"polytopes", std::move(parts)}});
}

// --- the verb ---------------------------------------------------------------------------------------------

// Whole models only: an object of which a part is missing is another one.
Status write(OutputFile& io_file, const std::vector<PreparedModel>& models) {
    std::vector<PolygonMesh> polytopes;
    for (const PreparedModel& model : models) {
        if (!model.made.is_usable()) continue;
        for (const PreparedPart& part : model.made.parts)
            polytopes.push_back(to_polygons(*part.polytope, part.name));
    }
    if (Status written = io_file.write(to_poly_text(polytopes)); !written) return written;
    return io_file.finish();
}

// The first one that was refused and why, how many there are, and what became of the others.
void describe_refused(const PrepareOptions& options, const std::vector<PreparedModel>& models) {
    const PreparedModel* first = nullptr;
    std::size_t refused = 0;
    for (const PreparedModel& model : models) {
        if (model.made.is_usable()) continue;
        if (refused++ == 0) first = &model;
    }
    const std::string many = refused > 1 ? "; and " + std::to_string(refused - 1) + " more" : "";
    const std::size_t others = models.size() - refused;
    const char* fate = options.output.empty() ? ""
                       : others == 0          ? "; nothing was written"
                       : others == 1          ? "; the other one was written"
                                              : "; the others were written";
    const std::string why = first->made.first_refusal();
    std::fprintf(stderr, "boxwood: %s: not every model is usable: %s%s%s\n", options.input.c_str(),
                 why.empty() ? (first->name + ": has no faces").c_str() : why.c_str(), many.c_str(), fate);
}

int run_prepare(const PrepareOptions& options) {
    if (!options.output.empty() && options.output != "-" && !is_poly_file(options.output))
        return usage_error(
            Error{options.output.string() + ": polytopes are written to files that end in .poly"});
    if (Status status = check_outputs(std::array{options.output}, std::array{options.input}); !status)
        return usage_error(status.error());
    std::optional<OutputFile> file;
    if (!options.output.empty()) {
        Result<OutputFile> opened = OutputFile::open(options.output);
        if (!opened) return usage_error(opened.error());
        file.emplace(std::move(*opened));
    }
    const Result<std::vector<PreparedModel>> models = prepare(options);
    if (!models) return usage_error(models.error());
    const auto usable =
        std::ranges::count_if(*models, [](const PreparedModel& model) { return model.made.is_usable(); });
    const bool is_usable = usable == static_cast<std::ptrdiff_t>(models->size());
    const bool says_nothing = options.output == "-"; // standard output is the library itself
    if (options.as_json) {
        Json list = Json::array();
        for (const PreparedModel& model : *models) list.push_back(to_json(model));
        const Json json = Json::object(
            {{"file", options.input.string()}, {"usable", is_usable}, {"models", std::move(list)}});
        if (!says_nothing) std::printf("%s\n", to_indented_text(json).c_str());
    } else if (!says_nothing) {
        for (const PreparedModel& model : *models) print(model);
    }
    if (file && usable > 0)
        if (Status written = write(*file, *models); !written) return usage_error(written.error());
    if (is_usable) return 0;
    describe_refused(options, *models);
    return 1;
}

} // namespace

void add_prepare_command(Command& line) {
    const auto options = std::make_shared<PrepareOptions>();
    Command verb = line.add_command("prepare", "Report what keeps a model from being convex polytopes, "
                                               "repair what can be repaired, write the polytopes");
    verb.option("FILE", &options->input, "A polytope library (.poly) or a mesh file").required();
    verb.flag("--hull", &options->wants_hull, "Take the convex hull of each model instead of its faces");
    verb.option("--out", &options->output, "Write the polytopes as a library")
        .not_empty()
        .value_name("FILE.poly");
    verb.flag("--json", &options->as_json, "The report as JSON");
    verb.set_action([options] { return run_prepare(*options); });
}

} // namespace boxwood
