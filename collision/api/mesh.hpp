// What: a triangle mesh with the hierarchies that its queries need.
// Frame: the mesh's own frame. Positions are stored as floats.
// Invariants: each hierarchy is built by the first query that needs it, or earlier by prepare(). Later queries use it,
//             and update() refits or rebuilds it. The first queries can run on several threads at the same time.
//             Answers do not depend on the preset, with these exceptions: which hit ray_cast_any() finds; which pair of
//             triangles a world lists if it lists only one; distances that are computed with a tolerance above 0; and
//             times of impact, which can differ within the tolerance.
// Degenerate input: create() returns an Error for no triangles; for more than 2^30 vertices or triangles; for a number
//             of coordinates or indices that is not a multiple of three; and for an Eigen matrix in which the three
//             numbers of a point or triangle are not consecutive in memory. An Error for a coordinate that is not
//             finite or is beyond 1e12, or for an index out of range, names the first invalid element. Triangles
//             without area, duplicate triangles and holes are allowed, unless they make a solid mesh not closed or not
//             consistently oriented.
// Cost: create() copies the arrays and builds no hierarchy. For a solid, create() also finds the shells in O(n log n)
//       time. The comments of Preset give the sizes and speeds of the hierarchies.
// Oracle: all pairs of triangles (tests/collision/api, tests/stranger).
#pragma once

#include "collision/api/context.hpp"
#include "collision/api/shape.hpp"
#include "collision/core/export.hpp"

#include <limits>
#include <string>
#include <vector>

namespace boxwood::api {

// The intended use of a mesh, which selects its hierarchies. Times and sizes are measured; the times of queries are
// relative to `general`. docs/hierarchies.md describes the hierarchies.
enum class Preset : std::uint8_t {
    // Two hierarchies: one for contacts with 14 bytes per triangle, and one for distances with 116 bytes per triangle.
    // Each is built when a query first needs it.
    general,
    // One hierarchy, 14 bytes per triangle: contacts as fast as with `general`, distances 3 to 9 times slower.
    contacts,
    // One hierarchy, 116 bytes per triangle: distances as fast as with `general`, contacts 4 times slower.
    distance,
    // The same hierarchy as `contacts`, which refits 16 times faster than the hierarchy of `distance`. update() keeps
    // the memory of the previous revision for reuse.
    deforming,
    // One hierarchy with larger leaves, 10 bytes per triangle: contacts take 1.6 times as long.
    small_memory
};

struct MeshOptions {
    Preset preset = Preset::general;
    // Anything inside a solid mesh collides with it. The mesh must be closed and consistently oriented; otherwise
    // create() returns an Error that names the first invalid edge. Vertices at the same position count as one.
    bool solid = false;
    // Positions given as doubles are rounded to floats. It is an Error if rounding changes a coordinate by more than
    // max_rounding.
    double max_rounding = std::numeric_limits<double>::infinity();
};

enum class Update : std::uint8_t {
    // Refits the hierarchies. In the first update and in every fourth update after it, also estimates the query cost of
    // each hierarchy, and rebuilds a hierarchy if the estimate exceeds 1.6 times the estimate after its last build.
    automatic,
    refit,  // new volumes, same topology
    rebuild // new topology, as for a new mesh
};

// The memory of a mesh in bytes. Shells, and the previous revision that `deforming` keeps, are not counted.
// contact_hierarchy: the hierarchies of axis-aligned boxes. distance_hierarchy: the hierarchy of oriented boxes. world:
// the copies of the mesh and of a hierarchy that worlds use.
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

    // Sets the preset for all later queries and builds the hierarchies of that preset, so that no query has to build
    // one.
    void prepare(Preset preset, Context& context = thread_context());
    Preset preset() const;

    // Sets the positions of all vertices. New queries through any copy of the handle use them, and so do new queries on
    // a world with this mesh; the steps of a world use them from the next step on. Queries in progress finish with the
    // old positions. It is an Error if the number of vertices differs, if create() rejects the positions, or if a solid
    // mesh is no longer closed because vertices that shared a position have separated. An Error leaves the mesh
    // unchanged.
    Status update(PointsView positions, Update how = Update::automatic, Context& context = thread_context());
    // Increases with each update. Unique in the process: no two states of any meshes have the same revision.
    std::uint64_t revision() const;

    // Copies of the current vertices and triangles.
    std::vector<Vec3> positions() const;
    std::vector<std::array<std::uint32_t, 3>> triangles() const;

    MeshMemory memory() const;

    // Writes the vertices, the triangles, the preset and whether the mesh is solid to a file. The hierarchy for
    // contacts is included if it has been built and its volumes are not oriented boxes. The file has a version and a
    // checksum. The Error for a file that cannot be written names its path.
    Status save(const std::string& path) const;
    // Reads a mesh that save() wrote, with the hierarchy if the file contains one. A file of another kind or version, a
    // truncated or damaged file, and an invalid mesh or hierarchy are Errors. The file does not contain max_rounding:
    // updates of the loaded mesh can round by any amount.
    static Result<Mesh> load(const std::string& path);

  private:
    using Shape::Shape;
};

} // namespace boxwood::api
