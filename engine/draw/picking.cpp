#include "engine/draw/picking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <glm/vec4.hpp>

namespace boxwood::draw {

namespace {
struct MeshHit {
    std::uint32_t triangle = 0;
    float distance = std::numeric_limits<float>::infinity();
};

MeshHit hit_mesh(const MeshData& mesh, const Ray& ray_m) {
    MeshHit best;
    glm::vec3 lower_m(std::numeric_limits<float>::infinity()), upper_m(-lower_m);
    for (const glm::vec3& p : mesh.positions) {
        lower_m = glm::min(lower_m, p);
        upper_m = glm::max(upper_m, p);
    }
    if (!hit_box(ray_m, lower_m, upper_m)) return best;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
        const auto& [a, b, c] = mesh.triangles[i];
        const auto distance = hit_triangle(ray_m, mesh.positions[a], mesh.positions[b], mesh.positions[c]);
        if (distance && *distance < best.distance) best = {i, *distance};
    }
    return best;
}

bool is_preferred(const MeshInstance& a, float distance_a, const MeshInstance& b, float distance_b) {
    const bool a_on_top = a.layer == Layer::on_top, b_on_top = b.layer == Layer::on_top;
    return a_on_top != b_on_top ? a_on_top : distance_a < distance_b;
}
} // namespace

std::optional<float> hit_sphere(const Ray& ray, glm::vec3 center_w, float radius) {
    const glm::vec3 to_center = center_w - ray.origin_w;
    const float length2 = glm::dot(ray.direction_w, ray.direction_w);
    const float along = glm::dot(to_center, ray.direction_w) / length2;
    const glm::vec3 aside = to_center - along * ray.direction_w;
    const float half_chord2 = (radius * radius - glm::dot(aside, aside)) / length2;
    if (!(half_chord2 >= 0.0f)) return std::nullopt;
    const float half_chord = std::sqrt(half_chord2);
    if (along + half_chord < 0.0f) return std::nullopt;
    return std::max(along - half_chord, 0.0f);
}

std::optional<float> hit_box(const Ray& ray, glm::vec3 lower_w, glm::vec3 upper_w) {
    float enter = 0.0f, leave = std::numeric_limits<float>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        if (lower_w[axis] > upper_w[axis]) return std::nullopt;
        const float origin = ray.origin_w[axis], direction = ray.direction_w[axis];
        if (direction == 0.0f) { // parallel to this slab: 0 / 0 would be undefined
            if (origin < lower_w[axis] || origin > upper_w[axis]) return std::nullopt;
            continue;
        }
        const float t0 = (lower_w[axis] - origin) / direction, t1 = (upper_w[axis] - origin) / direction;
        enter = std::max(enter, std::min(t0, t1));
        leave = std::min(leave, std::max(t0, t1));
    }
    if (!(enter <= leave)) return std::nullopt;
    return enter;
}

std::optional<float> hit_triangle(const Ray& ray, glm::vec3 a_w, glm::vec3 b_w, glm::vec3 c_w) {
    const glm::vec3 ab = b_w - a_w, ac = c_w - a_w;
    const glm::vec3 p = glm::cross(ray.direction_w, ac);
    const float volume = glm::dot(ab, p);
    if (volume == 0.0f) return std::nullopt;
    const glm::vec3 from_a = ray.origin_w - a_w;
    const float u = glm::dot(from_a, p) / volume;
    const glm::vec3 q = glm::cross(from_a, ab);
    const float v = glm::dot(ray.direction_w, q) / volume;
    const float distance = glm::dot(ac, q) / volume;
    if (!(u >= 0.0f && v >= 0.0f && u + v <= 1.0f && distance >= 0.0f)) return std::nullopt;
    return distance;
}

std::optional<Hit> pick(const DrawList& list, const Ray& ray) {
    std::optional<Hit> best;
    for (std::uint32_t i = 0; i < list.instances.size(); ++i) {
        const MeshInstance& instance = list.instances[i];
        if (instance.pick_id == 0) continue;
        const glm::mat4 mesh_from_world = glm::inverse(instance.world_from_mesh);
        // The direction is not normalized in the mesh's frame, so a ray parameter has the same value as in the world.
        const Ray ray_m{glm::vec3(mesh_from_world * glm::vec4(ray.origin_w, 1.0f)),
                        glm::vec3(mesh_from_world * glm::vec4(ray.direction_w, 0.0f))};
        const MeshHit hit = hit_mesh(list.meshes[instance.mesh], ray_m);
        if (!std::isfinite(hit.distance)) continue;
        if (best && !is_preferred(instance, hit.distance, list.instances[best->instance], best->distance))
            continue;
        best = Hit{instance.pick_id, i, hit.triangle, hit.distance,
                   ray.origin_w + hit.distance * ray.direction_w};
    }
    return best;
}

} // namespace boxwood::draw
