// What: queries between two triangle meshes with hierarchies: any contact, all contacts, distance.
// Frame: poses are world_from_a and world_from_b (rotation, translation, non-uniform scale; shear allowed).
// Invariants: answers are exact: two triangles intersect iff the closed triangles on their world vertices (pose * p in
//     double) do, for every volume, kind, builder, overlap test and descend rule. any(A,B) equals any(B,A).
//     Two hierarchies of different types are traversed through the boxes of their nodes (mixed_tree.hpp).
//     A mesh is a surface unless its operand has the shells of a solid. A mesh inside a solid intersects it even if the
//     surfaces have no common point (QueryResult::nesting).
// Degenerate input: an invalid operand or request returns an Error that names it, and clears the result. The following
//     are invalid: a missing hierarchy or pose; a mesh with more or fewer triangles, or with fewer vertices, than the
//     mesh that its hierarchy was built over; a pose that check_pose rejects; the shells of another mesh; missing
//     shells if the other operand is a solid; a negative or NaN tolerance; and an unknown mode. More vertices are
//     allowed, since no index refers to them.
//     Positions and indices are assumed to be unchanged since the last build or refit; a check would take as long as a
//     refit. An index out of range is read out of bounds. The shells of a solid count as closed even if the mesh is no
//     longer closed.
// Cost: counters in QueryCounters. Nothing is allocated after warm-up if scratch and result are reused.
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

    std::size_t bytes() const; // size of the arrays kept for the next query

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
    // The shells of the mesh (geometry/mesh_shells.hpp); required if either operand is solid. The operand is solid if
    // its shells are declared solid.
    const MeshShells* shells = nullptr;
};

// Ok, or the reason why the operand is invalid, prefixed by `what`.
Status check_operand(const MeshOperand& operand, const char* what);

// The fastest configuration for this mode over all measured models (docs/hierarchies.md).
HierarchyConfig default_config(QueryMode mode);

Status query_meshes(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    QueryScratch& io_scratch, QueryResult& out_result);

// Working memory of a parallel query: for the serial top of the traversal and for each task.
struct ParallelQueryScratch {
    struct Part {
        QueryScratch scratch;
        QueryResult result;
    };
    QueryScratch work, front, above;
    std::vector<Part> parts;
};

// Computes the same answer, bit for bit, on the executor's threads: the top of the tree of node pairs is opened
// serially, and each remaining pair becomes a task. Counters do not depend on the executor. An all-contacts query has
// the same counters as the serial query; the other queries have higher ones, since tasks share no results. Faster than
// the serial query if the serial query takes more than about 100 us. A query with a log runs serially.
Status query_meshes(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    Executor& executor, ParallelQueryScratch& io_scratch, QueryResult& out_result);

// Answers serially and records every visit.
Status query_meshes(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    QueryScratch& io_scratch, VisitRecorder& io_trace, QueryResult& out_result);

// Repeats only the primitive tests [range.first, range.second) of a log, which one query of these operands must have
// recorded. Requires input that query_meshes accepts, a range within the log, and triangle indices within the meshes.
// Returns the intersecting pairs in the order of the log, the closest pair, and the counters of primitive tests.
void repeat_primitive_tests(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                            const PrimitiveTestRecord& log, std::pair<std::size_t, std::size_t> range,
                            QueryResult& out_result);

} // namespace boxwood
