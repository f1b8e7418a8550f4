// What: queries between two triangle meshes with hierarchies: any contact, all contacts, distance.
// Frame: poses are world_from_a and world_from_b (rotation, translation, non-uniform scale; shear allowed).
// Invariants: the answer is the ground truth: two triangles intersect iff the closed triangles on their world vertices
//     (pose * p in double) do, whatever the volume, kind, builder, test or descend rule. any(A,B) equals any(B,A).
//     Hierarchies of two types are traversed through their nodes' boxes (mixed_tree.hpp).
//     A mesh is a surface unless its operand has the shells of a solid. What lies inside a solid intersects it, also
//     without a common point of the surfaces: QueryResult::nesting.
// Degenerate input: invalid operands and requests return an Error that names them, and the result is cleared: a missing
//     hierarchy or pose; a mesh with another number of triangles, or fewer vertices, than its hierarchy was built over;
//     a pose that check_pose rejects; shells of another mesh, or none next to a solid; a negative or NaN tolerance; an unknown mode. Not checked, because the check
//     takes as long as a refit: that positions and indices have not changed since the last build or refit. An index out
//     of range is read out of bounds; shells of a solid that is no longer closed count as closed. Additional vertices are allowed, since no index refers to them.
// Cost: counters in QueryCounters; nothing is allocated after warm-up if scratch and result are reused.
// Source: [van den Bergen 1997] sections 2-4.
// Oracle: all pairs of triangles.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/core/trace.hpp"
#include "collision/geometry/triangle.hpp"
#include "collision/query/any_hierarchy.hpp"
#include "collision/query/query_request.hpp"
#include "collision/query/query_result.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace boxwood {

class Executor;
class MeshShells;

// Working memory of a query; reuse it to avoid allocation. A copy starts empty.
class QueryScratch {
  public:
    struct OfTypes; // query_scratch.hpp

    QueryScratch();
    ~QueryScratch();
    QueryScratch(QueryScratch&&) noexcept;
    QueryScratch& operator=(QueryScratch&&) noexcept;
    QueryScratch(const QueryScratch&);
    QueryScratch& operator=(const QueryScratch&) { return *this; }

    std::size_t bytes() const; // of the arrays that it keeps for the next query

    // Internal.
    OfTypes& of_types();
    const OfTypes& of_types() const;

  private:
    std::unique_ptr<OfTypes> of_types_; // created by the first query
};

// A mesh with its hierarchy; non-owning.
struct MeshOperand {
    MeshView mesh;
    const AnyHierarchy* hierarchy = nullptr;
    const Pose* world_from_mesh = nullptr;
    // Of the mesh (geometry/mesh_shells.hpp). Those of a solid make the operand solid; needed if either operand is solid.
    const MeshShells* shells = nullptr;
};

// Ok, or the reason why the operand is invalid, prefixed by `what`.
Status check_operand(const MeshOperand& operand, const char* what);

// The fastest configuration for this mode over all measured models (docs/hierarchies.md).
HierarchyConfig default_config(QueryMode mode);

Status query_meshes(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    QueryScratch& io_scratch, QueryResult& out_result);

// Working memory of a parallel query: of the serial top of the traversal, and of each task.
struct ParallelQueryScratch {
    struct Part {
        QueryScratch scratch;
        QueryResult result;
    };
    QueryScratch work, front, above;
    std::vector<Part> parts;
};

// The same answer, bit for bit, computed on the executor's threads: the top of the tree of node pairs is opened
// serially, and each remaining pair becomes a task. Counters do not depend on the executor. An all-contacts query
// counts exactly what the serial one does; the others count more, since tasks share no results. Pays off above about
// 100 us. A query with a log runs serially.
Status query_meshes(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    Executor& executor, ParallelQueryScratch& io_scratch, QueryResult& out_result);

// The same, and records every visit.
Status query_meshes(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    QueryScratch& io_scratch, VisitRecorder& io_trace, QueryResult& out_result);

// Runs only the primitive tests [range.first, range.second) of a log, which must be those of one query of these
// operands. Requires input that query_meshes accepts, a range within the log, and triangle indices within the meshes.
// Returns the intersecting pairs in the order of the log, the closest pair, and the counters of primitive tests.
void repeat_primitive_tests(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                            const PrimitiveTestRecord& log, std::pair<std::size_t, std::size_t> range,
                            QueryResult& out_result);

} // namespace boxwood
