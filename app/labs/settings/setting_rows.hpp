// What: shows the control of a setting in a panel: a slider, a list, a row of options or a check box. It takes limits,
//       unit, default and tooltip from the setting's row in the table (app/labs/settings/settings.hpp).
#pragma once

#include "app/labs/settings/settings.hpp"
#include "engine/ui/controls/controls.hpp"

#include <cstddef>
#include <limits>

namespace boxwood {

// The part of a control's appearance that does not come from the setting.
struct RowLook {
    ui::LegendSample sample{}; // of a flag: sample of how its layer is drawn
    std::string_view key{};    // of a flag: its shortcut
    float width = 0.0f;        // of a flag, in pixels at scale 1; 0: the full row
    // Of a choice: shows only the first options.
    std::size_t max_options = std::numeric_limits<std::size_t>::max();
};

// Sets the value during the edit and calls the setting's finish() when the edit is complete. While the setting is
// unavailable, the control is disabled and its tooltip gives the reason.
ui::Edit setting_row(const Setting& setting, const RowLook& look = {});
// Shows a choice as tabs at the right edge. Returns the free width of the row to the left of the tabs.
float setting_tabs(const char* id, const Setting& setting);

} // namespace boxwood
