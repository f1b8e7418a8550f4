#include "collision/query/mesh_query.hpp"

#include "collision/geometry/mesh_shells.hpp"
#include "collision/query/check_operand.hpp"
#include "collision/query/dispatch/query_shards.hpp"
#include "collision/query/nesting.hpp"
#include "collision/query/query_scratch.hpp"
#include "collision/query/traversal/distance/pair_queue.hpp"
#include "collision/query/traversal/primitive_test_record.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace boxwood {

Status check_request(const QueryRequest& request) {
    if (request.mode > QueryMode::within) return Error{"request: unknown mode"};
    if (request.test > OverlapTest::aabb_of_obb) return Error{"request: unknown overlap test"};
    if (request.descent > Descent::simultaneous) return Error{"request: unknown descent"};
    if (request.leaf_test > LeafTest::triangle) return Error{"request: unknown leaf test"};
    if (request.triangle_test == nullptr) return Error{"request: has no triangle test"};
    if (!(request.tolerance >= 0.0)) return Error{"request: tolerance must be a number of at least 0"};
    if (!(request.max_distance >= 0.0)) return Error{"request: max_distance must be a number of at least 0"};
    return ok();
}

namespace {

template <class T>
std::size_t bytes_of(const std::vector<T>& array) {
    return array.capacity() * sizeof(T);
}
template <class... Stacks>
std::size_t bytes_of(const std::tuple<Stacks...>& stacks) {
    return std::apply([](const auto&... stack) { return (bytes_of(stack) + ...); }, stacks);
}
std::size_t bytes_of(const WorldTree& tree) {
    return bytes_of(tree.nodes) + bytes_of(tree.primitives) + bytes_of(tree.is_repeated) +
           bytes_of(tree.triangles) + bytes_of(tree.sorted_by_position);
}
template <class H>
std::size_t bytes_of(const TraversalScratch<H>& of) {
    return bytes_of(of.stack) + bytes_of(of.distance_stack) + bytes_of(of.wide_distance_stack) +
           of.sorter.bytes() + bytes_of(of.world.a) + bytes_of(of.world.b) + bytes_of(of.world.cursors) +
           bytes_of(of.world.stack);
}

} // namespace

QueryScratch::QueryScratch() = default;
QueryScratch::~QueryScratch() = default;
QueryScratch::QueryScratch(QueryScratch&&) noexcept = default;
QueryScratch& QueryScratch::operator=(QueryScratch&&) noexcept = default;
QueryScratch::QueryScratch(const QueryScratch&) {}

QueryScratch::ScratchOfTypes& QueryScratch::scratch_of_types() {
    if (scratch_of_types_ == nullptr) scratch_of_types_ = std::make_unique<ScratchOfTypes>();
    return *scratch_of_types_;
}
std::size_t QueryScratch::bytes() const {
    if (scratch_of_types_ == nullptr) return 0;
    return std::apply([](const auto&... of) { return (bytes_of(of) + ...); }, scratch_of_types_->scratch);
}
const QueryScratch::ScratchOfTypes& QueryScratch::scratch_of_types() const {
    BOXWOOD_REQUIRE(scratch_of_types_ != nullptr); // requires a previous query with this scratch
    return *scratch_of_types_;
}

namespace {

template <class Element>
int compare_bytes(std::span<const Element> x, std::span<const Element> y) {
    if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
    return std::memcmp(x.data(), y.data(), x.size_bytes());
}

template <class H>
const auto& nodes_of(const H& tree) {
    if constexpr (requires { tree.binary; })
        return tree.binary.nodes;
    else if constexpr (requires { tree.nodes; })
        return tree.nodes;
    else
        return tree; // this type has no nodes to compare
}

// Orders two trees over one mesh by type, then by config, then by nodes. Nodes can differ because a refit and a build
// give different nodes.
int compare_trees(const AnyHierarchy& x, const AnyHierarchy& y) {
    if (x.tree().index() != y.tree().index()) return x.tree().index() < y.tree().index() ? -1 : 1;
    const auto key = [](const HierarchyConfig& of) {
        return std::tie(of.kind, of.volume, of.builder, of.leaf_size);
    };
    if (key(x.config()) != key(y.config())) return key(x.config()) < key(y.config()) ? -1 : 1;
    return std::visit(
        [&y](const auto& tree) {
            const auto &of_x = nodes_of(tree),
                       &of_y = nodes_of(std::get<std::decay_t<decltype(tree)>>(y.tree()));
            if constexpr (requires { of_x.begin()->count; }) {
                const auto [at_x, at_y] = std::mismatch(
                    of_x.begin(), of_x.end(), of_y.begin(), of_y.end(),
                    [](const auto& a, const auto& b) { return a.first == b.first && a.count == b.count; });
                if (at_x == of_x.end() || at_y == of_y.end())
                    return static_cast<int>(at_y == of_y.end()) - static_cast<int>(at_x == of_x.end());
                return std::tie(at_x->first, at_x->count) < std::tie(at_y->first, at_y->count) ? -1 : 1;
            } else if constexpr (requires { requires sizeof(*of_x.begin()) == sizeof(BoxTreeNode); }) {
                return compare_bytes(std::span(of_x), std::span(of_y));
            } else {
                return 0;
            }
        },
        x.tree());
}

// Orders the operands by content, independent of which operand is called A. In nearly all queries, the poses decide.
// For identical operands, both orders give the same answer.
bool is_first(const MeshOperand& a, const MeshOperand& b) {
    if (const int order = std::memcmp(a.world_from_mesh, b.world_from_mesh, sizeof(Pose))) return order < 0;
    if (const int order = compare_bytes(a.mesh.positions, b.mesh.positions)) return order < 0;
    if (const int order = compare_bytes(a.mesh.triangles, b.mesh.triangles)) return order < 0;
    if (a.hierarchy == b.hierarchy) return true;
    return compare_trees(*a.hierarchy, *b.hierarchy) <= 0;
}

void clear(QueryResult& out) {
    out.intersects = false;
    out.nesting = Nesting::none;
    out.pairs.clear();
    out.distance = 0.0;
    out.point_on_a_w = out.point_on_b_w = glm::dvec3(0.0);
    out.closest = {};
    out.counters = {};
}

using Query = void (*)(const detail::QueryInput&, QueryScratch&, QueryResult&);
using RecordedQuery = void (*)(const detail::QueryInput&, QueryScratch&, VisitRecorder&, QueryResult&);

constexpr auto kShards = []<std::size_t... kShard>(std::index_sequence<kShard...>) {
    return std::array<Query, sizeof...(kShard)>{detail::query_in_shard<kShard>...};
}
(std::make_index_sequence<detail::kQueryShards>());
constexpr auto kRecordedShards = []<std::size_t... kShard>(std::index_sequence<kShard...>) {
    return std::array<RecordedQuery, sizeof...(kShard)>{detail::record_in_shard<kShard>...};
}
(std::make_index_sequence<detail::kRecordedShards>());

bool is_solid(const MeshOperand& operand) {
    return operand.shells != nullptr && operand.shells->is_solid();
}

// True if the operand has no shells, or shells that fit the size of its mesh.
bool has_own_shells(const MeshOperand& operand) {
    return operand.shells == nullptr || (operand.shells->triangle_count() == operand.mesh.triangles.size() &&
                                         operand.shells->vertex_count() <= operand.mesh.positions.size());
}

// True if both operands have shells, or neither is solid.
bool have_shells(const MeshOperand& a, const MeshOperand& b) {
    return (a.shells != nullptr && b.shells != nullptr) || !(is_solid(a) || is_solid(b));
}

} // namespace

Status check_operand(const MeshOperand& operand, const char* what) {
    const auto fail = [what](const std::string& reason) { return Error{std::string(what) + ": " + reason}; };
    if (operand.hierarchy == nullptr) return fail("has no hierarchy");
    if (operand.world_from_mesh == nullptr) return fail("has no pose");
    const std::size_t triangles = operand.hierarchy->primitive_count(),
                      vertices = operand.hierarchy->vertex_count();
    if (triangles == 0) return fail("its hierarchy is empty");
    if (operand.mesh.triangles.size() != triangles)
        return fail("the mesh has " + std::to_string(operand.mesh.triangles.size()) +
                    " triangles, but its hierarchy was built for " + std::to_string(triangles));
    if (operand.mesh.positions.size() < vertices)
        return fail("the mesh has " + std::to_string(operand.mesh.positions.size()) +
                    " vertices, but its hierarchy was built for " + std::to_string(vertices));
    if (!has_own_shells(operand))
        return fail("its shells belong to a mesh with " + std::to_string(operand.shells->triangle_count()) +
                    " triangles and at least " + std::to_string(operand.shells->vertex_count()) +
                    " vertices");
    return check_pose(*operand.world_from_mesh, what);
}

// The bound on the sum also rejects poses with entries that are not finite.
bool is_plainly_valid(const MeshOperand& operand) {
    if (operand.hierarchy == nullptr || operand.world_from_mesh == nullptr) return false;
    const auto& [m, t] = *operand.world_from_mesh;
    const auto size = [](const glm::dvec3& v) { return (std::fabs(v.x) + std::fabs(v.y)) + std::fabs(v.z); };
    return operand.mesh.triangles.size() == operand.hierarchy->primitive_count() &&
           !operand.mesh.triangles.empty() &&
           operand.mesh.positions.size() >= operand.hierarchy->vertex_count() && has_own_shells(operand) &&
           (size(m[0]) + size(m[1])) + (size(m[2]) + size(t)) <= kMaxPoseEntry &&
           is_determinant_regular(glm::determinant(m));
}

namespace {

bool is_plainly_valid(const QueryRequest& request) {
    return request.mode <= QueryMode::within && request.test <= OverlapTest::aabb_of_obb &&
           request.descent <= Descent::simultaneous && request.leaf_test <= LeafTest::triangle &&
           request.triangle_test != nullptr && request.tolerance >= 0.0 && request.max_distance >= 0.0;
}

Status check(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request) {
    if (Status status = check_operand(a, "operand a"); !status) return status;
    if (Status status = check_operand(b, "operand b"); !status) return status;
    if (!have_shells(a, b))
        return Error{std::string(a.shells == nullptr ? "operand a" : "operand b") +
                     ": has no shells; if one operand is solid, both need shells"};
    return check_request(request);
}

// A mesh inside a solid intersects it even though no triangles do.
void add_nesting(const MeshOperand& a, const MeshOperand& b, NestingCache* cache, QueryResult& io_result) {
    const detail::NestingAnswer found = detail::find_nesting(a, b, cache, io_result.counters.point_tests);
    if (found.nesting == Nesting::none) return;
    io_result.intersects = true;
    io_result.nesting = found.nesting;
    io_result.distance = 0.0;
    io_result.point_on_a_w = io_result.point_on_b_w = found.point_w;
    io_result.closest = {};
}

Status run(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request, QueryScratch& io_scratch,
           VisitRecorder* io_trace, QueryResult& out_result, const detail::QueryThreads* threads = nullptr) {
    clear(out_result);
    if (!(is_plainly_valid(a) && is_plainly_valid(b) && have_shells(a, b) && is_plainly_valid(request)))
        if (Status status = check(a, b, request); !status) return status;
    const detail::QueryInput input{a, b, request, is_first(a, b), threads};
    const std::size_t type = a.hierarchy->tree().index();
    const bool is_one_type = type == b.hierarchy->tree().index();
    if (io_trace == nullptr)
        (is_one_type ? kShards[type % kShards.size()] : detail::query_mixed)(input, io_scratch, out_result);
    else
        (is_one_type ? kRecordedShards[type % kRecordedShards.size()]
                     : detail::record_mixed)(input, io_scratch, *io_trace, out_result);
    if (request.log != nullptr) request.log->end_query();
    if (!out_result.intersects && (is_solid(a) || is_solid(b)))
        add_nesting(a, b, request.nesting, out_result);
    return ok();
}

} // namespace

HierarchyConfig default_config(QueryMode mode) {
    return {.volume = is_distance_mode(mode) ? "obb" : "aabb"};
}

Status query_meshes(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    QueryScratch& io_scratch, QueryResult& out_result) {
    return run(a, b, request, io_scratch, nullptr, out_result);
}

Status query_meshes(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    QueryScratch& io_scratch, VisitRecorder& io_trace, QueryResult& out_result) {
    return run(a, b, request, io_scratch, &io_trace, out_result);
}

Status query_meshes(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    Executor& executor, ParallelQueryScratch& io_scratch, QueryResult& out_result) {
    const detail::QueryThreads threads{executor, io_scratch};
    return run(a, b, request, io_scratch.work, nullptr, out_result,
               request.log == nullptr ? &threads : nullptr);
}

void repeat_primitive_tests(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                            const PrimitiveTestRecord& log, std::pair<std::size_t, std::size_t> range,
                            QueryResult& out_result) {
    clear(out_result);
    BOXWOOD_REQUIRE(check(a, b, request) && range.first <= range.second && range.second <= log.size());
    for (std::size_t i = range.first; i < range.second; ++i)
        BOXWOOD_REQUIRE(log.pair(i).a < a.mesh.triangles.size() && log.pair(i).b < b.mesh.triangles.size());
    out_result.distance = request.max_distance; // the initial value of a query
    QueryRequest without_log = request;
    without_log.log = nullptr;
    NoTrace no_trace;
    const BoxRelation boxes = make_box_relation(*a.world_from_mesh, *b.world_from_mesh, a.hierarchy->bounds(),
                                                b.hierarchy->bounds(), request.test);
    detail::PrimitiveTests<NoTrace> tests({a, b, without_log, is_first(a, b)}, boxes, no_trace, out_result);
    const auto take = [&](PrimitivePair pair) { out_result.pairs.push_back(pair); };
    if (request.mode == QueryMode::all) { // tested in SIMD lanes, as in an all-contacts query
        detail::PairQueue queue(a.mesh, b.mesh);
        const auto test = [&](std::span<const PrimitivePair> pairs) { tests.test_all(pairs, take); };
        for (std::size_t i = range.first; i < range.second; ++i) queue.add(log.pair(i), test);
        queue.finish(test);
        return;
    }
    for (std::size_t i = range.first; i < range.second; ++i) {
        const PrimitivePair pair = log.pair(i);
        if (is_distance_answer(log.answer(i)))
            tests.measure(pair);
        else if (tests.test(pair))
            take(pair);
    }
    if (out_result.closest == PrimitivePair{}) out_result.distance = std::numeric_limits<double>::infinity();
}

} // namespace boxwood
