// What: shows the inspector's section about the selected pair in the multi-body lab: the distance of the pair, and why
//       it was tested or not tested.
#pragma once

#include "app/labs/multi_body/panels/panel_controls.hpp"
#include "app/labs/multi_body/view/crowd_view.hpp"

namespace boxwood {

class PairPanel {
  public:
    PairPanel(PanelControls& controls, CrowdView& view)
        : controls_(controls)
        , view_(view) {}

    void show(const draw::Palette& palette); // requires a selected pair

  private:
    void show_heading(BodyPair pair, const draw::Palette& palette);
    void show_verdict(BodyPair pair);
    void show_state(BodyPair pair, const PairResult* result, const draw::Palette& palette);
    void show_distance(const PairResult& result, const draw::Palette& palette);
    void show_history(const draw::Palette& palette);
    void show_buttons(BodyPair pair);

    PanelControls& controls_;
    CrowdView& view_;
};

} // namespace boxwood
