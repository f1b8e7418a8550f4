// Actions that change the view of the multi-body lab, and the reasons why an action has no effect.
#include "app/labs/multi_body/view/crowd_view.hpp"

#include <algorithm>
#include <initializer_list>

namespace boxwood {

void CrowdView::open_page(CrowdPage new_page) {
    page.open(new_page);
    requests_.update_display(); // the data of a page is computed only while the page is open
}

bool CrowdView::act(std::string_view action) {
    if (display.act(action)) return true;
    if (action == "show.contact-points") {
        ContactView::Which& which = findings.contacts.which;
        which = static_cast<ContactView::Which>((static_cast<int>(which) + 1) % 3);
        requests_.update_display();
        return true;
    }
    if (action == "show.region") {
        region.is_on = !region.is_on;
        return true;
    }
    return act_on_selection(action) || act_on_walk(action);
}

bool CrowdView::act_on_selection(std::string_view action) {
    if (action == "select.none") {
        if (!region.drop_pick()) select(std::nullopt);
        return true;
    }
    if (action != "select.back" && action != "select.forward") return false;
    action == "select.back" ? selection_.go_back() : selection_.go_forward();
    walk_camera_.frame_again();
    requests_.update_display();
    return true;
}

bool CrowdView::act_on_walk(std::string_view action) {
    if (action == "walk.open")
        open_page(page.is(CrowdPage::walk) ? CrowdPage::intervals : CrowdPage::walk);
    else if (action == "walk.play")
        walk.is_playing = !walk.is_playing;
    else if (action == "walk.back")
        walk.go_by(-1);
    else if (action == "walk.forward")
        walk.go_by(1);
    else if (action == "walk.first")
        walk.go_to(0);
    else if (action == "walk.last")
        walk.go_to(walk.replay().steps.size());
    else
        return false;
    return true;
}

std::string CrowdView::why_unavailable(std::string_view action) const {
    const auto is_one_of = [action](std::initializer_list<std::string_view> actions) {
        return std::ranges::find(actions, action) != actions.end();
    };
    if (action.starts_with("walk.")) return why_no_step(action);
    if (action == "select.back" && !selection_.can_go_back()) return "There is no previous selection.";
    if (action == "select.forward" && !selection_.can_go_forward()) return "There is no later selection.";
    if (action == "edit.pair" && !selection_.pair())
        return "No pair is selected. Click a body that is near another one, or Shift+click a second body.";
    if (is_one_of({"edit.body", "edit.remove", "show.others"}) && !selection_.body())
        return "No body is selected. Click a body.";
    if (is_one_of({"edit.insert", "edit.scatter", "show.names", "show.features", "show.contact-points"}) &&
        world().body_count() == 0)
        return "No body is left. Restart (R) to bring the bodies back.";
    if (is_walk_alone() && is_one_of({"show.boxes", "show.lines", "show.triangles", "show.velocities",
                                      "show.names", "show.contact-points", "show.others"}))
        return "Hidden while the walk shows only its pair. Turn off Only this pair, or leave the walk (W).";
    if (action == "show.region" && !region.picked() && !is_walk_shown()) {
        const PairResult* pair = selected_pair();
        if (pair == nullptr || !pair->has_closest_points())
            return "No pair with closest features is selected. Click a body that is near another one.";
    }
    if (action == "show.features" && is_walk_shown()) return "The walk draws the features of its own steps.";
    return {};
}

std::string CrowdView::why_no_step(std::string_view action) const {
    if (action != "walk.open" && !is_walk_shown())
        return page.is(CrowdPage::walk) ? "No walk is shown. Select a pair of convex bodies."
                                        : "No walk is shown. W opens the walk of the selected pair.";
    if ((action == "walk.back" || action == "walk.first") && walk.step() == 0)
        return "This is the first step of the walk.";
    if ((action == "walk.forward" || action == "walk.last") && walk.step() + 1 >= walk.replay().steps.size())
        return "This is the last step of the walk.";
    return {};
}

} // namespace boxwood
