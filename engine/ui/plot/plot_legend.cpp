// The texts of a plot: the legend, the read-out at the mouse, and the CSV.
#include "engine/ui/controls/row.hpp"
#include "engine/ui/plot/plot_frame.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace boxwood::ui {

namespace {

draw::Color with_alpha(draw::Color color, float alpha) {
    return draw::with_alpha(color, static_cast<std::uint8_t>(static_cast<float>(color.a) * alpha));
}

std::string value_text(const Plot& data, float value, int decimals) {
    std::string text = format_fixed(static_cast<double>(value), decimals);
    if (!data.unit.empty()) text.append(" ").append(data.unit);
    return text;
}

std::size_t legend_index(const Plot& data) {
    const std::size_t count = value_count(data);
    if (count == 0) return 0;
    return has_cursor(data) ? index_near(data, data.cursor_x) : count - 1;
}

// Returns the height of the complete bar, or the largest magnitude of the lines, at one index. This value determines
// the number of decimals of all series.
double largest_at(const Plot& data, std::size_t index, std::uint32_t hidden = 0) {
    double largest = 0.0;
    for (std::size_t i = 0; i < data.series.size(); ++i) {
        if (i < 32 && (hidden >> i & 1u) != 0) continue;
        const Series& series = data.series[i];
        const float value = index < series.values.size() ? series.values[index] : 0.0f;
        if (!std::isfinite(value)) continue;
        largest = data.kind == PlotKind::stacked_bars
                      ? largest + static_cast<double>(value)
                      : std::max(largest, std::abs(static_cast<double>(value)));
    }
    return largest;
}

void readout_row(const LegendSample& sample, std::string_view name, const std::string& value, float width) {
    const Rect row{cursor(), cursor() + glm::vec2(width, px(grid::kTableRow))};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (sample.kind != Sample::none) draw_sample(list, row.min + px(5.0f, 10.0f), sample);
    draw_text(list, Font::small, centered_text_pos(row, Font::small, row.min.x + px(18.0f)), palette().text2,
              name);
    const float x = row.max.x - text_size(Font::small, value).x;
    draw_text(list, Font::small, centered_text_pos(row, Font::small, x), palette().text1, value);
    ImGui::Dummy(im(row.size()));
}

} // namespace

void show_value_tooltip(const PlotFrame& frame, std::size_t index) {
    float width = px(120.0f);
    for (const Series& series : frame.shown) {
        width = std::max(width, text_size(Font::small, series.name).x + px(120.0f));
    }
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
    ImGui::BeginTooltip();
    text(x_text(frame.data, x_of(frame.data, index)), {Font::small_bold, palette().text1});
    float total = 0.0f;
    Plot visible = frame.data; // without hidden series, which must not affect the decimals
    visible.series = frame.shown;
    const int decimals = decimals_for(largest_at(visible, index), 3);
    for (auto series = frame.shown.rbegin(); series != frame.shown.rend(); ++series) { // top first
        if (index >= series->values.size()) continue;
        readout_row({Sample::square, series->color}, series->name,
                    value_text(frame.data, series->values[index], decimals), width);
        total += series->values[index];
    }
    if (frame.data.kind == PlotKind::stacked_bars)
        readout_row({}, "total", value_text(frame.data, total, decimals), width);
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

std::string x_text(const Plot& data, double x) {
    const bool is_whole = std::abs(x - std::round(x)) < 1e-6;
    return std::string(data.x_name) + " " +
           (is_whole ? format_count(std::llround(x)) : format_significant(x, 4));
}

void plot_legend(const char* id, const Plot& data, PlotState& io_state) {
    ImGui::PushID(id);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::size_t at = legend_index(data);
    const int decimals = decimals_for(largest_at(data, at, io_state.hidden), 3);
    for (std::size_t i = 0; i < data.series.size() && i < 32; ++i) {
        const Series& series = data.series[i];
        const std::string value =
            at < series.values.size() ? format_fixed(static_cast<double>(series.values[at]), decimals) : "";
        const float name_width = std::ceil(text_size(Font::small, series.name).x);
        const float value_width = std::ceil(text_size(Font::small, value).x);
        if (i > 0) ImGui::SameLine(0.0f, px(16.0f));
        const glm::vec2 size(px(16.0f) + name_width + px(6.0f) + value_width, px(grid::kControl));
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::InvisibleButton("##series", im(size))) io_state.hidden ^= 1u << i;
        ImGui::PopID();
        const Rect rect = item_rect();
        const float alpha = is_hidden(io_state, i) ? 0.35f : 1.0f;
        tooltip(is_hidden(io_state, i) ? "Show" : "Hide");
        draw_sample(list, {rect.min.x + px(5.0f), rect.center().y},
                    {Sample::square, with_alpha(series.color, alpha)});
        draw_text(list, Font::small, centered_text_pos(rect, Font::small, rect.min.x + px(16.0f)),
                  palette().text2, series.name, alpha);
        draw_text(list, Font::small, centered_text_pos(rect, Font::small, rect.max.x - value_width),
                  palette().text3, value, alpha);
    }
    const float unit_width = std::ceil(text_size(Font::small, data.unit).x) + px(16.0f);
    const float left = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x - item_rect().max.x;
    if (!data.unit.empty() && unit_width <= left) { // otherwise only the axis shows the unit
        ImGui::SameLine(0.0f, px(16.0f));
        text(data.unit, {Font::small, palette().text3, grid::kControl});
    }
    ImGui::PopID();
}

void draw_values(const Plot& data, const PlotState& state, const Rect& rect) {
    const std::size_t at = legend_index(data);
    const int decimals = decimals_for(largest_at(data, at, state.hidden), 3);
    std::vector<std::pair<std::string, draw::Color>> values;
    float width = 0.0f;
    for (std::size_t i = 0; i < data.series.size(); ++i) {
        const Series& series = data.series[i];
        if (is_hidden(state, i) || at >= series.values.size()) continue;
        values.emplace_back(format_fixed(static_cast<double>(series.values[at]), decimals), series.color);
        width += std::ceil(text_size(Font::small, values.back().first).x) + px(grid::kGap);
    }
    float x = rect.max.x - width + px(grid::kGap);
    const float y = rect.min.y + px(x < rect.min.x ? 17.0f : 1.0f); // next to the title, or below it
    for (const auto& [value, color] : values) {
        draw_text(*ImGui::GetWindowDrawList(), Font::small, {x, y}, color, value);
        x += std::ceil(text_size(Font::small, value).x) + px(grid::kGap);
    }
}

namespace {

constexpr float kStrip = 26.0f, kSquareStrip = 10.0f; // of a sample, pixels at scale 1
constexpr float kNameGap = 12.0f;

float name_width(const Series& series, float strip = kStrip) {
    return px(strip + grid::kGap) + std::ceil(text_size(Font::small, series.name).x);
}

// Draws a sample in the color of the series, and the name of the series. A click shows or hides the series.
void clickable_name(std::size_t i, const Series& series, LegendSample sample, float strip,
                    std::uint32_t& io_hidden) {
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::InvisibleButton("##series", {name_width(series, strip), px(grid::kTextLine)}))
        io_hidden ^= 1u << i;
    ImGui::PopID();
    const bool is_off = (io_hidden >> i & 1u) != 0;
    const float alpha = is_off ? 0.35f : 1.0f;
    const Rect rect = item_rect();
    tooltip(is_off ? "Show" : "Hide");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    sample.color = with_alpha(series.color, alpha);
    draw_sample(list, {rect.min.x + px(0.5f * strip), rect.center().y}, sample);
    draw_text(list, Font::small, centered_text_pos(rect, Font::small, rect.min.x + px(strip + grid::kGap)),
              palette().text2, series.name, alpha);
}

} // namespace

float series_names_width(std::span<const Series> series) {
    float width = 0.0f;
    for (const Series& entry : series) width += name_width(entry) + px(16.0f);
    return width;
}

void series_names(const char* id, std::span<const Series> series, std::uint32_t& io_hidden) {
    ImGui::PushID(id);
    for (std::size_t i = 0; i < series.size() && i < 32; ++i) {
        if (i > 0) ImGui::SameLine(0.0f, px(16.0f));
        clickable_name(i, series[i], {series[i].dashed ? Sample::dashed : Sample::line, {}}, kStrip,
                       io_hidden);
    }
    ImGui::PopID();
}

void plot_key(const char* id, std::span<const Series> series, std::uint32_t& io_hidden) {
    ImGui::PushID(id);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    for (std::size_t i = 0; i < series.size() && i < 32; ++i) {
        const float next = item_rect().max.x + px(kNameGap) + name_width(series[i], kSquareStrip);
        if (i > 0 && next <= right) ImGui::SameLine(0.0f, px(kNameGap));
        clickable_name(i, series[i], {Sample::square, {}}, kSquareStrip, io_hidden);
    }
    ImGui::PopStyleVar();
    ImGui::PopID();
}

std::string plot_csv(const Plot& data) {
    std::vector<CsvColumn> columns{{std::string(data.x_name), {}}};
    for (std::size_t i = 0; i < value_count(data); ++i) columns.front().values.push_back(x_of(data, i));
    for (const Series& series : data.series) {
        std::string name(series.name);
        if (!data.unit.empty()) name.append(" [").append(data.unit).append("]");
        columns.push_back({std::move(name), {series.values.begin(), series.values.end()}});
    }
    return to_csv(columns);
}

} // namespace boxwood::ui
