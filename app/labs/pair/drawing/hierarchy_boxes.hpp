// What: draws those boxes of a hierarchy that a query tested, at the depths that the settings choose.
#pragma once

#include "app/labs/settings/settings.hpp"
#include "collision/core/pose.hpp"
#include "collision/query/any_hierarchy.hpp"
#include "engine/draw/draw_list.hpp"
#include "engine/draw/palette.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <span>

namespace boxwood {

class HierarchyBoxes {
  public:
    struct Subject {
        const AnyHierarchy& hierarchy;
        std::span<const std::uint8_t> verdicts; // per node: 0 not visited, 1 pruned, 2 overlapping
        Pose world_from_mesh;
        // Returns whether a filter shows the node; empty: all nodes are shown.
        std::function<bool(std::uint32_t)> shows;
    };

    bool is_shown = false;

    bool shows_pruned() const { return shows_pruned_; }
    int first_depth() const { return low_; }
    void change_depth(int by); // also switches the boxes on

    void draw(const Subject& subject, draw::DrawList& out, const draw::Palette& palette) const;
    void depth_slider(const Setting& depth); // one control for both settings "depth" and "depth-high"
    void add_settings(SettingTable& io_table, const std::function<void()>& update_display);

  private:
    int last_depth() const { return std::max(low_, high_.value_or(low_)); }

    static constexpr int kMaxDepth = 64;
    static constexpr int kUsualDepth = 3; // wide hierarchies test no boxes at most other depths

    bool shows_pruned_ = true;
    int low_ = kUsualDepth;
    // As it was set; it has no effect while it is smaller than low_. None: only the level low_ is displayed.
    std::optional<int> high_;
};

} // namespace boxwood
