// What: key bindings as data: every action has an id, a title, a chord and the context in which it is active. The key
//     panel, the command palette and docs/keys.md are generated from these data.
// Invariants: within one keymap, actions that can be active together have different ids and different chords.
#pragma once

#include "engine/platform/input_frame.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood::ui {

struct Chord {
    platform::Key key = platform::Key::none;
    platform::Modifiers modifiers;
    bool is_set() const { return key != platform::Key::none; }
    friend bool operator==(const Chord&, const Chord&) = default;
};

// "Ctrl+Shift+Z", "F11", "["; "" if not set.
std::string chord_name(const Chord& chord);
// Empty if a part of the name is unknown. Ignores letter case and spaces around "+".
std::optional<Chord> parse_chord(std::string_view name);

inline constexpr std::string_view kEverywhere = "everywhere";

struct Action {
    std::string id;                   // "play.toggle": in settings files and in code
    std::string title;                // "Play or pause": shown to the user
    Chord chord;                      // if not set, only the command palette triggers the action
    std::string context{kEverywhere}; // or the name of the only lab in which the action is active
    bool repeats = false;             // also triggers while the key is held
    Chord second_chord{};             // a second binding, common in other programs
};

class Keymap {
  public:
    explicit Keymap(std::vector<Action> actions = {})
        : actions_(std::move(actions)) {}

    std::span<const Action> actions() const { return actions_; }
    void add(Action action) { actions_.push_back(std::move(action)); }
    const Action* find(std::string_view id) const; // the first action with this id in any context, or null
    // Sets the chord of the first action with this id. Returns false if there is no such action.
    bool rebind(std::string_view id, const Chord& chord);

    // Returns the actions whose keys were pressed in this frame, in order; `context` is the displayed lab.
    std::vector<const Action*> triggered(const platform::InputFrame& frame, std::string_view context) const;
    const Action* action_for(const platform::KeyEvent& event, std::string_view context) const;

    // Returns conflicts between actions that can be active together, one per line: pairs with the same chord, and ids
    // that are used twice. Actions of different labs can have the same id.
    std::vector<std::string> find_conflicts() const;

  private:
    std::vector<Action> actions_;
};

// The actions whose keys are down. Pressing or releasing a modifier while a key is held has no effect.
class HeldActions {
  public:
    // Processes the events of a frame. If `is_blocked`, another widget has the keyboard and all keys count as released.
    void update(const platform::InputFrame& frame, const Keymap& keymap, std::string_view context,
                bool is_blocked);
    std::span<const std::string> ids() const { return ids_; }

  private:
    std::vector<std::string> ids_;
    std::vector<platform::Key> keys_; // parallel to ids_
};

// True if an action of `action_context` is active while `active_context` is displayed.
bool is_active_in(std::string_view action_context, std::string_view active_context);

// Returns one table per context, for docs/keys.md. Actions without a key are left out.
std::string keymap_markdown(const Keymap& keymap);

} // namespace boxwood::ui
