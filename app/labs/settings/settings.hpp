// What: describes the settings of a lab as one table. `--set NAME=VALUE`, the controls in panels, saved settings,
//       reports and docs/settings.md use the same rows, so they agree on names, limits, units, defaults and help.
// Units: a number is in the unit of its setting. The value of a choice is the index of its option.
// Invariants: set_by_text() and the control of a setting have the same limits and options. The functions of a row refer
//             to their lab and must not outlive it. Limits, defaults and availability are computed when the table is
//             built.
// Degenerate input: an unknown name, text that is not a number, NaN, a number out of range, an unknown word and an
//                   unavailable setting are Errors that name the setting; no value changes.
// To add a setting: add a row to the lab's settings(), and call row("name") in one of its panels.
// Oracle: tests/app/labs/settings_test.cpp sets all available settings of all labs, except free texts, by text, and
//         those with a label also by their controls.
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
    std::string_view name; // as in --set
    std::string label{};   // of its control; empty: the control has no label
    std::string_view help; // tooltip and documentation: a sentence without its period
};

struct SettingRange {
    double low = 0.0, high = 1.0;
    std::optional<double> reset{}; // the default; none: the setting is a request and stores no value
    std::string_view unit{};
    int decimals = 2; // number of decimals in a control
    bool is_whole = false;
    bool is_logarithmic = false;
    std::string_view zero{}; // text for 0 if 0 has a special meaning, such as "auto"
};

struct SettingOption {
    std::string word;    // as in --set
    std::string title{}; // in the window; empty: choice() sets method_title(word)
    std::string help{};  // tooltip of this option
    std::string alias{}; // a second word that --set accepts
};
using SettingOptions = std::vector<SettingOption>;
// Options from words, or from the names and meanings of a list of entries.
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

// The functions that read and write the value of a setting. A request has no `get`.
struct SettingAccess {
    std::function<double()> get;
    std::function<void(double)> set;
};

struct Setting {
    enum class Kind : std::uint8_t { number, choice, flag, text };

    SettingText text;
    Kind kind = Kind::number;
    SettingRange range{};      // of a number; `reset` also applies to a choice or a flag
    SettingOptions options{};  // of a choice; a flag has the options off and on
    bool is_segmented = false; // the control shows all options next to each other
    SettingAccess access{};
    std::function<Status(std::string_view)> set_text{}; // of a text
    std::function<std::string()> get_text{};
    std::function<void()> finish{}; // called when an edit is complete: after a drag, not during it
    std::string unavailable{};      // the reason why it has no effect now; empty: it is available
    bool needs_restart = false;     // Lab::set() requests a restart after a change; Lab::edit() does not
    bool is_page = false;           // chooses what is shown, not what is computed; undo ignores it
    std::string_view group{};       // heading in panel and documentation

    bool has_value() const { return access.get || get_text; }
    // value_text() is the current value and text_of() a given value, both in the syntax of --set.
    std::string value_text() const;
    std::string text_of(double value) const;
    // The current value for the user: the title of the option, or the number with its unit.
    std::string shown_value() const;
    void reset() const; // sets the default, if there is one and the setting is available
    // Each returns the setting with one more property.
    Setting then(std::function<void()> hook) &&; // sets `finish`
    Setting unless(std::string why) &&;          // sets `unavailable`
    Setting segmented() &&;
    Setting page() &&;
    Setting restarts() &&; // sets `needs_restart`
};

// The shortest decimal number that rounds to the float: 0.1f gives 0.1.
double decimal_of(float value);

// Access to a member of a lab. The member must outlive the table.
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
// The same access, but it calls `hook` after each change, also during a drag.
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
// Without a default, the setting is a request.
Setting choice(SettingText text, SettingOptions options, std::optional<std::size_t> reset,
               SettingAccess access);
Setting flag(SettingText text, bool reset, SettingAccess access);
Setting free_text(SettingText text, std::function<Status(std::string_view)> set,
                  std::function<std::string()> get = {});

class SettingTable {
  public:
    void begin_group(std::string_view title) { group_ = title; } // starts a group for the rows that follow
    void add(Setting setting);
    std::span<const Setting> all() const { return rows_; }
    const Setting* find(std::string_view name) const;

  private:
    std::string_view group_;
    std::vector<Setting> rows_;
};

// Finds `name`, checks `value` and sets it.
Status set_by_text(const SettingTable& table, std::string_view name, std::string_view value);
// The current values of all available settings that have one, as a JSON object.
std::string values_json(const SettingTable& table);
// A Markdown table per group: name, values, default, meaning.
std::string settings_markdown(const SettingTable& table);

// Checks a setting that refers to one of `things` by its number, counted from 0. Call it when the count is known.
Status check_is_there(std::string_view setting, std::uint64_t number, std::uint64_t count,
                      std::string_view things);
// Checks a value whose limits depend on the scene.
Status check_is_within(std::string_view setting, double value, double low, double high);

} // namespace boxwood
