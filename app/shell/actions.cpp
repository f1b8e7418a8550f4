#include "app/shell/actions.hpp"

#include "app/labs/lab_registry.hpp"

#include <string>

namespace boxwood {
namespace {

ui::Action action(const char* id, const char* title, const char* chord,
                  std::string_view context = ui::kEverywhere, bool repeats = false) {
    return {id, title, chord[0] ? ui::parse_chord(chord).value() : ui::Chord{}, std::string(context),
            repeats};
}

} // namespace

ui::Keymap make_keymap() {
    std::vector<ui::Action> actions{
        action("play.toggle", "Play or pause", "Space"),
        action("play.forward", "One step forward", ".", ui::kEverywhere, true),
        action("play.back", "One step back", ",", ui::kEverywhere, true),
        action("play.restart", "Restart with the same seed", "R"),
        action("time.first", "To the first stored frame", "Ctrl+Home"),
        action("time.last", "To the last frame", "Ctrl+End"),
        action("time.slower", "Slower, then backwards", "Shift+,", ui::kEverywhere, true),
        action("time.faster", "Faster", "Shift+.", ui::kEverywhere, true),
        action("time.mark", "Mark this frame, or remove the mark", "Ctrl+M"),
        action("time.mark-before", "To the previous marked frame", "Ctrl+Left"),
        action("time.mark-after", "To the next marked frame", "Ctrl+Right"),
        action("time.loop", "Loop between the marks around this frame", "Ctrl+B"),
        action("time.drop-former", "Discard the frames that the edit replaced", ""),
        action("view.focus", "Focus the selection, or everything", "F"),
        action("view.axis-front", "View from the front, or from behind", "Alt+1"),
        action("view.axis-right", "View from the right, or from the left", "Alt+2"),
        action("view.axis-top", "View from above, or from below", "Alt+3"),
        action("view.orthographic", "Orthographic or perspective view", "Alt+0"),
        action("view.camera-save", "Save the camera", "Alt+S"),
        action("view.camera-next", "To the next saved camera", "Alt+C"),
        action("view.camera-remove", "Remove the current saved camera", ""),
        action("view.sides", "Fold the side panels", "Tab"),
        action("view.left", "Show or fold the parameters", ""),
        action("view.bottom", "Show or fold the timeline and pages", ""),
        action("view.right", "Show or fold the inspector", ""),
        action("view.only", "Only the viewport", "F11"),
        action("view.bigger", "Larger interface", "Ctrl+="),
        action("view.smaller", "Smaller interface", "Ctrl+-"),
        action("view.theme", "Dark or light theme", "Ctrl+L"),
        action("view.reset", "Reset the layout", ""),
        action("file.open", "Open a mesh or scene", "Ctrl+O"),
        action("file.screenshot", "Save a picture of the window", "F12"),
        action("file.picture", "Save a picture of the view only", "Shift+F12"),
        action("help.keys", "Key map", "F1"),
        action("help.start", "Start screen: labs, sample meshes and recent files", ""),
        action("help.actions", "Find an action by name", "Ctrl+P"),
        action("select.none", "Clear the selection", "Esc"),
        action("app.quit", "Quit", "Ctrl+Q"),
        action("edit.undo", "Undo the last change", "Ctrl+Z", ui::kEverywhere, true),
        action("edit.redo", "Redo the last undone change", "Ctrl+Y", ui::kEverywhere, true),
        action("show.triangles", "Contacts and colliding triangles", "T"),
    };
    for (ui::Action& one : actions)
        if (one.id == "edit.redo") one.second_chord = ui::parse_chord("Ctrl+Shift+Z").value();
    const std::span<const LabEntry> labs = all_labs();
    for (std::size_t i = 0; i < labs.size(); ++i) {
        const std::string number = std::to_string(i + 1), title = "Lab: " + std::string(labs[i].title);
        actions.push_back(action((kLabAction + number).c_str(), title.c_str(), i < 9 ? number.c_str() : ""));
    }
    for (const LabEntry& lab : labs)
        for (const LabAction& lab_action : lab.actions)
            actions.push_back(
                action(lab_action.id, lab_action.title, lab_action.key, lab.name, lab_action.repeats));
    return ui::Keymap(std::move(actions));
}

} // namespace boxwood
