// What: the control of a setting in a panel: a slider, a list, a row of options or a check box, with the limits, unit,
//       default and tooltip of its row in the table (app/labs/settings/settings.hpp).
#pragma once

#include "app/labs/settings/settings.hpp"
#include "engine/ui/controls/controls.hpp"

#include <cstddef>
#include <limits>

namespace boxwood {

// What the picture adds to a control.
struct RowLook {
    ui::LegendSample sample{}; // of a flag: how its layer is drawn
    std::string_view key{};    // of a flag
    float width = 0.0f;        // of a flag: pixels at scale 1; 0: the whole row
    std::size_t most_options = std::numeric_limits<std::size_t>::max(); // of a choice: shows only the first
};

// Sets the value while it is edited; calls the setting's finish() when the edit is complete. Disabled, with the reason
// as its tooltip, while the setting is unavailable.
ui::Edit setting_row(const Setting& setting, const RowLook& look = {});
// A choice as headings of pages. Returns the free width before them.
float setting_tabs(const char* id, const Setting& setting);

} // namespace boxwood
