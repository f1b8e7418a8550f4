// What: a triangle mesh with the hierarchies that its queries need.
// Frame: the mesh's own. Positions are stored as floats.
// Invariants: hierarchies are built once, by the first query that needs them, even if many threads ask at once, or ahead
//             of time by prepare(). Answers do not depend on the preset.
// Degenerate input: no triangles, a coordinate that is not finite or beyond 1e12, an index out of range, and a number of
//             coordinates or indices that is no multiple of three are Errors that name the first element. Flat and
//             duplicate triangles and holes are allowed.
// Cost: see Preset. create() copies; it builds no hierarchy.
// Oracle: all pairs of triangles (tests/collision/api, tests/stranger).
#pragma once

#include "collision/api/context.hpp"
#include "collision/api/shape.hpp"
#include "collision/core/export.hpp"

#include <limits>
#include <string>
#include <vector>

namespace boxwood::api {

// What a mesh is used for. The times and sizes are measured (docs/hierarchies.md).
enum class Preset : std::uint8_t {
    general, // one hierarchy for contacts and one for distances, each built when first needed: 14 and 116 bytes per triangle
    contacts, // one hierarchy: contacts as fast as in general, distances 3 to 9 times slower, 14 bytes per triangle
    distance, // one hierarchy: distances as fast as in general, contacts 4 times slower, 116 bytes per triangle
    deforming,   // as contacts, which refits 16 times faster; update() keeps the memory of the last revision
    small_memory // one hierarchy with larger leaves: contacts take 1.6 times as long, 10 bytes per triangle
};

struct MeshOptions {
    Preset preset = Preset::general;
    // What lies inside a solid mesh collides with it. The mesh must be closed and consistently oriented: an Error names the
    // first edge that is not. Vertices at one position count as one.
    bool solid = false;
    // Positions given as doubles are rounded to floats, once. An Error if that moves a coordinate by more than this.
    double max_rounding = std::numeric_limits<double>::infinity();
};

enum class Update : std::uint8_t {
    automatic, // refits, and rebuilds when refitting has made the hierarchy 1.6 times as costly as a new one
    refit,     // new volumes, same topology
    rebuild    // as if the mesh had just been created
};

// Bytes of each part of a mesh.
struct MeshMemory {
    std::size_t positions = 0, triangles = 0, contact_hierarchy = 0, distance_hierarchy = 0, world = 0;
    std::size_t total() const {
        return positions + triangles + contact_hierarchy + distance_hierarchy + world;
    }
};

class BOXWOOD_API Mesh : public Shape {
  public:
    static Result<Mesh> create(PointsView positions, TrianglesView triangles,
                               const MeshOptions& options = {});

    // Chooses the preset for the queries that follow and builds its hierarchies now, so that no query has to.
    void prepare(Preset preset, Context& context = thread_context());
    Preset preset() const;

    // New positions for all vertices. Every copy of the handle sees them from now on, and a world from its next step;
    // queries that are running finish with the old ones. An Error changes nothing; of a solid mesh, that equal vertices
    // part and open it is one.
    Status update(PointsView positions, Update how = Update::automatic, Context& context = thread_context());
    // Counts updates; unique in the process for one state of one mesh.
    std::uint64_t revision() const;

    // Copies of the current vertices and triangles.
    std::vector<Vec3> positions() const;
    std::vector<std::array<std::uint32_t, 3>> triangles() const;

    MeshMemory memory() const;

    // A file with the vertices, the triangles, the preset, and the hierarchy for contacts if it has been built and is not of
    // oriented boxes. It has a version and a checksum. An Error says what could not be written.
    Status save(const std::string& path) const;
    // The mesh that save() wrote, with its hierarchy. A file that is none, that is cut short or damaged, that has another
    // version, or whose mesh or hierarchy is not valid is an Error. Positions are as stored, whatever their rounding was.
    static Result<Mesh> load(const std::string& path);

  private:
    using Shape::Shape;
};

} // namespace boxwood::api
