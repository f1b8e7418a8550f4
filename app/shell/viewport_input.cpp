#include "app/shell/viewport_input.hpp"

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr float kClickSlack = 4.0f; // points that a hand trembles between press and release

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

void ViewportInput::handle(const platform::InputFrame& input, const ui::Rect& viewport,
                           float pixels_per_point, bool is_blocked, Lab& io_lab) {
    const View view{viewport, pixels_per_point, is_blocked};
    if (viewport.is_empty()) return;
    for (const platform::InputEvent& event : input.events)
        std::visit(Overloaded{[&](const platform::MouseMoveEvent& e) { on_move(e, view, io_lab); },
                              [&](const platform::MouseButtonEvent& e) { on_button(e, view, io_lab); },
                              [&](const platform::WheelEvent& e) { on_wheel(e, view, io_lab); },
                              [&](const platform::FocusEvent& e) {
                                  if (!e.gained) held_.reset();
                              },
                              [](const auto&) {}},
                   event);
}

namespace {

struct Cursor {
    glm::vec2 pixels{0.0f};
    bool is_inside = false;
};

Cursor cursor_at(platform::PointF point, const ui::Rect& rect, float pixels_per_point) {
    const glm::vec2 pixels = glm::vec2(point.x, point.y) * pixels_per_point;
    return {pixels, rect.contains(pixels)};
}

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

} // namespace

void ViewportInput::on_move(const platform::MouseMoveEvent& event, const View& view, Lab& io_lab) {
    const Cursor cursor = cursor_at(event.position, view.rect, view.pixels_per_point);
    ViewMouse mouse =
        make_mouse(held_ ? MouseGesture::drag : MouseGesture::hover, cursor.pixels, view.rect, io_lab.camera);
    mouse.modifiers = event.modifiers;
    if (!held_) {
        if (cursor.is_inside && !view.is_blocked) io_lab.mouse(mouse);
        return;
    }
    mouse.button = held_->button;
    mouse.delta = cursor.pixels - held_->last;
    held_->last = cursor.pixels;
    if (glm::distance(cursor.pixels, held_->pressed_at) > kClickSlack * view.pixels_per_point)
        held_->has_moved = true;
    if (held_->is_labs) {
        io_lab.mouse(mouse);
    } else if (held_->has_moved) {
        const glm::vec2 delta = mouse.delta / view.pixels_per_point;
        if (held_->button == platform::MouseButton::left)
            draw::orbit(io_lab.camera, delta);
        else
            draw::pan(io_lab.camera, delta, view.rect.height() / view.pixels_per_point);
    }
}

void ViewportInput::on_button(const platform::MouseButtonEvent& event, const View& view, Lab& io_lab) {
    const Cursor cursor = cursor_at(event.position, view.rect, view.pixels_per_point);
    ViewMouse mouse = make_mouse(MouseGesture::press, cursor.pixels, view.rect, io_lab.camera);
    mouse.button = event.button;
    mouse.modifiers = event.modifiers;
    if (event.pressed) {
        if (held_ || !cursor.is_inside || view.is_blocked) return;
        held_ = Held{event.button, cursor.pixels, cursor.pixels};
        held_->is_labs = !event.modifiers.alt && io_lab.mouse(mouse);
        return;
    }
    if (!held_ || held_->button != event.button) return;
    const Held held = *held_;
    held_.reset();
    mouse.gesture = MouseGesture::release;
    if (held.is_labs) {
        io_lab.mouse(mouse);
        return;
    }
    if (held.has_moved) return;
    mouse.gesture = MouseGesture::click;
    io_lab.mouse(mouse);
    if (event.clicks >= 2 && event.button == platform::MouseButton::left) wants_focus_ = true;
}

void ViewportInput::on_wheel(const platform::WheelEvent& event, const View& view, Lab& io_lab) {
    const Cursor cursor = cursor_at(event.position, view.rect, view.pixels_per_point);
    if (!cursor.is_inside || view.is_blocked) return;
    draw::zoom_to_cursor(io_lab.camera, event.notches.y,
                         ndc_of(cursor.pixels - view.rect.min, view.rect.size()),
                         view.rect.width() / view.rect.height());
}

} // namespace boxwood
