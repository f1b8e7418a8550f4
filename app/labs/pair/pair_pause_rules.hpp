// What: events at which playback of the pair lab pauses by itself, in a window: a contact begins or ends, the query takes
//       too long, a verdict is wrong.
// Invariants: rules change no step. A contact begins or ends if the frame before, in the same run, was otherwise.
#pragma once

#include "app/labs/settings/panel_rows.hpp"
#include "app/labs/settings/settings.hpp"
#include "engine/sim/simulation.hpp"

#include <optional>
#include <string>

namespace boxwood {

class PairPauseRules {
  public:
    bool waits_for_verdict() const { return on_wrong_; }
    // After a step: why to pause; empty: no rule applies. `query_ms`: of the displayed query. `wrong`: what the oracle
    // found wrong.
    std::string check(const Simulation& simulation, double query_ms, const std::string& wrong);

    void parameters(const PanelRows& controls) const;
    void add_settings(SettingTable& io_table);

  private:
    struct Seen {
        std::uint64_t frame = 0;
        bool is_contact = false;
    };

    bool on_begin_ = false, on_end_ = false;
    double above_ms_ = 0.0; // 0: off
    bool on_wrong_ = false;
    std::optional<Seen> seen_; // the last frame that was checked
};

} // namespace boxwood
