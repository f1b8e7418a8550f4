#include "engine/platform/window.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <utility>

#include <SDL.h>

#include "engine/platform/gamepad.hpp"
#include "engine/platform/keep_libraries_loaded.hpp"
#include "engine/platform/sdl_events.hpp"

namespace boxwood::platform {

namespace {
constexpr const char* kOffscreen = "offscreen";
constexpr int kMinSide = 64; // points; smaller sides cannot be drawn
constexpr float kDotsPerInchAtScale1 = 96.0f;

template <auto Function>
struct Closer {
    template <typename T>
    void operator()(T* object) const {
        Function(object);
    }
};
using SdlWindow = std::unique_ptr<SDL_Window, Closer<SDL_DestroyWindow>>;
using SdlCursor = std::unique_ptr<SDL_Cursor, Closer<SDL_FreeCursor>>;

struct Video { // ends SDL's video system in its destructor
    bool started = false;
    ~Video() {
        if (started) SDL_VideoQuit();
    }
};

struct Context {
    SDL_GLContext context = nullptr;
    ~Context() {
        if (context) SDL_GL_DeleteContext(context);
    }
};

std::string start_video(const WindowConfig& config, Video& io_video) {
    if (SDL_WasInit(SDL_INIT_VIDEO) != 0 || SDL_GetCurrentVideoDriver())
        return "a window is already open; close it first";
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); // Ctrl+C in the terminal ends the program
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    if (SDL_VideoInit(config.offscreen ? kOffscreen : nullptr) != 0) {
        const std::string reason = SDL_GetError();
        if (config.offscreen) return "SDL cannot draw offscreen: " + reason;
        return "no display could be opened: " + reason + "; is DISPLAY or WAYLAND_DISPLAY set?";
    }
    io_video.started = true;
    keep_libraries_loaded();
    SDL_EnableScreenSaver();
    return {};
}

void request_context(bool debug) {
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 4);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 1);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_FLAGS, debug ? SDL_GL_CONTEXT_DEBUG_FLAG : 0);
    // Scenes that are rendered directly into the window need depth and stencil.
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 24);
    SDL_GL_SetAttribute(SDL_GL_STENCIL_SIZE, 8);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
}

SDL_GLContext create_context(SDL_Window* window) {
#ifndef NDEBUG
    request_context(true);
    if (SDL_GLContext context = SDL_GL_CreateContext(window)) return context;
#endif
    request_context(false);
    return SDL_GL_CreateContext(window);
}

SizeI fit_to_display(SizeI wanted) {
    SDL_Rect usable{};
    if (SDL_GetDisplayUsableBounds(0, &usable) != 0) return wanted;
    return {std::min(wanted.width, usable.w), std::min(wanted.height, usable.h)};
}

std::string no_context_message() {
    return std::string("OpenGL 4.1 is required, but the driver reports: ") + SDL_GetError() +
           "; set LIBGL_ALWAYS_SOFTWARE=1 to draw in software (Debian packages: libgl1-mesa-dri, libegl1)";
}

SDL_SystemCursor system_cursor(Cursor cursor) {
    switch (cursor) {
    case Cursor::text:
        return SDL_SYSTEM_CURSOR_IBEAM;
    case Cursor::hand:
        return SDL_SYSTEM_CURSOR_HAND;
    case Cursor::resize_horizontal:
        return SDL_SYSTEM_CURSOR_SIZEWE;
    case Cursor::resize_vertical:
        return SDL_SYSTEM_CURSOR_SIZENS;
    case Cursor::resize_both:
    case Cursor::move:
        return SDL_SYSTEM_CURSOR_SIZEALL;
    case Cursor::resize_diagonal:
        return SDL_SYSTEM_CURSOR_SIZENWSE;
    case Cursor::forbidden:
        return SDL_SYSTEM_CURSOR_NO;
    default:
        return SDL_SYSTEM_CURSOR_ARROW;
    }
}
} // namespace

struct Window::State {
    Video video; // declared first, so it is destroyed last: after cursors, context and window
    SdlWindow window;
    Context gl;
    GamepadReader gamepad;
    std::array<SdlCursor, SDL_NUM_SYSTEM_CURSORS> cursors;
    std::deque<InputEvent> injected;
    Modifiers modifiers; // of the last key event
    PointF mouse;
    SizeI offscreen_size; // kept here because SDL cannot change the size of an offscreen window
    bool hidden = false;
    bool fullscreen = false;

    void complete_event(InputEvent& io_event);
};

// Tracks the modifiers and the mouse position. Adds the modifiers to mouse events, and the position to wheel events,
// because SDL does not provide them.
void Window::State::complete_event(InputEvent& io_event) {
    if (const auto* key = std::get_if<KeyEvent>(&io_event)) modifiers = key->modifiers;
    if (const auto* move = std::get_if<MouseMoveEvent>(&io_event)) mouse = move->position;
    if (const auto* focus = std::get_if<FocusEvent>(&io_event); focus && !focus->gained) modifiers = {};
    if (auto* event = std::get_if<MouseMoveEvent>(&io_event)) event->modifiers = modifiers;
    if (auto* event = std::get_if<MouseButtonEvent>(&io_event)) event->modifiers = modifiers;
    if (auto* event = std::get_if<WheelEvent>(&io_event)) {
        event->modifiers = modifiers;
        event->position = mouse;
    }
}

Window::Window(std::unique_ptr<State> state)
    : state_(std::move(state)) {}
Window::~Window() = default;

std::unique_ptr<Window> Window::open(const WindowConfig& config, std::string& out_error) {
    auto state = std::make_unique<State>();
    out_error = start_video(config, state->video);
    if (!out_error.empty()) return nullptr;

    const std::string driver = SDL_GetCurrentVideoDriver();
    state->hidden = driver == kOffscreen || driver == "dummy";
    SizeI size{std::max(config.width, kMinSide), std::max(config.height, kMinSide)};
    if (!state->hidden) size = fit_to_display(size);
    state->offscreen_size = size;

    constexpr Uint32 kFlags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    request_context(false); // these attributes also determine the pixel format of the window
    state->window.reset(SDL_CreateWindow(config.title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                         size.width, size.height, kFlags));
    if (!state->window) {
        out_error = std::string("no window could be opened (") + driver + "): " + SDL_GetError();
        return nullptr;
    }
    state->gl.context = create_context(state->window.get());
    if (!state->gl.context) {
        out_error = no_context_message();
        return nullptr;
    }
    SDL_SetWindowMinimumSize(state->window.get(), kMinSide, kMinSide);
    SDL_GL_SetSwapInterval(config.vsync && !state->hidden ? 1 : 0);
    SDL_StartTextInput();
    return std::unique_ptr<Window>(new Window(std::move(state)));
}

std::string Window::video_driver() const {
    return SDL_GetCurrentVideoDriver();
}

bool Window::is_visible() const {
    return !state_->hidden;
}

GlLoader Window::gl_proc_address() {
    return [](const char* name) { return SDL_GL_GetProcAddress(name); };
}

SizeI Window::size_points() const {
    if (state_->hidden) return state_->offscreen_size;
    SizeI size;
    SDL_GetWindowSize(state_->window.get(), &size.width, &size.height);
    return size;
}

SizeI Window::size_pixels() const {
    if (state_->hidden) return state_->offscreen_size;
    SizeI size;
    SDL_GL_GetDrawableSize(state_->window.get(), &size.width, &size.height);
    return size;
}

float Window::dpi_scale() const {
    if (state_->hidden) return 1.0f;
    const SizeI points = size_points(), pixels = size_pixels();
    // If a point is larger than a pixel, the system already scales the interface by the display's density, so the
    // density must not be applied again.
    if (points.width > 0 && pixels.width > points.width)
        return static_cast<float>(pixels.width) / static_cast<float>(points.width);
    float dots_per_inch = kDotsPerInchAtScale1;
    const int display = SDL_GetWindowDisplayIndex(state_->window.get());
    if (display < 0 || SDL_GetDisplayDPI(display, &dots_per_inch, nullptr, nullptr) != 0) {
        // Virtual and remote displays have no known density; the scale that the desktop sets for GTK is used instead.
        const char* scale = std::getenv("GDK_SCALE");
        dots_per_inch = kDotsPerInchAtScale1 * (scale != nullptr ? std::strtof(scale, nullptr) : 1.0f);
    }
    if (!(dots_per_inch > 0.0f)) return 1.0f;
    const float quarters = std::round(4.0f * dots_per_inch / kDotsPerInchAtScale1);
    return std::clamp(quarters / 4.0f, 1.0f, 3.0f);
}

InputFrame Window::poll() {
    InputFrame frame;
    SDL_Event event;
    while (SDL_PollEvent(&event) != 0) {
        auto translated = translate(event);
        if (!translated) continue;
        state_->complete_event(*translated);
        frame.events.push_back(std::move(*translated));
    }
    while (!state_->injected.empty()) {
        frame.events.push_back(std::move(state_->injected.front()));
        state_->injected.pop_front();
        if (const auto* resize_event = std::get_if<ResizeEvent>(&frame.events.back()))
            resize(resize_event->points);
    }
    if (!state_->hidden) frame.gamepad = state_->gamepad.read();
    return frame;
}

InputFrame Window::wait(double seconds) {
    constexpr double kMillisecondsPerSecond = 1000.0;
    if (state_->injected.empty())
        SDL_WaitEventTimeout(nullptr, static_cast<int>(std::max(seconds, 0.0) * kMillisecondsPerSecond));
    return poll();
}

void Window::inject(InputEvent event) {
    state_->injected.push_back(std::move(event));
}

void Window::present() {
    SDL_GL_SwapWindow(state_->window.get());
}

void Window::set_title(const std::string& title) {
    SDL_SetWindowTitle(state_->window.get(), title.c_str());
}

void Window::resize(SizeI points) {
    const SizeI size{std::max(points.width, kMinSide), std::max(points.height, kMinSide)};
    state_->offscreen_size = size;
    if (!state_->hidden) SDL_SetWindowSize(state_->window.get(), size.width, size.height);
}

void Window::set_fullscreen(bool on) {
    state_->fullscreen = on;
    if (!state_->hidden)
        SDL_SetWindowFullscreen(state_->window.get(), on ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

bool Window::is_fullscreen() const {
    return state_->fullscreen;
}

void Window::set_cursor(Cursor cursor) {
    SDL_ShowCursor(cursor == Cursor::hidden ? SDL_DISABLE : SDL_ENABLE);
    if (cursor == Cursor::hidden) return;
    const SDL_SystemCursor shape = system_cursor(cursor);
    SdlCursor& cached = state_->cursors[shape];
    if (!cached) cached.reset(SDL_CreateSystemCursor(shape));
    if (cached) SDL_SetCursor(cached.get());
}

void Window::capture_mouse(bool on) {
    SDL_SetRelativeMouseMode(on ? SDL_TRUE : SDL_FALSE);
}

std::string Window::clipboard_text() const {
    char* text = SDL_GetClipboardText();
    std::string copy = text ? text : "";
    SDL_free(text);
    return copy;
}

void Window::set_clipboard_text(const std::string& utf8) {
    SDL_SetClipboardText(utf8.c_str());
}

} // namespace boxwood::platform
