#include "app/shell/files/sample_meshes.hpp"
#include "app/shell/preferences.hpp"
#include "collision/core/numbers/number_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>

namespace boxwood {
namespace {

constexpr std::size_t kMaxRecent = 12;

std::optional<float> read_float(std::string_view text) {
    float value = 0.0f;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_read = error == std::errc{} && end == text.data() + text.size() && std::isfinite(value);
    return is_read ? std::optional(value) : std::nullopt;
}

// A stored panel size of a layout, by its name in the file.
struct PanelSize {
    const char* name;
    float ui::LayoutSettings::*size;
    float low, high;
};
constexpr std::array kPanelSizes{
    PanelSize{"left", &ui::LayoutSettings::left_width, ui::layout_size::kLeftMin, ui::layout_size::kLeftMax},
    PanelSize{"right", &ui::LayoutSettings::right_width, ui::layout_size::kRightMin,
              ui::layout_size::kRightMax},
    PanelSize{"bottom", &ui::LayoutSettings::bottom_height, ui::layout_size::kBottomMin,
              ui::layout_size::kBottomMax}};
struct PanelFlag {
    const char* name;
    bool ui::LayoutSettings::*is_on;
};
constexpr std::array kPanelFlags{PanelFlag{"left-folded", &ui::LayoutSettings::left_folded},
                                 PanelFlag{"right-folded", &ui::LayoutSettings::right_folded},
                                 PanelFlag{"bottom-folded", &ui::LayoutSettings::bottom_folded}};

} // namespace

void Preferences::keep_settings(std::string_view lab, Lab& io_lab) {
    const SettingTable table = io_lab.settings();
    for (const Setting& setting : table.all()) {
        if (setting.kind == Setting::Kind::text) continue; // can name a file that no longer exists
        if (!setting.is_page && !io_lab.history().touched().contains(setting.text.name)) continue;
        const std::string name = own_name(lab, setting.text.name), value = setting.value_text();
        const bool is_default = setting.range.reset && value == setting.text_of(*setting.range.reset);
        if (is_default || value.empty() || !is_printable(value))
            remove(name);
        else
            set(name, value);
    }
}

void Preferences::keep_layout(std::string_view lab, const ui::LayoutSettings& layout) {
    const ui::LayoutSettings defaults;
    const std::string owner = own_name("layout", lab);
    const auto keep = [&](const char* what, const std::string& value, bool is_default) {
        is_default ? remove(own_name(owner, what)) : set(own_name(owner, what), value);
    };
    for (const auto& [name, size, low, high] : kPanelSizes)
        keep(name, number_text(static_cast<double>(std::round(layout.*size))),
             layout.*size == defaults.*size);
    for (const auto& [name, is_on] : kPanelFlags) keep(name, "on", layout.*is_on == defaults.*is_on);
}

ui::LayoutSettings Preferences::layout(std::string_view lab) const {
    ui::LayoutSettings layout;
    const std::string owner = own_name("layout", lab);
    for (const auto& [name, size, low, high] : kPanelSizes)
        if (const std::optional<float> value = read_float(find(own_name(owner, name))))
            layout.*size = std::clamp(*value, low, high);
    for (const auto& [name, is_on] : kPanelFlags) layout.*is_on = find(own_name(owner, name)) == "on";
    return layout;
}

void Preferences::keep_camera(std::string_view lab, const draw::Camera& camera) {
    const std::array values{camera.target_w.x, camera.target_w.y, camera.target_w.z,
                            camera.distance,   camera.yaw,        camera.pitch};
    if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); })) return;
    std::string text;
    for (const float value : values) text += (text.empty() ? "" : " ") + number_text(decimal_of(value));
    set(own_name("camera", lab), text);
}

std::optional<draw::Camera> Preferences::camera(std::string_view lab) const {
    std::istringstream words(find(own_name("camera", lab)));
    std::vector<float> values;
    for (std::string word; words >> word;)
        if (const std::optional<float> value = read_float(word)) values.push_back(*value);
    if (values.size() != 6 || !(values[3] > 0.0f)) return std::nullopt;
    draw::Camera camera;
    camera.target_w = {values[0], values[1], values[2]};
    camera.distance = values[3];
    camera.yaw = values[4];
    camera.pitch = values[5];
    return camera;
}

std::vector<std::string> Preferences::drop_refused() {
    std::vector<std::string> names;
    for (const LabEntry& entry : all_labs()) {
        const std::unique_ptr<Lab> lab = entry.make();
        for (const std::string& name : apply_stored(*lab, values_of(entry.name)))
            if (lab->settings().find(name) != nullptr) { // unknown settings may belong to another version
                names.push_back(own_name(entry.name, name));
                remove(names.back());
            }
    }
    return names;
}

void Preferences::add_recent(const std::filesystem::path& file) {
    if (find_sample(file) != nullptr) return;
    std::error_code unknown;
    const std::filesystem::path absolute = std::filesystem::absolute(file, unknown).lexically_normal();
    if (!is_printable(absolute.string()) || absolute.empty()) return;
    std::vector<std::filesystem::path> files = recent();
    std::erase(files, absolute);
    files.insert(files.begin(), absolute);
    for (std::size_t i = 0; i < std::min(files.size(), kMaxRecent); ++i)
        set(own_name("recent", std::to_string(i + 1)), files[i].string());
}

std::vector<std::filesystem::path> Preferences::recent() const {
    std::vector<std::filesystem::path> files;
    for (std::size_t i = 0; i < kMaxRecent; ++i)
        if (std::string file = find(own_name("recent", std::to_string(i + 1))); !file.empty())
            files.emplace_back(std::move(file));
    return files;
}

// Makes two passes: a setting can be unavailable until a later one is set.
std::vector<std::string> apply_stored(Lab& io_lab,
                                      const std::vector<std::pair<std::string, std::string>>& stored) {
    std::vector<std::string> rejected;
    for (int pass = 0; pass < 2; ++pass) {
        rejected.clear();
        std::vector<std::string> order;
        for (const SettingTable table = io_lab.settings(); const Setting& setting : table.all())
            order.emplace_back(setting.text.name);
        const auto index_of_setting = [&order](const std::string& name) {
            return std::ranges::find(order, name) - order.begin();
        };
        std::vector<std::pair<std::string, std::string>> sorted = stored;
        std::ranges::stable_sort(sorted, {}, [&](const auto& one) { return index_of_setting(one.first); });
        for (const auto& [name, value] : sorted) {
            const SettingTable table = io_lab.settings();
            const Setting* setting = table.find(name);
            if (setting != nullptr && setting->value_text() == value) continue;
            if (setting == nullptr || setting->kind == Setting::Kind::text || !io_lab.set(name, value))
                rejected.push_back(name);
        }
    }
    return rejected;
}

} // namespace boxwood
