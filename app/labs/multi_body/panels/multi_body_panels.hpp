// What: the panels of the multi-body lab.
#pragma once

#include "app/labs/multi_body/panels/body_menu.hpp"
#include "app/labs/multi_body/panels/details.hpp"
#include "app/labs/multi_body/panels/inspector.hpp"
#include "app/labs/multi_body/panels/parameters.hpp"

namespace boxwood {

struct MultiBodyPanels {
    ParametersPanel parameters; // left
    InspectorPanel inspector;   // right
    DetailsPanel details;       // bottom right
    BodyMenu menu;
};

} // namespace boxwood
