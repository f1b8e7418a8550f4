#include "engine/platform/sdl_events.hpp"

#include <SDL.h>

namespace boxwood::platform {

namespace {
struct KeyPair {
    SDL_Keycode sdl;
    Key key;
};

// All keys except letters, digits and function keys. The key codes of those three groups are consecutive, so they need
// no table.
constexpr KeyPair kOtherKeys[] = {
    {SDLK_LEFT, Key::left},
    {SDLK_RIGHT, Key::right},
    {SDLK_UP, Key::up},
    {SDLK_DOWN, Key::down},
    {SDLK_HOME, Key::home},
    {SDLK_END, Key::end},
    {SDLK_PAGEUP, Key::page_up},
    {SDLK_PAGEDOWN, Key::page_down},
    {SDLK_INSERT, Key::insert},
    {SDLK_DELETE, Key::del},
    {SDLK_TAB, Key::tab},
    {SDLK_ESCAPE, Key::escape},
    {SDLK_SPACE, Key::space},
    {SDLK_RETURN, Key::enter},
    {SDLK_KP_ENTER, Key::keypad_enter},
    {SDLK_BACKSPACE, Key::backspace},
    {SDLK_PERIOD, Key::period},
    {SDLK_COMMA, Key::comma},
    {SDLK_LEFTBRACKET, Key::left_bracket},
    {SDLK_RIGHTBRACKET, Key::right_bracket},
    {SDLK_MINUS, Key::minus},
    {SDLK_EQUALS, Key::equals},
    {SDLK_SLASH, Key::slash},
    {SDLK_BACKSLASH, Key::backslash},
    {SDLK_SEMICOLON, Key::semicolon},
    {SDLK_QUOTE, Key::apostrophe},
    {SDLK_BACKQUOTE, Key::grave},
    {SDLK_LSHIFT, Key::shift},
    {SDLK_RSHIFT, Key::shift},
    {SDLK_LCTRL, Key::ctrl},
    {SDLK_RCTRL, Key::ctrl},
    {SDLK_LALT, Key::alt},
    {SDLK_RALT, Key::alt},
    {SDLK_LGUI, Key::super},
    {SDLK_RGUI, Key::super},
};

constexpr Key nth_after(Key first, int n) {
    return static_cast<Key>(static_cast<int>(first) + n);
}

Key key_of_code(SDL_Keycode code) {
    if (code >= SDLK_a && code <= SDLK_z) return nth_after(Key::a, code - SDLK_a);
    if (code >= SDLK_0 && code <= SDLK_9) return nth_after(Key::digit_0, code - SDLK_0);
    if (code >= SDLK_F1 && code <= SDLK_F12) return nth_after(Key::f1, code - SDLK_F1);
    for (const KeyPair& pair : kOtherKeys)
        if (pair.sdl == code) return pair.key;
    return Key::none;
}

// Returns the key with this position on a US keyboard, for layouts whose letters are not Latin.
Key key_at_position(SDL_Scancode code) {
    if (code >= SDL_SCANCODE_A && code <= SDL_SCANCODE_Z) return nth_after(Key::a, code - SDL_SCANCODE_A);
    if (code >= SDL_SCANCODE_1 && code <= SDL_SCANCODE_9)
        return nth_after(Key::digit_1, code - SDL_SCANCODE_1);
    switch (code) {
    case SDL_SCANCODE_0:
        return Key::digit_0;
    case SDL_SCANCODE_PERIOD:
        return Key::period;
    case SDL_SCANCODE_COMMA:
        return Key::comma;
    case SDL_SCANCODE_LEFTBRACKET:
        return Key::left_bracket;
    case SDL_SCANCODE_RIGHTBRACKET:
        return Key::right_bracket;
    default:
        return Key::none;
    }
}

Modifiers modifiers_of(Uint16 mod) {
    return {(mod & KMOD_CTRL) != 0, (mod & KMOD_SHIFT) != 0, (mod & KMOD_ALT) != 0, (mod & KMOD_GUI) != 0};
}

std::optional<MouseButton> button_of(Uint8 button) {
    switch (button) {
    case SDL_BUTTON_LEFT:
        return MouseButton::left;
    case SDL_BUTTON_RIGHT:
        return MouseButton::right;
    case SDL_BUTTON_MIDDLE:
        return MouseButton::middle;
    case SDL_BUTTON_X1:
        return MouseButton::back;
    case SDL_BUTTON_X2:
        return MouseButton::forward;
    default:
        return std::nullopt;
    }
}

PointF point_of(Sint32 x, Sint32 y) {
    return {static_cast<float>(x), static_cast<float>(y)};
}

std::optional<InputEvent> translate_button(const SDL_MouseButtonEvent& event) {
    const auto button = button_of(event.button);
    if (!button) return std::nullopt;
    return MouseButtonEvent{
        *button, event.state == SDL_PRESSED, event.clicks, point_of(event.x, event.y), {}};
}

InputEvent translate_wheel(const SDL_MouseWheelEvent& event) {
    const float sign = event.direction == SDL_MOUSEWHEEL_FLIPPED ? -1.0f : 1.0f;
    return WheelEvent{{sign * event.preciseX, sign * event.preciseY}, {}, {}};
}

InputEvent translate_key(const SDL_KeyboardEvent& event) {
    Key key = key_of_code(event.keysym.sym);
    if (key == Key::none) key = key_at_position(event.keysym.scancode);
    return KeyEvent{key, event.state == SDL_PRESSED, event.repeat != 0, modifiers_of(event.keysym.mod)};
}

std::optional<InputEvent> translate_window(const SDL_WindowEvent& event) {
    switch (event.event) {
    case SDL_WINDOWEVENT_SIZE_CHANGED:
        return ResizeEvent{{event.data1, event.data2}};
    case SDL_WINDOWEVENT_FOCUS_GAINED:
        return FocusEvent{true};
    case SDL_WINDOWEVENT_FOCUS_LOST:
        return FocusEvent{false};
    case SDL_WINDOWEVENT_LEAVE:
        return LeaveEvent{};
    case SDL_WINDOWEVENT_SHOWN:
    case SDL_WINDOWEVENT_EXPOSED:
    case SDL_WINDOWEVENT_RESTORED:
        return ExposeEvent{};
    default:
        return std::nullopt;
    }
}

InputEvent take_drop(SDL_DropEvent& io_event) {
    DropFileEvent drop{io_event.file ? io_event.file : ""};
    SDL_free(io_event.file);
    io_event.file = nullptr;
    return drop;
}
} // namespace

std::optional<InputEvent> translate(SDL_Event& io_event) {
    switch (io_event.type) {
    case SDL_MOUSEMOTION:
        return MouseMoveEvent{point_of(io_event.motion.x, io_event.motion.y),
                              point_of(io_event.motion.xrel, io_event.motion.yrel),
                              {}};
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        return translate_button(io_event.button);
    case SDL_MOUSEWHEEL:
        return translate_wheel(io_event.wheel);
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        return translate_key(io_event.key);
    case SDL_TEXTINPUT:
        return TextEvent{io_event.text.text};
    case SDL_DROPFILE:
        return take_drop(io_event.drop);
    case SDL_DROPTEXT:
        (void)take_drop(io_event.drop); // text is not opened, but must be freed
        return std::nullopt;
    case SDL_WINDOWEVENT:
        return translate_window(io_event.window);
    case SDL_QUIT:
        return QuitEvent{};
    default:
        return std::nullopt;
    }
}

} // namespace boxwood::platform
