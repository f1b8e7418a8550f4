// What: the entries of the window's command palette: actions, settings with their values, methods, pages, scenes,
//       sample meshes, recent files, recordings and help topics; and the values of a chosen setting.
// Frame: an id is a kind and a name: "action view.focus", "setting bodies", "value volume=obb", "scene tumbling",
//        "file /a/b.obj", "recording out/run.mcap", "help Undo".
#pragma once

#include "app/labs/lab.hpp"
#include "app/shell/preferences.hpp"
#include "engine/ui/controls/palette.hpp"
#include "engine/ui/keymap.hpp"
#include "engine/ui/keymap_panel.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

struct Everything {
    const ui::Keymap& keymap;
    std::string_view lab;
    Lab& io_lab;
    const Preferences& preferences;
    std::vector<std::filesystem::path> folders; // searched for recordings
};
std::vector<ui::PaletteEntry> list_everything(const Everything& all);

// For a choice, its options as "value NAME=WORD". For a number, only its default; other numbers are typed.
std::vector<ui::PaletteEntry> list_values(const Setting& setting);
std::string hint_of_values(const Setting& setting);

// Instructions for common tasks, and the help text of each setting of the lab.
std::vector<ui::HelpTopic> list_help(Lab& io_lab);

} // namespace boxwood
