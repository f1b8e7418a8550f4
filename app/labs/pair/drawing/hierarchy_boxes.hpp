// What: draws the volumes of a hierarchy that a query tested, at the depths that the settings choose.
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
        std::span<const std::uint8_t> verdicts; // per node: 0 not visited, 1 pruned, 2 not pruned
        Pose world_from_mesh;
        std::function<bool(std::uint32_t)> node_filter; // whether a node may be shown; empty: no filter
    };

    bool is_shown = false;

    bool shows_pruned() const { return shows_pruned_; }
    int first_depth() const { return first_depth_; }
    void change_depth(int by); // also switches the boxes on

    void draw(const Subject& subject, draw::DrawList& out, const draw::Palette& palette) const;
    void show_depth_slider(const Setting& depth); // one control for both settings "depth" and "depth-high"
    void add_settings(SettingTable& io_table, const std::function<void()>& update_display);

  private:
    int last_depth() const { return std::max(first_depth_, last_depth_setting_.value_or(first_depth_)); }

    static constexpr int kMaxDepth = 64;
    // Depths count levels of binary trees. A query of a wide hierarchy tests only the children of its nodes. The
    // children of a full node are 3 levels below it, so few or no nodes are tested at the depths between.
    static constexpr int kDefaultDepth = 3;

    bool shows_pruned_ = true;
    int first_depth_ = kDefaultDepth;
    // The value of the setting "depth-high"; it has no effect while it is smaller than first_depth_. None: only the
    // level first_depth_ is displayed.
    std::optional<int> last_depth_setting_;
};

} // namespace boxwood
