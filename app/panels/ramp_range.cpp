#include "app/panels/ramp_range.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/plot/plot_layout.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

using ui::px;

constexpr float kFit = 40.0f; // width of the Fit button
constexpr float kTitle = 24.0f, kBars = 48.0f, kRamp = 8.0f, kWords = 16.0f,
                kHandle = 9.0f; // pixels at scale 1
constexpr float kRampGap = 6.0f, kTick = 4.0f; // gap between labels; height of a tick
constexpr float kLabelPitch = 14.0f;           // minimum distance of labeled counts
constexpr float kMinRange = 0.02f; // minimum distance between the handles
constexpr float kMinBar = 2.0f;

// Layout, in window pixels.
struct Frame {
    const RampRange& ramp;
    ImDrawList& list;
    float left, width; // left edge and width of the bars and of the ramp
    float base;        // bottom of the bars and top of the ramp
    double largest_bin; // count in the fullest bin

    float x(float share) const { return left + share * width; }
    // Height of a bar, logarithmic in its count; a count of 1 is visibly higher than 0.
    float height(double count) const {
        return px(kMinBar) +
               px(kBars - kMinBar) * static_cast<float>(std::log1p(count) / std::log1p(largest_bin));
    }
    float handle_top() const { return base + px(kRamp); }
    float text_top() const { return handle_top() + px(kHandle); }
};

double largest_of(std::span<const std::uint32_t> bins) {
    std::uint32_t largest_bin = 1;
    for (const std::uint32_t count : bins) largest_bin = std::max(largest_bin, count);
    return largest_bin;
}

// Returns labels at powers of ten up to the largest count, as many as fit.
std::vector<ui::Tick> count_ticks(double largest_bin) {
    if (largest_bin < 10.0) return {{1.0, "1"}};
    return ui::nice_ticks({1.0, largest_bin, true}, static_cast<int>(kBars / kLabelPitch));
}

void draw_counts(const Frame& frame, std::span<const ui::Tick> ticks) {
    for (const ui::Tick& tick : ticks) {
        const float y = std::round(frame.base - frame.height(tick.value));
        const glm::vec2 size = ui::text_size(ui::Font::caption, tick.label);
        frame.list.AddRectFilled({frame.left, y}, {frame.left + frame.width, y + px(1.0f)},
                                 ui::packed(frame.ramp.palette.line));
        ui::draw_text(frame.list, ui::Font::caption, {frame.left - px(kRampGap) - size.x, y - 0.5f * size.y},
                      frame.ramp.palette.text3, tick.label);
    }
}

void draw_bars(const Frame& frame, float low, float high) {
    const RampRange& ramp = frame.ramp;
    const float bar = frame.width / static_cast<float>(ramp.bins.size());
    for (std::size_t i = 0; i < ramp.bins.size(); ++i) {
        const float left = frame.left + bar * static_cast<float>(i);
        const float share = (static_cast<float>(i) + 0.5f) * bar / frame.width;
        if (ramp.bins[i] > 0)
            frame.list.AddRectFilled({left, frame.base - frame.height(ramp.bins[i])},
                                     {left + std::max(bar - 1.0f, 1.0f), frame.base},
                                     ui::packed(ramp.palette.text3, 0.6f));
        frame.list.AddRectFilled(
            {left, frame.base}, {left + bar, frame.handle_top()},
            ui::packed(draw::ramp(ramp.palette, (share - low) / std::max(high - low, 1e-6f))));
    }
}

// Draws a handle under the ramp, and a line through the bars above the handle.
void draw_handle(const Frame& frame, float share) {
    const float x = frame.x(share), top = frame.handle_top();
    const ImU32 color = ui::packed(frame.ramp.palette.text1);
    frame.list.AddTriangleFilled({x, top}, {x - 0.5f * px(kHandle), top + px(kHandle)},
                                 {x + 0.5f * px(kHandle), top + px(kHandle)}, color);
    frame.list.AddLine({x, frame.base - px(kBars)}, {x, top}, color, px(1.0f));
}

// Draws the values at the handles, and the scale labels that do not overlap these values.
void draw_words(const Frame& frame, float low, float high) {
    const RampRange& ramp = frame.ramp;
    const auto width_of = [](std::string_view text) { return ui::text_size(ui::Font::caption, text).x; };
    const auto place = [&](float share, float width) {
        return std::clamp(frame.x(share) - 0.5f * width, frame.left, frame.left + frame.width - width);
    };
    const auto write = [&](float x, draw::Color color, std::string_view text) {
        ui::draw_text(frame.list, ui::Font::caption, {x, frame.text_top()}, color, text);
    };
    const std::string low_text = ramp.text_at(low);
    const std::string high_text =
        ramp.text_at(high) + (ramp.unit.empty() ? "" : " ") + std::string(ramp.unit);
    const float low_x = place(low, width_of(low_text)), low_end = low_x + width_of(low_text) + px(kRampGap);
    const float high_x = std::max(place(high, width_of(high_text)), low_end);
    const float high_end = high_x + width_of(high_text) + px(kRampGap);
    write(low_x, ramp.palette.text2, low_text);
    write(high_x, ramp.palette.text2, high_text);
    float free_from = frame.left;
    for (const RampTick& tick : ramp.ticks) {
        const float width = width_of(tick.text), x = place(tick.share, width), end = x + width + px(kRampGap);
        frame.list.AddRectFilled({frame.x(tick.share), frame.handle_top()},
                                 {frame.x(tick.share) + px(1.0f), frame.handle_top() + px(kTick)},
                                 ui::packed(ramp.palette.line2));
        const bool is_under_low = x < low_end && low_x < end, is_under_high = x < high_end && high_x < end;
        if (x < free_from || is_under_low || is_under_high) continue;
        write(x, ramp.palette.text3, tick.text);
        free_from = end;
    }
}

bool drag_handles(float share, float& io_low, float& io_high) {
    const float before_low = io_low, before_high = io_high;
    if (std::fabs(share - io_low) < std::fabs(share - io_high)) // the nearer handle follows the mouse
        io_low = std::min(share, io_high - kMinRange);
    else
        io_high = std::max(share, io_low + kMinRange);
    return io_low != before_low || io_high != before_high;
}

} // namespace

RampPart fit_ramp(std::span<const std::uint32_t> bins) {
    const auto has_data = [](std::uint32_t count) { return count > 0; };
    const auto first = std::ranges::find_if(bins, has_data);
    if (first == bins.end()) return {};
    const auto count = static_cast<float>(bins.size());
    const auto last = std::find_if(bins.rbegin(), bins.rend(), has_data);
    RampPart part{static_cast<float>(first - bins.begin()) / count,
                  1.0f - static_cast<float>(last - bins.rbegin()) / count};
    if (part.high - part.low < kMinRange) part.high = std::min(1.0f, part.low + kMinRange);
    if (part.high - part.low < kMinRange) part.low = part.high - kMinRange;
    return part;
}

bool ramp_range(const char* id, const RampRange& ramp, float& io_low, float& io_high) {
    const float width = std::floor(ImGui::GetContentRegionAvail().x),
                title = ramp.title.empty() ? 0.0f : kTitle;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    bool is_fitted = false;
    if (!ramp.title.empty()) {
        ImGui::SetCursorScreenPos({at.x + width - px(kFit), at.y - px(4.0f)});
        ImGui::PushID(id);
        is_fitted = ui::button("Fit", {.tooltip = "Fits the colors to the data", .width = kFit});
        ImGui::PopID();
    }
    ImGui::SetCursorScreenPos({at.x, at.y + px(title)});
    ImGui::InvisibleButton(id, {width, px(kBars + kRamp + kHandle + kWords)});
    const double largest_bin = largest_of(ramp.bins);
    const std::vector<ui::Tick> counts = count_ticks(largest_bin);
    float margin = 0.0f;
    for (const ui::Tick& tick : counts)
        margin = std::max(margin, std::ceil(ui::text_size(ui::Font::caption, tick.label).x) + px(kRampGap));
    const Frame frame{ramp,           *ImGui::GetWindowDrawList(), at.x + margin,
                      width - margin, at.y + px(title + kBars),    largest_bin};
    bool is_changed = is_fitted;
    if (is_fitted) {
        const RampPart part = fit_ramp(ramp.bins);
        io_low = part.low;
        io_high = part.high;
    } else if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        io_low = 0.0f;
        io_high = 1.0f;
        is_changed = true;
    } else if (ImGui::IsItemActive()) {
        const float share = (ImGui::GetIO().MousePos.x - frame.left) / frame.width;
        is_changed = drag_handles(std::clamp(share, 0.0f, 1.0f), io_low, io_high);
    }
    ui::tooltip(ramp.tooltip);
    ui::draw_text(frame.list, ui::Font::small, {at.x, at.y}, ramp.palette.text2, ramp.title);
    draw_counts(frame, counts);
    draw_bars(frame, io_low, io_high);
    draw_handle(frame, io_low);
    draw_handle(frame, io_high);
    draw_words(frame, io_low, io_high);
    return is_changed;
}

} // namespace boxwood
