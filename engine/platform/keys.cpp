#include <array>
#include <cctype>

#include "engine/platform/input_frame.hpp"

namespace boxwood::platform {

namespace {
constexpr auto kCount = static_cast<std::size_t>(Key::count);
// In the order of the enum.
constexpr std::array<const char*, kCount> kNames{
    "",      "A",     "B",     "C",           "D",         "E",      "F",        "G",      "H",      "I",
    "J",     "K",     "L",     "M",           "N",         "O",      "P",        "Q",      "R",      "S",
    "T",     "U",     "V",     "W",           "X",         "Y",      "Z",        "0",      "1",      "2",
    "3",     "4",     "5",     "6",           "7",         "8",      "9",        "F1",     "F2",     "F3",
    "F4",    "F5",    "F6",    "F7",          "F8",        "F9",     "F10",      "F11",    "F12",    "Left",
    "Right", "Up",    "Down",  "Home",        "End",       "PageUp", "PageDown", "Insert", "Delete", "Tab",
    "Esc",   "Space", "Enter", "KeypadEnter", "Backspace", ".",      ",",        "[",      "]",      "-",
    "=",     "/",     "\\",    ";",           "'",         "`",      "Shift",    "Ctrl",   "Alt",    "Super",
};

bool equals_ignoring_case(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (std::tolower(static_cast<unsigned char>(a[i])) != std::tolower(static_cast<unsigned char>(b[i])))
            return false;
    return true;
}
} // namespace

const char* key_name(Key key) {
    return key < Key::count ? kNames[static_cast<std::size_t>(key)] : "";
}

Key key_from_name(std::string_view name) {
    for (std::size_t i = 1; i < kCount; ++i)
        if (equals_ignoring_case(name, kNames[i])) return static_cast<Key>(i);
    return Key::none;
}

} // namespace boxwood::platform
