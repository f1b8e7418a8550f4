#include "engine/ui/input_adapter.hpp"

#include <array>
#include <cfloat>
#include <imgui.h>
#include <optional>
#include <utility>
#include <variant>

namespace boxwood::ui {

namespace {

using platform::Key;
using platform::Modifiers;

constexpr std::pair<Key, ImGuiKey> kEditingKeys[] = {
    {Key::tab, ImGuiKey_Tab},
    {Key::left, ImGuiKey_LeftArrow},
    {Key::right, ImGuiKey_RightArrow},
    {Key::up, ImGuiKey_UpArrow},
    {Key::down, ImGuiKey_DownArrow},
    {Key::page_up, ImGuiKey_PageUp},
    {Key::page_down, ImGuiKey_PageDown},
    {Key::home, ImGuiKey_Home},
    {Key::end, ImGuiKey_End},
    {Key::insert, ImGuiKey_Insert},
    {Key::del, ImGuiKey_Delete},
    {Key::backspace, ImGuiKey_Backspace},
    {Key::space, ImGuiKey_Space},
    {Key::enter, ImGuiKey_Enter},
    {Key::escape, ImGuiKey_Escape},
    {Key::a, ImGuiKey_A},
    {Key::c, ImGuiKey_C},
    {Key::v, ImGuiKey_V},
    {Key::x, ImGuiKey_X},
    {Key::y, ImGuiKey_Y},
    {Key::z, ImGuiKey_Z},
#if IMGUI_VERSION_NUM >= 18700
    {Key::keypad_enter, ImGuiKey_KeypadEnter},
#else
    {Key::keypad_enter, ImGuiKey_KeyPadEnter},
#endif
};

// Dear ImGui's index of a button, or nullopt for an unsupported one.
std::optional<int> index_of(platform::MouseButton button) {
    switch (button) {
    case platform::MouseButton::left:
        return 0;
    case platform::MouseButton::right:
        return 1;
    case platform::MouseButton::middle:
        return 2;
    case platform::MouseButton::back:
        return 3;
    case platform::MouseButton::forward:
        return 4;
    }
    return std::nullopt;
}

} // namespace

void InputAdapter::push(const platform::InputFrame& frame) {
    pending_.insert(pending_.end(), frame.events.begin(), frame.events.end());
}

#if IMGUI_VERSION_NUM >= 18700

namespace {

#if IMGUI_VERSION_NUM >= 18900
constexpr auto kModCtrl = ImGuiMod_Ctrl, kModShift = ImGuiMod_Shift, kModAlt = ImGuiMod_Alt,
               kModSuper = ImGuiMod_Super;
#else
constexpr auto kModCtrl = ImGuiKey_ModCtrl, kModShift = ImGuiKey_ModShift, kModAlt = ImGuiKey_ModAlt,
               kModSuper = ImGuiKey_ModSuper;
#endif

void add_modifiers(const Modifiers& modifiers, ImGuiIO& io) {
    io.AddKeyEvent(kModCtrl, modifiers.ctrl);
    io.AddKeyEvent(kModShift, modifiers.shift);
    io.AddKeyEvent(kModAlt, modifiers.alt);
    io.AddKeyEvent(kModSuper, modifiers.super);
}

// Dear ImGui 1.87 and later has its own queue, so every event is passed on immediately.
struct Translate {
    ImGuiIO& io;
    float pixels_per_point;

    void operator()(const platform::MouseMoveEvent& event) const { move_to(event.position); }
    void operator()(const platform::MouseButtonEvent& event) const {
        add_modifiers(event.modifiers, io);
        move_to(event.position);
        if (const auto index = index_of(event.button)) io.AddMouseButtonEvent(*index, event.pressed);
    }
    void operator()(const platform::WheelEvent& event) const {
        add_modifiers(event.modifiers, io);
        move_to(event.position);
        io.AddMouseWheelEvent(-event.notches.x, event.notches.y); // for Dear ImGui, positive is to the left
    }
    void operator()(const platform::KeyEvent& event) const {
        add_modifiers(event.modifiers, io);
        if (event.repeat) return; // Dear ImGui generates its own repeats
        for (const auto& [key, imgui_key] : kEditingKeys) {
            if (key == event.key) io.AddKeyEvent(imgui_key, event.pressed);
        }
    }
    void operator()(const platform::TextEvent& event) const { io.AddInputCharactersUTF8(event.utf8.c_str()); }
    void operator()(const platform::FocusEvent& event) const { io.AddFocusEvent(event.gained); }
    void operator()(const platform::LeaveEvent&) const { io.AddMousePosEvent(-FLT_MAX, -FLT_MAX); }
    template <class Other>
    void operator()(const Other&) const {}

    void move_to(platform::PointF position) const {
        io.AddMousePosEvent(position.x * pixels_per_point, position.y * pixels_per_point);
    }
};

} // namespace

void InputAdapter::attach(ImGuiIO&) const {}

void InputAdapter::apply(ImGuiIO& io, float pixels_per_point) {
    for (const platform::InputEvent& event : pending_) std::visit(Translate{io, pixels_per_point}, event);
    pending_.clear();
}

#else

namespace {

constexpr std::size_t kButtons = 5;

void set_modifiers(const Modifiers& modifiers, ImGuiIO& io) {
    io.KeyCtrl = modifiers.ctrl;
    io.KeyShift = modifiers.shift;
    io.KeyAlt = modifiers.alt;
    io.KeySuper = modifiers.super;
}

// Applies the events of one frame. Each call applies one event, or returns false to defer it to the next frame.
struct Frame {
    ImGuiIO& io;
    float pixels_per_point;
    std::array<bool, kButtons> button_changed{};
    std::array<bool, static_cast<std::size_t>(Key::count)> key_changed{};
    bool any_button_changed = false;
    bool key_pressed = false;
    // The modifiers of a press in this frame; they must stay in effect until the next frame.
    std::optional<Modifiers> pressed_with{};

    bool operator()(const platform::MouseMoveEvent& event) {
        if (any_button_changed) return false;
        move_to(event.position);
        return true;
    }
    bool operator()(const platform::MouseButtonEvent& event) {
        const auto index = index_of(event.button);
        if (!index) return true;
        const auto button = static_cast<std::size_t>(*index);
        const bool is_elsewhere = any_button_changed && !is_at(event.position);
        if (button_changed[button] || is_elsewhere || !accepts(event.modifiers)) return false;
        button_changed[button] = any_button_changed = true;
        move_to(event.position);
        io.MouseDown[*index] = event.pressed;
        if (event.pressed) pressed_with = event.modifiers;
        return true;
    }
    bool operator()(const platform::WheelEvent& event) {
        if ((any_button_changed && !is_at(event.position)) || !accepts(event.modifiers)) return false;
        move_to(event.position);
        io.MouseWheel += event.notches.y;
        io.MouseWheelH -= event.notches.x; // for Dear ImGui, positive is to the left
        return true;
    }
    bool operator()(const platform::KeyEvent& event) {
        if (event.repeat) return true; // Dear ImGui generates its own repeats
        const auto key = static_cast<std::size_t>(event.key);
        const bool comes_too_soon = key_changed[key] || (event.pressed && key_pressed);
        if (comes_too_soon || !accepts(event.modifiers)) return false;
        key_changed[key] = true;
        io.KeysDown[key] = event.pressed;
        if (event.pressed) {
            key_pressed = true;
            pressed_with = event.modifiers;
        }
        return true;
    }
    // Text fields process a frame's characters before its keys, so text typed after a key is deferred.
    bool operator()(const platform::TextEvent& event) const {
        if (key_pressed) return false;
        io.AddInputCharactersUTF8(event.utf8.c_str());
        return true;
    }
    bool operator()(const platform::FocusEvent& event) {
        if (event.gained) return true;
        if (any_button_changed || key_pressed) return false;
        for (bool& down : io.KeysDown) down = false;
        for (bool& down : io.MouseDown) down = false;
        set_modifiers({}, io);
        return true;
    }
    bool operator()(const platform::LeaveEvent&) {
        if (any_button_changed) return false;
        io.MousePos = ImVec2(-FLT_MAX, -FLT_MAX);
        return true;
    }
    template <class Other>
    bool operator()(const Other&) const {
        return true;
    }

    void move_to(platform::PointF position) {
        io.MousePos = ImVec2(position.x * pixels_per_point, position.y * pixels_per_point);
    }
    bool is_at(platform::PointF position) const {
        return io.MousePos.x == position.x * pixels_per_point &&
               io.MousePos.y == position.y * pixels_per_point;
    }
    bool accepts(const Modifiers& modifiers) {
        if (pressed_with && !(*pressed_with == modifiers)) return false;
        set_modifiers(modifiers, io);
        return true;
    }
};

} // namespace

void InputAdapter::attach(ImGuiIO& io) const {
    static_assert(static_cast<std::size_t>(Key::count) <= sizeof(ImGuiIO::KeysDown));
    for (const auto& [key, imgui_key] : kEditingKeys) io.KeyMap[imgui_key] = static_cast<int>(key);
}

void InputAdapter::apply(ImGuiIO& io, float pixels_per_point) {
    Frame frame{io, pixels_per_point};
    while (!pending_.empty() && std::visit(frame, pending_.front())) pending_.pop_front();
}

#endif

} // namespace boxwood::ui
