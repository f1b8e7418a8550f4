// What: the only plot type of the program: lines, or stacked bars for times per phase, with axes, cursor and read-out.
// Frame: fills `size` real pixels at Dear ImGui's cursor.
// Invariants: horizontal gridlines only; values after the cursor are dimmed to 32 %; downsampling preserves spikes;
//     values beyond the axis are clipped and marked, never hidden.
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

// The shape of marks above a plot: a tick, or an event.
enum class MarkShape : std::uint8_t { tick, diamond };

enum class PlotKind : std::uint8_t { lines, stacked_bars };

struct Series {
    std::string_view name;
    draw::Color color{};
    std::span<const float> values; // a NaN is a gap
    bool dashed = false;           // second cue in addition to the colour, for lines
};

// An event at one x, described in words.
struct PlotFlag {
    double x = 0.0;
    std::string_view text;
};

inline constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();

struct Plot {
    std::string_view title{}; // the question that it answers; empty if a tab already shows it
    std::string_view x_name = "frame";
    std::string_view unit{}; // of y
    PlotKind kind = PlotKind::lines;
    std::span<const Series> series;
    double x_first = 0.0;        // x of the first value; values are spaced by 1 unless `xs` is set
    std::span<const float> xs{}; // ascending, for lines
    bool log_x = false;
    bool log_y = false;          // initially; the user may change it
    double reference = kNowhere; // a dashed line, such as the p95
    std::string_view reference_name{};
    double cursor_x = kNowhere;     // the displayed frame
    std::span<const float> marks{}; // short ticks above the plot: frames with contacts
    draw::Color mark_color{};
    MarkShape mark_shape = MarkShape::tick;
    std::span<const float> lesser_marks{}; // triangles at the plot's foot
    draw::Color lesser_mark_color{};
    std::span<const PlotFlag> flags{};
    // Shows only the values next to the title; series_names() shows the names.
    bool has_names_elsewhere = false;
    // In a panel: labels only the ends of x, and shows a dot at the cursor instead of a line.
    bool is_small = false;
};

// The user's changes to a plot; stored by its owner.
struct PlotState {
    std::uint32_t hidden = 0; // one bit per series
    bool is_zoomed = false;
    double zoom_low = 0.0, zoom_high = 0.0;
    std::optional<bool> log_y{};
};

struct PlotEvents {
    std::optional<double> hovered_x{}; // x of the value under the mouse
    std::optional<double> picked_x{};  // clicked or dragged to: move the shared cursor here
};
PlotEvents plot(const char* id, const Plot& data, glm::vec2 size, PlotState& io_state);

// The series with their colour and their value at the cursor (the last one without a cursor); click shows or hides. On
// one line, for a tab row or above the plot.
void plot_legend(const char* id, const Plot& data, PlotState& io_state);

// The names of series that several plots share, each with its sample; click shows or hides. On one line.
void series_names(const char* id, std::span<const Series> series, std::uint32_t& io_hidden);
float series_names_width(std::span<const Series> series); // real pixels

// The names of a plot's series, for panels too narrow for its legend, on as many lines as necessary; click shows or
// hides.
void plot_key(const char* id, std::span<const Series> series, std::uint32_t& io_hidden);

// All series over x, including hidden ones.
std::string plot_csv(const Plot& data);

// The title of a tooltip of a plot: "frame 431".
std::string x_text(const Plot& data, double x);

} // namespace boxwood::ui
