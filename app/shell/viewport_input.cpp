#include "app/shell/viewport_input.hpp"

#include <glm/geometric.hpp>

#include <algorithm>

namespace boxwood {
namespace {

// In points. A click moves the mouse at most this far between press and release.
constexpr float kClickSlack = 4.0f;

template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

glm::vec2 ndc_of(glm::vec2 position, glm::vec2 size) {
    return {2.0f * position.x / size.x - 1.0f, 1.0f - 2.0f * position.y / size.y};
}

} // namespace

void ViewportInput::handle(const platform::InputFrame& input, std::span<const ui::Rect> views,
                           float pixels_per_point, bool is_blocked, LabViewport& io_viewport) {
    const Views view_list{views, pixels_per_point, is_blocked};
    if (views.empty() || views[0].is_empty()) return;
    // The gesture ends if its view was removed, or if another lab was opened.
    if (held_ && (held_->viewport != &io_viewport || held_->view >= views.size())) held_.reset();
    for (const platform::InputEvent& event : input.events)
        std::visit(
            Overloaded{[&](const platform::MouseMoveEvent& e) { on_move(e, view_list, io_viewport); },
                       [&](const platform::MouseButtonEvent& e) { on_button(e, view_list, io_viewport); },
                       [&](const platform::WheelEvent& e) { on_wheel(e, view_list, io_viewport); },
                       [&](const platform::FocusEvent& e) {
                           if (!e.gained) held_.reset();
                       },
                       [](const auto&) {}},
            event);
}

draw::Camera camera_in_view(const draw::Camera& camera, const ui::Rect& view, std::size_t count) {
    return count > 1 ? draw::widened(camera, view.width() / std::max(view.height(), 1.0f)) : camera;
}

// The view under the mouse, or the view of the gesture in progress.
struct ViewportInput::Cursor {
    glm::vec2 pixels{0.0f};
    std::size_t view = 0;
    ui::Rect rect{};
    bool is_inside = false;
};

ViewportInput::Cursor ViewportInput::find_cursor(platform::PointF point, const Views& views) const {
    const glm::vec2 pixels = glm::vec2(point.x, point.y) * views.pixels_per_point;
    std::size_t view = 0;
    if (held_)
        view = held_->view;
    else
        for (std::size_t i = 0; i < views.rects.size(); ++i)
            if (views.rects[i].contains(pixels)) view = i;
    return {pixels, view, views.rects[view], views.rects[view].contains(pixels)};
}

namespace {

ViewMouse make_mouse(MouseGesture gesture, glm::vec2 pixels, const ui::Rect& rect,
                     const draw::Camera& camera) {
    ViewMouse mouse;
    mouse.gesture = gesture;
    mouse.position = pixels - rect.min;
    mouse.view_size = rect.size();
    mouse.ray_w =
        draw::ray_through(camera, ndc_of(mouse.position, rect.size()), rect.width() / rect.height());
    return mouse;
}

// Applies camera motion in a view to the lab's camera, without a change of its field of view.
template <class Move>
void move_camera(LabViewport& io_viewport, const ui::Rect& view, std::size_t count, Move&& move) {
    draw::Camera camera = camera_in_view(io_viewport.camera, view, count);
    move(camera);
    camera.fov_y = io_viewport.camera.fov_y;
    io_viewport.camera = camera;
}

} // namespace

void ViewportInput::on_move(const platform::MouseMoveEvent& event, const Views& views,
                            LabViewport& io_viewport) {
    const Cursor cursor = find_cursor(event.position, views);
    ViewMouse mouse = make_mouse(held_ ? MouseGesture::drag : MouseGesture::hover, cursor.pixels, cursor.rect,
                                 camera_in_view(io_viewport.camera, cursor.rect, views.rects.size()));
    mouse.view = cursor.view;
    mouse.pixels_per_point = views.pixels_per_point;
    mouse.modifiers = event.modifiers;
    if (!held_) {
        if (cursor.is_inside && !views.is_blocked) io_viewport.mouse(mouse);
        return;
    }
    mouse.button = held_->button;
    mouse.delta = cursor.pixels - held_->last;
    held_->last = cursor.pixels;
    if (glm::distance(cursor.pixels, held_->pressed_at) > kClickSlack * views.pixels_per_point)
        held_->has_moved = true;
    if (held_->belongs_to_lab) {
        io_viewport.mouse(mouse);
    } else if (held_->has_moved) {
        const glm::vec2 delta = mouse.delta / views.pixels_per_point;
        move_camera(io_viewport, cursor.rect, views.rects.size(), [&](draw::Camera& io_camera) {
            if (held_->button == platform::MouseButton::left)
                draw::orbit(io_camera, delta);
            else
                draw::pan(io_camera, delta, cursor.rect.height() / views.pixels_per_point);
        });
    }
}

void ViewportInput::on_button(const platform::MouseButtonEvent& event, const Views& views,
                              LabViewport& io_viewport) {
    const Cursor cursor = find_cursor(event.position, views);
    ViewMouse mouse = make_mouse(MouseGesture::press, cursor.pixels, cursor.rect,
                                 camera_in_view(io_viewport.camera, cursor.rect, views.rects.size()));
    mouse.view = cursor.view;
    mouse.pixels_per_point = views.pixels_per_point;
    mouse.button = event.button;
    mouse.modifiers = event.modifiers;
    if (event.pressed) {
        if (held_ || !cursor.is_inside || views.is_blocked) return;
        held_ = Held{&io_viewport, event.button, cursor.pixels, cursor.pixels, cursor.view};
        held_->belongs_to_lab = !event.modifiers.alt && io_viewport.mouse(mouse);
        return;
    }
    if (!held_ || held_->button != event.button) return;
    const Held held = *held_;
    held_.reset();
    mouse.gesture = MouseGesture::release;
    if (held.belongs_to_lab) {
        io_viewport.mouse(mouse);
        return;
    }
    if (held.has_moved) return;
    mouse.gesture = MouseGesture::click;
    const bool is_consumed = io_viewport.mouse(mouse);
    if (!is_consumed && event.button == platform::MouseButton::right) wants_menu_ = true;
    if (event.clicks >= 2 && event.button == platform::MouseButton::left) wants_camera_focus_ = true;
}

void ViewportInput::on_wheel(const platform::WheelEvent& event, const Views& views,
                             LabViewport& io_viewport) {
    const Cursor cursor = find_cursor(event.position, views);
    if (!cursor.is_inside || views.is_blocked) return;
    move_camera(io_viewport, cursor.rect, views.rects.size(), [&](draw::Camera& io_camera) {
        draw::zoom_to_cursor(io_camera, event.notches.y,
                             ndc_of(cursor.pixels - cursor.rect.min, cursor.rect.size()),
                             cursor.rect.width() / cursor.rect.height());
    });
}

} // namespace boxwood
