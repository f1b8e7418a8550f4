// Explanations for leaves, box-tree steps and triangles: sentences and their drawings.
#include "app/labs/inspector/traversal_inspector.hpp"
#include "app/labs/length_text.hpp"

#include "app/labs/inspector/axis_table.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

Span project(const Triangle64& triangle, const glm::dvec3& direction, double from) {
    Span span{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const glm::dvec3& corner : triangle) {
        const double at = glm::dot(direction, corner) - from;
        span = {std::min(span.low, at), std::max(span.high, at)};
    }
    return span;
}

} // namespace

// --- wrong volumes ----------------------------------------------------------------------------------------

std::string TraversalInspector::describe_wrong_pruning() const {
    std::string text;
    const NodePair nodes = shown_nodes();
    for (const std::size_t side : {0u, 1u}) {
        if (!uncontained_[side]) continue;
        const std::uint32_t node = side == 0 ? nodes.a : nodes.b;
        const std::size_t count = uncontained_[side]->count;
        text += std::string("The volume of ") + (side == 0 ? "A" : "B") + "'s node " +
                ui::format_count(node) + " does not contain its triangles: " +
                (count == 1
                     ? "triangle " + ui::format_count(uncontained_[side]->first) + " reaches"
                     : ui::format_count(count) + " of " + ui::format_count(tables_[side].nodes[node].count) +
                           ", such as " + ui::format_count(uncontained_[side]->first) + ", reach") +
                " out of it. ";
    }
    return text.empty() ? text : text + "This pruning is therefore wrong. ";
}

// --- triangles of a leaf against a volume -----------------------------------------------------------------

std::string TraversalInspector::describe_leaf() const {
    const LeafTestExplanation& why = leaf_why_;
    const std::string leaf = why.leaf_side == 0 ? "A" : "B", inner = why.leaf_side == 0 ? "B" : "A";
    const auto meeting =
        static_cast<std::size_t>(std::ranges::count_if(why.triangles, &LeafTriangle::may_meet));
    const std::size_t count = why.triangles.size();
    const LeafTriangle& nearest = why.nearest();
    const std::string first = "The leaf's own triangles were tested, not its volume. ";
    if (meeting > 0)
        return first +
               (count == 1 ? "Its triangle "
                           : ui::format_count(meeting) + " of " + ui::format_count(count) + ", such as ") +
               ui::format_count(nearest.triangle) + " of " + leaf + ", may intersect the volume of " + inner +
               "'s inner node, so that is opened.";
    return first +
           (count == 1 ? "Its triangle " + ui::format_count(nearest.triangle) + " does not intersect"
                       : "None of its " + ui::format_count(count) + " triangles intersects") +
           " the volume of " + inner + "'s inner node: " +
           (nearest.gap > 0.0 ? (count == 1 ? "a plane separates them by " : "the nearest is separated by ") +
                                    length_text(nearest.gap) + "."
                              : "the gap is less than the drawing shows.");
}

void TraversalInspector::show_leaf_why(const draw::Palette& palette) {
    ui::section("Why");
    const std::string wrong = describe_wrong_pruning(), told = describe_leaf();
    ui::paragraph(std::array{ui::TextRun{wrong, {ui::Font::body, palette.bad}},
                             ui::TextRun{told, {ui::Font::body, palette.text2}}});
    const LeafTriangle& nearest = leaf_why_.nearest();
    axis_spans({nearest.spans[0].low, nearest.spans[0].high, nearest.spans[1].low, nearest.spans[1].high,
                nearest.gap, "the direction of the largest gap"},
               palette);
    ui::section("Triangles of the leaf", {.right_text = "gap to the volume"});
    constexpr std::array kColumns{ui::Column{"triangle", 0.0f, true}, ui::Column{"verdict", 110.0f, true},
                                  ui::Column{"gap", 80.0f, true, "Along the direction of the largest gap"}};
    if (!ui::begin_table("leaf triangles", kColumns)) return;
    for (std::size_t i = 0; i < leaf_why_.triangles.size(); ++i) {
        const LeafTriangle& row = leaf_why_.triangles[i];
        ui::table_row(static_cast<int>(i));
        ui::table_cell(ui::format_count(row.triangle));
        ui::table_cell(row.may_meet ? "may intersect" : "separated",
                       row.may_meet ? palette.overlapping : palette.pruned);
        ui::table_cell(row.gap > 0.0 ? length_text(row.gap) : "none");
    }
    ui::end_table();
}

// --- a step of two box-trees ------------------------------------------------------------------------------

std::string TraversalInspector::describe_step(const BoxTreeStepExplanation& why) const {
    constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};
    if (why.slabs.empty()) return "The roots' boxes are compared as they are: no slab has been cut away yet.";
    std::string text = "A box-tree's node is its parent with one slab cut away. Here ";
    for (std::size_t i = 0; i < why.slabs.size(); ++i) {
        const MovedSlab& slab = why.slabs[i];
        text += std::string(i == 0 ? "" : " and ") + (slab.side == 0 ? "A" : "B") + "'s node " +
                ui::format_count(slab.node) + " leaves out " +
                ui::format_significant(static_cast<double>(slab.move), 3) + " at its " +
                (slab.is_lower ? "lower " : "upper ") + kAxes[slab.axis] + " side";
    }
    const StepEnd* end = why.rejecting();
    if (end == nullptr) return text + "; what is left still overlaps along every axis.";
    return text + ", which rejects the pair: along " + std::string(end->name) + ", where " +
           (end->is_where_a_ends ? "A ends and B begins" : "B ends and A begins") + ", the overlap of " +
           ui::format_significant(static_cast<double>(end->before), 3) + " became " +
           ui::format_significant(static_cast<double>(end->after), 3) + ".";
}

void TraversalInspector::show_step_why(const draw::Palette& palette) {
    const BoxTreeStepExplanation& why = *step_why_;
    ui::section("Slab", {.right_text = "what the walk compares with 0"});
    ui::paragraph(std::array{ui::TextRun{describe_step(why), {ui::Font::body, palette.text2}}});
    constexpr std::array kColumns{
        ui::Column{"axis", 56.0f}, ui::Column{"end", 0.0f, false, "Where one box ends and the other begins"},
        ui::Column{"before", 84.0f, true, "Overlap of the parents, in the walk's own units"},
        ui::Column{"after", 84.0f, true, "Overlap of these two; below 0 separates"}};
    if (!ui::begin_table("ends", kColumns)) return;
    const StepEnd* rejecting = why.rejecting();
    int row = 0;
    for (const StepEnd& end : why.ends) {
        if (end.before == end.after && &end != rejecting && !why.slabs.empty())
            continue; // the slab clipped nothing here
        ui::RowStyle style;
        if (&end == rejecting) style.color = palette.current;
        ui::table_row(row++, style);
        ui::table_cell(end.name);
        ui::table_cell(end.is_where_a_ends ? "A ends" : "B ends");
        ui::table_cell(ui::format_significant(static_cast<double>(end.before), 4));
        ui::table_cell(ui::format_significant(static_cast<double>(end.after), 4));
    }
    ui::end_table();
}

// --- two triangles ----------------------------------------------------------------------------------------

// The intervals along the normal of the separating plane, or along the line between the closest points.
void TraversalInspector::show_triangle_why(const draw::Palette& palette) {
    ui::section("Why");
    ui::paragraph(std::array{ui::TextRun{describe_triangles(), {ui::Font::body, palette.text2}}});
    const Triangle64 a = triangle_w(0), b = triangle_w(1);
    const auto normal_of = [](const Triangle64& t) { return glm::cross(t[1] - t[0], t[2] - t[0]); };
    glm::dvec3 direction = triangle_why_.closest.point_on_b - triangle_why_.closest.point_on_a;
    std::string along = "the line between the closest points";
    if (triangle_why_.story == TriangleExplanation::beside_a ||
        triangle_why_.story == TriangleExplanation::meet) {
        direction = normal_of(a);
        along = "the normal of A's triangle";
    } else if (triangle_why_.story == TriangleExplanation::beside_b) {
        direction = normal_of(b);
        along = "the normal of B's triangle";
    }
    if (!(glm::length(direction) > 0.0)) return;
    direction = glm::normalize(direction);
    const double from = glm::dot(direction, a[0]);
    if (project(b, direction, from).low + project(b, direction, from).high < 0.0) direction = -direction;
    const double origin = glm::dot(direction, a[0]);
    Span of_a = project(a, direction, origin), of_b = project(b, direction, origin);
    if (triangle_why_.story == TriangleExplanation::beside_b) of_b.high = of_b.low; // the plane of B itself
    if (along == "the normal of A's triangle") of_a = {0.0, 0.0};
    axis_spans({of_a.low, of_a.high, of_b.low, of_b.high, of_b.low - of_a.high, along}, palette);
}

} // namespace boxwood
