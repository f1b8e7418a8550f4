#include "app/labs/inspector/drawing/visit_strokes.hpp"

#include "engine/explain/hierarchy/cut_slabs.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <utility>

#include <glm/geometric.hpp>

namespace boxwood {

// --- the strokes ------------------------------------------------------------------------------------------

void VisitStrokes::rebuild(const VisitExplanation& why) {
    strokes_.clear();
    add_ancestors();
    add_pruned();
    for (const std::size_t side : {0u, 1u}) add_node(side, test_.node(side), Ink::current, why.is_pruned());
    if (const std::optional<NodeName> node = test_.selected()) {
        add_node(node->side, node->node, Ink::picked, false);
        add_slabs(node->side, node->node);
    } else if (test_.is_volume_test()) {
        for (const std::size_t side : {0u, 1u}) add_slabs(side, test_.node(side));
    }
    find_focus_box();
    if (test_.is_volume_test() || why.triangles().outcome == TriangleOutcome::intersecting) return;
    const TriangleDistance& closest = why.triangles().closest;
    strokes_.push_back({glm::vec3(closest.point_on_a), glm::vec3(closest.point_on_b), Ink::closest, false});
}

void VisitStrokes::add_ancestors() {
    const std::vector<std::size_t>& ancestors = test_.moment().path;
    const std::size_t drawn = std::min(ancestors.size(), static_cast<std::size_t>(ancestor_count));
    for (std::size_t i = ancestors.size() - drawn; i < ancestors.size(); ++i)
        add_visit(ancestors[i], Ink::ancestor);
}

void VisitStrokes::add_pruned() {
    const NodeMarks& marks = test_.marks();
    int pruned = 0;
    for (std::size_t i = test_.moment().index; i-- > 0 && pruned < pruned_count;) {
        const Visit& visit = recording().visit(i);
        if (visit.verdict || visit.kind == VisitKind::primitive_pair) continue;
        if (!marks.filter(0).shows(recording().table(0), visit.a) ||
            !marks.filter(1).shows(recording().table(1), visit.b))
            continue;
        add_visit(i, Ink::pruned);
        ++pruned;
    }
}

void VisitStrokes::add_visit(std::size_t visit, Ink ink) {
    add_node(0, recording().visit(visit).a, ink, ink == Ink::pruned);
    add_node(1, recording().visit(visit).b, ink, ink == Ink::pruned);
}

void VisitStrokes::add_node(std::size_t side, std::uint32_t node, Ink ink, bool is_dashed) {
    const Pose& world_from_shape = recording().world_from_shape(side);
    const std::size_t first = strokes_.size();
    outline_node(recording().hierarchy(side), recording().table(side), node,
                 [&](const glm::vec3& from, const glm::vec3& to) {
                     strokes_.push_back({glm::vec3(world_from_shape * from), glm::vec3(world_from_shape * to),
                                         ink, is_dashed});
                 });
    if (ink != Ink::current || strokes_.size() == first) return;
    label_points_w_[side] = strokes_[first].from_w;
    for (std::size_t i = first; i < strokes_.size(); ++i)
        if (strokes_[i].from_w.y > label_points_w_[side].y) label_points_w_[side] = strokes_[i].from_w;
}

// Adds the edges of each slab, and the diagonals of the side that moved.
void VisitStrokes::add_slabs(std::size_t side, std::uint32_t node) {
    if (!shows_slabs) return;
    const Pose& world_from_shape = recording().world_from_shape(side);
    const auto add = [&](const glm::vec3& from, const glm::vec3& to) {
        strokes_.push_back(
            {glm::vec3(world_from_shape * from), glm::vec3(world_from_shape * to), Ink::slab, false});
    };
    for (const CutSlab& slab : list_cut_slabs(recording().hierarchy(side), recording().table(side), node)) {
        slab.box.outline(add);
        Aabb face = slab.box;
        (slab.is_lower ? face.lower : face.upper)[slab.axis] =
            slab.is_lower ? face.upper[slab.axis] : face.lower[slab.axis];
        const int along = (slab.axis + 1) % 3;
        glm::vec3 other_lower = face.lower, other_upper = face.upper;
        std::swap(other_lower[along], other_upper[along]);
        add(face.lower, face.upper);
        add(other_lower, other_upper);
    }
}

bool VisitStrokes::has_slabs() const {
    return shows_slabs &&
           std::ranges::any_of(strokes_, [](const Stroke& stroke) { return stroke.ink == Ink::slab; });
}

void VisitStrokes::find_focus_box() {
    std::vector<glm::vec3> points_w;
    const bool has_node = test_.selected().has_value();
    if (!has_node && !test_.is_volume_test()) {
        for (const std::size_t side : {0u, 1u})
            for (const glm::dvec3& corner_w : test_.triangle_w(side)) points_w.emplace_back(corner_w);
    } else {
        for (const Stroke& stroke : strokes_)
            if (stroke.ink == (has_node ? Ink::picked : Ink::current))
                points_w.insert(points_w.end(), {stroke.from_w, stroke.to_w});
    }
    focus_box_w_ = points_w.empty() ? Aabb() : Aabb::fit(points_w);
}

std::optional<Focus> VisitStrokes::focus() const {
    if (focus_box_w_.is_empty()) return std::nullopt;
    return Focus{focus_box_w_.center(), glm::length(focus_box_w_.half())};
}

// --- drawing ----------------------------------------------------------------------------------------------

void VisitStrokes::draw(const VisitExplanation& why, draw::DrawList& out,
                        const draw::Palette& palette) const {
    for (const Stroke& stroke : strokes_) {
        draw::Line line{stroke.from_w, stroke.to_w,      palette.current,
                        3.0f,          stroke.is_dashed, draw::Layer::on_top};
        if (stroke.is_dashed) line.width = 2.0f; // thick dashes would make a small box unreadable
        if (stroke.ink == Ink::ancestor) {
            line.color = palette.overlapping;
            line.width = 1.25f;
            line.layer = draw::Layer::xray;
        } else if (stroke.ink == Ink::pruned) {
            line.color = palette.pruned;
            line.width = 1.0f;
            line.layer = draw::Layer::xray;
        } else if (stroke.ink == Ink::slab) {
            line.color = palette.text2;
            line.width = 1.0f;
        } else if (stroke.ink == Ink::picked) {
            line.color = palette.accent;
            line.width = 2.5f;
        } else if (stroke.ink == Ink::closest) {
            line.color = palette.closest;
            line.width = 2.0f;
            out.points.push_back({stroke.from_w, palette.closest, 7.0f, draw::Layer::on_top});
            out.points.push_back({stroke.to_w, palette.closest, 7.0f, draw::Layer::on_top});
        }
        out.lines.push_back(line);
    }
    draw_triangles(why, out, palette);
}

void VisitStrokes::draw_triangles(const VisitExplanation& why, draw::DrawList& out,
                                  const draw::Palette& palette) const {
    const NodeMarks& marks = test_.marks();
    const bool are_intersecting = !test_.is_volume_test() && why.do_triangles_meet();
    for (const std::size_t side : {0u, 1u}) {
        const draw::Color color = side == 0 ? palette.body_a : palette.body_b;
        const std::string name = test_.is_volume_test()
                                     ? ui::format_count(test_.node(side))
                                     : "triangle " + ui::format_count(test_.triangle(side));
        out.labels.push_back({label_points_w_[side], (side == 0 ? "A " : "B ") + name, color});
        if (test_.is_volume_test()) continue;
        const Triangle64 t = test_.triangle_w(side);
        out.triangles.push_back({glm::vec3(t[0]), glm::vec3(t[1]), glm::vec3(t[2]),
                                 are_intersecting ? palette.contact : color, are_intersecting,
                                 draw::Layer::on_top});
    }
    for (const std::size_t side : {0u, 1u}) { // draws the first picked triangle until the second is picked
        if (marks.has_triangle_pair() || marks.triangles()[side] == NodeTable::kNone) continue;
        const Triangle64 t = recording().triangle_w(side, marks.triangles()[side]);
        out.triangles.push_back(
            {glm::vec3(t[0]), glm::vec3(t[1]), glm::vec3(t[2]), palette.accent, false, draw::Layer::on_top});
    }
}

void VisitStrokes::draw_outline(const NodeName& name, draw::Color color, draw::DrawList& out) const {
    const NodeTable& table = recording().table(name.side);
    if (name.node >= table.nodes.size()) return;
    const Pose& world_from_shape = recording().world_from_shape(name.side);
    outline_node(
        recording().hierarchy(name.side), table, name.node, [&](const glm::vec3& from, const glm::vec3& to) {
            out.lines.push_back({glm::vec3(world_from_shape * from), glm::vec3(world_from_shape * to), color,
                                 1.5f, false, draw::Layer::on_top});
        });
}

void VisitStrokes::add_legend(std::vector<LegendEntry>& io_rows, const draw::Palette& palette) const {
    io_rows.push_back({{ui::Sample::thick_line, palette.current}, "current visit"});
    if (ancestor_count > 0)
        io_rows.push_back({{ui::Sample::line, palette.overlapping}, "path from the roots"});
    if (pruned_count > 0)
        io_rows.push_back({{ui::Sample::dashed, palette.pruned},
                           recording().is_distance_query() ? "farther, pruned" : "disjoint, pruned"});
    if (has_slabs()) io_rows.push_back({{ui::Sample::line, palette.text2}, "slab that a child cuts off"});
}

} // namespace boxwood
