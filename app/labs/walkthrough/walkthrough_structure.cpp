// The collision structure of what is touched, held or pointed at: convex parts, boxes, hierarchy, closest features.
#include "app/labs/multi_body/feature_glyphs.hpp"
#include "app/labs/walkthrough/walkthrough.hpp"
#include "app/labs/wording.hpp"

#include "app/panels/readouts.hpp"
#include "collision/world/body_surfaces.hpp"
#include "engine/explain/explanations/feature_points.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr std::size_t kMaxSubjects = 6;
constexpr std::size_t kMaxMeshEdges = 6000; // of a mesh without convex parts
constexpr std::uint32_t kDeepestShown = 5;  // levels of a hierarchy
constexpr float kStructureWidth = 1.25f;
constexpr double kMarkRadius = 0.03, kMarkLift = 0.001; // metres

void add_edges(draw::DrawList& out, const Polytope& polytope, const Pose& world_from_polytope,
               draw::Color color) {
    for (std::uint32_t edge = 0; edge < polytope.edges().size(); ++edge) {
        const FeaturePoints ends = points_of(polytope, {FeatureKind::edge, edge}, world_from_polytope);
        out.lines.push_back({glm::vec3(ends[0]), glm::vec3(ends[1]), color, kStructureWidth, false,
                             draw::Layer::shine_through});
    }
}

void add_mesh_edges(draw::DrawList& out, const BodySurface& surface, draw::Color color) {
    const MeshView mesh = surface.shape->mesh();
    if (3 * mesh.triangles.size() > kMaxMeshEdges) return;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const Triangle64 t_w = world_triangle(surface.world_from_surface, mesh, t);
        for (int k = 0; k < 3; ++k)
            out.lines.push_back({glm::vec3(t_w[static_cast<std::size_t>(k)]),
                                 glm::vec3(t_w[static_cast<std::size_t>((k + 1) % 3)]), color,
                                 kStructureWidth, false, draw::Layer::shine_through});
    }
}

Aabb box_of(const BodySurface& surface) {
    std::vector<glm::vec3> points_w;
    for (const glm::vec3& p : surface.shape->mesh().positions)
        points_w.emplace_back(surface.world_from_surface * glm::dvec3(p));
    return Aabb::fit(points_w);
}

std::string structure_of(const Body& body) {
    if (body.parts) return ui::format_count(body.parts->tree().part_count()) + " convex parts";
    if (body.shape->polytope()) return "1 convex part";
    return ui::format_count(body.shape->mesh().triangles.size()) + " triangles";
}

} // namespace

// A disc on the surface where it is touched; of a fixed thing the only mark, as it may be as large as a wall.
void WalkthroughLab::draw_contact_mark(draw::DrawList& out, const Touch& touch, draw::Color color) const {
    constexpr int kSectors = 16;
    const glm::dvec3 up = touch.clearance.normal_w;
    const double length = glm::length(up);
    if (!(length > 0.0)) return;
    const glm::dvec3 normal = up / length;
    const glm::dvec3 across = glm::normalize(
        glm::cross(normal, std::abs(normal.y) < 0.9 ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(1.0, 0.0, 0.0)));
    const glm::dvec3 along = glm::cross(normal, across);
    const glm::dvec3 center_w = touch.clearance.on_b_w + kMarkLift * normal;
    const auto rim = [&](int k) {
        const double angle = 2.0 * std::numbers::pi * k / kSectors;
        return glm::vec3(center_w + kMarkRadius * (std::cos(angle) * across + std::sin(angle) * along));
    };
    for (int k = 0; k < kSectors; ++k)
        out.triangles.push_back(
            {glm::vec3(center_w), rim(k), rim(k + 1), color, true, draw::Layer::shine_through});
}

std::vector<BodyId> WalkthroughLab::structure_subjects() const {
    std::vector<BodyId> subjects;
    const auto add = [&](BodyId id) {
        if (id != kNone && subjects.size() < kMaxSubjects && std::ranges::count(subjects, id) == 0)
            subjects.push_back(id);
    };
    add(walk_.held());
    for (const Touch& touch : walk_.touches()) add(touch.body);
    add(aim_.body);
    return subjects;
}

void WalkthroughLab::draw_structure(draw::DrawList& out, const draw::Palette& palette) const {
    if (structure_ == Structure::none) return;
    const CollisionWorld& world = simulation_.world;
    if (structure_ == Structure::features) {
        for (const Touch& touch : walk_.touches())
            if (const Polytope* polytope = touch.surface.shape->polytope())
                add_feature_glyph(
                    out, points_of(*polytope, touch.clearance.features.b, touch.surface.world_from_surface),
                    {palette.closest});
        return;
    }
    for (const BodyId id : structure_subjects()) {
        const Body& body = world.bodies()[id];
        if (structure_ == Structure::boxes)
            add_box(out, world.boxes()[id], glm::mat4(1.0f),
                    {palette.overlapping, 2.0f, false, draw::Layer::shine_through});
        if (structure_ == Structure::hierarchy) {
            draw_hierarchy_of(body, out, palette);
            continue;
        }
        for (std::uint32_t k = 0; k < surface_count(body); ++k) {
            const BodySurface surface = surface_of(body, k);
            if (structure_ == Structure::boxes)
                add_box(out, box_of(surface), glm::mat4(1.0f),
                        {palette.pruned, 1.0f, true, draw::Layer::shine_through});
            else if (const Polytope* polytope = surface.shape->polytope())
                add_edges(out, *polytope, surface.world_from_surface, palette.overlapping);
            else
                add_mesh_edges(out, surface, palette.overlapping);
        }
    }
}

// Of a compound the hulls over its parts, of a mesh the outlines of the upper nodes.
void WalkthroughLab::draw_hierarchy_of(const Body& body, draw::DrawList& out,
                                       const draw::Palette& palette) const {
    if (body.parts) {
        const HullHierarchy& tree = body.parts->tree();
        for (std::uint32_t node = 0; node < tree.nodes().size(); ++node) {
            const bool is_leaf = tree.nodes()[node].part != kNone;
            add_edges(out, tree.hulls()[node].polytope,
                      body.world_from_body * body.parts->body_from_node(node),
                      is_leaf ? palette.pruned : palette.overlapping);
        }
        return;
    }
    const AnyHierarchy* hierarchy = body.shape->hierarchy();
    if (hierarchy == nullptr) {
        add_edges(out, *body.shape->polytope(), body.world_from_body, palette.overlapping);
        return;
    }
    hierarchy->visit_outlines(
        0, kDeepestShown, [&](const NodeBox&, const glm::vec3& from, const glm::vec3& to) {
            out.lines.push_back({glm::vec3(body.world_from_body * glm::dvec3(from)),
                                 glm::vec3(body.world_from_body * glm::dvec3(to)), palette.overlapping,
                                 kStructureWidth, false, draw::Layer::shine_through});
        });
}

// A row per thing that is touched: what it consists of, how near, and what the oracle says of it.
void WalkthroughLab::show_touched(const draw::Palette& palette) {
    std::vector<BodyId> touched;
    for (const Touch& touch : walk_.touches())
        if (std::ranges::count(touched, touch.body) == 0) touched.push_back(touch.body);
    ui::section("Touched", {.right_text = ui::format_count(touched.size())});
    if (touched.empty()) return ui::text("nothing", {ui::Font::body, palette.text3});
    constexpr std::array kColumns{
        ui::Column{"thing"}, ui::Column{"structure", 104.0f},
        ui::Column{"mm", 40.0f, true, "Least distance; a touch is at most 0.5"},
        ui::Column{"oracle", 56.0f, false, "What brute force over all triangles says of these touches"}};
    if (!ui::begin_table("touched", kColumns)) return;
    int row = 0;
    for (const BodyId id : touched) {
        double least = kTouch;
        for (const Touch& touch : walk_.touches())
            if (touch.body == id) least = std::min(least, std::max(touch.clearance.distance, 0.0));
        ui::table_row(row++);
        ui::table_cell(walk_.body(id).name, palette.contact);
        ui::table_cell(structure_of(simulation_.world.bodies()[id]));
        ui::table_cell(ui::format_fixed(1000.0 * least, 2));
        const auto verdict = touch_verdicts_.find(id);
        const bool is_known = asks_oracle_ && verdict != touch_verdicts_.end();
        ui::table_cell(!is_known         ? "–"
                       : verdict->second ? "✓ agrees"
                                         : "✗ wrong",
                       !is_known         ? std::nullopt
                       : verdict->second ? std::optional(palette.ok)
                                         : std::optional(palette.bad));
    }
    ui::end_table();
}

} // namespace boxwood
