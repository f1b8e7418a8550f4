#include "engine/ui/plot/sheet_view.hpp"

#include "engine/ui/geometry.hpp"
#include "engine/ui/text/text.hpp"

#include <algorithm>

namespace boxwood::ui {
namespace {

constexpr float kDash = 5.0f, kDashGap = 3.0f; // pixels at scale 1

struct View {
    ImDrawList& list;
    glm::vec2 origin{0.0f};
    float scale = 1.0f;

    ImVec2 at(glm::vec2 point) const { return im(origin + scale * point); }
    static ImU32 color(draw::Ink ink, float alpha = 1.0f) { return packed(palette().*ink, alpha); }
};

Font font_of(const draw::SheetText& text) {
    if (text.size >= 15.0f) return text.is_bold ? Font::title_bold : Font::title;
    if (text.size >= 13.0f) return text.is_bold ? Font::body_bold : Font::body;
    if (text.size >= 12.0f) return text.is_bold ? Font::small_bold : Font::small;
    return Font::caption;
}

void draw_dashes(const View& view, const draw::SheetLine& line) {
    float along = 0.0f; // position in the dash pattern, continued across corners
    for (std::size_t i = 1; i < line.points.size(); ++i) {
        const glm::vec2 from = line.points[i - 1], step = line.points[i] - from;
        const float length = std::sqrt(step.x * step.x + step.y * step.y);
        for (float at = 0.0f; at < length;) {
            const float phase = std::fmod(along + at, kDash + kDashGap);
            const bool is_dash = phase < kDash;
            const float end =
                std::min(length, at + std::max((is_dash ? kDash : kDash + kDashGap) - phase, 0.1f));
            if (is_dash)
                view.list.AddLine(view.at(from + step * (at / length)), view.at(from + step * (end / length)),
                                  View::color(line.ink), view.scale * line.width);
            at = end;
        }
        along += length;
    }
}

void draw_line(const View& view, const draw::SheetLine& line) {
    if (line.is_dashed) {
        draw_dashes(view, line);
        return;
    }
    for (std::size_t i = 1; i < line.points.size(); ++i)
        view.list.AddLine(view.at(line.points[i - 1]), view.at(line.points[i]), View::color(line.ink),
                          std::max(1.0f, view.scale * line.width));
}

void draw_band(const View& view, const draw::SheetBand& band) {
    const ImDrawListFlags flags = view.list.Flags;
    view.list.Flags &= ~ImDrawListFlags_AntiAliasedFill; // otherwise adjacent shapes show a seam
    for (std::size_t i = 1; i < band.upper.size(); ++i)
        view.list.AddQuadFilled(view.at(band.upper[i - 1]), view.at(band.upper[i]), view.at(band.lower[i]),
                                view.at(band.lower[i - 1]), View::color(band.ink, band.alpha));
    view.list.Flags = flags;
}

void draw_sheet_text(const View& view, const draw::SheetText& text) {
    const Font name = font_of(text);
    const float width = text_size(name, text.text).x;
    const float shift = text.anchor == draw::TextAnchor::start ? 0.0f
                        : text.anchor == draw::TextAnchor::end ? width
                                                               : 0.5f * width;
    const glm::vec2 baseline = vec(view.at(text.baseline));
    draw_text(view.list, name, glm::floor(baseline - glm::vec2(shift, ascent_of(name))), palette().*text.ink,
              text.text);
}

} // namespace

void sheet_view(const draw::Sheet& sheet) {
    const View view{*ImGui::GetWindowDrawList(), cursor(), theme().scale};
    for (const draw::SheetLine& line : sheet.grid) draw_line(view, line);
    for (const draw::SheetBand& band : sheet.bands) draw_band(view, band);
    for (const draw::SheetBar& bar : sheet.bars)
        if (bar.min.y < bar.max.y)
            view.list.AddRectFilled(view.at(bar.min), view.at(bar.max), View::color(bar.ink));
    for (const draw::SheetLine& line : sheet.lines) draw_line(view, line);
    for (const draw::SheetDot& dot : sheet.dots)
        view.list.AddCircleFilled(view.at(dot.center), view.scale * dot.radius, View::color(dot.ink));
    for (const draw::SheetText& text : sheet.texts) draw_sheet_text(view, text);
    ImGui::PushID(&sheet);
    for (std::size_t i = 0; i < sheet.zones.size(); ++i) {
        const draw::SheetZone& zone = sheet.zones[i];
        ImGui::SetCursorScreenPos(view.at(zone.min));
        ImGui::PushID(static_cast<int>(i));
        ImGui::Dummy(im(glm::max(view.scale * (zone.max - zone.min), glm::vec2(1.0f))));
        ImGui::PopID();
        tooltip(zone.text);
    }
    ImGui::PopID();
    ImGui::SetCursorScreenPos(im(view.origin));
    ImGui::Dummy(im(view.scale * sheet.size));
}

} // namespace boxwood::ui
