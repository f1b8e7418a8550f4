// What: events at which the walkthrough pauses by itself, in a window: the hand touches or grasps something, collision takes
//       too long, a verdict is wrong.
// Invariants: rules change no step.
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
    // Why to pause after this step; empty: no rule applies. `wrong`: what the oracle found wrong.
    std::string check(const Walk& walk, const PhaseTimes& times, const std::string& wrong) const;

  private:
    bool on_touch_ = false, on_grasp_ = false, on_wrong_ = false;
    double above_ms_ = 0.0; // 0: off
};

} // namespace boxwood
