// The compared hierarchy that panels and keys control; the others move to the same position.
#include "app/labs/pair/pair.hpp"

#include "engine/draw/camera.hpp"
#include "engine/ui/panel.hpp"

namespace boxwood {
namespace {

constexpr float kFollowedContext = 4.0f; // the camera frames this multiple of what a visit tests

} // namespace

std::optional<Focus> PairLab::visit_focus() const {
    return visits_.is_open ? followed().focus() : std::nullopt;
}

// The camera stays where the user moved it until the next visit.
void PairLab::follow_visit() {
    const std::optional<Focus> visit = follows_visits_ ? visit_focus() : std::nullopt;
    if (!visit || visit->center_w == followed_center_w_) return;
    followed_center_w_ = visit->center_w;
    draw::focus(camera, visit->center_w, kFollowedContext * visit->radius);
}

std::size_t PairLab::followed_view() const {
    return compared_.has_shapes(follow_) && compared_.visits(follow_).is_recorded() ? follow_ : 0;
}

const TraversalInspector& PairLab::followed() const {
    const std::size_t view = followed_view();
    return view == 0 ? visits_ : compared_.visits(view);
}

void PairLab::follow(std::size_t view) {
    if (view == followed_view()) return;
    with_followed([](TraversalInspector& visits) {
        visits.pause();
        return true;
    });
    follow_ = view;
}

bool PairLab::with_followed(const std::function<bool(TraversalInspector&)>& use) {
    const std::size_t view = followed_view();
    if (view == 0) return use(visits_);
    TraversalInspector& visits = compared_.visits(view);
    const std::size_t before = visits.player().index();
    const bool is_used = use(visits);
    if (visits.player().index() != before) compared_.lead(view, visits_);
    return is_used;
}

void PairLab::show_follow() {
    if (compared_.is_empty()) return;
    ui::section("Side by side");
    row("follow", {.most_options = compared_.count() + 1});
}

} // namespace boxwood
