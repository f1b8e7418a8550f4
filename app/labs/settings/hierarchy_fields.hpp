// What: provides settings and panel rows that choose a hierarchy, or a value from a table of query_choices.hpp.
#pragma once

#include "app/labs/settings/settings.hpp"
#include "app/panels/method_titles.hpp"
#include "collision/query/any_hierarchy.hpp"
#include "collision/query/query_choices.hpp"
#include "engine/ui/controls/controls.hpp"

#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace boxwood {

// Adds the settings kind, volume, builder and leaf-size of a configuration.
void add_hierarchy_settings(SettingTable& io_table, const std::function<HierarchyConfig()>& get,
                            const std::function<void(const HierarchyConfig&)>& set);
// Shows the rows of these settings. If the user chooses a volume that the kind does not support, the kind changes to
// the default kind of that volume.
void show_hierarchy_fields(HierarchyConfig& io_config);

// A list of the choices; true if the user changed the value.
template <class T, std::size_t N>
bool choice_dropdown(const char* label, std::string_view tooltip, const std::array<Choice<T>, N>& choices,
                     T& io_value) {
    std::array<std::string, N> titles{};
    std::array<const char*, N> names{}, meanings{};
    for (std::size_t i = 0; i < N; ++i) {
        titles[i] = method_title(choices[i].name);
        names[i] = titles[i].c_str();
        meanings[i] = choices[i].meaning.data();
    }
    int chosen = static_cast<int>(index_of_choice(choices, io_value));
    if (!ui::dropdown({.label = label, .options = names, .tooltip = tooltip, .option_tooltips = meanings},
                      chosen))
        return false;
    io_value = choices[static_cast<std::size_t>(chosen)].value;
    return true;
}

} // namespace boxwood
