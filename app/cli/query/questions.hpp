// What: the questions of `boxwood query`, asked of loaded meshes, one item (poses, a motion, a ray, a point) at a time.
// Invariants: an answer does not depend on the thread that asks, and not on earlier answers unless the request has a memory.
#pragma once

#include "collision/geometry/mesh_shells.hpp"
#include "collision/geometry/polytope/polytope.hpp"
#include "collision/query/contacts/mesh_contacts.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/points/closest_point.hpp"
#include "collision/query/points/ray_cast.hpp"
#include "engine/measure/cost_report.hpp"
#include "engine/meshes/mesh.hpp"
#include "engine/scene/poses.hpp"
#include "engine/scene/probes.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace boxwood {

enum class Question : std::uint8_t {
    triangles, // any, all, distance, within: QueryRequest::mode says which
    contacts,
    depth,
    time,
    ray,
    point
};

struct QuestionName {
    std::string_view name, meaning; // those of Question::triangles are in kAllQueryModes
    Question question;
};

inline constexpr std::array kMoreQuestions{
    QuestionName{"contacts", "contact regions with normals, depths and points", Question::contacts},
    QuestionName{"depth", "the penetration depth and its direction", Question::depth},
    QuestionName{"time", "when the meshes meet on the way from a, b to a_end, b_end", Question::time},
    QuestionName{"ray", "the first triangle of A on each ray", Question::ray},
    QuestionName{"point", "the point of A that is closest to each point", Question::point},
};

struct QueriedMesh {
    Mesh mesh;
    AnyHierarchy hierarchy;
    std::optional<MeshShells> shells; // if a mesh of the query is declared solid
    std::optional<Polytope> polytope; // of --mode depth, if the mesh is a convex solid

    MeshOperand at(const Pose& world_from_mesh) const {
        return {mesh.view(), &hierarchy, &world_from_mesh, shells ? &*shells : nullptr};
    }
    bool is_solid() const;
};

// The polytope of a closed convex mesh of at most kMaxPolytopeTriangles, or nothing.
inline constexpr std::size_t kMaxPolytopeTriangles = 4096;
std::optional<Polytope> find_polytope(const Mesh& mesh);

// Answers are records of a NumPy file (answer_records.hpp), not lines of JSON.
struct AsRecords {
    std::string_view mode;
    bool with_times = true;
};

struct Asked {
    const QueriedMesh& a;
    const QueriedMesh* b; // null for rays and points
    Question question;
    QueryRequest request;
    bool with_costs = false;
    Executor* within = nullptr; // splits each query of triangles into tasks
    std::optional<AsRecords> as_records{};
};

// Totals over all poses.
struct CostSums {
    CostReport report;
    AxisCounts exits{};
};

struct Answer {
    std::string line; // JSON, with its line break; or the bytes of a record
    CostSums costs;
    bool is_done = false;
};

// Work buffers of a thread.
struct QueryWorkspace {
    QueryWorkspace();

    QueryScratch scratch;
    ParallelQueryScratch divided;
    QueryResult result;
    MeshContactsScratch contacts_scratch;
    MeshContacts contacts;
    RayScratch rays;
    ClosestScratch closest;
    CostMeter meter;
};

void ask(const Asked& asked, const PosePair& poses, QueryWorkspace& io_space, Answer& out_answer);
void ask(const Asked& asked, const MotionPair& motion, QueryWorkspace& io_space, Answer& out_answer);
void ask(const Asked& asked, const GivenRay& ray, QueryWorkspace& io_space, Answer& out_answer);
void ask(const Asked& asked, const GivenPoint& point, QueryWorkspace& io_space, Answer& out_answer);

} // namespace boxwood
