#include "app/labs/lab.hpp"

#include "app/panels/window/playback.hpp"
#include "collision/core/check.hpp"

#include <imgui.h>

#include <array>

namespace boxwood {

Status Lab::take_scene(LoadedScene scene) {
    return Error{scene.name + ": this lab cannot open scene files"};
}

Status Lab::set(std::string_view name, std::string_view value) {
    rows_frame_ = -1;
    const SettingTable table = settings();
    const Setting* setting = table.find(name);
    const std::string before = setting && setting->needs_restart ? setting->value_text() : "";
    if (Status status = set_by_text(table, name, value); !status) return status;
    wants_restart_ |= setting->needs_restart && setting->value_text() != before;
    return ok();
}

Status Lab::edit(std::string_view name, std::string_view value) {
    rows_frame_ = -1;
    if (Status status = set_by_text(settings(), name, value); !status) return status;
    on_settings_edited(std::array{std::string(name)});
    return ok();
}

std::string Lab::undo() {
    const EditHistory::Step step = history_.take_undo();
    restore(step, true);
    return step.describe(true);
}

std::string Lab::redo() {
    const EditHistory::Step step = history_.take_redo();
    restore(step, false);
    return step.describe(false);
}

// Restores the settings twice: before and after `rest` restores the state that is not in settings. Some settings exist
// only after `rest` was called, and `rest` can change other settings.
void Lab::restore(const EditHistory::Step& step, bool is_undo) {
    history_.pause(true);
    if (const auto names = restore_settings(step, is_undo); !names.empty()) on_settings_edited(names);
    if (const std::function<void()>& rest = is_undo ? step.undo : step.redo) rest();
    if (const auto names = restore_settings(step, is_undo); !names.empty()) on_settings_edited(names);
    history_.pause(false);
    rows_frame_ = -1;
}

// Returns the names of the settings that were set. Skips unavailable settings, and settings that already have the
// wanted value, for example because they follow another setting.
std::vector<std::string> Lab::restore_settings(const EditHistory::Step& step, bool is_undo) {
    std::vector<std::string> names;
    for (const EditHistory::Change& change : step.changes) {
        const std::optional<EditHistory::Change::Value>& wanted = is_undo ? change.before : change.after;
        const SettingTable table = settings();
        const Setting* setting = table.find(change.name);
        const bool is_due =
            wanted && setting && setting->unavailable.empty() && setting->value_text() != wanted->text;
        if (is_due && set_by_text(table, change.name, wanted->text)) names.push_back(change.name);
    }
    return names;
}

// The table is rebuilt in every frame of the interface, because limits, defaults and availability change with the lab.
const SettingTable& Lab::rows() {
    if (std::exchange(rows_frame_, ImGui::GetFrameCount()) != ImGui::GetFrameCount()) rows_ = settings();
    return rows_;
}

const Setting* Lab::find_setting(std::string_view name) {
    return rows().find(name);
}

ui::Edit Lab::row(std::string_view name, const RowLook& look) {
    const Setting* setting = find_setting(name);
    BOXWOOD_REQUIRE(setting != nullptr);
    return setting_row(*setting, look);
}

PanelRows Lab::panel_rows() {
    return {[this](std::string_view name, const RowLook& look) { return row(name, look); },
            [this](std::string_view group) { return section(group); },
            [this](std::string_view name) -> const Setting& {
                const Setting* setting = find_setting(name);
                BOXWOOD_REQUIRE(setting != nullptr);
                return *setting;
            }};
}

float Lab::page_tabs() {
    const Setting* page = find_setting("page");
    BOXWOOD_REQUIRE(page != nullptr);
    return setting_tabs("pages", *page);
}

// The default of a setting can depend on an earlier setting, so every setting is looked up again.
bool Lab::section(std::string_view group, const ui::SectionStyle& style) {
    if (!ui::section(group, style)) return false;
    std::vector<std::string_view> names;
    for (const Setting& setting : rows().all())
        if (setting.group == group) names.push_back(setting.text.name);
    for (const std::string_view name : names)
        if (const SettingTable table = settings(); const Setting* setting = table.find(name))
            setting->reset();
    rows_frame_ = -1;
    return true;
}

Setting Lab::speed_setting(double usual) {
    return number({"speed", "",
                   "Length of a simulation step; 1 is a full step. The playback rate changes how many steps "
                   "run per second"},
                  {.low = kSlowestSpeed, .high = kFastestSpeed, .reset = usual, .unit = "×"},
                  member(frames().speed()));
}

std::string Lab::why_unavailable(std::string_view action) const {
    if (action == "play.back" && frames().range().first >= frames().simulation().frame)
        return "No earlier frame is kept.";
    if (action == "edit.undo" && !history_.can_undo()) return "Nothing to undo.";
    if (action == "edit.redo" && !history_.can_redo()) return "Nothing to redo.";
    return {};
}

} // namespace boxwood
