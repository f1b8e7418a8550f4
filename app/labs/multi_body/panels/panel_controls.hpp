// What: the interface through which panels of the multi-body lab use the lab: the controls of its settings, and its
//       actions.
#pragma once

#include "app/labs/settings/setting_rows.hpp"
#include "engine/ui/panel.hpp"

#include <string>
#include <string_view>

namespace boxwood {

class PanelControls {
  public:
    virtual ~PanelControls() = default;
    virtual ui::Edit row(std::string_view setting, const RowLook& look = {}) = 0;
    // Shows the heading of a group of settings; true if its reset button set them to their defaults.
    virtual bool section(std::string_view group, const ui::SectionStyle& style = ui::kWithReset) = 0;
    virtual void page_tabs() = 0;
    virtual bool act(std::string_view action) = 0;
    virtual std::string why_unavailable(std::string_view action) const = 0;
};

} // namespace boxwood
