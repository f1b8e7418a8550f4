#include "app/labs/walkthrough/drawing/walk_structure.hpp"

#include "app/labs/drawing.hpp"
#include "app/labs/feature_glyphs.hpp"
#include "collision/world/body_surfaces.hpp"
#include "engine/explain/explanations/feature_points.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr std::size_t kMaxSubjects = 6;
constexpr std::size_t kMaxMeshEdges = 6000; // larger meshes without convex parts are not drawn
constexpr std::uint32_t kMaxDrawnDepth = 5; // of a hierarchy
constexpr float kStructureWidth = 1.25f;
constexpr double kMarkRadius = 0.03, kMarkLift = 0.001; // meters

void add_edges(draw::DrawList& out, const Polytope& polytope, const Pose& world_from_polytope,
               draw::Color color) {
    for (std::uint32_t edge = 0; edge < polytope.edges().size(); ++edge) {
        const FeaturePoints ends = points_of(polytope, {FeatureKind::edge, edge}, world_from_polytope);
        out.lines.push_back(
            {glm::vec3(ends[0]), glm::vec3(ends[1]), color, kStructureWidth, false, draw::Layer::xray});
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
                                 kStructureWidth, false, draw::Layer::xray});
    }
}

Aabb box_of(const BodySurface& surface) {
    std::vector<glm::vec3> points_w;
    for (const glm::vec3& p : surface.shape->mesh().positions)
        points_w.emplace_back(surface.world_from_surface * glm::dvec3(p));
    return Aabb::fit(points_w);
}

// Draws the hulls of a compound's hierarchy, or the volumes of the upper nodes of another shape's hierarchy. For a
// polytope without a hierarchy, draws its edges.
void draw_hierarchy_of(const Body& body, draw::DrawList& out, const draw::Palette& palette) {
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
        0, kMaxDrawnDepth, [&](const NodeBox&, const glm::vec3& from, const glm::vec3& to) {
            out.lines.push_back({glm::vec3(body.world_from_body * glm::dvec3(from)),
                                 glm::vec3(body.world_from_body * glm::dvec3(to)), palette.overlapping,
                                 kStructureWidth, false, draw::Layer::xray});
        });
}

} // namespace

std::string structure_of(const Body& body) {
    if (body.parts) return ui::format_count(body.parts->tree().part_count()) + " convex parts";
    if (body.shape->polytope()) return "1 convex part";
    return ui::format_count(body.shape->mesh().triangles.size()) + " triangles";
}

void draw_contact_mark(draw::DrawList& out, const Touch& touch, draw::Color color) {
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
        out.triangles.push_back({glm::vec3(center_w), rim(k), rim(k + 1), color, true, draw::Layer::xray});
}

std::vector<BodyId> structure_subjects(const Walk& walk, BodyId aim) {
    std::vector<BodyId> subjects;
    const auto add = [&](BodyId id) {
        if (id != kNone && subjects.size() < kMaxSubjects && std::ranges::count(subjects, id) == 0)
            subjects.push_back(id);
    };
    add(walk.held());
    for (const Touch& touch : walk.touches()) add(touch.body);
    add(aim);
    return subjects;
}

void draw_structure(WalkStructure structure, const CurrentWalk& now, const OutlinerMarks& marks, BodyId aim,
                    draw::DrawList& out, const draw::Palette& palette) {
    if (structure == WalkStructure::none) return;
    const CollisionWorld& world = now.simulation.world;
    if (structure == WalkStructure::features) {
        for (const Touch& touch : now.walk.touches())
            if (const Polytope* polytope = touch.surface.shape->polytope();
                polytope != nullptr && marks.is_shown(touch.body))
                add_feature_glyph(
                    out, points_of(*polytope, touch.clearance.features.b, touch.surface.world_from_surface),
                    {palette.closest});
        return;
    }
    for (const BodyId id : structure_subjects(now.walk, aim)) {
        if (!marks.is_shown(id)) continue;
        const Body& body = world.bodies()[id];
        if (structure == WalkStructure::boxes)
            add_box(out, world.boxes()[id], glm::mat4(1.0f),
                    {palette.overlapping, 2.0f, false, draw::Layer::xray});
        if (structure == WalkStructure::hierarchy) {
            draw_hierarchy_of(body, out, palette);
            continue;
        }
        for (std::uint32_t k = 0; k < surface_count(body); ++k) {
            const BodySurface surface = surface_of(body, k);
            if (structure == WalkStructure::boxes)
                add_box(out, box_of(surface), glm::mat4(1.0f),
                        {palette.pruned, 1.0f, true, draw::Layer::xray});
            else if (const Polytope* polytope = surface.shape->polytope())
                add_edges(out, *polytope, surface.world_from_surface, palette.overlapping);
            else
                add_mesh_edges(out, surface, palette.overlapping);
        }
    }
}

} // namespace boxwood
