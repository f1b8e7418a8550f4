#include "app/labs/inspector/traversal_inspector.hpp"

#include "app/labs/inspector/panels/node_panels.hpp"
#include "app/labs/inspector/panels/why_panels.hpp"

#include <algorithm>
#include <utility>

namespace boxwood {

void TraversalInspector::record(QueryRecording::Subject subject) {
    const std::array<QueryRecording::TableChange, 2> changes = recording_.record(std::move(subject));
    for (const std::size_t side : {0u, 1u}) {
        marks_.note_table(side, changes[side]);
        if (changes[side] != QueryRecording::TableChange::is_other) continue;
        trees_.close_menu();
        heat_.clear_costs();
    }
    player_.show(&recording_.replay());
    marks_.apply_pending(recording_);
    update();
}

void TraversalInspector::forget() {
    player_.show(nullptr);
    recording_.forget();
    strokes_.clear();
}

void TraversalInspector::copy_settings_from(const TraversalInspector& other) {
    strokes_.ancestor_count = other.strokes_.ancestor_count;
    strokes_.pruned_count = other.strokes_.pruned_count;
    strokes_.shows_slabs = other.strokes_.shows_slabs;
    heat_.copy_settings_from(other.heat_);
    trees_.measure = other.trees_.measure;
}

TraversalInspector::DisplayInputs TraversalInspector::current_inputs() const {
    return {recording_.revision(),
            player_.index(),
            {strokes_.ancestor_count, strokes_.pruned_count, strokes_.shows_slabs ? 1 : 0},
            marks_.nodes(),
            marks_.triangles(),
            {marks_.filter(0).revision(), marks_.filter(1).revision()}};
}

void TraversalInspector::update() {
    if (!is_open || player_.is_empty()) return;
    trees_.update();
    if (heat_.is_on())
        heat_.update(recording_,
                     draw::dark_palette()); // any theme: all share the ramp, and headless runs have no theme
    const DisplayInputs inputs = current_inputs();
    if (drawn_inputs_ == inputs) return;
    if (drawn_inputs_.filter_revisions != inputs.filter_revisions) marks_.update_shown(recording_);
    drawn_inputs_ = inputs;
    explanation_.explain();
    strokes_.rebuild(explanation_);
}

// --- stepping through visits ------------------------------------------------------------------------------

bool TraversalInspector::act(std::string_view action) {
    if (!is_open || player_.is_empty()) return false;
    const VisitReplay& replay = recording_.replay();
    const std::size_t at = player_.index();
    const auto go_to_next = [&](auto find) { // wraps around at the end
        if (!player_.try_go_to((replay.*find)(at))) player_.try_go_to((replay.*find)(VisitReplay::kNone));
    };
    if (action == "visit.play") {
        if (!player_.is_playing && at + 1 == player_.size()) player_.go_to(0);
        player_.is_playing = !player_.is_playing;
    } else if (action == "nudge.left")
        player_.go_by(-1);
    else if (action == "nudge.right")
        player_.go_by(1);
    else if (action == "nudge.away")
        player_.go_by_page(-1);
    else if (action == "nudge.near")
        player_.go_by_page(1);
    else if (action == "nudge.up")
        player_.try_go_to(replay.parent(at));
    else if (action == "visit.first")
        player_.try_go_to(0);
    else if (action == "visit.last")
        player_.try_go_to(player_.size() - 1);
    else if (action == "nudge.down" || action == "visit.leaves")
        go_to_next(&VisitReplay::find_leaves);
    else if (action == "visit.contact")
        go_to_next(&VisitReplay::find_contact);
    else if (action == "visit.rejected")
        player_.try_go_to(replay.largest_rejected());
    else
        return act_on_nodes(action);
    return true;
}

// Shows both trees completely, or isolates or hides the subtree of the selected node. If no node is selected, isolates
// or hides the subtrees of both nodes of the test on screen.
bool TraversalInspector::act_on_nodes(std::string_view action) {
    if (action == "tree.all") {
        marks_.show_all();
        return true;
    }
    if (action != "tree.isolate" && action != "tree.hide") return false;
    const auto apply = [&](const NodeName& node) {
        if (action == "tree.isolate")
            marks_.isolate(node);
        else
            marks_.hide(node);
    };
    if (const std::optional<NodeName> node = test_.selected()) {
        apply(*node);
        return true;
    }
    const NodePair nodes = test_.nodes();
    apply({0, nodes.a});
    apply({1, nodes.b});
    return true;
}

std::string TraversalInspector::why_unavailable(std::string_view action) const {
    if (!is_ready()) return {};
    const VisitReplay& replay = recording_.replay();
    const bool goes_to_leaves = action == "nudge.down" || action == "visit.leaves";
    if (goes_to_leaves && !recording_.has_leaves()) return "No two leaves overlap in this query.";
    if (action == "visit.contact" && !recording_.has_contacts())
        return recording_.is_distance_query() ? "No two triangles were compared in this query."
                                              : "No two triangles intersect in this query.";
    if (action == "visit.rejected" && replay.largest_rejected() == VisitReplay::kNone)
        return "No pair was pruned in this query.";
    if (action == "visit.rejected" && replay.largest_rejected() == player_.index())
        return "This is the pruned pair that saved the most triangle pairs.";
    if (action == "nudge.up" && replay.parent(player_.index()) == VisitReplay::kNone)
        return "This is the visit of the two roots; it has no parent.";
    if (action == "tree.all" && !marks_.is_filtered()) return "Both trees are already shown completely.";
    if (action == "tree.hide") {
        const std::optional<NodeName> node = test_.selected();
        const NodePair nodes = test_.nodes();
        if (node ? node->node == 0 : nodes.a == 0 && nodes.b == 0) return "A root cannot be hidden.";
    }
    return {};
}

bool TraversalInspector::find_triangle(std::size_t side, std::uint32_t triangle) {
    return is_open && !player_.is_empty() &&
           player_.try_go_to(recording_.replay().find_primitive(side, triangle, player_.index()));
}

// --- display ----------------------------------------------------------------------------------------------

bool TraversalInspector::shows_triangle(std::size_t side, std::uint32_t triangle) const {
    const std::vector<bool>& shown = marks_.shown_triangles(side);
    return !is_ready() || shown.empty() || shown[triangle];
}

std::span<const draw::Color> TraversalInspector::heat_colors(std::size_t side) const {
    return is_ready() && heat_.is_on() ? heat_.colors(side) : std::span<const draw::Color>{};
}

void TraversalInspector::draw(draw::DrawList& out, const draw::Palette& palette) const {
    if (!is_ready()) return;
    strokes_.draw(explanation_, out, palette);
    for (const std::size_t side : {0u, 1u})
        if (const std::optional<NodeName> node = trees_.hovered(side))
            strokes_.draw_outline(*node, palette.text1, out);
}

void TraversalInspector::add_legend(std::vector<LegendEntry>& io_rows, const draw::Palette& palette) const {
    if (is_open) strokes_.add_legend(io_rows, palette);
}

void TraversalInspector::add_heat_legend(std::vector<LegendEntry>& io_rows,
                                         const draw::Palette& palette) const {
    if (is_open) heat_.add_legend(io_rows, palette);
}

void TraversalInspector::show_inspector_page(ViewContext& context) {
    if (!is_ready()) return;
    show_marks(test_, marks_, offers_faults, context.palette);
    show_test_name(test_, marks_, context.palette);
    show_why(explanation_, test_, context.palette);
    show_visit_counters(test_);
}

// --- report -----------------------------------------------------------------------------------------------

void TraversalInspector::add_report_fields(std::vector<ReportField>& io_fields) const {
    io_fields.push_back({"visit_open", is_open ? "true" : "false"});
    if (!is_ready()) return;
    const VisitMoment& moment = player_.moment();
    const auto add = [&](const char* name, std::uint64_t value) {
        io_fields.push_back({name, std::to_string(value)});
    };
    add("visit", moment.index + 1);
    add("visits", player_.size());
    add("visit_kind", static_cast<std::uint64_t>(moment.visit.kind));
    add("visit_a", moment.visit.a);
    add("visit_b", moment.visit.b);
    add("visit_verdict", moment.visit.verdict ? 1 : 0);
    add("visit_waiting", moment.stack.size());
    io_fields.push_back({"visit_of", recording_.is_distance_query() ? "\"distance\"" : "\"contacts\""});
    io_fields.push_back({"visit_picked", marks_.has_node_pair() ? "true" : "false"});
    io_fields.push_back({"triangles_picked", marks_.has_triangle_pair() ? "true" : "false"});
    for (const std::size_t side : {0u, 1u}) {
        const std::string suffix = side == 0 ? "_a" : "_b";
        const std::vector<bool>& visible = marks_.shown_triangles(side);
        const std::uint32_t node = marks_.nodes()[side];
        const auto count = visible.empty() ? recording_.mesh(side).triangles.size()
                                           : static_cast<std::size_t>(std::ranges::count(visible, true));
        io_fields.push_back({"picked" + suffix, node == NodeTable::kNone ? "null" : std::to_string(node)});
        io_fields.push_back({"triangles_shown" + suffix, std::to_string(count)});
    }
    if (heat_.is_on()) {
        add("cost_queries", heat_.query_count());
        add("cost_sum", heat_.sum());
    }
    add("visit_volume_tests", moment.counters.volume_tests);
    add("visit_triangle_tests", moment.counters.primitive_tests);
    std::string why;
    for (const char c : explanation_.describe())
        if (c != '"' && c != '\\') why += c;
    io_fields.push_back({"why", '"' + why + '"'});
}

} // namespace boxwood
