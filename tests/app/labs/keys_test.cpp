// Keys of every lab in several states: a key changes the screen, or the lab explains why the key has no effect.
#include "app/shell/actions.hpp"
#include "tests/app/labs/screen.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

struct State {
    const char* lab;
    const char* name;
    std::vector<std::pair<const char*, const char*>> settings{};
    std::vector<const char*> actions{}; // after the restart
    int steps = 0;
    bool is_playing = false;
};

const std::vector<State>& all_states() {
    static const std::vector<State> states{
        {"multi-body", "nothing selected", {{"bodies", "30"}, {"density", "12"}}, {}, 1},
        {"multi-body", "pair", {{"bodies", "30"}, {"density", "12"}, {"select", "0"}, {"with", "1"}}, {}, 1},
        {"multi-body",
         "walk",
         {{"bodies", "30"}, {"density", "12"}, {"select", "0"}, {"with", "1"}},
         {"walk.open"},
         0},
        {"multi-body", "no bodies", {{"bodies", "1"}, {"select", "0"}}, {"edit.remove"}, 0},
        {"pair", "mesh selected"},
        {"pair", "nothing selected", {}, {"select.none"}},
        {"pair", "visit", {{"visit", "9"}}},
        {"pair", "visit with boxes", {{"hierarchy", "on"}, {"visit", "9"}}},
        {"pair", "side by side", {{"compare-with", "obb"}}},
        {"deformation", "first frame"},
        {"deformation", "third frame", {}, {}, 3},
        {"deformation", "no boxes", {}, {"deform.boxes"}},
        {"walkthrough", "paused"},
        {"walkthrough", "from outside", {}, {"walk.spectator"}},

        {"capture", "a node at fault", {{"fault", "box-shrunk"}, {"hierarchy", "on"}}},
        {"capture", "a visit", {{"fault", "cross-axis-sign"}, {"page", "trees"}}},
        {"capture",
         "later wrong finding",
         {{"fault", "cross-axis-sign"}, {"page", "trees"}},
         {"finding.next-wrong", "visit.first"}},
    };
    return states;
}

std::unique_ptr<Lab> make(const State& state, ScreenReader& screen_reader) {
    std::unique_ptr<Lab> lab = find_lab(state.lab)->make();
    for (const auto& [name, value] : state.settings) EXPECT_TRUE(lab->set(name, value)) << name;
    if (Status status = lab->restart(1995); !status) {
        ADD_FAILURE() << status.error().message;
        return nullptr;
    }
    (void)lab->take_restart_request();
    lab->viewport().input({{}, {}, false, state.is_playing});
    const Focus focus = lab->viewport().focus(false);
    draw::focus(lab->viewport().camera, focus.center_w, focus.radius);
    screen_reader.look_at(*lab);
    for (int i = 0; i < state.steps; ++i) lab->frames().step(nullptr);
    screen_reader.look_at(*lab);
    for (const char* action : state.actions) {
        lab->act(action);
        screen_reader.look_at(*lab);
    }
    (void)lab->take_notes();
    return lab;
}

// The shell handles the keys of these actions; tests/app/window covers them.
bool is_of_shell(const std::string& id) {
    for (const char* prefix : {"play.", "view.", "file.", "help.", "app.", "lab.", "time."})
        if (id.starts_with(prefix)) return true;
    return false;
}

// Held keys take effect only in a step; Escape and V give no message if there is nothing to leave or to drop; capturing
// the mouse is visible only in a window.
bool is_exempt(const ui::Action& action) {
    return action.title.ends_with("(hold)") || action.id == "select.none" || action.id == "hand.drop" ||
           action.id == "go.look";
}

// The keys of these actions must change the view, not only a control in a panel.
bool is_of_view(const std::string& id) {
    return id.starts_with("show.") || id.starts_with("depth.") || id.starts_with("slice.");
}

TEST(LabKeys, change_the_screen_or_explain_why_not) {
    const ui::Keymap keymap = make_keymap();
    for (const State& state : all_states()) {
        int working = 0;
        for (const ui::Action& action : keymap.actions()) {
            if (!ui::is_active_in(action.context, state.lab) || is_of_shell(action.id) || is_exempt(action))
                continue;
            const std::string what = std::string(state.lab) + ", " + state.name + ": " + action.id;
            ScreenReader screen_reader;
            const std::unique_ptr<Lab> lab = make(state, screen_reader);
            ASSERT_TRUE(lab) << what;
            const std::string why = lab->why_unavailable(action.id);
            const Screen before = screen_reader.look_at(*lab);
            if (action.id == "edit.undo" && lab->history().can_undo())
                (void)lab->undo();
            else
                lab->act(action.id);
            if (lab->take_restart_request()) {
                EXPECT_TRUE(lab->restart(1995)) << what;
            }
            const Screen after = screen_reader.look_at(*lab);
            if (!why.empty()) {
                EXPECT_TRUE(why.ends_with('.')) << what << ": " << why;
                EXPECT_EQ(after.view, before.view)
                    << what << " changes the view although it is reported as unavailable: " << why;
                continue;
            }
            const bool is_seen =
                before.view != after.view || (!is_of_view(action.id) && before.panels != after.panels);
            const bool is_told = !lab->take_notes().empty();
            EXPECT_TRUE(is_seen || is_told) << what << " changes nothing and does not say why";
            ++working;
        }
        EXPECT_GT(working, 1) << state.lab << ", " << state.name;
    }
}

TEST(LabKeys, stepping_back_is_available_after_the_first_step) {
    for (const char* name : {"multi-body", "pair", "deformation", "walkthrough", "capture"}) {
        ScreenReader screen_reader;
        const std::unique_ptr<Lab> lab = make({name, ""}, screen_reader);
        ASSERT_TRUE(lab);
        EXPECT_FALSE(lab->why_unavailable("play.back").empty()) << name << ": at the start";
        lab->frames().step(nullptr);
        EXPECT_TRUE(lab->why_unavailable("play.back").empty()) << name;
        EXPECT_TRUE(lab->frames().seek(lab->frames().simulation().frame - 1, nullptr)) << name;
    }
}

} // namespace
} // namespace boxwood
