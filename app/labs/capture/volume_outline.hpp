// What: computes the wireframe, bounding box and surface area of a recorded volume, including its margin.
// Frame: the frame of the tree.
// Degenerate input: non-finite numbers give non-finite areas and lines that are not drawn.
// Cost: tens of lines; k*k/4 polygon cuts for a k-DOP.
// Oracle: tests/app/labs/capture_test.cpp checks that line ends lie on the surface, and the areas of boxes and balls.
#pragma once

#include "engine/judge/node_volumes.hpp"

#include <functional>

namespace boxwood {

using OutlineSink = std::function<void(const glm::dvec3& from, const glm::dvec3& to)>;
void outline_volume(const judge::NodeVolumes::Shape& shape, const OutlineSink& line);

struct VolumeBox {
    glm::dvec3 lower{0.0}, upper{0.0};
};
VolumeBox bounds_of(const judge::NodeVolumes::Shape& shape);

double surface_area(const judge::NodeVolumes::Shape& shape);

} // namespace boxwood
