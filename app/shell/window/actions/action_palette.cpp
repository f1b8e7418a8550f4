#include "app/shell/window/actions/action_palette.hpp"

#include "app/shell/everything.hpp"

#include <filesystem>
#include <optional>

namespace boxwood {

void ActionPalette::open() {
    listed_setting_.clear();
    palette_.open(list_everything({keymap_,
                                   labs_.entry().name,
                                   labs_.lab(),
                                   preferences_,
                                   {std::filesystem::path("out"), opener_.last_folder()}}),
                  "Type the name of an action, a setting, a method or a file");
}

const ui::Action* ActionPalette::draw() {
    const std::optional<ui::Palette::Answer> answer = palette_.draw();
    return answer ? choose(*answer) : nullptr;
}

void ActionPalette::go_back() {
    if (palette_.consume_back_request() && !listed_setting_.empty()) open();
}

// See everything.hpp for the ids.
const ui::Action* ActionPalette::choose(const ui::Palette::Answer& answer) {
    if (answer.id.empty()) {
        edit_setting(listed_setting_, answer.typed);
        return nullptr;
    }
    const std::size_t space = answer.id.find(' ');
    const std::string kind = answer.id.substr(0, space), name = answer.id.substr(space + 1);
    if (kind == "action") return keymap_.find(name);
    if (kind == "setting") {
        list_values_of(name);
    } else if (kind == "value") {
        const std::size_t equals = name.find('=');
        edit_setting(name.substr(0, equals), name.substr(equals + 1));
    } else if (kind == "file" || kind == "recording") {
        opener_.open_files({name});
    } else if (kind == "scene") {
        if (const Workload* workload = find_workload(name)) opener_.open_workload(*workload);
    } else if (kind == "help") {
        help_.open(name);
    }
    return nullptr;
}

void ActionPalette::list_values_of(const std::string& setting) {
    const SettingTable table = labs_.lab().settings();
    const Setting* setting_row = table.find(setting);
    if (setting_row == nullptr) return;
    listed_setting_ = setting;
    palette_.open(list_values(*setting_row), hint_of_values(*setting_row),
                  setting_row->kind == Setting::Kind::number);
}

void ActionPalette::edit_setting(const std::string& name, const std::string& value) {
    if (const Status status = labs_.lab().edit(name, value); !status)
        return messages_.error(status.error().message);
    const SettingTable table = labs_.lab().settings();
    if (const Setting* setting_row = table.find(name); setting_row != nullptr && !setting_row->is_page)
        messages_.info((setting_row->text.label.empty()
                            ? name
                            : setting_row->text.label.substr(0, setting_row->text.label.find("##"))) +
                       ": " + setting_row->shown_value());
}

} // namespace boxwood
