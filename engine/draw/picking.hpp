// What: finds the object under the cursor by testing a ray against simple shapes or against a DrawList.
// Frame: world, or any other common frame of ray and shape. Units: distances are in units of the length of the ray's
//     direction.
// Degenerate input: degenerate triangles and empty boxes are never hit. Not exact; sufficient for the mouse.
// Cost: pick() takes linear time. It visits the vertices of all pickable instances, and the triangles of the instances
//     whose bounding boxes the ray hits.
// Source: [Möller 1997] for the triangle, slabs for the box.
#pragma once

#include <cstdint>
#include <optional>

#include <glm/vec3.hpp>

#include "engine/draw/camera.hpp"
#include "engine/draw/draw_list.hpp"

namespace boxwood::draw {

// The distance along the ray to the first hit, which is 0 if the origin is inside; empty if there is no hit in front of
// the origin.
std::optional<float> hit_sphere(const Ray& ray, glm::vec3 center_w, float radius);
std::optional<float> hit_box(const Ray& ray, glm::vec3 lower_w, glm::vec3 upper_w);
// Hits both sides of the triangle.
std::optional<float> hit_triangle(const Ray& ray, glm::vec3 a_w, glm::vec3 b_w, glm::vec3 c_w);

struct Hit {
    std::uint32_t pick_id = 0;
    std::uint32_t instance = 0; // index into DrawList::instances
    std::uint32_t triangle = 0; // index into the triangles of the instance's mesh
    float distance = 0.0f;
    glm::vec3 point_w{0.0f};
};
// Returns the nearest triangle that the ray hits, among the pickable instances with Layer::on_top. If the ray hits none
// of these instances, returns the nearest triangle of all other pickable instances.
std::optional<Hit> pick(const DrawList& list, const Ray& ray);

} // namespace boxwood::draw
