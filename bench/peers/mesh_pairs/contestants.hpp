// What: who takes part in bench_mesh_pairs: hierarchies of ours, and those of the libraries found, over one mesh.
// Frame: poses map the mesh to the world, as everywhere.
// Invariants: every contestant holds the same triangles and is asked the same placements, in one process.
#pragma once

#include "collision/core/ids.hpp"
#include "engine/meshes/mesh.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace boxwood::bench {

struct Placement {
    Pose a, b; // world from mesh, of the two copies; rotations and translations only
};

enum class Wanted : std::uint8_t { first, all, distance };

struct PairAnswer {
    bool intersects = false;
    std::vector<PrimitivePair> pairs; // cleared by whoever asks
    double distance = 0.0;            // 0 where they intersect
};

class Contestant {
  public:
    virtual ~Contestant() = default;
    virtual void prepare(const Placement&) {} // not timed
    virtual void answer(const Placement& at, Wanted wanted, PairAnswer& out) = 0;
};

// What an answer can be held against.
enum class Says : std::uint8_t {
    pairs,     // which triangles intersect
    yes_or_no, // whether any do
    candidates // pairs of boxes: no answer, only the work until there
};

struct NamedContestant {
    std::string name;
    std::function<std::unique_ptr<Contestant>(const Mesh&)> make; // none: it cannot hold this mesh
    bool has_first = true, has_all = true, has_distance = false;  // ways to ask it
    Says says = Says::pairs;
    bool is_ours = false;
};

// One per library, in a file of its own; main calls those that CMake has found.
void add_ours(std::vector<NamedContestant>& io_all);
void add_fcl(std::vector<NamedContestant>& io_all);
void add_bullet(std::vector<NamedContestant>& io_all);
void add_ode(std::vector<NamedContestant>& io_all);
void add_cgal(std::vector<NamedContestant>& io_all);
void add_embree(std::vector<NamedContestant>& io_all);

inline constexpr const char* kOurDefault = "boxwood bvh8, leaves of 2"; // what HierarchyConfig{} is
inline constexpr const char* kExact = "cgal boxes, exact";          // whose answers are taken for true

} // namespace boxwood::bench
