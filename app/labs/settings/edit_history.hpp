// What: what a person changed in a lab, step by step, for undo and redo. Settings are values: watch() compares them once
//       per frame and stores what the person changed, as text before and after. What no setting holds, such as a pose or
//       a mesh, a lab stores itself with note().
// Invariants: a drag, a typed number and the reset of a group are one step each. Values that change while nobody acts are
//             not steps. A new step drops what could be redone.
// Cost: one text per setting and frame.
// Oracle: tests/app/labs/edit_history_test.cpp undoes and redoes every setting of every lab.
#pragma once

#include "app/labs/settings/settings.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

class EditHistory {
  public:
    struct Change {
        std::string name;  // of the setting
        std::string label; // shown to the user
        struct Value {
            std::string text, shown; // as --set takes it, and as the control shows it
        };
        std::optional<Value> before, after; // none: the setting had no value then
    };
    struct Step {
        std::string title; // of what no setting holds: "move of B"; empty: its changes name it
        std::vector<Change> changes{};
        std::function<void()> undo{}, redo{};
        std::string what(bool is_undo) const; // "Bodies, back to 500"
    };

    // The lab was edited; the functions restore what was before and after. `with_settings`: settings that changed in the
    // same moment belong to the step; otherwise they stay as they are.
    void note(std::string title, std::function<void()> undo, std::function<void()> redo,
              bool with_settings = true);
    // Once per frame, after the interface. `is_editing`: a button is down, or text is being typed; `has_acted`: a key was
    // pressed, or a button pressed or released, in this frame.
    void watch(const SettingTable& table, bool is_editing, bool has_acted);
    // The values that the next watch() finds are no edit: another frame, another scene.
    void rebase();
    void clear();
    // While an edit is taken back: what it causes is not noted.
    void pause(bool is_paused) { is_paused_ = is_paused; }

    bool can_undo() const { return !done_.empty(); }
    bool can_redo() const { return !undone_.empty(); }
    Step take_undo(); // the last step, which can be redone then
    Step take_redo();
    // The settings that were changed by now, also if undone.
    const std::set<std::string, std::less<>>& touched() const { return touched_; }

  private:
    using Values = std::map<std::string, Change::Value, std::less<>>;
    static Values values_of(const SettingTable& table);
    static std::vector<Change> changes_of(const Values& before, const Values& after,
                                          const SettingTable& table);
    void push(Step step);
    void extend(std::vector<Change> changes); // the last step

    std::vector<Step> done_, undone_;
    std::set<std::string, std::less<>> touched_;
    std::optional<Values> base_; // as of the last watch()
    std::map<std::string, int, std::less<>>
        drift_; // values that changed while nobody acted: frames to remember it
    int frames_since_act_ = 0;
    bool has_act_ = false;      // whose effect may still come
    bool is_step_open_ = false; // made by that act: further changes belong to it
    bool is_paused_ = false;
    bool is_noted_ = false, takes_settings_ = true; // by note(), since the last watch()
};

} // namespace boxwood
