#include "app/labs/settings.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>

namespace boxwood {
namespace {

std::string number_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

Status apply_number(const NumberSetting& setting, std::string_view value) {
    double number = 0.0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool is_number =
        error == std::errc{} && end == value.data() + value.size() && std::isfinite(number);
    const bool fits = is_number && number >= setting.low && number <= setting.high;
    if (!fits || (setting.is_integer && number != std::floor(number)))
        return Error{"setting " + std::string(setting.name) + ": '" + std::string(value) + "' is not " +
                     (setting.is_integer ? "a whole number" : "a number") + " from " +
                     number_text(setting.low) + " to " + number_text(setting.high)};
    setting.apply(number);
    return ok();
}

Status apply_choice(const ChoiceSetting& setting, std::string_view value) {
    std::string known;
    std::size_t index = 0;
    for (const std::string_view choice : setting.choices) {
        if (choice == value) {
            setting.apply(index);
            return ok();
        }
        known += (index++ == 0 ? "" : ", ") + std::string(choice);
    }
    return Error{"setting " + std::string(setting.name) + ": unknown value '" + std::string(value) +
                 "'; known: " + known};
}

} // namespace

Status apply_setting(std::string_view name, std::string_view value,
                     std::initializer_list<NumberSetting> numbers,
                     std::initializer_list<ChoiceSetting> choices, std::initializer_list<TextSetting> texts) {
    std::string known;
    for (const NumberSetting& setting : numbers) {
        if (setting.name == name) return apply_number(setting, value);
        known += std::string(known.empty() ? "" : ", ") + std::string(setting.name);
    }
    for (const ChoiceSetting& setting : choices) {
        if (setting.name == name) return apply_choice(setting, value);
        known += std::string(known.empty() ? "" : ", ") + std::string(setting.name);
    }
    for (const TextSetting& setting : texts) {
        if (setting.name == name) return setting.apply(value);
        known += std::string(known.empty() ? "" : ", ") + std::string(setting.name);
    }
    return Error{"unknown setting '" + std::string(name) + "'; known: " + known};
}

} // namespace boxwood
