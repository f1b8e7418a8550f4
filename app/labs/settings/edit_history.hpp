// What: records the user's edits of a lab, for undo and redo. watch() compares the values of all settings once per
//       frame, and stores each change that the user made as two texts: the value before and after the change. A lab
//       records edits of other state, such as a pose or a mesh, with note().
// Invariants: a drag, a typed number and the reset of a group are one step each. Values that change without user input
//             are not steps. After a new step, undone steps can no longer be redone.
// Cost: two strings per setting and frame, except while the user edits.
// Oracle: tests/app/labs/edit_history_test.cpp undoes and redoes an edit of each setting of four labs (multi-body,
//         pair, deformation, walkthrough), except texts, pages, requests and unavailable settings.
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
            std::string text, shown; // the value in the syntax of --set, and as the control shows it
        };
        std::optional<Value> before, after; // none: the setting had no value then
    };
    struct Step {
        // The title of an edit that is not a setting, such as "move of B"; empty: the title is made from `changes`.
        std::string title;
        std::vector<Change> changes{};
        std::function<void()> undo{}, redo{};
        std::string describe(bool is_undo) const; // "Bodies, back to 500"
    };

    // Records an edit of the lab; `undo` and `redo` restore the state before and after it. With `with_settings`, the
    // step includes the settings that change in the same frame. Without it, undo and redo leave those settings
    // unchanged.
    void note(std::string title, std::function<void()> undo, std::function<void()> redo,
              bool with_settings = true);
    // Call it once per frame, after the interface. `is_editing`: a mouse button is down, or the user is typing.
    // `has_acted`: in this frame, a key was pressed, or a mouse button was pressed or released.
    void watch(const SettingTable& table, bool is_editing, bool has_acted);
    // Makes the next watch() accept the current values without recording an edit. Call it after a jump to another frame
    // or scene.
    void rebase();
    void clear();
    // While paused, note() does nothing. Pause while a step is undone or redone, so that its effects are not recorded
    // as edits.
    void pause(bool is_paused) { is_paused_ = is_paused; }

    bool can_undo() const { return !done_.empty(); }
    bool can_redo() const { return !undone_.empty(); }
    Step take_undo(); // the last step, which can then be redone
    Step take_redo();
    // All settings that the user has changed, including changes that were undone.
    const std::set<std::string, std::less<>>& touched() const { return touched_; }

  private:
    using Values = std::map<std::string, Change::Value, std::less<>>;
    static Values values_of(const SettingTable& table);
    static std::vector<Change> changes_of(const Values& before, const Values& after,
                                          const SettingTable& table);
    void push(Step step);
    void extend_last(std::vector<Change> changes);

    std::vector<Step> done_, undone_;
    std::set<std::string, std::less<>> touched_;
    std::optional<Values> last_values_; // at the last watch()
    // Settings that recently changed without user input, and the number of frames for which their changes are still
    // ignored.
    std::map<std::string, int, std::less<>> drift_;
    int frames_since_act_ = 0;
    bool has_recent_act_ = false; // the user acted fewer than kFramesToAct frames ago
    bool is_step_open_ = false;   // the last step came from the user's last act; further changes extend it
    bool is_paused_ = false;
    // Whether note() was called since the last watch(), and the value of its `with_settings`.
    bool is_noted_ = false, noted_takes_settings_ = true;
};

} // namespace boxwood
