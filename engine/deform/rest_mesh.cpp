#include "engine/deform/rest_mesh.hpp"

#include <glm/geometric.hpp>

namespace boxwood {

RestMesh make_rest_mesh(Mesh mesh) {
    const Aabb box = Aabb::fit(mesh.positions);
    RestMesh rest;
    rest.center = 0.5 * (glm::dvec3(box.lower) + glm::dvec3(box.upper));
    rest.half = 0.5 * (glm::dvec3(box.upper) - glm::dvec3(box.lower));
    rest.radius = glm::length(rest.half);
    if (!(rest.radius > 0.0)) rest.radius = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
        if (rest.half[axis] > rest.half[rest.long_axis]) rest.long_axis = axis;
        if (rest.half[axis] < rest.half[rest.short_axis]) rest.short_axis = axis;
    }
    // Only a safeguard: the axes already differ. If all extents are equal, they keep their initial values 0 and 2.
    if (rest.short_axis == rest.long_axis) rest.short_axis = (rest.long_axis + 1) % 3;
    rest.mesh = std::move(mesh);
    return rest;
}

Mesh split_corners(const Mesh& mesh) {
    Mesh split;
    split.name = mesh.name;
    split.positions.reserve(3 * mesh.triangles.size());
    for (const TriangleIndices& t : mesh.triangles) {
        const auto first = static_cast<std::uint32_t>(split.positions.size());
        for (const std::uint32_t vertex : t) split.positions.push_back(mesh.positions[vertex]);
        split.triangles.push_back({first, first + 1, first + 2});
    }
    return split;
}

} // namespace boxwood
