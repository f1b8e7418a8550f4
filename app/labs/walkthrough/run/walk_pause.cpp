#include "app/labs/walkthrough/run/walk_pause.hpp"

#include "engine/ui/text/format.hpp"

namespace boxwood {

void WalkPause::add_settings(SettingTable& io_table) {
    io_table.begin_group("Pause when");
    io_table.add(flag({"pause-touch", "The hand touches something",
                       "Pauses when the hand, or the object that it holds, begins to touch an object"},
                      false, member(on_touch_)));
    io_table.add(flag({"pause-grasp", "Something is grasped", "Pauses when the hand grasps an object"}, false,
                      member(on_grasp_)));
    io_table.add(number(
        {"pause-ms", "Collision takes over", "Pauses after a step in which collision detection takes longer"},
        {.low = 0, .high = 1e4, .reset = 0, .unit = "ms", .is_logarithmic = true, .zero = "off"},
        member(above_ms_)));
    io_table.add(flag({"pause-wrong", "A verdict is wrong", "Pauses when the oracle disagrees"}, false,
                      member(on_wrong_)));
}

void WalkPause::show_parameters(const PanelRows& rows) const {
    rows.section("Pause when");
    rows.rows({"pause-touch", "pause-grasp", "pause-ms", "pause-wrong"});
}

std::string WalkPause::check(const Walk& walk, const PhaseTimes& times, const std::string& wrong) const {
    if (on_wrong_ && !wrong.empty()) return "the oracle disagrees: " + wrong;
    for (const WalkEvent& event : walk.events()) {
        if (on_grasp_ && event.kind == WalkEvent::Kind::grasp) return "the hand holds the " + event.what;
        if (on_touch_ && event.kind == WalkEvent::Kind::touch)
            return "the " + event.who + " touches the " + event.what;
    }
    if (above_ms_ > 0.0 && times.collision() > above_ms_)
        return "collision took " + ui::format_significant(times.collision(), 3) + " ms";
    return {};
}

} // namespace boxwood
