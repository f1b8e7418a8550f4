// The settings of the multi-body lab, in the order of docs/settings.md. To add a setting, add a row in the class that
// has its field, and call row("name") in a panel.
#include "app/labs/multi_body/multi_body.hpp"

namespace boxwood {

SettingTable MultiBodyLab::settings() {
    SettingTable table;
    scene_.add_settings(table);
    table.add(view_.findings.continuous.setting([this] {
        view_.findings.continuous.clear();
        forget_frames();
        dirty_ = true;
    }));
    table.begin_group("Playback");
    table.add(speed_setting(kDefaultSpeed));
    world_.add_broad_settings(table);
    world_.add_narrow_settings(table);
    view_.display.add_line_limit(table);
    table.add(view_.findings.oracle.setting());
    rules_.add_settings(table);
    view_.add_display_settings(table);
    view_.add_walk_settings(table);
    pause_.add_settings(table);
    selection_requests_.add_settings(table, view_.region);
    table.begin_group("Pages");
    table.add(view_.page_setting());
    panels_.pages.add_graph_settings(table);
    return table;
}

void MultiBodyLab::on_settings_edited(std::span<const std::string> names) {
    const SettingTable table = settings();
    bool is_scene = false, is_motion = false, is_world = false;
    for (const std::string& name : names) {
        const Setting& setting = *table.find(name);
        const std::string_view group = setting.group;
        is_scene |= group == "Scene" && setting.needs_restart;
        is_motion |= name == "spin" || name == "velocity";
        is_world |= group == "Broad phase" || group == "Narrow phase";
    }
    if (is_scene) scene_.request_own_scene();
    if (is_motion) scene_.rescale_motion();
    if (is_world) world_.apply();
}

Status MultiBodyLab::check_settings() const {
    if (Status status = rules_.check(); !status) return status;
    return selection_requests_.check(simulation_.world);
}

} // namespace boxwood
