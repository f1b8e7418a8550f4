// Draws the widgets in the fixed layout, at window sizes and scales from tiny to huge. The checks are Dear ImGui's own
// assertions, which packaged builds keep, and finite positions of all vertices.
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/controls/toast.hpp"
#include "engine/ui/plot/plot.hpp"
#include "engine/ui/text/labels.hpp"
#include "tests/engine/ui/ui_harness.hpp"

#include <cmath>

namespace boxwood::ui {
namespace {

class GalleryTest : public testing::Test {
  protected:
    void SetUp() override {
        for (int i = 0; i < 300; ++i) values_.push_back(1.0f + 0.2f * std::sin(0.1f * static_cast<float>(i)));
        toasts_.push(ToastKind::error, "bunny.ply, line 12: the header ends before 'end_header'");
    }

    void top_bar(const Layout& layout) {
        if (!begin_bar("top", layout.top_bar, Edge::bottom)) return;
        picker("lab", kOptions, 220.0f, choice_);
        same_line();
        number_field(FloatField{.label = "speed", .min = 0.1f, .max = 4.0f, .reset = 1.0f, .unit = "×"},
                     70.0f, number_);
        bar_separator();
        for (int i = 0; i < static_cast<int>(Icon::count); ++i) {
            ImGui::PushID(i);
            icon_button("##icon", static_cast<Icon>(i));
            ImGui::PopID();
            same_line(2.0f);
        }
        if (begin_right_aligned("verdict")) {
            chip("verified", ChipKind::ok, Icon::check);
            end_right_aligned();
        }
        end_panel();
    }

    void parameters(const Layout& layout) {
        if (!begin_panel("left", layout.left, {.line_at = Edge::right})) return;
        section("Scene", {.has_reset = true});
        slider(FloatField{.label = "Speed", .reset = 0.5f, .unit = "m/s"}, number_);
        range_slider({.label = "Faces", .max = 100}, low_, high_);
        dropdown({.label = "Method", .options = kOptions}, choice_);
        segmented({.label = "Box", .options = kOptions}, choice_);
        for (int kind = 0; kind <= static_cast<int>(Sample::square); ++kind) {
            ImGui::PushID(kind);
            check_row(
                {.label = "Layer", .sample = {static_cast<Sample>(kind), palette().contact}, .key = "L"},
                is_on_);
            ImGui::PopID();
        }
        end_panel();
    }

    void inspector(const Layout& layout) {
        if (!begin_panel("right", layout.right, {.line_at = Edge::left})) return;
        section("Pair", {.right_text = "selection 3 of 3"});
        swatch(palette().body_a);
        same_line();
        link_text("a", "b056");
        stat("0.317", "m separation");
        const TextRun runs[] = {
            {"The boxes overlap on "}, {"x, y and z", {Font::body_bold, {}}}, {", so the pair went on."}};
        paragraph(runs);
        static constexpr Column kColumns[] = {{"name"}, {"faces", 60.0f, true}};
        if (begin_table("bodies", kColumns)) {
            table_row(0);
            table_name_cell(palette().body_a, "b056");
            table_cell("62");
            end_table();
        }
        end_panel();
    }

    void timeline(const Layout& layout) {
        if (!begin_panel("bottom", layout.bottom, {.line_at = Edge::top, .scrolls = false})) return;
        tabs("tabs", kOptions, choice_);
        const Series series[] = {{"update", palette().phase_update, values_},
                                 {"draw", palette().phase_draw, values_}};
        const PlotFlag flags[] = {{120.0, "paused"}};
        const Plot data{.title = "Where does the time go?",
                        .unit = "ms",
                        .kind = PlotKind::stacked_bars,
                        .series = series,
                        .reference = 2.2,
                        .reference_name = "p95",
                        .cursor_x = 200.0,
                        .marks = values_,
                        .flags = flags};
        plot("timeline", data, vec(ImGui::GetContentRegionAvail()), plot_);
        end_panel();
    }

    void frame(glm::vec2 size) {
        const platform::SizeI window{static_cast<int>(size.x), static_cast<int>(size.y)};
        ui_.begin_frame({}, {window, window}, 1.0f / 60.0f);
        const Layout layout = make_layout(settings_, size, ui_.scale());
        top_bar(layout);
        parameters(layout);
        inspector(layout);
        timeline(layout);
        if (begin_status("status", layout.status)) {
            text("Pair b056", {Font::small, {}});
            end_panel();
        }
        if (begin_overlay("hud", layout.viewport)) {
            legend_entry({Sample::hatch, palette().contact}, "in contact");
            end_panel();
        }
        const ScreenLabel labels[] = {{layout.viewport.center(), "b056", palette().body_a}};
        draw_labels(labels, layout.viewport);
        splitters(layout, settings_);
        toasts_.draw(layout.viewport);
        ui_.render();
    }

    static constexpr const char* kOptions[] = {"off", "one", "all"};
    Ui ui_{nullptr};
    LayoutSettings settings_;
    PlotState plot_;
    Toasts toasts_;
    std::vector<float> values_;
    float number_ = 0.5f;
    int choice_ = 0, low_ = 20, high_ = 60;
    bool is_on_ = true;
};

TEST_F(GalleryTest, every_size_scale_and_theme_draws_finite_vertices) {
    for (const float scale : {0.75f, 1.0f, 1.5f, 3.0f}) {
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            ui_.set_scale(scale);
            ui_.set_theme(kind);
            for (const glm::vec2 size : {glm::vec2(1, 1), glm::vec2(90, 60), glm::vec2(320, 200),
                                         glm::vec2(640, 480), glm::vec2(1600, 1000), glm::vec2(3840, 2160)}) {
                for (int i = 0; i < 3; ++i) frame(size);
                const ImDrawData& drawn = *ImGui::GetDrawData();
                ASSERT_TRUE(drawn.Valid);
                for (int l = 0; l < drawn.CmdListsCount; ++l) {
                    for (const ImDrawVert& vertex : drawn.CmdLists[l]->VtxBuffer) {
                        ASSERT_TRUE(std::isfinite(vertex.pos.x) && std::isfinite(vertex.pos.y));
                    }
                }
            }
        }
    }
    EXPECT_GT(ImGui::GetDrawData()->TotalVtxCount, 2000) << "the last frame must contain widgets";
}

TEST_F(GalleryTest, the_same_frame_draws_the_same_number_of_vertices) {
    for (int i = 0; i < 4; ++i) frame({1600.0f, 1000.0f});
    const int first = ImGui::GetDrawData()->TotalVtxCount;
    frame({1600.0f, 1000.0f});
    EXPECT_EQ(ImGui::GetDrawData()->TotalVtxCount, first);
}

} // namespace
} // namespace boxwood::ui
