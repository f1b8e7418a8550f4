// What: answers the questions of `boxwood query` about loaded meshes, one item (poses, a motion, a ray, a point) at a
//       time.
// Invariants: an answer does not depend on the thread that computes it. It does not depend on earlier answers unless
//             the request has a memory.
#pragma once

#include "collision/geometry/mesh_shells.hpp"
#include "collision/geometry/polytope/polytope.hpp"
#include "collision/query/contacts/mesh_contacts.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/points/closest_point.hpp"
#include "collision/query/points/ray_cast.hpp"
#include "engine/measure/cost_report.hpp"
#include "engine/meshes/mesh.hpp"
#include "engine/scene/queries/poses.hpp"
#include "engine/scene/queries/probes.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace boxwood {

enum class Question : std::uint8_t {
    triangles, // any, all, distance or within, see QueryRequest::mode
    contacts,
    depth,
    time,
    ray,
    point
};

struct QuestionName {
    std::string_view name, meaning; // for Question::triangles, see kAllQueryModes
    Question question;
};

inline constexpr std::array kMoreQuestions{
    QuestionName{"contacts", "contact regions with normals, depths and points", Question::contacts},
    QuestionName{"depth", "the penetration depth and its direction", Question::depth},
    QuestionName{"time", "the time of impact of the motions from a to a_end and from b to b_end",
                 Question::time},
    QuestionName{"ray", "the first triangle of A on each ray", Question::ray},
    QuestionName{"point", "the point of A that is closest to each point", Question::point},
};

struct QueriedMesh {
    Mesh mesh;
    AnyHierarchy hierarchy;
    std::optional<MeshShells> shells; // none unless a mesh of the query is declared solid
    std::optional<Polytope> polytope; // only for --mode depth; see find_polytope()

    MeshOperand at(const Pose& world_from_mesh) const {
        return {mesh.view(), &hierarchy, &world_from_mesh, shells ? &*shells : nullptr};
    }
    bool is_solid() const;
};

inline constexpr std::size_t kMaxPolytopeTriangles = 4096;
// The polytope of a closed convex mesh. None: the mesh is not closed or not convex, or has more than
// kMaxPolytopeTriangles triangles.
std::optional<Polytope> find_polytope(const Mesh& mesh);

// Options for answers that are written as records of a NumPy file, see answer_records.hpp.
struct RecordOptions {
    std::string_view mode;
    bool with_times = true;
};

// What all items of a query have in common.
struct QuerySetup {
    const QueriedMesh& a;
    const QueriedMesh* b; // null for rays and points
    Question question;
    QueryRequest request;
    bool with_costs = false;
    Executor* executor = nullptr; // runs the tasks of each query of triangles; null: queries are not divided
    std::optional<RecordOptions> record_options{}; // none: lines of JSON
};

// The costs of one query, or their sums over all poses.
struct CostSums {
    CostReport report;
    AxisCounts separations{};
};

struct Answer {
    std::string line; // JSON including the line break, or the bytes of a record
    CostSums costs;
    bool is_done = false;
};

// Work buffers of a thread.
struct QueryWorkspace {
    QueryWorkspace();

    QueryScratch scratch;
    ParallelQueryScratch parallel_scratch;
    QueryResult result;
    MeshContactsScratch contacts_scratch;
    MeshContacts contacts;
    RayScratch rays;
    ClosestScratch closest;
    CostMeter meter;
};

void ask(const QuerySetup& setup, const PosePair& poses, QueryWorkspace& io_space, Answer& out_answer);
void ask(const QuerySetup& setup, const MotionPair& motion, QueryWorkspace& io_space, Answer& out_answer);
void ask(const QuerySetup& setup, const GivenRay& ray, QueryWorkspace& io_space, Answer& out_answer);
void ask(const QuerySetup& setup, const GivenPoint& point, QueryWorkspace& io_space, Answer& out_answer);

} // namespace boxwood
