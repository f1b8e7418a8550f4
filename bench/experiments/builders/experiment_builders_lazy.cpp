// Measures lazy hierarchies for a query that reaches only a small part of the mesh: the time of a build and the first
// query together, and the memory after this query.
#include "bench/experiments/experiment.hpp"
#include "bench/experiments/models.hpp"
#include "collision/hierarchy/all_kinds.hpp"
#include "collision/query/mesh_query.hpp"
#include "engine/measure/statistics.hpp"
#include "engine/meshes/generate/assemblies.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <algorithm>
#include <array>

namespace boxwood {
namespace {

constexpr int kRounds = 12;

// A query with a small sphere around the vertex with the largest x.
struct LocalQuery {
    Mesh mesh, ball = make_icosphere(3);
    Pose at_origin, at_vertex;

    explicit LocalQuery(Mesh query_mesh)
        : mesh(std::move(query_mesh)) {
        const auto by_x = [](const glm::vec3& a, const glm::vec3& b) { return a.x < b.x; };
        const glm::vec3 vertex = *std::ranges::max_element(mesh.positions, by_x);
        const double radius = 0.02 * static_cast<double>(Aabb::fit(mesh.positions).longest_side());
        at_vertex = make_pose({{1, 0, 0, 0}, glm::dvec3(vertex), glm::dvec3(radius)});
    }
    void run(const AnyHierarchy& tree, const AnyHierarchy& of_ball, QueryScratch& io_scratch,
             QueryResult& out_result) const {
        require_ok(query_meshes({mesh.view(), &tree, &at_origin}, {ball.view(), &of_ball, &at_vertex},
                                {.mode = QueryMode::all}, io_scratch, out_result));
    }
};

struct LazyStudy {
    Table times{"first-query",
                "Time of one build and one query at one vertex together: median over the rounds",
                {"model", "triangles", "volume", "kind", "build_and_query_ms", "nodes"}};
    Table bytes{"memory",
                "Memory of a lazy hierarchy of boxes after one query, in bytes per triangle, with one "
                "triangle per leaf; nodes made: number of nodes",
                {"model", "nodes_made", "reserved", "of_nodes", "of_boxes_to_split", "of_tasks",
                 "written_at_most", "reserved_by_bvh2", "bvh2_while_building"}};
    std::vector<ClaimValue> ratios;
    bool has_right_sum = true;
};

Status study_times(const char* name, const LocalQuery& query, const ExperimentRun& run, LazyStudy& io_study) {
    for (const char* volume : {"aabb", "obb"}) {
        const HierarchyConfig built{"bvh2", volume, "midpoint", 1}, lazy{"bvh2-lazy", volume, "midpoint", 1};
        const AnyHierarchy of_ball = *build_any_hierarchy(built, query.ball.view()),
                           lazy_ball = *build_any_hierarchy(lazy, query.ball.view());
        QueryScratch scratch;
        QueryResult expected, found;
        std::array<std::vector<double>, 2> ms;
        std::array<std::size_t, 2> nodes{};
        for (int round = 0; round < (run.is_quick ? 6 : kRounds); ++round)
            for (const bool is_lazy : {false, true}) {
                const double start = run.now();
                const AnyHierarchy tree = *build_any_hierarchy(is_lazy ? lazy : built, query.mesh.view());
                query.run(tree, is_lazy ? lazy_ball : of_ball, scratch, is_lazy ? found : expected);
                ms[is_lazy].push_back(run.now() - start);
                nodes[is_lazy] = tree.node_count();
            }
        if (found.pairs != expected.pairs) return Error{std::string("bvh2-lazy disagrees on the ") + name};
        std::vector<double> ratios;
        for (std::size_t i = 0; i < ms[0].size(); ++i) ratios.push_back(ms[1][i] / ms[0][i]);
        io_study.ratios.emplace_back(std::string(name) + " " + volume, median_interval(ratios));
        for (const bool is_lazy : {false, true})
            io_study.times.add({name,
                                query.mesh.triangles.size(),
                                volume,
                                is_lazy ? "bvh2-lazy" : "bvh2",
                                {median_of(ms[is_lazy]), 3},
                                nodes[is_lazy]});
    }
    return ok();
}

// A lazy hierarchy reserves memory for all possible nodes, but pages that it never writes take no physical memory.
Status study_memory(const char* name, const LocalQuery& query, LazyStudy& io_study) {
    const HierarchyConfig lazy{"bvh2-lazy", "aabb", "midpoint", 1}, built{"bvh2", "aabb", "midpoint", 1};
    const AnyHierarchy tree = *build_any_hierarchy(lazy, query.mesh.view()),
                       ball = *build_any_hierarchy(lazy, query.ball.view()),
                       eager = *build_any_hierarchy(built, query.mesh.view());
    QueryScratch scratch;
    QueryResult result;
    query.run(tree, ball, scratch, result);
    const auto triangles = static_cast<double>(query.mesh.triangles.size());
    const double slots = 2.0 - 1.0 / triangles;
    const double node = sizeof(Bvh2<Aabb>::Node), item = sizeof(BuildItem),
                 task = sizeof(DeferredSplits::Task), state = 1.0;
    const double made = static_cast<double>(tree.node_count()) / triangles;
    const double reserved = tree.measure().bytes_per_primitive,
                 summed = slots * (node + task + state) + 2.0 * item;
    io_study.has_right_sum = io_study.has_right_sum && std::fabs(reserved - summed) < 0.5;
    // Written memory: both copies of the boxes to split (the second copy is written when the root is split), the
    // states, and the nodes and tasks that were created.
    const double written = 2.0 * item + slots * state + made * (node + task);
    const double eager_bytes = eager.measure().bytes_per_primitive;
    io_study.bytes.add({name,
                        tree.node_count(),
                        {reserved, 1},
                        {slots * node, 1},
                        {2.0 * item, 1},
                        {slots * (task + state), 1},
                        {written, 1},
                        {eager_bytes, 1},
                        {eager_bytes + 2.0 * item, 1}});
    return ok();
}

Result<ExperimentResult> run_lazy(const ExperimentRun& run) {
    LazyStudy study;
    const std::size_t triangles = run.is_quick ? 3000 : 100'000;
    const auto study_mesh = [&](const char* name, Mesh mesh) -> Status {
        const LocalQuery query(fitted(std::move(mesh)));
        if (Status status = study_times(name, query, run, study); !status) return status;
        return study_memory(name, query, study);
    };
    if (Status status = study_mesh("rock", all_models()[1].make(triangles)); !status) return status.error();
    if (Status status = study_mesh("gear-train", make_assembly(all_assemblies()[0], triangles)); !status)
        return status.error();
    ExperimentSection section{
        "", "A lazy hierarchy keeps data that an eager build frees: two copies of the triangles' boxes (64 "
            "bytes per triangle), between which splits move them, and for every node the range that it will "
            "split (34 bytes per triangle). It reserves memory for all of this. It writes both copies of the "
            "boxes completely, but only those nodes and ranges that a query reaches. During its build, an "
            "eager hierarchy needs the same two copies."};
    section.claims = {judge_source_claim("builders-lazy/first-query", std::move(study.ratios)),
                      {"the memory of a lazy hierarchy consists of its nodes with their tasks and states, "
                       "and of two copies of the boxes",
                       "own",
                       "reserved bytes per triangle minus the sum of these; less than 0.5 in absolute value",
                       study.has_right_sum ? "equal" : "differs", verdict_if(study.has_right_sum)}};
    section.tables = {std::move(study.times), std::move(study.bytes)};
    return ExperimentResult{{std::move(section)},
                            "The two kinds alternate, and every round builds a new hierarchy. The query "
                            "finds all triangles that intersect a sphere at the vertex with the largest x. "
                            "Its radius is 2 % of the longest side of the mesh's box."};
}

} // namespace

extern const Experiment kBuildersLazy{"builders-lazy",
                                      "Does building on demand pay, and how much memory "
                                      "does it take?",
                                      "[Akenine-Möller 2008] 17.3.1", run_lazy};

} // namespace boxwood
