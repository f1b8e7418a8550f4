// What: the interface of one window: Dear ImGui's context, fonts, theme, input and drawing.
// Frame: everything is laid out in pixels of the window, y down; event positions arrive in points.
// Invariants: one begin_frame() and one render() per frame. Nothing is written to disk.
// Cost: a change of scale rebuilds the fonts, about 50 ms; a frame of panels costs under 2 ms.
#pragma once

#include "engine/platform/input_frame.hpp"
#include "engine/ui/theme.hpp"

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
    // `window` brings pixels, clipboard and mouse cursor and outlives this; without one nothing is drawn, which
    // suits tests.
    explicit Ui(platform::Window* window);
    ~Ui();
    Ui(const Ui&) = delete;
    Ui& operator=(const Ui&) = delete;

    // Why nothing can be drawn in the window, in one line; empty when all is well.
    const std::string& error() const;

    // Both take effect with the next begin_frame(). The scale is clamped to [kMinScale, kMaxScale].
    void set_theme(ThemeKind kind);
    void set_scale(float scale);
    float scale() const;
    ThemeKind theme_kind() const;

    // From here to render() widgets may be called. `seconds` since the last frame.
    void begin_frame(const platform::InputFrame& input, const FrameSize& size, float seconds);
    // Draws over what is in the current framebuffer; leaves OpenGL's state as it found it.
    void render();

    // Whether input of this frame belongs to the interface rather than to the viewport. While a list, a menu or a
    // dialog is open, all of it does: Escape closes the topmost one and nothing else, and a click that closes one
    // acts on nothing behind it.
    bool wants_mouse() const;
    bool wants_keyboard() const;
    // Input still waits for the next frame: do not sleep.
    bool has_pending_input() const;
    // Nothing moves by itself: no text field is edited, whose cursor blinks, no button of the mouse is down.
    bool is_at_rest() const;

    glm::vec2 size_pixels() const;
    glm::vec2 to_pixels(platform::PointF position) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace boxwood::ui
