#include "app/labs/pair/pair_pause_rules.hpp"

#include "app/labs/pair/meshes/placement.hpp"
#include "engine/ui/text/format.hpp"

#include <utility>

namespace boxwood {

std::string PairPauseRules::check(const Simulation& simulation, double query_ms, const std::string& wrong) {
    const FrameState now{simulation.frame, contact_of(simulation) != nullptr};
    const std::optional<FrameState> before = std::exchange(last_, now);
    if (on_wrong_ && !wrong.empty()) return "the oracle disagrees: " + wrong;
    if (above_ms_ > 0.0 && query_ms > above_ms_)
        return "the query took " + ui::format_significant(query_ms, 3) + " ms";
    if (!before || before->frame + 1 != now.frame || before->is_contact == now.is_contact) return {};
    if (now.is_contact) return on_begin_ ? "A and B touch" : "";
    return on_end_ ? "A and B separate" : "";
}

void PairPauseRules::parameters(const PanelRows& controls) const {
    controls.section("Pause when");
    for (const std::string_view name : {"pause-contact", "pause-separation", "pause-ms", "pause-wrong"})
        controls.row(name);
}

void PairPauseRules::add_settings(SettingTable& io_table) {
    io_table.begin_group("Pause when");
    io_table.add(flag({"pause-contact", "A contact begins", "Pauses when the meshes begin to touch"}, false,
                      member(on_begin_)));
    io_table.add(flag({"pause-separation", "A contact ends", "Pauses when the meshes separate"}, false,
                      member(on_end_)));
    io_table.add(
        number({"pause-ms", "Query over", "Pauses after a step whose query takes longer"},
               {.low = 0, .high = 1e4, .reset = 0, .unit = "ms", .is_logarithmic = true, .zero = "off"},
               member(above_ms_)));
    io_table.add(flag(
        {"pause-wrong", "A verdict is wrong",
         "Pauses when brute force disagrees; while brute force checks the frames, playback waits for each "
         "check"},
        false, member(on_wrong_)));
}

} // namespace boxwood
