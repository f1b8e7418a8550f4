#include "app/labs/inspector/drawing/surface_heat.hpp"

#include "app/panels/ramp_range.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/plot/plot_layout.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>

namespace boxwood {
namespace {

constexpr int kCostTicks = 10; // largest number of ticks below the ramp

} // namespace

void SurfaceHeat::copy_settings_from(const SurfaceHeat& other) {
    kind = other.kind;
    adds_costs = other.adds_costs;
    low = other.low;
    high = other.high;
}

const std::vector<double>& SurfaceHeat::costs_of(std::size_t side) const {
    return kind == Kind::triangle_tests ? costs_.of(side).triangle_tests : costs_.of(side).volume_tests;
}

void SurfaceHeat::update(const QueryRecording& recording, const draw::Palette& palette) {
    const Key key{recording.revision(), kind, &palette, low, high, adds_costs};
    if (colors_key_ == key) return;
    const bool is_new_sum = colors_key_.adds_costs != adds_costs; // a new sum begins with the last query
    colors_key_ = key;
    ++colors_revision_;
    if (is_new_sum) costs_.clear();
    if (is_new_sum || added_revision_ != recording.revision()) {
        added_revision_ = recording.revision();
        if (!adds_costs) costs_.clear();
        costs_.add(recording.replay(), recording.tables());
    }
    max_cost_ = 1.0;
    for (const std::size_t side : {0u, 1u})
        for (const double cost : costs_of(side)) max_cost_ = std::max(max_cost_, cost);
    histogram_.fill(0);
    const float width = std::max(high - low, 1e-6f);
    for (const std::size_t side : {0u, 1u}) {
        add_to_histogram(costs_of(side), max_cost_, histogram_);
        colors_[side].clear();
        for (const double cost : costs_of(side))
            colors_[side].push_back(
                draw::ramp(palette, (static_cast<float>(ramp_position(cost, max_cost_)) - low) / width));
    }
}

std::string SurfaceHeat::text_at(float share) const {
    return share <= 0.0f ? std::string("0")
                         : ui::format_significant(cost_at(static_cast<double>(share), max_cost_), 3);
}

void SurfaceHeat::parameters(bool has_costs, const draw::Palette& palette) {
    ui::check_row({.label = "Add up queries",
                   .tooltip = "Adds up the costs of all queries from now on, such as those of an "
                              "animation, instead of showing only "
                              "the last query"},
                  adds_costs);
    if (!has_costs) return;
    std::vector<RampTick> ticks;
    for (const ui::Tick& tick : ui::nice_ticks({1.0, std::max(max_cost_, 2.0), true}, kCostTicks))
        if (tick.value <= max_cost_)
            ticks.push_back({static_cast<float>(ramp_position(tick.value, max_cost_)), tick.label});
    ramp_range("cost range",
               {.title = "Histogram of cost per triangle",
                .bins = histogram_,
                .text_at = [this](float share) { return text_at(share); },
                .ticks = ticks,
                .unit = "tests",
                .tooltip = "Histogram of cost over the triangles of both meshes. The handles set where the "
                           "colors begin and "
                           "end; a double click resets them.",
                .palette = palette},
               low, high);
    ui::text("total on each mesh: " + ui::format_count(static_cast<std::int64_t>(sum())) + " tests, " +
                 ui::format_count(static_cast<std::int64_t>(query_count())) +
                 (query_count() == 1 ? " query" : " queries"),
             {ui::Font::small, palette.text3});
}

void SurfaceHeat::add_legend(std::vector<LegendEntry>& io_rows, const draw::Palette& palette) const {
    if (!is_on()) return;
    io_rows.push_back({{ui::Sample::square, draw::ramp(palette, 0.0f)},
                       (low > 0.0f ? "up to " : "") + text_at(low) + " tests per triangle"});
    io_rows.push_back({{ui::Sample::square, draw::ramp(palette, 1.0f)},
                       text_at(high) + (high < 1.0f ? " tests and more" : " tests")});
}

} // namespace boxwood
