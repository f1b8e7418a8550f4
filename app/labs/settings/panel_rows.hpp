// What: lets code outside the class Lab show the controls of a lab's settings in a panel.
#pragma once

#include "app/labs/settings/setting_rows.hpp"

#include <functional>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace boxwood {

class PanelRows {
  public:
    using Row = std::function<ui::Edit(std::string_view name, const RowLook& look)>;
    using Section = std::function<bool(std::string_view group)>;
    using Find = std::function<const Setting&(std::string_view name)>;
    PanelRows(Row row, Section section, Find find)
        : row_(std::move(row))
        , section_(std::move(section))
        , find_(std::move(find)) {}

    // Shows the control of a setting. The setting must be in the lab's table.
    ui::Edit row(std::string_view name, const RowLook& look = {}) const { return row_(name, look); }
    void rows(std::initializer_list<std::string_view> names) const {
        for (const std::string_view name : names) row(name);
    }
    // The setting itself, for panels with a special control. The setting must be in the lab's table.
    const Setting& find(std::string_view name) const { return find_(name); }
    // Shows the heading of a group of settings, with a button that resets them; true if the button was pressed.
    bool section(std::string_view group) const { return section_(group); }

  private:
    Row row_;
    Section section_;
    Find find_;
};

} // namespace boxwood
