// What: the one plot of the program: lines, or stacked bars for times per phase, with axes, cursor and
//       read-out.
// Frame: fills `size` real pixels at Dear ImGui's cursor.
// Invariants: horizontal gridlines only; what lies after the cursor is dimmed to 32 %; spikes survive
//       thinning out; what does not fit the axis is cut off and marked, never hidden.
// Cost: linear in the values shown; drawing is bounded by the pixels.
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

// Of marks above a plot: a tick, or an event.
enum class MarkShape : std::uint8_t { tick, diamond };

enum class PlotKind : std::uint8_t { lines, stacked_bars };

struct Series {
    std::string_view name;
    draw::Color color{};
    std::span<const float> values; // a NaN is a gap
    bool dashed = false;           // second cue beside the colour, for lines
};

// Something that happened at one x, told in words.
struct PlotFlag {
    double x = 0.0;
    std::string_view text;
};

inline constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();

struct Plot {
    std::string_view title{}; // the question it answers; empty where a tab already says so
    std::string_view x_name = "frame";
    std::string_view unit{}; // of y
    PlotKind kind = PlotKind::lines;
    std::span<const Series> series;
    double x_first = 0.0;        // x of the first value; values are 1 apart unless `xs` tells
    std::span<const float> xs{}; // ascending, for lines
    bool log_x = false;
    bool log_y = false;          // at the start; a person may change it
    double reference = kNowhere; // a dashed line, such as the p95
    std::string_view reference_name{};
    double cursor_x = kNowhere;     // the frame on screen
    std::span<const float> marks{}; // short ticks above the plot: frames with contacts
    draw::Color mark_color{};
    MarkShape mark_shape = MarkShape::tick;
    std::span<const float> lesser_marks{}; // triangles at the plot's foot
    draw::Color lesser_mark_color{};
    std::span<const PlotFlag> flags{};
    bool has_names_elsewhere = false; // beside the title only the values: series_names() tells whose they are
    bool is_small = false; // in a panel: the ends of x in words, a dot at the cursor instead of a line
};

// What a person did with a plot; kept by whoever shows it.
struct PlotState {
    std::uint32_t hidden = 0; // a bit per series
    bool is_zoomed = false;
    double zoom_low = 0.0, zoom_high = 0.0;
    std::optional<bool> log_y{};
};

struct PlotEvents {
    std::optional<double> hovered_x{}; // of the value under the mouse
    std::optional<double> picked_x{};  // clicked or dragged over: move the shared cursor here
};
PlotEvents plot(const char* id, const Plot& data, glm::vec2 size, PlotState& io_state);

// The series with their colour and their value at the cursor (the last one without a cursor); click shows
// or hides. Stands on one line, for a tab row or over the plot.
void plot_legend(const char* id, const Plot& data, PlotState& io_state);

// The names of series that several plots share, each with its sample; click shows or hides. On one line.
void series_names(const char* id, std::span<const Series> series, std::uint32_t& io_hidden);
float series_names_width(std::span<const Series> series); // real pixels

// The names of a plot's series, for panels too narrow for its legend, on as many lines as it takes; click shows
// or hides.
void plot_key(const char* id, std::span<const Series> series, std::uint32_t& io_hidden);

// All series, hidden ones too, over x.
std::string plot_csv(const Plot& data);

// The title of a tooltip of a plot: "frame 431".
std::string x_text(const Plot& data, double x);

} // namespace boxwood::ui
