#include "app/shell/everything.hpp"

#include "app/labs/assets.hpp"
#include "app/shell/files/sample_meshes.hpp"
#include "collision/core/numbers/number_text.hpp"
#include "engine/workloads/workload.hpp"

#include <algorithm>
#include <array>

namespace boxwood {
namespace {

constexpr std::size_t kMaxRecordings = 20;
constexpr std::array kSceneAssets{"scenes/cabinet.json", "scenes/cloth.json", "scenes/kitchen.json",
                                  "scenes/tumbling.json"};

constexpr std::array kHowTo{
    std::pair{"Find anything",
              "Ctrl+P lists actions, settings with their values, methods, scenes, recent files and these "
              "topics. Type a part of the name, or its first letters."},
    std::pair{
        "Undo",
        "Ctrl+Z undoes the last change of a setting, a pose or a mesh; Ctrl+Y redoes it. A message names the "
        "change."},
    std::pair{"Type a number", "Ctrl+click a slider, or choose the setting in the palette."},
    std::pair{"Go back to a default", "Double-click a slider, or click the arrow of its group."},
    std::pair{"Open a mesh or a scene",
              "Ctrl+O, or drop files into the window: OBJ, PLY, STL, OFF, glTF, FBX, DAE, 3DS, "
              "polytope libraries, and scenes in JSON."},
    std::pair{"Move the camera",
              "Left drag orbits, right drag pans, the wheel zooms to the mouse. F frames the "
              "selection, or everything."},
    std::pair{"Select", "Click a body, a node or a row. Esc clears the selection."},
    std::pair{"Step through time",
              "Space plays and pauses; . and , step. Drag in the strip of the timeline to go to a "
              "frame; Ctrl+M marks one."},
    std::pair{"Save a picture", "F12 saves the window, Shift+F12 the view alone, to the folder out."},
    std::pair{"Export a table",
              "The buttons above a table copy its rows or save them as CSV; right-click a heading "
              "for the same commands."},
    std::pair{"Record and replay",
              "boxwood run LAB --record run.mcap records a run; boxwood replay run.mcap repeats it and "
              "compares every frame."},
    std::pair{"Start from the defaults",
              "Settings, layout and camera of each lab are stored in ~/.config/boxwood/settings. "
              "Delete that file to forget them."}};

std::string setting_title(const Setting& setting) {
    const std::string& label = setting.text.label;
    return label.empty() ? std::string(setting.text.name) : label.substr(0, label.find("##"));
}

std::string option_title(const SettingOption& option) {
    return option.title.empty() ? option.word : option.title;
}

void add_actions(const Everything& all, std::vector<ui::PaletteEntry>& io_entries) {
    for (const ui::Action& action : all.keymap.actions())
        if (ui::is_active_in(action.context, all.lab) && action.id != "help.actions")
            io_entries.push_back(
                {"action " + action.id, action.title, "Action", "", ui::chord_name(action.chord)});
}

// Lists each setting, and each option of a choice, so that a method can be found by its own name.
void add_settings(Lab& io_lab, std::vector<ui::PaletteEntry>& io_entries) {
    const SettingTable table = io_lab.settings();
    for (const Setting& setting : table.all()) {
        if (!setting.has_value() || setting.kind == Setting::Kind::text || !setting.unavailable.empty())
            continue;
        const std::string name(setting.text.name), title = setting_title(setting);
        io_entries.push_back({"setting " + name, title, std::string(setting.group), setting.shown_value(), "",
                              name + " " + std::string(setting.text.help)});
        if (setting.kind != Setting::Kind::choice) continue;
        for (const SettingOption& option : setting.options)
            io_entries.push_back({"value " + name + "=" + option.word,
                                  (setting.is_page ? "Page: " : title + ": ") + option_title(option),
                                  setting.is_page ? "" : std::string(setting.group), "", "",
                                  option.word + " " + option.help});
    }
}

void add_scenes(std::vector<ui::PaletteEntry>& io_entries) {
    for (const Workload& workload : all_workloads())
        io_entries.push_back({"scene " + std::string(workload.name), std::string(workload.name), "Scene", "",
                              "", std::string(workload.about)});
    for (const char* name : kSceneAssets)
        if (const Result<std::filesystem::path> file = find_asset(name))
            io_entries.push_back({"file " + file->string(), file->filename().string(), "Scene"});
}

void add_samples(std::vector<ui::PaletteEntry>& io_entries) {
    for (const SampleMesh& sample : all_sample_meshes())
        io_entries.push_back({"file " + sample_path(sample).string(), sample.name, "Sample mesh"});
}

void add_recordings(std::span<const std::filesystem::path> folders,
                    std::vector<ui::PaletteEntry>& io_entries) {
    std::vector<std::filesystem::path> found;
    for (const std::filesystem::path& folder : folders) {
        std::error_code error;
        for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
             entry.increment(error))
            if (entry->path().extension() == ".mcap" || entry->path().extension() == ".walk")
                found.push_back(entry->path());
    }
    std::ranges::sort(found);
    const auto duplicates = std::ranges::unique(found);
    found.erase(duplicates.begin(), duplicates.end());
    for (std::size_t i = 0; i < std::min(found.size(), kMaxRecordings); ++i)
        io_entries.push_back({"recording " + found[i].string(), found[i].filename().string(), "Recording",
                              found[i].parent_path().string()});
}

} // namespace

std::vector<ui::PaletteEntry> list_everything(const Everything& all) {
    std::vector<ui::PaletteEntry> entries;
    add_actions(all, entries);
    add_settings(all.io_lab, entries);
    for (const std::filesystem::path& file : all.preferences.recent())
        entries.push_back(
            {"file " + file.string(), file.filename().string(), "Recent file", file.parent_path().string()});
    add_samples(entries);
    add_scenes(entries);
    add_recordings(all.folders, entries);
    for (const auto& [title, text] : kHowTo)
        entries.push_back({std::string("help ") + title, title, "Help", "", "", text});
    return entries;
}

std::vector<ui::PaletteEntry> list_values(const Setting& setting) {
    std::vector<ui::PaletteEntry> entries;
    const std::string prefix = "value " + std::string(setting.text.name) + "=";
    const std::string current = setting.value_text();
    for (std::size_t i = 0; i < setting.options.size(); ++i) {
        const SettingOption& option = setting.options[i];
        const bool is_default = setting.range.reset == static_cast<double>(i);
        entries.push_back({prefix + option.word, option_title(option),
                           option.word == current ? "now"
                           : is_default           ? "default"
                                                  : "",
                           "", "", option.help});
    }
    if (setting.kind == Setting::Kind::number && setting.range.reset) {
        const std::string default_text = setting.text_of(*setting.range.reset);
        entries.push_back({prefix + default_text, default_text, "default"});
    }
    return entries;
}

std::string hint_of_values(const Setting& setting) {
    const std::string title = setting_title(setting) + ", now " + setting.shown_value();
    if (setting.kind != Setting::Kind::number) return title;
    const SettingRange& range = setting.range;
    return title + ": a number from " + range_text(range.low, range.high) +
           (range.unit.empty() ? "" : " " + std::string(range.unit));
}

std::vector<ui::HelpTopic> list_help(Lab& io_lab) {
    std::vector<ui::HelpTopic> topics;
    for (const auto& [title, text] : kHowTo) topics.push_back({title, text});
    const SettingTable table = io_lab.settings();
    for (const Setting& setting : table.all())
        topics.push_back({setting_title(setting), std::string(setting.text.help) + ".",
                          std::string(setting.group) + " · --set " + std::string(setting.text.name)});
    return topics;
}

} // namespace boxwood
