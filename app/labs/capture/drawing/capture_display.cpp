#include "app/labs/capture/drawing/capture_display.hpp"

#include <algorithm>

namespace boxwood {

void CaptureDisplay::move_depths(int by) {
    hierarchy_ = true;
    depth_low_ = std::clamp(depth_low_ + by, 0, kMaxDepth);
    depth_high_ = std::clamp(depth_high_ + by, depth_low_, kMaxDepth);
}

void CaptureDisplay::add_settings(SettingTable& io_table) {
    const CaptureDisplay defaults;
    io_table.begin_group("Show");
    io_table.add(flag({"hierarchy", "Hierarchy boxes",
                       "Draws the volumes of the recorded hierarchies whose depth is in the range"},
                      defaults.hierarchy_, member(hierarchy_)));
    const double reset_low = defaults.depth_low_, reset_high = defaults.depth_high_;
    io_table.add(
        whole({"depth", "Depth from", "Smallest depth of the volumes on screen; the root has depth 0"},
              {.low = 0, .high = kMaxDepth, .reset = reset_low},
              member(depth_low_, [this] { depth_high_ = std::max(depth_high_, depth_low_); })));
    io_table.add(whole({"depth-high", "Depth to", "Largest depth of the volumes on screen"},
                       {.low = 0, .high = kMaxDepth, .reset = reset_high},
                       member(depth_high_, [this] { depth_low_ = std::min(depth_low_, depth_high_); })));
    io_table.add(flag({"edges", "Mesh edges", "Outlines the triangles of the meshes"}, defaults.edges_,
                      member(edges_)));
}

} // namespace boxwood
