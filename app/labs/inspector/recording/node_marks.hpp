// What: stores the nodes and triangles that the user picked in a recorded query, and the hidden parts of both trees.
// Invariants: the user picks either nodes or triangles, never both. Marks refer to the current table of a side.
//             note_table() removes them when the side gets the table of another hierarchy.
#pragma once

#include "app/jobs/shape_pair_job.hpp"
#include "app/labs/inspector/recording/query_recording.hpp"
#include "engine/explain/hierarchy/subtree_filter.hpp"

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace boxwood {

class NodeMarks {
  public:
    using Pair = std::array<std::uint32_t, 2>; // indices of A and B; kNone: none
    static constexpr Pair kNoPair{NodeTable::kNone, NodeTable::kNone};

    // Selections requested by settings, for headless pictures. They are applied as soon as a query is recorded.
    struct PendingSelection {
        Pair select = kNoPair, isolate = kNoPair, hide = kNoPair, triangle = kNoPair;
    };
    PendingSelection pending;
    // Checks that both shapes have the requested nodes and triangles; the Error names the setting.
    Status check_pending(const ShapePair& shapes) const;
    void apply_pending(const QueryRecording& recording);

    // --- picks ---
    // Picks a node of one side. If a node of each side is picked, the inspector explains whether the two overlap, even
    // if the query did not test them.
    void pick(std::size_t side, std::uint32_t node);
    void select(std::size_t side, std::uint32_t node); // picks only this node
    // Picks a triangle of one side. If a triangle of each side is picked, the inspector explains whether the two
    // intersect.
    void pick_triangle(const QueryRecording& recording, std::size_t side, std::uint32_t triangle);
    void unpick();
    bool has_node_pair() const { return nodes_[0] != NodeTable::kNone && nodes_[1] != NodeTable::kNone; }
    bool has_triangle_pair() const {
        return triangles_[0] != NodeTable::kNone && triangles_[1] != NodeTable::kNone;
    }
    // The picked node, if only one is picked.
    std::optional<NodeName> selected(const QueryRecording& recording) const;
    const Pair& nodes() const { return nodes_; }
    const Pair& triangles() const { return triangles_; }

    // --- filters, which also hide the triangles of the surfaces ---
    const SubtreeFilter& filter(std::size_t side) const { return filters_[side]; }
    bool is_filtered() const { return filters_[0].is_active() || filters_[1].is_active(); }
    void isolate(const NodeName& name) { filters_[name.side].isolate(name.node); }
    void hide(const NodeName& name); // ignores the root, because hiding it hides everything
    void show_all();
    void update_shown(const QueryRecording& recording); // call it after a change of a filter or of a table
    // One flag per triangle, as of the last update_shown(); empty: all are shown.
    const std::vector<bool>& shown_triangles(std::size_t side) const { return visible_triangles_[side]; }

    // The user wants to inject a fault in a node. take_fault_request() returns each request one time.
    void request_fault(const NodeName& node) { fault_request_ = node; }
    std::optional<NodeName> take_fault_request() { return std::exchange(fault_request_, std::nullopt); }

    void note_table(std::size_t side, QueryRecording::TableChange change);

  private:
    Pair nodes_ = kNoPair, triangles_ = kNoPair;
    std::array<SubtreeFilter, 2> filters_;
    // One flag per triangle while a filter is active; otherwise empty.
    std::array<std::vector<bool>, 2> visible_triangles_;
    std::optional<NodeName> fault_request_;
};

} // namespace boxwood
