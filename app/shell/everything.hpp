// What: everything that the palette of the window lists: actions, settings with their values, methods, pages, scenes,
//       recent files, recordings, help topics. And the values that a chosen setting takes.
// Frame: an id is a word and a name: "action view.focus", "setting bodies", "value volume=obb", "scene tumbling",
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
    const Preferences& kept;
    std::vector<std::filesystem::path> folders; // searched for recordings
};
std::vector<ui::PaletteEntry> list_everything(const Everything& all);

// Of a choice: its options, as "value NAME=WORD"; of a number: its default. A number is typed.
std::vector<ui::PaletteEntry> list_values(const Setting& setting);
std::string hint_of_values(const Setting& setting);

// How things are done, and what each setting of the lab means.
std::vector<ui::HelpTopic> list_help(Lab& io_lab);

} // namespace boxwood
