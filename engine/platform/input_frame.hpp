// What: the user's input since the last frame, as plain data in chronological order.
// Frame: positions in points from the window's top left, y down. Units: points; wheel in notches.
// Invariants: real and injected events are indistinguishable. Each event of the mouse, the wheel or a key contains the
//     modifiers at its time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace boxwood::platform {

struct PointF {
    float x = 0.0f, y = 0.0f;
    friend bool operator==(const PointF&, const PointF&) = default;
};
struct SizeI {
    int width = 0, height = 0;
    friend bool operator==(const SizeI&, const SizeI&) = default;
};

// Keys for letters, digits and punctuation name the symbol that the keyboard layout assigns to the key. If there is no
// enumerator for this symbol, letters, digits, period, comma and brackets name the key's position on a US keyboard; at
// all other positions, the key is `none`.
// clang-format off
enum class Key : std::uint8_t {
    none,
    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
    digit_0, digit_1, digit_2, digit_3, digit_4, digit_5, digit_6, digit_7, digit_8, digit_9,
    f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12,
    left, right, up, down, home, end, page_up, page_down, insert, del,
    tab, escape, space, enter, keypad_enter, backspace,
    period, comma, left_bracket, right_bracket, minus, equals, slash, backslash, semicolon, apostrophe, grave,
    shift, ctrl, alt, super,
    count,
};
// clang-format on
// The name in key maps and settings files: "A", "F11", "Left", "[", "Ctrl"; "" for none.
const char* key_name(Key key);
Key key_from_name(std::string_view name); // Key::none if unknown; ignores letter case

struct Modifiers {
    bool ctrl = false, shift = false, alt = false, super = false;
    friend bool operator==(const Modifiers&, const Modifiers&) = default;
};

enum class MouseButton : std::uint8_t { left, right, middle, back, forward };

struct MouseMoveEvent {
    PointF position;
    PointF delta; // valid even while the mouse is captured and the position is constant
    Modifiers modifiers;
};
struct MouseButtonEvent {
    MouseButton button = MouseButton::left;
    bool pressed = false;
    int clicks = 1; // 2 for the second press of a double click
    PointF position;
    Modifiers modifiers;
};
struct WheelEvent {
    PointF notches; // y > 0: away from the user; x > 0: to the right
    PointF position;
    Modifiers modifiers;
};
struct KeyEvent {
    Key key = Key::none;
    bool pressed = false;
    bool repeat = false;
    Modifiers modifiers;
};
struct TextEvent {
    std::string utf8;
};
struct DropFileEvent {
    std::string path;
};
struct ResizeEvent {
    SizeI points; // an injected event requests this size
};
struct FocusEvent {
    bool gained = false;
};
struct LeaveEvent {};  // the mouse left the window
struct ExposeEvent {}; // the contents of the window can be lost; the program must draw them again
struct QuitEvent {};

using InputEvent = std::variant<MouseMoveEvent, MouseButtonEvent, WheelEvent, KeyEvent, TextEvent,
                                DropFileEvent, ResizeEvent, FocusEvent, LeaveEvent, ExposeEvent, QuitEvent>;

// The first connected game controller: positions of its sticks and triggers, and pressed buttons.
struct Gamepad {
    bool is_connected = false;
    PointF left_stick, right_stick;                  // -1 to 1, x to the right, y down
    float left_trigger = 0.0f, right_trigger = 0.0f; // 0 to 1
    bool a = false, b = false, x = false, y = false;
    bool left_shoulder = false, right_shoulder = false;
    bool up = false, down = false, left = false, right = false; // of the directional pad
    bool left_stick_pressed = false, right_stick_pressed = false;
    friend bool operator==(const Gamepad&, const Gamepad&) = default;
};

struct InputFrame {
    std::vector<InputEvent> events;
    Gamepad gamepad{};
};

} // namespace boxwood::platform
