#include "engine/ui/controls/palette.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/controls/toast.hpp"
#include "engine/ui/export.hpp"
#include "engine/ui/keymap_panel.hpp"
#include "engine/ui/ui_state.hpp"
#include "tests/engine/ui/ui_harness.hpp"

namespace boxwood::ui {
namespace {

using platform::Key;

class WidgetsTest : public UiTest {};

TEST_F(WidgetsTest, digits_of_every_font_have_the_same_width) {
    for (const float scale : {0.75f, 1.0f, 1.35f, 3.0f}) {
        ui_.set_scale(scale);
        frame();
        for (std::size_t name = 0; name < kFontCount; ++name) {
            const float width = text_size(static_cast<Font>(name), "0").x;
            EXPECT_GT(width, 3.0f);
            for (const char* digit : {"1", "2", "3", "4", "5", "6", "7", "8", "9"}) {
                EXPECT_EQ(text_size(static_cast<Font>(name), digit).x, width) << digit << " in font " << name;
            }
        }
    }
}

TEST_F(WidgetsTest, the_body_font_has_glyphs_for_the_special_characters_of_the_interface) {
    frame();
    for (const int sign :
         {0x00B0, 0x00B5, 0x00B7, 0x00D7, 0x00E9, 0x03B1, 0x0416, 0x2009, 0x2013, 0x2026, 0x2030,
          0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x221E, 0x2264, 0x2265, 0x2713, 0x2717}) {
        EXPECT_NE(font(Font::body)->FindGlyphNoFallback(static_cast<ImWchar>(sign)), nullptr)
            << std::hex << sign;
    }
}

TEST_F(WidgetsTest, empty_text_has_no_width_but_the_height_of_a_line) {
    frame();
    EXPECT_EQ(text_size(Font::body, {}).x, 0.0f);
    EXPECT_EQ(text_size(Font::body, {}).y, text_size(Font::body, "x").y);
}

TEST_F(WidgetsTest, scale_and_theme_change_between_frames) {
    frame();
    const float height = text_size(Font::body, "x").y;
    ui_.set_scale(2.0f);
    ui_.set_theme(ThemeKind::light);
    frame();
    EXPECT_NEAR(text_size(Font::body, "x").y, 2.0f * height, 0.6f);
    EXPECT_EQ(px(12.0f), 24.0f);
    EXPECT_EQ(palette().view, draw::light_palette().view);
    ui_.set_scale(99.0f);
    EXPECT_EQ(ui_.scale(), kMaxScale);
    ui_.set_scale(0.0f);
    frame();
    EXPECT_EQ(ui_.scale(), kMinScale);
    EXPECT_GE(px(1.0f), 1.0f) << "a line never vanishes";
}

TEST_F(WidgetsTest, table_rows_are_chosen_and_headings_sort) {
    static constexpr Column kColumns[] = {{"name"}, {"faces", 60.0f, true}};
    TableSort sort;
    int chosen = -1, drawn = 0;
    in_panel([&] {
        if (!begin_table("table", kColumns, {.height = 200.0f, .io_sort = &sort})) return;
        drawn = 0;
        table_rows(100000, [&](int i) {
            ++drawn;
            if (table_row(i, {.is_selectable = true, .is_selected = i == chosen}).clicked) chosen = i;
            table_cell("body");
            table_cell("12");
        });
        end_table();
    });
    EXPECT_LT(drawn, 20) << "only rows on screen are drawn";
    click({100.0f, 20.0f + 2.5f * 20.0f});
    EXPECT_EQ(chosen, 2);
    click({260.0f, 10.0f});
    EXPECT_EQ(sort, (TableSort{1, true}));
    click({260.0f, 10.0f});
    EXPECT_EQ(sort, (TableSort{1, false}));
}

TEST_F(WidgetsTest, rows_whose_ids_differ_in_the_upper_half_are_different_rows) {
    static constexpr Column kColumns[] = {{"pair"}};
    std::vector<int> clicked;
    in_panel([&] {
        if (!begin_table("pairs", kColumns, {.height = 200.0f})) return;
        table_rows(4, [&](int i) {
            if (table_row(std::int64_t{i} << 32, {.is_selectable = true}).clicked) clicked.push_back(i);
            table_cell("pair");
        });
        end_table();
    });
    click({100.0f, 20.0f + 2.5f * 20.0f});
    EXPECT_EQ(clicked, std::vector<int>{2});
}

TEST_F(WidgetsTest, a_table_with_a_bar_filters_sorts_and_exports_what_it_shows) {
    static const Column kColumns[] = {{"body"}, {"faces", 90.0f, true}};
    static constexpr std::array<const char*, 4> kNames{"rock", "torus", "box", "rocket"};
    static constexpr std::array<const char*, 4> kFaces{"1\u2009200 tri", "90 tri", "12 tri", "–"};
    glm::vec2 filter{0.0f}, heading{0.0f};
    int on_screen = 0;
    in_panel([&] {
        filter = cursor() + glm::vec2(40.0f, 10.0f);
        heading = cursor() + glm::vec2(260.0f, 28.0f + 12.0f);
        if (!begin_table("bodies", kColumns, {.height = 200.0f, .has_bar = true})) return;
        on_screen = 0;
        table_rows(4, [&](int i) {
            on_screen += ui_state().table.is_measuring ? 0 : 1;
            table_row(i, {.is_selectable = true});
            table_cell(kNames[static_cast<std::size_t>(i)]);
            table_cell(kFaces[static_cast<std::size_t>(i)]);
        });
        end_table();
    });
    const auto exported = [&] {
        ui_state().table_export = {ui_state().table_views.begin()->first, ExportDestination::clipboard};
        frames(2);
        return std::string(ImGui::GetClipboardText());
    };
    EXPECT_EQ(on_screen, 4);
    click(heading);
    EXPECT_EQ(exported(), "body,faces\nrock,1200 tri\ntorus,90 tri\nbox,12 tri\nrocket,–\n");
    click(heading);
    EXPECT_EQ(exported(), "body,faces\nbox,12 tri\ntorus,90 tri\nrock,1200 tri\nrocket,–\n");
    click(filter);
    type("ROCK");
    EXPECT_EQ(on_screen, 2);
    EXPECT_EQ(exported(), "body,faces\nrock,1200 tri\nrocket,–\n");
    tap(Key::escape);
    frames(2);
    EXPECT_EQ(on_screen, 4);
}

TEST_F(WidgetsTest, a_table_is_copied_as_csv_with_the_rows_that_are_not_on_screen) {
    constexpr std::array<Column, 3> kColumns{Column{"name"}, Column{"count", 60.0f, true},
                                             Column{"bar", 40.0f}};
    in_panel([&] {
        if (!begin_table("long", kColumns, {.height = 100.0f})) return;
        table_rows(1000, [](int i) {
            table_row(i);
            table_cell(i == 7 ? "seven, \"7\"" : "row " + std::to_string(i));
            table_cell("1\u2009000");
            table_custom_cell();
        });
        end_table();
    });
    const glm::vec2 heading{60.0f, 10.0f};
    frame({move(heading)});
    frame({button(heading, true, {}, platform::MouseButton::right)});
    frame({button(heading, false, {}, platform::MouseButton::right)});
    frames(kFramesBetweenClicks);
    click(heading + glm::vec2(30.0f, 20.0f)); // the first entry of the menu
    const std::string csv = ImGui::GetClipboardText();
    EXPECT_EQ(csv.substr(0, csv.find('\n')), "name,count,bar");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1001);
    EXPECT_NE(csv.find("\nrow 6,1000,\n\"seven, \"\"7\"\"\",1000,\n"), std::string::npos)
        << csv.substr(0, 200);
    EXPECT_EQ(csv.substr(csv.size() - 14), "row 999,1000,\n");
    const std::vector<Note> notes = take_notes();
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_EQ(notes[0].text, "Copied as CSV");
}

TEST_F(WidgetsTest, toasts_count_repeats_expire_and_are_limited_in_number) {
    Toasts toasts;
    toasts.push(ToastKind::info, "saved");
    toasts.push(ToastKind::info, "saved");
    toasts.push(ToastKind::error, "saved");
    ASSERT_EQ(toasts.shown().size(), 2u);
    EXPECT_EQ(toasts.shown()[0].times, 2);
    toasts.pass_time(kInfoSeconds + 0.1f);
    ASSERT_EQ(toasts.shown().size(), 1u);
    EXPECT_EQ(toasts.shown()[0].kind, ToastKind::error);
    for (int i = 0; i < 9; ++i) toasts.push(ToastKind::info, std::to_string(i));
    EXPECT_EQ(toasts.shown().size(), kMaxToasts);
    EXPECT_EQ(toasts.shown().back().message, "8");
}

TEST_F(WidgetsTest, a_toast_is_copied_and_dismissed) {
    Toasts toasts;
    toasts.push(ToastKind::error, "bunny.ply, line 12: cut short");
    draw_ = [&] { toasts.draw({{0.0f, 0.0f}, {1000.0f, 800.0f}}); };
    frames(3);
    const glm::vec2 lower_right(1000.0f - 12.0f, 800.0f - 12.0f - 8.0f - 20.0f);
    click(lower_right - glm::vec2(44.0f, 0.0f));
    EXPECT_STREQ(ImGui::GetClipboardText(), "bunny.ply, line 12: cut short");
    frame({move(lower_right - glm::vec2(200.0f, 0.0f))});
    frames(60 * 30);
    ASSERT_EQ(toasts.shown().size(), 1u) << "a toast under the mouse must stay";
    click(lower_right - glm::vec2(20.0f, 0.0f));
    EXPECT_TRUE(toasts.shown().empty());
}

TEST_F(WidgetsTest, splitters_are_dragged_and_reset) {
    LayoutSettings settings;
    settings.left_opened = true; // the window is so small that panels start folded
    draw_ = [&] {
        const Layout layout = make_layout(settings, {1000.0f, 800.0f}, 1.0f);
        if (begin_panel("left", layout.left)) end_panel();
        splitters(layout, settings);
    };
    frames(3);
    drag({272.0f, 300.0f}, {330.0f, 300.0f});
    EXPECT_NEAR(settings.left_width, 330.0f, 3.0f);
    double_click({settings.left_width, 300.0f});
    EXPECT_EQ(settings.left_width, layout_size::kLeft);
}

TEST_F(WidgetsTest, the_palette_returns_the_entry_that_is_typed_or_selected) {
    const std::vector<PaletteEntry> entries{{"play", "Play or pause"}, {"shot", "Screenshot"}};
    Palette palette;
    std::string run;
    draw_ = [&] {
        if (const std::optional<Palette::Answer> answer = palette.draw()) run = answer->id;
    };
    palette.open(entries, "Type a name");
    frames(5);
    EXPECT_TRUE(ui_.wants_keyboard());
    type("scr");
    tap(Key::enter);
    EXPECT_EQ(run, "shot");
    EXPECT_FALSE(palette.is_open());
    frames(2);
    EXPECT_FALSE(ui_.wants_keyboard());
    palette.open(entries, "Type a name");
    frames(5);
    tap(Key::down);
    tap(Key::enter);
    EXPECT_EQ(run, "shot") << "the second entry of the whole list";
    palette.open(entries, "Type a name");
    frames(5);
    tap(Key::escape);
    EXPECT_FALSE(palette.is_open());
}

TEST_F(WidgetsTest, the_palette_returns_a_typed_value_if_no_entry_fits) {
    Palette palette;
    std::optional<Palette::Answer> answer;
    draw_ = [&] {
        if (auto one = palette.draw()) answer = one;
    };
    palette.open({{"value bodies=500", "500"}}, "A number", true);
    frames(5);
    type("37");
    tap(Key::enter);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->id, "");
    EXPECT_EQ(answer->typed, "37");
    palette.open({{"value bodies=500", "500"}}, "A number", true);
    type("42"); // typed before the field has the keyboard focus
    frames(5);
    type("7");
    tap(Key::enter);
    EXPECT_EQ(answer->typed, "427");
    palette.open({{"value bodies=500", "500"}}, "A number", true);
    frames(5);
    EXPECT_FALSE(palette.consume_back_request());
    tap(Key::backspace);
    EXPECT_TRUE(palette.consume_back_request());
}

TEST_F(WidgetsTest, the_key_panel_closes_with_escape) {
    const Keymap keymap({{"play", "Play or pause", {Key::space, {}}}});
    HelpPanel help;
    help.open("");
    draw_ = [&] { help.draw(keymap, "pair", {}); };
    frames(3);
    EXPECT_TRUE(ui_.wants_mouse());
    tap(Key::escape);
    EXPECT_FALSE(help.is_open());
    frames(2);
    EXPECT_FALSE(ui_.wants_mouse());
}

} // namespace
} // namespace boxwood::ui
