#include "app/labs/lab.hpp"

#include "app/panels/playback.hpp"
#include "collision/core/check.hpp"

#include <imgui.h>

#include <algorithm>

namespace boxwood {
namespace {

std::vector<LabEntry>& entries() {
    static std::vector<LabEntry> list;
    return list;
}

} // namespace

LabRegistration::LabRegistration(const LabEntry& entry) {
    std::vector<LabEntry>& list = entries();
    const auto place =
        std::find_if(list.begin(), list.end(), [&](const LabEntry& e) { return e.order > entry.order; });
    list.insert(place, entry);
}

std::span<const LabEntry> all_labs() {
    return entries();
}

const LabEntry* find_lab(std::string_view name) {
    for (const LabEntry& entry : entries())
        if (entry.name == name) return &entry;
    return nullptr;
}

Status Lab::take_scene(LoadedScene scene) {
    return Error{scene.name + ": this lab shows no scene files"};
}

std::vector<LabView> Lab::views(const draw::Palette&) const {
    return {};
}

Status Lab::set(std::string_view name, std::string_view value) {
    rows_frame_ = -1;
    return set_by_text(settings(), name, value);
}

// Built once per frame of the interface: limits, defaults and availability change with the lab.
const SettingTable& Lab::rows() {
    if (std::exchange(rows_frame_, ImGui::GetFrameCount()) != ImGui::GetFrameCount()) rows_ = settings();
    return rows_;
}

const Setting* Lab::find_setting(std::string_view name) {
    return rows().find(name);
}

ui::Edit Lab::row(std::string_view name, const RowLook& look) {
    const Setting* setting = find_setting(name);
    BOXWOOD_REQUIRE(setting != nullptr);
    return setting_row(*setting, look);
}

bool Lab::page_tabs() {
    const Setting* page = find_setting("page");
    BOXWOOD_REQUIRE(page != nullptr);
    return setting_tabs("pages", *page).changed;
}

// A default may depend on a setting before it: each is looked up again.
bool Lab::section(std::string_view group, const ui::SectionStyle& style) {
    if (!ui::section(group, style)) return false;
    std::vector<std::string_view> names;
    for (const Setting& setting : rows().all())
        if (setting.group == group) names.push_back(setting.text.name);
    for (const std::string_view name : names)
        if (const SettingTable table = settings(); const Setting* setting = table.find(name))
            setting->reset();
    rows_frame_ = -1;
    return true;
}

Setting Lab::speed_setting(double usual) {
    return number({"speed", "", "Simulation steps per frame while playing; below 1 is slow motion"},
                  {.low = kSlowestSpeed, .high = kFastestSpeed, .reset = usual, .unit = "steps/frame"},
                  member(simulation_.settings.speed));
}

void Lab::step(Clock clock) {
    history_.push(simulation_);
    boxwood::step(simulation_, clock);
    dirty_ = is_stale_ = false;
    look(FrameChange::step, clock);
}

bool Lab::step_back(Clock clock) {
    if (!history_.pop(simulation_)) return false;
    (void)collide_again(nullptr);
    look(FrameChange::back, clock);
    return true;
}

void Lab::refresh(Clock clock) {
    (void)collide_again(clock);
    look(FrameChange::edit, clock);
}

FrameRecord Lab::collide_again(Clock clock) {
    const FrameRecord kept = record_of(simulation_.output);
    collide(simulation_, clock);
    const FrameRecord counted = record_of(simulation_.output);
    if (!kept.is_empty()) put_back(kept, simulation_.output);
    dirty_ = is_stale_ = false;
    return counted;
}

void Lab::catch_up(Clock clock) {
    if (dirty_) return refresh(clock);
    if (std::exchange(is_stale_, false)) look(FrameChange::none, clock);
}

std::string Lab::why_unavailable(std::string_view action) const {
    if (action == "play.back" && history_.is_empty()) return "No earlier frame is kept.";
    if (action == "edit.undo") return "Nothing to undo.";
    if (action == "edit.redo") return "Nothing to redo.";
    return {};
}

} // namespace boxwood
