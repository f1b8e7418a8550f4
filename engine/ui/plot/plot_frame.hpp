// What: the layout of a plot and the mapping from data to pixels. For engine/ui only.
#pragma once

#include "engine/ui/geometry.hpp"
#include "engine/ui/plot/plot.hpp"

#include <cmath>
#include <vector>

namespace boxwood::ui {

struct PlotFrame {
    const Plot& data;
    std::vector<Series> shown; // the series that are not hidden
    Rect area;                 // of the data, inside the axes
    Axis x, y;
    Stack stack; // of `shown`, for stacked bars

    float pixel_x(double value) const {
        return area.min.x + static_cast<float>(x.to_unit(value)) * area.width();
    }
    float pixel_y(double value) const {
        return area.max.y - static_cast<float>(y.to_unit(value)) * area.height();
    }
    double x_at(float pixel) const {
        return x.from_unit(static_cast<double>((pixel - area.min.x) / area.width()));
    }
};

namespace plot_size {                    // pixels at scale 1
inline constexpr float kXLabels = 24.0f; // height of the labels below the axis
inline constexpr float kMarkLane = 12.0f;
} // namespace plot_size

// Computes everything except the left margin, which draw_y_axis() derives from its labels.
PlotFrame make_frame(const Plot& data, const PlotState& state, const Rect& rect);
Axis x_axis(const Plot& data, const PlotState& state);
int max_y_ticks(const PlotFrame& frame);
bool is_hidden(const PlotState& state, std::size_t series);

inline bool has_cursor(const Plot& data) {
    return std::isfinite(data.cursor_x);
}
std::size_t value_count(const Plot& data);
double x_of(const Plot& data, std::size_t index);
// Returns the index of the value nearest to x. Requires value_count() > 0.
std::size_t index_near(const Plot& data, double x);

// 0.32 after the cursor, else 1.
float alpha_at(const Plot& data, double x);

// Draws the tick labels, right-aligned in a column, and the gridlines. The area of the data begins after the column.
void draw_y_axis(ImDrawList& list, PlotFrame& io_frame);
void draw_below(ImDrawList& list, const PlotFrame& frame); // under the data: the x axis
void draw_bars(ImDrawList& list, const PlotFrame& frame);
void draw_lines(ImDrawList& list, const PlotFrame& frame);
void draw_above(ImDrawList& list, const PlotFrame& frame); // over the data: reference, marks, flags, cursor
// Draws the values at the cursor, or the last values, in the colors of their series. They are right-aligned in the
// rectangle: in its first line or, if they are wider than the rectangle, below this line.
void draw_values(const Plot& data, const PlotState& state, const Rect& rect);
// Shows a tooltip with all values at one index.
void show_value_tooltip(const PlotFrame& frame, std::size_t index);

} // namespace boxwood::ui
