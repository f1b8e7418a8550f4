// What: a plot of lines, or of stacked bars for times per phase, with axes, cursor and read-out.
// Frame: the plot fills `size` real pixels at Dear ImGui's cursor.
// Invariants: gridlines are horizontal only. Bars and marks after the cursor are dimmed to 32 %. Downsampling preserves
//     spikes. Bars beyond the axis are clipped and marked.
// Cost: linear in the number of displayed values; the number of drawn shapes is limited by the number of pixels.
#pragma once

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/plot/plot_layout.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace boxwood::ui {

// The shape of the marks above a plot: a tick, or a diamond for an event.
enum class MarkShape : std::uint8_t { tick, diamond };

enum class PlotKind : std::uint8_t { lines, stacked_bars };

struct Series {
    std::string_view name;
    draw::Color color{};
    std::span<const float> values; // a NaN is a gap
    bool dashed = false;           // dashes distinguish lines in addition to their color
};

// An event at one x with a description.
struct PlotFlag {
    double x = 0.0;
    std::string_view text;
};

// A position that is not set.
inline constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();

struct Plot {
    std::string_view title{}; // the question that the plot answers; empty if a tab already shows it
    std::string_view x_name = "frame";
    std::string_view unit{}; // of y
    PlotKind kind = PlotKind::lines;
    std::span<const Series> series;
    double x_first = 0.0;        // x of the first value; values are spaced by 1 unless `xs` is set
    std::span<const float> xs{}; // ascending, for lines
    bool log_x = false;
    bool log_y = false;          // initial value; the user can change it
    double reference = kNowhere; // y of a dashed line, such as the 95th percentile
    std::string_view reference_name{};
    double cursor_x = kNowhere;     // the displayed frame
    std::span<const float> marks{}; // x of the marks above the plot, for example of frames with contacts
    draw::Color mark_color{};
    MarkShape mark_shape = MarkShape::tick;
    std::span<const float> bottom_marks{}; // x of triangles at the bottom of the plot
    draw::Color bottom_mark_color{};
    std::span<const PlotFlag> flags{};
    // True: the caller shows the names of the series with series_names(), and the plot shows only their values, next to
    // the title.
    bool caller_shows_names = false;
    // For panels: only the ends of the x axis have labels, and the cursor is a dot instead of a line.
    bool is_small = false;
};

// The user's changes to a plot; the caller stores them.
struct PlotState {
    std::uint32_t hidden = 0; // one bit per series
    bool is_zoomed = false;
    double zoom_low = 0.0, zoom_high = 0.0;
    std::optional<bool> log_y{};
};

struct PlotEvents {
    std::optional<double> hovered_x{}; // x of the value under the mouse
    std::optional<double> picked_x{};  // x of a click or drag; the caller moves the shared cursor to it
};
PlotEvents plot(const char* id, const Plot& data, glm::vec2 size, PlotState& io_state);

// Draws the legend on one line: color, name and value of each series. The value is taken at the cursor; without a
// cursor, it is the last value. A click shows or hides the series.
void plot_legend(const char* id, const Plot& data, PlotState& io_state);

// Draws the names of series that several plots share, on one line, each name with its sample. A click shows or hides
// the series.
void series_names(const char* id, std::span<const Series> series, std::uint32_t& io_hidden);
float series_names_width(std::span<const Series> series); // real pixels

// Draws the names of a plot's series on several lines, for panels that are too narrow for the legend. A click shows or
// hides the series.
void plot_key(const char* id, std::span<const Series> series, std::uint32_t& io_hidden);

// Returns all series, including hidden ones, as columns after x.
std::string plot_csv(const Plot& data);

// Returns the title of a tooltip of a plot: "frame 431".
std::string x_text(const Plot& data, double x);

} // namespace boxwood::ui
