#include "app/labs/settings/edit_history.hpp"

#include "collision/core/check.hpp"

#include <algorithm>
#include <utility>

namespace boxwood {
namespace {

constexpr std::size_t kMaxSteps = 200;
constexpr int kFramesToAct = 3;     // an input can take effect some frames later
constexpr int kFramesToDrift = 120; // slow motion can change a value only once in a hundred frames

std::string label_of(const Setting& setting) {
    const std::string& label = setting.text.label;
    return label.empty() ? std::string(setting.text.name) : label.substr(0, label.find("##"));
}

} // namespace

std::string EditHistory::Step::describe(bool is_undo) const {
    if (!title.empty()) return title;
    const Change& first = changes.front();
    const std::optional<Change::Value>& value = is_undo ? first.before : first.after;
    std::string text = first.label;
    if (value) text += (is_undo ? ", back to " : ", again ") + value->shown;
    if (changes.size() > 1) text += ", and " + std::to_string(changes.size() - 1) + " more";
    return text;
}

void EditHistory::note(std::string title, std::function<void()> undo, std::function<void()> redo,
                       bool with_settings) {
    if (is_paused_) return;
    push({std::move(title), {}, std::move(undo), std::move(redo)});
    is_noted_ = true;
    noted_takes_settings_ = with_settings;
}

void EditHistory::push(Step step) {
    undone_.clear();
    if (done_.size() == kMaxSteps) done_.erase(done_.begin());
    done_.push_back(std::move(step));
}

void EditHistory::extend_last(std::vector<Change> changes) {
    std::vector<Change>& all = done_.back().changes;
    for (Change& change : changes) {
        const auto same = std::ranges::find(all, change.name, &Change::name);
        if (same == all.end())
            all.push_back(std::move(change));
        else
            same->after = std::move(change.after);
    }
}

// Omits unavailable settings, pages (they only choose what is shown) and requests (they have no value).
EditHistory::Values EditHistory::values_of(const SettingTable& table) {
    Values values;
    for (const Setting& setting : table.all())
        if (setting.has_value() && !setting.is_page && setting.unavailable.empty())
            values.emplace(setting.text.name, Change::Value{setting.value_text(), setting.shown_value()});
    return values;
}

// In the order of the table: a setting that others depend on comes before them and is restored first.
std::vector<EditHistory::Change> EditHistory::changes_of(const Values& before, const Values& after,
                                                         const SettingTable& table) {
    const auto value_in = [](const Values& values, std::string_view name) {
        const auto found = values.find(name);
        return found == values.end() ? std::nullopt : std::optional(found->second);
    };
    std::vector<Change> changes;
    for (const Setting& setting : table.all()) {
        Change change{std::string(setting.text.name), label_of(setting), value_in(before, setting.text.name),
                      value_in(after, setting.text.name)};
        const bool is_same = change.before && change.after ? change.before->text == change.after->text
                                                           : !change.before && !change.after;
        if (!is_same) changes.push_back(std::move(change));
    }
    return changes;
}

void EditHistory::watch(const SettingTable& table, bool is_editing, bool has_acted) {
    if (has_acted) {
        has_recent_act_ = true;
        is_step_open_ = false;
        frames_since_act_ = 0;
    }
    if (is_editing) return;
    Values now = values_of(table);
    if (!last_values_) {
        has_recent_act_ = is_noted_ = is_step_open_ = false;
        last_values_ = std::move(now);
        return;
    }
    std::vector<Change> changes = changes_of(*last_values_, now, table);
    const bool is_user_edit = is_noted_ ? noted_takes_settings_ : has_recent_act_;
    for (auto& [name, frames] : drift_) --frames;
    std::erase_if(drift_, [](const auto& one) { return one.second <= 0; });
    if (is_user_edit) {
        std::erase_if(changes, [this](const Change& change) { return drift_.contains(change.name); });
        for (const Change& change : changes) touched_.insert(change.name);
    } else if (!is_noted_) // a noted edit can change settings too, but they do not keep changing
        for (const Change& change : changes) drift_[change.name] = kFramesToDrift;
    if (is_noted_ && noted_takes_settings_)
        done_.back().changes = std::move(changes);
    else if (!is_noted_ && is_user_edit && !changes.empty()) {
        if (is_step_open_)
            extend_last(std::move(changes));
        else
            push({{}, std::move(changes)});
        is_step_open_ = true;
    }
    is_noted_ = false;
    has_recent_act_ = has_recent_act_ && ++frames_since_act_ < kFramesToAct;
    last_values_ = std::move(now);
}

void EditHistory::rebase() {
    last_values_.reset();
}

void EditHistory::clear() {
    done_.clear();
    undone_.clear();
    rebase();
}

EditHistory::Step EditHistory::take_undo() {
    BOXWOOD_REQUIRE(can_undo());
    undone_.push_back(std::move(done_.back()));
    done_.pop_back();
    rebase();
    return undone_.back();
}

EditHistory::Step EditHistory::take_redo() {
    BOXWOOD_REQUIRE(can_redo());
    done_.push_back(std::move(undone_.back()));
    undone_.pop_back();
    rebase();
    return done_.back();
}

} // namespace boxwood
