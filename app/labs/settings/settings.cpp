#include "app/labs/settings/settings.hpp"

#include "app/panels/method_titles.hpp"
#include "collision/core/numbers/number_text.hpp"
#include "engine/import/text_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace boxwood {
namespace {

constexpr std::array<std::string_view, 2> kOffOn{"off", "on"};

Error outside_range(std::string_view name, std::string_view value, bool is_integer, double low, double high) {
    return Error{"setting " + std::string(name) + ": '" + one_line(value, 80) + "' is not " +
                 (is_integer ? "a whole number" : "a number") + " from " + range_text(low, high)};
}

std::string known_words(const SettingOptions& options) {
    std::string known;
    for (const SettingOption& option : options) {
        known += (known.empty() ? "" : ", ") + option.word;
        if (!option.alias.empty()) known += ", " + option.alias;
    }
    return known;
}

// The number or option index that the text stands for, if the setting accepts it.
Result<double> parse_value(const Setting& setting, std::string_view value) {
    const std::string_view name = setting.text.name;
    if (setting.kind != Setting::Kind::number) {
        for (std::size_t i = 0; i < setting.options.size(); ++i)
            if (setting.options[i].word == value || (!value.empty() && setting.options[i].alias == value))
                return static_cast<double>(i);
        return Error{"setting " + std::string(name) + ": unknown value '" + one_line(value, 80) +
                     "'; known: " + known_words(setting.options)};
    }
    const SettingRange& range = setting.range;
    double number = 0.0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool is_number =
        error == std::errc{} && end == value.data() + value.size() && std::isfinite(number);
    const bool fits = is_number && number >= range.low && number <= range.high;
    if (!fits || (range.is_whole && number != std::floor(number)))
        return outside_range(name, value, range.is_whole, range.low, range.high);
    return number;
}

std::string json_string(std::string_view text) {
    std::string json = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') json += '\\';
        json += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return json + '"';
}

std::string code(std::string_view text) {
    return "`" + std::string(text) + "`";
}

std::string values_cell(const Setting& setting) {
    if (setting.kind == Setting::Kind::text) return "text";
    if (setting.kind == Setting::Kind::number) {
        const SettingRange& range = setting.range;
        std::string cell = range_text(range.low, range.high);
        if (!range.unit.empty()) cell.append(" ").append(range.unit);
        if (!range.zero.empty()) cell.append("; 0: ").append(range.zero);
        return cell;
    }
    std::string cell;
    for (const SettingOption& option : setting.options) {
        cell += (cell.empty() ? "" : ", ") + code(option.word);
        if (!option.alias.empty()) cell += " (also " + code(option.alias) + ")";
    }
    return cell;
}

std::string default_cell(const Setting& setting) {
    if (setting.get_text) return code(setting.get_text());
    if (!setting.range.reset) return "";
    const std::string text = setting.text_of(*setting.range.reset);
    return setting.kind == Setting::Kind::number ? text : code(text);
}

} // namespace

SettingOptions options_of(std::span<const std::string_view> words) {
    SettingOptions options;
    for (const std::string_view word : words) options.push_back({std::string(word)});
    return options;
}

double decimal_of(float value) {
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    double decimal = 0.0;
    std::from_chars(text.data(), end.ptr, decimal);
    return decimal;
}

std::string Setting::text_of(double value) const {
    if (kind == Kind::number) return number_text(value);
    const auto at = static_cast<std::size_t>(value);
    return at < options.size() ? options[at].word : std::string();
}

std::string Setting::value_text() const {
    if (get_text) return get_text();
    return access.get ? text_of(access.get()) : std::string();
}

std::string Setting::shown_value() const {
    const std::string written_value = value_text();
    if (kind == Kind::number) {
        if (access.get && access.get() == 0.0 && !range.zero.empty()) return std::string(range.zero);
        return range.unit.empty() ? written_value : written_value + " " + std::string(range.unit);
    }
    const auto option = std::ranges::find(options, written_value, &SettingOption::word);
    return option == options.end() || option->title.empty() ? written_value : option->title;
}

void Setting::reset() const {
    if (!range.reset || !unavailable.empty()) return;
    access.set(*range.reset);
    if (finish) finish();
}

Setting Setting::then(std::function<void()> hook) && {
    finish = std::move(hook);
    return std::move(*this);
}

Setting Setting::unless(std::string why) && {
    unavailable = std::move(why);
    return std::move(*this);
}

Setting Setting::segmented() && {
    is_segmented = true;
    return std::move(*this);
}

Setting Setting::page() && {
    is_page = true;
    return std::move(*this);
}

Setting Setting::restarts() && {
    needs_restart = true;
    return std::move(*this);
}

Setting number(SettingText text, SettingRange range, SettingAccess access) {
    return {.text = std::move(text), .range = std::move(range), .access = std::move(access)};
}

Setting whole(SettingText text, SettingRange range, SettingAccess access) {
    range.is_whole = true;
    range.decimals = 0;
    return number(std::move(text), std::move(range), std::move(access));
}

Setting choice(SettingText text, SettingOptions options, std::optional<std::size_t> reset,
               SettingAccess access) {
    Setting setting{.text = std::move(text), .kind = Setting::Kind::choice};
    setting.options = std::move(options);
    for (SettingOption& option : setting.options)
        if (option.title.empty()) option.title = method_title(option.word);
    if (reset) setting.range.reset = static_cast<double>(*reset);
    setting.access = std::move(access);
    return setting;
}

Setting flag(SettingText text, bool reset, SettingAccess access) {
    Setting setting = choice(std::move(text), options_of(kOffOn), static_cast<std::size_t>(reset ? 1 : 0),
                             std::move(access));
    setting.kind = Setting::Kind::flag;
    return setting;
}

Setting free_text(SettingText text, std::function<Status(std::string_view)> set,
                  std::function<std::string()> get) {
    Setting setting{.text = std::move(text), .kind = Setting::Kind::text};
    setting.set_text = std::move(set);
    setting.get_text = std::move(get);
    return setting;
}

void SettingTable::add(Setting setting) {
    rows_.push_back(std::move(setting));
    rows_.back().group = group_;
}

const Setting* SettingTable::find(std::string_view name) const {
    for (const Setting& setting : rows_)
        if (setting.text.name == name) return &setting;
    return nullptr;
}

Status set_by_text(const SettingTable& table, std::string_view name, std::string_view value) {
    const Setting* setting = table.find(name);
    if (setting == nullptr) {
        std::string known;
        for (const Setting& one : table.all()) known.append(known.empty() ? "" : ", ").append(one.text.name);
        return Error{"unknown setting '" + one_line(name, 80) + "'; known: " + known};
    }
    if (!setting->unavailable.empty())
        return Error{"setting " + std::string(name) + ": " + setting->unavailable};
    if (setting->kind == Setting::Kind::text) {
        if (Status status = setting->set_text(value); !status) return status;
    } else {
        const Result<double> number = parse_value(*setting, value);
        if (!number) return number.error();
        setting->access.set(*number);
    }
    if (setting->finish) setting->finish();
    return ok();
}

std::string values_json(const SettingTable& table) {
    std::string json;
    for (const Setting& setting : table.all()) {
        if (!setting.has_value() || !setting.unavailable.empty()) continue;
        const std::string value = setting.value_text();
        json += (json.empty() ? "" : ", ") + json_string(setting.text.name) + ": " +
                (setting.kind == Setting::Kind::number ? value : json_string(value));
    }
    return "{" + json + "}";
}

std::string settings_markdown(const SettingTable& table) {
    std::string text;
    std::string_view group;
    for (const Setting& setting : table.all()) {
        if (text.empty() || setting.group != group) {
            group = setting.group;
            text += (text.empty() ? "" : "\n") + std::string("### ").append(group) +
                    "\n\n| name | values | default | meaning |\n| --- | --- | --- | --- |\n";
        }
        text += "| " + code(setting.text.name) + " | " + values_cell(setting) + " | " +
                default_cell(setting) + " | " + std::string(setting.text.help) + " |\n";
    }
    return text;
}

Status check_is_within(std::string_view setting, double value, double low, double high) {
    if (value >= low && value <= high) return ok();
    return outside_range(setting, number_text(value), false, low, high);
}

Status check_is_there(std::string_view setting, std::uint64_t number, std::uint64_t count,
                      std::string_view things) {
    if (number < count) return ok();
    const std::string what(things);
    return Error{"setting " + std::string(setting) + ": " + std::to_string(number) + " does not exist; " +
                 (count == 0 ? "there are no " + what : what + " go from 0 to " + std::to_string(count - 1))};
}

} // namespace boxwood
