#include "app/labs/capture/volume_outline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <vector>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

using RecordedShape = judge::NodeVolumes::Shape;
using Directions = std::array<glm::dvec3, 3>;

constexpr int kArcSteps = 24; // number of segments in a full circle
constexpr double kPi = 3.14159265358979323846;

glm::dvec3 vector_at(const RecordedShape& shape, std::size_t first) {
    return {shape.values[first], shape.values[first + 1], shape.values[first + 2]};
}

// The 12 edges of a block. `half` contains its half edges as vectors.
void outline_block(const glm::dvec3& center, const Directions& half, const OutlineSink& line) {
    for (std::size_t along = 0; along < 3; ++along)
        for (const double u : {-1.0, 1.0})
            for (const double v : {-1.0, 1.0}) {
                const glm::dvec3 middle = center + u * half[(along + 1) % 3] + v * half[(along + 2) % 3];
                line(middle - half[along], middle + half[along]);
            }
}

// An arc in the plane of u and v. `from` and `to` are angles as fractions of a full circle. The lengths of u and v are
// the radius.
void outline_arc(const glm::dvec3& center, const glm::dvec3& u, const glm::dvec3& v, double from, double to,
                 const OutlineSink& line) {
    const int steps = std::max(1, static_cast<int>(std::lround((to - from) * kArcSteps)));
    const auto at = [&](int step) {
        const double angle = 2.0 * kPi * (from + (to - from) * step / steps);
        return center + std::cos(angle) * u + std::sin(angle) * v;
    };
    for (int step = 0; step < steps; ++step) line(at(step), at(step + 1));
}

Directions directions_along(const glm::dvec3& axis) {
    const double length = glm::length(axis);
    const glm::dvec3 w = length > 0.0 ? axis / length : glm::dvec3(0.0, 0.0, 1.0);
    const glm::dvec3 other = std::abs(w.x) < 0.5 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 1.0, 0.0);
    const glm::dvec3 u = glm::normalize(glm::cross(w, other));
    return {u, glm::cross(w, u), w};
}

void outline_ball(const glm::dvec3& center, double radius, const OutlineSink& line) {
    for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 u(0.0), v(0.0);
        u[(axis + 1) % 3] = v[(axis + 2) % 3] = radius;
        outline_arc(center, u, v, 0.0, 1.0, line);
    }
}

void outline_capsule(const glm::dvec3& from, const glm::dvec3& to, double radius, const OutlineSink& line) {
    const auto [u, v, w] = directions_along(to - from);
    for (const glm::dvec3& end : {from, to}) outline_arc(end, radius * u, radius * v, 0.0, 1.0, line);
    for (const glm::dvec3& side : {u, v}) {
        outline_arc(to, radius * side, radius * w, 0.0, 0.5, line);
        outline_arc(from, radius * side, radius * w, 0.5, 1.0, line);
        for (const double sign : {-1.0, 1.0}) line(from + sign * radius * side, to + sign * radius * side);
    }
}

// A rectangle swept by a ball: its two faces, and the rounded rim between them.
void outline_rounded_rectangle(const glm::dvec3& corner, const Directions& axes, double width, double height,
                               double radius, const OutlineSink& line) {
    const glm::dvec3 u = width * axes[0], v = height * axes[1];
    const std::array corners{corner, corner + u, corner + u + v, corner + v};
    // For each corner, the outward direction of the edge that starts there.
    const std::array outward{-axes[1], axes[0], axes[1], -axes[0]};
    for (std::size_t i = 0; i < 4; ++i) {
        const glm::dvec3 &from = corners[i], &to = corners[(i + 1) % 4];
        for (const double sign : {-1.0, 1.0})
            line(from + sign * radius * axes[2], to + sign * radius * axes[2]);
        line(from + radius * outward[i], to + radius * outward[i]);
        outline_arc(from, radius * outward[(i + 3) % 4], radius * outward[i], 0.0, 0.25, line);
        outline_arc(from, radius * outward[i], radius * axes[2], -0.25, 0.25, line);
    }
}

struct HalfSpace {
    glm::dvec3 normal; // unit, outward
    double offset = 0.0;
};

std::vector<HalfSpace> half_spaces_of(const RecordedShape& kdop) {
    std::vector<HalfSpace> spaces;
    const std::size_t half = kdop.normals.size();
    for (std::size_t i = 0; i < half; ++i) {
        const double length = glm::length(kdop.normals[i]);
        const glm::dvec3 normal = kdop.normals[i] / length;
        spaces.push_back({-normal, -kdop.values[i] / length + kdop.margin});
        spaces.push_back({normal, kdop.values[i + half] / length + kdop.margin});
    }
    return spaces;
}

using Polygon3 = std::vector<glm::dvec3>;

Polygon3 cut_polygon(const Polygon3& polygon, const HalfSpace& by, double tolerance) {
    Polygon3 inside;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const glm::dvec3 &from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
        const double a = glm::dot(by.normal, from) - by.offset, b = glm::dot(by.normal, to) - by.offset;
        if (a <= tolerance) inside.push_back(from);
        if ((a <= tolerance) != (b <= tolerance)) inside.push_back(from + (to - from) * (a / (a - b)));
    }
    return inside;
}

// The faces of an intersection of half-spaces.
std::vector<Polygon3> faces_of(const std::vector<HalfSpace>& spaces) {
    constexpr double kFar = 8.0, kRounding = 1e-12;
    double reach = 0.0;
    for (const HalfSpace& space : spaces) reach = std::max(reach, std::abs(space.offset));
    std::vector<Polygon3> faces;
    for (std::size_t i = 0; i < spaces.size(); ++i) {
        const auto [u, v, w] = directions_along(spaces[i].normal);
        const glm::dvec3 center = spaces[i].offset * w;
        const double far = kFar * reach;
        Polygon3 face{center - far * (u + v), center + far * (u - v), center + far * (u + v),
                      center - far * (u - v)};
        for (std::size_t j = 0; j < spaces.size() && !face.empty(); ++j)
            if (j != i) face = cut_polygon(face, spaces[j], kRounding * reach);
        if (face.size() > 2) faces.push_back(std::move(face));
    }
    return faces;
}

double area_of_block(const glm::dvec3& size) {
    return 2.0 * (size.x * size.y + size.y * size.z + size.z * size.x);
}

} // namespace

void outline_volume(const RecordedShape& shape, const OutlineSink& line) {
    const double margin = shape.margin;
    if (shape.type == "aabb") {
        const glm::dvec3 lower = vector_at(shape, 0) - margin, upper = vector_at(shape, 3) + margin;
        Directions half{};
        for (int axis = 0; axis < 3; ++axis)
            half[static_cast<std::size_t>(axis)][axis] = 0.5 * (upper[axis] - lower[axis]);
        outline_block(0.5 * (lower + upper), half, line);
    } else if (shape.type == "obb") {
        Directions half{};
        for (std::size_t axis = 0; axis < 3; ++axis)
            half[axis] = (shape.values[3 + axis] + margin) * vector_at(shape, 6 + 3 * axis);
        outline_block(vector_at(shape, 0), half, line);
    } else if (shape.type == "sphere") {
        outline_ball(vector_at(shape, 0), shape.values[3] + margin, line);
    } else if (shape.type == "capsule") {
        outline_capsule(vector_at(shape, 0), vector_at(shape, 3), shape.values[6] + margin, line);
    } else if (shape.type == "rss") {
        outline_rounded_rectangle(vector_at(shape, 0),
                                  {vector_at(shape, 3), vector_at(shape, 6), vector_at(shape, 9)},
                                  shape.values[12], shape.values[13], shape.values[14] + margin, line);
    } else if (shape.type == "kdop") {
        for (const Polygon3& face : faces_of(half_spaces_of(shape)))
            for (std::size_t i = 0; i < face.size(); ++i) line(face[i], face[(i + 1) % face.size()]);
    }
}

VolumeBox bounds_of(const RecordedShape& shape) {
    const double margin = shape.margin;
    const auto around = [](std::initializer_list<glm::dvec3> points, double by) {
        VolumeBox box{*points.begin(), *points.begin()};
        for (const glm::dvec3& p : points) box = {glm::min(box.lower, p), glm::max(box.upper, p)};
        return VolumeBox{box.lower - by, box.upper + by};
    };
    if (shape.type == "aabb") return around({vector_at(shape, 0), vector_at(shape, 3)}, margin);
    if (shape.type == "sphere") return around({vector_at(shape, 0)}, shape.values[3] + margin);
    if (shape.type == "capsule")
        return around({vector_at(shape, 0), vector_at(shape, 3)}, shape.values[6] + margin);
    if (shape.type == "rss") {
        const glm::dvec3 corner = vector_at(shape, 0), u = shape.values[12] * vector_at(shape, 3),
                         v = shape.values[13] * vector_at(shape, 6);
        return around({corner, corner + u, corner + v, corner + u + v}, shape.values[14] + margin);
    }
    if (shape.type == "obb") {
        glm::dvec3 reach(0.0);
        for (std::size_t axis = 0; axis < 3; ++axis)
            reach += glm::abs((shape.values[3 + axis] + margin) * vector_at(shape, 6 + 3 * axis));
        return {vector_at(shape, 0) - reach, vector_at(shape, 0) + reach};
    }
    VolumeBox box;
    bool is_first = true;
    if (shape.type == "kdop")
        for (const Polygon3& face : faces_of(half_spaces_of(shape)))
            for (const glm::dvec3& p : face) {
                box = is_first ? VolumeBox{p, p} : VolumeBox{glm::min(box.lower, p), glm::max(box.upper, p)};
                is_first = false;
            }
    return box;
}

double surface_area(const RecordedShape& shape) {
    const double margin = shape.margin;
    if (shape.type == "aabb") return area_of_block(vector_at(shape, 3) - vector_at(shape, 0) + 2.0 * margin);
    if (shape.type == "obb") return area_of_block(2.0 * (vector_at(shape, 3) + margin));
    // The area of the Minkowski sum of a point, a segment or a rectangle with a ball [Steiner]: both sides of the
    // rectangle, half cylinders along the outline, and the pieces at the corners, which add up to the ball's area.
    const auto grown_area = [](double area, double outline, double radius) {
        return area + kPi * radius * outline + 4.0 * kPi * radius * radius;
    };
    if (shape.type == "sphere") return grown_area(0.0, 0.0, shape.values[3] + margin);
    if (shape.type == "capsule")
        return grown_area(0.0, 2.0 * glm::length(vector_at(shape, 3) - vector_at(shape, 0)),
                          shape.values[6] + margin);
    if (shape.type == "rss")
        return grown_area(2.0 * shape.values[12] * shape.values[13],
                          2.0 * (shape.values[12] + shape.values[13]), shape.values[14] + margin);
    double area = 0.0;
    if (shape.type == "kdop")
        for (const Polygon3& face : faces_of(half_spaces_of(shape))) {
            glm::dvec3 sum(0.0);
            for (std::size_t i = 2; i < face.size(); ++i)
                sum += glm::cross(face[i - 1] - face[0], face[i] - face[0]);
            area += 0.5 * glm::length(sum);
        }
    return area;
}

double smallest_area(std::span<const RecordedShape> shapes) {
    double area = surface_area(shapes.front());
    for (const RecordedShape& shape : shapes.subspan(1)) area = std::min(area, surface_area(shape));
    return area;
}

} // namespace boxwood
