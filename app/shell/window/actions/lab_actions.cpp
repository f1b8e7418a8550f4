#include "app/shell/window/actions/lab_actions.hpp"

#include <cstdint>
#include <optional>

namespace boxwood {

std::string why_unavailable(std::string_view id, const OpenLab& open) {
    if ((id == "view.sides" || id == "view.left" || id == "view.right" || id == "view.bottom") &&
        open.layout.viewport_only)
        return "Only the viewport is shown: F11 shows the panels again.";
    if ((id == "view.camera-next" || id == "view.camera-remove") && open.cameras.count() == 0)
        return "No camera is saved: Alt+S saves the one on screen.";
    if (id == "time.mark-before" && !open.timeline.mark_before(open.lab->frames().simulation().frame))
        return "No frame before this one is marked: Ctrl+M marks one.";
    if (id == "time.mark-after" && !open.timeline.mark_after(open.lab->frames().simulation().frame))
        return "No frame after this one is marked: Ctrl+M marks one.";
    if (id == "time.drop-former" && open.lab->frames().branch() == nullptr)
        return open.lab->frames().can_branch()
                   ? "There are no replaced frames. Editing an earlier frame keeps the frames that "
                     "it replaces, so that they can be compared."
                   : "This lab keeps no replaced frames.";
    return open.lab->why_unavailable(id);
}

bool act_on_time(std::string_view id, OpenLab& io_open) {
    Playback& playback = io_open.playback;
    TimelineState& timeline = io_open.timeline;
    const FrameRange range = io_open.lab->frames().range();
    const std::uint64_t now = io_open.lab->frames().simulation().frame;
    if (id == "time.first") {
        playback.go_to(range.first);
    } else if (id == "time.last") {
        playback.go_to(range.last);
    } else if (id == "time.slower") {
        playback.change_rate(-1);
    } else if (id == "time.faster") {
        playback.change_rate(1);
    } else if (id == "time.mark") {
        timeline.toggle_mark(now);
    } else if (id == "time.mark-before" || id == "time.mark-after") {
        if (const auto mark = id == "time.mark-after" ? timeline.mark_after(now) : timeline.mark_before(now))
            playback.go_to(*mark);
    } else if (id == "time.loop") {
        // The loop runs from the last mark at or before the current frame to the first mark after it. On a side without
        // a mark, it extends to the first or last frame of the timeline.
        if (playback.loop)
            playback.loop.reset();
        else if (range.last > range.first)
            playback.loop = {timeline.mark_before(now + 1).value_or(range.first),
                             timeline.mark_after(now).value_or(range.last)};
    } else if (id == "time.drop-former") {
        io_open.lab->frames().drop_branch();
    } else
        return false;
    return true;
}

bool act_on_camera(std::string_view id, OpenLab& io_open, Messages& io_messages) {
    draw::Camera& camera = io_open.lab->viewport().camera;
    SavedCameras& saved = io_open.cameras;
    if (id == "view.axis-front") {
        draw::look_along(camera, draw::AxisView::front);
    } else if (id == "view.axis-right") {
        draw::look_along(camera, draw::AxisView::right);
    } else if (id == "view.axis-top") {
        draw::look_along(camera, draw::AxisView::top);
    } else if (id == "view.orthographic") {
        camera.is_orthographic = !camera.is_orthographic;
    } else if (id == "view.camera-save") {
        saved.save(camera);
        io_messages.info("Saved camera " + std::to_string(saved.number()) +
                         ". Alt+C goes through the saved cameras.");
    } else if (id == "view.camera-next") {
        if (const std::optional<draw::Camera> next = saved.next()) {
            const float fov_y = camera.fov_y;
            camera = *next;
            camera.fov_y = fov_y;
            io_messages.info("Camera " + std::to_string(saved.number()) + " of " +
                             std::to_string(saved.count()));
        }
    } else if (id == "view.camera-remove") {
        if (saved.remove_last_returned())
            io_messages.info("Removed the camera. Remaining cameras: " + std::to_string(saved.count()));
    } else
        return false;
    return true;
}

} // namespace boxwood
