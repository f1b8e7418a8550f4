#include "app/cli/commands.hpp"
#include "app/cli/options/hierarchy_options.hpp"
#include "app/cli/options/usage_error.hpp"
#include "engine/import/import.hpp"
#include "engine/import/text_file.hpp"
#include "engine/json/json.hpp"
#include "engine/meshes/measure.hpp"
#include "engine/producer/bvh_json.hpp"

#include <chrono>
#include <cmath>

namespace boxwood {
namespace {

struct InspectOptions {
    std::filesystem::path mesh;
    std::shared_ptr<HierarchyConfig> hierarchy = std::make_shared<HierarchyConfig>();
    bool as_json = false;
};

struct Inspection {
    std::string name;
    MeshReport mesh;
    HierarchyConfig config;
    HierarchyQuality quality;
    std::optional<ValidationError> defect;
    double build_us = 0.0;
    std::size_t bytes() const {
        return static_cast<std::size_t>(
            std::lround(quality.bytes_per_primitive * static_cast<double>(quality.primitives)));
    }
    double per_triangle(double amount) const { return amount / static_cast<double>(mesh.triangles); }
};

Result<Inspection> inspect(const InspectOptions& options) {
    if (Status status = check_names(*options.hierarchy); !status) return status.error();
    const Result<Mesh> mesh = import_mesh(options.mesh);
    if (!mesh) return mesh.error();
    const auto start = std::chrono::steady_clock::now();
    const Result<AnyHierarchy> tree = build_any_hierarchy(*options.hierarchy, mesh->view());
    const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - start;
    if (!tree) return tree.error();
    // Validation comes first, because it splits the remaining nodes of a lazy hierarchy, so that the complete tree is
    // measured. A defective tree is not measured.
    std::optional<ValidationError> defect = tree->validate(mesh->view());
    return Inspection{.name = mesh->name,
                      .mesh = make_report(mesh->view()),
                      .config = tree->config(),
                      .quality = defect ? HierarchyQuality{} : tree->measure(),
                      .defect = std::move(defect),
                      .build_us = spent.count()};
}

Json to_json(const glm::vec3& point) {
    return Json::array({point.x, point.y, point.z});
}

Json mesh_json(const Inspection& inspected) {
    const MeshReport& mesh = inspected.mesh;
    return Json::object({{"name", inspected.name},
                         {"vertices", mesh.vertices},
                         {"unused_vertices", mesh.unused_vertices},
                         {"triangles", mesh.triangles},
                         {"degenerate_triangles", mesh.degenerate_triangles},
                         {"edges", mesh.edges},
                         {"border_edges", mesh.border_edges},
                         {"non_manifold_edges", mesh.non_manifold_edges},
                         {"components", mesh.components},
                         {"is_closed", mesh.is_closed},
                         {"is_oriented", mesh.is_oriented},
                         {"lower", to_json(mesh.bounds.lower)},
                         {"upper", to_json(mesh.bounds.upper)}});
}

Json hierarchy_json(const Inspection& inspected) {
    const HierarchyQuality& quality = inspected.quality;
    return Json::object({{"kind", inspected.config.kind},
                         {"volume", inspected.config.volume},
                         {"builder", inspected.config.builder},
                         {"leaf_size", inspected.config.leaf_size},
                         {"is_valid", !inspected.defect},
                         {"defect", inspected.defect ? Json(inspected.defect->message) : Json()},
                         {"nodes", quality.nodes},
                         {"leaves", quality.leaves},
                         {"primitives", quality.primitives},
                         {"bytes", inspected.bytes()},
                         {"build_us", inspected.build_us},
                         {"max_depth", quality.max_depth},
                         {"mean_leaf_depth", quality.mean_leaf_depth},
                         {"leaf_depth_variance", quality.leaf_depth_variance},
                         {"surface_area_cost", quality.surface_area_cost},
                         {"volume_sum", quality.volume_sum},
                         {"sibling_overlap", quality.sibling_overlap},
                         {"leaves_at_depth", Json::array_of(quality.leaves_at_depth)},
                         {"leaves_of_size", Json::array_of(quality.leaves_of_size)},
                         {"overlap_at_depth", Json::array_of(quality.overlap_at_depth)}});
}

template <class... Values>
void row(const char* what, const char* format, Values... values) {
    std::printf("  %-22s", what);
    std::printf(format, values...);
    std::printf("\n");
}

void print_mesh(const Inspection& inspected) {
    const MeshReport& mesh = inspected.mesh;
    const glm::vec3 size = mesh.bounds.upper - mesh.bounds.lower;
    std::printf("mesh %s\n", inspected.name.c_str());
    row("triangles", "%zu", mesh.triangles);
    row("vertices", "%zu, %zu unused", mesh.vertices, mesh.unused_vertices);
    row("size", "%g x %g x %g units of the file", size.x, size.y, size.z);
    row("degenerate triangles", "%zu", mesh.degenerate_triangles);
    row("border edges", "%zu", mesh.border_edges);
    row("non-manifold edges", "%zu", mesh.non_manifold_edges);
    row("components", "%zu", mesh.components);
    row("closed", "%s", mesh.is_closed ? "yes" : "no");
    row("oriented", "%s", mesh.is_oriented ? "yes" : "no");
}

// For each depth, prints the number of leaves, and the overlap of the children of the nodes at this depth as a share of
// the volume of these nodes.
void print_levels(const HierarchyQuality& quality) {
    std::printf("\n  %5s %12s %16s\n", "depth", "leaves", "sibling overlap");
    for (std::size_t depth = 0; depth < quality.leaves_at_depth.size(); ++depth) {
        std::printf("  %5zu %12zu", depth, quality.leaves_at_depth[depth]);
        if (depth < quality.overlap_at_depth.size()) std::printf(" %16.3f", quality.overlap_at_depth[depth]);
        std::printf("\n");
    }
}

void print_hierarchy(const Inspection& inspected) {
    const HierarchyQuality& quality = inspected.quality;
    std::printf("\nhierarchy %s of %s, built by %s\n", inspected.config.kind.c_str(),
                inspected.config.volume.c_str(), inspected.config.builder.c_str());
    row("valid", "%s", inspected.defect ? inspected.defect->message.c_str() : "yes");
    row("nodes", "%zu, %zu of them leaves", quality.nodes, quality.leaves);
    row("depth of leaves", "at most %u, mean %.2f, variance %.2f", quality.max_depth, quality.mean_leaf_depth,
        quality.leaf_depth_variance);
    row("memory", "%zu bytes, %.1f bytes per triangle", inspected.bytes(), quality.bytes_per_primitive);
    row("build time", "%.1f us, %.1f ns per triangle", inspected.build_us,
        1000.0 * inspected.per_triangle(inspected.build_us));
    row("surface area cost", "%.3f tests for a random line through the root", quality.surface_area_cost);
    row("volume sum", "%.3f of the root's volume", quality.volume_sum);
    row("sibling overlap", "%.3f of the parents' volume", quality.sibling_overlap);
    for (std::size_t size = 1; size < quality.leaves_of_size.size(); ++size)
        if (quality.leaves_of_size[size] > 0)
            row(("leaves of " + std::to_string(size)).c_str(), "%zu", quality.leaves_of_size[size]);
    print_levels(quality);
}

std::string count_text(std::size_t count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

// Prints the contents of a capture, with one line per mesh and per hierarchy.
int inspect_capture(const InspectOptions& options) {
    if (options.as_json)
        return usage_error(
            Error{"--json works for meshes only; `boxwood judge --json` prints verdicts on a capture"});
    const Result<capture::Capture> inspected = capture::read_any_capture(options.mesh);
    if (!inspected) return usage_error(inspected.error());
    std::printf("capture %s\n", options.mesh.filename().c_str());
    row("written by", "%s",
        inspected->producer.empty() ? "unknown" : capture::printable(inspected->producer).c_str());
    row("contents", "%s, %s, %s, %s, %s, %s", count_text(inspected->meshes.size(), "mesh", "meshes").c_str(),
        count_text(inspected->hierarchies.size(), "hierarchy", "hierarchies").c_str(),
        count_text(inspected->bodies.size(), "body", "bodies").c_str(),
        count_text(inspected->frames.size() + inspected->pairs.size(), "frame", "frames").c_str(),
        count_text(inspected->queries.size(), "query", "queries").c_str(),
        count_text(inspected->marks.size(), "mark", "marks").c_str());
    std::uint64_t visits = 0;
    for (const auto& [query, record] : inspected->visits) visits += record.visits.size() / sizeof(Visit);
    row("visits", "%llu, of %s", static_cast<unsigned long long>(visits),
        count_text(inspected->visits.size(), "query", "queries").c_str());
    for (const auto& [key, mesh] : inspected->meshes)
        row(("mesh " + std::to_string(key.id)).c_str(), "%s, revision %llu: %zu vertices, %zu triangles%s",
            capture::printable(mesh.name).c_str(), static_cast<unsigned long long>(key.revision),
            mesh.vertex_count(), mesh.triangle_count(), mesh.is_solid != 0 ? ", solid" : "");
    for (const auto& [key, tree] : inspected->hierarchies)
        row(("hierarchy " + std::to_string(key.id)).c_str(),
            "%s by %s, revision %llu: %zu nodes over mesh %llu", capture::printable(tree.name).c_str(),
            capture::printable(tree.library).c_str(), static_cast<unsigned long long>(key.revision),
            tree.node_count(), static_cast<unsigned long long>(tree.mesh));
    for (const auto& [topic, count] : inspected->skipped_topics)
        row("other", "%s: %llu messages", capture::printable(topic).c_str(),
            static_cast<unsigned long long>(count));
    for (const std::string& problem : inspected->problems)
        std::fprintf(stderr, "boxwood: %s\n", problem.c_str());
    return 0;
}

int run_inspect(const InspectOptions& options) {
    if (capture::is_capture_file(options.mesh)) return inspect_capture(options);
    const Result<Inspection> inspected = inspect(options);
    if (!inspected) return usage_error(inspected.error());
    if (options.as_json) {
        const Json json =
            Json::object({{"mesh", mesh_json(*inspected)}, {"hierarchy", hierarchy_json(*inspected)}});
        std::printf("%s\n", to_indented_text(json).c_str());
    } else {
        print_mesh(*inspected);
        print_hierarchy(*inspected);
    }
    return inspected->defect ? 1 : 0;
}

} // namespace

void add_inspect_command(Command& line) {
    const auto options = std::make_shared<InspectOptions>();
    Command verb = line.add_command(
        "inspect",
        "Describe a mesh and the quality of the hierarchy built over it, or list the contents of a capture");
    verb.option("MESH", &options->mesh, "Mesh file or capture (.mcap or .bvh.json)").required();
    add_hierarchy_options(verb, "aabb", options->hierarchy);
    verb.flag("--json", &options->as_json, "Print JSON, with the histograms");
    verb.set_action([options] {
        choose_defaults(*options->hierarchy, QueryMode::all);
        return run_inspect(*options);
    });
}

} // namespace boxwood
