#include "app/labs/inspector/panels/visit_trees.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/row.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace boxwood {
namespace {

constexpr float kTreeLabel = 20.0f, kTreeGap = 6.0f; // pixels at scale 1

} // namespace

void VisitTrees::update() {
    const Measured inputs{recording().revision(), measure};
    if (std::exchange(measured_, inputs) == inputs) return;
    highest_ = 0.0f;
    for (const std::size_t side : {0u, 1u}) {
        const NodeTable& table = recording().table(side);
        values_[side] =
            measure_nodes(measure, recording().hierarchy(side), table, recording().replay(), side);
        first_visits_[side] = first_visits_of(recording().replay(), table, side);
        for (const float value : values_[side]) highest_ = std::max(highest_, value);
    }
}

std::optional<NodeName> VisitTrees::hovered(std::size_t side) const {
    return hovered_[side] == NodeTable::kNone ? std::nullopt : std::optional(NodeName{side, hovered_[side]});
}

void VisitTrees::show(float height, bool offers_faults, const draw::Palette& palette) {
    for (const std::size_t side : {0u, 1u}) show_tree(side, height, offers_faults, palette);
}

// Shows the icicle of one hierarchy. A click on a node goes to the node's next visit; Shift+click picks the node.
void VisitTrees::show_tree(std::size_t side, float height, bool offers_faults, const draw::Palette& palette) {
    const NodeMeasureName& name = kAllNodeMeasures[static_cast<std::size_t>(measure)];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const draw::Color color = side == 0 ? palette.body_a : palette.body_b;
    ImGui::SetCursorScreenPos({at.x + ui::px(kTreeLabel), at.y + ui::px(kTreeGap)});
    const IcicleLook look{.table = recording().table(side),
                          .revision = recording().revision() * kAllNodeMeasures.size() +
                                      static_cast<std::size_t>(measure),
                          .values = {.of_node = values_[side],
                                     .low = lowest(),
                                     .high = highest_,
                                     .is_logarithmic = name.is_logarithmic,
                                     .name = name.name,
                                     .unit = name.unit},
                          .first_visits = first_visits_[side],
                          .current_visit = player_.index(),
                          .current_node = test_.node(side),
                          .picked = marks_.nodes()[side],
                          .filter = &marks_.filter(side),
                          .height = height,
                          .palette = palette};
    const TreeIcicle::Events events = icicles_[side].draw(side == 0 ? "tree a" : "tree b", look);
    ui::draw_text(*ImGui::GetWindowDrawList(), ui::Font::small_bold, {at.x, at.y + ui::px(kTreeGap)}, color,
                  side == 0 ? "A" : "B");
    ImGui::SetCursorScreenPos({at.x, at.y + ui::px(kTreeGap) + height});
    hovered_[side] = events.hovered.value_or(NodeTable::kNone);
    if (events.menu) {
        menu_ = NodeName{side, *events.menu};
        ImGui::OpenPopup(side == 0 ? "node menu a" : "node menu b");
    }
    if (menu_ && menu_->side == side && ui::begin_menu(side == 0 ? "node menu a" : "node menu b")) {
        show_menu(offers_faults);
        ui::end_context_menu();
    }
    if (!events.clicked) return;
    if (ImGui::GetIO().KeyShift) return marks_.pick(side, *events.clicked);
    marks_.unpick();
    player_.try_go_to_node(side, *events.clicked);
}

// Shows the context menu of a node.
void VisitTrees::show_menu(bool offers_faults) {
    const NodeName node = *menu_;
    const std::string name =
        std::string("node ") + ui::format_count(node.node) + " of " + (node.side == 0 ? "A" : "B");
    ui::text(name, {ui::Font::body_bold, ui::palette().text1});
    if (ImGui::MenuItem("Select")) marks_.select(node.side, node.node);
    if (ImGui::MenuItem("Go to its next visit")) player_.try_go_to_node(node.side, node.node);
    if (ImGui::MenuItem("Isolate its subtree")) marks_.isolate(node);
    if (ImGui::MenuItem("Hide its subtree", nullptr, false, node.node != 0)) marks_.hide(node);
    if (ImGui::MenuItem("Show all", nullptr, false, marks_.is_filtered())) marks_.show_all();
    if (offers_faults && ImGui::MenuItem("Inject a fault: shrink its volume")) marks_.request_fault(node);
}

void VisitTrees::show_ramp(const draw::Palette& palette) const {
    const NodeMeasureName& name = kAllNodeMeasures[static_cast<std::size_t>(measure)];
    const std::string label = "trees: " + std::string(name.name) +
                              (name.unit.empty() ? "" : ", " + std::string(name.unit)),
                      low = ui::format_significant(static_cast<double>(lowest()), 2),
                      high = ui::format_significant(static_cast<double>(highest_), 3);
    const auto width_of = [](std::string_view text) { return ui::text_size(ui::Font::small, text).x; };
    const float ramp = ui::px(72.0f), gap = ui::px(6.0f);
    const float width = width_of(label) + width_of(low) + width_of(high) + ramp + 3.0f * gap;
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const ImVec2 item_min = ImGui::GetItemRectMin(), item_max = ImGui::GetItemRectMax();
    if (item_max.x + ui::px(16.0f) + width > right) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = 0.5f * (item_min.y + item_max.y);
    float x = right - width;
    const auto write = [&](std::string_view text) {
        const glm::vec2 size = ui::text_size(ui::Font::small, text);
        ui::draw_text(list, ui::Font::small, {x, std::floor(middle - 0.5f * size.y)}, palette.text3, text);
        x += size.x + gap;
    };
    write(label);
    write(low);
    constexpr int kSteps = 24;
    for (int i = 0; i < kSteps; ++i)
        list.AddRectFilled({x + ramp * static_cast<float>(i) / kSteps, middle - ui::px(4.0f)},
                           {x + ramp * static_cast<float>(i + 1) / kSteps, middle + ui::px(4.0f)},
                           ui::packed(draw::ramp(palette, static_cast<float>(i) / (kSteps - 1))));
    x += ramp + gap;
    write(high);
}

float VisitTrees::lowest() const {
    const bool is_logarithmic = kAllNodeMeasures[static_cast<std::size_t>(measure)].is_logarithmic;
    return is_logarithmic ? std::min(highest_, 1.0f) : 0.0f;
}

} // namespace boxwood
