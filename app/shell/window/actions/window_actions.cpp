#include "app/shell/window/actions/window_actions.hpp"

#include "app/shell/actions.hpp"
#include "app/shell/window/actions/lab_actions.hpp"

#include <cstdlib>
#include <string>

namespace boxwood {
namespace {

constexpr float kScaleStep = 1.1f;

} // namespace

bool is_always_active(std::string_view action) {
    return action == "app.quit" || action == "help.keys" || action == "file.screenshot" ||
           action == "file.picture";
}

void WindowActions::act(const ui::Action& action) {
    const std::string_view id = action.id;
    OpenLab& open = labs_.current();
    if (const std::string why = why_unavailable(id, open); !why.empty()) return messages_.info(why);
    if (act_on_playback(id) || act_on_window(id) || act_on_time(id, open) || act_on_panels(id) ||
        act_on_view(id) || act_on_camera(id, open, messages_))
        return;
    open.lab->act(id);
}

bool WindowActions::act_on_playback(std::string_view id) {
    Playback& playback = labs_.current().playback;
    if (id == "play.toggle")
        playback.toggle();
    else if (id == "play.forward")
        playback.step_forward();
    else if (id == "play.back")
        playback.step_back();
    else if (id == "play.restart")
        playback.wants_restart = true;
    else if (id == "edit.undo")
        messages_.info("Undone: " + labs_.lab().undo() + ".");
    else if (id == "edit.redo")
        messages_.info("Redone: " + labs_.lab().redo() + ".");
    else
        return false;
    return true;
}

bool WindowActions::act_on_window(std::string_view id) {
    if (id == "file.open")
        opener_.open_dialog();
    else if (id == "file.screenshot" || id == "file.picture")
        pictures_.request(id == "file.screenshot");
    else if (id == "help.keys")
        popups_.toggle_help();
    else if (id == "help.start")
        popups_.welcome().open_start_screen();
    else if (id == "help.actions")
        popups_.open_palette();
    else if (id == "app.quit")
        quit();
    else if (id.starts_with(kLabAction)) {
        popups_.welcome().close_start_screen();
        labs_.choose(std::atoi(std::string(id.substr(kLabAction.size())).c_str()) - 1);
    } else {
        return false;
    }
    return true;
}

bool WindowActions::act_on_panels(std::string_view id) {
    ui::LayoutSettings& settings = labs_.current().layout;
    if (id == "view.sides")
        ui::toggle_sides(settings);
    else if (id == "view.left")
        ui::toggle_panel(ui::Splitter::left, surface_.layout(settings), settings);
    else if (id == "view.right")
        ui::toggle_panel(ui::Splitter::right, surface_.layout(settings), settings);
    else if (id == "view.bottom")
        ui::toggle_panel(ui::Splitter::bottom, surface_.layout(settings), settings);
    else if (id == "view.only")
        settings.viewport_only = !settings.viewport_only;
    else if (id == "view.reset")
        settings = {};
    else
        return false;
    return true;
}

bool WindowActions::act_on_view(std::string_view id) {
    if (id == "view.bigger")
        surface_.choose_scale(surface_.ui->scale() * kScaleStep);
    else if (id == "view.smaller")
        surface_.choose_scale(surface_.ui->scale() / kScaleStep);
    else if (id == "view.theme")
        surface_.change_theme();
    else if (id == "view.focus")
        labs_.focus(true);
    else
        return false;
    return true;
}

} // namespace boxwood
