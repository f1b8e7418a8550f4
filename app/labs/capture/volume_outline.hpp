// What: computes the wireframe, bounding box and surface area of a recorded volume, including its margin.
// Frame: the frame of the tree.
// Degenerate input: non-finite numbers give non-finite areas and lines that are not drawn. A k-DOP with such numbers,
//                   or an unknown type, has no lines, the area 0 and a box of size 0.
// Cost: tens of lines; for a k-DOP, each function makes up to k*(k-1) polygon cuts, and each edge is drawn twice, once
//       for each of its faces.
// Oracle: tests/app/labs/capture_test.cpp checks, for one volume of each type, that line ends lie on the surface, and
//         the area and the bounding box.
#pragma once

#include "engine/judge/trees/node_volumes.hpp"

#include <functional>
#include <span>

namespace boxwood {

using OutlineSink = std::function<void(const glm::dvec3& from, const glm::dvec3& to)>;
void outline_volume(const judge::NodeVolumes::Shape& shape, const OutlineSink& line);

struct VolumeBox {
    glm::dvec3 lower{0.0}, upper{0.0};
};
VolumeBox bounds_of(const judge::NodeVolumes::Shape& shape);

double surface_area(const judge::NodeVolumes::Shape& shape);
// The smallest area of a node's volumes. Requires at least one.
double smallest_area(std::span<const judge::NodeVolumes::Shape> shapes);

} // namespace boxwood
