// Picked nodes and triangles, and display filters of the trees.
#include "app/labs/inspector/traversal_inspector.hpp"

#include "app/labs/settings.hpp"
#include "app/panels/readouts.hpp"
#include "collision/hierarchy/all_kinds.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <imgui.h>

#include <algorithm>

namespace boxwood {
namespace {

const char* letter_of(std::size_t side) {
    return side == 0 ? "A" : "B";
}

// The Error names the setting that requested the node.
Status check_node(const std::string& setting, std::uint32_t node, const NodeTable& table, const char* side) {
    if (node == NodeTable::kNone) return ok();
    const std::string nodes = std::string("nodes of ") + side;
    if (Status status = check_is_there(setting, node, table.nodes.size(), nodes); !status) return status;
    if (table.has(node)) return ok();
    return Error{"setting " + setting + ": none of the " + nodes + " has the number " + std::to_string(node)};
}

} // namespace

// --- picking ----------------------------------------------------------------------------------------------

void TraversalInspector::pick(std::size_t side, std::uint32_t node) {
    picked_[side] = node;
    picked_triangles_.fill(NodeTable::kNone);
}

void TraversalInspector::select(std::size_t side, std::uint32_t node) {
    unpick();
    picked_[side] = node;
}

std::optional<TraversalInspector::NodeName> TraversalInspector::selected() const {
    if (has_picked()) return std::nullopt;
    for (const std::size_t side : {0u, 1u})
        if (tables_[side].has(picked_[side])) return NodeName{side, picked_[side]};
    return std::nullopt;
}

void TraversalInspector::pick_triangle(std::size_t side, std::uint32_t triangle) {
    picked_.fill(NodeTable::kNone);
    if (tables_[side].leaves[triangle] != NodeTable::kNone) picked_triangles_[side] = triangle;
}

void TraversalInspector::unpick() {
    picked_.fill(NodeTable::kNone);
    picked_triangles_.fill(NodeTable::kNone);
}

// Node indices are not valid in another hierarchy.
void TraversalInspector::drop_marks(std::size_t side) {
    picked_[side] = picked_triangles_[side] = NodeTable::kNone;
    filters_[side].clear();
    menu_.reset();
    costs_.clear();
}

Status TraversalInspector::check_wishes(const ShapePair& shapes) const {
    for (const std::size_t side : {0u, 1u}) {
        const std::string suffix = side == 0 ? "-a" : "-b";
        const std::size_t triangles = shapes[side]->mesh().triangles.size();
        if (wishes.triangle[side] != NodeTable::kNone)
            if (Status status = check_is_there("triangle" + suffix, wishes.triangle[side], triangles,
                                               std::string("triangles of ") + letter_of(side));
                !status)
                return status;
        const std::array nodes{std::pair{"select", wishes.select[side]},
                               std::pair{"isolate", wishes.isolate[side]},
                               std::pair{"hide", wishes.hide[side]}};
        const auto is_none = [](const auto& wish) { return wish.second == NodeTable::kNone; };
        if (std::ranges::all_of(nodes, is_none)) continue;
        const NodeTable table = make_node_table(*shapes[side]->hierarchy());
        for (const auto& [setting, node] : nodes)
            if (Status status = check_node(setting + suffix, node, table, letter_of(side)); !status)
                return status;
    }
    return ok();
}

void TraversalInspector::fulfil() {
    for (const std::size_t side : {0u, 1u}) {
        const auto take = [&](std::array<std::uint32_t, 2>& io_wish, std::size_t count) {
            const std::uint32_t name = std::exchange(io_wish[side], NodeTable::kNone);
            return name < count ? name : NodeTable::kNone;
        };
        const std::size_t nodes = tables_[side].nodes.size(), triangles = tables_[side].leaves.size();
        if (const std::uint32_t node = take(wishes.select, nodes); tables_[side].has(node))
            picked_[side] = node;
        if (const std::uint32_t node = take(wishes.isolate, nodes); tables_[side].has(node))
            filters_[side].isolate(node);
        if (const std::uint32_t node = take(wishes.hide, nodes); tables_[side].has(node))
            filters_[side].hide(node);
        if (const std::uint32_t triangle = take(wishes.triangle, triangles); triangle != NodeTable::kNone)
            pick_triangle(side, triangle);
    }
}

NodePair TraversalInspector::shown_nodes() const {
    if (has_picked()) return {picked_[0], picked_[1]};
    if (has_triangles())
        return {tables_[0].leaves[picked_triangles_[0]], tables_[1].leaves[picked_triangles_[1]]};
    return player_.moment().nodes;
}

std::uint32_t TraversalInspector::shown_triangle(std::size_t side) const {
    if (has_triangles()) return picked_triangles_[side];
    return side == 0 ? player_.moment().visit.a : player_.moment().visit.b;
}

bool TraversalInspector::triangles_meet() const {
    return has_triangles() || compares_distances() ? triangle_why_.story == TriangleExplanation::meet
                                                   : player_.moment().visit.verdict;
}

bool TraversalInspector::shows_triangle(std::size_t side, std::uint32_t triangle) const {
    return !is_ready() || shown_[side].empty() || shown_[side][triangle];
}

// --- node actions -----------------------------------------------------------------------------------------

bool TraversalInspector::act_on_nodes(std::string_view action) {
    if (action == "tree.all") {
        for (SubtreeFilter& filter : filters_) filter.clear();
        return true;
    }
    if (action != "tree.isolate" && action != "tree.hide") return false;
    const auto apply = [&](std::size_t side, std::uint32_t node) {
        if (action == "tree.isolate")
            filters_[side].isolate(node);
        else if (node != 0) // hiding the root would hide everything
            filters_[side].hide(node);
    };
    if (const std::optional<NodeName> node = selected()) {
        apply(node->side, node->node);
        return true;
    }
    const NodePair nodes = shown_nodes();
    apply(0, nodes.a);
    apply(1, nodes.b);
    return true;
}

// Context menu of a node in either tree.
void TraversalInspector::show_menu() {
    const NodeName node = *menu_;
    const std::string name =
        std::string("node ") + ui::format_count(node.node) + " of " + letter_of(node.side);
    ui::text(name, {ui::Font::body_bold, ui::palette().text1});
    if (ImGui::MenuItem("Select")) select(node.side, node.node);
    if (ImGui::MenuItem("To its next visit")) find_node(node.side, node.node);
    if (ImGui::MenuItem("Isolate its subtree")) filters_[node.side].isolate(node.node);
    if (ImGui::MenuItem("Hide its subtree", nullptr, false, node.node != 0))
        filters_[node.side].hide(node.node);
    if (ImGui::MenuItem("Show all", nullptr, false, filters_[0].is_active() || filters_[1].is_active()))
        act_on_nodes("tree.all");
    if (offers_faults && ImGui::MenuItem("Inject a fault: shrink its volume")) fault_request_ = node;
}

// Navigation from the only selected node to its parent and children.
void TraversalInspector::show_selected(const draw::Palette& palette) {
    show_filter();
    const std::optional<NodeName> name = selected();
    if (!name) return;
    const NodeTable& table = tables_[name->side];
    const NodeTable::Node& node = table.nodes[name->node];
    ui::section("Selected node", {.right_text = table.is_leaf(name->node) ? "leaf" : "inner node"});
    ui::swatch(name->side == 0 ? palette.body_a : palette.body_b, ui::grid::kControl);
    ui::same_line(6.0f);
    ui::text(ui::format_count(name->node), {ui::Font::title_bold, palette.text1, ui::grid::kControl});
    ui::same_line(12.0f);
    ui::text("depth " + std::to_string(node.depth) + " · " + ui::format_count(node.count) +
                 (node.count == 1 ? " triangle below" : " triangles below"),
             {ui::Font::small, palette.text3, ui::grid::kControl});
    std::optional<std::uint32_t> wanted;
    const auto link = [&](const char* word, std::uint32_t to) {
        if (to == NodeTable::kNone) return;
        ui::text(word, {ui::Font::small, palette.text3});
        ui::same_line(4.0f);
        if (ui::link_text(word, ui::format_count(to), {ui::Font::small, palette.text1})) wanted = to;
        ui::same_line(12.0f);
    };
    link("parent", node.parent);
    link("first child", node.first_child);
    link("second child", node.second_child);
    ImGui::NewLine();
    if (ui::button("Isolate", {.tooltip = "Shows only its subtree (I)"}))
        filters_[name->side].isolate(name->node);
    ui::same_line(4.0f);
    if (ui::button("Hide", {.tooltip = "Hides its subtree (Shift+I)", .enabled = name->node != 0}))
        filters_[name->side].hide(name->node);
    if (offers_faults) {
        ui::same_line(4.0f);
        if (ui::button("Inject a fault",
                       {.tooltip =
                            "Shrinks this volume to half, so that the query misses what it held; the oracle "
                            "leads back here. Ctrl+Z takes it out"}))
            fault_request_ = *name;
    }
    ui::same_line(4.0f);
    if (ui::button("Back", {.tooltip = "Selects no node: back to the visit"})) unpick();
    if (wanted) select(name->side, *wanted);
}

void TraversalInspector::show_filter() {
    if (!filters_[0].is_active() && !filters_[1].is_active()) return;
    ui::section("Part of the trees");
    for (const std::size_t side : {0u, 1u}) {
        const SubtreeFilter& filter = filters_[side];
        if (!filter.is_active()) continue;
        std::string text = std::string(letter_of(side)) + ": ";
        if (filter.isolated() != NodeTable::kNone)
            text += "only below node " + ui::format_count(filter.isolated());
        if (filter.hidden_count() > 0)
            text += (filter.isolated() != NodeTable::kNone ? ", " : "") +
                    ui::format_count(filter.hidden_count()) +
                    (filter.hidden_count() == 1 ? " subtree hidden" : " subtrees hidden");
        ui::text(text, {ui::Font::body, ui::palette().text2});
        if (subject_.shapes[side]->hierarchy()->config().kind == LazyBvh2Kind::kName)
            ui::paragraph(std::array{ui::TextRun{
                "Triangles below nodes of a lazy hierarchy that no query has split yet are left out.",
                {ui::Font::small, ui::palette().text3}}});
    }
    if (ui::button("Show all", {.tooltip = "Shows both trees and surfaces whole (Shift+A)"}))
        act_on_nodes("tree.all");
}

void TraversalInspector::show_picked_triangles(const draw::Palette& palette) {
    ui::section("Picked triangles", {.right_text = "not a visit of the query"});
    for (const std::size_t side : {0u, 1u}) {
        if (side == 1) ui::same_line(12.0f);
        ui::swatch(side == 0 ? palette.body_a : palette.body_b, ui::grid::kControl);
        ui::same_line(6.0f);
        ui::text(ui::format_count(picked_triangles_[side]),
                 {ui::Font::title_bold, palette.text1, ui::grid::kControl});
    }
    ui::same_line(12.0f);
    if (ui::button("Back to the visit")) unpick();
}

} // namespace boxwood
