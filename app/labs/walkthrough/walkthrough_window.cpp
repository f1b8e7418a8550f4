// The panels and actions of the walkthrough in a window.
#include "app/labs/walkthrough/walkthrough.hpp"

#include "app/labs/walkthrough/drawing/walk_drawing.hpp"
#include "app/labs/walkthrough/drawing/walk_structure.hpp"
#include "app/labs/walkthrough/panels/walk_parameters.hpp"
#include "app/labs/walkthrough/panels/walk_readouts.hpp"
#include "engine/ui/export.hpp"

namespace boxwood {

// There is no hint, because the chips over the view show the keys.
Presentation WalkthroughLab::presentation() const {
    Presentation presentation{.scene = stage_.scene().name,
                              .seed = stage_.scene().seed,
                              .hint = {},
                              .starts_bare = true,
                              .wants_mouse = controls_.has_mouse(),
                              .covered = overlay_.covered()};
    if (tape_.has_script()) presentation.length = tape_.script_frames();
    return presentation;
}

void WalkthroughLab::draw(draw::DrawList& out, const draw::Palette& palette) const {
    draw_walk({current_walk(), stage_.gallery(), display_, target_, outliner_.marks(), outliner_.selected()},
              out, palette);
}

Focus WalkthroughLab::focus(bool of_selection) const {
    if (of_selection && outliner_.selected() != kNone)
        return focus_of_body(current_walk(), outliner_.selected());
    return {glm::vec3(walk_.hand().grip_center_w()), 1.2f};
}

void WalkthroughLab::headline(ViewContext& context) {
    overlay_.draw_headline(current_walk(), context);
}

void WalkthroughLab::overlay(ViewContext& context) {
    const CurrentWalk walk = current_walk();
    overlay_.draw({.now = walk,
                   .message = target_.message(walk),
                   .is_outside = eye_.is_outside(),
                   .has_mouse = controls_.has_mouse(),
                   .can_take = target_.can_take(walk),
                   .shows_tips = display_.shows_tips()},
                  context);
}

void WalkthroughLab::parameters(ViewContext& context) {
    const PanelRows rows = panel_rows();
    const WalkRequest request = show_scene_parameters(rows, stage_, tape_, simulation_.frame);
    if (request.scene)
        ask_before_restart({"Another scene begins a new walk.", "Change the scene",
                            [this, choice = std::string(request.scene)] { choose_scene(choice); }});
    if (request.toggles_recording) toggle_recording();
    if (const std::optional<Status> scaled = show_held_parameters(rows, walk_, simulation_, controls_)) {
        if (!*scaled) notes_.push_back(scaled->error().message);
        dirty_ = true;
    }
    show_walk_display_parameters(rows, eye_.is_outside(), context.palette);
    pause_.show_parameters(rows);
}

void WalkthroughLab::inspector(ViewContext& context) {
    show_walk_readouts(current_walk(), oracle_, journal_.costs, context);
}

void WalkthroughLab::details(ViewContext& context) {
    page_tabs();
    if (outliner_.page() == WalkOutliner::Page::events) return show_walk_log(journal_.log, context.palette);
    if (!outliner_.draw(current_walk(), context.palette)) return;
    if (!eye_.is_outside()) toggle_outside(); // the camera at the eyes cannot move to the object
    const Focus thing = focus_of_body(current_walk(), outliner_.selected());
    draw::focus(camera, thing.center_w, thing.radius);
}

void WalkthroughLab::toggle_recording() {
    if (tape_.is_recording()) {
        ui::export_text(ui::ExportDestination::file, "walk", "walk", tape_.take_recording());
        return;
    }
    ask_before_restart({"A recording begins with a new walk.", "Restart and record", [this] {
                            tape_.request_recording();
                            tape_.drop_script();
                            wants_restart_ = true;
                        }});
}

bool WalkthroughLab::act(std::string_view action) {
    if (overlay_.asks() && (action == "go.look" || action == "select.none")) {
        overlay_.answer(action == "go.look");
        return true;
    }
    if (action == "go.look")
        controls_.capture_mouse(!controls_.has_mouse() && !eye_.is_outside());
    else if (action == "select.none") {
        controls_.capture_mouse(false);
        target_.stop_taking();
    } else if (action == "hand.take")
        use_hand();
    else if (action == "walk.structure")
        display_.next_structure();
    else if (action == "hand.drop")
        controls_.let_go();
    else if (action == "held.axis")
        controls_.next_axis();
    else if (action == "walk.spectator")
        toggle_outside();
    else if (action == "walk.detection")
        set_detection(!walk_.is_detection_on);
    else if (action == "walk.tips")
        display_.toggle_tips();
    else if (action == "show.triangles")
        display_.toggle_triangles();
    else if (action == "walk.sound")
        journal_.sounds.toggle();
    else if (action == "walk.record")
        toggle_recording();
    else
        return false;
    return true;
}

std::string WalkthroughLab::why_unavailable(std::string_view action) const {
    const bool is_motion = action.starts_with("go.") || action.starts_with("hand.") ||
                           action.starts_with("finger.") || action.starts_with("held.");
    if (action == "play.speed") return "The walkthrough runs in real time.";
    if (action == "play.seed") return "The walkthrough uses no random numbers.";
    const bool moves_camera = action == "view.focus" || action == "view.front" || action == "view.right" ||
                              action == "view.top" || action == "view.orthographic" ||
                              action == "view.camera-next";
    if (moves_camera && !eye_.is_outside())
        return "The view is at the walker's eyes. O changes to the outside view, where the camera moves "
               "freely.";
    if (action == "show.triangles" && walk_.touches().empty())
        return "The hand touches nothing. Touched triangles are shown when it touches something.";
    if (action == "go.look" && eye_.is_outside())
        return "In the outside view the mouse moves the camera. O returns to the walker's eyes.";
    if (action.starts_with("held.") && walk_.held() == kNone)
        return "The hand holds nothing. Close it (E) on a loose object.";
    if (action == "walk.structure" && structure_subjects(walk_, target_.aim().body).empty())
        return "No object is touched, held or pointed at. The structure of such an object is shown.";
    if (action == "hand.take")
        if (std::string reason = why_hand_is_idle(); !reason.empty()) return reason;
    if (is_motion && action != "go.look" && action != "held.axis") {
        if (controls_.is_paused()) return "The walk is paused. Space continues it.";
        if (tape_.is_scripted()) return "A script controls the walk until its end.";
    }
    return Lab::why_unavailable(action);
}

std::string WalkthroughLab::why_hand_is_idle() const {
    if (controls_.is_paused() || tape_.is_scripted() || walk_.held() != kNone || target_.is_taking() ||
        controls_.is_closing() || target_.can_take(current_walk()))
        return {};
    const BodyId pointed_at = target_.aim().body;
    return pointed_at == kNone ? "Nothing is pointed at. Point at a loose object, such as a cup."
                               : "The " + walk_.body(pointed_at).name + " cannot be taken from here.";
}

} // namespace boxwood
