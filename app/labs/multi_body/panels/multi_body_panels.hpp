// What: all panels of the multi-body lab, and the menu of a body over the view.
#pragma once

#include "app/labs/multi_body/panels/body_menu.hpp"
#include "app/labs/multi_body/panels/details.hpp"
#include "app/labs/multi_body/panels/headline.hpp"
#include "app/labs/multi_body/panels/inspector.hpp"
#include "app/labs/multi_body/panels/parameters.hpp"
#include "app/labs/view.hpp"

namespace boxwood {

class MultiBodyPanels {
  public:
    MultiBodyPanels(PanelControls& controls, SceneSource& scene, WorldSetup& world, GroupRules& rules,
                    CrowdView& view, CrowdEdits& edits)
        : pages(controls, view)
        , menu(view, edits)
        , view_(view)
        , parameters_(controls, scene, world, rules, view)
        , inspector_(controls, view, edits) {}

    void parameters(ViewContext& context) { parameters_.show(context.palette); }
    void inspector(ViewContext& context) { inspector_.show(context.palette); }
    void headline(ViewContext& context) {
        menu.show();
        show_crowd_headline(view_, context.palette);
    }
    void details(ViewContext& context) { pages.show(context); }

    DetailsPanel pages; // bottom right
    BodyMenu menu;

  private:
    const CrowdView& view_;
    ParametersPanel parameters_;
    InspectorPanel inspector_;
};

} // namespace boxwood
