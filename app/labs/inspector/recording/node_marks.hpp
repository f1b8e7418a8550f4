// What: nodes and triangles that the user has picked in a recorded query, and the parts of both trees that are hidden.
// Invariants: picked are nodes or triangles, never both. Marks refer to the current table of a side; drop() removes them
//             when it is another hierarchy's.
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
    using Pair = std::array<std::uint32_t, 2>; // of A and of B; kNone: none
    static constexpr Pair kNoPair{NodeTable::kNone, NodeTable::kNone};

    // For headless pictures: carried out as soon as a query is recorded.
    struct PendingSelection {
        Pair select = kNoPair, isolate = kNoPair, hide = kNoPair, triangle = kNoPair;
    };
    PendingSelection wishes;
    // Checks that both shapes have the named nodes; the Error names the setting.
    Status check_wishes(const ShapePair& shapes) const;
    void fulfil_wishes(const QueryRecording& recording);

    // --- picks ---
    // One node of each side: why these two overlap or not, whether or not the query tested them.
    void pick(std::size_t side, std::uint32_t node);
    void select(std::size_t side, std::uint32_t node); // this node alone
    // One triangle of each side: how these two intersect or are separated.
    void pick_triangle(const QueryRecording& recording, std::size_t side, std::uint32_t triangle);
    void unpick();
    bool has_nodes() const { return nodes_[0] != NodeTable::kNone && nodes_[1] != NodeTable::kNone; }
    bool has_triangles() const {
        return triangles_[0] != NodeTable::kNone && triangles_[1] != NodeTable::kNone;
    }
    std::optional<NodeName> selected(const QueryRecording& recording) const; // the only node, if it is one
    const Pair& nodes() const { return nodes_; }
    const Pair& triangles() const { return triangles_; }

    // --- filters: the surfaces follow ---
    const SubtreeFilter& filter(std::size_t side) const { return filters_[side]; }
    bool is_filtered() const { return filters_[0].is_active() || filters_[1].is_active(); }
    void isolate(const NodeName& name) { filters_[name.side].isolate(name.node); }
    void hide(const NodeName& name); // the root stays: hiding it would hide everything
    void show_all();
    void update_shown(const QueryRecording& recording); // after a change of a filter or of a table
    const std::vector<bool>& shown_triangles(std::size_t side) const { return shown_[side]; } // empty: all

    // The node for which the user requested a fault, once.
    void request_fault(const NodeName& node) { fault_request_ = node; }
    std::optional<NodeName> take_fault_request() { return std::exchange(fault_request_, std::nullopt); }

    void note_table(std::size_t side, QueryRecording::TableChange change);

  private:
    Pair nodes_ = kNoPair, triangles_ = kNoPair;
    std::array<SubtreeFilter, 2> filters_;
    std::array<std::vector<bool>, 2> shown_; // by triangle, while a filter is active
    std::optional<NodeName> fault_request_;
};

} // namespace boxwood
