// What: the controls of a lab's settings, for panels outside of the lab.
#pragma once

#include "app/labs/settings/setting_rows.hpp"

#include <functional>
#include <string_view>

namespace boxwood {

struct SettingControls {
    std::function<void(std::string_view, const RowLook&)> show; // the control of one setting
    std::function<bool(std::string_view)> section;              // a heading; true when its reset was pressed
    std::function<const Setting&(std::string_view)> find;

    void row(std::string_view name, const RowLook& look = {}) const { show(name, look); }
};

} // namespace boxwood
