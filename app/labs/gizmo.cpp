#include "app/labs/gizmo.hpp"

#include <array>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

namespace boxwood {
namespace {

constexpr int kCenter = 3;
constexpr double kReach = 0.16;      // handle length per unit of camera distance
constexpr double kGrab = 0.018;      // pick distance of a handle, per unit of camera distance
constexpr double kCenterGrab = 0.03; // pick distance of the center, per unit of camera distance
constexpr int kRingSegments = 64;
constexpr double kSmallestFactor = 0.02;

double reach(const draw::Camera& camera) {
    return kReach * static_cast<double>(camera.distance);
}

glm::dvec3 axis_of(int handle, GizmoMode mode, const Transform& transform) {
    glm::dvec3 axis(0.0);
    axis[handle] = 1.0;
    return mode == GizmoMode::scale ? glm::normalize(transform.q) * axis : axis;
}

// The point of the line through `origin` along the unit vector `axis` that is nearest to the ray.
std::optional<glm::dvec3> nearest_on_line(const draw::Ray& ray, const glm::dvec3& origin,
                                          const glm::dvec3& axis) {
    const glm::dvec3 direction(ray.direction_w);
    const double cosine = glm::dot(axis, direction);
    const double spread = 1.0 - cosine * cosine;
    if (spread < 1e-6) return std::nullopt; // the ray is nearly parallel to the axis
    const glm::dvec3 between = glm::dvec3(ray.origin_w) - origin;
    const double along = (glm::dot(axis, between) - cosine * glm::dot(direction, between)) / spread;
    return origin + along * axis;
}

std::optional<glm::dvec3> hit_plane(const draw::Ray& ray, const glm::dvec3& origin,
                                    const glm::dvec3& normal) {
    const glm::dvec3 direction(ray.direction_w);
    const double slope = glm::dot(direction, normal);
    if (std::fabs(slope) < 1e-4) return std::nullopt; // the ray is nearly parallel to the plane
    const double t = glm::dot(origin - glm::dvec3(ray.origin_w), normal) / slope;
    if (t <= 0.0) return std::nullopt;
    return glm::dvec3(ray.origin_w) + t * direction;
}

double distance_to_ray(const draw::Ray& ray, const glm::dvec3& point) {
    const glm::dvec3 direction(ray.direction_w);
    return glm::length(glm::cross(point - glm::dvec3(ray.origin_w), direction));
}

glm::dvec3 ring_point(const glm::dvec3& axis, double radius, double angle) {
    const glm::dvec3 other = std::fabs(axis.y) < 0.9 ? glm::dvec3(0, 1, 0) : glm::dvec3(1, 0, 0);
    const glm::dvec3 u = glm::normalize(glm::cross(axis, other)), v = glm::cross(axis, u);
    return radius * (std::cos(angle) * u + std::sin(angle) * v);
}

} // namespace

Transform turned_about_pivot(const GizmoTarget& target, const glm::dvec3& axis_w, double angle) {
    const glm::dvec3 pivot_w = target.pivot_w();
    Transform turned = target.transform;
    turned.q = glm::normalize(glm::angleAxis(angle, axis_w) * glm::normalize(target.transform.q));
    turned.t = pivot_w - turned.q * (turned.s * target.pivot_b);
    return turned;
}

std::optional<glm::dvec3> Gizmo::point_on_handle(const draw::Ray& ray_w, const glm::dvec3& pivot_w,
                                                 const glm::dvec3& axis_w, int handle) const {
    if (handle == kCenter || mode == GizmoMode::rotate) return hit_plane(ray_w, pivot_w, axis_w);
    return nearest_on_line(ray_w, pivot_w, axis_w);
}

std::optional<int> Gizmo::handle_at(const draw::Ray& ray_w, const GizmoTarget& target,
                                    const draw::Camera& camera) const {
    const glm::dvec3 pivot_w = target.pivot_w();
    const double length = reach(camera), grab = kGrab * static_cast<double>(camera.distance);
    if (mode != GizmoMode::rotate &&
        distance_to_ray(ray_w, pivot_w) < kCenterGrab * static_cast<double>(camera.distance))
        return kCenter;
    std::optional<int> nearest;
    double nearest_offset = grab;
    for (int handle = 0; handle < 3; ++handle) {
        const glm::dvec3 axis_w = axis_of(handle, mode, target.transform);
        const std::optional<glm::dvec3> point = point_on_handle(ray_w, pivot_w, axis_w, handle);
        if (!point) continue;
        const double along = glm::length(*point - pivot_w);
        const bool is_forward = glm::dot(*point - pivot_w, axis_w) > 0.0 && along < 1.1 * length;
        const double offset = mode == GizmoMode::rotate ? std::fabs(along - length)
                              : is_forward              ? distance_to_ray(ray_w, *point)
                                                        : 2.0 * grab;
        if (offset >= nearest_offset) continue;
        nearest_offset = offset;
        nearest = handle;
    }
    return nearest;
}

void Gizmo::hover(const draw::Ray& ray_w, const GizmoTarget& target, const draw::Camera& camera) {
    hovered_ = handle_at(ray_w, target, camera);
}

bool Gizmo::press(const draw::Ray& ray_w, const GizmoTarget& target, const draw::Camera& camera) {
    const std::optional<int> handle = handle_at(ray_w, target, camera);
    if (!handle) return false;
    const glm::dvec3 view_w = glm::normalize(glm::dvec3(camera.eye_w()) - target.pivot_w());
    const glm::dvec3 axis_w = *handle == kCenter ? view_w : axis_of(*handle, mode, target.transform);
    const std::optional<glm::dvec3> grabbed = point_on_handle(ray_w, target.pivot_w(), axis_w, *handle);
    if (!grabbed) return false;
    const glm::dvec3 growth_w = glm::normalize(glm::dvec3(camera.right_w() + camera.up_w())) / reach(camera);
    drag_ = Drag{*handle, target, axis_w, *grabbed, growth_w};
    return true;
}

Transform Gizmo::drag(const draw::Ray& ray_w) const {
    const Drag& drag = *drag_;
    const glm::dvec3 pivot_w = drag.start.pivot_w();
    const std::optional<glm::dvec3> now = point_on_handle(ray_w, pivot_w, drag.axis_w, drag.handle);
    Transform transform = drag.start.transform;
    if (!now) return transform;
    if (mode == GizmoMode::move) {
        transform.t += *now - drag.grabbed_w;
        return transform;
    }
    const glm::dvec3 from = drag.grabbed_w - pivot_w, to = *now - pivot_w;
    if (mode == GizmoMode::rotate)
        return turned_about_pivot(
            drag.start, drag.axis_w,
            std::atan2(glm::dot(glm::cross(from, to), drag.axis_w), glm::dot(from, to)));
    double factor = drag.handle == kCenter ? 1.0 + glm::dot(*now - drag.grabbed_w, drag.growth_w)
                                           : glm::dot(to, drag.axis_w) / glm::dot(from, drag.axis_w);
    factor = std::fmax(factor, kSmallestFactor);
    if (drag.handle == kCenter)
        transform.s *= factor;
    else
        transform.s[drag.handle] *= factor;
    transform.t = pivot_w - glm::normalize(transform.q) * (transform.s * drag.start.pivot_b);
    return transform;
}

void Gizmo::draw(draw::DrawList& out, const GizmoTarget& target, const draw::Camera& camera,
                 const draw::Palette& palette) const {
    const glm::dvec3 pivot_w = target.pivot_w();
    const double length = reach(camera);
    const std::optional<int> active = drag_ ? std::optional<int>(drag_->handle) : hovered_;
    const std::array<const char*, 3> names{"x", "y", "z"};
    for (int handle = 0; handle < 3; ++handle) {
        const glm::dvec3 axis_w = axis_of(handle, mode, target.transform);
        const draw::Color color = active == handle ? palette.current : palette.accent;
        const float width = active == handle ? 3.0f : 2.0f;
        const glm::dvec3 tip_w = pivot_w + length * axis_w;
        if (mode == GizmoMode::rotate) {
            for (int i = 0; i < kRingSegments; ++i) {
                const auto at = [&](int k) {
                    return glm::vec3(pivot_w +
                                     ring_point(axis_w, length, k * glm::two_pi<double>() / kRingSegments));
                };
                out.lines.push_back({at(i), at(i + 1), color, width, false, draw::Layer::on_top});
            }
        } else {
            out.lines.push_back(
                {glm::vec3(pivot_w), glm::vec3(tip_w), color, width, false, draw::Layer::on_top});
            out.points.push_back(
                {glm::vec3(tip_w), color, mode == GizmoMode::scale ? 12.0f : 9.0f, draw::Layer::on_top});
            out.labels.push_back({glm::vec3(pivot_w + 1.12 * length * axis_w),
                                  names[static_cast<std::size_t>(handle)], color});
        }
    }
    if (mode == GizmoMode::rotate) return;
    out.points.push_back({glm::vec3(pivot_w), active == kCenter ? palette.current : palette.accent, 12.0f,
                          draw::Layer::on_top});
}

} // namespace boxwood
