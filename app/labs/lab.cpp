#include "app/labs/lab.hpp"

#include "app/panels/window/playback.hpp"
#include "collision/core/check.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>

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
    return Error{scene.name + ": this lab cannot open scene files"};
}

std::vector<LabView> Lab::views(const draw::Palette&) const {
    return {};
}

Status Lab::set(std::string_view name, std::string_view value) {
    rows_frame_ = -1;
    return set_by_text(settings(), name, value);
}

Status Lab::edit(std::string_view name, std::string_view value) {
    rows_frame_ = -1;
    if (Status status = set_by_text(settings(), name, value); !status) return status;
    settings_edited(std::array{std::string(name)});
    return ok();
}

std::string Lab::undo() {
    const EditHistory::Step step = history_.take_undo();
    restore(step, true);
    return step.describe(true);
}

std::string Lab::redo() {
    const EditHistory::Step step = history_.take_redo();
    restore(step, false);
    return step.describe(false);
}

// Restores the settings twice, before and after the other state. Some settings exist only after the other state is
// restored, and restoring that state can change other settings.
void Lab::restore(const EditHistory::Step& step, bool is_undo) {
    history_.pause(true);
    if (const auto names = restore_settings(step, is_undo); !names.empty()) settings_edited(names);
    if (const std::function<void()>& rest = is_undo ? step.undo : step.redo) rest();
    if (const auto names = restore_settings(step, is_undo); !names.empty()) settings_edited(names);
    history_.pause(false);
    rows_frame_ = -1;
}

// Returns the names of the settings that were set. Skips unavailable settings, and settings that already have the
// wanted value, for example because they follow another setting.
std::vector<std::string> Lab::restore_settings(const EditHistory::Step& step, bool is_undo) {
    std::vector<std::string> names;
    for (const EditHistory::Change& change : step.changes) {
        const std::optional<EditHistory::Change::Value>& wanted = is_undo ? change.before : change.after;
        const SettingTable table = settings();
        const Setting* setting = table.find(change.name);
        const bool is_due =
            wanted && setting && setting->unavailable.empty() && setting->value_text() != wanted->text;
        if (is_due && set_by_text(table, change.name, wanted->text)) names.push_back(change.name);
    }
    return names;
}

// The table is rebuilt in every frame of the interface, because limits, defaults and availability change with the lab.
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

PanelRows Lab::panel_rows() {
    return {[this](std::string_view name, const RowLook& look) { return row(name, look); },
            [this](std::string_view group) { return section(group); },
            [this](std::string_view name) -> const Setting& {
                const Setting* setting = find_setting(name);
                BOXWOOD_REQUIRE(setting != nullptr);
                return *setting;
            }};
}

float Lab::page_tabs() {
    const Setting* page = find_setting("page");
    BOXWOOD_REQUIRE(page != nullptr);
    return setting_tabs("pages", *page);
}

// The default of a setting can depend on an earlier setting, so every setting is looked up again.
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
    return number({"speed", "",
                   "Length of a simulation step; 1 is a full step. The playback rate changes how many steps "
                   "run per second"},
                  {.low = kSlowestSpeed, .high = kFastestSpeed, .reset = usual, .unit = "×"},
                  member(simulation_.settings.speed));
}

void Lab::step(Clock clock) {
    settle_timeline();
    const TimelineHooks hooks = timeline_hooks(clock);
    const bool is_replay = timeline_.is_on() && simulation_.frame < timeline_.last();
    bool repeats_edit = false; // the replayed step includes an edit, so bodies and settings can differ
    if (is_replay) {
        timeline_.step_forward(simulation_, hooks);
        repeats_edit = std::ranges::binary_search(timeline_.edited_frames(), simulation_.frame);
    } else {
        hooks.step(simulation_);
        timeline_.note_step(simulation_, step_milliseconds(simulation_.output.times), clock, hooks);
    }
    dirty_ = is_stale_ = false;
    follow_branch();
    update_results(repeats_edit ? FrameChange::back : FrameChange::step, clock);
}

bool Lab::seek(std::uint64_t frame, Clock clock) {
    settle_timeline();
    if (frame == simulation_.frame) return true;
    if (!timeline_.seek(frame, simulation_, timeline_hooks(nullptr))) return false;
    dirty_ = is_stale_ = false;
    follow_branch();
    update_results(FrameChange::back, clock);
    return true;
}

void Lab::settle_timeline() {
    if (!timeline_.is_on()) return;
    if (timeline_.requires_note_edit(simulation_) || (dirty_ && !timeline_.has_same(simulation_)))
        note_edit();
    else if (!caches_match_step_)
        timeline_.seek(simulation_.frame, simulation_, timeline_hooks(nullptr), false, false);
    caches_match_step_ = true;
}

FrameRange Lab::frame_range() const {
    if (!timeline_.has(simulation_.frame)) return {simulation_.frame, simulation_.frame};
    return {timeline_.first(), timeline_.last()};
}

TimelineHooks Lab::timeline_hooks(Clock clock) {
    TimelineHooks hooks;
    hooks.step = [clock](Simulation& io_simulation) { boxwood::step(io_simulation, clock); };
    return hooks;
}

void Lab::note_edit() {
    if (!timeline_.is_on()) return;
    caches_match_step_ = true;
    const std::uint64_t frame = simulation_.frame;
    if (timeline_.has(frame) && timeline_.last() > frame && can_branch()) {
        branch_ = std::make_unique<Branch>();
        branch_->from = frame;
        branch_->former = timeline_;
    }
    timeline_.note_edit(simulation_, timeline_hooks(nullptr));
    follow_branch();
}

// Runs the former future to the frame on screen and compares the former frame with the current one.
void Lab::follow_branch() {
    if (!branch_) return;
    Branch& branch = *branch_;
    const std::uint64_t frame = simulation_.frame;
    branch.is_shown = frame >= branch.from && branch.former.has(frame);
    branch.different.clear();
    if (!branch.is_shown) return;
    TimelineHooks hooks;
    hooks.step = timeline_hooks(nullptr).step;
    const bool is_next = branch.ghost.frame + 1 == frame && branch.former.has(branch.ghost.frame);
    if (is_next && branch.ghost.frame >= branch.from)
        branch.former.step_forward(branch.ghost, hooks, true);
    else
        branch.former.seek(frame, branch.ghost, hooks, true);
    branch.different = find_different_bodies(simulation_, branch.ghost);
    if (branch.different.empty()) return;
    if (!branch.difference || branch.difference->first > frame)
        branch.difference = {frame, branch.different.front()};
}

void Lab::show_recorded(const std::function<void(Simulation&)>& place) {
    place(simulation_);
    timeline_.clear();
    drop_branch();
    (void)collide_again(nullptr);
    update_results(FrameChange::edit, nullptr);
}

void Lab::refresh(Clock clock) {
    (void)collide_after_edit(clock);
    update_results(FrameChange::edit, clock);
}

FrameRecord Lab::collide_after_edit(Clock clock) {
    const bool is_same = timeline_.has_same(simulation_);
    const FrameRecord counted = collide_again(clock);
    if (is_same)
        caches_match_step_ = false; // settle_timeline() restores the caches of the step before the next frame
    else
        note_edit();
    return counted;
}

FrameRecord Lab::collide_again(Clock clock) {
    const FrameRecord of_step = record_of(simulation_.output);
    collide(simulation_, clock);
    const FrameRecord counted = record_of(simulation_.output);
    if (!of_step.is_empty()) put_back(of_step, simulation_.output);
    dirty_ = is_stale_ = false;
    return counted;
}

void Lab::catch_up(Clock clock) {
    if (dirty_) return refresh(clock);
    if (std::exchange(is_stale_, false)) update_results(FrameChange::none, clock);
}

std::string Lab::why_unavailable(std::string_view action) const {
    if (action == "play.back" && frame_range().first >= simulation_.frame) return "No earlier frame is kept.";
    if (action == "edit.undo" && !history_.can_undo()) return "Nothing to undo.";
    if (action == "edit.redo" && !history_.can_redo()) return "Nothing to redo.";
    return {};
}

} // namespace boxwood
