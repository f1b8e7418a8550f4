#include "app/labs/inspector/recording/node_marks.hpp"

#include "app/labs/settings/settings.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace boxwood {
namespace {

// Checks that the table has the node. The Error names the setting that requested the node.
Status check_node(const std::string& setting, std::uint32_t node, const NodeTable& table, const char* side) {
    if (node == NodeTable::kNone) return ok();
    const std::string nodes = std::string("nodes of ") + side;
    if (Status status = check_is_there(setting, node, table.nodes.size(), nodes); !status) return status;
    if (table.has(node)) return ok();
    return Error{"setting " + setting + ": none of the " + nodes + " has the number " + std::to_string(node)};
}

} // namespace

Status NodeMarks::check_pending(const ShapePair& shapes) const {
    for (const std::size_t side : {0u, 1u}) {
        const char* letter = side == 0 ? "A" : "B";
        const std::string suffix = side == 0 ? "-a" : "-b";
        const std::size_t triangles = shapes[side]->mesh().triangles.size();
        if (pending.triangle[side] != NodeTable::kNone)
            if (Status status = check_is_there("triangle" + suffix, pending.triangle[side], triangles,
                                               std::string("triangles of ") + letter);
                !status)
                return status;
        const std::array nodes{std::pair{"select", pending.select[side]},
                               std::pair{"isolate", pending.isolate[side]},
                               std::pair{"hide", pending.hide[side]}};
        const auto is_none = [](const auto& request) { return request.second == NodeTable::kNone; };
        if (std::ranges::all_of(nodes, is_none)) continue;
        const NodeTable table = make_node_table(*shapes[side]->hierarchy());
        for (const auto& [setting, node] : nodes)
            if (Status status = check_node(setting + suffix, node, table, letter); !status) return status;
    }
    return ok();
}

void NodeMarks::apply_pending(const QueryRecording& recording) {
    for (const std::size_t side : {0u, 1u}) {
        const NodeTable& table = recording.table(side);
        const auto take = [&](Pair& io_request, std::size_t count) {
            const std::uint32_t index = std::exchange(io_request[side], NodeTable::kNone);
            return index < count ? index : NodeTable::kNone;
        };
        const std::size_t nodes = table.nodes.size(), triangles = table.leaves.size();
        if (const std::uint32_t node = take(pending.select, nodes); table.has(node)) pick(side, node);
        if (const std::uint32_t node = take(pending.isolate, nodes); table.has(node)) isolate({side, node});
        if (const std::uint32_t node = take(pending.hide, nodes); table.has(node)) hide({side, node});
        if (const std::uint32_t triangle = take(pending.triangle, triangles); triangle != NodeTable::kNone)
            pick_triangle(recording, side, triangle);
    }
}

// --- picks ------------------------------------------------------------------------------------------------

void NodeMarks::pick(std::size_t side, std::uint32_t node) {
    nodes_[side] = node;
    triangles_ = kNoPair;
}

void NodeMarks::select(std::size_t side, std::uint32_t node) {
    unpick();
    nodes_[side] = node;
}

void NodeMarks::pick_triangle(const QueryRecording& recording, std::size_t side, std::uint32_t triangle) {
    nodes_ = kNoPair;
    if (recording.table(side).leaves[triangle] != NodeTable::kNone) triangles_[side] = triangle;
}

void NodeMarks::unpick() {
    nodes_ = triangles_ = kNoPair;
}

std::optional<NodeName> NodeMarks::selected(const QueryRecording& recording) const {
    if (has_node_pair()) return std::nullopt;
    for (const std::size_t side : {0u, 1u})
        if (recording.table(side).has(nodes_[side])) return NodeName{side, nodes_[side]};
    return std::nullopt;
}

// --- filters ----------------------------------------------------------------------------------------------

void NodeMarks::hide(const NodeName& name) {
    if (name.node != 0) filters_[name.side].hide(name.node);
}

void NodeMarks::show_all() {
    for (SubtreeFilter& filter : filters_) filter.clear();
}

void NodeMarks::update_shown(const QueryRecording& recording) {
    for (const std::size_t side : {0u, 1u})
        visible_triangles_[side] = filters_[side].is_active()
                                       ? filters_[side].shown_triangles(recording.table(side))
                                       : std::vector<bool>();
}

// Node indices are not valid in another hierarchy. In a hierarchy that has grown, a former leaf can be an inner node.
void NodeMarks::note_table(std::size_t side, QueryRecording::TableChange change) {
    if (change == QueryRecording::TableChange::has_grown) filters_[side].touch();
    if (change != QueryRecording::TableChange::is_other) return;
    nodes_[side] = triangles_[side] = NodeTable::kNone;
    filters_[side].clear();
}

} // namespace boxwood
