// What: shows the right panel of the multi-body lab: the selected pair and its bodies, the feature of the displayed
//       region, the joints, the contacts of the frame, and the pairs that the frame's step missed.
#pragma once

#include "app/labs/multi_body/edits/crowd_edits.hpp"
#include "app/labs/multi_body/panels/pair_panel.hpp"
#include "app/labs/multi_body/panels/panel_controls.hpp"
#include "app/labs/multi_body/view/crowd_view.hpp"

namespace boxwood {

class InspectorPanel {
  public:
    InspectorPanel(PanelControls& controls, CrowdView& view, CrowdEdits& edits)
        : controls_(controls)
        , view_(view)
        , edits_(edits)
        , pair_(controls, view) {}

    void show(const draw::Palette& palette);

  private:
    void show_feature(const draw::Palette& palette);
    void show_bodies(const draw::Palette& palette);
    void show_body_actions();
    void show_joints();
    void show_contact_list();
    void show_missed_list();

    PanelControls& controls_;
    CrowdView& view_;
    CrowdEdits& edits_;
    PairPanel pair_;
};

} // namespace boxwood
