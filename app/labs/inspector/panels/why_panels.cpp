#include "app/labs/inspector/panels/why_panels.hpp"

#include "app/labs/inspector/panels/axis_table.hpp"
#include "app/labs/length_text.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

Span project(const Triangle64& triangle, const glm::dvec3& direction, double origin) {
    Span span{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const glm::dvec3& corner : triangle) {
        const double at = glm::dot(direction, corner) - origin;
        span = {std::min(span.low, at), std::max(span.high, at)};
    }
    return span;
}

// --- two volumes ------------------------------------------------------------------------------------------

void show_step_why(const VisitExplanation& explanation, const draw::Palette& palette) {
    const BoxTreeStepExplanation& why = *explanation.step();
    ui::section("Slab", {.right_text = "overlaps that the traversal compares with 0"});
    ui::paragraph(std::array{ui::TextRun{explanation.describe_step(), {ui::Font::body, palette.text2}}});
    constexpr std::array kColumns{
        ui::Column{"axis", 56.0f},
        ui::Column{"end", 0.0f, false, "The place where one box ends and the other begins"},
        ui::Column{"before", 84.0f, true, "Overlap of the parents, in the units of the traversal"},
        ui::Column{"after", 84.0f, true, "Overlap of these two nodes; a value below 0 separates them"}};
    if (!ui::begin_table("ends", kColumns)) return;
    const StepEnd* rejecting = why.rejecting();
    int row = 0;
    for (const StepEnd& end : why.ends) {
        if (end.before == end.after && &end != rejecting && !why.slabs.empty())
            continue; // the slab did not change this overlap
        ui::RowStyle style;
        if (&end == rejecting) style.color = palette.current;
        ui::table_row(row++, style);
        ui::table_cell(end.name);
        ui::table_cell(end.is_upper_end_of_a ? "A ends" : "B ends");
        ui::table_cell(ui::format_significant(static_cast<double>(end.before), 4));
        ui::table_cell(ui::format_significant(static_cast<double>(end.after), 4));
    }
    ui::end_table();
}

void show_volume_why(const VisitExplanation& explanation, const draw::Palette& palette) {
    ui::section("Why");
    const std::string wrong = explanation.describe_wrong_pruning(),
                      reason = explanation.describe_volume_test();
    ui::paragraph(std::array{ui::TextRun{wrong, {ui::Font::body, palette.bad}},
                             ui::TextRun{reason, {ui::Font::body, palette.text2}}});
    const VolumeTestExplanation& volumes = explanation.volumes();
    const std::vector<AxisRow>& rows = volumes.rows;
    const std::size_t first = volumes.first_separating(),
                      drawn = first < rows.size() ? first : volumes.widest();
    const std::array<Span, 2>& spans = volumes.spans[drawn];
    show_axis_spans({spans[0].low, spans[0].high, spans[1].low, spans[1].high, rows[drawn].gap,
                     rows.size() == 1 ? "the line between them" : std::string(rows[drawn].name)},
                    palette);
    if (explanation.step()) show_step_why(explanation, palette);
    ui::section("Separating axes", {.right_text = "order of the test"});
    std::vector<AxisLine> lines;
    for (std::size_t i = 0; i < rows.size(); ++i)
        lines.push_back({static_cast<int>(i) + 1, rows[i].name, rows[i].centers, rows[i].reach, rows[i].gap,
                         i == first, i > first});
    show_axis_table(lines, palette);
}

// --- triangles of a leaf against a volume -----------------------------------------------------------------

void show_leaf_why(const VisitExplanation& explanation, const draw::Palette& palette) {
    ui::section("Why");
    const std::string wrong = explanation.describe_wrong_pruning(), reason = explanation.describe_leaf();
    ui::paragraph(std::array{ui::TextRun{wrong, {ui::Font::body, palette.bad}},
                             ui::TextRun{reason, {ui::Font::body, palette.text2}}});
    const LeafTestExplanation& leaf = explanation.leaf();
    const LeafTriangle& nearest = leaf.nearest();
    show_axis_spans({nearest.spans[0].low, nearest.spans[0].high, nearest.spans[1].low, nearest.spans[1].high,
                     nearest.gap, "the direction of the largest gap"},
                    palette);
    ui::section("Triangles of the leaf", {.right_text = "gap to the volume"});
    constexpr std::array kColumns{ui::Column{"triangle", 0.0f, true}, ui::Column{"verdict", 110.0f, true},
                                  ui::Column{"gap", 80.0f, true, "Along the direction of the largest gap"}};
    if (!ui::begin_table("leaf triangles", kColumns)) return;
    for (std::size_t i = 0; i < leaf.triangles.size(); ++i) {
        const LeafTriangle& row = leaf.triangles[i];
        ui::table_row(static_cast<int>(i));
        ui::table_cell(ui::format_count(row.triangle));
        ui::table_cell(row.may_meet ? "can intersect" : "separated",
                       row.may_meet ? palette.overlapping : palette.pruned);
        ui::table_cell(row.gap > 0.0 ? length_text(row.gap) : "none");
    }
    ui::end_table();
}

// --- two triangles ----------------------------------------------------------------------------------------

// Shows the intervals along the normal of the separating plane. For intersecting triangles, shows them along the normal
// of A's triangle. Otherwise, shows them along the line between the closest points.
void show_triangle_why(const VisitExplanation& explanation, const ShownTest& test,
                       const draw::Palette& palette) {
    ui::section("Why");
    ui::paragraph(std::array{ui::TextRun{explanation.describe_triangles(), {ui::Font::body, palette.text2}}});
    const TriangleExplanation& why = explanation.triangles();
    const Triangle64 a = test.triangle_w(0), b = test.triangle_w(1);
    const auto normal_of = [](const Triangle64& t) { return glm::cross(t[1] - t[0], t[2] - t[0]); };
    glm::dvec3 direction = why.closest.point_on_b - why.closest.point_on_a;
    std::string along = "the line between the closest points";
    if (why.outcome == TriangleOutcome::separated_by_plane_of_a ||
        why.outcome == TriangleOutcome::intersecting) {
        direction = normal_of(a);
        along = "the normal of A's triangle";
    } else if (why.outcome == TriangleOutcome::separated_by_plane_of_b) {
        direction = normal_of(b);
        along = "the normal of B's triangle";
    }
    if (!(glm::length(direction) > 0.0)) return;
    direction = glm::normalize(direction);
    const double from = glm::dot(direction, a[0]);
    if (project(b, direction, from).low + project(b, direction, from).high < 0.0) direction = -direction;
    const double origin = glm::dot(direction, a[0]);
    Span of_a = project(a, direction, origin), of_b = project(b, direction, origin);
    if (why.outcome == TriangleOutcome::separated_by_plane_of_b)
        of_b.high = of_b.low; // the plane contains B's triangle
    if (along == "the normal of A's triangle") of_a = {0.0, 0.0};
    show_axis_spans({of_a.low, of_a.high, of_b.low, of_b.high, of_b.low - of_a.high, along}, palette);
}

} // namespace

void show_why(const VisitExplanation& explanation, const ShownTest& test, const draw::Palette& palette) {
    if (test.is_leaf_test())
        show_leaf_why(explanation, palette);
    else if (test.is_volume_test())
        show_volume_why(explanation, palette);
    else
        show_triangle_why(explanation, test, palette);
}

} // namespace boxwood
