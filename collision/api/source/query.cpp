#include "collision/api/query.hpp"

#include "collision/api/detail/round_contacts.hpp"
#include "collision/api/detail/scratch.hpp"
#include "collision/api/detail/surfaces.hpp"
#include "collision/api/mesh.hpp"
#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "collision/narrow_phase/contacts/manifold.hpp"

#include <algorithm>
#include <string>
#include <tuple>

namespace boxwood::api {
namespace {

using detail::Operand;
using detail::Slot;
using detail::Surface;
using detail::to_api;

// A query on two operands. The destructor releases scratch that has grown too large.
class Query {
  public:
    enum class Use : std::uint8_t { contacts, distances };

    Query(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Use use,
          Context& io_context)
        : context_(io_context)
        , scratch_(io_context.scratch())
        , use_(use)
        , a_(a.data(), pose_a)
        , b_(b.data(), pose_b) {}
    ~Query() { scratch_.release_if_due(context_); }
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    bool collide();
    Contacts contacts(const ContactOptions& options);
    Distance distance(const DistanceOptions& options);
    bool is_within(double limit);

  private:
    // Two polytopes or compounds at rigid poses have closest features; all other pairs are compared by their surfaces.
    bool have_rigid_convex_parts() const {
        return a_.has_rigid_convex_parts() && b_.has_rigid_convex_parts();
    }
    bool are_meshes() const { return a_.is_mesh() && b_.is_mesh(); }
    bool has_round() const { return a_.is_round() || b_.is_round(); }
    double radii() const { return a_.radius() + b_.radius(); }
    QueryRequest request(QueryMode mode) const;
    const QueryResult& run_query(const Surface& a, const Surface& b, const QueryRequest& request);
    template <class Visit>
    void visit_surfaces(Visit&& visit);

    void add_manifold(std::uint32_t part_a, std::uint32_t part_b, Contacts& io_contacts) const;
    void add_regions(const Surface& a, const Surface& b, std::size_t max_pairs, Contacts& io_contacts);
    void find_solid_contacts(Contacts& io_contacts);
    ClosestFeatures find_closest_polytopes() const;
    const CompoundResult& find_closest_parts(bool wants_closest);
    Distance distance_of_solids(double cutoff);
    Distance distance_of_surfaces(double tolerance, double cutoff);
    Distance distance_of_axes(double cutoff);
    Distance distance_of_round(double cutoff);
    bool is_surface_within(double limit);

    Context& context_;
    Context::Scratch& scratch_;
    Use use_;
    Operand a_, b_;
};

// Selects the overlap test that was faster in measurements (docs/hierarchies.md, contacts compared). Answers do not
// depend on the test.
QueryRequest Query::request(QueryMode mode) const {
    return {.mode = mode, .test = use_ == Use::contacts ? OverlapTest::sat_lite : OverlapTest::sat};
}

const QueryResult& Query::run_query(const Surface& a, const Surface& b, const QueryRequest& request) {
    const Status status =
        query_meshes(a.operand(), b.operand(), request, scratch_.mesh.query, scratch_.mesh.pairs);
    BOXWOOD_REQUIRE(status); // shapes, poses and options are checked
    return scratch_.mesh.pairs;
}

// Calls visit(surface of a, surface of b) for all pairs of surfaces until visit returns true.
template <class Visit>
void Query::visit_surfaces(Visit&& visit) {
    const auto slot = [this](const Operand& operand) {
        return use_ == Use::contacts ? operand.contact_slot() : operand.distance_slot();
    };
    const Slot slot_a = slot(a_), slot_b = slot(b_);
    const bool with_shells = a_.has_solid_surface() || b_.has_solid_surface();
    for (std::uint32_t i = 0; i < a_.surface_count(); ++i) {
        const Surface a = a_.surface(i, slot_a, with_shells, context_.executor());
        for (std::uint32_t k = 0; k < b_.surface_count(); ++k)
            if (visit(a, b_.surface(k, slot_b, with_shells, context_.executor()))) return;
    }
}

ClosestFeatures Query::find_closest_polytopes() const {
    FeaturePair start;
    return v_clip(*a_.polytope(), *b_.polytope(), inverse_rigid(a_.pose()) * b_.pose(), start);
}

const CompoundResult& Query::find_closest_parts(bool wants_closest) {
    scratch_.parts_cache.clear();
    query_parts(a_.side(), b_.side(), inverse_rigid(a_.pose()) * b_.pose(),
                {kAllNarrowPhases.front().find_closest, wants_closest}, scratch_.parts_cache, scratch_.parts,
                scratch_.parts_result);
    return scratch_.parts_result;
}

bool Query::collide() {
    if (have_rigid_convex_parts()) {
        const ContactStatus status = a_.polytope() && b_.polytope() ? find_closest_polytopes().status
                                                                    : find_closest_parts(false).status;
        return status != ContactStatus::disjoint;
    }
    if (a_.is_round() && b_.is_round()) return distance_of_axes(radii()).found;
    if (has_round()) return is_surface_within(radii());
    bool collides = false;
    visit_surfaces([&](const Surface& a, const Surface& b) {
        return collides = run_query(a, b, request(QueryMode::any)).intersects;
    });
    return collides;
}

void Query::add_manifold(std::uint32_t part_a, std::uint32_t part_b, Contacts& io_contacts) const {
    const ContactManifold manifold = find_manifold(a_.part(part_a), b_.part(part_b),
                                                   a_.world_from_part(part_a), b_.world_from_part(part_b));
    if (manifold.status == ContactStatus::disjoint) return; // the parts only touch, within rounding
    ContactRegion& region = io_contacts.regions.emplace_back();
    region.normal = to_api(manifold.normal_w);
    region.depth = manifold.depth;
    region.is_unique = manifold.is_unique;
    region.first_point = io_contacts.points.size();
    region.point_count = manifold.count;
    region.first_triangle = io_contacts.triangles.size();
    for (const ManifoldPoint& point : manifold.points())
        io_contacts.points.push_back({to_api(0.5 * (point.point_on_a_w + point.point_on_b_w)), point.depth,
                                      to_api(manifold.features.a, part_a),
                                      to_api(manifold.features.b, part_b),
                                      std::uint64_t{point.id.first} << 32 | point.id.second});
}

void Query::find_solid_contacts(Contacts& io_contacts) {
    if (a_.polytope() && b_.polytope()) {
        io_contacts.collide = find_closest_polytopes().status != ContactStatus::disjoint;
        if (io_contacts.collide) add_manifold(0, 0, io_contacts);
        return;
    }
    const CompoundResult& found = find_closest_parts(false);
    io_contacts.collide = found.status != ContactStatus::disjoint;
    for (const PartPair& pair : found.contacts) add_manifold(pair.part_a, pair.part_b, io_contacts);
}

void Query::add_regions(const Surface& a, const Surface& b, std::size_t max_pairs, Contacts& io_contacts) {
    MeshContacts& found = scratch_.mesh_contacts;
    const Status status =
        find_mesh_contacts(a.operand(), b.operand(), {.max_pairs = max_pairs}, scratch_.mesh, found);
    BOXWOOD_REQUIRE(status); // shapes and poses are checked
    io_contacts.truncated = io_contacts.truncated || found.is_truncated;
    const std::size_t first = io_contacts.triangles.size();
    const auto pair_of = [&](const PrimitivePair& pair) {
        return TrianglePair{a.first_triangle + pair.a, b.first_triangle + pair.b};
    };
    for (const PrimitivePair& pair : found.pairs) io_contacts.triangles.push_back(pair_of(pair));
    for (const boxwood::ContactRegion& source : found.regions) {
        ContactRegion& region = io_contacts.regions.emplace_back();
        region.normal = to_api(source.normal_w);
        region.depth = source.depth;
        region.first_point = io_contacts.points.size();
        region.point_count = source.point_count;
        region.first_triangle = first + source.first_pair;
        region.triangle_count = source.pair_count;
        for (const MeshContactPoint& point : std::span(source.points).first(source.point_count)) {
            const TrianglePair pair = pair_of(point.triangles);
            // Triangle numbers are below 2^31.
            const std::uint64_t id = std::uint64_t{point.end} << 63 | std::uint64_t{pair.a} << 32 | pair.b;
            io_contacts.points.push_back({to_api(point.point_w),
                                          source.depth,
                                          {FeatureKind::triangle, pair.a, a.part},
                                          {FeatureKind::triangle, pair.b, b.part},
                                          id});
        }
    }
}

Contacts Query::contacts(const ContactOptions& options) {
    Contacts answer;
    if (has_round()) {
        if (options.points)
            detail::add_round_contacts(a_, b_, context_, answer);
        else
            answer.collide = collide();
        return answer;
    }
    if (options.points && have_rigid_convex_parts()) {
        find_solid_contacts(answer);
        return answer;
    }
    visit_surfaces([&](const Surface& a, const Surface& b) {
        if (options.points) {
            add_regions(a, b, options.max_contacts - answer.triangles.size(), answer);
        } else {
            const std::vector<PrimitivePair>& pairs = run_query(a, b, request(QueryMode::all)).pairs;
            answer.triangles.reserve(answer.triangles.size() + pairs.size());
            for (const PrimitivePair& pair : pairs)
                answer.triangles.push_back({a.first_triangle + pair.a, b.first_triangle + pair.b});
        }
        return false;
    });
    if (!options.points && !are_meshes()) std::sort(answer.triangles.begin(), answer.triangles.end());
    // A solid can contain the other shape without intersecting triangles.
    answer.collide =
        answer.truncated || !answer.triangles.empty() || ((a_.is_solid() || b_.is_solid()) && collide());
    return answer;
}

void set_normal(Distance& io_distance) {
    const glm::dvec3 from_a = detail::to_layer(io_distance.point_b) - detail::to_layer(io_distance.point_a);
    const double length = glm::length(from_a);
    if (io_distance.value > 0.0 && length > 0.0) io_distance.normal = to_api(from_a / length);
}

Distance Query::distance_of_solids(double cutoff) {
    std::uint32_t part_a = 0, part_b = 0;
    ClosestFeatures closest;
    if (a_.polytope() && b_.polytope()) {
        closest = find_closest_polytopes();
    } else {
        const PartPair& parts = find_closest_parts(true).closest;
        closest = parts.closest;
        part_a = parts.part_a;
        part_b = parts.part_b;
    }
    Distance answer;
    if (closest.distance > cutoff) return answer;
    answer.found = true;
    answer.value = closest.distance;
    answer.point_a = to_api(a_.pose() * closest.point_on_a_a);
    answer.point_b = to_api(a_.pose() * closest.point_on_b_a);
    answer.feature_a = to_api(closest.features.a, part_a);
    answer.feature_b = to_api(closest.features.b, part_b);
    return answer;
}

Distance Query::distance_of_surfaces(double tolerance, double cutoff) {
    Distance answer;
    QueryRequest pair_request = request(QueryMode::distance);
    pair_request.tolerance = tolerance;
    pair_request.max_distance = cutoff;
    visit_surfaces([&](const Surface& a, const Surface& b) {
        const QueryResult& result = run_query(a, b, pair_request);
        const bool is_nested = result.nesting != Nesting::none;
        if ((result.closest == PrimitivePair{} && !is_nested) ||
            (answer.found && !(result.distance < answer.value)))
            return false;
        answer.found = true;
        answer.value = result.distance;
        answer.point_a = to_api(result.point_on_a_w);
        answer.point_b = to_api(result.point_on_b_w);
        answer.feature_a = answer.feature_b = {};
        if (is_nested) return true;
        answer.feature_a = {FeatureKind::triangle, a.first_triangle + result.closest.a, a.part};
        answer.feature_b = {FeatureKind::triangle, b.first_triangle + result.closest.b, b.part};
        pair_request.max_distance = std::min(pair_request.max_distance, result.distance);
        return result.distance == 0.0;
    });
    return answer;
}

// The distance between the axes of two round shapes.
Distance Query::distance_of_axes(double cutoff) {
    const TriangleDistance found = find_closest_points(a_.round().as_triangle(), b_.round().as_triangle());
    Distance answer;
    if (!(found.distance <= cutoff)) return answer;
    answer.found = true;
    answer.value = found.distance;
    answer.point_a = to_api(found.point_on_a);
    answer.point_b = to_api(found.point_on_b);
    return answer;
}

// Computes the distance between the axes, or between the axis and the other shape, and subtracts the radii. Ignores
// DistanceOptions::tolerance: the subtraction would make the relative error larger than the tolerance.
Distance Query::distance_of_round(double cutoff) {
    // Covers the rounding of the sum. The cutoff is checked again below.
    constexpr double kRounding = 1.0 + 0x1p-50;
    const double reach = (cutoff + radii()) * kRounding;
    Distance answer =
        a_.is_round() && b_.is_round() ? distance_of_axes(reach) : distance_of_surfaces(0.0, reach);
    if (!answer.found) return {};
    const double axis_distance = answer.value;
    const bool is_nested =
        answer.feature_a == Feature{} && answer.feature_b == Feature{} && axis_distance == 0.0;
    answer.value = axis_distance > radii() ? axis_distance - radii() : 0.0;
    if (answer.value > cutoff) return {};
    if (!is_nested || (a_.is_round() && b_.is_round())) {
        if (a_.is_round()) answer.feature_a = {FeatureKind::round, 0, 0};
        if (b_.is_round()) answer.feature_b = {FeatureKind::round, 0, 0};
    }
    const glm::dvec3 on_a = detail::to_layer(answer.point_a), on_b = detail::to_layer(answer.point_b);
    const double length = glm::distance(on_a, on_b);
    if (!(length > 0.0)) return answer;
    const glm::dvec3 normal = (on_b - on_a) / length;
    if (answer.value > 0.0) {
        answer.point_a = to_api(on_a + a_.radius() * normal);
        answer.point_b = to_api(on_b - b_.radius() * normal);
    } else {
        answer.point_a = answer.point_b = to_api(on_a + std::min(a_.radius(), length) * normal);
    }
    return answer;
}

Distance Query::distance(const DistanceOptions& options) {
    Distance answer = have_rigid_convex_parts() ? distance_of_solids(options.cutoff)
                      : has_round()             ? distance_of_round(options.cutoff)
                                                : distance_of_surfaces(options.tolerance, options.cutoff);
    set_normal(answer);
    return answer;
}

bool Query::is_surface_within(double limit) {
    QueryRequest pair_request = request(QueryMode::within);
    pair_request.max_distance = limit;
    bool is_found = false;
    visit_surfaces([&](const Surface& a, const Surface& b) {
        const QueryResult& result = run_query(a, b, pair_request);
        return is_found = result.intersects || result.closest != PrimitivePair{};
    });
    return is_found;
}

bool Query::is_within(double limit) {
    if (have_rigid_convex_parts()) return distance_of_solids(limit).found;
    return has_round() ? distance_of_round(limit).found : is_surface_within(limit);
}

void truncate(const ContactOptions& options, Contacts& io_contacts) {
    if (io_contacts.triangles.size() <= options.max_contacts) return;
    io_contacts.triangles.resize(options.max_contacts);
    io_contacts.truncated = true;
}

void require_options(const DistanceOptions& options) {
    BOXWOOD_REQUIRE(options.tolerance >= 0.0); // a distance tolerance must be a number of at least 0
    BOXWOOD_REQUIRE(options.cutoff >= 0.0);    // a cutoff must be a number of at least 0
}

// Calls prepare(number of pose pairs), then query(i, pose of a, pose of b, context) for all pairs i, and returns their
// number. A single pose of one shape forms a pair with each pose of the other shape.
template <class Run>
Result<std::size_t> run_many(const Shape& a, std::span<const Pose> poses_a, const Shape& b,
                             std::span<const Pose> poses_b, Context& io_context,
                             const std::function<void(std::size_t)>& prepare, const Run& query) {
    if (poses_a.size() != poses_b.size() && poses_a.size() != 1 && poses_b.size() != 1)
        return Error{"poses: a has " + std::to_string(poses_a.size()) + " and b has " +
                     std::to_string(poses_b.size()) +
                     "; the numbers must be equal, or one of them must be 1"};
    for (const auto& [shape, poses, name] : {std::tuple(&a, poses_a, "a"), std::tuple(&b, poses_b, "b")})
        for (std::size_t i = 0; shape->data().is_round() && i < poses.size(); ++i)
            if (Status status = detail::check_round(shape->data(), poses[i],
                                                    "poses: pose " + std::to_string(i) + " of " + name);
                !status)
                return status.error();
    const bool is_empty = poses_a.empty() || poses_b.empty();
    const std::size_t count = is_empty ? 0 : std::max(poses_a.size(), poses_b.size());
    prepare(count);
    const auto run_range = [&](std::size_t begin, std::size_t end, Context& context) {
        for (std::size_t i = begin; i < end; ++i)
            query(i, poses_a[poses_a.size() == 1 ? 0 : i], poses_b[poses_b.size() == 1 ? 0 : i], context);
    };
    constexpr std::size_t kPosesPerChunk = 16;
    if (io_context.executor() == nullptr)
        run_range(0, count, io_context);
    else
        io_context.executor()->parallel_for(count, kPosesPerChunk, [&](std::size_t begin, std::size_t end) {
            run_range(begin, end, thread_context());
        });
    return count;
}

} // namespace

bool collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Context& context) {
    return Query(a, pose_a, b, pose_b, Query::Use::contacts, context).collide();
}

Contacts contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const ContactOptions& options, Context& context) {
    Contacts answer = Query(a, pose_a, b, pose_b, Query::Use::contacts, context).contacts(options);
    truncate(options, answer);
    return answer;
}

Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const DistanceOptions& options, Context& context) {
    require_options(options);
    return Query(a, pose_a, b, pose_b, Query::Use::distances, context).distance(options);
}

bool is_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double limit,
               Context& context) {
    BOXWOOD_REQUIRE(limit >= 0.0); // a limit must be a number of at least 0
    return Query(a, pose_a, b, pose_b, Query::Use::distances, context).is_within(limit);
}

Contacts self_collisions(const Mesh& mesh, const ContactOptions& options, Context& context) {
    Contacts answer;
    const Operand operand(mesh.data(), Pose{});
    const Surface surface = operand.surface(0, operand.contact_slot(), false, context.executor());
    Context::Scratch& scratch = context.scratch();
    const MeshOperand itself = surface.operand();
    const Status status =
        query_meshes(itself, itself, {.mode = QueryMode::all, .test = OverlapTest::sat_lite},
                     scratch.mesh.query, scratch.mesh.pairs);
    BOXWOOD_REQUIRE(status); // a mesh is checked when it is created
    const auto are_neighbors = [&](const PrimitivePair& pair) {
        const TriangleIndices &x = surface.mesh.triangles[pair.a], &y = surface.mesh.triangles[pair.b];
        return std::find_first_of(x.begin(), x.end(), y.begin(), y.end()) != x.end();
    };
    for (const PrimitivePair& pair : scratch.mesh.pairs.pairs)
        if (pair.a < pair.b && !are_neighbors(pair)) answer.triangles.push_back({pair.a, pair.b});
    answer.collide = !answer.triangles.empty();
    truncate(options, answer);
    scratch.release_if_due(context);
    return answer;
}

Result<std::vector<std::uint8_t>> collide_many(const Shape& a, std::span<const Pose> poses_a, const Shape& b,
                                               std::span<const Pose> poses_b, Context& context) {
    std::vector<std::uint8_t> answers;
    const Result<std::size_t> count = run_many(
        a, poses_a, b, poses_b, context, [&](std::size_t size) { answers.resize(size); },
        [&](std::size_t i, const Pose& pose_a, const Pose& pose_b, Context& worker_context) {
            answers[i] = collide(a, pose_a, b, pose_b, worker_context) ? 1 : 0;
        });
    if (!count) return count.error();
    return answers;
}

Result<std::vector<Distance>> distance_many(const Shape& a, std::span<const Pose> poses_a, const Shape& b,
                                            std::span<const Pose> poses_b, const DistanceOptions& options,
                                            Context& context) {
    require_options(options);
    std::vector<Distance> answers;
    const Result<std::size_t> count = run_many(
        a, poses_a, b, poses_b, context, [&](std::size_t size) { answers.resize(size); },
        [&](std::size_t i, const Pose& pose_a, const Pose& pose_b, Context& worker_context) {
            answers[i] = distance(a, pose_a, b, pose_b, options, worker_context);
        });
    if (!count) return count.error();
    return answers;
}

} // namespace boxwood::api
