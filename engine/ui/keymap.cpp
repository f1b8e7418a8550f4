#include "engine/ui/keymap.hpp"

#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <variant>

namespace boxwood::ui {

namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

bool can_be_active_together(const Action& one, const Action& other) {
    return one.context == other.context || one.context == kEverywhere || other.context == kEverywhere;
}

bool is_modifier(platform::Key key) {
    return key == platform::Key::shift || key == platform::Key::ctrl || key == platform::Key::alt ||
           key == platform::Key::super;
}

void set_modifier(platform::Key key, platform::Modifiers& io_modifiers) {
    io_modifiers.ctrl |= key == platform::Key::ctrl;
    io_modifiers.shift |= key == platform::Key::shift;
    io_modifiers.alt |= key == platform::Key::alt;
    io_modifiers.super |= key == platform::Key::super;
}

// Returns the contexts: first the global one, then the others in the order of their first actions.
std::vector<std::string> contexts_of(const Keymap& keymap) {
    std::vector<std::string> contexts{std::string(kEverywhere)};
    for (const Action& action : keymap.actions()) {
        if (std::find(contexts.begin(), contexts.end(), action.context) == contexts.end()) {
            contexts.push_back(action.context);
        }
    }
    return contexts;
}

std::string heading_of(const std::string& context) {
    std::string heading = context;
    for (char& first : heading) {
        if (first >= 'a' && first <= 'z') first = static_cast<char>(first - 'a' + 'A');
        break;
    }
    return heading;
}

} // namespace

std::string chord_name(const Chord& chord) {
    if (!chord.is_set()) return {};
    std::string name;
    if (chord.modifiers.ctrl) name += "Ctrl+";
    if (chord.modifiers.alt) name += "Alt+";
    if (chord.modifiers.shift) name += "Shift+";
    if (chord.modifiers.super) name += "Super+";
    return name + platform::key_name(chord.key);
}

std::optional<Chord> parse_chord(std::string_view name) {
    Chord chord;
    while (!name.empty()) {
        const std::size_t plus = name.find('+');
        const platform::Key key = platform::key_from_name(trimmed(name.substr(0, plus)));
        const bool is_last = plus == std::string_view::npos;
        name = is_last ? std::string_view{} : name.substr(plus + 1);
        if (key == platform::Key::none || is_modifier(key) == is_last) return std::nullopt;
        if (is_last) {
            chord.key = key;
        } else {
            set_modifier(key, chord.modifiers);
        }
    }
    return chord.is_set() ? std::optional(chord) : std::nullopt;
}

bool is_active_in(std::string_view action_context, std::string_view active_context) {
    return action_context == kEverywhere || action_context == active_context;
}

const Action* Keymap::find(std::string_view id) const {
    const auto found =
        std::find_if(actions_.begin(), actions_.end(), [id](const Action& a) { return a.id == id; });
    return found == actions_.end() ? nullptr : &*found;
}

bool Keymap::rebind(std::string_view id, const Chord& chord) {
    const auto found =
        std::find_if(actions_.begin(), actions_.end(), [id](const Action& a) { return a.id == id; });
    if (found == actions_.end()) return false;
    found->chord = chord;
    return true;
}

const Action* Keymap::action_for(const platform::KeyEvent& event, std::string_view context) const {
    if (!event.pressed || event.key == platform::Key::none) return nullptr;
    const Chord pressed{event.key, event.modifiers};
    const auto found = std::find_if(actions_.begin(), actions_.end(), [&](const Action& action) {
        return (action.chord == pressed || action.second_chord == pressed) &&
               is_active_in(action.context, context) && (action.repeats || !event.repeat);
    });
    return found == actions_.end() ? nullptr : &*found;
}

std::vector<const Action*> Keymap::triggered(const platform::InputFrame& frame,
                                             std::string_view context) const {
    std::vector<const Action*> actions;
    for (const platform::InputEvent& event : frame.events) {
        const auto* key_event = std::get_if<platform::KeyEvent>(&event);
        if (!key_event) continue;
        if (const Action* action = action_for(*key_event, context)) actions.push_back(action);
    }
    return actions;
}

void HeldActions::update(const platform::InputFrame& frame, const Keymap& keymap, std::string_view context,
                         bool is_blocked) {
    const auto release_keys = [&](auto&& matches) {
        for (std::size_t i = keys_.size(); i-- > 0;) {
            if (!matches(keys_[i])) continue;
            keys_.erase(keys_.begin() + static_cast<std::ptrdiff_t>(i));
            ids_.erase(ids_.begin() + static_cast<std::ptrdiff_t>(i));
        }
    };
    for (const platform::InputEvent& event : frame.events) {
        const auto* focus = std::get_if<platform::FocusEvent>(&event);
        if (focus && !focus->gained) release_keys([](platform::Key) { return true; });
        const auto* key = std::get_if<platform::KeyEvent>(&event);
        if (!key || key->repeat) continue;
        release_keys([&](platform::Key held) { return held == key->key; });
        if (const Action* action = keymap.action_for(*key, context)) {
            keys_.push_back(key->key);
            ids_.push_back(action->id);
        }
    }
    if (is_blocked) release_keys([](platform::Key) { return true; });
}

std::vector<std::string> Keymap::find_conflicts() const {
    std::vector<std::string> conflicts;
    for (std::size_t i = 0; i < actions_.size(); ++i) {
        for (std::size_t j = i + 1; j < actions_.size(); ++j) {
            const Action& one = actions_[i];
            const Action& other = actions_[j];
            if (!can_be_active_together(one, other)) continue;
            if (one.id == other.id) conflicts.push_back(std::string("two actions have the id ") + one.id);
            for (const Chord& chord : {one.chord, one.second_chord})
                if (chord.is_set() && (chord == other.chord || chord == other.second_chord))
                    conflicts.push_back(one.id + " and " + other.id + " share " + chord_name(chord));
        }
    }
    return conflicts;
}

std::string keymap_markdown(const Keymap& keymap) {
    std::string text;
    for (const std::string& context : contexts_of(keymap)) {
        std::string rows;
        for (const Action& action : keymap.actions()) {
            if (action.context != context || !action.chord.is_set()) continue;
            rows.append("| `").append(replaced(chord_name(action.chord), "|", "\\|")).append("` | ");
            if (action.second_chord.is_set())
                rows.insert(rows.size() - 3, ", `" + chord_name(action.second_chord) + "`");
            rows.append(replaced(action.title, "|", "\\|")).append(" |\n");
        }
        if (rows.empty()) continue;
        text.append(text.empty() ? "## " : "\n## ").append(heading_of(context));
        text.append("\n\n| key | action |\n| --- | --- |\n").append(rows);
    }
    return text;
}

} // namespace boxwood::ui
