#include "collision/api/detail/impact_order.hpp"
#include "collision/api/detail/layer.hpp"
#include "collision/api/detail/round.hpp"
#include "collision/api/detail/shape_data.hpp"
#include "collision/api/detail/world_content.hpp"
#include "collision/narrow_phase/time_of_impact.hpp"
#include "collision/query/points/ray_cast.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <shared_mutex>
#include <tuple>

#include <glm/geometric.hpp>

namespace boxwood::api {

using detail::to_layer;

void World::Content::refresh_tree() {
    if (const std::uint64_t count = detail::update_count(); count != update_count_in_tree) {
        for (const BodyId id : meshes)
            if (detail::MeshReader(records[id].shape->data())->revision != records[id].revision_in_tree)
                mark_stale(id);
        update_count_in_tree = count;
    }
    for (const BodyId id : stale) {
        Record& record = records[id];
        record.is_stale = false;
        if (!record.shape) {
            tree.remove(id);
            continue;
        }
        if (record.shape->kind() == ShapeKind::mesh)
            record.revision_in_tree = detail::MeshReader(record.shape->data())->revision;
        tree.set(id, detail::world_box(*record.shape, record.pose));
    }
    stale.clear();
}

// Returns a shared lock on the tree. If the tree is out of date, updates it first under an exclusive lock.
std::shared_lock<std::shared_mutex> World::Content::read_tree() {
    std::shared_lock reading(tree_lock);
    if (stale.empty() && detail::update_count() == update_count_in_tree) return reading;
    reading.unlock();
    {
        const std::unique_lock writing(tree_lock);
        refresh_tree();
    }
    reading.lock();
    return reading;
}

namespace {

bool matches(const BodyFilter& filter, const BodyOptions& options, Body body) {
    return (options.groups & filter.mask) != 0 && (filter.groups & options.mask) != 0 &&
           (filter.with_sensors || !options.is_sensor) && !(body == filter.except);
}

Status check_ray(const Ray& ray) {
    return check_ray_numbers({to_layer(ray.origin), to_layer(ray.direction), ray.max_t});
}

constexpr double kMiss = std::numeric_limits<double>::infinity();

// An upper bound on the tolerance of a sweep, which is given by the caller or by the size of the shape. Rounding can
// make time_of_impact() use a larger tolerance; a sweep nevertheless ignores bodies that stay farther away than this
// bound.
double max_tolerance(const Shape& shape, const Pose& pose, double tolerance) {
    constexpr double kFarthest = 1e24; // no two points of bodies are farther apart
    if (tolerance > 0.0) return std::fmin(tolerance, kFarthest);
    const Aabb box = detail::world_box(shape, pose);
    return 2.0 * kImpactTolerance * glm::length(glm::dvec3(box.upper) - glm::dvec3(box.lower));
}

// Ends the process for a pose with which no query accepts the shape, also if no body is near.
void require_placeable(const Shape& shape, const Pose& pose) {
    BOXWOOD_REQUIRE(!shape.data().is_round() || detail::scales_uniformly(pose)); // see round.hpp
}

} // namespace

// Calls visit(body, record) for all wanted bodies whose boxes the ray meets before limit(), roughly nearest first.
template <class Limit, class Visit>
void World::Content::visit_on_ray(const Ray& ray, const BodyFilter& wanted, const Limit& limit,
                                  const Visit& visit) {
    const std::shared_lock reading = read_tree();
    const detail::BoxRay box_ray(ray.origin, ray.direction);
    const auto bound_of = [&](const Aabb& box) {
        double near = 0.0;
        return box_ray.meets(box, limit(), near) ? near : kMiss;
    };
    const auto finite_limit = [&] { return std::fmin(limit(), std::numeric_limits<double>::max()); };
    tree.visit_nearest_first(bound_of, finite_limit, [&](BodyId id) {
        const Record& record = records[id];
        if (matches(wanted, record.options, body_of(id))) visit(body_of(id), record);
    });
}

Result<WorldRayHit> World::ray_cast(const Ray& ray, const BodyFilter& filter) const {
    if (const Status status = check_ray(ray); !status) return status.error();
    WorldRayHit best;
    best.hit.t = ray.max_t;
    content().visit_on_ray(
        ray, filter, [&] { return best.hit.t; },
        [&](Body body, const Content::Record& record) {
            const RayHit hit = require_ok(
                api::ray_cast(*record.shape, record.pose, {ray.origin, ray.direction, best.hit.t}));
            if (hit && (!best || hit.t < best.hit.t || (hit.t == best.hit.t && body.id < best.body.id)))
                best = {body, hit};
        });
    if (!best) return WorldRayHit{};
    return best;
}

Result<WorldRayHit> World::ray_cast_any(const Ray& ray, const BodyFilter& filter) const {
    if (const Status status = check_ray(ray); !status) return status.error();
    WorldRayHit found;
    content().visit_on_ray(
        ray, filter, [&] { return found ? -1.0 : ray.max_t; },
        [&](Body body, const Content::Record& record) {
            const RayHit hit = require_ok(api::ray_cast_any(*record.shape, record.pose, ray));
            if (hit) found = {body, hit};
        });
    return found;
}

Result<std::vector<WorldRayHit>> World::ray_cast_all(const Ray& ray, const BodyFilter& filter) const {
    if (const Status status = check_ray(ray); !status) return status.error();
    std::vector<WorldRayHit> all;
    content().visit_on_ray(
        ray, filter, [&] { return ray.max_t; },
        [&](Body body, const Content::Record& record) {
            for (const RayHit& hit : require_ok(api::ray_cast_all(*record.shape, record.pose, ray)))
                all.push_back({body, hit});
        });
    std::sort(all.begin(), all.end(), [](const WorldRayHit& x, const WorldRayHit& y) {
        return std::tuple(x.hit.t, x.body.id, x.hit.feature.index, y.hit.is_front) <
               std::tuple(y.hit.t, y.body.id, y.hit.feature.index, x.hit.is_front);
    });
    return all;
}

WorldDistance World::nearest(const Shape& shape, const Pose& pose, const DistanceOptions& options,
                             const BodyFilter& filter) const {
    BOXWOOD_REQUIRE(options.tolerance >= 0.0); // a distance tolerance must be a number of at least 0
    BOXWOOD_REQUIRE(options.cutoff >= 0.0);    // a cutoff must be a number of at least 0
    require_placeable(shape, pose);
    Content& own = content();
    const std::shared_lock reading = own.read_tree();
    const Aabb box = detail::world_box(shape, pose);
    WorldDistance best;
    double limit = options.cutoff;
    own.tree.visit_nearest_first(
        [&](const Aabb& other) { return detail::gap_of(box, other); }, [&] { return limit; },
        [&](BodyId id) {
            const Content::Record& record = own.records[id];
            if (!matches(filter, record.options, own.body_of(id))) return;
            const Distance found = api::distance(shape, pose, *record.shape, record.pose,
                                                 {.tolerance = options.tolerance, .cutoff = limit});
            if (!found.found) return;
            if (best && (found.value > best.distance.value ||
                         (found.value == best.distance.value && id > best.body.id)))
                return;
            best = {own.body_of(id), found};
            limit = found.value;
        });
    return best;
}

Result<WorldClosest> World::closest_point(const Vec3& point, const ClosestOptions& options,
                                          const BodyFilter& filter) const {
    const glm::dvec3 p = to_layer(point);
    for (glm::length_t k = 0; k < 3; ++k)
        if (!(std::fabs(p[k]) <= kMaxPoseEntry)) return Error{"a point is not finite or is beyond 1e18"};
    if (!(options.within >= 0.0)) return Error{"`within` must be a number of at least 0"};
    Content& own = content();
    const std::shared_lock reading = own.read_tree();
    const Aabb box = detail::point_box(point);
    WorldClosest best;
    double limit = options.within;
    own.tree.visit_nearest_first(
        [&](const Aabb& other) { return detail::gap_of(box, other); }, [&] { return limit; },
        [&](BodyId id) {
            const Content::Record& record = own.records[id];
            if (!matches(filter, record.options, own.body_of(id))) return;
            const Closest found =
                require_ok(api::closest_point(*record.shape, record.pose, point, {.within = limit}));
            if (!found) return;
            if (best && (found.distance > best.closest.distance ||
                         (found.distance == best.closest.distance && id > best.body.id)))
                return;
            best = {own.body_of(id), found};
            limit = found.distance;
        });
    return best;
}

std::vector<Body> World::overlapping(const Shape& shape, const Pose& pose, const BodyFilter& filter) const {
    require_placeable(shape, pose);
    Content& own = content();
    const std::shared_lock reading = own.read_tree();
    std::vector<Body> found;
    own.tree.find_overlapping(detail::world_box(shape, pose), [&](BodyId id) {
        const Content::Record& record = own.records[id];
        if (matches(filter, record.options, own.body_of(id)) &&
            api::collide(shape, pose, *record.shape, record.pose))
            found.push_back(own.body_of(id));
    });
    std::sort(found.begin(), found.end());
    return found;
}

Result<WorldSweep> World::sweep(const Shape& shape, const Pose& pose, const Vec3& displacement,
                                const ImpactOptions& options, const BodyFilter& filter) const {
    const Result<Motion> motion = Motion::with_velocity(pose, displacement, {});
    if (!motion) return motion.error();
    if (!(options.tolerance >= 0.0)) return Error{"tolerance must be a number of at least 0"};
    if (const Status status = detail::check_round(shape.data(), pose, "pose"); !status) return status.error();
    Content& own = content();
    const std::shared_lock reading = own.read_tree();
    std::vector<BodyId> candidates;
    own.tree.find_overlapping(
        detail::swept_box(shape, *motion, max_tolerance(shape, pose, options.tolerance)),
        [&](BodyId id) { candidates.push_back(id); });
    std::sort(candidates.begin(), candidates.end());
    WorldSweep best;
    for (const BodyId id : candidates) {
        const Content::Record& record = own.records[id];
        if (!matches(filter, record.options, own.body_of(id))) continue;
        const Result<TimeOfImpact> found =
            time_of_impact(shape, *motion, *record.shape, record.pose, options);
        if (!found) return found.error();
        if (found->status == ImpactStatus::none) continue;
        if (detail::is_before(*found, best.impact)) best = {own.body_of(id), *found};
    }
    return best;
}

} // namespace boxwood::api
