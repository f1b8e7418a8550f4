// What: stores the user's choices for the collision world: algorithms, boxes, threads. They apply to every scene of the
//       lab.
// Invariants: apply() passes the choices to the world. A choice that the world rejects is reported and has no effect.
#pragma once

#include "app/labs/multi_body/lab_requests.hpp"
#include "app/labs/settings/settings.hpp"
#include "collision/broad_phase/all_broad_phases.hpp"
#include "engine/sim/simulation.hpp"

#include <optional>
#include <string>

namespace boxwood {

struct WorldChoices {
    std::string broad_phase, narrow_phase; // empty: the choice of the scene
    BroadPhaseSettings broad;
    WarmStart start = WarmStart::stored;
    // Percentage of bodies whose box is a fixed cube; none: the scene's percentage.
    std::optional<double> cube_percent;
    bool always_climb = false; // WorldSettings::always_climb
    int threads = 1;
    friend bool operator==(const WorldChoices&, const WorldChoices&) = default;
};

std::size_t count_cubes(const CollisionWorld& world); // live bodies whose box is a fixed cube

class WorldSetup {
  public:
    WorldSetup(Simulation& simulation, const LabRequests& requests)
        : simulation_(simulation)
        , requests_(requests) {}

    const WorldChoices& choices() const { return choices_; }
    void apply();
    // Call it after a jump to another frame, which has its own settings. If the bodies of the frame do not have the
    // chosen boxes, the choice is dropped, and the percentage is that of the frame.
    void take_from_world();
    int threads() const { return threads_; }
    bool uses_cells() const; // whether the broad phase has a cell size

    void add_broad_settings(SettingTable& io_table);
    void add_narrow_settings(SettingTable& io_table);

  private:
    double cube_percent() const; // the user's choice, or the scene's percentage
    void apply_cubes();
    BoxKind chosen_box(BodyId id) const; // requires a chosen percentage
    void add_box_settings(SettingTable& io_table);

    Simulation& simulation_;
    LabRequests requests_;
    WorldChoices choices_;
    int threads_ = 1; // of the world's executor
};

} // namespace boxwood
