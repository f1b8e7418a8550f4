// What: parameter rows that choose a hierarchy, a name from a list, or a value from a table of query_choices.hpp.
#pragma once

#include "collision/query/any_hierarchy.hpp"
#include "collision/query/query_choices.hpp"
#include "engine/ui/controls/controls.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace boxwood {

// Drop-down list of names. True if the choice changed.
bool name_dropdown(const char* label, std::string_view tooltip, std::span<const std::string_view> names,
                   std::string& io_name);

// Rows for kind, volume, builder and leaf size.
void hierarchy_fields(HierarchyConfig& io_config);

// True if the value changed.
template <class T, std::size_t N>
bool choice_dropdown(const char* label, std::string_view tooltip, const std::array<Choice<T>, N>& choices,
                     T& io_value) {
    std::array<const char*, N> names{}, meanings{};
    for (std::size_t i = 0; i < N; ++i) {
        names[i] = choices[i].name.data();
        meanings[i] = choices[i].meaning.data();
    }
    int chosen = static_cast<int>(place_of(choices, io_value));
    if (!ui::dropdown({.label = label, .options = names, .tooltip = tooltip, .option_tooltips = meanings},
                      chosen))
        return false;
    io_value = choices[static_cast<std::size_t>(chosen)].value;
    return true;
}

} // namespace boxwood
