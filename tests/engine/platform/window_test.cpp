#include "engine/platform/window.hpp"

#include <string>

#include <gtest/gtest.h>

#include <SDL.h>

#include "engine/platform/system.hpp"

namespace boxwood::platform {
namespace {

std::unique_ptr<Window> open_offscreen() {
    WindowConfig config;
    config.width = 320;
    config.height = 200;
    config.offscreen = true;
    std::string error;
    auto window = Window::open(config, error);
    EXPECT_TRUE(window) << "no OpenGL offscreen on this machine: " << error;
    EXPECT_EQ(error.empty(), window != nullptr);
    return window;
}

class WindowTest : public ::testing::Test {
  protected:
    void SetUp() override {
        window = open_offscreen();
        ASSERT_TRUE(window);
        window->poll(); // discards the events of opening
    }
    // Pushes one SDL event and returns the one event that the window makes of it.
    template <typename Event>
    Event through(SDL_Event& event) {
        SDL_PushEvent(&event);
        const InputFrame frame = window->poll();
        EXPECT_EQ(frame.events.size(), 1u);
        const Event* out = frame.events.empty() ? nullptr : std::get_if<Event>(&frame.events[0]);
        EXPECT_TRUE(out) << "the event has another type";
        return out ? *out : Event{};
    }
    static SDL_Event key_event(bool pressed, SDL_Keycode code, Uint16 mod = KMOD_NONE,
                               SDL_Scancode place = SDL_SCANCODE_UNKNOWN) {
        SDL_Event event{};
        event.type = pressed ? SDL_KEYDOWN : SDL_KEYUP;
        event.key.state = pressed ? SDL_PRESSED : SDL_RELEASED;
        event.key.keysym.sym = code;
        event.key.keysym.mod = mod;
        event.key.keysym.scancode = place;
        return event;
    }
    Key key_of(SDL_Keycode code, SDL_Scancode place = SDL_SCANCODE_UNKNOWN) {
        SDL_Event event = key_event(true, code, KMOD_NONE, place);
        return through<KeyEvent>(event).key;
    }
    std::unique_ptr<Window> window;
};

TEST_F(WindowTest, an_offscreen_window_is_invisible_and_names_its_driver) {
    EXPECT_EQ(window->video_driver(), "offscreen");
    EXPECT_FALSE(window->is_visible());
    EXPECT_EQ(window->size_points(), (SizeI{320, 200}));
    EXPECT_EQ(window->size_pixels(), (SizeI{320, 200}));
    EXPECT_EQ(window->dpi_scale(), 1.0f);
}

TEST_F(WindowTest, context_is_current_and_is_opengl_4_1_or_newer) {
    using GetIntegerv = void (*)(unsigned, int*);
    constexpr unsigned kMajorVersion = 0x821B, kMinorVersion = 0x821C;
    const auto get = reinterpret_cast<GetIntegerv>(Window::gl_proc_address()("glGetIntegerv"));
    ASSERT_TRUE(get);
    int major = 0, minor = 0;
    get(kMajorVersion, &major);
    get(kMinorVersion, &minor);
    EXPECT_GE(10 * major + minor, 41);
    window->present();
}

TEST_F(WindowTest, a_second_window_is_refused) {
    std::string error;
    EXPECT_FALSE(Window::open({}, error));
    EXPECT_NE(error.find("already open"), std::string::npos) << error;
}

TEST_F(WindowTest, opens_again_after_closing) {
    window.reset();
    window = open_offscreen();
    EXPECT_TRUE(window);
}

TEST_F(WindowTest, injected_events_are_polled_in_order_and_once) {
    window->inject(MouseMoveEvent{{10, 20}, {1, 2}, {}});
    window->inject(MouseButtonEvent{MouseButton::right, true, 1, {10, 20}, {.ctrl = true}});
    window->inject(KeyEvent{Key::f11, true, false, {.shift = true}});
    window->inject(TextEvent{"ü"});
    const InputFrame frame = window->poll();
    ASSERT_EQ(frame.events.size(), 4u);
    EXPECT_EQ(std::get<MouseMoveEvent>(frame.events[0]).position, (PointF{10, 20}));
    EXPECT_EQ(std::get<MouseButtonEvent>(frame.events[1]).button, MouseButton::right);
    EXPECT_TRUE(std::get<MouseButtonEvent>(frame.events[1]).modifiers.ctrl);
    EXPECT_EQ(std::get<KeyEvent>(frame.events[2]).key, Key::f11);
    EXPECT_TRUE(std::get<KeyEvent>(frame.events[2]).modifiers.shift);
    EXPECT_EQ(std::get<TextEvent>(frame.events[3]).utf8, "ü");
    EXPECT_TRUE(window->poll().events.empty());
}

TEST_F(WindowTest, an_injected_resize_changes_the_size) {
    window->inject(ResizeEvent{{500, 400}});
    window->poll();
    EXPECT_EQ(window->size_points(), (SizeI{500, 400}));
    EXPECT_EQ(window->size_pixels(), (SizeI{500, 400}));
    window->resize({-5, 0});
    EXPECT_GT(window->size_points().width, 0);
    EXPECT_GT(window->size_points().height, 0);
}

TEST_F(WindowTest, wait_returns_early_for_an_injected_event_and_otherwise_after_the_timeout) {
    window->inject(QuitEvent{});
    double start = now_seconds();
    EXPECT_EQ(window->wait(60.0).events.size(), 1u);
    EXPECT_LT(now_seconds() - start, 30.0);
    start = now_seconds();
    EXPECT_TRUE(window->wait(0.05).events.empty());
    EXPECT_GE(now_seconds() - start, 0.04);
}

TEST_F(WindowTest, keys_are_identified_by_their_character_and_otherwise_by_their_position) {
    EXPECT_EQ(key_of(SDLK_a), Key::a);
    EXPECT_EQ(key_of(SDLK_z), Key::z);
    EXPECT_EQ(key_of(SDLK_0), Key::digit_0);
    EXPECT_EQ(key_of(SDLK_9), Key::digit_9);
    EXPECT_EQ(key_of(SDLK_F1), Key::f1);
    EXPECT_EQ(key_of(SDLK_F12), Key::f12);
    EXPECT_EQ(key_of(SDLK_RETURN), Key::enter);
    EXPECT_EQ(key_of(SDLK_RCTRL), Key::ctrl);
    EXPECT_EQ(key_of(SDLK_LEFTBRACKET), Key::left_bracket);
    // A German keyboard prints z at the position of the American y.
    EXPECT_EQ(key_of(SDLK_z, SDL_SCANCODE_Y), Key::z);
    // A Cyrillic letter at the position of the American d.
    EXPECT_EQ(key_of(0x0432, SDL_SCANCODE_D), Key::d);
    EXPECT_EQ(key_of(0x0432, SDL_SCANCODE_1), Key::digit_1);
    EXPECT_EQ(key_of(SDLK_VOLUMEUP, SDL_SCANCODE_VOLUMEUP), Key::none);
}

TEST_F(WindowTest, key_events_carry_state_repeat_and_modifiers) {
    SDL_Event event = key_event(true, SDLK_p, KMOD_LCTRL | KMOD_RSHIFT);
    event.key.repeat = 1;
    const auto down = through<KeyEvent>(event);
    EXPECT_TRUE(down.pressed);
    EXPECT_TRUE(down.repeat);
    EXPECT_EQ(down.modifiers, (Modifiers{.ctrl = true, .shift = true, .alt = false, .super = false}));
    event = key_event(false, SDLK_p, KMOD_LALT | KMOD_LGUI);
    const auto up = through<KeyEvent>(event);
    EXPECT_FALSE(up.pressed);
    EXPECT_FALSE(up.repeat);
    EXPECT_EQ(up.modifiers, (Modifiers{.ctrl = false, .shift = false, .alt = true, .super = true}));
}

TEST_F(WindowTest, mouse_events_carry_the_modifiers_of_the_last_key_event) {
    SDL_Event event = key_event(true, SDLK_LALT, KMOD_LALT);
    through<KeyEvent>(event);
    event = {};
    event.type = SDL_MOUSEBUTTONDOWN;
    event.button.button = SDL_BUTTON_MIDDLE;
    event.button.state = SDL_PRESSED;
    event.button.clicks = 2;
    event.button.x = 33;
    event.button.y = 44;
    const auto press = through<MouseButtonEvent>(event);
    EXPECT_EQ(press.button, MouseButton::middle);
    EXPECT_TRUE(press.pressed);
    EXPECT_EQ(press.clicks, 2);
    EXPECT_EQ(press.position, (PointF{33, 44}));
    EXPECT_TRUE(press.modifiers.alt);
    event = key_event(false, SDLK_LALT, KMOD_NONE);
    through<KeyEvent>(event);
    event = {};
    event.type = SDL_MOUSEBUTTONUP;
    event.button.button = SDL_BUTTON_MIDDLE;
    const auto release = through<MouseButtonEvent>(event);
    EXPECT_FALSE(release.pressed);
    EXPECT_FALSE(release.modifiers.alt);
}

TEST_F(WindowTest, wheel_events_carry_the_position_of_the_mouse) {
    SDL_Event event{};
    event.type = SDL_MOUSEMOTION;
    event.motion.x = 70;
    event.motion.y = 80;
    event.motion.xrel = -3;
    event.motion.yrel = 4;
    const auto move = through<MouseMoveEvent>(event);
    EXPECT_EQ(move.position, (PointF{70, 80}));
    EXPECT_EQ(move.delta, (PointF{-3, 4}));
    event = {};
    event.type = SDL_MOUSEWHEEL;
    event.wheel.preciseX = 0.5f;
    event.wheel.preciseY = -2.0f;
    auto wheel = through<WheelEvent>(event);
    EXPECT_EQ(wheel.notches, (PointF{0.5f, -2.0f}));
    EXPECT_EQ(wheel.position, (PointF{70, 80}));
    event.wheel.direction = SDL_MOUSEWHEEL_FLIPPED;
    wheel = through<WheelEvent>(event);
    EXPECT_EQ(wheel.notches, (PointF{-0.5f, 2.0f}));
}

TEST_F(WindowTest, losing_the_focus_releases_the_modifiers) {
    SDL_Event event = key_event(true, SDLK_LCTRL, KMOD_LCTRL);
    through<KeyEvent>(event);
    event = {};
    event.type = SDL_WINDOWEVENT;
    event.window.event = SDL_WINDOWEVENT_FOCUS_LOST;
    EXPECT_FALSE(through<FocusEvent>(event).gained);
    event = {};
    event.type = SDL_MOUSEMOTION;
    EXPECT_FALSE(through<MouseMoveEvent>(event).modifiers.ctrl);
}

TEST_F(WindowTest, text_dropped_files_quit_and_leave_become_events) {
    SDL_Event event{};
    event.type = SDL_TEXTINPUT;
    SDL_strlcpy(event.text.text, "é", sizeof(event.text.text));
    EXPECT_EQ(through<TextEvent>(event).utf8, "é");
    event = {};
    event.type = SDL_DROPFILE;
    event.drop.file = SDL_strdup("/some where/bunny.obj");
    EXPECT_EQ(through<DropFileEvent>(event).path, "/some where/bunny.obj");
    event = {};
    event.type = SDL_QUIT;
    through<QuitEvent>(event);
    event = {};
    event.type = SDL_WINDOWEVENT;
    event.window.event = SDL_WINDOWEVENT_LEAVE;
    through<LeaveEvent>(event);
}

TEST_F(WindowTest, clipboard_keeps_text) {
    window->set_clipboard_text("x;y\n1;2\n");
    EXPECT_EQ(window->clipboard_text(), "x;y\n1;2\n");
}

TEST_F(WindowTest, title_fullscreen_and_cursor_calls_work_offscreen) {
    window->set_title("another");
    window->set_fullscreen(true);
    EXPECT_TRUE(window->is_fullscreen());
    window->set_fullscreen(false);
    EXPECT_FALSE(window->is_fullscreen());
    for (const Cursor cursor : {Cursor::text, Cursor::hidden, Cursor::move, Cursor::arrow})
        window->set_cursor(cursor);
    EXPECT_EQ(window->size_points(), (SizeI{320, 200}));
}

TEST(WindowOpenTest, a_driver_without_opengl_and_an_unknown_driver_are_errors) {
    ::setenv("SDL_VIDEODRIVER", "dummy", 1);
    std::string error;
    EXPECT_FALSE(Window::open({}, error));
    EXPECT_FALSE(error.empty());
    EXPECT_EQ(error.find('\n'), std::string::npos);
    ::setenv("SDL_VIDEODRIVER", "no-such-driver", 1);
    EXPECT_FALSE(Window::open({}, error));
    EXPECT_NE(error.find("no display"), std::string::npos) << error;
    ::unsetenv("SDL_VIDEODRIVER");
    EXPECT_TRUE(open_offscreen()); // the failure does not prevent the next window
}

} // namespace
} // namespace boxwood::platform
