#include "app/labs/pair/poses/pose_editor.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"

#include <imgui.h>

#include <array>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

constexpr double kNudge = 0.02; // distance per key press, divided by the selected body's radius

struct GizmoAction {
    std::string_view id;
    GizmoMode mode;
};
constexpr std::array kGizmoActions{GizmoAction{"gizmo.move", GizmoMode::move},
                                   GizmoAction{"gizmo.rotate", GizmoMode::rotate},
                                   GizmoAction{"gizmo.scale", GizmoMode::scale}};

struct NudgeAction {
    std::string_view id;
    glm::dvec3 direction_view;
};
const std::array kNudgeActions{NudgeAction{"nudge.left", {-1, 0, 0}}, NudgeAction{"nudge.right", {1, 0, 0}},
                               NudgeAction{"nudge.up", {0, 1, 0}},    NudgeAction{"nudge.down", {0, -1, 0}},
                               NudgeAction{"nudge.away", {0, 0, -1}}, NudgeAction{"nudge.near", {0, 0, 1}}};

} // namespace

void PoseEditor::select(std::optional<BodyId> body) {
    is_selected_ = body.has_value();
    if (body) selected_ = *body;
}

void PoseEditor::select_other() {
    select(is_selected_ && selected_ == kBodyA ? kBodyB : kBodyA);
}

GizmoTarget PoseEditor::target() const {
    const Body& body = simulation_.world.bodies()[selected_];
    return {body.transform, body.shape->center()};
}

void PoseEditor::end_drag() {
    if (!gizmo_.is_dragging()) return;
    gizmo_.release();
    moved_from_ = start_of_move_;
}

bool PoseEditor::mouse(const ViewMouse& mouse) {
    // The release is missing if the window lost the focus during the drag, or another lab was opened.
    if (mouse.gesture == MouseGesture::hover) end_drag();
    if (mouse.gesture == MouseGesture::hover && is_selected_) gizmo_.hover(mouse.ray_w, target(), camera_);
    if (mouse.button != platform::MouseButton::left || mouse.modifiers.alt) return false;
    switch (mouse.gesture) {
    case MouseGesture::press:
        if (!is_selected_ || !gizmo_.press(mouse.ray_w, target(), camera_)) return false;
        start_of_move_ = placement_of(simulation_);
        return true;
    case MouseGesture::drag:
        if (!gizmo_.is_dragging()) return false;
        if (try_place(gizmo_.drag(mouse.ray_w))) return true;
        end_drag(); // otherwise, every mouse move would report the Error
        return true;
    case MouseGesture::release:
        if (!gizmo_.is_dragging()) return false;
        end_drag();
        return true;
    default:
        return false;
    }
}

// The world rejects coordinates beyond 1e15 and a scale outside 1e-9 to 1e9.
bool PoseEditor::try_place(const Transform& transform) {
    const Status status = simulation_.world.set_transform(selected_, transform);
    if (!status)
        changes_.add_message(meshes_[selected_].name + " was not moved: " + status.error().message);
    else
        changes_.request_query();
    return bool(status);
}

bool PoseEditor::act(std::string_view action) {
    for (const GizmoAction& each : kGizmoActions)
        if (action == each.id) {
            gizmo_.mode = each.mode;
            return true;
        }
    for (const NudgeAction& each : kNudgeActions)
        if (action == each.id) {
            nudge(each.direction_view);
            return true;
        }
    return false;
}

std::string PoseEditor::why_unavailable(std::string_view action) const {
    if (!is_selected_ && (action.starts_with("gizmo.") || action.starts_with("nudge.")))
        return "No mesh is selected. Click a mesh, or press X.";
    for (const GizmoAction& each : kGizmoActions)
        if (action == each.id && gizmo_.mode == each.mode) return "The handles are already in this mode.";
    return {};
}

// Moves the selected body: arrow keys in the view plane, page keys along the view direction.
void PoseEditor::nudge(const glm::dvec3& direction_view) {
    if (!is_selected_) return;
    const Placement before = placement_of(simulation_);
    const glm::dvec3 right(camera_.right_w()), up(camera_.up_w());
    const glm::dvec3 back = glm::cross(right, up);
    const Body& body = simulation_.world.bodies()[selected_];
    Transform moved = body.transform;
    moved.t += kNudge * world_radius(body) *
               (direction_view.x * right + direction_view.y * up + direction_view.z * back);
    if (try_place(moved)) moved_from_ = before;
}

void PoseEditor::draw_handles(draw::DrawList& out, const draw::Palette& palette) const {
    if (is_selected_) gizmo_.draw(out, target(), camera_, palette);
}

void PoseEditor::parameters(const PanelRows& controls, const std::string& why_no_handles) {
    if (!is_selected_) return;
    ui::section(selected_ == kBodyA ? "Pose of A" : "Pose of B");
    {
        const ui::Unavailable because(why_no_handles);
        controls.row("handles");
    }

    Transform edited = simulation_.world.bodies()[selected_].transform;
    const glm::dvec3 angles = glm::degrees(glm::eulerAngles(edited.q));
    bool is_changed = false, is_finished = false;
    const auto fields = [&](const char* label, const char* ids, glm::dvec3 value, const ui::FloatField& field,
                            auto&& apply) {
        ui::text(label);
        const float width =
            std::floor((ImGui::GetContentRegionAvail().x - 2.0f * ui::px(8.0f)) / 3.0f - ui::px(20.0f));
        glm::dvec3 next = value;
        for (int axis = 0; axis < 3; ++axis) {
            const std::string id = std::string(1, "xyz"[axis]) + "##" + ids;
            ui::FloatField one = field;
            one.label = id.c_str();
            float number = static_cast<float>(value[axis]);
            if (axis > 0) ui::same_line();
            const ui::Edit edit = ui::number_field(one, width / ui::theme().scale, number);
            if (edit) next[axis] = static_cast<double>(number);
            is_changed |= edit.changed;
            is_finished |= edit.finished;
        }
        if (next != value) apply(next);
    };
    fields("Position", "p", edited.t, {.min = -1e6f, .max = 1e6f, .decimals = 3},
           [&](glm::dvec3 v) { edited.t = v; });
    fields("Rotation °", "r", angles, {.min = -180.0f, .max = 180.0f, .decimals = 1},
           [&](glm::dvec3 v) { edited.q = glm::dquat(glm::radians(v)); });
    fields("Scale", "s", edited.s, {.min = 0.01f, .max = 100.0f, .reset = 1.0f, .decimals = 3},
           [&](glm::dvec3 v) { edited.s = v; });
    if (is_changed && !std::exchange(is_typing_, true)) start_of_move_ = placement_of(simulation_);
    if (is_changed) (void)try_place(edited);
    if (is_finished && std::exchange(is_typing_, false)) moved_from_ = start_of_move_;
}

void PoseEditor::add_settings(SettingTable& io_table) {
    io_table.begin_group("Pose");
    io_table.add(choice({"handles", "Handles", "Action of the handles in the view (G, Shift+R, S)"},
                        {{"move"}, {"rotate"}, {"scale"}}, 0, member(gizmo_.mode))
                     .segmented());
}

} // namespace boxwood
