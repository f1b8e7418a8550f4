// What: a recorded volume as a wireframe, its box and its surface area.
// Frame: the tree's. Margins count.
// Degenerate input: numbers that are not finite give lines that are not drawn and areas that are not finite.
// Cost: tens of lines; of a k-DOP k*k/4 cuts.
// Oracle: tests/app/labs/capture_test.cpp: ends lie on the surface; areas of boxes and balls.
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
