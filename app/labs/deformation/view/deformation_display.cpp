#include "app/labs/deformation/view/deformation_display.hpp"

#include <algorithm>

namespace boxwood {
namespace {

constexpr int kDeepestLevel = 40;

} // namespace

void DeformationDisplay::add_settings(SettingTable& io_table, const std::function<void()>& recolor) {
    const DeformationDisplay usual;
    io_table.begin_group("Show");
    io_table.add(choice({"boxes", "Boxes", "Volumes at one depth: none, the five largest, or all (H)"},
                        {{"none"}, {"worst"}, {"all"}}, static_cast<std::size_t>(usual.boxes_),
                        member(boxes_))
                     .segmented());
    io_table.add(whole(
        {"depth", "Depth", "Depth of the displayed volumes and of the nodes that the colors show ([ and ])"},
        {.low = 0, .high = kDeepestLevel, .reset = usual.heat_.depth, .unit = "levels"},
        member(heat_.depth, recolor)));
    io_table.add(flag({"triangles", "Colliding triangles", "Triangles of both meshes that intersect"},
                      usual.triangles_, member(triangles_)));
    io_table.add(flag({"edges", "Edges", "Outlines the triangles of the deforming mesh"}, usual.edges_,
                      member(edges_)));
    io_table.add(flag({"heat", "Color by", "Colors each triangle by a measure of the nodes that contain it"},
                      usual.heat_.is_on, member(heat_.is_on, recolor)));
    io_table.add(choice({"quantity", "Quantity", "Quantity that the colors show"},
                        options_of(kAllNodeInflation), usual.heat_.quantity,
                        member(heat_.quantity, recolor)));
}

bool DeformationDisplay::act(std::string_view action, const std::function<void()>& recolor) {
    if (action == "show.triangles")
        triangles_ = !triangles_;
    else if (action == "deform.boxes")
        boxes_ = boxes_ == Boxes::none ? Boxes::worst : Boxes::none;
    else if (action == "deform.less" || action == "deform.more") {
        if (boxes_ == Boxes::none) boxes_ = Boxes::worst;
        heat_.depth = std::clamp(heat_.depth + (action == "deform.more" ? 1 : -1), 0, kDeepestLevel);
        recolor();
    } else if (action == "deform.heat") {
        heat_.is_on = !heat_.is_on;
        recolor();
    } else
        return false;
    return true;
}

std::string DeformationDisplay::why_unavailable(std::string_view action) const {
    if (boxes_ == Boxes::none) return {};
    if (action == "deform.less" && heat_.depth == 0)
        return "The root volumes are shown; there is no level above them.";
    if (action == "deform.more" && heat_.depth == kDeepestLevel)
        return "This is the deepest level that can be shown.";
    return {};
}

} // namespace boxwood
