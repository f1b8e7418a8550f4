// What: the start screen and the hints of the first start. The start screen is a dialog with the questions of the labs,
//       sample meshes and recent files. It opens on the action help.start, and when the program starts without a
//       target while the preferences name no last lab.
#pragma once

#include "engine/ui/layout.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace boxwood {

struct StartScreen {
    struct LabCard {
        std::string_view title, question;
    };
    std::span<const LabCard> labs;
    std::span<const std::string_view> samples; // names of sample meshes
    std::span<const std::string> recent;       // files, the newest first
};

struct StartChoice {
    std::optional<std::size_t> lab{}, sample{}, recent{};
    bool wants_file = false;
};
// Call every frame; a choice closes the dialog.
StartChoice draw_start_screen(const StartScreen& screen, bool& io_is_open);

inline constexpr std::array<const char*, 3> kHints{
    "Click something in the view: the panel on the right explains it.",
    "Space pauses, comma and period step, and the timeline goes back to any frame.",
    "Ctrl+P finds every action by name, F1 lists the keys, and digits open the labs."};
// Draws the hints that were not dismissed, at the bottom of the viewport. Returns true if one was just dismissed.
bool draw_hints(const ui::Rect& viewport, std::array<bool, kHints.size()>& io_shown);

} // namespace boxwood
