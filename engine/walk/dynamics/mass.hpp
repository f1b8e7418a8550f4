// What: computes mass, center and inertia of a shape that consists of convex pieces with uniform density.
// Frame: the shape's own. The inertia is about the center of mass, along the frame's axes.
// Units: kilograms, meters.
// Degenerate input: overlaps of pieces count twice. A mesh is treated as a point mass at its center.
// Source: [Mirtich 1996] for the integrals; here summed over signed tetrahedra.
// Oracle: tests/engine/walk/solids_test.cpp, with closed forms for boxes.
#pragma once

#include "collision/world/shape.hpp"

namespace boxwood {

struct Mass {
    double kilograms = 0.0;
    glm::dvec3 center{0.0};
    glm::dmat3 inertia{0.0};
};
Mass compute_mass(const Shape& shape, double kilograms);

} // namespace boxwood
