#include "app/shell/window/interface/window_facts.hpp"

#include <array>
#include <cstdio>
#include <optional>
#include <span>
#include <string>

namespace boxwood {
namespace {

std::string rects_json(std::span<const ui::Rect> rects) {
    std::string text = "[";
    for (const ui::Rect& rect : rects) {
        if (text.size() > 1) text += ", ";
        text += "[" + std::to_string(static_cast<int>(rect.min.x)) + ", " +
                std::to_string(static_cast<int>(rect.min.y)) + ", " +
                std::to_string(static_cast<int>(rect.max.x)) + ", " +
                std::to_string(static_cast<int>(rect.max.y)) + "]";
    }
    return text + "]";
}

std::string range_json(std::uint64_t first, std::uint64_t last) {
    return "[" + std::to_string(first) + ", " + std::to_string(last) + "]";
}

} // namespace

void add_timeline_facts(const OpenLab& open, RunReport& io_report) {
    const FrameRange range = open.lab->frames().range();
    const Branch* branch = open.lab->frames().branch();
    io_report.lab_state.push_back({"timeline_frame", std::to_string(open.times.shown())});
    io_report.lab_state.push_back({"frame_range", range_json(range.first, range.last)});
    io_report.lab_state.push_back({"strip_on_window", rects_json(std::array{open.timeline.strip})});
    io_report.lab_state.push_back(
        {"former_future", branch ? range_json(branch->from, branch->former.last()) : "null"});
    io_report.lab_state.push_back({"playing", open.playback.is_playing ? "true" : "false"});
}

void add_view_facts(const WindowSurface& surface, const OpenLab& open, SceneViews& io_views,
                    RunReport& io_report) {
    const draw::Camera& camera = open.lab->viewport().camera;
    char text[200];
    std::snprintf(text, sizeof text, R"({"yaw": %.6f, "pitch": %.6f, "distance": %.6f, "orthographic": %s})",
                  static_cast<double>(camera.yaw), static_cast<double>(camera.pitch),
                  static_cast<double>(camera.distance), camera.is_orthographic ? "true" : "false");
    io_report.lab_state.push_back({"camera", text});
    const std::optional<Magnifier>& magnifier = io_views.magnifier();
    io_report.lab_state.push_back(
        {"magnified", magnifier ? std::to_string(magnifier->factor) : std::string("null")});
    const ui::Layout layout = surface.layout(open.layout);
    io_views.gather(layout.viewport, true);
    io_report.lab_state.push_back({"viewport_on_window", rects_json(std::array{layout.viewport})});
    if (io_views.are_linked())
        io_report.lab_state.push_back({"views_on_window", rects_json(io_views.places())});
    const std::optional<glm::vec2> position =
        project(io_views.camera_in(0), io_views.places()[0], open.lab->viewport().focus(true).center_w);
    if (!position) return;
    std::snprintf(text, sizeof text, "[%.1f, %.1f]", static_cast<double>(position->x),
                  static_cast<double>(position->y));
    io_report.lab_state.push_back({"selection_on_window", text});
}

} // namespace boxwood
