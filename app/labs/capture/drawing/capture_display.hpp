// What: stores which optional layers the picture of a finding has: the volumes between two depths, and mesh edges.
// Invariants: depth_low() <= depth_high().
#pragma once

#include "app/labs/settings/settings.hpp"

namespace boxwood {

class CaptureDisplay {
  public:
    static constexpr int kMaxDepth = 64;

    bool shows_hierarchy() const { return hierarchy_; }
    bool shows_edges() const { return edges_; }
    int depth_low() const { return depth_low_; }
    int depth_high() const { return depth_high_; }
    void toggle_hierarchy() { hierarchy_ = !hierarchy_; }
    void move_depths(int by); // also switches the volumes on

    void add_settings(SettingTable& io_table);

  private:
    bool hierarchy_ = false, edges_ = true;
    int depth_low_ = 2, depth_high_ = 2;
};

} // namespace boxwood
