#include "engine/ui/plot/plot.hpp"
#include "tests/engine/ui/ui_harness.hpp"

#include <cmath>
#include <vector>

namespace boxwood::ui {
namespace {

class PlotTest : public UiTest {
  protected:
    void SetUp() override {
        for (int i = 0; i < 100; ++i) {
            update_.push_back(1.0f);
            broad_.push_back(i == 40 ? 9.0f : 0.5f);
        }
        series_[0] = {"update", draw::rgb(0x4F74BA), update_};
        series_[1] = {"broad", draw::rgb(0x6FCFBE), broad_};
        data_.series = series_;
        data_.x_first = 200.0;
        data_.unit = "ms";
    }
    void show() {
        draw_ = [this] {
            if (!begin_panel("panel", {{0.0f, 0.0f}, {600.0f, 300.0f}})) return;
            plot_legend("legend", data_, state_);
            events_ = plot("plot", data_, {560.0f, 200.0f}, state_);
            picked_ = events_.picked_x.value_or(picked_);
            end_panel();
        };
        frames(3);
    }

    std::vector<float> update_, broad_;
    Series series_[2];
    Plot data_;
    PlotState state_;
    PlotEvents events_;
    double picked_ = -1.0;
};

TEST_F(PlotTest, every_kind_of_plot_draws_every_kind_of_data) {
    const std::vector<float> none, one{1.0f}, gaps{1.0f, std::nanf(""), 3.0f}, zeros(50, 0.0f),
        many(100000, 2.0f);
    for (const auto& values : {none, one, gaps, zeros, many}) {
        for (const PlotKind kind : {PlotKind::lines, PlotKind::stacked_bars}) {
            for (const bool logarithmic : {false, true}) {
                Series series[] = {{"values", draw::rgb(0xFFFFFF), values, true}};
                data_.series = series;
                data_.kind = kind;
                data_.log_y = logarithmic;
                data_.cursor_x = 201.0;
                show();
            }
        }
    }
    SUCCEED() << "no assertion of Dear ImGui fired";
}

TEST_F(PlotTest, a_plot_key_wraps_its_names_and_a_click_hides_a_series) {
    std::uint32_t hidden = 0;
    float height = 0.0f;
    glm::vec2 first(0.0f);
    const auto height_at = [&](float width) {
        draw_ = [&, width] {
            if (!begin_panel("panel", {{0.0f, 0.0f}, {width, 300.0f}})) return;
            first = vec(ImGui::GetCursorScreenPos());
            plot_key("key", series_, hidden);
            height = ImGui::GetCursorScreenPos().y - first.y;
            end_panel();
        };
        frames(3);
        return height;
    };
    const float one_line = height_at(400.0f);
    EXPECT_GT(one_line, 0.0f);
    EXPECT_EQ(height_at(100.0f), 2.0f * one_line);
    click(first + glm::vec2(5.0f, 1.5f * one_line));
    EXPECT_EQ(hidden, 2u);
}

TEST_F(PlotTest, the_mouse_reads_and_picks_the_frame_under_it) {
    data_.kind = PlotKind::stacked_bars;
    show();
    frame({move({300.0f, 150.0f})});
    frames(2);
    ASSERT_TRUE(events_.hovered_x);
    EXPECT_GT(*events_.hovered_x, 235.0);
    EXPECT_LT(*events_.hovered_x, 265.0);
    EXPECT_FALSE(events_.picked_x);
    click({562.0f, 150.0f});
    EXPECT_NEAR(picked_, 299.0, 3.0) << "the right end is the last frame";
    drag({200.0f, 150.0f}, {-900.0f, 150.0f});
    EXPECT_EQ(picked_, 200.0) << "a drag beyond the end stays on the first frame";
}

TEST_F(PlotTest, unevenly_spaced_values_are_read_at_the_nearest_x) {
    const std::vector<float> xs{0.0f, 10.0f, 100.0f};
    series_[0].values = std::span(update_).first(3);
    series_[1].values = std::span(broad_).first(3);
    data_.xs = xs;
    show();
    // The plot spans pixels 40 to 564, approximately: 5.2 pixels per unit of x.
    const auto read_at = [&](float pixel) {
        frame({move({pixel, 150.0f})});
        frames(2);
        return events_.hovered_x.value_or(-1.0);
    };
    EXPECT_EQ(read_at(50.0f), 0.0);
    EXPECT_EQ(read_at(85.0f), 10.0);
    EXPECT_EQ(read_at(230.0f), 10.0);
    EXPECT_EQ(read_at(420.0f), 100.0);
}

TEST_F(PlotTest, the_wheel_zooms_at_the_mouse_and_a_double_click_undoes_it) {
    data_.kind = PlotKind::stacked_bars;
    show();
    const glm::vec2 spot(300.0f, 150.0f);
    frame({move(spot)});
    frame();
    const double before = events_.hovered_x.value_or(0.0);
    frame({platform::WheelEvent{{0.0f, 5.0f}, {spot.x, spot.y}, {}}});
    frames(2);
    EXPECT_TRUE(state_.is_zoomed);
    EXPECT_NEAR(state_.zoom_high - state_.zoom_low, 100.0 / std::pow(1.2, 5.0), 0.5);
    EXPECT_NEAR(events_.hovered_x.value_or(0.0), before, 1.0);
    frame({platform::WheelEvent{{0.0f, 90.0f}, {spot.x, spot.y}, {}}});
    frames(2);
    EXPECT_GE(state_.zoom_high - state_.zoom_low, 7.9) << "the zoom must stop at a few values";
    double_click(spot);
    EXPECT_FALSE(state_.is_zoomed);
}

TEST_F(PlotTest, a_click_on_the_legend_hides_or_shows_a_series) {
    show();
    click({20.0f, 12.0f});
    EXPECT_EQ(state_.hidden, 1u);
    click({20.0f, 12.0f});
    EXPECT_EQ(state_.hidden, 0u);
}

TEST_F(PlotTest, csv_holds_all_series_over_x) {
    series_[0].values = std::span(update_).first(2);
    series_[1].values = std::span(broad_).first(2);
    EXPECT_EQ(plot_csv(data_), "frame,update [ms],broad [ms]\n200,1,0.5\n201,1,0.5\n");
    EXPECT_EQ(x_text(data_, 201.0), "frame 201");
}

} // namespace
} // namespace boxwood::ui
