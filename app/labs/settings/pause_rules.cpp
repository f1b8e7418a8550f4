#include "app/labs/settings/pause_rules.hpp"

#include "app/labs/drawing.hpp"
#include "engine/sim/history.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>

namespace boxwood {

void PauseRules::add_settings(SettingTable& io_table) {
    io_table.begin_group("Pause when");
    io_table.add(
        flag({"pause-contact", "A contact begins",
              "Pauses when a contact of the selected body begins, or of any body if none is selected"},
             false, member(on_contact)));
    SettingOptions phases{{"step"}};
    for (const std::string_view name : kPhaseNames)
        if (name != "draw") phases.push_back({std::string(name)});
    io_table.add(choice({"pause-phase", "Phase",
                         "Phase whose time is compared with the limit; step means all phases together"},
                        std::move(phases), 0, member(phase)));
    io_table.add(
        number({"pause-ms", "takes over", "Pauses after a step in which the phase takes longer"},
               {.low = 0, .high = 1e4, .reset = 0, .unit = "ms", .is_logarithmic = true, .zero = "off"},
               member(above_ms)));
    io_table.add(flag({"pause-wrong", "A verdict is wrong", "Pauses when the oracle disagrees"}, false,
                      member(on_wrong)));
}

std::string PauseRules::find_new_contact(const Simulation& simulation, std::optional<BodyId> chosen) {
    if (!on_contact) {
        frame_.reset();
        return {};
    }
    std::vector<BodyPair> touching;
    for (const PairResult& pair : simulation.output.pairs)
        if (pair.is_contact()) touching.push_back(pair.bodies);
    std::ranges::sort(touching);
    const bool follows_last = frame_ && *frame_ + 1 == simulation.frame;
    std::string reason;
    for (const BodyPair& pair : touching) {
        if (!follows_last || !reason.empty() || std::ranges::binary_search(touching_, pair)) continue;
        if (chosen && pair.a != *chosen && pair.b != *chosen) continue;
        reason = body_name(pair.a) + " and " + body_name(pair.b) + " touch";
    }
    touching_ = std::move(touching);
    frame_ = simulation.frame;
    return reason;
}

std::string PauseRules::check(const Simulation& simulation, std::optional<BodyId> chosen,
                              const std::string& wrong) {
    // Also if another rule applies, so that the next check knows the contacts of this frame.
    std::string new_contact = find_new_contact(simulation, chosen);
    if (on_wrong && !wrong.empty()) return "the oracle disagrees: " + wrong;
    if (above_ms > 0.0) {
        const PhaseTimes& times = simulation.output.times;
        const double ms =
            phase == 0 ? step_milliseconds(times) : times.ms[static_cast<std::size_t>(phase) - 1];
        const std::string_view name = phase == 0 ? "step" : kPhaseNames[static_cast<std::size_t>(phase) - 1];
        if (ms > above_ms)
            return "the " + std::string(name) + (phase == 0 ? "" : " phase") + " took " +
                   ui::format_significant(ms, 3) + " ms";
    }
    return new_contact;
}

} // namespace boxwood
