// Queries of two meshes through every public entry point. Any combination of shapes, kinds, volumes, builders, poses
// and modes gives the answer of mesh_oracle.hpp, or an Error if and only if the input is invalid.
#include "collision/core/executor.hpp"
#include "collision/geometry/mesh_checks.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/query_coherence.hpp"
#include "collision/query/traversal/primitive_test_record.hpp"
#include "tests/fuzz/mesh_choices.hpp"
#include "tests/fuzz/mesh_oracle.hpp"
#include "tests/fuzz/require.hpp"

#include <optional>
#include <string>

namespace {

using namespace boxwood;
using namespace boxwood::fuzz;

// The maximum number of pairs of triangles that integers decide per input. Inputs that need more are skipped.
constexpr std::size_t kMaxExact = 50;

// Runs the chunks sequentially, from the last to the first.
class BackwardsExecutor final : public Executor {
  public:
    void parallel_for(std::size_t count, std::size_t chunk, const Body& body) override {
        for (std::size_t k = (count + chunk - 1) / chunk; k-- > 0;)
            body(k * chunk, std::min((k + 1) * chunk, count));
    }
};

struct Side {
    ChosenMesh mesh;
    Pose world_from_mesh;
    std::vector<Triangle64> placed;
    HierarchyConfig config;
    std::optional<AnyHierarchy> hierarchy;

    MeshOperand operand() const { return {mesh.view(), hierarchy ? &*hierarchy : nullptr, &world_from_mesh}; }
};

struct Truth {
    std::vector<PrimitivePair> pairs;
    Nearest nearest;
    Size size;
    double sliver_width = 0.0; // the largest width of a sliver
};

// Returns false if the choices give an invalid pose, which the library must refuse.
bool choose_pose(Choices& io_choices, Pose& out_pose) {
    const Transform transform = choose_transform(io_choices, true);
    const Status status = check_transform(transform, "pose");
    require(bool(status) == is_valid(transform), [&] {
        return std::string("check_transform ") +
               (status ? "accepts an invalid transform" : "refuses a valid one: " + status.error().message);
    });
    if (!status) return false;
    out_pose = make_pose(transform);
    if (!io_choices.one_in(8)) return true;
    const Transform outer = choose_transform(io_choices, true); // the product of both poses may shear
    if (!is_valid(outer)) return true;
    const Pose composed = make_pose(outer) * out_pose;
    if (!check_pose(composed, "pose")) return true;
    out_pose = composed;
    return true;
}

bool choose_side(Choices& io_choices, Side& out_side) {
    out_side.mesh = choose_mesh(io_choices);
    const bool is_valid_mesh = out_side.mesh.is_valid();
    require(bool(check_mesh(out_side.mesh.view())) == is_valid_mesh,
            "check_mesh accepts an invalid mesh, or refuses a valid one");
    const bool has_pose = choose_pose(io_choices, out_side.world_from_mesh);
    out_side.config = choose_config(io_choices);
    Result<AnyHierarchy> built = build_any_hierarchy(out_side.config, out_side.mesh.view());
    require(bool(built) == (is_valid_mesh && is_valid(out_side.config)), [&] {
        return "build_any_hierarchy of " + to_text(out_side.config) + ": " +
               (built ? "accepts invalid input" : "refuses valid input: " + built.error().message);
    });
    if (!built || !has_pose) return false;
    out_side.hierarchy = std::move(*built);
    out_side.placed = place_all(out_side.world_from_mesh, out_side.mesh.view());
    return true;
}

void check_hierarchy(const Side& side) {
    const std::optional<ValidationError> defect = side.hierarchy->validate(side.mesh.view());
    require(!defect, [&] { return "a defect in " + to_text(side.config); });
    require(side.hierarchy->primitive_count() == side.mesh.triangles.size(), "another number of primitives");
    const Aabb bounds = side.hierarchy->bounds();
    for (const TriangleIndices& triangle : side.mesh.triangles)
        for (const std::uint32_t index : triangle)
            for (int axis = 0; axis < 3; ++axis)
                require(bounds.lower[axis] <= side.mesh.positions[index][axis] &&
                            side.mesh.positions[index][axis] <= bounds.upper[axis],
                        [&] { return "a vertex outside the root of " + to_text(side.config); });
    side.hierarchy->measure();
    std::vector<NodeBox> boxes;
    side.hierarchy->collect_boxes(0, 100, boxes);
}

// Builds the topology for other positions of the vertices, then refits to the current ones.
void build_and_refit(Choices& io_choices, Side& io_side) {
    ChosenMesh before = io_side.mesh;
    for (glm::vec3& p : before.positions) p = choose_fractions(io_choices);
    Result<AnyHierarchy> built = build_any_hierarchy(io_side.config, before.view());
    require(bool(built), "a mesh with valid positions is refused");
    const bool is_parallel = io_choices.flag();
    BackwardsExecutor executor;
    ChosenMesh broken = before;
    broken.triangles.pop_back();
    require(!built->refit(broken.view()), "a refit to another number of triangles is accepted");
    require(
        bool(is_parallel ? built->refit(io_side.mesh.view(), executor) : built->refit(io_side.mesh.view())),
        "a refit to the same triangles is refused");
    io_side.hierarchy = std::move(*built);
    check_hierarchy(io_side);
}

QueryRequest choose_request(Choices& io_choices) {
    QueryRequest request;
    request.mode = static_cast<QueryMode>(io_choices.below(4));
    request.test = static_cast<OverlapTest>(io_choices.below(3));
    request.descent = static_cast<Descent>(io_choices.below(4));
    request.leaf_test = static_cast<LeafTest>(io_choices.below(2));
    request.triangle_test = kAllTriangleTests[io_choices.below(kAllTriangleTests.size())].intersect;
    if (io_choices.one_in(4)) request.tolerance = std::fabs(io_choices.fraction());
    if (io_choices.one_in(64)) request.tolerance = io_choices.odd_number();
    if (io_choices.one_in(2)) request.max_distance = std::fabs(io_choices.fraction());
    if (io_choices.one_in(64)) request.max_distance = io_choices.odd_number();
    if (io_choices.one_in(128)) request.mode = static_cast<QueryMode>(4 + io_choices.below(200));
    if (io_choices.one_in(128)) request.triangle_test = nullptr;
    return request;
}
bool is_valid(const QueryRequest& request) {
    return request.mode <= QueryMode::within && request.tolerance >= 0.0 && request.max_distance >= 0.0 &&
           request.triangle_test != nullptr;
}

std::string number(double x) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", x);
    return text;
}

std::string to_text(const QueryRequest& request, const Side& a, const Side& b) {
    return fuzz::to_text(a.config) + " and " + fuzz::to_text(b.config) + ", mode " +
           std::to_string(static_cast<int>(request.mode)) + ", test " +
           std::to_string(static_cast<int>(request.test)) + ", descent " +
           std::to_string(static_cast<int>(request.descent)) + ", leaf test " +
           std::to_string(static_cast<int>(request.leaf_test)) + ", tolerance " + number(request.tolerance) +
           ", max_distance " + number(request.max_distance);
}

void check_distance(const QueryRequest& request, const QueryResult& result, const Truth& truth,
                    const std::string& what) {
    require((result.distance == 0.0) == result.intersects,
            [&] { return "distance 0 without contact, or another distance with contact: " + what; });
    if (result.intersects) return;
    // Relative to the size of both meshes, because the closest points are rounded like coordinates of that size.
    const double rounding = 1e-12 * truth.size.extent + 2.0 * truth.sliver_width;
    const double least = truth.nearest.distance;
    if (std::isinf(result.distance)) {
        require(least >= request.max_distance - rounding, [&] {
            return "no distance within " + number(request.max_distance) + " is found, but " + number(least) +
                   " exists: " + what;
        });
        return;
    }
    require(result.distance <= request.max_distance, "farther than max_distance: " + what);
    const double most =
        request.mode == QueryMode::within ? request.max_distance : least * (1.0 + request.tolerance);
    require(result.distance <= most + rounding && result.distance >= least - rounding, [&] {
        return "distance " + number(result.distance) + " instead of " + number(least) + ", extent " +
               number(truth.size.extent) + ": " + what;
    });
    const double of_points = glm::distance(result.point_on_a_w, result.point_on_b_w);
    const double rounding_of_points = rounding + 0x1p-49 * truth.size.largest;
    require(std::fabs(of_points - result.distance) <= rounding_of_points, [&] {
        return "points " + number(of_points) + " apart for a distance of " + number(result.distance) + ": " +
               what;
    });
}

void check_result(const QueryRequest& request, const QueryResult& result, const Truth& truth,
                  const std::string& what) {
    require(result.intersects == !truth.pairs.empty(), [&] {
        return "contact " + std::to_string(result.intersects) + ", but " +
               std::to_string(truth.pairs.size()) + " pairs intersect: " + what;
    });
    switch (request.mode) {
    case QueryMode::all:
        require(result.pairs == truth.pairs, [&] {
            return std::to_string(result.pairs.size()) + " pairs instead of " +
                   std::to_string(truth.pairs.size()) + ": " + what;
        });
        break;
    case QueryMode::any:
        require(result.pairs.size() == (result.intersects ? 1u : 0u), "not one pair: " + what);
        require(result.pairs.empty() ||
                    std::binary_search(truth.pairs.begin(), truth.pairs.end(), result.pairs[0]),
                "a pair that does not intersect: " + what);
        break;
    case QueryMode::distance:
    case QueryMode::within:
        check_distance(request, result, truth, what);
    }
}

struct Scratch {
    QueryScratch plain;
    ParallelQueryScratch divided;
};

Status ask(std::uint32_t entry, const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
           Scratch& io_scratch, QueryResult& out_result) {
    if (entry == 1) {
        VisitRecorder recorder(64);
        return query_meshes(a, b, request, io_scratch.plain, recorder, out_result);
    }
    if (entry == 2) {
        BackwardsExecutor executor;
        return query_meshes(a, b, request, executor, io_scratch.divided, out_result);
    }
    return query_meshes(a, b, request, io_scratch.plain, out_result);
}

// Makes one of the operands invalid, so that the library must refuse the query.
void ask_about_invalid(Choices& io_choices, const Side& a, const Side& b, Scratch& io_scratch) {
    MeshOperand operands[] = {a.operand(), b.operand()};
    MeshOperand& spoilt = operands[io_choices.below(2)];
    Pose pose = *spoilt.world_from_mesh;
    switch (io_choices.below(4)) {
    case 0:
        spoilt.hierarchy = nullptr;
        break;
    case 1:
        spoilt.world_from_mesh = nullptr;
        break;
    case 2:
        spoilt.mesh.triangles = spoilt.mesh.triangles.first(spoilt.mesh.triangles.size() - 1);
        break;
    default:
        pose.linear[static_cast<int>(io_choices.below(3))] =
            glm::dvec3(io_choices.flag() ? 0.0 : std::nan(""));
        spoilt.world_from_mesh = &pose;
    }
    QueryResult result;
    require(
        !ask(io_choices.below(3), operands[0], operands[1], choose_request(io_choices), io_scratch, result),
        "a query about an invalid operand is answered");
    require(!result.intersects && result.pairs.empty(), "a refused query leaves an answer");
}

void record_and_replay(const Side& a, const Side& b, QueryRequest request, const Truth& truth,
                       Scratch& io_scratch) {
    PrimitiveTestRecord log;
    request.log = &log;
    log.start_recording();
    QueryResult recorded, replayed;
    const std::string what = to_text(request, a, b);
    require(bool(query_meshes(a.operand(), b.operand(), request, io_scratch.plain, recorded)),
            "a query with a log is refused");
    check_result(request, recorded, truth, "recorded, " + what);
    log.start_replay();
    require(bool(query_meshes(a.operand(), b.operand(), request, io_scratch.plain, replayed)),
            "a replay is refused");
    require(replayed.intersects == recorded.intersects && replayed.pairs == recorded.pairs &&
                replayed.distance == recorded.distance,
            "a replay gives another answer: " + what);
}

std::optional<Truth> find_truth(const Side& a, const Side& b) {
    std::size_t exact = 0;
    std::optional<std::vector<PrimitivePair>> pairs = find_all_pairs(a.placed, b.placed, exact, kMaxExact);
    if (!pairs) return std::nullopt;
    Truth truth{std::move(*pairs), {}, size_of(a.placed, b.placed), 0.0};
    if (truth.pairs.empty()) truth.nearest = find_nearest(a.placed, b.placed);
    for (const std::vector<Triangle64>* side : {&a.placed, &b.placed})
        for (const Triangle64& triangle : *side)
            truth.sliver_width = std::max(truth.sliver_width, sliver_width(triangle));
    return truth;
}

void try_queries(Choices& io_choices, Side& io_a, Side& io_b) {
    std::optional<Truth> truth = find_truth(io_a, io_b);
    if (!truth) return;
    Scratch scratch;
    QueryCoherence memory;
    for (std::uint32_t queries = 1 + io_choices.below(4); queries > 0; --queries) {
        if (io_choices.one_in(8)) build_and_refit(io_choices, io_choices.flag() ? io_a : io_b);
        if (io_choices.one_in(8)) { // a small motion, for which coherence caches are made
            const glm::dvec3 step = glm::dvec3(choose_fractions(io_choices)) * 0x1p-6;
            io_b.world_from_mesh.origin += step;
            io_b.placed = place_all(io_b.world_from_mesh, io_b.mesh.view());
            truth = find_truth(io_a, io_b);
            if (!truth) return;
        }
        if (io_choices.one_in(32)) ask_about_invalid(io_choices, io_a, io_b, scratch);
        QueryRequest request = choose_request(io_choices);
        if (io_choices.flag()) request.coherence = &memory;
        QueryResult result;
        const std::string what = to_text(request, io_a, io_b);
        const Status status =
            ask(io_choices.below(3), io_a.operand(), io_b.operand(), request, scratch, result);
        require(bool(status) == is_valid(request), [&] {
            return status ? "an invalid request is answered: " + what : status.error().message + ": " + what;
        });
        if (!status) continue;
        check_result(request, result, *truth, what);
        if (io_choices.one_in(16)) record_and_replay(io_a, io_b, request, *truth, scratch);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Choices choices({data, size});
    Side a, b;
    if (!choose_side(choices, a)) return 0;
    if (choices.one_in(8)) { // tests a mesh against itself
        b.mesh = a.mesh;
        b.config = a.config;
        b.hierarchy = a.hierarchy;
        if (!choose_pose(choices, b.world_from_mesh)) return 0;
        b.placed = place_all(b.world_from_mesh, b.mesh.view());
    } else if (!choose_side(choices, b)) {
        return 0;
    }
    check_hierarchy(a);
    check_hierarchy(b);
    try_queries(choices, a, b);
    return 0;
}
