// What: the display settings of the walkthrough.
#pragma once

#include "app/labs/settings/settings.hpp"

#include <cstdint>

namespace boxwood {

// The collision structure to draw for objects that are touched, held or pointed at.
enum class WalkStructure : std::uint8_t { none, parts, boxes, hierarchy, features };

class WalkDisplay {
  public:
    bool shows_tips() const { return tips_; }
    bool shows_triangles() const { return triangles_; }
    bool shows_edges() const { return edges_; }
    bool shows_names() const { return names_; }
    bool shows_shadows() const { return shadows_; }
    WalkStructure structure() const { return structure_; }

    void toggle_tips() { tips_ = !tips_; }
    void toggle_triangles() { triangles_ = !triangles_; }
    void next_structure() { structure_ = static_cast<WalkStructure>((static_cast<int>(structure_) + 1) % 5); }

    void add_settings(SettingTable& io_table);

  private:
    bool tips_ = true, triangles_ = true, edges_ = false, names_ = true, shadows_ = true;
    WalkStructure structure_ = WalkStructure::none;
};

} // namespace boxwood
