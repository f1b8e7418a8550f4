// What: the interface of one window: Dear ImGui's context, fonts, theme, input and drawing.
// Frame: layout is in pixels of the window, y down; event positions are in points.
// Invariants: one begin_frame() and one render() per frame. Nothing is written to disk.
// Cost: a change of scale rebuilds the fonts, about 50 ms; a frame of panels costs under 2 ms.
#pragma once

#include "engine/platform/input_frame.hpp"
#include "engine/ui/layout.hpp"
#include "engine/ui/theme.hpp"

#include <functional>
#include <memory>
#include <string>

#include <glm/vec2.hpp>

namespace boxwood::platform {
class Window;
}

namespace boxwood::ui {

struct FrameSize {
    platform::SizeI points;
    platform::SizeI pixels;
};

class Ui {
  public:
    // `window` provides the framebuffer, the clipboard and the mouse cursor, and must outlive this object. If it is
    // null, as in tests, nothing is drawn.
    explicit Ui(platform::Window* window);
    ~Ui();
    Ui(const Ui&) = delete;
    Ui& operator=(const Ui&) = delete;

    // The reason why nothing can be drawn in the window, in one line; empty if there is no error.
    const std::string& error() const;

    // set_theme() and set_scale() take effect with the next begin_frame(). The scale is rounded to a multiple of 0.05
    // and clamped to [kMinScale, kMaxScale].
    void set_theme(ThemeKind kind);
    void set_scale(float scale);
    float scale() const;
    ThemeKind theme_kind() const;

    // `fill` draws the opaque backgrounds of panels into the current framebuffer. Without it, Dear ImGui draws them as
    // textured and blended rectangles, which takes a third of the time of a frame in software.
    void use_fill(std::function<void(const Rect&, draw::Color)> fill);

    // Widgets can be called after begin_frame() and before render(). `seconds` is the time since the last frame.
    void begin_frame(const platform::InputFrame& input, const FrameSize& size, float seconds);
    // Draws over the current framebuffer and restores OpenGL's state.
    void render();

    // True if mouse or keyboard input of this frame belongs to the interface and not to the viewport. While a list, a
    // menu or a dialog is open, all input belongs to the interface: Escape closes only the topmost one, and a click
    // that closes one has no other effect.
    bool wants_mouse() const;
    bool wants_keyboard() const;
    // True if input is deferred to the next frame; the program must not sleep in this case.
    bool has_pending_input() const;
    // True if no text field with a blinking cursor is edited, no mouse button is down, and no input is deferred.
    bool is_at_rest() const;

    glm::vec2 size_pixels() const;
    glm::vec2 to_pixels(platform::PointF position) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace boxwood::ui
