// Manual edits of the pair lab's two meshes, and its keys.
#include "app/labs/pair/pair.hpp"

#include "engine/draw/picking.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kNudge = 0.02; // of the selected body's radius, per key press

} // namespace

PairLab::Placement PairLab::placement() const {
    const std::span<const Body> bodies = simulation_.world.bodies();
    return {bodies[kA].transform, bodies[kB].transform};
}

void PairLab::note_move(const Placement& before) {
    note_edit_since({before}, "pose of " + sides_[selected_].name);
}

GizmoTarget PairLab::target(BodyId body) const {
    const Body& b = simulation_.world.bodies()[body];
    return {b.transform, b.shape->center()};
}

// A click on a triangle jumps to the next visit that tested it; with Shift it picks the triangle.
bool PairLab::mouse_on_visit(const ViewMouse& mouse) {
    if (mouse.gesture != MouseGesture::click || mouse.button != platform::MouseButton::left) return false;
    const std::size_t view =
        mouse.view <= compared_.count() && compared_.has_shapes(mouse.view) ? mouse.view : 0;
    draw::DrawList list;
    draw_view(view, list, draw::dark_palette());
    follow(view);
    if (const std::optional<draw::Hit> hit = draw::pick(list, mouse.ray_w)) {
        const std::size_t side = hit->pick_id - 1;
        const std::uint32_t triangle = cuts_[view][side].source(hit->triangle);
        with_followed([&](TraversalInspector& visits) {
            if (mouse.modifiers.shift) {
                visits.pick_triangle(side, triangle);
                return true;
            }
            visits.unpick();
            return visits.find_triangle(side, triangle);
        });
    }
    return true;
}

bool PairLab::mouse(const ViewMouse& mouse) {
    if (visits_.is_open) return mouse_on_visit(mouse);
    if (mouse.gesture == MouseGesture::hover && is_selected_)
        gizmo_.hover(mouse.ray_w, target(selected_), camera);
    if (mouse.button != platform::MouseButton::left || mouse.modifiers.alt) return false;
    switch (mouse.gesture) {
    case MouseGesture::press:
        if (!is_selected_ || !gizmo_.press(mouse.ray_w, target(selected_), camera)) return false;
        before_drag_ = placement();
        return true;
    case MouseGesture::drag:
        if (!gizmo_.is_dragging()) return false;
        if (place_selected(gizmo_.drag(mouse.ray_w))) return true;
        gizmo_.release(); // reported once, not per mouse move
        note_move(before_drag_);
        return true;
    case MouseGesture::release:
        if (!gizmo_.is_dragging()) return false;
        gizmo_.release();
        note_move(before_drag_);
        return true;
    case MouseGesture::click: {
        draw::DrawList list;
        draw(list, draw::dark_palette());
        const std::optional<draw::Hit> hit = draw::pick(list, mouse.ray_w);
        is_selected_ = hit.has_value();
        if (hit) selected_ = hit->pick_id - 1;
        return true;
    }
    default:
        return false;
    }
}

// False, with a note, if the world rejects the transform: coordinates beyond 1e15, or a scale outside 1e-9 to 1e9.
bool PairLab::place_selected(const Transform& transform) {
    const Status status = simulation_.world.set_transform(selected_, transform);
    if (!status)
        notes_.push_back(sides_[selected_].name + " stays where it is: " + status.error().message);
    else
        dirty_ = true;
    return bool(status);
}

// Arrow keys move in the view plane, page keys along the view direction.
void PairLab::nudge(const glm::dvec3& direction_view) {
    if (!is_selected_) return;
    const Placement before = placement();
    const glm::dvec3 right(camera.right_w()), up(camera.up_w());
    const glm::dvec3 back = glm::cross(right, up);
    const Body& body = simulation_.world.bodies()[selected_];
    Transform moved = body.transform;
    moved.t += kNudge * world_radius(body) *
               (direction_view.x * right + direction_view.y * up + direction_view.z * back);
    if (place_selected(moved)) note_move(before);
}

void PairLab::change_depth(int by) {
    show_.hierarchy = true;
    depth_low_ = std::clamp(depth_low_ + by, 0, kDeepest);
    depth_high_ = std::clamp(depth_high_ + by, depth_low_, kDeepest);
    is_stale_ = true;
}

bool PairLab::act(std::string_view action) {
    if (visits_.is_open && with_followed([&](TraversalInspector& visits) { return visits.act(action); }))
        return true;
    if (action == "visit.follow") {
        follows_visits_ = !follows_visits_;
        followed_center_w_ = glm::vec3(std::numeric_limits<float>::infinity());
    } else if (action == "visit.query") {
        are_visits_of_distance_ ^= visits_.is_open;
        is_stale_ = true;
    } else if (action == "visit.open")
        open_visits(!visits_.is_open);
    else if (action == "oracle.ask") {
        asks_oracle_ = !asks_oracle_;
        is_stale_ = true;
    } else if (action == "select.none" && visits_.is_open)
        open_visits(false);
    else if (action == "gizmo.move")
        gizmo_.mode = GizmoMode::move;
    else if (action == "gizmo.rotate")
        gizmo_.mode = GizmoMode::rotate;
    else if (action == "gizmo.scale")
        gizmo_.mode = GizmoMode::scale;
    else if (action == "nudge.left")
        nudge({-1, 0, 0});
    else if (action == "nudge.right")
        nudge({1, 0, 0});
    else if (action == "nudge.up")
        nudge({0, 1, 0});
    else if (action == "nudge.down")
        nudge({0, -1, 0});
    else if (action == "nudge.away")
        nudge({0, 0, -1});
    else if (action == "nudge.near")
        nudge({0, 0, 1});
    else if (action == "select.next") {
        selected_ = is_selected_ && selected_ == kA ? kB : kA;
        is_selected_ = true;
    } else if (action == "select.none")
        is_selected_ = false;
    else if (action == "compare.add") {
        page_ = kSideBySide;
        compared_.add(own_choice());
    } else if (action == "compare.remove") {
        if (!compared_.is_empty()) compared_.remove(compared_.count());
    } else if (action == "compare.only")
        compared_.shows_only = !compared_.shows_only;
    else if (action == "show.triangles")
        show_.triangles = !show_.triangles;
    else if (action == "show.hierarchy") {
        show_.hierarchy = !show_.hierarchy;
        is_stale_ = true;
    } else if (action == "show.contact-regions") {
        contacts_.which = contacts_.which == ContactView::Which::none ? ContactView::Which::selected
                                                                      : ContactView::Which::none;
        is_stale_ = true;
    } else if (action == "slice.next")
        slice_.axis = (slice_.axis + 1) % 4;
    else if (action == "depth.less")
        change_depth(-1);
    else if (action == "depth.more")
        change_depth(1);
    else
        return false;
    return true;
}

std::string PairLab::why_unavailable(std::string_view action) const {
    const bool is_of_gizmo = action.starts_with("gizmo.");
    if (visits_.is_open) {
        if (action == "show.contact-regions") return "Hidden while a visit is shown: V or Esc leaves it.";
        if (is_of_gizmo) return "The handles are hidden while a visit is shown: V or Esc leaves it.";
        if (std::string why = followed().why_unavailable(action); !why.empty()) return why;
    } else if ((action.starts_with("visit.") && action != "visit.open") || action.starts_with("tree.")) {
        return "No visit is shown: V stops the query at one.";
    } else if (!is_selected_ && (is_of_gizmo || action.starts_with("nudge."))) {
        return "No mesh is selected: click one, or press X.";
    }
    if ((action == "gizmo.move" && gizmo_.mode == GizmoMode::move) ||
        (action == "gizmo.rotate" && gizmo_.mode == GizmoMode::rotate) ||
        (action == "gizmo.scale" && gizmo_.mode == GizmoMode::scale))
        return "The handles do that already.";
    if (action == "compare.add" && compared_.count() == ComparedHierarchies::kMax)
        return "There is room for " + std::to_string(kMaxViews) +
               " hierarchies: Shift+N removes the last one.";
    if ((action == "compare.remove" || action == "compare.only") && compared_.is_empty())
        return "Only one hierarchy is shown: N adds another one.";
    if (action == "play.seed") return "Nothing in this lab is random.";
    return Lab::why_unavailable(action);
}

} // namespace boxwood
