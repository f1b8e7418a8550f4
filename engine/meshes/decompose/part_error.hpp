// What: bounds the error of a convex part: the largest distance of its points from the solid that it approximates.
// Frame: the solid's own. Units: lengths of the mesh.
// Invariants: some point of the part has the distance at_least. No point of the part is farther than at_most, up to
//             rounding. The surface of the solid must be closed.
// Cost: branch and bound over an octree of distances that all parts share. In total, this takes about area / gap^2
//       distance queries.
// Source: distances are 1-Lipschitz. In a cell of radius r, no distance exceeds the distance of the center by more than
//         r. The distance from a triangle is convex, so its maximum over a polygon is at a corner. The error is the
//         one-sided Hausdorff distance. [Lien 2007] measures concavity, a similar quantity, along the surface.
// Oracle: tests/engine/meshes/decompose_test.cpp, closed forms and samples.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"
#include "engine/meshes/decompose/convex_cell.hpp"
#include "engine/meshes/decompose/solid_field.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace boxwood {

struct ErrorBounds {
    double at_least = 0.0, at_most = 0.0;
    glm::dvec3 where{0.0}; // a point at the distance at_least
};

std::vector<CutPlane> planes_of(const Polytope& polytope);

class PartError {
  public:
    explicit PartError(const SolidField& solid);

    // Refines the bounds until they differ by at most `gap` or a tenth of the error. Refinement also ends after 200,000
    // triangles of the faces, and after a million cells of the octree; the bounds can then differ by more. With a
    // limit, refinement also ends when at_most is within the limit. If a point on a face of the part proves that the
    // error exceeds the limit, at_most is infinite.
    ErrorBounds measure(const Polytope& part, double gap, std::optional<double> limit = std::nullopt);

    // Visits the centers of the octree's cells that are already known to be inside the solid.
    template <class Visit>
    void for_each_inner_point(const Visit& visit) const {
        for (const Cell& cell : cells_)
            if (cell.side == Side::inside) visit(cell.center);
    }

  private:
    enum class Side : std::uint8_t { unknown, inside, outside };
    struct Cell {
        glm::dvec3 center{0.0};
        double half = 0.0;         // half of the side length
        double distance = 0.0;     // from the center to the surface
        std::uint32_t nearest = 0; // triangle nearest to the center
        std::uint32_t child = 0;   // the first of eight; 0: not split
        Side side = Side::unknown; // computed when a bound depends on it
    };
    bool is_inside(std::uint32_t cell);
    void split(std::uint32_t cell);
    // measure_faces() and measure_volume() refine until the bounds are tight enough, until at_most <= accepted_error,
    // or until the limit of cells.
    ErrorBounds measure_faces(const Polytope& part, double gap, double accepted_error) const;
    ErrorBounds measure_volume(const std::vector<CutPlane>& planes, double gap, double accepted_error,
                               ErrorBounds bounds);
    double surface_depth(const std::vector<CutPlane>& planes) const;

    const SolidField& solid_;
    std::vector<Cell> cells_;
};

} // namespace boxwood
