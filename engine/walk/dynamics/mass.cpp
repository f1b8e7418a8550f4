#include "engine/walk/dynamics/mass.hpp"

#include "collision/narrow_phase/compound/hull_hierarchy_state.hpp"

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// Integrals of 1, x and x x^T over solids.
struct SolidMoments {
    double volume = 0.0;
    glm::dvec3 first{0.0};
    glm::dmat3 second{0.0};

    // Adds a tetrahedron with one corner at the origin; its volume is signed.
    void add(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
        const double v = glm::dot(a, glm::cross(b, c)) / 6.0;
        const glm::dvec3 sum = a + b + c;
        volume += v;
        first += 0.25 * v * sum;
        second += (v / 20.0) * (glm::outerProduct(a, a) + glm::outerProduct(b, b) + glm::outerProduct(c, c) +
                                glm::outerProduct(sum, sum));
    }
    void add(const Polytope& polytope, const Pose& body_from_piece) {
        for (const TriangleIndices& t : polytope.triangles())
            add(body_from_piece * polytope.positions()[t[0]], body_from_piece * polytope.positions()[t[1]],
                body_from_piece * polytope.positions()[t[2]]);
    }
};

} // namespace

Mass compute_mass(const Shape& shape, double kilograms) {
    SolidMoments moments;
    if (shape.polytope()) moments.add(*shape.polytope(), {});
    if (shape.parts()) {
        const HullHierarchyState state(*shape.parts());
        for (std::uint32_t part = 0; part < shape.parts()->part_count(); ++part)
            moments.add(shape.parts()->part(part), state.body_from_part(part));
    }
    Mass mass{kilograms, shape.center(), glm::dmat3(0.0)};
    if (moments.volume <= 0.0) return mass;
    const double density = kilograms / moments.volume;
    mass.center = moments.first / moments.volume;
    const glm::dmat3 about_center =
        moments.second - moments.volume * glm::outerProduct(mass.center, mass.center);
    const double trace = about_center[0][0] + about_center[1][1] + about_center[2][2];
    mass.inertia = density * (glm::dmat3(trace) - about_center);
    return mass;
}

} // namespace boxwood
