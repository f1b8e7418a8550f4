// What: the methods that bench_mesh_pairs compares on one mesh: Boxwood's hierarchies, and the hierarchies of the
//     libraries that CMake found.
// Frame: poses map the mesh to the world.
// Invariants: all competitors use the same triangles and placements, in one process.
#pragma once

#include "collision/core/ids.hpp"
#include "engine/meshes/mesh.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace boxwood::bench {

struct Placement {
    Pose a, b; // world_from_mesh of each copy; rotations and translations only
};

enum class Wanted : std::uint8_t { first, all, distance };

struct PairAnswer {
    bool intersects = false;
    std::vector<PrimitivePair> pairs; // cleared by the caller
    double distance = 0.0;            // of the meshes, for Wanted::distance; 0 if they intersect
};

class Competitor {
  public:
    virtual ~Competitor() = default;
    virtual void prepare(const Placement&) {} // not timed
    virtual void answer(const Placement& at, Wanted wanted, PairAnswer& out) = 0;
};

// The content of an answer, which determines how answers can be compared.
enum class AnswerContent : std::uint8_t {
    pairs,     // which triangles intersect
    yes_or_no, // whether any triangles intersect
    candidates // pairs of overlapping boxes; the triangles are not tested
};

struct NamedCompetitor {
    std::string name;
    std::function<std::unique_ptr<Competitor>(const Mesh&)>
        make; // returns null if the library cannot represent the mesh
    bool has_first = true, has_all = true, has_distance = false;  // supported queries
    AnswerContent content = AnswerContent::pairs;
    bool is_ours = false;
};

// One function per library, each in its own file. The main program calls the functions of the libraries that CMake
// found.
void add_ours(std::vector<NamedCompetitor>& io_all);
void add_fcl(std::vector<NamedCompetitor>& io_all);
void add_bullet(std::vector<NamedCompetitor>& io_all);
void add_ode(std::vector<NamedCompetitor>& io_all);
void add_cgal(std::vector<NamedCompetitor>& io_all);
void add_embree(std::vector<NamedCompetitor>& io_all);

inline constexpr const char* kOurDefault = "boxwood bvh8, leaves of 2"; // the same as HierarchyConfig{}
inline constexpr const char* kExact = "cgal boxes, exact";              // gives the reference answers

} // namespace boxwood::bench
