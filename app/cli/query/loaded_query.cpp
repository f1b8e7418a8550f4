#include "app/cli/query/loaded_query.hpp"

#include "app/cli/options/units_hint.hpp"
#include "app/jobs/progress.hpp"
#include "collision/core/rigid_motion.hpp"
#include "collision/world/collision_world.hpp"
#include "engine/import/import.hpp"
#include "engine/import/text_file.hpp"

#include <cstdio>
#include <span>
#include <string>

namespace boxwood {
namespace {

// Checks the start and end pose of A and of B with check_pose, and that the linear part changes only by a rotation. The
// poses can be scaled or sheared.
Status check_motions(std::span<const MotionPair> motions, const std::filesystem::path& path) {
    for (const MotionPair& motion : motions) {
        const std::string prefix = shown_input(path) + ": id " + std::to_string(motion.id) + ": ";
        if (Status status = check_motion_ends(motion.a.pose(), motion.a_end.pose(), "a to a_end"); !status)
            return Error{prefix + status.error().message};
        if (Status status = check_motion_ends(motion.b.pose(), motion.b_end.pose(), "b to b_end"); !status)
            return Error{prefix + status.error().message};
    }
    return ok();
}

template <class T>
Result<QueryItems> items_of(Result<std::vector<T>> read) {
    if (!read) return read.error();
    return QueryItems(std::move(*read));
}

Result<QueryItems> read_items(const QueryOptions& options) {
    if (options.question == Question::ray) return items_of(read_rays(options.rays));
    if (options.question == Question::point) return items_of(read_points(options.points));
    if (options.question != Question::time)
        return options.poses.empty() ? QueryItems(std::vector(1, PosePair{}))
                                     : items_of(read_poses(options.poses));
    if (options.poses.empty())
        return Error{
            "--mode time requires --poses FILE, which gives the end pose of A (a_end) or of B (b_end)"};
    Result<std::vector<MotionPair>> motions = read_motions(options.poses);
    if (motions)
        if (Status status = check_motions(*motions, options.poses); !status) return status.error();
    return items_of(std::move(motions));
}

Result<QueriedMesh> load_mesh(const std::filesystem::path& path, const QueryOptions& options,
                              Executor& executor) {
    Progress progress;
    progress.begin("reading " + shown(path) + " and building its hierarchy");
    Result<Mesh> mesh = import_mesh(path);
    if (!mesh) return mesh.error();
    Result<AnyHierarchy> hierarchy = build_any_hierarchy(*options.hierarchy, mesh->view(), executor);
    if (!hierarchy) return Error{path.string() + ": " + hierarchy.error().message};
    QueriedMesh loaded{std::move(*mesh), std::move(*hierarchy), std::nullopt, std::nullopt};
    if (options.question == Question::depth) loaded.polytope = find_polytope(loaded.mesh);
    return loaded;
}

Status declare(const std::filesystem::path& path, bool is_solid, QueriedMesh& io_mesh) {
    if (!is_solid) {
        io_mesh.shells = MeshShells::of_surface(io_mesh.mesh.view());
        return ok();
    }
    Result<MeshShells> shells = MeshShells::of_solid(io_mesh.mesh.view());
    if (!shells) return Error{shown(path) + ": --solid: " + shells.error().message};
    io_mesh.shells = std::move(*shells);
    return ok();
}

Status check_visits(const QueryOptions& options, const QueryItems& items) {
    if (options.visits.empty()) return ok();
    const auto& poses = std::get<std::vector<PosePair>>(items);
    if (poses.size() != 1)
        return Error{options.visits.string() + ": can store the visits of one query only; " +
                     shown_input(options.poses) + " has " + std::to_string(poses.size()) + " poses"};
    if (poses.front().a.matrix || poses.front().b.matrix)
        return Error{options.visits.string() + ": can store only poses given as q, t and s; " +
                     shown_input(options.poses) + " has a matrix"};
    return ok();
}

void report_no_items(const QueryOptions& options) {
    const std::filesystem::path& file = options.question == Question::ray     ? options.rays
                                        : options.question == Question::point ? options.points
                                                                              : options.poses;
    const char* const items = options.question == Question::ray     ? "rays"
                              : options.question == Question::point ? "points"
                                                                    : "poses";
    std::fprintf(stderr, "boxwood: %s: contains no %s, so no query was run\n", shown_input(file).c_str(),
                 items);
}

} // namespace

std::size_t LoadedQuery::count() const {
    return std::visit([](const auto& list) { return list.size(); }, items);
}

Result<LoadedQuery> load_query(const QueryOptions& options, Executor& executor) {
    Result<QueryItems> items = read_items(options);
    if (!items) return items.error();
    if (Status status = check_visits(options, *items); !status) return status.error();
    Result<QueriedMesh> a = load_mesh(options.a, options, executor);
    if (!a) return a.error();
    LoadedQuery query{std::move(*items), std::move(*a), std::nullopt};
    if (query.count() == 0) report_no_items(options);
    if (!options.uses_one_mesh()) {
        Result<QueriedMesh> b = load_mesh(options.b, options, executor);
        if (!b) return b.error();
        query.b = std::move(*b);
    }
    if (!options.solid.empty()) {
        if (Status status = declare(options.a, options.solid != "b", query.a); !status) return status.error();
        if (query.b)
            if (Status status = declare(options.b, options.solid != "a", *query.b); !status)
                return status.error();
    }
    if (const auto* poses = std::get_if<std::vector<PosePair>>(&query.items);
        poses != nullptr && !poses->empty())
        print_units_hint({options.a, query.a.mesh.view(), poses->front().a.pose()},
                         {options.b, query.b->mesh.view(), poses->front().b.pose()});
    return query;
}

Result<std::uint64_t> hash_question(const LoadedQuery& query, const QueryOptions& options) {
    std::uint64_t hash = kHashSeed;
    for (const std::filesystem::path& path : {options.poses, options.rays, options.points}) {
        if (path.empty()) continue;
        const Result<std::string> bytes = read_text_file(path, kMaxPosesBytes);
        if (!bytes) return bytes.error();
        hash = hash_bytes(hash, bytes->data(), bytes->size());
    }
    const HierarchyConfig& config = *options.hierarchy;
    const QueryRequest& request = options.request;
    std::string text = options.mode + ' ' + options.solid + ' ' + config.kind + ' ' + config.volume + ' ' +
                       config.builder + ' ' + std::to_string(config.leaf_size) +
                       (options.without_times ? " without times" : "");
    for (const std::size_t index :
         {index_of_choice(kAllOverlapTests, request.test), index_of_choice(kAllDescents, request.descent),
          index_of_choice(kAllLeafTests, request.leaf_test)})
        text += ' ' + std::to_string(index);
    hash = hash_bytes(hash, text.data(), text.size());
    for (const double number : {request.max_distance, request.tolerance})
        hash = hash_bytes(hash, &number, sizeof number);
    for (const QueriedMesh* queried : {&query.a, query.b ? &*query.b : nullptr}) {
        if (queried == nullptr) continue;
        const Mesh& mesh = queried->mesh;
        hash = hash_bytes(hash, mesh.positions.data(), mesh.positions.size() * sizeof mesh.positions[0]);
        hash = hash_bytes(hash, mesh.triangles.data(), mesh.triangles.size() * sizeof mesh.triangles[0]);
    }
    return hash;
}

} // namespace boxwood
