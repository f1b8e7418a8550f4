// Text and numbers of a visit: the inspector's sections and the page at the bottom.
#include "app/labs/inspector/traversal_inspector.hpp"
#include "app/labs/length_text.hpp"

#include "app/labs/inspector/axis_table.hpp"
#include "app/panels/readouts.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/row.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <imgui.h>

#include <algorithm>

namespace boxwood {
namespace {

constexpr float kWaitingWidth = 250.0f, kBottom = 4.0f, kParting = 6.0f; // pixels at scale 1
constexpr float kTreeLabel = 20.0f;
constexpr float kRoomForSpeed = 820.0f, kRoomForLegend = 110.0f, kWindowWithLegend = 800.0f;

// What skyline and trees show; on one line, entries without room are left out.
void show_strip_legend(const draw::Palette& palette) {
    const auto has_room = [](std::string_view text) {
        return ImGui::GetContentRegionAvail().x >= ui::px(24.0f) + ui::text_size(ui::Font::small, text).x;
    };
    ui::text("depth of each visit", {ui::Font::small, palette.text3, ui::grid::kTextLine});
    const auto entry = [&](draw::Color color, const char* text) {
        ui::same_line(14.0f);
        if (has_room(text)) ui::legend_entry({ui::Sample::square, color}, text);
        else ImGui::NewLine();
    };
    entry(palette.overlapping, "overlap");
    entry(palette.pruned, "pruned");
    entry(palette.contact, "triangles intersect");
    constexpr std::string_view kTrees = "trees: a row per depth, width by triangles";
    if (ui::same_line(14.0f); has_room(kTrees))
        ui::text(kTrees, {ui::Font::small, palette.text3, ui::grid::kTextLine});
    else
        ImGui::NewLine();
}

} // namespace

// --- the page at the bottom -------------------------------------------------------------------------------

void TraversalInspector::details(ViewContext& context) {
    if (!is_ready()) return;
    player_.pass(static_cast<double>(ImGui::GetIO().DeltaTime));
    transport(context.palette);
    const float height = ImGui::GetContentRegionAvail().y;
    const bool has_waiting = ImGui::GetContentRegionAvail().x > 2.0f * ui::px(kWaitingWidth);
    const float left = has_waiting ? ImGui::GetContentRegionAvail().x - ui::px(kWaitingWidth + 16.0f) : 0.0f;
    // In a low window the trees need its row.
    const bool has_legend =
        height > ui::px(kRoomForLegend) && ImGui::GetIO().DisplaySize.y >= ui::px(kWindowWithLegend);
    const float legend = has_legend ? ui::px(ui::grid::kTextLine) + ImGui::GetStyle().ItemSpacing.y : 0.0f;
    const float room = height - legend - ui::px(kBottom + 2.0f * kParting), skyline = std::floor(0.4f * room),
                tree = std::floor(0.3f * room);
    ImGui::BeginChild("skyline", {left, height}, false, ImGuiWindowFlags_NoScrollbar);
    if (has_legend) show_strip_legend(context.palette);
    const std::optional<std::size_t> wanted = skyline_.draw({.visits = recorder_.visits(),
                                                             .revision = revision_,
                                                             .current = player_.index(),
                                                             .palette = context.palette,
                                                             .is_of_distance = is_of_distance(),
                                                             .height = skyline});
    if (wanted) {
        player_.is_playing = false;
        player_.go_to(*wanted);
    }
    for (const std::size_t side : {0u, 1u}) show_tree(side, tree, context.palette);
    ImGui::EndChild();
    if (!has_waiting) return;
    ui::same_line(16.0f);
    ImGui::BeginChild("waiting", {0.0f, height}, false, ImGuiWindowFlags_NoScrollbar);
    show_waiting(context.palette);
    ImGui::EndChild();
}

void TraversalInspector::trees(float height, const draw::Palette& palette) {
    if (!is_ready()) return;
    const float tree = std::floor(0.5f * height - ui::px(kParting));
    for (const std::size_t side : {0u, 1u}) show_tree(side, tree, palette);
}

void TraversalInspector::transport(const draw::Palette& palette) {
    if (!is_ready()) return;
    const bool is_wide = ImGui::GetContentRegionAvail().x > ui::px(kRoomForSpeed);
    const auto icon = [&](const char* id, ui::Icon what, const char* action, std::string_view tip) {
        const ui::Unavailable because(why_unavailable(action));
        if (ui::icon_button(id, what, {.tooltip = tip})) act(action);
        ui::same_line(4.0f);
    };
    icon("first", ui::Icon::jump_back, "visit.first", "To the first visit (Home)");
    icon("back", ui::Icon::step_back, "nudge.left", "One visit back (Left; Page up: a fiftieth of all)");
    if (ui::icon_button("play", player_.is_playing ? ui::Icon::pause : ui::Icon::play,
                        {.tooltip = "Play the visits (P)", .raised = true, .width = 40.0f}))
        act("visit.play");
    ui::same_line(4.0f);
    icon("forward", ui::Icon::step_forward, "nudge.right",
         "One visit on (Right; Page down: a fiftieth of all)");
    icon("last", ui::Icon::jump_forward, "visit.last", "To the last visit (End)");
    ui::same_line(12.0f);
    const ui::TextStyle muted{ui::Font::body, palette.text3};
    const std::string at = ui::format_count(player_.index() + 1),
                      of =
                          "of " + ui::format_count(player_.size()) +
                          (recorder_.is_truncated() ? ", cut: there are " + ui::format_count(recorder_.seen())
                                                    : "");
    ui::text_line(std::array{ui::TextRun{"visit", muted},
                             ui::TextRun{at, {ui::Font::body_bold, palette.current}, 6},
                             ui::TextRun{of, muted, 6}},
                  ui::grid::kControl);
    // Fixed width, so that the following items do not move while the number grows.
    const ui::Font bold = ui::Font::body_bold;
    const float growth = ui::text_size(bold, ui::format_count(player_.size())).x - ui::text_size(bold, at).x;
    ImGui::SameLine(0.0f, ui::px(16.0f) + std::max(std::ceil(growth), 0.0f));
    const auto jump = [&](const char* label, const char* action, std::string_view tip) {
        const ui::Unavailable because(why_unavailable(action));
        if (ImGui::GetContentRegionAvail().x < ui::text_size(ui::Font::body, label).x + ui::px(24.0f))
            ImGui::NewLine();
        if (ui::button(label, {.tooltip = tip})) act(action);
        ui::same_line(4.0f);
    };
    if (is_of_distance()) {
        jump("Leaves", "visit.leaves", "The next two leaves that may be the closest (J, or Down)");
        jump("Closer", "visit.contact", "The next two triangles that are the closest so far (K)");
    } else {
        jump("Leaves", "visit.leaves", "The next two leaves whose volumes overlap (J, or Down)");
        jump("Contact", "visit.contact", "The next two triangles that intersect (K)");
    }
    jump("Largest pruned", "visit.rejected", "The pruned pair that saved the most triangle pairs (M)");
    if (!is_wide) return ImGui::NewLine();
    ui::same_line(16.0f);
    float speed = static_cast<float>(player_.speed);
    ui::number_field(ui::FloatField{.label = "speed",
                                    .min = static_cast<float>(VisitPlayer::kSlowest),
                                    .max = static_cast<float>(VisitPlayer::kFastest),
                                    .reset = static_cast<float>(VisitPlayer::kUsualSpeed),
                                    .unit = "/s",
                                    .decimals = 0,
                                    .logarithmic = true,
                                    .tooltip = "Visits per second while they play"},
                     72.0f, speed);
    player_.speed = static_cast<double>(speed);
    show_tree_ramp(palette);
}

// Legend of the tree colors, at the right end of the row if there is space after its last control.
void TraversalInspector::show_tree_ramp(const draw::Palette& palette) const {
    const NodeMeasureName& name = kAllNodeMeasures[static_cast<std::size_t>(measure)];
    const std::string label = "trees: " + std::string(name.name) +
                              (name.unit.empty() ? "" : ", " + std::string(name.unit)),
                      low = ui::format_significant(static_cast<double>(lowest_in_trees()), 2),
                      high = ui::format_significant(static_cast<double>(highest_), 3);
    const auto width_of = [](std::string_view text) { return ui::text_size(ui::Font::small, text).x; };
    const float ramp = ui::px(72.0f), gap = ui::px(6.0f);
    const float width = width_of(label) + width_of(low) + width_of(high) + ramp + 3.0f * gap;
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const ImVec2 least = ImGui::GetItemRectMin(), most = ImGui::GetItemRectMax();
    if (most.x + ui::px(16.0f) + width > right) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = 0.5f * (least.y + most.y);
    float x = right - width;
    const auto write = [&](std::string_view text) {
        const glm::vec2 size = ui::text_size(ui::Font::small, text);
        ui::draw_text(list, ui::Font::small, {x, std::floor(middle - 0.5f * size.y)}, palette.text3, text);
        x += size.x + gap;
    };
    write(label);
    write(low);
    constexpr int kSteps = 24;
    for (int i = 0; i < kSteps; ++i)
        list.AddRectFilled({x + ramp * static_cast<float>(i) / kSteps, middle - ui::px(4.0f)},
                           {x + ramp * static_cast<float>(i + 1) / kSteps, middle + ui::px(4.0f)},
                           ui::packed(draw::ramp(palette, static_cast<float>(i) / (kSteps - 1))));
    x += ramp + gap;
    write(high);
}

float TraversalInspector::lowest_in_trees() const {
    const bool is_logarithmic = kAllNodeMeasures[static_cast<std::size_t>(measure)].is_logarithmic;
    return is_logarithmic ? std::min(highest_, 1.0f) : 0.0f;
}

// Icicle of one hierarchy: a click jumps to a visit, Shift+click selects the node.
void TraversalInspector::show_tree(std::size_t side, float height, const draw::Palette& palette) {
    const NodeMeasureName& name = kAllNodeMeasures[static_cast<std::size_t>(measure)];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const draw::Color color = side == 0 ? palette.body_a : palette.body_b;
    ImGui::SetCursorScreenPos({at.x + ui::px(kTreeLabel), at.y + ui::px(kParting)});
    const NodePair shown = shown_nodes();
    const IcicleLook look{.table = tables_[side],
                          .revision = revision_ * kAllNodeMeasures.size() + static_cast<std::size_t>(measure),
                          .values = values_[side],
                          .low = lowest_in_trees(),
                          .high = highest_,
                          .is_logarithmic = name.is_logarithmic,
                          .first_visits = first_visits_[side],
                          .now = player_.index(),
                          .current = side == 0 ? shown.a : shown.b,
                          .picked = picked_[side],
                          .filter = &filters_[side],
                          .name = name.name,
                          .unit = name.unit,
                          .height = height,
                          .palette = palette};
    const TreeIcicle::Events events = icicles_[side].draw(side == 0 ? "tree a" : "tree b", look);
    ui::draw_text(*ImGui::GetWindowDrawList(), ui::Font::small_bold, {at.x, at.y + ui::px(kParting)}, color,
                  side == 0 ? "A" : "B");
    ImGui::SetCursorScreenPos({at.x, at.y + ui::px(kParting) + height});
    hovered_[side] = events.hovered.value_or(NodeTable::kNone);
    if (events.menu) {
        menu_ = NodeName{side, *events.menu};
        ImGui::OpenPopup(side == 0 ? "node menu a" : "node menu b");
    }
    if (menu_ && menu_->side == side && ui::begin_menu(side == 0 ? "node menu a" : "node menu b")) {
        show_menu();
        ui::end_context_menu();
    }
    if (!events.clicked) return;
    if (ImGui::GetIO().KeyShift) return pick(side, *events.clicked);
    unpick();
    find_node(side, *events.clicked);
}

// The traversal stack, the next pair at the top.
void TraversalInspector::show_waiting(const draw::Palette& palette) {
    const std::vector<std::size_t>& stack = player_.moment().stack;
    ui::text("stack: " + ui::format_count(stack.size()) + (stack.size() == 1 ? " pair waits" : " pairs wait"),
             {ui::Font::small, palette.text3});
    constexpr std::array<ui::Column, 4> kColumns{
        ui::Column{"A", 0.0f, true, "Node of A"}, ui::Column{"B", 0.0f, true, "Node of B"},
        ui::Column{"depth", 44.0f, true, "Descents from the two roots"},
        ui::Column{"pairs", 84.0f, true, "Of triangles below both"}};
    if (!ui::begin_table("stack", kColumns, {.height = ImGui::GetContentRegionAvail().y})) return;
    std::size_t wanted = VisitReplay::kNone;
    ui::table_rows(static_cast<int>(stack.size()), [&](int row) {
        const std::size_t visit = stack[stack.size() - 1 - static_cast<std::size_t>(row)];
        if (ui::table_row(row, {.is_selectable = true}).clicked) wanted = visit;
        ui::table_cell(ui::format_count((*replay_)[visit].a));
        ui::table_cell(ui::format_count((*replay_)[visit].b));
        ui::table_cell(std::to_string((*replay_)[visit].depth));
        ui::table_cell(ui::format_count(replay_->pairs_below(visit)));
    });
    ui::end_table();
    player_.try_go_to(wanted);
}

// --- the inspector ----------------------------------------------------------------------------------------

void TraversalInspector::inspector(ViewContext& context) {
    if (!is_ready()) return;
    show_selected(context.palette);
    show_names(context.palette);
    if (shows_leaf())
        show_leaf_why(context.palette);
    else if (shows_volumes())
        show_volume_why(context.palette);
    else
        show_triangle_why(context.palette);
    show_counters();
}

void TraversalInspector::show_names(const draw::Palette& palette) {
    const VisitMoment& moment = player_.moment();
    const bool are_volumes = shows_volumes(), verdict = moment.visit.verdict;
    if (has_picked()) return show_picked(palette);
    if (has_triangles()) return show_picked_triangles(palette);
    ui::section("Visit " + ui::format_count(moment.index + 1),
                {.right_text = are_volumes ? "two nodes" : "two triangles"});
    for (const std::size_t side : {0u, 1u}) {
        if (side == 1) ui::same_line(12.0f);
        ui::swatch(side == 0 ? palette.body_a : palette.body_b, ui::grid::kControl);
        ui::same_line(6.0f);
        ui::text(ui::format_count(side == 0 ? moment.visit.a : moment.visit.b),
                 {ui::Font::title_bold, palette.text1, ui::grid::kControl});
    }
    const std::string_view word = shows_bound()          ? (verdict ? "may be closer" : "farther, pruned")
                                  : are_volumes          ? (verdict ? "overlap" : "disjoint, pruned")
                                  : compares_distances() ? (verdict ? "closest so far" : "not closer")
                                  : verdict              ? "intersect"
                                                         : "separated";
    const bool is_hit = !are_volumes && verdict && !compares_distances();
    const std::optional<ui::Icon> icon =
        are_volumes && !verdict ? std::optional(ui::Icon::dash) : std::nullopt;
    ui::same_line(12.0f);
    if (ImGui::GetContentRegionAvail().x < ui::chip_size(word, icon.has_value()).x) ImGui::NewLine();
    ui::chip(word, is_hit ? ui::ChipKind::bad : ui::ChipKind::neutral, icon);
    const NodeTable::Node &a = tables_[0].nodes[moment.nodes.a], &b = tables_[1].nodes[moment.nodes.b];
    const std::string where =
        are_volumes
            ? "depth " + std::to_string(a.depth) + " and " + std::to_string(b.depth) + " · " +
                  ui::format_count(a.count) + " and " + ui::format_count(b.count) + " triangles below"
            : "of leaves " + ui::format_count(moment.nodes.a) + " and " + ui::format_count(moment.nodes.b);
    ui::paragraph(
        std::array{ui::TextRun{where, {ui::Font::small, palette.text3}}}); // two lines for large meshes
}

void TraversalInspector::show_picked(const draw::Palette& palette) {
    ui::section("Picked nodes", {.right_text = "not a visit of the query"});
    for (const std::size_t side : {0u, 1u}) {
        if (side == 1) ui::same_line(12.0f);
        ui::swatch(side == 0 ? palette.body_a : palette.body_b, ui::grid::kControl);
        ui::same_line(6.0f);
        ui::text(ui::format_count(picked_[side]), {ui::Font::title_bold, palette.text1, ui::grid::kControl});
    }
    ui::same_line(12.0f);
    if (ui::button("Back to the visit")) unpick();
}

std::string TraversalInspector::describe_volumes() const {
    const std::vector<AxisRow>& rows = volume_why_.rows;
    const NodePair nodes = shown_nodes();
    const std::string pairs =
        ui::format_count(std::uint64_t{tables_[0].nodes[nodes.a].count} * tables_[1].nodes[nodes.b].count);
    const std::size_t first = volume_why_.first_separating();
    const bool is_one = rows.size() == 1;
    if (first < rows.size()) {
        const std::string gap = length_text(rows[first].gap);
        std::string text = is_one ? "They are separated by " + gap + "."
                                  : "Axis " + std::to_string(first + 1) + " of " +
                                        std::to_string(rows.size()) + " (" + std::string(rows[first].name) +
                                        ") separates the volumes by " + gap + ".";
        if (first > 0)
            text += first == 1 ? " The axis before it does not separate them."
                               : " The " + std::to_string(first) + " axes before it do not separate them.";
        return text + " " + pairs +
               (pairs == "1" ? " triangle pair is not tested." : " triangle pairs are not tested.");
    }
    const AxisRow& widest = rows[volume_why_.widest()];
    const std::string depth = length_text(-widest.gap);
    const bool are_leaves = tables_[0].is_leaf(nodes.a) && tables_[1].is_leaf(nodes.b);
    return (is_one ? "The volumes overlap by " + depth + "."
                   : "No axis of " + std::to_string(rows.size()) + " separates the volumes; " +
                         "the least overlap is " + depth + ", along " + std::string(widest.name) + ".") +
           (are_leaves ? " Both are leaves, so their triangles are tested."
                       : " Any of " + pairs + " triangle pairs may intersect, so one of the two is opened.");
}

void TraversalInspector::show_volume_why(const draw::Palette& palette) {
    ui::section("Why");
    const std::string wrong = describe_wrong_pruning(),
                      told = shows_bound() ? describe_bound() : describe_volumes();
    ui::paragraph(std::array{ui::TextRun{wrong, {ui::Font::body, palette.bad}},
                             ui::TextRun{told, {ui::Font::body, palette.text2}}});
    const std::vector<AxisRow>& rows = volume_why_.rows;
    const std::size_t first = volume_why_.first_separating(),
                      shown = first < rows.size() ? first : volume_why_.widest();
    const std::array<Span, 2>& spans = volume_why_.spans[shown];
    axis_spans({spans[0].low, spans[0].high, spans[1].low, spans[1].high, rows[shown].gap,
                rows.size() == 1 ? "the line between them" : std::string(rows[shown].name)},
               palette);
    if (step_why_) show_step_why(palette);
    ui::section("Separating axes", {.right_text = "order of the test"});
    std::vector<AxisLine> lines;
    for (std::size_t i = 0; i < rows.size(); ++i)
        lines.push_back({static_cast<int>(i) + 1, rows[i].name, rows[i].centers, rows[i].reach, rows[i].gap,
                         i == first, i > first});
    axis_table(lines, palette);
}

// The largest gap along an axis is a lower bound of the distance too; the query's own may be tighter.
std::string TraversalInspector::describe_bound() const {
    const NodePair nodes = shown_nodes();
    const std::string pairs =
        ui::format_count(std::uint64_t{tables_[0].nodes[nodes.a].count} * tables_[1].nodes[nodes.b].count);
    const AxisRow& widest = volume_why_.rows[volume_why_.widest()];
    const std::string gap = widest.gap > 0.0
                                ? "The volumes are at least " + length_text(widest.gap) + " apart"
                                : std::string("The volumes overlap, or nearly touch");
    if (!nearest_before_) return gap + ". No triangles were compared yet, so the nearer child is opened.";
    const std::string nearest = length_text(nearest_before_->distance) +
                                " of the closest triangles so far (" +
                                ui::format_count(nearest_before_->triangles.a) + " of A and " +
                                ui::format_count(nearest_before_->triangles.b) + " of B)";
    const bool are_leaves = tables_[0].is_leaf(nodes.a) && tables_[1].is_leaf(nodes.b);
    if (player_.moment().visit.verdict)
        return gap + ". The query's lower bound does not exceed the " + nearest +
               (are_leaves ? ", so their triangles are compared, unless closer ones are found first."
                           : ", so one of the two is opened, unless closer triangles are found first.");
    const std::string farther = widest.gap > nearest_before_->distance
                                    ? ", farther than the " + nearest
                                    : ". The query's lower bound exceeds the " + nearest;
    return gap + farther + ". " + pairs +
           (pairs == "1" ? " triangle pair is not compared." : " triangle pairs are not compared.");
}

std::string TraversalInspector::describe_distance() const {
    std::string text = "The distance of the triangles is " + length_text(triangle_why_.closest.distance);
    if (!nearest_before_) return text + "; no others were compared before.";
    const std::string nearest = length_text(nearest_before_->distance);
    return player_.moment().visit.verdict ? text + ", the smallest so far; before it was " + nearest + "."
                                          : text + ", not below the " + nearest + " of the closest so far.";
}

std::string TraversalInspector::describe_triangles() const {
    if (compares_distances() && !has_triangles()) return describe_distance();
    const TriangleWhy& why = triangle_why_;
    const std::string distance = length_text(why.closest.distance);
    std::string text;
    switch (why.story) {
    case TriangleExplanation::meet:
        if (why.section.is_flat || why.section.contact == TriangleContact::coplanar_overlap)
            text = "The triangles share points in a common plane.";
        else if (why.section.contact == TriangleContact::point)
            text = "The triangles touch in a point.";
        else
            text = "The triangles cross along a segment of " +
                   length_text(glm::distance(why.section.ends[0].point, why.section.ends[1].point)) + ".";
        break;
    case TriangleExplanation::beside_a:
        text = "B's triangle lies on one side of the plane of A's, at least " + length_text(why.plane_gap) +
               " from it. The distance of the triangles is " + distance + ".";
        break;
    case TriangleExplanation::beside_b:
        text = "A's triangle lies on one side of the plane of B's, at least " + length_text(why.plane_gap) +
               " from it. The distance of the triangles is " + distance + ".";
        break;
    case TriangleExplanation::past:
        text = "Each triangle crosses the plane of the other beyond its edges. Their distance is " +
               distance + ".";
        break;
    }
    return text + (why.is_exact_test ? " Floating point could not decide; exact arithmetic did."
                                     : " Floating point decided, with a certified error.");
}

void TraversalInspector::show_counters() {
    const VisitMoment& moment = player_.moment();
    ui::section("Counted so far");
    count_row("volume tests", moment.counters.volume_tests);
    count_row("triangle tests", moment.counters.primitive_tests);
    if (!is_of_distance()) {
        count_row("of them decided by exact arithmetic", moment.counters.exact_tests);
        count_row("triangle pairs that intersect", moment.contacts);
    }
    count_row("deepest descent", moment.counters.max_depth);
}

} // namespace boxwood
