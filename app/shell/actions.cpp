#include "app/shell/actions.hpp"

namespace boxwood {
namespace {

ui::Action action(const char* id, const char* title, const char* chord,
                  std::string_view context = ui::kEverywhere, bool repeats = false) {
    return {id, title, chord[0] ? ui::parse_chord(chord).value() : ui::Chord{}, std::string(context),
            repeats};
}

} // namespace

ui::Keymap make_keymap() {
    constexpr std::string_view kMultiBody = "multi-body", kPair = "pair", kDeformation = "deformation";
    std::vector<ui::Action> actions{
        action("play.toggle", "Play or pause", "Space"),
        action("play.forward", "One step forward", ".", ui::kEverywhere, true),
        action("play.back", "One step back", ",", ui::kEverywhere, true),
        action("play.restart", "Restart with the same seed", "R"),
        action("view.focus", "Focus the selection, or everything", "F"),
        action("view.sides", "Fold the side panels", "Tab"),
        action("view.only", "Only the viewport", "F11"),
        action("view.bigger", "Larger interface", "Ctrl+="),
        action("view.smaller", "Smaller interface", "Ctrl+-"),
        action("view.theme", "Dark or light theme", "Ctrl+L"),
        action("view.reset", "Reset the layout", ""),
        action("file.open", "Open a mesh or scene", "Ctrl+O"),
        action("file.screenshot", "Save a picture of the window", "F12"),
        action("file.picture", "Save a picture of the view alone", "Shift+F12"),
        action("help.keys", "Key map", "F1"),
        action("help.actions", "Every action by name", "Ctrl+P"),
        action("select.none", "Clear the selection", "Esc"),
        action("app.quit", "Quit", "Ctrl+Q"),
        action("edit.undo", "Undo a move or the turn of a joint", "Ctrl+Z", ui::kEverywhere, true),
        action("edit.redo", "Redo what was undone", "Ctrl+Shift+Z", ui::kEverywhere, true),
        action("lab.1", "First lab", "1"),
        action("lab.2", "Second lab", "2"),
        action("lab.3", "Third lab", "3"),
        action("show.boxes", "Boxes: none, of overlapping pairs, all", "B", kMultiBody),
        action("show.lines", "Closest-feature lines", "L", kMultiBody),
        action("show.triangles", "Contacts and colliding triangles", "T"),
        action("show.names", "Names of bodies", "N", kMultiBody),
        action("show.velocities", "Velocities", "V", kMultiBody),
        action("show.features", "Closest features: none, of the selected pair, of all pairs", "C",
               kMultiBody),
        action("show.region", "Voronoi region of a feature", "O", kMultiBody),
        action("walk.open", "Closest-feature walk of the pair", "W", kMultiBody),
        action("walk.play", "Play the walk", "P", kMultiBody),
        action("walk.back", "Walk: step back", "Left", kMultiBody, true),
        action("walk.forward", "Walk: step forward", "Right", kMultiBody, true),
        action("walk.first", "Walk: to the start", "Home", kMultiBody),
        action("walk.last", "Walk: to the end", "End", kMultiBody),
        action("select.back", "Selection before", "Alt+Left", kMultiBody),
        action("select.forward", "Selection after", "Alt+Right", kMultiBody),
        action("edit.pair", "Enable or disable the selected pair", "D", kMultiBody),
        action("edit.body", "Enable or disable the selected body", "Shift+D", kMultiBody),
        action("edit.remove", "Remove the selected body", "Delete", kMultiBody),
        action("edit.insert", "Insert ten bodies", "Insert", kMultiBody),
        action("edit.scatter", "Scatter a tenth of the bodies", "Shift+X", kMultiBody),
        action("show.hierarchy", "Hierarchy boxes", "H", kPair),
        action("depth.less", "Hierarchy depth down", "[", kPair, true),
        action("depth.more", "Hierarchy depth up", "]", kPair, true),
        action("select.next", "Select the other mesh", "X", kPair),
        action("gizmo.move", "Move the selection", "G", kPair),
        action("gizmo.rotate", "Rotate the selection", "Shift+R", kPair),
        action("gizmo.scale", "Scale the selection", "S", kPair),
        action("oracle.ask", "Check the answer by brute force", "O", kPair),
        action("visit.open", "Stop the query at a visit, or go on", "V", kPair),
        action("visit.play", "Play the visits", "P", kPair),
        action("visit.first", "First visit", "Home", kPair),
        action("visit.last", "Last visit", "End", kPair),
        action("visit.leaves", "Next visit of two leaves that overlap", "J", kPair, true),
        action("visit.contact", "Next visit of two triangles that intersect", "K", kPair, true),
        action("beside.add", "Another hierarchy beside", "N", kPair),
        action("beside.remove", "Take the last hierarchy beside away", "Shift+N", kPair),
        action("beside.only", "Surfaces that only one of the hierarchies visited", "U", kPair),
        action("visit.rejected", "Visit that spared the most triangle pairs", "M", kPair),
        action("tree.isolate", "Show only what lies below the selected node, or the visit's", "I", kPair),
        action("tree.hide", "Hide what lies below the selected node, or the visit's", "Shift+I", kPair),
        action("tree.all", "Show both trees whole again", "Shift+A", kPair),
        action("slice.next", "Cut surfaces open: across no axis, x, y, z", "C", kPair),
        action("nudge.left", "Nudge left, or one visit back", "Left", kPair, true),
        action("nudge.right", "Nudge right, or one visit on", "Right", kPair, true),
        action("nudge.up", "Nudge up, or to the visit that led here", "Up", kPair, true),
        action("nudge.down", "Nudge down, or to the next leaves", "Down", kPair, true),
        action("nudge.away", "Nudge away, or a page of visits back", "PageUp", kPair, true),
        action("nudge.near", "Nudge nearer, or a page of visits on", "PageDown", kPair, true),
        action("deform.boxes", "Boxes at one depth: the worst five, or none", "H", kDeformation),
        action("deform.less", "Depth of the boxes down", "[", kDeformation, true),
        action("deform.more", "Depth of the boxes up", "]", kDeformation, true),
        action("deform.heat", "Looseness of the tree as colours", "L", kDeformation),
        action("deform.replay", "Replay the frames so far under every policy", "P", kDeformation),
    };
    return ui::Keymap(std::move(actions));
}

} // namespace boxwood
