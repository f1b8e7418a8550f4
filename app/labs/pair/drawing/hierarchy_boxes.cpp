#include "app/labs/pair/drawing/hierarchy_boxes.hpp"

#include "app/labs/drawing.hpp"
#include "engine/ui/controls/controls.hpp"

#include <algorithm>
#include <optional>

namespace boxwood {

void HierarchyBoxes::change_depth(int by) {
    is_shown = true;
    const int high = last_depth() + by;
    first_depth_ = std::clamp(first_depth_ + by, 0, kMaxDepth);
    if (last_depth_setting_) last_depth_setting_ = std::clamp(high, first_depth_, kMaxDepth);
}

void HierarchyBoxes::draw(const Subject& subject, draw::DrawList& out, const draw::Palette& palette) const {
    const glm::mat4 world_from_mesh = to_mat4(subject.world_from_mesh);
    const auto first = static_cast<std::uint32_t>(first_depth_),
               last = static_cast<std::uint32_t>(last_depth());
    const auto look_of = [&](const NodeBox& node) -> std::optional<LineLook> {
        const std::uint8_t verdict = node.node < subject.verdicts.size() ? subject.verdicts[node.node] : 0;
        if (subject.node_filter && !subject.node_filter(node.node)) return std::nullopt;
        if (verdict == 2) return LineLook{palette.overlapping, 1.5f};
        if (verdict == 1 && shows_pruned_) return LineLook{palette.pruned, 1.0f, true};
        return std::nullopt;
    };
    if (subject.hierarchy.config().volume == Aabb::kName) { // AABBs have their own draw primitive
        std::vector<NodeBox> boxes;
        subject.hierarchy.collect_boxes(first, last, boxes);
        for (const NodeBox& node : boxes)
            if (const auto look = look_of(node)) add_box(out, node.box, world_from_mesh, *look);
        return;
    }
    subject.hierarchy.visit_outlines(
        first, last, [&](const NodeBox& node, const glm::vec3& from, const glm::vec3& to) {
            if (const auto look = look_of(node))
                out.lines.push_back({glm::vec3(world_from_mesh * glm::vec4(from, 1.0f)),
                                     glm::vec3(world_from_mesh * glm::vec4(to, 1.0f)), look->color,
                                     look->width, look->dashed, look->layer});
        });
}

void HierarchyBoxes::show_depth_slider(const Setting& depth) {
    int high = last_depth();
    if (ui::range_slider({.label = depth.text.label.c_str(),
                          .min = static_cast<int>(depth.range.low),
                          .max = static_cast<int>(depth.range.high),
                          .reset_low = static_cast<int>(*depth.range.reset),
                          .reset_high = static_cast<int>(*depth.range.reset),
                          .tooltip = depth.text.help},
                         first_depth_, high)
            .changed)
        last_depth_setting_ = high;
}

void HierarchyBoxes::add_settings(SettingTable& io_table, const std::function<void()>& update_display) {
    const HierarchyBoxes usual;
    io_table.add(
        flag({"hierarchy", "Hierarchy boxes", "Boxes that this query visited, at the depths set below"},
             usual.is_shown, member(is_shown, update_display)));
    io_table.add(flag({"pruned", "Pruned boxes", "Also shows boxes that were tested and pruned"},
                      usual.shows_pruned_, member(shows_pruned_)));
    io_table.add(
        whole({"depth", "Depth", "Displayed levels of the hierarchy, root = 0 ([ and ]); turns boxes on"},
              {.low = 0, .high = kMaxDepth, .reset = kDefaultDepth, .unit = "levels"},
              {[this] { return static_cast<double>(first_depth_); },
               [this](double v) {
                   first_depth_ = static_cast<int>(v);
                   is_shown = true;
               }}));
    io_table.add(whole({"depth-high", "", "Last displayed level, if it is deeper than depth"},
                       {.low = 0, .high = kMaxDepth, .reset = kDefaultDepth, .unit = "levels"},
                       {[this] { return static_cast<double>(last_depth_setting_.value_or(first_depth_)); },
                        [this](double v) { last_depth_setting_ = static_cast<int>(v); }}));
}

} // namespace boxwood
