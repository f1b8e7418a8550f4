#include "app/shell/window/interface/window_panels.hpp"

#include "engine/ui/panel.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace boxwood {
namespace {

std::string describe_branch(const Branch& branch) {
    std::string text = "The replaced frames are gray, from frame " + std::to_string(branch.from) + " on";
    if (branch.difference) {
        text += "; the replaced and the current frames first differ in frame " +
                std::to_string(branch.difference->first) + ", body " +
                std::to_string(branch.difference->second);
        if (branch.is_shown)
            text += ", and in this frame in " + std::to_string(branch.different.size()) +
                    (branch.different.size() == 1 ? " body" : " bodies");
    }
    return text + ".";
}

TimelineView timeline_view(const Lab& lab) {
    const FrameRange range = lab.frames().range();
    TimelineView view{range.first, range.last, lab.frames().edited_frames(), lab.frames().divergence()};
    if (const Branch* branch = lab.frames().branch()) {
        std::optional<std::uint64_t> first_difference;
        if (branch->difference) first_difference = branch->difference->first;
        view.former = {branch->from, branch->former.last(), first_difference, describe_branch(*branch)};
    }
    return view;
}

} // namespace

void draw_side_panels(const ui::Layout& layout, OpenLab& io_open, ViewContext& io_context) {
    // Each lab has its own panel ids, and so its own scroll positions.
    const std::string id_suffix = "##" + std::string(io_open.entry->name);
    if (ui::begin_panel(("parameters" + id_suffix).c_str(), layout.left, {.line_at = ui::Edge::right})) {
        io_open.lab->panels().parameters(io_context);
        ui::end_panel();
    }
    if (ui::begin_panel(("inspector" + id_suffix).c_str(), layout.right, {.line_at = ui::Edge::left})) {
        io_open.lab->panels().inspector(io_context);
        ui::end_panel();
    }
}

void draw_bottom_panel(const ui::Layout& layout, OpenLab& io_open, Messages& io_messages,
                       ViewContext& io_context) {
    Lab& lab = *io_open.lab;
    TimelineView view = timeline_view(lab);
    draw_timeline({layout.bottom, io_open.entry->name},
                  {io_open.times, view, io_open.playback, io_open.timeline, io_messages,
                   [&] { return lab.panels().draw_frames(io_context); }},
                  lab.presentation().details_share, [&] { lab.panels().details(io_context); });
    if (view.drops_former) lab.frames().drop_branch();
    ui::splitters(layout, io_open.layout);
}

} // namespace boxwood
