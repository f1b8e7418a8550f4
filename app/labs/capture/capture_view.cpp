// 3D drawing of a finding: the objects at their poses, the node at fault, what sticks out of it, the missed pair.
#include "app/labs/capture/capture_lab.hpp"
#include "app/labs/capture/volume_outline.hpp"
#include "app/labs/drawing.hpp"

#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr std::size_t kMaxVolumes = 4000;  // of the levels on screen
constexpr double kShortestArrow = 0.35;    // of the radius around what the finding is about

draw::Color color_of_object(std::size_t object, std::size_t count, const draw::Palette& palette) {
    if (count > 2) return palette.body;
    return object == 0 ? palette.body_a : palette.body_b;
}

} // namespace

const CaptureLab::DrawnMesh& CaptureLab::drawn_mesh(const SeenObject& object) const {
    const auto [place, is_new] = meshes_.try_emplace(object.mesh_key);
    DrawnMesh& drawn = place->second;
    if (!is_new) return drawn;
    drawn.key = draw::next_mesh_key();
    const capture::MeshRecord& mesh = *object.mesh;
    if (!judge::mesh_defect(mesh).empty()) return drawn;
    for (std::uint32_t v = 0; v < mesh.vertex_count(); ++v)
        drawn.positions.emplace_back(judge::vertex_of(mesh, v));
    for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3)
        drawn.triangles.push_back({mesh.triangles[i], mesh.triangles[i + 1], mesh.triangles[i + 2]});
    // A polytope: each face as a fan.
    std::size_t first = 0;
    for (const std::uint32_t size : mesh.face_sizes) {
        if (size > mesh.face_vertices.size() - first) break;
        const std::span<const std::uint32_t> face = std::span(mesh.face_vertices).subspan(first, size);
        if (std::ranges::all_of(face, [&](std::uint32_t v) { return v < mesh.vertex_count(); }))
            for (std::size_t corner = 2; corner < face.size(); ++corner)
                drawn.triangles.push_back({face[0], face[corner - 1], face[corner]});
        first += size;
    }
    return drawn;
}

void CaptureLab::find_tops() {
    tops_w_.clear();
    for (const SeenObject& object : seen_.objects) {
        glm::vec3 top(0.0f, -std::numeric_limits<float>::infinity(), 0.0f);
        for (const glm::vec3& p : drawn_mesh(object).positions)
            if (const glm::vec3 p_w(object.world_from_mesh * p); p_w.y > top.y) top = p_w;
        tops_w_.push_back(top);
    }
}

void CaptureLab::draw(draw::DrawList& out, const draw::Palette& palette) const {
    const judge::Finding* now = finding();
    for (std::size_t i = 0; i < seen_.objects.size(); ++i) {
        const SeenObject& object = seen_.objects[i];
        const DrawnMesh& drawn = drawn_mesh(object);
        if (drawn.triangles.empty()) continue;
        draw::MeshInstance instance;
        instance.mesh = static_cast<std::uint32_t>(out.meshes.size());
        instance.world_from_mesh = to_mat4(object.world_from_mesh);
        instance.color = color_of_object(i, seen_.objects.size(), palette);
        const auto& bodies = now->evidence.bodies;
        if (bodies && object.body != (*bodies)[0] && object.body != (*bodies)[1])
            instance.color = draw::mix(instance.color, palette.view, 0.6f);
        else if (bodies)
            instance.hatched = true, instance.color = contact_tint(instance.color, palette);
        instance.edges = show_.edges;
        instance.pick_id = static_cast<std::uint32_t>(i) + 1;
        draw::MeshData data;
        data.key = drawn.key;
        data.positions = drawn.positions;
        data.triangles = drawn.triangles;
        out.meshes.push_back(data);
        out.instances.push_back(instance);
        if (seen_.objects.size() > 2) continue;
        if (show_.hierarchy) draw_levels(i, out, palette);
        out.labels.push_back({tops_w_[i], object.name + "  " + object.mesh->name, instance.color});
    }
    if (now != nullptr) draw_stressed(out, palette);
    draw_used_pose(out, palette);
    if (shows_visit()) draw_visit(out, palette);
}

void CaptureLab::draw_node(const NodeOf& of, const draw::Line& look, draw::DrawList& out) const {
    if (of.object >= seen_.objects.size() || seen_.objects[of.object].tree == nullptr) return;
    const SeenObject& object = seen_.objects[of.object];
    for (const judge::NodeVolumes::Shape& shape : object.tree->volumes.shapes(of.node))
        outline_volume(shape, [&](const glm::dvec3& from, const glm::dvec3& to) {
            draw::Line line = look;
            line.from_w = glm::vec3(object.world_from_mesh * from);
            line.to_w = glm::vec3(object.world_from_mesh * to);
            out.lines.push_back(line);
        });
}

std::size_t CaptureLab::volumes_at_depths(std::size_t object) const {
    std::size_t count = 0;
    for (int depth = show_.depth_low; depth <= show_.depth_high; ++depth)
        if (static_cast<std::size_t>(depth) < level_counts_[object].size())
            count += level_counts_[object][static_cast<std::size_t>(depth)];
    return count;
}

bool CaptureLab::uses_other_pose() const {
    const judge::Finding* now = finding();
    return now != nullptr && now->stage == judge::Stage::input && seen_.is_of_pair() &&
           seen_.query->relative_used.size() == 12;
}

// As the query tested them, where its visits are recorded: overlapping, disjoint, or not at all.
void CaptureLab::draw_levels(std::size_t object, draw::DrawList& out, const draw::Palette& palette) const {
    const judge::JudgedHierarchy* tree = seen_.objects[object].tree;
    if (tree == nullptr) return;
    std::size_t drawn = 0;
    const NodeTable& table = table_of(object);
    std::vector<std::uint32_t> stack(table.roots.rbegin(), table.roots.rend());
    while (!stack.empty()) {
        const std::uint32_t node = stack.back();
        stack.pop_back();
        const auto depth = static_cast<int>(table.nodes[node].depth);
        if (depth < show_.depth_high)
            for (std::uint32_t child = table.nodes[node].first_child; child != NodeTable::kNone;
                 child = table.nodes[child].next_sibling)
                stack.push_back(child);
        if (depth < show_.depth_low) continue;
        if (++drawn > kMaxVolumes) return;
        const std::vector<std::uint8_t>& verdicts = node_verdicts_[object < 2 ? object : 0];
        const std::uint8_t verdict = node < verdicts.size() ? verdicts[node] : 0;
        draw::Line look{.color = verdict == 1 ? palette.pruned : palette.overlapping, .width = 1.0f};
        look.dashed = verdict == 1;
        if (verdict == 0 && !verdicts.empty()) look.color = draw::with_alpha(palette.text3, 110);
        if (verdict == 2) look.width = 1.5f;
        draw_node({object, node}, look, out);
    }
}

void CaptureLab::draw_overhang(const Overhang& overhang, draw::DrawList& out,
                               const draw::Palette& palette) const {
    const double shortest = kShortestArrow * std::max(stressed_.radius(), 1e-9);
    const double true_length = glm::length(overhang.corner_w - overhang.surface_w);
    const double length = std::max(true_length, shortest);
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
    std::string text = "sticks out of " + overhang.side + " by ";
    std::string number = judge::length_text(overhang.length, overhang.unit);
    if (length > 1.5 * true_length && true_length > 0.0)
        number += " (drawn " + ui::format_significant(length / true_length, 3) + " times as long)";
    // Above what is stressed, so that it covers none of it.
    const glm::dvec3 middle = 0.5 * (stressed_.lower_w + stressed_.upper_w);
    const glm::vec3 above(middle.x, stressed_.upper_w.y + 0.7 * stressed_.radius(), middle.z);
    out.labels.push_back({above, std::move(text), palette.bad, std::move(number)});
}

void CaptureLab::add_node_labels(draw::DrawList& out, const draw::Palette& palette) const {
    for (const NodeOf& of : stressed_.nodes) {
        const SeenObject& object = seen_.objects[of.object];
        Stressed around;
        for (const judge::NodeVolumes::Shape& shape : object.tree->volumes.shapes(of.node))
            outline_volume(shape, [&](const glm::dvec3& from, const glm::dvec3&) {
                around.add(object.world_from_mesh * from);
            });
        if (around.is_empty) continue;
        const glm::dvec3 center = 0.5 * (around.lower_w + around.upper_w);
        out.labels.push_back({glm::vec3(center.x, around.upper_w.y, center.z), object.name + " node ",
                              color_of_object(of.object, seen_.objects.size(), palette),
                              std::to_string(of.node)});
    }
}

void CaptureLab::draw_stressed(draw::DrawList& out, const draw::Palette& palette) const {
    const draw::Line thick{.color = palette.current, .width = 3.0f, .layer = draw::Layer::on_top};
    for (const NodeOf& of : stressed_.nodes) draw_node(of, thick, out);
    if (picked_ && std::ranges::find(stressed_.nodes, *picked_) == stressed_.nodes.end())
        draw_node(*picked_, {.color = palette.accent, .width = 2.5f, .layer = draw::Layer::on_top}, out);
    if (hovered_)
        draw_node(*hovered_, {.color = palette.text1, .width = 1.5f, .layer = draw::Layer::on_top}, out);
    for (const TriangleOf& of : stressed_.triangles) {
        const std::array<glm::dvec3, 3> corners = triangle_w(of);
        out.triangles.push_back({glm::vec3(corners[0]), glm::vec3(corners[1]), glm::vec3(corners[2]),
                                 palette.contact, true, draw::Layer::on_top});
        if (stressed_.triangles.size() > 4) continue;
        out.labels.push_back({glm::vec3((corners[0] + corners[1] + corners[2]) / 3.0),
                              seen_.objects[of.object].name + " triangle ",
                              color_of_object(of.object, seen_.objects.size(), palette),
                              ui::format_count(of.triangle)});
    }
    if (!stressed_.overhang) add_node_labels(out, palette);
    if (stressed_.overhang) draw_overhang(*stressed_.overhang, out, palette);
    const auto add_segment = [&](const std::array<glm::dvec3, 2>& points, draw::Color color, bool dashed,
                                 const char* name) {
        const glm::vec3 from(points[0]), to(points[1]);
        out.lines.push_back({from, to, color, 2.0f, dashed, draw::Layer::on_top});
        for (const glm::vec3& end : {from, to}) out.points.push_back({end, color, 7.0f, draw::Layer::on_top});
        out.labels.push_back(
            {0.5f * (from + to), name, color, judge::length_text(glm::length(points[1] - points[0]))});
    };
    if (stressed_.claimed_w) add_segment(*stressed_.claimed_w, palette.bad, true, "claimed ");
    if (stressed_.exact_w) add_segment(*stressed_.exact_w, palette.closest, false, "exact ");
}

// The edges of b where the library placed it, if that is not where the query says.
void CaptureLab::draw_used_pose(draw::DrawList& out, const draw::Palette& palette) const {
    constexpr std::size_t kMaxEdges = 20'000;
    if (!uses_other_pose()) return;
    std::string ignored; // the judge has said it
    const Pose world_from_b =
        seen_.objects[0].world_from_mesh * judge::pose_from(seen_.query->relative_used, ignored);
    const DrawnMesh& mesh = drawn_mesh(seen_.objects[1]);
    glm::vec3 top(0.0f, -std::numeric_limits<float>::infinity(), 0.0f);
    std::size_t edges = 0;
    for (const std::array<std::uint32_t, 3>& triangle : mesh.triangles)
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t from = triangle[corner], to = triangle[(corner + 1) % 3];
            if (from > to) continue; // of a closed mesh the other triangle draws it
            if (++edges > kMaxEdges) return;
            const glm::vec3 from_w(world_from_b * mesh.positions[from]),
                to_w(world_from_b * mesh.positions[to]);
            out.lines.push_back({from_w, to_w, palette.bad, 1.0f, true, draw::Layer::shine_through});
            if (from_w.y > top.y) top = from_w;
        }
    out.labels.push_back({top, "B at the pose that was used", palette.bad});
}

// The volumes or triangles of the visit.
void CaptureLab::draw_visit(draw::DrawList& out, const draw::Palette& palette) const {
    const Visit& visit = seen_.visits[visit_];
    for (std::size_t side = 0; side < 2; ++side) {
        const std::uint32_t index = side == 0 ? visit.a : visit.b;
        if (visit.kind != VisitKind::primitive_pair) {
            draw::Line look{.color = visit.verdict ? palette.overlapping : palette.pruned,
                            .width = 2.5f,
                            .layer = draw::Layer::on_top};
            look.dashed = !visit.verdict;
            draw_node({side, index}, look, out);
            continue;
        }
        if (!has_triangle({side, index})) continue;
        const std::array<glm::dvec3, 3> corners = triangle_w({side, index});
        out.triangles.push_back(
            {glm::vec3(corners[0]), glm::vec3(corners[1]), glm::vec3(corners[2]),
             visit.verdict ? palette.contact : color_of_object(side, seen_.objects.size(), palette),
             visit.verdict, draw::Layer::on_top});
    }
}

std::vector<LegendEntry> CaptureLab::legend(const draw::Palette& palette) const {
    std::vector<LegendEntry> rows;
    if (!stressed_.nodes.empty())
        rows.push_back({{ui::Sample::thick_line, palette.current},
                        stressed_.nodes.size() == 1 ? "node of the finding" : "nodes of the finding"});
    if (!stressed_.triangles.empty())
        rows.push_back({{ui::Sample::square, palette.contact}, "triangle of the finding"});
    if (stressed_.overhang) rows.push_back({{ui::Sample::line, palette.bad}, "what sticks out"});
    if (stressed_.exact_w) rows.push_back({{ui::Sample::dots, palette.closest}, "exact closest points"});
    if (stressed_.claimed_w) rows.push_back({{ui::Sample::dashed, palette.bad}, "claimed closest points"});
    if (shows_visit()) {
        rows.push_back({{ui::Sample::thick_line, palette.overlapping}, "visit: overlapping"});
        rows.push_back({{ui::Sample::dashed, palette.pruned}, "visit: disjoint, pruned"});
    }
    if (show_.hierarchy) rows.push_back({{ui::Sample::line, palette.overlapping}, "overlapping volume"});
    for (std::size_t i = 0; i < 2; ++i)
        if (show_.hierarchy && volumes_at_depths(i) > kMaxVolumes)
            rows.push_back({{ui::Sample::line, palette.overlapping},
                            "the first " + ui::format_count(kMaxVolumes) + " of " +
                                ui::format_count(volumes_at_depths(i)) + (i == 0 ? " of A" : " of B")});
    if (uses_other_pose()) rows.push_back({{ui::Sample::dashed, palette.bad}, "pose that was used"});
    if (show_.hierarchy && !seen_.visits.empty())
        rows.push_back({{ui::Sample::dashed, palette.pruned}, "disjoint, pruned"});
    return rows;
}

// --- what the camera frames -------------------------------------------------------------------------------

std::optional<Focus> CaptureLab::focus_of_selection() const {
    Stressed around = stressed_;
    if (picked_ && picked_->object < seen_.objects.size())
        if (const SeenObject& object = seen_.objects[picked_->object]; object.tree != nullptr) {
            around = {};
            for (const auto& shape : object.tree->volumes.shapes(picked_->node))
                outline_volume(shape, [&](const glm::dvec3& from, const glm::dvec3&) {
                    around.add(object.world_from_mesh * from);
                });
            if (around.is_empty) around = stressed_;
        }
    if (around.is_empty) return std::nullopt;
    return Focus{glm::vec3(0.5 * (around.lower_w + around.upper_w)), static_cast<float>(around.radius())};
}

Focus CaptureLab::focus(bool of_selection) const {
    if (of_selection)
        if (const std::optional<Focus> selected = focus_of_selection(); selected && selected->radius > 0.0f)
            return *selected;
    Stressed all;
    for (const SeenObject& object : seen_.objects)
        for (const glm::vec3& p : drawn_mesh(object).positions) all.add(object.world_from_mesh * p);
    if (all.is_empty) return {};
    return {glm::vec3(0.5 * (all.lower_w + all.upper_w)), static_cast<float>(all.radius())};
}

// Faces the side of the object on which the node lies, and sees what sticks out across rather than along.
void CaptureLab::turn_to_finding(const Focus& selected) {
    if (!seen_.guilty || *seen_.guilty >= seen_.objects.size()) return;
    Stressed object;
    for (const glm::vec3& p : drawn_mesh(seen_.objects[*seen_.guilty]).positions)
        object.add(seen_.objects[*seen_.guilty].world_from_mesh * p);
    glm::dvec3 towards = glm::dvec3(selected.center_w) - 0.5 * (object.lower_w + object.upper_w);
    if (!(glm::length(towards) > 0.2 * object.radius())) return;
    towards = glm::normalize(towards);
    if (stressed_.overhang) {
        const glm::dvec3& outward = stressed_.overhang->outward_w;
        glm::dvec3 across = towards - glm::dot(towards, outward) * outward;
        if (glm::length(across) < 0.3) across = glm::cross(outward, glm::dvec3(0.3, 0.8, 0.5));
        towards = glm::normalize(glm::normalize(across) + 0.5 * towards);
    }
    camera.yaw = static_cast<float>(std::atan2(towards.x, towards.z));
    camera.pitch = static_cast<float>(std::clamp(std::asin(std::clamp(towards.y, -1.0, 1.0)), -1.2, 1.2));
}

// Close enough to see the node, and far enough to see where it is; the magnifier shows the rest.
void CaptureLab::frame_selection() {
    constexpr float kAround = 2.2f, kMinShare = 0.3f;
    const Focus all = focus(false);
    const std::optional<Focus> selected = focus_of_selection();
    if (!selected) return draw::focus(camera, all.center_w, all.radius);
    const float radius = std::clamp(kAround * selected->radius, kMinShare * all.radius, all.radius);
    turn_to_finding(*selected);
    draw::focus(camera, selected->center_w, radius);
}

} // namespace boxwood
