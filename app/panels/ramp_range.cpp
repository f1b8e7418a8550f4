#include "app/panels/ramp_range.hpp"

#include "engine/ui/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

using ui::px;

constexpr float kBars = 36.0f, kRamp = 8.0f, kWords = 16.0f, kHandle = 9.0f; // pixels at scale 1
constexpr float kNearest = 0.02f;                                            // the handles to each other

// A handle under the ramp, with its number below.
void draw_handle(ImDrawList& list, float x, float top, const draw::Palette& palette) {
    list.AddTriangleFilled({x, top}, {x - 0.5f * px(kHandle), top + px(kHandle)},
                           {x + 0.5f * px(kHandle), top + px(kHandle)}, ui::packed(palette.text1));
    list.AddLine({x, top - px(kRamp + kBars)}, {x, top}, ui::packed(palette.text1), px(1.0f));
}

} // namespace

bool ramp_range(const char* id, const RampRange& ramp, float& io_low, float& io_high) {
    const float width = std::floor(ImGui::GetContentRegionAvail().x);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton(id, {width, px(kBars + kRamp + kHandle + kWords)});
    bool is_changed = false;
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        io_low = 0.0f;
        io_high = 1.0f;
        is_changed = true;
    } else if (ImGui::IsItemActive()) { // the nearer one follows the mouse
        const float share = std::clamp((ImGui::GetIO().MousePos.x - at.x) / width, 0.0f, 1.0f);
        const float before_low = io_low, before_high = io_high;
        const bool is_low = std::fabs(share - io_low) < std::fabs(share - io_high);
        if (is_low)
            io_low = std::min(share, io_high - kNearest);
        else
            io_high = std::max(share, io_low + kNearest);
        is_changed = io_low != before_low || io_high != before_high;
    }
    ui::tooltip(ramp.tooltip);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float base = at.y + px(kBars);
    std::uint32_t most = 1;
    for (const std::uint32_t count : ramp.bins) most = std::max(most, count);
    const float bar = width / static_cast<float>(ramp.bins.size());
    const auto color_at = [&](float share) {
        return draw::ramp(ramp.palette, (share - io_low) / std::max(io_high - io_low, 1e-6f));
    };
    for (std::size_t i = 0; i < ramp.bins.size(); ++i) {
        const float left = at.x + bar * static_cast<float>(i),
                    share = (static_cast<float>(i) + 0.5f) * bar / width;
        // Logarithmic: most triangles cost nothing.
        const float height = ramp.bins[i] == 0 ? 0.0f
                                               : px(2.0f) + px(kBars - 4.0f) *
                                                                std::log1p(static_cast<float>(ramp.bins[i])) /
                                                                std::log1p(static_cast<float>(most));
        list.AddRectFilled({left, base - height}, {left + std::max(bar - 1.0f, 1.0f), base},
                           ui::packed(ramp.palette.text3, 0.6f));
        list.AddRectFilled({left, base}, {left + bar, base + px(kRamp)}, ui::packed(color_at(share)));
    }
    const float handles = base + px(kRamp);
    draw_handle(list, at.x + io_low * width, handles, ramp.palette);
    draw_handle(list, at.x + io_high * width, handles, ramp.palette);
    const std::string low = ramp.text_at(io_low), high = ramp.text_at(io_high) + " " + std::string(ramp.unit);
    const float words = handles + px(kHandle), low_width = ui::text_size(ui::Font::caption, low).x,
                high_width = ui::text_size(ui::Font::caption, high).x;
    const float low_x = std::clamp(at.x + io_low * width - 0.5f * low_width, at.x, at.x + width - low_width);
    float high_x = std::clamp(at.x + io_high * width - 0.5f * high_width, at.x, at.x + width - high_width);
    high_x = std::max(high_x, low_x + low_width + px(6.0f));
    ui::draw_text(list, ui::Font::caption, {low_x, words}, ramp.palette.text2, low);
    ui::draw_text(list, ui::Font::caption, {high_x, words}, ramp.palette.text2, high);
    return is_changed;
}

} // namespace boxwood
