// What: shows the pages "Pairs" and "Bodies": sortable tables of all active pairs and all bodies of the frame. A click
//       on a row selects its pair or body.
#pragma once

#include "app/labs/multi_body/view/crowd_view.hpp"
#include "engine/ui/controls/table.hpp"

namespace boxwood {

class PairsTable {
  public:
    explicit PairsTable(CrowdView& view)
        : view_(view) {}
    void show(const draw::Palette& palette);

  private:
    CrowdView& view_;
    ui::TableSort sort_;
};

class BodiesTable {
  public:
    explicit BodiesTable(CrowdView& view)
        : view_(view) {}
    void show();

  private:
    CrowdView& view_;
    ui::TableSort sort_;
};

float height_below(); // height for a table that fills the panel, in real pixels

} // namespace boxwood
