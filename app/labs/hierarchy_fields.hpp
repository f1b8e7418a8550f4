// What: the parameter rows that choose a hierarchy, and rows that choose one of some names or of a table of query_choices.hpp.
#pragma once

#include "collision/query/any_hierarchy.hpp"
#include "collision/query/query_choices.hpp"
#include "engine/ui/controls/controls.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace boxwood {

// One of a list of names. True if another one was chosen.
bool name_dropdown(const char* label, std::string_view tooltip, std::span<const std::string_view> names,
                   std::string& io_name);

// Kind, volume, builder, leaf size.
void hierarchy_fields(HierarchyConfig& io_config);

// True if it changed.
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
