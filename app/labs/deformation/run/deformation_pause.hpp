// What: pauses playback of the deformation lab in a window at chosen events: a copy is rebuilt, an update or a query
//       takes too long, or a verdict is wrong.
// Invariants: the rules do not change frames. Rebuilds by the policy `always` do not pause playback.
#pragma once

#include "app/labs/settings/panel_rows.hpp"
#include "app/labs/settings/settings.hpp"
#include "engine/deform/deforming_pair.hpp"

#include <cstdint>
#include <string>

namespace boxwood {

class DeformationPause {
  public:
    void add_settings(SettingTable& io_table);
    void show_parameters(const PanelRows& rows) const;
    bool needs_verdict() const { return on_wrong_; }
    // The reason to pause after this frame; empty: no rule applies. `wrong` is the oracle's finding.
    std::string check(const DeformingPair& pair, std::size_t frame, const std::string& wrong) const;

  private:
    enum class Cost : std::uint8_t { update, query, both };

    bool on_rebuild_ = false;
    Cost cost_ = Cost::both; // of one copy
    double above_ms_ = 0.0;  // limit of `cost_`; 0: off
    bool on_wrong_ = false;
};

} // namespace boxwood
