// What: the tumbling page of the pair lab: places B where the page says, and measures there.
// Invariants: nothing is measured where B was moved by hand.
#pragma once

#include "app/labs/pair/changes.hpp"
#include "app/labs/pair/meshes/placement.hpp"
#include "app/labs/pair/tumbling/tumbling.hpp"
#include "app/labs/settings/panel_rows.hpp"

#include <functional>

namespace boxwood {

class TumblingPage {
  public:
    explicit TumblingPage(PairChanges changes)
        : changes_(changes) {}

    void place_soon(bool is_due) { is_due_ = is_due; } // in the next update()
    // The next three while the page is open.
    void step(Simulation& io_simulation, const PairMeshes& meshes, double degrees);
    void measure(const Simulation& simulation);
    void prepare(Simulation& io_simulation,
                 const PairMeshes& meshes);      // the first time, its hierarchies are built
    bool update() { return tumbling_.update(); } // once per frame; true once after the hierarchies were built
    void wait() { tumbling_.wait(); }

    void draw(const PanelRows& controls, const draw::Palette& palette);
    std::string facts() const { return tumbling_.facts(); }
    // `open_page` is called after each change.
    void add_settings(SettingTable& io_table, const std::function<void()>& open_page);

  private:
    void place(Simulation& io_simulation, const PairMeshes& meshes);

    PairChanges changes_;
    Tumbling tumbling_;
    bool is_due_ = false; // B is not placed yet
    Placement placed_;    // as place() left it
};

} // namespace boxwood
