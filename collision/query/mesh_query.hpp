// What: queries between two triangle meshes with hierarchies: any contact, all contacts, the distance, and whether the
//     distance is at most a limit.
// Frame: poses are world_from_a and world_from_b (rotation, translation, non-uniform scale; shear allowed).
// Invariants: answers are exact for every volume, kind, builder, overlap test and descend rule: two triangles intersect
//     iff the closed triangles on their world vertices (pose * p in double) have a common point. The pair that an
//     any-contact query finds depends on these choices. So does the answer of a distance query with a tolerance above
//     0. Swapping A and B does not change whether they intersect. Two hierarchies of different types are traversed
//     through the boxes of their nodes (mixed_tree.hpp). A mesh is a surface unless its operand has the shells of a
//     solid. A mesh inside a solid intersects it even if the surfaces have no common point (QueryResult::nesting).
// Degenerate input: for an invalid operand or request, a query clears the result and returns an Error with the reason.
//     The following are invalid: a missing hierarchy or pose; a mesh with more or fewer triangles, or with fewer
//     vertices, than the mesh of the last build or refit of its hierarchy; a pose that check_pose rejects; shells with
//     a different number of triangles or with more vertices than the mesh; missing shells if the other operand is a
//     solid; and a request that check_request rejects (query_request.hpp).
//     Additional vertices are allowed, because no index refers to them.
//     Positions and indices are assumed to be unchanged since the last build or refit; a check would take as long as a
//     refit. An index out of range causes a read out of bounds. The shells of a solid count as closed even if a later
//     change of the mesh has opened them.
// Cost: counted in QueryCounters. If scratch and result are reused, later queries allocate no memory.
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
    struct ScratchOfTypes; // query_scratch.hpp

    QueryScratch();
    ~QueryScratch();
    QueryScratch(QueryScratch&&) noexcept;
    QueryScratch& operator=(QueryScratch&&) noexcept;
    QueryScratch(const QueryScratch&);
    QueryScratch& operator=(const QueryScratch&) { return *this; }

    std::size_t bytes() const; // size of the arrays

    // Internal.
    ScratchOfTypes& scratch_of_types();
    const ScratchOfTypes& scratch_of_types() const;

  private:
    std::unique_ptr<ScratchOfTypes> scratch_of_types_; // created by the first query
};

// A mesh with its hierarchy; non-owning.
struct MeshOperand {
    MeshView mesh;
    const AnyHierarchy* hierarchy = nullptr;
    const Pose* world_from_mesh = nullptr;
    // The shells of the mesh (geometry/mesh_shells.hpp). The operand is solid if they are declared solid. If either
    // operand is solid, both need shells.
    const MeshShells* shells = nullptr;
};

// See check_operand.hpp.
Status check_operand(const MeshOperand& operand, const char* what);

// The fastest configuration for this mode in nearly all measured cases (docs/hierarchies.md).
HierarchyConfig default_config(QueryMode mode);

Status query_meshes(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    QueryScratch& io_scratch, QueryResult& out_result);

// Working memory of a parallel query. `work` is for the serial start of the traversal, `front` stores the tasks, and
// `above` is for the node pairs above the tasks. `parts` has at least one element per task.
struct ParallelQueryScratch {
    struct Part {
        QueryScratch scratch;
        QueryResult result;
    };
    QueryScratch work, front, above;
    std::vector<Part> parts;
};

// Computes the answer on the executor's threads. The answer has the same bits as the answer of the serial query, except
// that a distance query with a tolerance above 0 can find another pair within the tolerance. The first levels of the
// tree of node pairs are opened serially, and each remaining pair becomes a task. Counters do not depend on the
// executor. An all-contacts query has the same counters as the serial query. Other queries can have higher counters,
// because tasks do not share results. Distance queries between two hierarchies of kind bvh8 with the same volume,
// queries with the mode `within` and queries with a log run serially. The parallel query is faster if the serial query
// takes more than about 100 us.
Status query_meshes(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    Executor& executor, ParallelQueryScratch& io_scratch, QueryResult& out_result);

// Runs the query serially and records every visit. Contact queries do not use the coherence cache.
Status query_meshes(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    QueryScratch& io_scratch, VisitRecorder& io_trace, QueryResult& out_result);

// Repeats only the primitive tests [range.first, range.second) of a log. The log must have been recorded by one query
// of these operands. Requires input that query_meshes accepts, a range within the log, and triangle indices within the
// meshes. The result has the intersecting pairs in the order of the log, the closest pair, and the counters of
// primitive tests; its `intersects` is false.
void repeat_primitive_tests(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                            const PrimitiveTestRecord& log, std::pair<std::size_t, std::size_t> range,
                            QueryResult& out_result);

} // namespace boxwood
