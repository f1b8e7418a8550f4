// What: shows the closest-feature walk of the selected pair as a page, with playback controls and one row per step.
#pragma once

#include "app/labs/multi_body/panels/panel_controls.hpp"
#include "app/labs/multi_body/view/crowd_view.hpp"

namespace boxwood {

class WalkPanel {
  public:
    WalkPanel(PanelControls& controls, CrowdView& view)
        : controls_(controls)
        , view_(view) {}

    void show(const draw::Palette& palette);

  private:
    void show_controls(const draw::Palette& palette);
    void show_steps(const draw::Palette& palette);

    PanelControls& controls_;
    CrowdView& view_;
    std::size_t scrolled_row_ = 0; // the row to which the table was last scrolled
};

} // namespace boxwood
