// What: settings given by name and text (`--set name=value`), validated on input.
#pragma once

#include "collision/core/result.hpp"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace boxwood {

struct NumberSetting {
    std::string_view name;
    double low = 0.0, high = 0.0;
    bool is_integer = false;
    std::function<void(double)> apply;
};
struct ChoiceSetting {
    std::string_view name;
    std::vector<std::string_view> choices;
    std::function<void(std::size_t)> apply;
};

struct TextSetting {
    std::string_view name;
    std::function<Status(std::string_view)> apply; // validates its argument
};

// Finds `name` in one of the lists, validates `value` and applies it.
Status apply_setting(std::string_view name, std::string_view value,
                     std::initializer_list<NumberSetting> numbers,
                     std::initializer_list<ChoiceSetting> choices,
                     std::initializer_list<TextSetting> texts = {});

// For a setting that names one of `things` by number, once their count is known; numbers start at 0.
Status check_is_there(std::string_view setting, std::uint64_t number, std::uint64_t count,
                      std::string_view things);
// The same for a value whose limits depend on the scene.
Status check_is_within(std::string_view setting, double value, double low, double high);

} // namespace boxwood
