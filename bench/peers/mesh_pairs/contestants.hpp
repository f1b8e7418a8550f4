// What: the contestants of bench_mesh_pairs: hierarchies of ours, and those of the libraries found, over one mesh.
// Frame: poses map the mesh to the world, as everywhere.
// Invariants: every contestant uses the same triangles and placements, in one process.
#pragma once

#include "collision/core/ids.hpp"
#include "engine/meshes/mesh.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace boxwood::bench {

struct Placement {
    Pose a, b; // world from mesh, for both copies; rotations and translations only
};

enum class Wanted : std::uint8_t { first, all, distance };

struct PairAnswer {
    bool intersects = false;
    std::vector<PrimitivePair> pairs; // cleared by the caller
    double distance = 0.0;            // 0 if they intersect
};

class Contestant {
  public:
    virtual ~Contestant() = default;
    virtual void prepare(const Placement&) {} // not timed
    virtual void answer(const Placement& at, Wanted wanted, PairAnswer& out) = 0;
};

// What an answer can be compared with.
enum class Says : std::uint8_t {
    pairs,     // which triangles intersect
    yes_or_no, // whether any do
    candidates // pairs of boxes: no answer, only the work up to there
};

struct NamedContestant {
    std::string name;
    std::function<std::unique_ptr<Contestant>(const Mesh&)> make; // null: it cannot hold this mesh
    bool has_first = true, has_all = true, has_distance = false;  // supported queries
    Says says = Says::pairs;
    bool is_ours = false;
};

// One per library, each in its own file; main calls those that CMake has found.
void add_ours(std::vector<NamedContestant>& io_all);
void add_fcl(std::vector<NamedContestant>& io_all);
void add_bullet(std::vector<NamedContestant>& io_all);
void add_ode(std::vector<NamedContestant>& io_all);
void add_cgal(std::vector<NamedContestant>& io_all);
void add_embree(std::vector<NamedContestant>& io_all);

inline constexpr const char* kOurDefault = "boxwood bvh8, leaves of 2"; // equals HierarchyConfig{}
inline constexpr const char* kExact = "cgal boxes, exact";              // whose answers are the reference

} // namespace boxwood::bench
