// What: the bodies of the pair lab in their world: how they are made, placed, turned and found again.
// Frame: world.
#pragma once

#include "app/labs/pair/meshes/pair_meshes.hpp"
#include "app/labs/view.hpp"
#include "engine/sim/simulation.hpp"

namespace boxwood {

Placement placement_of(const Simulation& simulation);
std::array<Pose, 2> poses_of(const Simulation& simulation); // world from mesh
double world_radius(const Body& body);
// The pair, if it is in contact; else null.
const PairResult* contact_of(const Simulation& simulation);

// A world of the two meshes; settings stay, and frames go on counting. `spin_degrees`: of B per step.
void make_pair_world(Simulation& io_simulation, const PairMeshes& meshes, const Placement& at,
                     double spin_degrees);
// A at its own pose, and B at its own too, but not of a size that cannot be seen next to A's.
Placement initial_placement(const PairMeshes& meshes);
// Moves B in from the side until the surfaces touch, so that both are visible and some triangles collide.
Status bring_into_contact(Simulation& io_simulation, const PairMeshes& meshes);

Focus focus_on(const Body& body);
Focus focus_on_both(const Simulation& simulation);

// The rotation of B about its own center in each step. Where a page places B, it rests.
class SpinOfB {
  public:
    double degrees() const { return degrees_; }
    bool is_applied(const Simulation& simulation, bool is_held) const;
    // False: there is no B yet.
    bool apply(Simulation& io_simulation, bool is_held) const;
    void read_back(const Simulation& simulation); // as of a frame that was gone to
    void add_setting(SettingTable& io_table, std::function<void()> changed);

  private:
    double spin(bool is_held) const; // radians

    double degrees_ = 2.0; // per step
};

} // namespace boxwood
