// What: what the picture of a finding shows in addition to what it is about: the volumes between two depths, and edges.
// Invariants: the lower depth is not above the upper one.
#pragma once

#include "app/labs/settings/settings.hpp"

namespace boxwood {

class CaptureDisplay {
  public:
    static constexpr int kDeepest = 64;

    bool shows_hierarchy() const { return hierarchy_; }
    bool shows_edges() const { return edges_; }
    int depth_low() const { return depth_low_; }
    int depth_high() const { return depth_high_; }
    void toggle_hierarchy() { hierarchy_ = !hierarchy_; }
    void move_depths(int by); // and shows the volumes

    void add_settings(SettingTable& io_table);

  private:
    bool hierarchy_ = false, edges_ = true;
    int depth_low_ = 2, depth_high_ = 2;
};

} // namespace boxwood
