#include "engine/meshes/repair/repair.hpp"

#include "collision/geometry/polytope/polytope_checks.hpp"
#include "engine/meshes/hull.hpp"
#include "engine/meshes/repair/repair_stages.hpp"
#include "engine/meshes/weld.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood {
namespace {

using namespace preprocess_detail;

Draft make_draft(const PolygonMesh& model) {
    Draft draft{&model, model.positions, model.faces, {}, {}, 0.0};
    draft.vertex_ids.resize(model.positions.size());
    draft.face_ids.resize(model.faces.size());
    std::iota(draft.vertex_ids.begin(), draft.vertex_ids.end(), 0u);
    std::iota(draft.face_ids.begin(), draft.face_ids.end(), 0u);
    Aabb bounds;
    for (const glm::vec3& p : model.positions) bounds = merge(bounds, Aabb{p, p});
    if (!bounds.is_empty())
        draft.tolerance = kWeldTolerance * glm::distance(glm::dvec3(bounds.lower), glm::dvec3(bounds.upper));
    return draft;
}

bool is_less(const glm::vec3& p, const glm::vec3& q) {
    return std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z);
}

// Reports vertices that are not corners of the polytope: inside a face, or on a straight edge.
void report_extraneous(const Draft& draft, const Polytope& polytope, Findings& io_findings) {
    std::vector<glm::vec3> kept(polytope.positions().begin(), polytope.positions().end());
    std::sort(kept.begin(), kept.end(), is_less);
    const auto is_kept = [&kept](const glm::vec3& p) {
        return std::binary_search(kept.begin(), kept.end(), p, is_less);
    };
    std::size_t count = 0;
    std::string first;
    for (std::uint32_t v = 0; v < draft.positions.size(); ++v) {
        if (is_kept(draft.positions[v])) continue;
        if (count++ == 0)
            first = "vertex " + draft.vertex(v) + " lies inside a face or on a straight edge; it was dropped";
    }
    if (count > 0) io_findings.push_back({Defect::extraneous_vertices, true, count, first});
}

void reject(PreparedPart& io_part, Defect defect, std::size_t count, std::string text) {
    io_part.findings.push_back({defect, false, count, std::move(text)});
}

// Closes holes by taking the hull if all faces are part of its surface. The hull also repairs other defects of the
// faces, which are reported, too.
void close_by_hull(Draft& io_draft, PreparedPart& io_part) {
    Finding& open = io_part.findings.back();
    const bool is_only_open =
        open.defect == Defect::open_edges &&
        std::none_of(io_part.findings.begin(), io_part.findings.end(),
                     [](const Finding& f) { return f.defect == Defect::crowded_edges; });
    if (!is_only_open) return;
    const bool has_enough_faces = io_draft.faces.size() >= 3;
    Findings repaired;
    orient_outwards(io_draft, repaired);
    cut_faces(io_draft, Solid::convex, repaired);
    if (!has_enough_faces || !are_faces_of_hull(io_draft)) {
        open.text += "; add the missing faces, or ask for the hull";
        return;
    }
    Result<Polytope> hull = make_hull(io_draft.positions);
    if (!hull) {
        open.text += "; " + hull.error().message;
        return;
    }
    open.is_repaired = true;
    open.text += "; all faces lie on a convex solid, whose missing faces were added";
    io_part.findings.insert(io_part.findings.end(), repaired.begin(), repaired.end());
    report_extraneous(io_draft, *hull, io_part.findings);
    io_part.polytope = std::move(*hull);
}

void finish_part(const Draft& draft, PreparedPart& io_part) {
    const SolidSize solid = measure(draft.positions, draft.faces);
    if (!check_volume(solid)) return reject(io_part, Defect::flat, 1, "the volume is zero up to rounding");
    Result<Polytope> polytope = make_polytope(draft.positions, draft.faces);
    if (polytope) {
        report_extraneous(draft, *polytope, io_part.findings);
        io_part.polytope = std::move(*polytope);
        return;
    }
    std::string first;
    if (const std::size_t valleys = count_concave_edges(draft, first); valleys > 0)
        return reject(io_part, Defect::not_convex, valleys,
                      first + "; decompose the model (--decompose), or ask for the hull (--hull)");
    // The message refers to the elements after the repairs, whose indices differ from the indices in the file.
    reject(io_part, Defect::no_polytope, 1,
           polytope.error().message + " (indices count from 0, after the repairs); ask for the hull");
}

void prepare_part(Draft& io_draft, PreparedPart& io_part) {
    Findings& findings = io_part.findings;
    drop_inner_faces(io_draft, findings);
    drop_unused_vertices(io_draft, nullptr);
    join_split_edges(io_draft, findings);
    if (!check_edges(io_draft, findings)) {
        close_by_hull(io_draft, io_part);
        return;
    }
    if (!orient(io_draft, findings) || !check_euler(io_draft, findings)) return;
    cut_faces(io_draft, Solid::convex, findings);
    finish_part(io_draft, io_part);
}

// The stages that both public functions share, for individual vertices and faces. Empty if the model cannot be
// repaired.
std::optional<Draft> clean_draft(const PolygonMesh& model, Findings& io_findings) {
    if (!check_elements(model, io_findings)) return std::nullopt;
    Draft draft = make_draft(model);
    weld(draft, io_findings);
    drop_degenerate_faces(draft, io_findings);
    drop_duplicate_faces(draft, io_findings);
    drop_unused_vertices(draft, &io_findings);
    return draft;
}

// True if every edge has two faces, and the two faces of some edge traverse it in the same direction.
bool is_mixed_manifold(const Draft& draft) {
    std::map<EdgeKey, int> directed;
    for (const Polygon& face : draft.faces)
        for (std::size_t k = 0; k < face.size(); ++k) ++directed[{face[k], face[(k + 1) % face.size()]}];
    const auto edges = faces_of_edges(draft);
    const bool is_manifold =
        std::all_of(edges.begin(), edges.end(), [](const auto& edge) { return edge.second.size() == 2; });
    return is_manifold &&
           std::any_of(directed.begin(), directed.end(), [](const auto& edge) { return edge.second > 1; });
}

bool is_rejection(const Finding& finding) {
    return !finding.is_repaired;
}

} // namespace

bool RepairReport::is_clean() const {
    return findings.empty() && std::all_of(parts.begin(), parts.end(),
                                           [](const PreparedPart& part) { return part.findings.empty(); });
}

bool RepairReport::is_usable() const {
    return !parts.empty() && std::all_of(parts.begin(), parts.end(),
                                         [](const PreparedPart& part) { return part.polytope.has_value(); });
}

std::string RepairReport::first_refusal() const {
    const auto line = [](const std::string& name, const Finding& finding) {
        return (name.empty() ? "" : name + ": ") + std::string(name_of(finding.defect)) + ": " + finding.text;
    };
    const auto of_model = std::find_if(findings.begin(), findings.end(), is_rejection);
    if (of_model != findings.end()) return line("", *of_model);
    for (const PreparedPart& part : parts) {
        const auto found = std::find_if(part.findings.begin(), part.findings.end(), is_rejection);
        if (found != part.findings.end()) return line(part.name, *found);
    }
    return parts.empty() ? "there are no faces" : "";
}

RepairReport prepare_polytopes(const PolygonMesh& model) {
    RepairReport report;
    std::optional<Draft> draft = clean_draft(model, report.findings);
    if (!draft) return report;
    std::vector<Draft> drafts = split_parts(*draft, report.findings);
    for (std::size_t k = 0; k < drafts.size(); ++k) {
        const std::string name = drafts.size() == 1 ? model.name : model.name + "." + std::to_string(k + 1);
        report.parts.push_back({name, std::nullopt, {}});
        prepare_part(drafts[k], report.parts.back());
    }
    return report;
}

TriangulatedModel triangulate_model(const PolygonMesh& model) {
    TriangulatedModel result;
    std::optional<Draft> draft = clean_draft(model, result.findings);
    if (!draft) return result;
    Mesh mesh{model.name, {}, {}, model.positions.size()};
    Findings unused;
    for (Draft& part : split_parts(*draft, unused)) {
        if (is_mixed_manifold(part)) orient(part, result.findings);
        cut_faces(part, Solid::any, result.findings);
        const auto base = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.insert(mesh.positions.end(), part.positions.begin(), part.positions.end());
        for (const Polygon& face : part.faces)
            for (std::size_t k = 2; k < face.size(); ++k)
                mesh.triangles.push_back({base + face[0], base + face[k - 1], base + face[k]});
    }
    drop_unused_vertices(mesh);
    if (mesh.triangles.empty())
        result.findings.push_back(
            {Defect::degenerate_faces, false, model.faces.size(), "there are no faces"});
    else
        result.mesh = std::move(mesh);
    return result;
}

} // namespace boxwood
