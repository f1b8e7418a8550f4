// What: key bindings as data: every action has an id, a title, a chord and the context in which it is active. The key
//     panel, the command palette and docs/keys.md are generated from it.
// Invariants: within one keymap, ids are unique and no two actions that can be active together share a chord.
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
// Empty if a word of it is unknown. Ignores letter case and spaces around "+".
std::optional<Chord> parse_chord(std::string_view name);

inline constexpr std::string_view kEverywhere = "everywhere";

struct Action {
    std::string id;                   // "play.toggle": in settings files and in code
    std::string title;                // "Play or pause": shown to the user
    Chord chord;                      // not set: reachable from the command palette only
    std::string context{kEverywhere}; // or the name of the lab in which it is active
    bool repeats = false;             // also triggers while the key is held
    Chord also{};                     // a second chord, by the habit of other programs
};

class Keymap {
  public:
    explicit Keymap(std::vector<Action> actions = {})
        : actions_(std::move(actions)) {}

    std::span<const Action> actions() const { return actions_; }
    void add(Action action) { actions_.push_back(std::move(action)); }
    const Action* find(std::string_view id) const; // the first, of any context
    // False when there is no such action.
    bool rebind(std::string_view id, const Chord& chord);

    // The actions whose key went down in this frame, in order; `context` is the displayed lab.
    std::vector<const Action*> triggered(const platform::InputFrame& frame, std::string_view context) const;
    const Action* action_for(const platform::KeyEvent& event, std::string_view context) const;

    // One line for each pair of actions that one press would trigger at once, and for each id used twice by actions that
    // are active together. Labs may have actions of one id.
    std::vector<std::string> find_conflicts() const;

  private:
    std::vector<Action> actions_;
};

// The actions whose keys are down. Modifiers pressed or released while a key is held change nothing.
class HeldActions {
  public:
    // `is_blocked`: the keys belong to another widget; all count as released.
    void take(const platform::InputFrame& frame, const Keymap& keymap, std::string_view context,
              bool is_blocked);
    std::span<const std::string> ids() const { return ids_; }

  private:
    std::vector<std::string> ids_;
    std::vector<platform::Key> keys_; // parallel to ids_
};

// Whether an action of `action_context` is active while `active_context` is displayed.
bool is_active_in(std::string_view action_context, std::string_view active_context);

// A table per context, for docs/keys.md. Actions without a key are left out.
std::string keymap_markdown(const Keymap& keymap);

} // namespace boxwood::ui
