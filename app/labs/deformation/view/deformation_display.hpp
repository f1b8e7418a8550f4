// What: the display settings of the deformation lab: colliding triangles, edges, volumes at one depth, and the heat map
//       of the same depth.
#pragma once

#include "app/labs/deformation/view/tree_heat.hpp"
#include "app/labs/settings/settings.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace boxwood {

class DeformationDisplay {
  public:
    enum class Boxes : std::uint8_t { none, worst, all };

    bool shows_triangles() const { return triangles_; }
    bool shows_edges() const { return edges_; }
    Boxes boxes() const { return boxes_; }
    const TreeHeat::Look& heat() const { return heat_; }
    int depth() const { return heat_.depth; } // of the volumes and of the heat map
    bool uses_depth() const { return boxes_ != Boxes::none || heat_.is_on; }

    // `recolor` is called when the heat map must be measured again.
    void add_settings(SettingTable& io_table, const std::function<void()>& recolor);
    // Runs an action of the key map; false: the action does not concern the display.
    bool act(std::string_view action, const std::function<void()>& recolor);
    std::string why_unavailable(std::string_view action) const; // empty: it is available

  private:
    bool triangles_ = true, edges_ = true;
    Boxes boxes_ = Boxes::worst;
    TreeHeat::Look heat_;
};

} // namespace boxwood
