// Of hierarchies side by side, the one whose visit panels and keys are of; the others go along.
#include "app/labs/pair.hpp"

#include "engine/ui/controls.hpp"
#include "engine/ui/panel.hpp"

namespace boxwood {

std::size_t PairLab::followed_view() const {
    return beside_.has_shapes(follow_) && beside_.visits(follow_).is_recorded() ? follow_ : 0;
}

const VisitView& PairLab::followed() const {
    const std::size_t view = followed_view();
    return view == 0 ? visits_ : beside_.visits(view);
}

void PairLab::follow(std::size_t view) {
    if (view == followed_view()) return;
    with_followed([](VisitView& visits) {
        visits.pause();
        return true;
    });
    follow_ = view;
}

bool PairLab::with_followed(const std::function<bool(VisitView&)>& use) {
    const std::size_t view = followed_view();
    if (view == 0) return use(visits_);
    VisitView& visits = beside_.visits(view);
    const std::size_t before = visits.player().index();
    const bool is_used = use(visits);
    if (visits.player().index() != before) beside_.lead(view, visits_);
    return is_used;
}

void PairLab::show_follow() {
    if (beside_.is_empty()) return;
    constexpr std::array<const char*, kMostViews> kNumbers{"1", "2", "3", "4"};
    int view = static_cast<int>(followed_view());
    ui::section("Side by side");
    if (ui::segmented(
            {.label = "Follow view",
             .options = std::span(kNumbers).first(beside_.count() + 1),
             .tooltip = "Whose visit is told here and in stack and trees; a click in a view chooses it too"},
            view))
        follow(static_cast<std::size_t>(view));
}

} // namespace boxwood
