#include "app/labs/capture/drawing/capture_drawing.hpp"

#include "app/labs/capture/volume_outline.hpp"
#include "app/labs/drawing.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr std::size_t kMaxVolumes = 4000; // volumes drawn per object
// Minimum length of an arrow, as a fraction of the radius of the highlighted parts.
constexpr double kMinArrow = 0.35;

draw::Color color_of_object(std::size_t object, std::size_t count, const draw::Palette& palette) {
    if (count > 2) return palette.body;
    return object == 0 ? palette.body_a : palette.body_b;
}

void draw_node(const SeenCase& seen, const SeenNode& of, const draw::Line& look, draw::DrawList& out) {
    if (of.object >= seen.objects.size() || seen.objects[of.object].tree == nullptr) return;
    const SeenObject& object = seen.objects[of.object];
    for (const judge::NodeVolumes::Shape& shape : object.tree->volumes.shapes(of.node))
        outline_volume(shape, [&](const glm::dvec3& from, const glm::dvec3& to) {
            draw::Line line = look;
            line.from_w = glm::vec3(object.world_from_mesh * from);
            line.to_w = glm::vec3(object.world_from_mesh * to);
            out.lines.push_back(line);
        });
}

// Draws the volumes at the chosen depths. If the visits are known, the style shows the result of the query's tests: not
// pruned, pruned, or not tested.
void draw_levels(const CapturePicture& picture, std::size_t object, draw::DrawList& out,
                 const draw::Palette& palette) {
    const CaptureDisplay& display = picture.display;
    if (picture.current_case.seen().objects[object].tree == nullptr) return;
    std::size_t drawn = 0;
    const NodeTable& table = picture.current_case.table(object);
    std::vector<std::uint32_t> stack(table.roots.rbegin(), table.roots.rend());
    while (!stack.empty()) {
        const std::uint32_t node = stack.back();
        stack.pop_back();
        const auto depth = static_cast<int>(table.nodes[node].depth);
        if (depth < display.depth_high())
            for (std::uint32_t child = table.nodes[node].first_child; child != NodeTable::kNone;
                 child = table.nodes[child].next_sibling)
                stack.push_back(child);
        if (depth < display.depth_low()) continue;
        if (++drawn > kMaxVolumes) return;
        const std::span<const NodeVerdict> verdicts = picture.measures.verdicts(object < 2 ? object : 0);
        const NodeVerdict verdict = node < verdicts.size() ? verdicts[node] : NodeVerdict::untested;
        const bool is_pruned = verdict == NodeVerdict::disjoint;
        draw::Line look{.color = is_pruned ? palette.pruned : palette.overlapping, .width = 1.0f};
        look.dashed = is_pruned;
        if (verdict == NodeVerdict::untested && !verdicts.empty())
            look.color = draw::with_alpha(palette.text3, 110);
        if (verdict == NodeVerdict::overlapping) look.width = 1.5f;
        draw_node(picture.current_case.seen(), {object, node}, look, out);
    }
}

void draw_overhang(const Overhang& overhang, const PointBounds& highlighted, draw::DrawList& out,
                   const draw::Palette& palette) {
    const double min_length = kMinArrow * std::max(highlighted.radius(), 1e-9);
    const double true_length = glm::length(overhang.corner_w - overhang.surface_w);
    const double length = std::max(true_length, min_length);
    const glm::dvec3 tip = overhang.surface_w + length * overhang.outward_w;
    const auto add = [&](const glm::dvec3& from, const glm::dvec3& to) {
        out.lines.push_back({glm::vec3(from), glm::vec3(to), palette.bad, 3.0f, false, draw::Layer::on_top});
    };
    add(overhang.surface_w, tip);
    const glm::dvec3 other = std::abs(overhang.outward_w.y) < 0.9 ? glm::dvec3(0, 1, 0) : glm::dvec3(1, 0, 0);
    const glm::dvec3 across = glm::normalize(glm::cross(overhang.outward_w, other));
    for (const double sign : {-1.0, 1.0})
        add(tip, tip + 0.25 * length * (sign * across - overhang.outward_w));
    out.points.push_back({glm::vec3(overhang.surface_w), palette.current, 6.0f, draw::Layer::on_top});
    std::string text = "extends beyond " + overhang.side + " by ";
    std::string number = judge::length_text(overhang.length, overhang.unit);
    if (length > 1.5 * true_length && true_length > 0.0)
        number += " (drawn " + ui::format_significant(length / true_length, 3) + " times as long)";
    // Places the label above the highlighted parts, so that it does not cover them.
    const glm::dvec3 middle = highlighted.center();
    const glm::vec3 above(middle.x, highlighted.upper_w.y + 0.7 * highlighted.radius(), middle.z);
    out.labels.push_back({above, std::move(text), palette.bad, std::move(number)});
}

void add_node_labels(const CaseOnScreen& current_case, draw::DrawList& out, const draw::Palette& palette) {
    const SeenCase& seen = current_case.seen();
    for (const SeenNode& of : current_case.highlighted().nodes) {
        const PointBounds around = bounds_of_node(seen, of);
        if (around.is_empty) continue;
        const glm::dvec3 center = around.center();
        out.labels.push_back(
            {glm::vec3(center.x, around.upper_w.y, center.z), seen.objects[of.object].name + " node ",
             color_of_object(of.object, seen.objects.size(), palette), std::to_string(of.node)});
    }
}

void draw_highlighted(const CaseOnScreen& current_case, draw::DrawList& out, const draw::Palette& palette) {
    const SeenCase& seen = current_case.seen();
    const HighlightedParts& highlighted = current_case.highlighted();
    const draw::Line thick{.color = palette.current, .width = 3.0f, .layer = draw::Layer::on_top};
    for (const SeenNode& of : highlighted.nodes) draw_node(seen, of, thick, out);
    const std::optional<SeenNode>&picked = current_case.picked(), &hovered = current_case.hovered();
    if (picked && std::ranges::find(highlighted.nodes, *picked) == highlighted.nodes.end())
        draw_node(seen, *picked, {.color = palette.accent, .width = 2.5f, .layer = draw::Layer::on_top}, out);
    if (hovered)
        draw_node(seen, *hovered, {.color = palette.text1, .width = 1.5f, .layer = draw::Layer::on_top}, out);
    for (const SeenTriangle& of : highlighted.triangles) {
        const std::array<glm::dvec3, 3> corners = triangle_w(seen, of);
        out.triangles.push_back({glm::vec3(corners[0]), glm::vec3(corners[1]), glm::vec3(corners[2]),
                                 palette.contact, true, draw::Layer::on_top});
        if (highlighted.triangles.size() > 4) continue;
        out.labels.push_back({glm::vec3((corners[0] + corners[1] + corners[2]) / 3.0),
                              seen.objects[of.object].name + " triangle ",
                              color_of_object(of.object, seen.objects.size(), palette),
                              ui::format_count(of.triangle)});
    }
    if (!highlighted.overhang) add_node_labels(current_case, out, palette);
    if (highlighted.overhang) draw_overhang(*highlighted.overhang, highlighted.bounds, out, palette);
    const auto add_segment = [&](const std::array<glm::dvec3, 2>& points, draw::Color color, bool dashed,
                                 const char* name) {
        const glm::vec3 from(points[0]), to(points[1]);
        out.lines.push_back({from, to, color, 2.0f, dashed, draw::Layer::on_top});
        for (const glm::vec3& end : {from, to}) out.points.push_back({end, color, 7.0f, draw::Layer::on_top});
        out.labels.push_back(
            {0.5f * (from + to), name, color, judge::length_text(glm::length(points[1] - points[0]))});
    };
    if (highlighted.claimed_w) add_segment(*highlighted.claimed_w, palette.bad, true, "claimed ");
    if (highlighted.exact_w) add_segment(*highlighted.exact_w, palette.closest, false, "exact ");
}

// Draws the edges of B at the pose that the producer used, if it differs from the pose of the query.
void draw_used_pose(const CaseOnScreen& current_case, draw::DrawList& out, const draw::Palette& palette) {
    constexpr std::size_t kMaxEdges = 20'000;
    const SeenCase& seen = current_case.seen();
    if (!seen.other_relative_pose) return;
    const Pose world_from_b = seen.objects[0].world_from_mesh * *seen.other_relative_pose;
    const DrawnCaptureMesh& mesh = current_case.mesh(1);
    glm::vec3 top(0.0f, -std::numeric_limits<float>::infinity(), 0.0f);
    std::size_t edges = 0;
    for (const std::array<std::uint32_t, 3>& triangle : mesh.triangles)
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t from = triangle[corner], to = triangle[(corner + 1) % 3];
            if (from > to) continue; // drawn by the edge's other triangle, if the mesh is closed
            if (++edges > kMaxEdges) continue;
            const glm::vec3 from_w(world_from_b * mesh.positions[from]),
                to_w(world_from_b * mesh.positions[to]);
            out.lines.push_back({from_w, to_w, palette.bad, 1.0f, true, draw::Layer::xray});
            if (from_w.y > top.y) top = from_w;
        }
    out.labels.push_back({top, "B at the pose that the producer used", palette.bad});
}

// The color of the triangles that a visit found to intersect, or to be the closest so far.
draw::Color color_of_found(const SeenCase& seen, const Visit& visit, const draw::Palette& palette) {
    return seen.measures_distance(visit) ? palette.closest : palette.contact;
}

void draw_visit(const SeenCase& seen, const Visit& visit, draw::DrawList& out, const draw::Palette& palette) {
    for (std::size_t side = 0; side < 2; ++side) {
        const std::uint32_t index = side == 0 ? visit.a : visit.b;
        if (visit.kind != VisitKind::primitive_pair) {
            draw::Line look{.color = visit.verdict ? palette.overlapping : palette.pruned,
                            .width = 2.5f,
                            .layer = draw::Layer::on_top};
            look.dashed = !visit.verdict;
            draw_node(seen, {side, index}, look, out);
            continue;
        }
        if (!has_triangle(seen, {side, index})) continue;
        const std::array<glm::dvec3, 3> corners = triangle_w(seen, {side, index});
        out.triangles.push_back({glm::vec3(corners[0]), glm::vec3(corners[1]), glm::vec3(corners[2]),
                                 visit.verdict ? color_of_found(seen, visit, palette)
                                               : color_of_object(side, seen.objects.size(), palette),
                                 visit.verdict, draw::Layer::on_top});
    }
}

void add_visit_rows(const SeenCase& seen, const Visit& visit, const draw::Palette& palette,
                    std::vector<LegendEntry>& io_rows) {
    if (visit.kind == VisitKind::primitive_pair) {
        io_rows.push_back(
            {{ui::Sample::square, color_of_found(seen, visit, palette)},
             seen.measures_distance(visit) ? "visit: closest so far" : "visit: intersecting triangles"});
        return;
    }
    const bool is_bound = visit.kind == VisitKind::volume_bound;
    io_rows.push_back({{ui::Sample::thick_line, palette.overlapping},
                       is_bound ? "visit: can be closer" : "visit: overlapping"});
    io_rows.push_back({{ui::Sample::dashed, palette.pruned},
                       is_bound ? "visit: farther, pruned" : "visit: disjoint, pruned"});
}

void draw_object(const CapturePicture& picture, std::size_t index, draw::DrawList& out,
                 const draw::Palette& palette) {
    const CaseOnScreen& current_case = picture.current_case;
    const std::size_t count = current_case.seen().objects.size();
    const SeenObject& object = current_case.seen().objects[index];
    const DrawnCaptureMesh& drawn = current_case.mesh(index);
    if (drawn.triangles.empty()) return;
    draw::MeshInstance instance;
    instance.mesh = static_cast<std::uint32_t>(out.meshes.size());
    instance.world_from_mesh = to_mat4(object.world_from_mesh);
    instance.color = color_of_object(index, count, palette);
    const auto& bodies = current_case.finding()->evidence.bodies;
    if (bodies && object.body != (*bodies)[0] && object.body != (*bodies)[1])
        instance.color = draw::mix(instance.color, palette.view, 0.6f);
    else if (bodies)
        instance.hatched = true, instance.color = contact_tint(instance.color, palette);
    instance.edges = picture.display.shows_edges();
    instance.pick_id = static_cast<std::uint32_t>(index) + 1;
    draw::MeshData data;
    data.key = drawn.key;
    data.positions = drawn.positions;
    data.triangles = drawn.triangles;
    out.meshes.push_back(data);
    out.instances.push_back(instance);
    if (count > 2) return;
    if (picture.display.shows_hierarchy()) draw_levels(picture, index, out, palette);
    out.labels.push_back({current_case.top_w(index), object.name + "  " + object.mesh->name, instance.color});
}

} // namespace

void draw_capture(const CapturePicture& picture, draw::DrawList& out, const draw::Palette& palette) {
    const CaseOnScreen& current_case = picture.current_case;
    for (std::size_t i = 0; i < current_case.seen().objects.size(); ++i)
        draw_object(picture, i, out, palette);
    if (current_case.finding() != nullptr) draw_highlighted(current_case, out, palette);
    draw_used_pose(current_case, out, palette);
    if (picture.visit)
        draw_visit(current_case.seen(), current_case.seen().visits[*picture.visit], out, palette);
}

std::vector<LegendEntry> legend_of(const CapturePicture& picture, const draw::Palette& palette) {
    const HighlightedParts& highlighted = picture.current_case.highlighted();
    const CaptureDisplay& display = picture.display;
    const SeenCase& seen = picture.current_case.seen();
    std::vector<LegendEntry> rows;
    if (!highlighted.nodes.empty())
        rows.push_back({{ui::Sample::thick_line, palette.current},
                        highlighted.nodes.size() == 1 ? "node of the finding" : "nodes of the finding"});
    if (!highlighted.triangles.empty())
        rows.push_back({{ui::Sample::square, palette.contact}, "triangle of the finding"});
    if (highlighted.overhang) rows.push_back({{ui::Sample::line, palette.bad}, "part outside the volume"});
    if (highlighted.exact_w) rows.push_back({{ui::Sample::dots, palette.closest}, "exact closest points"});
    if (highlighted.claimed_w) rows.push_back({{ui::Sample::dashed, palette.bad}, "claimed closest points"});
    if (picture.visit) add_visit_rows(seen, seen.visits[*picture.visit], palette, rows);
    if (display.shows_hierarchy())
        rows.push_back({{ui::Sample::line, palette.overlapping},
                        seen.visits.empty()        ? "volume of the hierarchy"
                        : seen.is_distance_query() ? "volume that overlaps or can be closer"
                                                   : "overlapping volume"});
    for (std::size_t i = 0; i < 2; ++i) {
        const std::size_t count =
            picture.measures.count_at_depths(i, display.depth_low(), display.depth_high());
        if (display.shows_hierarchy() && count > kMaxVolumes)
            rows.push_back({{ui::Sample::line, palette.overlapping},
                            std::string(i == 0 ? "A" : "B") + ": only the first " +
                                ui::format_count(kMaxVolumes) + " of " + ui::format_count(count) +
                                " volumes drawn"});
    }
    if (seen.other_relative_pose)
        rows.push_back({{ui::Sample::dashed, palette.bad}, "pose that the producer used"});
    if (display.shows_hierarchy() && !seen.visits.empty())
        rows.push_back({{ui::Sample::dashed, palette.pruned},
                        seen.is_distance_query() ? "disjoint or farther, pruned" : "disjoint, pruned"});
    return rows;
}

} // namespace boxwood
