// What: pauses playback of the pair lab in a window at chosen events: a contact begins or ends, the query takes too
//       long, or a verdict is wrong.
// Invariants: the rules do not change the simulation. A contact begins or ends if the meshes' state of contact differs
//             from the previous frame of the same run.
#pragma once

#include "app/labs/settings/panel_rows.hpp"
#include "app/labs/settings/settings.hpp"
#include "engine/sim/simulation.hpp"

#include <optional>
#include <string>

namespace boxwood {

class PairPauseRules {
  public:
    bool needs_verdict() const { return on_wrong_; }
    // Call it after a step. Returns the reason to pause; empty: no rule applies. `query_ms` is the time of the
    // displayed query; `wrong` is the oracle's finding.
    std::string check(const Simulation& simulation, double query_ms, const std::string& wrong);

    void parameters(const PanelRows& controls) const;
    void add_settings(SettingTable& io_table);

  private:
    struct FrameState {
        std::uint64_t frame = 0;
        bool is_contact = false;
    };

    bool on_begin_ = false, on_end_ = false;
    double above_ms_ = 0.0; // limit of the query's time; 0: off
    bool on_wrong_ = false;
    std::optional<FrameState> last_; // the last frame checked
};

} // namespace boxwood
