#include "app/labs/capture/case/highlighted_parts.hpp"

#include "app/labs/capture/volume_outline.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace boxwood {
namespace {

// Calls `line` with the outline of a node's volumes in world coordinates.
void visit_outline(const SeenCase& seen, const SeenNode& of, const OutlineSink& line) {
    const SeenObject& object = seen.objects[of.object];
    for (const judge::NodeVolumes::Shape& shape : object.tree->volumes.shapes(of.node))
        outline_volume(shape, [&](const glm::dvec3& from, const glm::dvec3& to) {
            line(object.world_from_mesh * from, object.world_from_mesh * to);
        });
}

void add_overhang(const SeenCase& seen, const SeenNode& of, std::uint32_t triangle,
                  HighlightedParts& io_highlighted) {
    const SeenObject& object = seen.objects[of.object];
    if (object.tree == nullptr || !has_triangle(seen, {of.object, triangle})) return;
    const auto found = object.tree->shortfall_of(of.node, triangle);
    if (!found || !std::isfinite(found->excess.length)) return;
    const judge::Excess& excess = found->excess;
    Overhang overhang{.length = excess.length, .side = excess.side, .unit = object.tree->record->length_unit};
    overhang.corner_w = object.world_from_mesh * excess.point;
    overhang.surface_w = object.world_from_mesh * (excess.point - excess.length * excess.outward);
    const glm::dvec3 outward_w = object.world_from_mesh.linear * excess.outward;
    const double length = glm::length(outward_w);
    if (length > 0.0) overhang.outward_w = outward_w / length;
    io_highlighted.bounds.add(overhang.corner_w);
    io_highlighted.overhang = overhang;
}

} // namespace

void PointBounds::add(const glm::dvec3& point_w) {
    if (!std::isfinite(point_w.x + point_w.y + point_w.z)) return;
    lower_w = is_empty ? point_w : glm::min(lower_w, point_w);
    upper_w = is_empty ? point_w : glm::max(upper_w, point_w);
    is_empty = false;
}

bool has_triangle(const SeenCase& seen, const SeenTriangle& of) {
    return of.object < seen.objects.size() && of.triangle < seen.objects[of.object].mesh->triangle_count() &&
           judge::mesh_defect(*seen.objects[of.object].mesh).empty();
}

std::array<glm::dvec3, 3> triangle_w(const SeenCase& seen, const SeenTriangle& of) {
    const SeenObject& object = seen.objects[of.object];
    std::array<glm::dvec3, 3> corners{};
    for (std::size_t corner = 0; corner < 3; ++corner)
        corners[corner] =
            object.world_from_mesh *
            judge::vertex_of(*object.mesh, object.mesh->triangles[3 * std::size_t{of.triangle} + corner]);
    return corners;
}

PointBounds bounds_of_node(const SeenCase& seen, const SeenNode& of) {
    PointBounds bounds;
    if (of.object < seen.objects.size() && seen.objects[of.object].tree != nullptr)
        visit_outline(seen, of, [&](const glm::dvec3& from_w, const glm::dvec3&) { bounds.add(from_w); });
    return bounds;
}

const NodeTable& table_of(const SeenCase& seen, std::size_t object) {
    static const NodeTable none;
    const bool has_one =
        object < std::min<std::size_t>(seen.objects.size(), 2) && seen.objects[object].recorded;
    return has_one ? seen.objects[object].recorded->table : none;
}

HighlightedParts highlighted_by(const judge::Finding& finding, const SeenCase& seen) {
    constexpr std::size_t kMaxTriangles = 50; // highlighted triangles of a node without a volume
    HighlightedParts highlighted;
    const judge::Evidence& evidence = finding.evidence;
    const auto add_node = [&](std::size_t object, std::uint32_t node) {
        const SeenNode of{object, node};
        const bool is_listed =
            std::find(highlighted.nodes.begin(), highlighted.nodes.end(), of) != highlighted.nodes.end();
        if (!is_listed && object < seen.objects.size() && seen.objects[object].tree != nullptr)
            highlighted.nodes.push_back(of);
    };
    const auto add_triangle = [&](std::size_t object, std::uint32_t triangle) {
        const SeenTriangle of{object, triangle};
        if (!has_triangle(seen, of)) return;
        highlighted.triangles.push_back(of);
        for (const glm::dvec3& corner : triangle_w(seen, of)) highlighted.bounds.add(corner);
    };
    if (seen.faulty_object && finding.node) {
        add_node(*seen.faulty_object, *finding.node);
        if (evidence.triangle)
            add_overhang(seen, {*seen.faulty_object, *finding.node}, *evidence.triangle, highlighted);
        const judge::JudgedHierarchy* tree = seen.objects[*seen.faulty_object].tree;
        const NodeTable& table = table_of(seen, *seen.faulty_object);
        // If the node has no volume, adds its triangles and the volume of its parent.
        if (tree && !tree->volumes.has(*finding.node) && table.has(*finding.node)) {
            const std::span<const std::uint32_t> below = table.primitives_below(*finding.node);
            for (std::size_t i = 0; i < std::min(below.size(), kMaxTriangles); ++i)
                add_triangle(*seen.faulty_object, below[i]);
            if (table.nodes[*finding.node].parent != NodeTable::kNone)
                add_node(*seen.faulty_object, table.nodes[*finding.node].parent);
        }
    }
    if (seen.faulty_object && evidence.triangle) add_triangle(*seen.faulty_object, *evidence.triangle);
    if (seen.is_pair_query()) {
        for (std::size_t side = 0; side < 2; ++side) {
            if (evidence.nodes) add_node(side, (*evidence.nodes)[side]);
            if (evidence.triangles) add_triangle(side, (*evidence.triangles)[side]);
        }
        const capture::QueryRecord& query = *seen.query;
        if (query.witness_a.size() == 3 && query.witness_b.size() == 3)
            highlighted.claimed_w = {
                {glm::dvec3(query.witness_a[0], query.witness_a[1], query.witness_a[2]),
                 glm::dvec3(query.witness_b[0], query.witness_b[1], query.witness_b[2])}};
    }
    highlighted.exact_w = evidence.closest_w;
    for (const auto& points : {highlighted.exact_w, highlighted.claimed_w})
        if (points)
            for (const glm::dvec3& point : *points) highlighted.bounds.add(point);
    for (const SeenNode& of : highlighted.nodes)
        visit_outline(seen, of, [&](const glm::dvec3& from_w, const glm::dvec3& to_w) {
            highlighted.bounds.add(from_w);
            highlighted.bounds.add(to_w);
        });
    // For a finding about the broad phase, the bounds contain both named bodies.
    if (evidence.bodies)
        for (const SeenObject& object : seen.objects)
            if (object.body == (*evidence.bodies)[0] || object.body == (*evidence.bodies)[1])
                for (std::uint32_t v = 0; v < object.mesh->vertex_count(); ++v)
                    highlighted.bounds.add(object.world_from_mesh * judge::vertex_of(*object.mesh, v));
    return highlighted;
}

} // namespace boxwood
