// What: draws one chart on a sheet: axes with ticks at round values, curves with bands, stacked bars with whiskers.
// Frame: data values: x is the swept parameter, and y is upwards. A linear y axis starts at 0; each axis can be
//                   logarithmic. Units: the units of the axes.
// Degenerate input: a point of a curve is not drawn if its y is not finite. A band or a whisker is not drawn where its
//                   bounds are not finite. The parts of bars must be finite. If the range of an axis is empty, values
//                   are drawn at its center.
#pragma once

#include "engine/draw/sheet.hpp"
#include "engine/draw/ticks.hpp"

#include <span>
#include <string>
#include <vector>

namespace boxwood {

struct ChartArea {
    glm::vec2 min{0.0f}, max{0.0f}; // on the sheet, including axis labels
    double x_low = 0.0, x_high = 1.0;
    double y_high = 1.0;
    std::string title{}, x_label{}, y_label{};
    double y_low = 0.0; // lower end of a logarithmic y axis; a linear one begins at 0
    bool is_log_x = false, is_log_y = false;
    float legend_width = 0.0f; // of a legend at the right; 0: the legend is a row above the plot
};

class Chart {
  public:
    Chart(draw::Sheet& io_sheet, const ChartArea& area); // draws the axes

    struct Point {
        double x = 0.0, y = 0.0, low = 0.0, high = 0.0; // the band is from low to high
        std::string words;                              // tooltip
    };
    struct Style {
        draw::Ink ink = &draw::Palette::left_series;
        float width = 2.5f;
        bool is_dashed = false;
        std::string name; // in the legend; if empty, the curve is not in the legend
    };
    void add_curve(std::span<const Point> points, const Style& style);

    struct Part {
        draw::Ink ink;
        std::string name;
    };
    // A bar of stacked parts, with the band of the point as a whisker.
    struct Bar {
        Point point;
        std::vector<double> parts; // values from the bottom up
    };
    void add_bars(std::span<const Bar> bars, std::span<const Part> parts, double spacing);

  private:
    float pixel_x(double x) const;
    float pixel_y(double y) const;
    void draw_axes(const ChartArea& area);
    void draw_y_tick(double y, const std::string& text);
    void add_legend(const Style& style, bool is_line);

    draw::Sheet& sheet_;
    ChartArea area_;
    glm::vec2 min_{0.0f}, max_{0.0f}; // of the plot area inside the axes
    float legend_x_ = 0.0f, legend_y_ = 0.0f, legend_gap_ = 0.0f;
};

} // namespace boxwood
