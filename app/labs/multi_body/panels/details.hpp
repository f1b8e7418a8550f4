// What: shows the open page in the panel at the bottom right of the multi-body lab.
// To add a page: see view/open_page.hpp.
#pragma once

#include "app/labs/multi_body/panels/crowd_outliner.hpp"
#include "app/labs/multi_body/panels/crowd_tables.hpp"
#include "app/labs/multi_body/panels/walk_panel.hpp"
#include "app/panels/graphs_panel.hpp"

namespace boxwood {

class DetailsPanel {
  public:
    DetailsPanel(PanelControls& controls, CrowdView& view)
        : controls_(controls)
        , view_(view)
        , walk_(controls, view)
        , pairs_(view)
        , bodies_(view)
        , outliner_(view) {}

    void show(ViewContext& context);
    void note_changed_bodies() { outliner_.note_changed_bodies(); }
    std::size_t outliner_rows() const { return outliner_.row_count(); }

    void add_graph_settings(SettingTable& io_table);
    // Starts the measurement that a setting requested. If `waits`, returns after the measurement has ended.
    void start_wanted_graph(bool waits);

  private:
    void show_intervals(ViewContext& context);
    void show_counters();

    PanelControls& controls_;
    CrowdView& view_;
    WalkPanel walk_;
    PairsTable pairs_;
    BodiesTable bodies_;
    CrowdOutliner outliner_;
    GraphsPanel graphs_;
    bool wants_graph_ = false;
};

} // namespace boxwood
