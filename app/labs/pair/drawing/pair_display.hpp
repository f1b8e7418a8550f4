// What: the settings that choose which layers the pair lab's view draws.
#pragma once

#include "app/labs/contact_view.hpp"
#include "app/labs/pair/changes.hpp"
#include "app/labs/pair/drawing/hierarchy_boxes.hpp"
#include "app/labs/pair/drawing/pair_visibility.hpp"
#include "app/labs/settings/settings.hpp"

#include <string_view>

namespace boxwood {

class PairDisplay {
  public:
    bool triangles = true; // intersecting triangles
    bool mesh_edges = true;
    ContactView contacts{ContactView::Which::none};
    HierarchyBoxes boxes;
    PairVisibility visibility; // set in the outliner

    explicit PairDisplay(PairChanges changes)
        : changes_(changes) {}

    bool act(std::string_view action);
    void show_boxes(bool shows);
    void add_settings(SettingTable& io_table);
    void show_contacts(bool shows);

  private:
    bool has_contacts() const { return contacts.which != ContactView::Which::none; }

    PairChanges changes_;
};

} // namespace boxwood
