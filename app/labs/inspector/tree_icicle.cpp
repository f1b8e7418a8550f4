#include "app/labs/inspector/tree_icicle.hpp"

#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace boxwood {
namespace {

using ui::px;

constexpr float kMinWidth = 0.75f; // pixels; narrower nodes are not drawn
constexpr float kGapAbove = 3.0f;  // pixels; wider nodes get a dividing line
constexpr float kDimmedAlpha = 0.35f, kNoValueAlpha = 0.5f, kHiddenAlpha = 0.35f;
constexpr std::size_t kBarsAtOnce = 4096; // stays below Dear ImGui's 2^16 vertices per draw command
constexpr double kZoomStep = 0.8, kMinRange = 1e-7;

} // namespace

struct TreeIcicle::Frame {
    const IcicleLook& look;
    ImVec2 at;
    float width, row;
    double first, per_primitive;    // primitive at the left edge; width of a primitive in pixels
    float low = 0.0f, scale = 1.0f; // lower end of the ramp; 1 / length of the ramp

    float x(std::uint32_t primitive) const {
        return at.x + static_cast<float>((static_cast<double>(primitive) - first) * per_primitive);
    }
    float left(const NodeTable::Node& node) const { return std::max(x(node.begin), at.x); }
    float right(const NodeTable::Node& node) const {
        return std::min(x(node.begin + node.count), at.x + width);
    }
    float top(const NodeTable::Node& node) const { return at.y + row * static_cast<float>(node.depth); }

    float share(float value) const { return (to_ramp(value) - low) * scale; }
    float to_ramp(float value) const {
        return look.values.is_logarithmic ? std::log(std::max(value, 1e-6f)) : value;
    }
    // Computes the ends of the ramp once instead of for each of the tens of thousands of nodes in a frame.
    void set_ramp() {
        low = to_ramp(look.values.low);
        const float high = to_ramp(look.values.high);
        scale = high > low ? 1.0f / (high - low) : 0.0f;
        if (!(high > low)) low -= 1.0f, scale = 1.0f; // all values are the same: use the upper end
    }
    ImU32 color(std::uint32_t node) const {
        if (look.filter != nullptr && look.filter->is_active() && !look.filter->shows(look.table, node))
            return ui::packed(look.palette.line, kHiddenAlpha);
        const float value = look.values.of_node[node];
        if (value < 0.0f) return ui::packed(look.palette.line2, kNoValueAlpha);
        const bool is_later = node < look.first_visits.size() && look.first_visits[node] > look.current_visit;
        return ui::packed(draw::ramp(look.palette, share(value)), is_later ? kDimmedAlpha : 1.0f);
    }
};

// In each row, bars arrive from right to left. Adjacent bars of the same color are merged, because most narrow nodes
// were never visited and have the same color.
void TreeIcicle::add_bar(const Bar& bar, std::uint32_t depth) {
    std::size_t& last = last_bars_[depth];
    if (last < bars_.size() && bars_[last].color == bar.color && bars_[last].min.x == bar.max.x) {
        bars_[last].min.x = bar.min.x;
        return;
    }
    last = bars_.size();
    bars_.push_back(bar);
}

void TreeIcicle::collect_bars(const Frame& frame) {
    bars_.clear();
    last_bars_.assign(frame.look.table.deepest + 1, ~std::size_t{0});
    const NodeTable& table = frame.look.table;
    std::vector<std::uint32_t> stack(table.roots);
    while (!stack.empty()) {
        const std::uint32_t node = stack.back();
        stack.pop_back();
        const NodeTable::Node& here = table.nodes[node];
        const float left = frame.left(here), right = frame.right(here);
        if (right - left < kMinWidth) continue;
        const float top = frame.top(here), gap = right - left > kGapAbove ? 1.0f : 0.0f;
        add_bar({{left, top},
                 {right - gap, top + frame.row - (frame.row > 4.0f ? 1.0f : 0.0f)},
                 frame.color(node)},
                here.depth);
        if (table.is_leaf(node)) continue;
        for (std::uint32_t child = here.first_child; child != NodeTable::kNone;
             child = table.nodes[child].next_sibling)
            stack.push_back(child);
    }
}

// Keeps the point under the mouse fixed.
void TreeIcicle::zoom(float at, float wheel) {
    const double center = first_ + (last_ - first_) * static_cast<double>(at);
    const double size =
        std::clamp((last_ - first_) * std::pow(kZoomStep, static_cast<double>(wheel)), kMinRange, 1.0);
    first_ = std::clamp(center - size * static_cast<double>(at), 0.0, 1.0 - size);
    last_ = first_ + size;
}

TreeIcicle::Events TreeIcicle::draw(const char* id, const IcicleLook& look) {
    Events events;
    const NodeTable& table = look.table;
    const float width = std::floor(ImGui::GetContentRegionAvail().x);
    if (width < px(40.0f) || look.height < px(8.0f) || table.primitives.empty()) return events;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton(id, {width, look.height});
    const bool is_hovered = ImGui::IsItemHovered(), is_clicked = ImGui::IsItemClicked();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (is_hovered && ImGui::GetIO().MouseWheel != 0.0f)
        zoom((mouse.x - at.x) / width, ImGui::GetIO().MouseWheel);
    if (is_hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        first_ = 0.0;
        last_ = 1.0;
    }
    const double count = static_cast<double>(table.primitives.size());
    ImDrawList& list = *ImGui::GetWindowDrawList();
    Frame frame{look,           at,
                width,          look.height / static_cast<float>(table.deepest + 1),
                first_ * count, static_cast<double>(width) / ((last_ - first_) * count)};
    list.AddRectFilled(at, {at.x + width, at.y + look.height}, ui::packed(look.palette.view));
    const Key key{first_,
                  last_,
                  {at.x, at.y},
                  {width, look.height},
                  look.revision,
                  look.current_visit,
                  look.filter != nullptr ? look.filter->revision() : 0,
                  &table,
                  &look.palette};
    if (bars_key_ != key) {
        bars_key_ = key;
        frame.set_ramp();
        collect_bars(frame);
    }
    // Reserves large batches, because a call per bar would cost more than the bar itself.
    for (std::size_t first = 0; first < bars_.size(); first += kBarsAtOnce) {
        const std::span<const Bar> bars =
            std::span(bars_).subspan(first, std::min(kBarsAtOnce, bars_.size() - first));
        list.PrimReserve(6 * static_cast<int>(bars.size()), 4 * static_cast<int>(bars.size()));
        for (const Bar& bar : bars) list.PrimRect({bar.min.x, bar.min.y}, {bar.max.x, bar.max.y}, bar.color);
    }

    const auto mark = [&](std::uint32_t node, draw::Color color) {
        if (node == NodeTable::kNone) return;
        const NodeTable::Node& marked = table.nodes[node];
        const float left = frame.left(marked), right = std::max(frame.right(marked), left + 3.0f);
        if (right < at.x || left > at.x + width) return;
        const float top = frame.top(marked);
        const float low = top + std::max(frame.row, 3.0f), around = px(1.0f);
        list.AddRectFilled({left - around, top - around}, {right + around, low + around},
                           // The marker has a border, because its color is also on the ramp.
                           ui::packed(look.palette.view));
        list.AddRectFilled({left, top}, {right, low}, ui::packed(color));
        list.AddLine({0.5f * (left + right), at.y}, {0.5f * (left + right), top}, ui::packed(color), 1.0f);
    };
    mark(look.picked, look.palette.accent);
    mark(look.current_node, look.palette.current);
    if (!is_hovered) return events;

    // Descends from the root to the row under the mouse.
    const auto depth = static_cast<std::uint32_t>(std::max(0.0f, (mouse.y - at.y) / frame.row));
    std::uint32_t node = table.roots.front();
    for (const std::uint32_t root : table.roots)
        if (mouse.x >= frame.x(table.nodes[root].begin)) node = root;
    while (table.nodes[node].depth < depth && !table.is_leaf(node)) {
        const std::uint32_t first = table.nodes[node].first_child;
        node = first;
        for (std::uint32_t child = first; child != NodeTable::kNone; child = table.nodes[child].next_sibling)
            if (mouse.x >= frame.x(table.nodes[child].begin)) node = child;
    }
    if (table.nodes[node].depth != depth) return events;
    events.hovered = node;
    if (is_clicked) events.clicked = node;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) events.menu = node;
    std::string text =
        "node " + ui::format_count(node) + ", " + ui::format_count(table.nodes[node].count) + " triangles; ";
    text += look.values.of_node[node] < 0.0f
                ? std::string(look.values.name) + ": none"
                : std::string(look.values.name) + " " +
                      ui::format_significant(static_cast<double>(look.values.of_node[node]), 3) + " " +
                      std::string(look.values.unit);
    ui::tooltip(text);
    return events;
}

} // namespace boxwood
