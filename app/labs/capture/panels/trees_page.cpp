#include "app/labs/capture/panels/trees_page.hpp"

#include "app/labs/capture/panels/finding_panels.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

void show_transport(const CaseOnScreen& current_case, RecordedVisits& io_visits,
                    const TreesPage::Actions& actions, const draw::Palette& palette) {
    io_visits.advance(static_cast<double>(ImGui::GetIO().DeltaTime));
    const auto add_icon = [&](const char* id, ui::Icon picture, const char* action, std::string_view tip) {
        const ui::Unavailable because(actions.why_unavailable(action));
        if (ui::icon_button(id, picture, {.tooltip = tip})) actions.act(action);
        ui::same_line(4.0f);
    };
    add_icon("first", ui::Icon::jump_back, "visit.first", "To the first visit (Home)");
    add_icon("back", ui::Icon::step_back, "visit.back", "One visit back (Left)");
    add_icon("play", io_visits.is_playing() ? ui::Icon::pause : ui::Icon::play, "visit.play",
             "Play the visits (P)");
    add_icon("forward", ui::Icon::step_forward, "visit.forward", "One visit forward (Right)");
    add_icon("last", ui::Icon::jump_forward, "visit.last", "To the last visit (End)");
    const ui::TextStyle muted{ui::Font::body, palette.text3};
    const std::string at = ui::format_count(io_visits.index()),
                      of = ", numbered 0 to " + ui::format_count(current_case.seen().visits.size() - 1),
                      text = describe_visit(current_case, io_visits.index());
    ui::text_line(std::array{ui::TextRun{"visit", muted},
                             ui::TextRun{at, {ui::Font::body_bold, palette.current}, 6},
                             ui::TextRun{of, muted}, ui::TextRun{text, {ui::Font::body, palette.text2}, 16}},
                  ui::grid::kControl);
}

} // namespace

std::string describe_visit(const CaseOnScreen& current_case, std::size_t index) {
    const Visit& visit = current_case.seen().visits[index];
    const judge::Finding& finding = *current_case.finding();
    const std::string a = ui::format_count(visit.a), b = ui::format_count(visit.b);
    std::string text;
    if (current_case.seen().measures_distance(visit))
        text = "Triangles " + a + " and " + b +
               (visit.verdict ? " are the closest so far" : " are not closer than the closest so far");
    else if (visit.kind == VisitKind::primitive_pair)
        text = "Triangles " + a + " and " + b + (visit.verdict ? " intersect" : " do not intersect");
    else if (visit.kind == VisitKind::volume_bound)
        text = "Nodes " + a + " and " + b +
               (visit.verdict ? " can contain the closest triangles" : " are too far and are pruned");
    else
        text = "Nodes " + a + " and " + b + (visit.verdict ? " overlap" : " are disjoint and are pruned");
    const bool is_wrong = finding.evidence.visit == index && finding.outcome == judge::Outcome::wrong;
    if (is_wrong && !current_case.seen().has_own_visits) text += ". This visit made the answer wrong";
    if (current_case.seen().has_own_visits)
        text += ". The capture records no visits; this one is from Boxwood's own traversal";
    return text;
}

bool TreesPage::draw(CaseOnScreen& io_current_case, RecordedVisits& io_visits, const TreeMeasures& measures,
                     const Actions& actions, const draw::Palette& palette) {
    io_current_case.hover(std::nullopt);
    const bool has_visits = !io_current_case.seen().visits.empty();
    if (has_visits) show_transport(io_current_case, io_visits, actions, palette);
    const float room = details_height();
    const float timeline_height = has_visits ? std::floor(0.3f * room) : 0.0f;
    if (has_visits) draw_timeline(io_current_case, io_visits, measures, timeline_height, palette);
    const std::array has_tree{!io_current_case.table(0).primitives.empty(),
                              !io_current_case.table(1).primitives.empty()};
    const int count = (has_tree[0] ? 1 : 0) + (has_tree[1] ? 1 : 0);
    if (count == 0) {
        ui::text("No hierarchy that can be traversed is recorded for the objects on screen.",
                 {ui::Font::body, palette.text3});
        return false;
    }
    const float line = ui::px(ui::grid::kTextLine) + ImGui::GetStyle().ItemSpacing.y;
    const float height =
        std::floor((room - timeline_height) / static_cast<float>(count) - line - ui::px(8.0f));
    bool has_selected = false;
    for (std::size_t i = 0; i < 2; ++i)
        if (has_tree[i]) has_selected |= draw_tree(i, io_current_case, io_visits, measures, height, palette);
    return has_selected;
}

void TreesPage::draw_timeline(const CaseOnScreen& current_case, RecordedVisits& io_visits,
                              const TreeMeasures& measures, float height, const draw::Palette& palette) {
    if (const auto wanted = timeline_.draw({.visits = current_case.seen().visits,
                                            .revision = measures.revision(),
                                            .current = io_visits.index(),
                                            .first_number = 0, // like the judge's visits
                                            .palette = palette,
                                            .is_distance_query = current_case.seen().is_distance_query(),
                                            .height = height}))
        io_visits.go_to(*wanted);
}

bool TreesPage::draw_tree(std::size_t object, CaseOnScreen& io_current_case, const RecordedVisits& visits,
                          const TreeMeasures& measures, float height, const draw::Palette& palette) {
    const SeenCase& seen = io_current_case.seen();
    const SeenObject& seen_object = seen.objects[object];
    const capture::HierarchyRecord& record = *seen_object.tree->record;
    std::string title = seen_object.name + "  hierarchy " + std::to_string(record.id);
    for (const std::string* name : {&record.name, &record.library})
        if (!name->empty()) title += ", " + capture::printable(*name);
    title += ", " + ui::format_count(record.node_count()) + " nodes";
    ui::text(title, {ui::Font::small, palette.text3});
    const TreeMeasures::Scale scale = measures.scale();
    const NodeTable& table = io_current_case.table(object);
    const std::optional<SeenNode>& chosen = io_current_case.picked();
    const std::uint32_t picked = chosen && chosen->object == object ? chosen->node : NodeTable::kNone;
    std::uint32_t current = NodeTable::kNone;
    if (!seen.visits.empty() && seen.visits[visits.index()].kind != VisitKind::primitive_pair)
        current = object == 0 ? seen.visits[visits.index()].a : seen.visits[visits.index()].b;
    const auto if_in_table = [&table](std::uint32_t node) {
        return table.has(node) ? node : NodeTable::kNone;
    };
    const TreeIcicle::Events events = icicles_[object].draw(
        object == 0 ? "recorded a" : "recorded b", {.table = table,
                                                    .revision = measures.revision(),
                                                    .values = {.of_node = measures.values(object),
                                                               .low = scale.low,
                                                               .high = scale.high,
                                                               .is_logarithmic = scale.is_logarithmic,
                                                               .name = scale.name,
                                                               .unit = scale.unit},
                                                    .first_visits = measures.first_visits(object),
                                                    .current_visit = visits.index(),
                                                    .current_node = if_in_table(current),
                                                    .picked = if_in_table(picked),
                                                    .filter = nullptr,
                                                    .height = height,
                                                    .palette = palette});
    if (events.hovered) io_current_case.hover(SeenNode{object, *events.hovered});
    if (events.clicked) io_current_case.pick(SeenNode{object, *events.clicked});
    return events.clicked.has_value();
}

} // namespace boxwood
