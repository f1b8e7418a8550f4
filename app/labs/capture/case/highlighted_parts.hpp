// What: finds the parts to highlight in the picture of a finding: nodes, triangles, a corner outside its volume,
//       closest points.
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

// A node of an object in the picture.
struct SeenNode {
    std::size_t object = 0;
    std::uint32_t node = 0;
    friend bool operator==(const SeenNode&, const SeenNode&) = default;
};
struct SeenTriangle { // of an object in the picture
    std::size_t object = 0;
    std::uint32_t triangle = 0;
};

// The segment from a volume's surface to a corner outside the volume.
struct Overhang {
    glm::dvec3 surface_w{0.0}, corner_w{0.0};
    glm::dvec3 outward_w{0.0}; // unit
    double length = 0.0;       // in the tree's frame
    std::string side{}, unit{};
};

// The bounding box of points; non-finite points are ignored.
struct PointBounds {
    glm::dvec3 lower_w{0.0}, upper_w{0.0};
    bool is_empty = true;
    void add(const glm::dvec3& point_w);
    glm::dvec3 center() const { return 0.5 * (lower_w + upper_w); }
    double radius() const { return 0.5 * glm::length(upper_w - lower_w); }
};

struct HighlightedParts {
    std::vector<SeenNode> nodes;
    std::vector<SeenTriangle> triangles;
    std::optional<Overhang> overhang;
    std::optional<std::array<glm::dvec3, 2>> exact_w, claimed_w; // the closest points on A and B
    // Of all parts above; for the broad phase, also of the two bodies in contact.
    PointBounds bounds;
};
HighlightedParts highlighted_by(const judge::Finding& finding, const SeenCase& seen);

bool has_triangle(const SeenCase& seen, const SeenTriangle& of);
std::array<glm::dvec3, 3> triangle_w(const SeenCase& seen, const SeenTriangle& of);
// Empty: the object has no tree, or the node has no volume.
PointBounds bounds_of_node(const SeenCase& seen, const SeenNode& of);
const NodeTable& table_of(const SeenCase& seen, std::size_t object);  // empty: the object has no tree

} // namespace boxwood
