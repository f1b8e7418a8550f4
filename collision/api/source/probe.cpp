#include "collision/api/probe.hpp"

#include "collision/api/detail/scratch.hpp"
#include "collision/api/detail/surfaces.hpp"
#include "collision/query/points/point_location.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace boxwood::api {
namespace {

using detail::Operand;
using detail::Surface;
using detail::to_api;
using detail::to_layer;

// Replaces an infinite max_t by the largest double, so that a hit at an infinite t, which results from a very short
// direction, is rejected.
boxwood::Ray layer_ray(const Ray& ray) {
    constexpr double kLargest = std::numeric_limits<double>::max();
    return {to_layer(ray.origin), to_layer(ray.direction), ray.max_t > kLargest ? kLargest : ray.max_t};
}

RayHit hit_of(const boxwood::RayHit& hit, const Surface& surface) {
    RayHit answer;
    if (!hit) return answer;
    answer.hit = true;
    answer.t = hit.t;
    answer.point = to_api(hit.point_w);
    answer.normal = to_api(hit.normal_w);
    answer.is_front = hit.is_front;
    answer.weights = to_api(hit.weights);
    answer.feature = {FeatureKind::triangle, surface.first_triangle + hit.triangle, surface.part};
    return answer;
}

// At most two hits: where the ray enters and where it leaves.
Result<std::vector<RayHit>> cast_at_round(const Shape& shape, const Pose& pose, const Ray& ray) {
    if (const Status status = detail::check_round(shape.data(), pose, "pose"); !status) return status.error();
    const boxwood::Ray ray_w = layer_ray(ray);
    if (const Status status = check_ray_numbers(ray_w); !status) return status.error();
    const detail::RoundAxis round = detail::place_round(shape.data(), pose);
    std::vector<RayHit> hits;
    const auto interval = detail::intersect_line(round, ray_w.origin_w, ray_w.direction_w);
    if (!interval) return hits;
    const auto add = [&](double t, bool is_front) {
        if (!(t >= 0.0 && t <= ray.max_t && std::isfinite(t))) return;
        RayHit& hit = hits.emplace_back();
        const glm::dvec3 point = ray_w.origin_w + t * ray_w.direction_w,
                         normal = detail::outward_normal_at(round, point);
        hit.hit = true;
        hit.t = t;
        hit.normal = to_api(normal);
        hit.point = to_api(detail::closest_on_axis(round, point) + round.radius * normal);
        hit.is_front = is_front;
        hit.feature = {FeatureKind::round, 0, 0};
    };
    add(interval->enter, true);
    if (interval->leave > interval->enter) add(interval->leave, false);
    return hits;
}

using CastOne = Status (*)(const MeshOperand&, const boxwood::Ray&, RayScratch&, boxwood::RayHit&);

// The hit with the smallest t on all surfaces of a shape. If `is_any` is set, the first hit found.
Result<RayHit> cast_one(const Operand& operand, const Ray& ray, CastOne cast, bool is_any, Context& context) {
    Context::Scratch& scratch = context.scratch();
    boxwood::Ray ray_w = layer_ray(ray);
    RayHit answer;
    for (std::uint32_t i = 0; i < operand.surface_count() && !(is_any && answer.hit); ++i) {
        const Surface surface = operand.surface(i, operand.contact_slot(), false, context.executor());
        boxwood::RayHit found;
        if (const Status status = cast(surface.operand(), ray_w, scratch.ray, found); !status)
            return status.error();
        if (!found || !(found.t < answer.t)) continue;
        answer = hit_of(found, surface);
        ray_w.max_t = answer.t;
    }
    scratch.release_if_due(context);
    return answer;
}

Result<RayHit> first_at_round(const Shape& shape, const Pose& pose, const Ray& ray) {
    const Result<std::vector<RayHit>> hits = cast_at_round(shape, pose, ray);
    if (!hits) return hits.error();
    return hits->empty() ? RayHit{} : hits->front();
}

Status check_point(const glm::dvec3& point) {
    if (std::fabs(point.x) <= kMaxPoseEntry && std::fabs(point.y) <= kMaxPoseEntry &&
        std::fabs(point.z) <= kMaxPoseEntry)
        return ok();
    return Error{"a point is not finite or is beyond 1e18"};
}

Result<Closest> closest_of_round(const Shape& shape, const Pose& pose, const Vec3& point,
                                 const ClosestOptions& options) {
    if (const Status status = detail::check_round(shape.data(), pose, "pose"); !status) return status.error();
    const glm::dvec3 point_w = to_layer(point);
    if (const Status status = check_point(point_w); !status) return status.error();
    if (!(options.within >= 0.0)) return Error{"`within` must be a number of at least 0"};
    const detail::RoundAxis round = detail::place_round(shape.data(), pose);
    const glm::dvec3 on_axis = detail::closest_on_axis(round, point_w);
    const double distance = std::fabs(glm::distance(on_axis, point_w) - round.radius);
    if (distance > options.within) return Closest{};
    return Closest{true,
                   distance,
                   to_api(on_axis + round.radius * detail::outward_normal_at(round, point_w)),
                   {FeatureKind::round, 0, 0}};
}

} // namespace

Result<RayHit> ray_cast(const Shape& shape, const Pose& pose, const Ray& ray, Context& context) {
    if (shape.data().is_round()) return first_at_round(shape, pose, ray);
    return cast_one(Operand(shape.data(), pose), ray, cast_ray_closest, false, context);
}

Result<RayHit> ray_cast_any(const Shape& shape, const Pose& pose, const Ray& ray, Context& context) {
    if (shape.data().is_round()) return first_at_round(shape, pose, ray);
    return cast_one(Operand(shape.data(), pose), ray, cast_ray_any, true, context);
}

Result<std::vector<RayHit>> ray_cast_all(const Shape& shape, const Pose& pose, const Ray& ray,
                                         Context& context) {
    if (shape.data().is_round()) return cast_at_round(shape, pose, ray);
    const Operand operand(shape.data(), pose);
    Context::Scratch& scratch = context.scratch();
    std::vector<RayHit> answers;
    std::vector<boxwood::RayHit> found;
    for (std::uint32_t i = 0; i < operand.surface_count(); ++i) {
        const Surface surface = operand.surface(i, operand.contact_slot(), false, context.executor());
        if (const Status status = cast_ray_all(surface.operand(), layer_ray(ray), scratch.ray, found);
            !status)
            return status.error();
        for (const boxwood::RayHit& hit : found) answers.push_back(hit_of(hit, surface));
    }
    scratch.release_if_due(context);
    if (operand.surface_count() > 1)
        std::sort(answers.begin(), answers.end(), [](const RayHit& x, const RayHit& y) {
            return x.t != y.t ? x.t < y.t : x.feature.index < y.feature.index;
        });
    return answers;
}

Result<std::vector<RayHit>> ray_cast_many(const Shape& shape, const Pose& pose, std::span<const Ray> rays,
                                          Context& context) {
    if (shape.data().is_round()) {
        std::vector<RayHit> hits_on_round;
        for (std::size_t i = 0; i < rays.size(); ++i) {
            const Result<RayHit> hit = first_at_round(shape, pose, rays[i]);
            if (!hit) return Error{"ray " + std::to_string(i) + ": " + hit.error().message};
            hits_on_round.push_back(*hit);
        }
        return hits_on_round;
    }
    const Operand operand(shape.data(), pose);
    std::vector<RayHit> answers(rays.size());
    std::vector<std::uint8_t> is_refused(rays.size());
    const auto cast_range = [&](std::size_t begin, std::size_t end, Context& worker_context) {
        for (std::size_t i = begin; i < end; ++i) {
            const Result<RayHit> hit = cast_one(operand, rays[i], cast_ray_closest, false, worker_context);
            is_refused[i] = hit ? 0 : 1;
            if (hit) answers[i] = *hit;
        }
    };
    constexpr std::size_t kRaysPerChunk = 64;
    if (context.executor() == nullptr)
        cast_range(0, rays.size(), context);
    else
        context.executor()->parallel_for(rays.size(), kRaysPerChunk, [&](std::size_t begin, std::size_t end) {
            cast_range(begin, end, thread_context());
        });
    const auto refused = std::find(is_refused.begin(), is_refused.end(), std::uint8_t{1});
    if (refused == is_refused.end()) return answers;
    const std::size_t index = static_cast<std::size_t>(refused - is_refused.begin());
    return Error{"ray " + std::to_string(index) + ": " +
                 cast_one(operand, rays[index], cast_ray_closest, false, context).error().message};
}

Result<Closest> closest_point(const Shape& shape, const Pose& pose, const Vec3& point,
                              const ClosestOptions& options, Context& context) {
    if (const Status status = check_point(to_layer(point)); !status) return status.error();
    if (shape.data().is_round()) return closest_of_round(shape, pose, point, options);
    const Operand operand(shape.data(), pose);
    Context::Scratch& scratch = context.scratch();
    Closest answer;
    double within = options.within;
    for (std::uint32_t i = 0; i < operand.surface_count(); ++i) {
        const Surface surface = operand.surface(i, operand.distance_slot(), false, context.executor());
        ClosestPoint found;
        if (const Status status =
                find_closest_point(surface.operand(), to_layer(point), within, scratch.closest, found);
            !status)
            return status.error();
        if (!found || !(found.distance < answer.distance)) continue;
        answer = {true,
                  found.distance,
                  to_api(found.point_on_mesh_w),
                  {FeatureKind::triangle, surface.first_triangle + found.triangle, surface.part}};
        within = found.distance;
    }
    scratch.release_if_due(context);
    return answer;
}

Result<bool> contains(const Shape& shape, const Pose& pose, const Vec3& point, Context& context) {
    if (shape.data().is_round()) {
        const Result<Closest> closest = closest_of_round(shape, pose, point, {});
        if (!closest) return closest.error();
        const detail::RoundAxis round = detail::place_round(shape.data(), pose);
        const glm::dvec3 point_w = to_layer(point);
        return glm::distance(detail::closest_on_axis(round, point_w), point_w) <= round.radius;
    }
    const Operand operand(shape.data(), pose);
    if (!operand.is_solid())
        return Error{"contains: the mesh is a surface; create it with MeshOptions::solid"};
    for (std::uint32_t i = 0; i < operand.surface_count(); ++i) {
        const Surface surface = operand.surface(i, operand.contact_slot(), true, context.executor());
        const Result<PointLocation> location = locate_point(surface.operand(), to_layer(point));
        if (!location) return location.error();
        if (*location != PointLocation::outside) return true;
    }
    return false;
}

} // namespace boxwood::api
