// What: the settings of a lab as one table. `--set NAME=VALUE`, the controls of its panels, saved settings, reports and
//       docs/settings.md read the same rows, so that they agree on names, limits, units, defaults and help.
// Units: a number is in the unit of its setting. A choice is the index of its option.
// Invariants: whoever sets a value checks it with the row first: set_by_text() refuses what a control cannot reach, and
//             a control reaches whatever set_by_text() accepts. The functions of a row refer to their lab and must not
//             outlive it; limits, defaults and availability are those of the moment when the table was made.
// Degenerate input: an unknown name, text that is no number, NaN, a number out of range, an unknown word and a setting
//                   that is unavailable now are Errors that name the setting; nothing has changed then.
// To add one: a row in the lab's settings(), and row("name") in one of its panels.
// Oracle: tests/app/labs/settings_test.cpp drives both ways of setting for all settings of all labs.
#pragma once

#include "collision/core/result.hpp"

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace boxwood {

struct SettingText {
    std::string_view name; // of --set
    std::string label{};   // of its control; empty: it has none
    std::string_view help; // tooltip and documentation: a sentence without its full stop
};

struct SettingRange {
    double low = 0.0, high = 1.0;
    std::optional<double> reset{}; // the default; none: a request, which leaves no value behind
    std::string_view unit{};
    int decimals = 2; // that a control shows and sets
    bool is_whole = false;
    bool is_logarithmic = false;
    std::string_view zero{}; // what 0 means, if that is special: "auto"
};

struct SettingOption {
    std::string word;    // of --set
    std::string title{}; // in the window; empty: the word
    std::string help{};  // tooltip of this option
    std::string also{};  // another word for it
};
using SettingOptions = std::vector<SettingOption>;
// From words, or from the names of a list of entries.
SettingOptions options_of(std::span<const std::string_view> words);
template <class List>
requires requires(const List& list) {
    std::string(list.begin()->name);
}
SettingOptions options_of(const List& list) {
    SettingOptions options;
    for (const auto& entry : list) {
        SettingOption& option = options.emplace_back(SettingOption{std::string(entry.name)});
        if constexpr (requires { entry.meaning; }) option.help = entry.meaning;
    }
    return options;
}

// How a row reaches its value. A request has no `get`.
struct SettingAccess {
    std::function<double()> get;
    std::function<void(double)> set;
};

struct Setting {
    enum class Kind : std::uint8_t { number, choice, flag, text };

    SettingText text;
    Kind kind = Kind::number;
    SettingRange range{};      // of a number; `reset` of a choice or a flag too
    SettingOptions options{};  // of a choice; of a flag: off, on
    bool is_segmented = false; // the control shows all options next to each other
    SettingAccess access{};
    std::function<Status(std::string_view)> set_text{}; // of a text
    std::function<std::string()> get_text{};
    std::function<void()> finish{}; // called when an edit is complete: after a drag, not during it
    std::string unavailable{};      // why it has no effect now; empty: it is available
    bool is_page = false;           // chooses what is looked at, not what is computed: undo leaves it
    std::string_view group{};       // heading in panel and documentation

    bool has_value() const { return access.get || get_text; }
    // The current value, and any value, as --set takes it.
    std::string value_text() const;
    std::string text_of(double value) const;
    std::string shown_value() const; // the current value as its control shows it, with its unit
    void reset() const;              // to its default, if it has one
    // The row with one more property.
    Setting then(std::function<void()> hook) &&;
    Setting unless(std::string why) &&; // unavailable, because
    Setting segmented() &&;
    Setting page() &&;
};

// The decimal number that a float was set from: 0.1f is 0.1.
double decimal_of(float value);

// A member of a lab. What it refers to must exist as long as the table.
template <class T>
SettingAccess member(T& value) {
    const auto get = [&value] {
        if constexpr (std::same_as<T, float>)
            return decimal_of(value);
        else
            return static_cast<double>(value);
    };
    return {get, [&value](double number) {
                if constexpr (std::same_as<T, bool>)
                    value = number != 0.0;
                else if constexpr (std::is_enum_v<T>)
                    value = static_cast<T>(static_cast<int>(number));
                else
                    value = static_cast<T>(number);
            }};
}
// The same; `hook` is called after each change, also during a drag.
template <class T>
SettingAccess member(T& value, std::function<void()> hook) {
    SettingAccess access = member(value);
    return {access.get, [set = std::move(access.set), hook = std::move(hook)](double number) {
                set(number);
                hook();
            }};
}

Setting number(SettingText text, SettingRange range, SettingAccess access);
Setting whole(SettingText text, SettingRange range, SettingAccess access);
// Without a default it is a request.
Setting choice(SettingText text, SettingOptions options, std::optional<std::size_t> reset,
               SettingAccess access);
Setting flag(SettingText text, bool reset, SettingAccess access);
Setting free_text(SettingText text, std::function<Status(std::string_view)> set,
                  std::function<std::string()> get = {});

class SettingTable {
  public:
    void group(std::string_view title) { group_ = title; } // of the rows that follow
    void add(Setting setting);
    std::span<const Setting> all() const { return rows_; }
    const Setting* find(std::string_view name) const;

  private:
    std::string_view group_;
    std::vector<Setting> rows_;
};

// Finds `name`, checks `value` and sets it.
Status set_by_text(const SettingTable& table, std::string_view name, std::string_view value);
// All current values, as a JSON object.
std::string values_json(const SettingTable& table);
// A Markdown table per group: name, values, default, meaning.
std::string settings_markdown(const SettingTable& table);

// For a setting that names one of `things` by number, once their count is known; numbers start at 0.
Status check_is_there(std::string_view setting, std::uint64_t number, std::uint64_t count,
                      std::string_view things);
// The same for a value whose limits depend on the scene.
Status check_is_within(std::string_view setting, double value, double low, double high);

} // namespace boxwood
