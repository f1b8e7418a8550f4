// What: pauses the walkthrough in a window at chosen events: the hand touches or grasps an object, collision detection
//       takes too long, or a verdict is wrong.
// Invariants: the rules do not change the walk.
#pragma once

#include "app/labs/settings/panel_rows.hpp"
#include "app/labs/settings/settings.hpp"
#include "engine/sim/simulation.hpp"
#include "engine/walk/walk.hpp"

#include <string>

namespace boxwood {

class WalkPause {
  public:
    void add_settings(SettingTable& io_table);
    void show_parameters(const PanelRows& rows) const;
    bool needs_verdict() const { return on_wrong_; }
    // The reason to pause after this step; empty: no rule applies. `wrong` is the oracle's finding.
    std::string check(const Walk& walk, const PhaseTimes& times, const std::string& wrong) const;

  private:
    bool on_touch_ = false, on_grasp_ = false, on_wrong_ = false;
    double above_ms_ = 0.0; // limit of the time of collision detection; 0: off
};

} // namespace boxwood
