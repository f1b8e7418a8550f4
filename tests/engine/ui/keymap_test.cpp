#include "engine/ui/controls/palette.hpp"
#include "engine/ui/keymap.hpp"

#include <gtest/gtest.h>
#include <string>

namespace boxwood::ui {
namespace {

using platform::Key;
using platform::KeyEvent;
using platform::Modifiers;

Action action(std::string id, std::string title, std::string_view chord,
              std::string context = std::string(kEverywhere)) {
    return {std::move(id), std::move(title), parse_chord(chord).value_or(Chord{}), std::move(context)};
}

Keymap sample() {
    return Keymap({
        action("play", "Play or pause", "Space"),
        action("undo", "Undo", "Ctrl+Z"),
        action("redo", "Redo", "Ctrl+Shift+Z"),
        action("boxes", "Show boxes", "B", "multi-body"),
        action("break", "Break on visit", "B", "pair"),
        action("about", "About Boxwood", ""),
    });
}

TEST(KeymapTest, chord_names_are_read_back) {
    for (const std::string name : {"Space", "Ctrl+Z", "Ctrl+Shift+Z", "Alt+Left", "F12", "[", ".",
                                   "Ctrl+Alt+Shift+Super+Q", "-", "="}) {
        const auto chord = parse_chord(name);
        ASSERT_TRUE(chord) << name;
        EXPECT_EQ(chord_name(*chord), name);
    }
    EXPECT_EQ(parse_chord(" shift + ctrl + z "), (Chord{Key::z, {.ctrl = true, .shift = true}}));
    EXPECT_EQ(chord_name({}), "");
}

TEST(KeymapTest, invalid_chord_names_are_refused) {
    for (const char* name : {"", "Ctrl", "Ctrl+", "+Z", "Z+Ctrl", "Hyper+Z", "Ctrl+Zed", "Ctrl++Z", "A+B"}) {
        EXPECT_FALSE(parse_chord(name)) << name;
    }
}

TEST(KeymapTest, every_key_with_a_name_can_be_bound) {
    for (int key = 1; key < static_cast<int>(Key::shift); ++key) {
        const Chord chord{static_cast<Key>(key), {.ctrl = true}};
        EXPECT_EQ(parse_chord(chord_name(chord)), chord) << chord_name(chord);
    }
}

TEST(KeymapTest, the_key_must_match_with_its_modifiers_and_context) {
    const Keymap keymap = sample();
    const auto id_of = [&](const KeyEvent& event, std::string_view context) {
        const Action* found = keymap.action_for(event, context);
        return found ? found->id : std::string();
    };
    EXPECT_EQ(id_of({Key::z, true, false, {.ctrl = true}}, "pair"), "undo");
    EXPECT_EQ(id_of({Key::z, true, false, {.ctrl = true, .shift = true}}, "pair"), "redo");
    EXPECT_EQ(id_of({Key::z, true, false, {}}, "pair"), "");
    EXPECT_EQ(id_of({Key::b, true, false, {}}, "multi-body"), "boxes");
    EXPECT_EQ(id_of({Key::b, true, false, {}}, "pair"), "break");
    EXPECT_EQ(id_of({Key::b, true, false, {}}, "walkthrough"), "");
    EXPECT_EQ(id_of({Key::space, false, false, {}}, "pair"), "") << "a release triggers no action";
    EXPECT_EQ(id_of({Key::space, true, true, {}}, "pair"), "") << "a repeat triggers no action";
    EXPECT_EQ(id_of({Key::none, true, false, {}}, "pair"), "")
        << "an action without a key is never triggered";
}

TEST(KeymapTest, held_keys_repeat_if_the_action_allows_it) {
    Keymap keymap = sample();
    keymap.add({"step", "Step forward", {Key::period, {}}, std::string(kEverywhere), true});
    EXPECT_NE(keymap.action_for({Key::period, true, true, {}}, "pair"), nullptr);
}

TEST(KeymapTest, a_frame_triggers_its_actions_in_order) {
    const Keymap keymap = sample();
    platform::InputFrame frame;
    frame.events.push_back(platform::MouseMoveEvent{});
    frame.events.push_back(KeyEvent{Key::b, true, false, {}});
    frame.events.push_back(KeyEvent{Key::b, false, false, {}});
    frame.events.push_back(KeyEvent{Key::space, true, false, {}});
    const auto triggered = keymap.triggered(frame, "pair");
    ASSERT_EQ(triggered.size(), 2u);
    EXPECT_EQ(triggered[0]->id, "break");
    EXPECT_EQ(triggered[1]->id, "play");
}

TEST(KeymapTest, conflicts_are_shared_keys_in_one_context_and_shared_ids) {
    EXPECT_TRUE(sample().find_conflicts().empty()) << "one key in two labs is no conflict";
    Keymap clashing = sample();
    clashing.add(action("bounds", "Show bounds", "B"));
    EXPECT_EQ(clashing.find_conflicts().size(), 2u);
    Keymap twice = sample();
    twice.add(action("play", "Play again", "P"));
    EXPECT_EQ(twice.find_conflicts().size(), 1u);
    Keymap without_key = sample();
    without_key.add(action("licence", "Licence", ""));
    EXPECT_TRUE(without_key.find_conflicts().empty());
}

TEST(KeymapTest, rebinding_replaces_the_key_of_an_action) {
    Keymap keymap = sample();
    EXPECT_TRUE(keymap.rebind("play", *parse_chord("P")));
    EXPECT_FALSE(keymap.rebind("no such", *parse_chord("P")));
    EXPECT_EQ(chord_name(keymap.find("play")->chord), "P");
    EXPECT_EQ(keymap.action_for({Key::space, true, false, {}}, "pair"), nullptr);
}

TEST(KeymapTest, markdown_has_a_table_per_context_and_escapes_bars) {
    Keymap keymap(
        {action("a", "Either | or", "Ctrl+A"), action("b", "Boxes", "B", "pair"), action("c", "No key", "")});
    EXPECT_EQ(keymap_markdown(keymap),
              "## Everywhere\n\n| key | action |\n| --- | --- |\n| `Ctrl+A` | Either \\| or |\n"
              "\n## Pair\n\n| key | action |\n| --- | --- |\n| `B` | Boxes |\n");
}

TEST(KeymapTest, a_second_chord_is_checked_for_conflicts_and_listed) {
    Keymap keymap({action("redo", "Redo", "Ctrl+Y")});
    Action other = action("undo", "Undo", "Ctrl+Z");
    other.second_chord = *parse_chord("Ctrl+Y");
    keymap.add(other);
    EXPECT_EQ(keymap.find_conflicts(), std::vector<std::string>{"redo and undo share Ctrl+Y"});
    EXPECT_NE(keymap_markdown(keymap).find("| `Ctrl+Z`, `Ctrl+Y` | Undo |"), std::string::npos);
}

TEST(PaletteTest, entries_are_found_by_parts_or_letters_and_better_matches_have_higher_scores) {
    const std::vector<PaletteEntry> entries{{"about", "About the boxes"},
                                            {"boxes", "Show boxes"},
                                            {"bodies", "Number of bodies", "Scene", "500"},
                                            {"play", "Play or pause", "", "", "", "runs the simulation"}};
    const auto ids = [&](std::string_view typed) {
        std::string all;
        for (const std::size_t found : rank_entries(entries, typed)) all += entries[found].id + " ";
        return all;
    };
    EXPECT_EQ(ids("BOX show"), "boxes ");
    EXPECT_EQ(ids("about"), "about ");
    EXPECT_EQ(ids("nbod"), "bodies ");
    EXPECT_EQ(ids("scene"), "bodies ") << "found by its kind";
    EXPECT_EQ(ids("simul"), "play ") << "found by its other words";
    EXPECT_EQ(ids("xyz"), "");
    EXPECT_EQ(ids(""), "about boxes bodies play ");
    EXPECT_GT(match_score("grid", "grid"), match_score("column-grid", "grid"));
    EXPECT_GT(match_score("grid cells", "grid"), match_score("hybrid grids", "grid"));
    EXPECT_GT(match_score("bodies", "bod"), match_score("bits of data", "bod"));
    EXPECT_FALSE(match_score("a body with a very long name indeed", "bed"));
}

} // namespace
} // namespace boxwood::ui
