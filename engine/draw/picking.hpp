// What: finds the object under the cursor: rays against simple shapes and against a whole DrawList.
// Frame: world, or any one frame that ray and shape share. Units: distances in lengths of the ray's direction.
// Degenerate input: flat triangles and empty boxes are missed. Not exact: for the mouse, not for collision.
// Cost: pick() is linear in the triangles of the instances whose bounding box the ray hits.
// Source: [Möller 1997] for the triangle, slabs for the box.
#pragma once

#include <cstdint>
#include <optional>

#include <glm/vec3.hpp>

#include "engine/draw/camera.hpp"
#include "engine/draw/draw_list.hpp"

namespace boxwood::draw {

// Distance along the ray to the first hit in front of the origin; 0 from inside a sphere or a box.
std::optional<float> hit_sphere(const Ray& ray, glm::vec3 center_w, float radius);
std::optional<float> hit_box(const Ray& ray, glm::vec3 lower_w, glm::vec3 upper_w);
// Both sides of the triangle count.
std::optional<float> hit_triangle(const Ray& ray, glm::vec3 a_w, glm::vec3 b_w, glm::vec3 c_w);

struct Hit {
    std::uint32_t pick_id = 0;
    std::uint32_t instance = 0; // index into DrawList::instances
    std::uint32_t triangle = 0; // index into its mesh's triangles
    float distance = 0.0f;
    glm::vec3 point_w{0.0f};
};
// The nearest triangle of a pickable instance; instances with Layer::on_top take precedence.
std::optional<Hit> pick(const DrawList& list, const Ray& ray);

} // namespace boxwood::draw
