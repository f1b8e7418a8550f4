// What: pauses playback in a window at chosen events: a contact begins, a phase takes too long, or a verdict is wrong.
// Invariants: the rules do not change the simulation. A contact begins if the two bodies were not in contact in the
//             previous frame of the same run.
#pragma once

#include "app/labs/settings/settings.hpp"
#include "engine/sim/simulation.hpp"

#include <optional>
#include <string>
#include <vector>

namespace boxwood {

class PauseRules {
  public:
    bool on_contact = false; // of the chosen body, or of any body if none is chosen
    int phase = 0;           // 0: the complete step; otherwise a Phase plus 1
    double above_ms = 0.0;   // limit of the time of `phase`; 0: off
    bool on_wrong = false;

    void add_settings(SettingTable& io_table);
    // Call it after a step. Returns the reason to pause; empty: no rule applies. `wrong` is the oracle's finding.
    std::string check(const Simulation& simulation, std::optional<BodyId> chosen, const std::string& wrong);

  private:
    std::string find_new_contact(const Simulation& simulation, std::optional<BodyId> chosen);

    std::vector<BodyPair> touching_;     // pairs in contact in frame_, sorted
    std::optional<std::uint64_t> frame_; // the last frame whose contacts were checked
};

} // namespace boxwood
