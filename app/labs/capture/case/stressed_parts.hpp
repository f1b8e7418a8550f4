// What: what the picture of a finding stresses: nodes, triangles, what sticks out of a volume, closest points.
// Frame: world.
#pragma once

#include "app/labs/capture/opened_capture.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

namespace boxwood {

// A node, or a triangle, of an object in the picture.
struct SeenNode {
    std::size_t object = 0;
    std::uint32_t node = 0;
    friend bool operator==(const SeenNode&, const SeenNode&) = default;
};
struct SeenTriangle {
    std::size_t object = 0;
    std::uint32_t triangle = 0;
};

// The corner that sticks out of a volume: from the volume's surface to it.
struct Overhang {
    glm::dvec3 surface_w{0.0}, corner_w{0.0};
    glm::dvec3 outward_w{0.0}; // unit
    double length = 0.0;       // in the tree's frame
    std::string side{}, unit{};
};

// A box around points; those that are not finite do not count.
struct PointBounds {
    glm::dvec3 lower_w{0.0}, upper_w{0.0};
    bool is_empty = true;
    void add(const glm::dvec3& point_w);
    glm::dvec3 center() const { return 0.5 * (lower_w + upper_w); }
    double radius() const { return 0.5 * glm::length(upper_w - lower_w); }
};

struct StressedParts {
    std::vector<SeenNode> nodes;
    std::vector<SeenTriangle> triangles;
    std::optional<Overhang> overhang;
    std::optional<std::array<glm::dvec3, 2>> exact_w, claimed_w; // closest points
    PointBounds bounds;                                          // of all this
};
StressedParts stressed_by(const judge::Finding& finding, const SeenCase& seen);

bool has_triangle(const SeenCase& seen, const SeenTriangle& of);
std::array<glm::dvec3, 3> triangle_w(const SeenCase& seen, const SeenTriangle& of);
PointBounds bounds_of_node(const SeenCase& seen,
                           const SeenNode& of); // where the lines of its volumes start; empty: none
const NodeTable& table_of(const SeenCase& seen, std::size_t object); // empty: no tree

} // namespace boxwood
