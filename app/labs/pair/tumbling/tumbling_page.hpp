// What: the page "Tumbling" of the pair lab: places B according to the settings of the page, and measures queries at
//       that pose.
// Invariants: after the user moves a mesh by hand, nothing is measured until the page places B again.
#pragma once

#include "app/labs/pair/changes.hpp"
#include "app/labs/pair/meshes/placement.hpp"
#include "app/labs/pair/tumbling/tumbling.hpp"
#include "app/labs/settings/panel_rows.hpp"

#include <functional>
#include <utility>

namespace boxwood {

class TumblingPage {
  public:
    explicit TumblingPage(PairChanges changes)
        : changes_(changes) {}

    // Places B in the next prepare() if the page is open.
    void begin(bool is_open) {
        is_placement_due_ = is_open;
        was_opened_ = false;
    }
    void open() { is_placement_due_ = was_opened_ = true; } // the user opened the page
    // True once after open(): the placement of B is an edit by the user.
    bool take_opening() { return std::exchange(was_opened_, false); }
    // Call the next three functions only while the page is open.
    void step(Simulation& io_simulation, const PairMeshes& meshes, double degrees);
    void measure(const Simulation& simulation);
    // Starts the builds of the hierarchies if the meshes are new. Places B if its placement is due.
    void prepare(Simulation& io_simulation, const PairMeshes& meshes);
    // Call it once per frame; true once after the hierarchies were built.
    bool update() { return tumbling_.update(); }
    void wait() { tumbling_.wait(); }

    void draw(const PanelRows& controls, const draw::Palette& palette);
    std::string report_fields() const { return tumbling_.report_fields(); }
    // `open_page` is called after each change.
    void add_settings(SettingTable& io_table, const std::function<void()>& open_page);

  private:
    void place(Simulation& io_simulation, const PairMeshes& meshes);

    PairChanges changes_;
    Tumbling tumbling_;
    bool is_placement_due_ = false; // B must be placed
    bool was_opened_ = false;
    Placement placed_;              // the placement after place()
};

} // namespace boxwood
