#include "app/labs/inspector/traversal_timeline.hpp"

#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <string>

namespace boxwood {
namespace {

using ui::px;

constexpr float kAxis = 20.0f; // width of the depth axis; the names of the trees have the same width
constexpr float kMarks = 6.0f, kCursor = 2.0f, kHead = 5.0f; // pixels at scale 1
constexpr float kMaxMarks = 0.2f; // largest height of the row of marks, relative to the total height
constexpr float kPassedAlpha = 0.85f, kLaterAlpha = 0.32f;

} // namespace

void TraversalTimeline::bin_visits(const TimelineInput& input, std::size_t width) {
    if (revision_ == input.revision && columns_.size() == width) return;
    revision_ = input.revision;
    columns_.assign(width, {});
    deepest_ = 1;
    for (std::size_t i = 0; i < input.visits.size(); ++i) {
        Column& column = columns_[i * width / input.visits.size()];
        const Visit& visit = input.visits[i];
        if (visit.kind == VisitKind::primitive_pair) {
            column.has_contact |= visit.verdict;
            continue;
        }
        column.overlaps |= visit.verdict;
        column.depth = std::max(column.depth, visit.depth + 1);
        deepest_ = std::max(deepest_, visit.depth + 1);
    }
}

std::optional<std::size_t> TraversalTimeline::draw(const TimelineInput& input) {
    ImVec2 at = ImGui::GetCursorScreenPos();
    at.x += px(kAxis);
    const float width = std::floor(ImGui::GetContentRegionAvail().x - px(kAxis));
    const float marks = std::min(px(kMarks), std::floor(kMaxMarks * input.height));
    const float height = input.height - marks - px(2.0f);
    if (width < px(40.0f) || height < px(8.0f) || input.visits.empty()) return std::nullopt;
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton("traversal timeline", {width, input.height});
    const bool is_dragged = ImGui::IsItemActive(), is_hovered = ImGui::IsItemHovered();
    bin_visits(input, static_cast<std::size_t>(width));

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float base = at.y + height, count = static_cast<float>(input.visits.size());
    const float cursor = input.current ? (static_cast<float>(*input.current) + 0.5f) / count * width : width;
    list.AddRectFilled(at, {at.x + width, base}, ui::packed(input.palette.view));
    const auto label = [&](std::uint32_t depth, float y) {
        const std::string text = std::to_string(depth);
        ui::draw_text(list, ui::Font::caption,
                      {at.x - px(4.0f) - ui::text_size(ui::Font::caption, text).x, y}, input.palette.text3,
                      text);
    };
    const float line = ui::text_size(ui::Font::caption, "0").y;
    if (height >= 2.0f * line) label(deepest_ - 1, at.y);
    label(0, base - line);
    const auto is_passed = [&](std::size_t column) { return static_cast<float>(column) <= cursor; };
    for (std::size_t first = 0, end = 0; first < columns_.size(); first = end) {
        while (end < columns_.size() && columns_[end] == columns_[first] &&
               is_passed(end) == is_passed(first))
            ++end; // merges adjacent bars that look the same
        const Column& column = columns_[first];
        const float left = at.x + static_cast<float>(first), right = at.x + static_cast<float>(end);
        const float alpha = is_passed(first) ? kPassedAlpha : kLaterAlpha;
        const float top = base - height * static_cast<float>(column.depth) / static_cast<float>(deepest_);
        const draw::Color color = column.overlaps ? input.palette.overlapping : input.palette.pruned;
        list.AddRectFilled({left, top}, {right, base}, ui::packed(color, alpha));
        if (column.has_contact)
            list.AddRectFilled(
                {left, base + px(2.0f)}, {right, base + px(2.0f) + marks},
                ui::packed(input.is_distance_query ? input.palette.closest : input.palette.contact, alpha));
    }
    if (input.current) {
        const float x = at.x + cursor;
        list.AddRectFilled({x - px(kCursor) * 0.5f, at.y}, {x + px(kCursor) * 0.5f, base + marks},
                           ui::packed(input.palette.current));
        list.AddTriangleFilled({x - px(kHead), at.y}, {x + px(kHead), at.y}, {x, at.y + px(kHead)},
                               ui::packed(input.palette.current));
    }
    const float mouse = std::clamp((ImGui::GetIO().MousePos.x - at.x) / width, 0.0f, 1.0f);
    const auto visit = std::min(static_cast<std::size_t>(mouse * count), input.visits.size() - 1);
    if (is_hovered && !is_dragged)
        ui::tooltip("visit " + ui::format_count(static_cast<std::int64_t>(visit + input.first_number)) +
                    ", depth " + std::to_string(input.visits[visit].depth) + ": click or drag to go to it");
    if (!is_dragged) return std::nullopt;
    return visit;
}

} // namespace boxwood
