#include "app/labs/settings/setting_rows.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace boxwood {
namespace {

ui::Edit number_row(const Setting& setting) {
    const SettingRange& range = setting.range;
    double value = setting.access.get();
    const ui::Edit edit = ui::slider(ui::NumberField{.label = setting.text.label.c_str(),
                                                     .min = range.low,
                                                     .max = range.high,
                                                     .reset = range.reset.value_or(range.low),
                                                     .unit = range.unit,
                                                     .decimals = range.decimals,
                                                     .logarithmic = range.is_logarithmic,
                                                     .tooltip = setting.text.help,
                                                     .zero = range.zero},
                                     value);
    if (edit.changed) setting.access.set(range.is_whole ? std::round(value) : value);
    return edit;
}

std::vector<const char*> titles_of(const Setting& setting) {
    std::vector<const char*> titles;
    for (const SettingOption& option : setting.options)
        titles.push_back((option.title.empty() ? option.word : option.title).c_str());
    return titles;
}

ui::Edit choice_row(const Setting& setting, const RowLook& look) {
    const std::vector<const char*> titles = titles_of(setting);
    std::vector<const char*> tooltips;
    const bool has_tooltips = std::ranges::any_of(
        setting.options, [](const SettingOption& option) { return !option.help.empty(); });
    if (has_tooltips)
        for (const SettingOption& option : setting.options)
            tooltips.push_back((option.help.empty() ? option.word : option.help).c_str());
    const std::size_t option_count = std::min(look.max_options, titles.size());
    const ui::ChoiceField field{.label = setting.text.label.c_str(),
                                .options = std::span(titles).first(option_count),
                                .tooltip = setting.text.help,
                                .option_tooltips = tooltips};
    int chosen = static_cast<int>(setting.access.get());
    const ui::Edit edit = setting.is_segmented ? ui::segmented(field, chosen) : ui::dropdown(field, chosen);
    if (edit.changed) setting.access.set(static_cast<double>(chosen));
    return edit;
}

ui::Edit flag_row(const Setting& setting, const RowLook& look) {
    bool is_on = setting.access.get() != 0.0;
    const ui::Edit edit = ui::check_row({.label = setting.text.label.c_str(),
                                         .sample = look.sample,
                                         .key = look.key,
                                         .tooltip = setting.text.help,
                                         .width = look.width},
                                        is_on);
    if (edit.changed) setting.access.set(is_on ? 1.0 : 0.0);
    return edit;
}

} // namespace

ui::Edit setting_row(const Setting& setting, const RowLook& look) {
    const ui::Unavailable because(setting.unavailable);
    const ui::Edit edit = setting.kind == Setting::Kind::number ? number_row(setting)
                          : setting.kind == Setting::Kind::flag ? flag_row(setting, look)
                                                                : choice_row(setting, look);
    // A list or a row of options also reports a finished edit when the user clicks the option that is already chosen.
    // Such a click is not an edit here.
    const bool is_complete = setting.kind == Setting::Kind::number ? edit.finished : edit.changed;
    if (is_complete && setting.finish) setting.finish();
    return edit;
}

// The tabs are at the right edge of the details panel. A page can give that panel another width; then only the panel's
// left edge moves, and the tabs stay in place.
float setting_tabs(const char* id, const Setting& setting) {
    int chosen = static_cast<int>(setting.access.get());
    const std::vector<const char*> titles = titles_of(setting);
    const float free_width = ImGui::GetContentRegionAvail().x - ui::tabs_width(titles);
    if (free_width > 0.0f) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::floor(free_width));
    const ui::Edit edit = ui::tabs(id, titles, chosen);
    if (edit.changed) setting.access.set(static_cast<double>(chosen));
    return std::max(free_width, 0.0f);
}

} // namespace boxwood
