// What: stores which mesh of the pair lab is selected, and moves it by handles, keys and typed numbers.
// Invariants: a drag, a key press and a typed number are one move each. take_move() reports a move when the move is
//             complete.
// Degenerate input: if the world rejects a transform, nothing changes, and a message gives the reason.
#pragma once

#include "app/labs/gizmo.hpp"
#include "app/labs/pair/changes.hpp"
#include "app/labs/pair/meshes/placement.hpp"
#include "app/labs/settings/panel_rows.hpp"

#include <glm/vec3.hpp>

#include <optional>
#include <string>
#include <utility>

namespace boxwood {

class PoseEditor {
  public:
    PoseEditor(Simulation& simulation, const PairMeshes& meshes, const draw::Camera& camera,
               PairChanges changes)
        : simulation_(simulation)
        , meshes_(meshes)
        , camera_(camera)
        , changes_(changes) {}

    // --- selection ---
    std::optional<BodyId> selected() const { return is_selected_ ? std::optional(selected_) : std::nullopt; }
    BodyId last_selected() const { return selected_; } // also valid while none is selected
    void select(std::optional<BodyId> body);
    void select_other();

    // --- moves ---
    bool mouse(const ViewMouse& mouse); // all gestures except clicks; true: consumed
    bool act(std::string_view action);  // handles and nudges
    // Why a handle or nudge has no effect; empty: it is available.
    std::string why_unavailable(std::string_view action) const;
    // The placement before the last complete move. It is returned only one time.
    std::optional<Placement> take_move() { return std::exchange(moved_from_, std::nullopt); }

    void draw_handles(draw::DrawList& out, const draw::Palette& palette) const;
    void parameters(const PanelRows& controls, const std::string& why_no_handles);
    void add_settings(SettingTable& io_table);

  private:
    void end_drag(); // does nothing without a drag
    GizmoTarget target() const;
    bool try_place(const Transform& transform);
    void nudge(const glm::dvec3& direction_view);

    Simulation& simulation_;
    const PairMeshes& meshes_;
    const draw::Camera& camera_;
    PairChanges changes_;
    BodyId selected_ = kBodyB;
    bool is_selected_ = true;
    Gizmo gizmo_;
    Placement start_of_move_; // before the drag, or before the user typed
    bool is_typing_ = false;
    std::optional<Placement> moved_from_;
};

} // namespace boxwood
