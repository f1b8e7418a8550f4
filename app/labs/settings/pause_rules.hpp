// What: events at which playback pauses by itself, in a window: a contact begins, a phase takes too long, a verdict is
//       wrong.
// Invariants: rules change no step. A contact begins if the frame before, in the same run, had none of the two bodies.
#pragma once

#include "app/labs/settings/settings.hpp"
#include "engine/sim/simulation.hpp"

#include <optional>
#include <string>
#include <vector>

namespace boxwood {

class PauseRules {
  public:
    bool on_contact = false; // of the chosen body; of any, if none is chosen
    int phase = 0;           // 0: the step; else a Phase, from 1
    double above_ms = 0.0;   // 0: off
    bool on_wrong = false;

    void add_settings(SettingTable& io_table);
    // After a step: why to pause; empty: no rule applies. `wrong`: what the oracle found wrong.
    std::string check(const Simulation& simulation, std::optional<BodyId> chosen, const std::string& wrong);

  private:
    std::vector<BodyPair> touching_; // sorted, of frame_
    std::optional<std::uint64_t> frame_;
};

} // namespace boxwood
