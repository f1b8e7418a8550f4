// What: creates, places, rotates and finds the bodies of the pair lab in their world.
// Frame: world.
#pragma once

#include "app/labs/pair/meshes/pair_meshes.hpp"
#include "app/labs/view.hpp"
#include "engine/sim/simulation.hpp"

namespace boxwood {

Placement placement_of(const Simulation& simulation);
std::array<Pose, 2> poses_of(const Simulation& simulation); // world from mesh
double world_radius(const Body& body);
// The pair if it is in contact; otherwise null.
const PairResult* contact_of(const Simulation& simulation);

// Creates a world of the two meshes. Keeps the frame number and the settings, but turns off responses, walls and the
// margin of the boxes. `spin_degrees` is the rotation of B per step.
void make_pair_world(Simulation& io_simulation, const PairMeshes& meshes, const Placement& at,
                     double spin_degrees);
// The identity for both meshes, except that B is scaled to A's size if their sizes are very different.
Placement initial_placement(const PairMeshes& meshes);
// Moves B from the side towards A until the surfaces intersect a little, so that both are visible. If they never
// intersect, B ends near A's center. An Error if the world rejects the pose of B. Requires A at the identity pose.
Status bring_into_contact(Simulation& io_simulation, const PairMeshes& meshes);

Focus focus_on(const Body& body);
Focus focus_on_both(const Simulation& simulation);

// The rotation of B about its own center in each step. While the page "Tumbling" places B (`is_held`), B does not
// rotate.
class SpinOfB {
  public:
    double degrees() const { return degrees_; }
    bool is_applied(const Simulation& simulation, bool is_held) const;
    // False: B does not exist yet.
    bool apply(Simulation& io_simulation, bool is_held) const;
    void read_back(const Simulation& simulation); // after a jump to another frame
    void add_setting(SettingTable& io_table, std::function<void()> changed);

  private:
    double spin(bool is_held) const; // radians

    double degrees_ = 2.0; // per step
};

} // namespace boxwood
