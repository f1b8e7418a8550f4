// What: queries between two triangle meshes with hierarchies: any contact, all contacts, distance.
// Frame: poses are world_from_a and world_from_b (rotation, translation, non-uniform scale; shear allowed).
// Invariants: the answer is the ground truth: two triangles intersect iff the closed triangles on their world
//     vertices (pose * p in double) do, whatever the volume, kind, builder, test or descent. any(A,B) equals any(B,A).
//     Hierarchies of two types are traversed through their nodes' boxes (mixed_tree.hpp).
// Degenerate input: operands and requests that cannot be answered are an Error that names them, and the result is cleared:
//     no hierarchy or pose, a mesh with another number of triangles or fewer vertices than its hierarchy was built over, a pose
//     that check_pose refuses, a tolerance that is negative or not a number, an unknown mode. What is not checked, because it
//     takes as long as a refit: that positions and indices did not change since the last build or refit. An index that is out
//     of range is read out of bounds. More vertices are no error: no index names them.
// Cost: counters in QueryCounters; nothing is allocated after warm-up when scratch and result are reused.
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

// What a query works in; reuse it to avoid allocation. A copy is a new one.
class QueryScratch {
  public:
    struct OfTypes; // query_scratch.hpp

    QueryScratch();
    ~QueryScratch();
    QueryScratch(QueryScratch&&) noexcept;
    QueryScratch& operator=(QueryScratch&&) noexcept;
    QueryScratch(const QueryScratch&);
    QueryScratch& operator=(const QueryScratch&) { return *this; }

    // For the implementation.
    OfTypes& of_types();
    const OfTypes& of_types() const;

  private:
    std::unique_ptr<OfTypes> of_types_; // made by the first query
};

// A mesh with its hierarchy, both owned by someone else.
struct MeshOperand {
    MeshView mesh;
    const AnyHierarchy* hierarchy = nullptr;
    const Pose* world_from_mesh = nullptr;
};

// What answers such queries fastest, over all models measured (docs/hierarchies.md).
HierarchyConfig default_config(QueryMode mode);

Status query_meshes(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    QueryScratch& io_scratch, QueryResult& out_result);

// What a query that is divided works in: what was opened before the division, and every part by itself.
struct ParallelQueryScratch {
    struct Part {
        QueryScratch scratch;
        QueryResult result;
    };
    QueryScratch work, front, above;
    std::vector<Part> parts;
};

// The same answer, bit for bit, on the executor's threads: the top of the tree of pairs is opened serially, and what is below
// its pairs is left to parts. Counters do not depend on the executor. Of a query for all contacts they are those of the serial
// one; the others count more, as parts know nothing of each other. Pays from about 100 us on. A log is followed serially.
Status query_meshes(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    Executor& executor, ParallelQueryScratch& io_scratch, QueryResult& out_result);

// The same, recording every visit.
Status query_meshes(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    QueryScratch& io_scratch, VisitRecorder& io_trace, QueryResult& out_result);

// Only the primitive tests [range.first, range.second) of a log: those of one query of these operands. Requires what
// query_meshes refuses otherwise, a range of the log, and triangles that the meshes have. Of the result:
// the pairs that intersect in the order of the log, the closest pair, the counters of primitive tests.
void repeat_primitive_tests(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                            const PrimitiveTestRecord& log, std::pair<std::size_t, std::size_t> range,
                            QueryResult& out_result);

} // namespace boxwood
