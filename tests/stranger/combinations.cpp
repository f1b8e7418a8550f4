// Pairs of all types of shapes and of all valid combinations of kind, volume and builder, through query_meshes(),
// step() and query_pair(), give the oracle's answer. A usual run tests a sample of the pairs, a long run tests all.
#include "tests/stranger/shapes.hpp"

#include "collision/core/executor.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/query_coherence.hpp"
#include "collision/query/traversal/primitive_test_record.hpp"

#include <cstdlib>

using namespace boxwood;
using namespace stranger;

namespace {

std::string name_of(const HierarchyConfig& config) {
    return config.kind + "/" + config.volume + "/" + config.builder + "/" + std::to_string(config.leaf_size);
}

struct Built {
    HierarchyConfig config;
    AnyHierarchy tree;
};

std::vector<Built> build_all(const Mesh& mesh) {
    std::vector<Built> all;
    std::uint32_t leaf = 0;
    for (const HierarchyConfig& config : list_configs()) {
        HierarchyConfig with_leaf = config;
        with_leaf.leaf_size = 1 + leaf++ % 4;
        Result<AnyHierarchy> tree = build_any_hierarchy(with_leaf, mesh.view());
        check(static_cast<bool>(tree), "build " + name_of(with_leaf));
        if (tree) all.push_back({with_leaf, std::move(*tree)});
    }
    return all;
}

// Runs the chunks from the last to the first, which an executor may do.
class BackwardsExecutor final : public Executor {
  public:
    void parallel_for(std::size_t count, std::size_t chunk, const Body& body) override {
        for (std::size_t k = (count + chunk - 1) / chunk; k-- > 0;) body(k * chunk, std::min(count, (k + 1) * chunk));
    }
};

struct QueryBuffers {
    QueryScratch scratch;
    ParallelQueryScratch divided;
    QueryResult result;
    BackwardsExecutor executor;
};

enum class Entry { plain, divided, recorded, remembered, logged };

Status ask(Entry entry, const MeshOperand& a, const MeshOperand& b, QueryRequest request,
           QueryBuffers& io_buffers) {
    QueryCoherence memory;
    PrimitiveTestRecord log;
    VisitRecorder recorder(1000);
    switch (entry) {
    case Entry::divided:
        return query_meshes(a, b, request, io_buffers.executor, io_buffers.divided, io_buffers.result);
    case Entry::recorded:
        return query_meshes(a, b, request, io_buffers.scratch, recorder, io_buffers.result);
    case Entry::remembered:
        request.coherence = &memory;
        for (int again = 0; again < 2; ++again)
            if (Status status = query_meshes(a, b, request, io_buffers.scratch, io_buffers.result); !status)
                return status;
        return ok();
    case Entry::logged:
        log.start_recording();
        request.log = &log;
        if (Status status = query_meshes(a, b, request, io_buffers.scratch, io_buffers.result); !status)
            return status;
        log.start_replay();
        return query_meshes(a, b, request, io_buffers.scratch, io_buffers.result);
    case Entry::plain:
        break;
    }
    return query_meshes(a, b, request, io_buffers.scratch, io_buffers.result);
}

void check_answer(const QueryResult& found, const QueryRequest& request, const Truth& truth,
                  const std::string& what) {
    const QueryMode mode = request.mode;
    if (truth.is_certain()) check(found.intersects == truth.meets(), what + ": intersects");
    if (mode == QueryMode::all) check(are_right(found.pairs, truth), what + ": pairs");
    if (mode == QueryMode::any && truth.is_certain())
        check(found.pairs.size() == (truth.meets() ? 1u : 0u) &&
                  (found.pairs.empty() || are_right({found.pairs[0]}, {{}, truth.meeting, 0.0, 0.0}) ||
                   are_right({found.pairs[0]}, {{}, truth.too_close, 0.0, 0.0})),
              what + ": pair");
    if (!is_distance_mode(mode) || !truth.is_certain()) return;
    const double distance = truth.meets() ? 0.0 : truth.distance;
    if (std::fabs(distance - request.max_distance) <= truth.margin) return; // either answer is valid
    if (distance > request.max_distance)
        check(std::isinf(found.distance) && found.closest == PrimitivePair{}, what + ": beyond");
    else if (mode == QueryMode::distance)
        check(std::fabs(found.distance - distance) <= truth.margin, what + ": distance");
    else
        check(found.distance >= distance - truth.margin && found.distance <= request.max_distance,
              what + ": within");
}

// Tests each hierarchy against each other one, or every `stride`th of these pairs from `first` on. Cycles through
// modes, entry points and settings, so that each of them occurs often.
void cross_hierarchies(const Pose& pose_a, const Pose& pose_b, const Mesh& mesh_a, const Mesh& mesh_b,
                       std::size_t stride, std::size_t first, QueryBuffers& io_buffers) {
    const std::vector<Built> trees_a = build_all(mesh_a), trees_b = build_all(mesh_b);
    std::size_t pair = 0;
    const Truth truth = find_truth(world_triangles(mesh_a, pose_a), world_triangles(mesh_b, pose_b));
    std::size_t turn = 0;
    for (const Built& a : trees_a)
        for (const Built& b : trees_b) {
            if (pair++ % stride != first) continue;
            const auto mode = static_cast<QueryMode>(turn % 4);
            const auto entry = static_cast<Entry>(turn / 4 % 5);
            QueryRequest request{.mode = mode};
            request.descent = static_cast<Descent>(turn / 20 % 4);
            request.test = static_cast<OverlapTest>(turn / 80 % 3);
            request.leaf_test = static_cast<LeafTest>(turn / 240 % 2);
            constexpr double kShares[] = {0.5, 1.5, 1e300, 0.0};
            if (is_distance_mode(mode))
                request.max_distance = kShares[turn / 4 % 4] * (truth.meets() ? 1.0 : truth.distance);
            turn += 7;
            const std::string what = name_of(a.config) + " with " + name_of(b.config) + ", mode " +
                                     std::to_string(static_cast<int>(mode)) + ", entry " +
                                     std::to_string(static_cast<int>(entry));
            const Status status = ask(entry, {mesh_a.view(), &a.tree, &pose_a},
                                      {mesh_b.view(), &b.tree, &pose_b}, request, io_buffers);
            check(static_cast<bool>(status), what + ": refused");
            if (status) check_answer(io_buffers.result, request, truth, what);
        }
}

// Tests each shape against each other one, or every `stride`th of these pairs from `start` on, by step() and by
// query_pair().
void cross_shapes(const Transform& at_a, const Transform& at_b, std::size_t stride, std::size_t start) {
    std::vector<TestShape> shapes = make_shapes();
    CollisionWorld world;
    std::vector<BodyHandle> first, second;
    for (const TestShape& shape : shapes) {
        for (const bool is_first : {true, false}) {
            Result<BodyHandle> body = world.add_body({shape.shape, is_first ? at_a : at_b});
            check(static_cast<bool>(body), shape.name + ": added");
            if (!body) return;
            (is_first ? first : second).push_back(*body);
        }
    }
    const Pose pose_a = make_pose(at_a), pose_b = make_pose(at_b);
    std::vector<std::vector<Corners>> seen_a, seen_b;
    for (const TestShape& shape : shapes) {
        seen_a.push_back(world_triangles(shape.surface, pose_a));
        seen_b.push_back(world_triangles(shape.surface, pose_b));
    }
    const auto is_asked = [&](std::size_t i, std::size_t k) { return (i + k) % stride == start; };
    // Bodies alternate: a shape at a, then the same shape at b.
    const PairPredicate accepts = [&](BodyPair pair) {
        return pair.a % 2 != pair.b % 2 && is_asked(pair.a / 2, pair.b / 2);
    };
    StepOutput stepped, single;
    for (const bool lists_triangles : {false, true}) {
        world.settings.find_polytope_triangles = lists_triangles;
        world.settings.mesh_query.mode = lists_triangles ? QueryMode::all : QueryMode::any;
        const Status status = world.step(stepped, accepts);
        check(static_cast<bool>(status), "step");
        // The expected answer of each pair is computed once per pair of families of surfaces.
        for (std::size_t i = 0; i < shapes.size(); ++i)
            for (std::size_t k = 0; k < shapes.size(); ++k) {
                if (!is_asked(i, k)) continue;
                const Truth truth = find_truth_once(shapes[i], shapes[k], seen_a[i], seen_b[k]);
                if (!truth.is_certain()) continue;
                const std::string what = shapes[i].name + " with " + shapes[k].name;
                const BodyPair pair = make_pair_of(first[i].id, second[k].id);
                check(static_cast<bool>(world.query_pair(first[i], second[k], single)), what + ": query_pair");
                check(single.pairs.size() == 1 && single.pairs[0].is_contact() == truth.meets(), what + ": query_pair");
                const auto found = std::lower_bound(stepped.pairs.begin(), stepped.pairs.end(), pair,
                                                    [](const PairResult& x, const BodyPair& y) { return x.bodies < y; });
                const bool is_listed = found != stepped.pairs.end() && found->bodies == pair;
                check((is_listed && found->is_contact()) == truth.meets(), what + ": step");
                if (!is_listed || !truth.meets()) continue;
                if (!lists_triangles) continue;
                std::vector<PrimitivePair> triangles(stepped.triangles_of(*found).begin(), stepped.triangles_of(*found).end());
                if (pair.a != first[i].id)
                    for (PrimitivePair& t : triangles) std::swap(t.a, t.b);
                std::sort(triangles.begin(), triangles.end());
                check(are_right(triangles, truth), what + ": triangles of the step");
            }
    }
}

} // namespace

int main() {
    const bool is_long = std::getenv("BOXWOOD_LONG_TESTS") != nullptr;
    QueryBuffers buffers;
    const Mesh a = make_torus(7, 4, 1.0f, 0.4f), b = make_torus(5, 4, 0.8f, 0.3f);
    Random random(1);
    for (int round = 0; round < 4; ++round) {
        const double apart = round % 2 == 0 ? 0.4 : 1.4, far = round == 0 ? 0.0 : std::pow(10.0, 2.0 * round);
        const double scale = round == 2 ? 1e-3 : 1.0;
        const glm::dvec3 origin = random.in_box(far);
        const Pose pose_a = make_pose({random.quaternion(), origin, glm::dvec3(scale)});
        const Pose pose_b =
            make_pose({random.quaternion(), origin + scale * random.in_box(apart), scale * glm::dvec3(1.0, 0.7, 1.3)});
        // Each round tests other pairs. With a stride of 11, it tests every eleventh pair, beginning at its own number.
        const std::size_t stride = is_long && round == 0 ? 1 : 11;
        cross_hierarchies(pose_a, pose_b, a, b, stride, static_cast<std::size_t>(round) % stride, buffers);
    }
    const std::size_t shape_stride = is_long ? 1 : 5;
    cross_shapes({random.quaternion(), {0.1, 0.2, 0.3}}, {random.quaternion(), {0.3, 0.0, 0.5}}, shape_stride, 0);
    const glm::dvec3 far = random.in_box(1e5);
    cross_shapes({random.quaternion(), far}, {random.quaternion(), far + random.in_box(0.5)}, shape_stride, 1 % shape_stride);
    return finish("combinations");
}
