// What: one window with an OpenGL 4.1 core context, on a screen or offscreen, and its input.
// Units: points for layout and input, pixels for drawing; size_pixels() / size_points() is the display's scale.
// Invariants: only one window exists at a time. All calls come from the thread that opened it. The context is current
//             after open().
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
    // Null on failure; out_error then states the reason in one line, with a remedy if one is known.
    static std::unique_ptr<Window> open(const WindowConfig& config, std::string& out_error);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    std::string video_driver() const; // "x11", "wayland", "offscreen", ...
    // False if the window is drawn offscreen or with SDL's dummy driver.
    bool is_visible() const;
    static GlLoader gl_proc_address();

    SizeI size_points() const;
    SizeI size_pixels() const;
    // The initial interface scale: pixels per point if a point is larger than a pixel. Otherwise, the display's density
    // relative to 96 dots per inch, rounded to quarters, from 1 to 3. Offscreen: 1.
    float dpi_scale() const;

    InputFrame poll();
    // Sleeps until an event arrives, at most `seconds`, and returns the result of poll(). While the window is idle, the
    // program passes 0.1 s.
    InputFrame wait(double seconds);
    // Adds the event to the next poll(), after the real events and the previously injected ones.
    void inject(InputEvent event);
    void present();

    void set_title(const std::string& title);
    void resize(SizeI points);
    void set_fullscreen(bool on);
    bool is_fullscreen() const;
    void set_cursor(Cursor cursor);
    // Hides the mouse pointer and confines it to the window; mouse moves then only have deltas.
    void capture_mouse(bool on);
    std::string clipboard_text() const;
    void set_clipboard_text(const std::string& utf8);

  private:
    struct State;
    explicit Window(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace boxwood::platform
