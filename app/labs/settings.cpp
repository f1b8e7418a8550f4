#include "app/labs/settings.hpp"

#include "collision/core/number_text.hpp"
#include "engine/import/text_file.hpp"

#include <charconv>
#include <cmath>
#include <string>

namespace boxwood {
namespace {

Error outside(std::string_view name, std::string_view value, bool is_integer, double low, double high) {
    return Error{"setting " + std::string(name) + ": '" + one_line(value, 80) + "' is not " +
                 (is_integer ? "a whole number" : "a number") + " from " + range_text(low, high)};
}

Status apply_number(const NumberSetting& setting, std::string_view value) {
    double number = 0.0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool is_number =
        error == std::errc{} && end == value.data() + value.size() && std::isfinite(number);
    const bool fits = is_number && number >= setting.low && number <= setting.high;
    if (!fits || (setting.is_integer && number != std::floor(number)))
        return outside(setting.name, value, setting.is_integer, setting.low, setting.high);
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
    return Error{"setting " + std::string(setting.name) + ": unknown value '" + one_line(value, 80) +
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
    return Error{"unknown setting '" + one_line(name, 80) + "'; known: " + known};
}

Status check_is_within(std::string_view setting, double value, double low, double high) {
    if (value >= low && value <= high) return ok();
    return outside(setting, number_text(value), false, low, high);
}

Status check_is_there(std::string_view setting, std::uint64_t number, std::uint64_t count,
                      std::string_view things) {
    if (number < count) return ok();
    const std::string what(things);
    return Error{"setting " + std::string(setting) + ": " + std::to_string(number) + " is not there; " +
                 (count == 0 ? "there are no " + what : what + " go from 0 to " + std::to_string(count - 1))};
}

} // namespace boxwood
