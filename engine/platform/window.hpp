// What: one window with an OpenGL 4.1 core context, on a screen or offscreen, and its input.
// Units: points for layout and input, pixels for drawing; size_pixels() / size_points() is the display's scale.
// Invariants: one window at a time; all calls from the thread that opened it; the context is current after open().
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/platform/input_frame.hpp"

namespace boxwood::platform {

struct WindowConfig {
    std::string title = "Boxwood";
    int width = 1600; // points
    int height = 1000;
    bool offscreen = false; // draws without a display
    bool vsync = true;
};

enum class Cursor : std::uint8_t {
    arrow,
    text,
    hand,
    resize_horizontal,
    resize_vertical,
    resize_both,
    resize_diagonal,
    move,
    forbidden,
    hidden,
};

using GlLoader = void* (*)(const char* name);

class Window {
  public:
    // Null on failure; out_error then says in one line what is missing and how to fix it.
    static std::unique_ptr<Window> open(const WindowConfig& config, std::string& out_error);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    std::string video_driver() const; // "x11", "wayland", "offscreen", ...
    // False if the window is hidden: by request, or because no display was found.
    bool is_visible() const;
    static GlLoader gl_proc_address();

    SizeI size_points() const;
    SizeI size_pixels() const;
    // The initial interface scale: the display's density, 1 offscreen.
    float dpi_scale() const;

    InputFrame poll();
    // Sleeps until an event arrives, at most `seconds`; an idle window passes 0.1 s.
    InputFrame wait(double seconds);
    // Adds the event to the real events of the next poll(), after those that were injected before it.
    void inject(InputEvent event);
    void present();

    void set_title(const std::string& title);
    void resize(SizeI points);
    void set_fullscreen(bool on);
    bool is_fullscreen() const;
    void set_cursor(Cursor cursor);
    // Hides the mouse and confines it to the window: moves arrive as deltas only.
    void capture_mouse(bool on);
    std::string clipboard_text() const;
    void set_clipboard_text(const std::string& utf8);

  private:
    struct State;
    explicit Window(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace boxwood::platform
