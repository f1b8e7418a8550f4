// What: shows the left panel of the multi-body lab: the scene, its motion, both collision phases, rules about pairs,
//       the display, and the pause rules.
#pragma once

#include "app/labs/multi_body/edits/group_rules.hpp"
#include "app/labs/multi_body/panels/panel_controls.hpp"
#include "app/labs/multi_body/scene/scene_source.hpp"
#include "app/labs/multi_body/scene/world_choices.hpp"
#include "app/labs/multi_body/view/crowd_view.hpp"

namespace boxwood {

class ParametersPanel {
  public:
    ParametersPanel(PanelControls& controls, SceneSource& scene, WorldSetup& world, GroupRules& rules,
                    const CrowdView& view)
        : controls_(controls)
        , scene_(scene)
        , world_(world)
        , rules_(rules)
        , view_(view) {}

    void show(const draw::Palette& palette);

  private:
    void show_scene();
    void show_building();
    void show_motion();
    void show_broad_phase();
    void show_narrow_phase();
    void show_rules();
    void show_display(const draw::Palette& palette);
    void show_pause_rules();

    PanelControls& controls_;
    SceneSource& scene_;
    WorldSetup& world_;
    GroupRules& rules_;
    const CrowdView& view_;
};

} // namespace boxwood
