// What: pairs of triangles that are hardest for tests in float: corners that lie on the other triangle up to rounding,
//     and needles so long that products of their edges exceed the range of float.
// Frame: each mesh has its own. Pair i is triangle i of a and triangle i of b.
#pragma once

#include "tests/oracles/sample_meshes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood::oracle {

struct TrianglePairs {
    SampleMesh a, b;
    Pose world_from_a, world_from_b;
};

inline void add_triangle(SampleMesh& io_mesh, const std::array<glm::dvec3, 3>& corners) {
    const auto first = static_cast<std::uint32_t>(io_mesh.positions.size());
    for (const glm::dvec3& corner : corners) io_mesh.positions.push_back(glm::vec3(corner));
    io_mesh.triangles.push_back({first, first + 1, first + 2});
}

// One corner of A's triangle is a rounded point of B's triangle; the other two corners lie on one side of the plane of
// B's triangle.
inline TrianglePairs make_touching(Random& random, int count, double decades) {
    TrianglePairs pairs;
    const auto draw_placement = [&] {
        return make_pose({draw_rotation(random), draw_point(random, 1.0), draw_scale(random, decades)});
    };
    pairs.world_from_a = draw_placement();
    pairs.world_from_b = draw_placement();
    const Pose a_from_world = inverse(pairs.world_from_a);
    for (int i = 0; i < count; ++i) {
        add_triangle(pairs.b, {draw_point(random, 1.0), draw_point(random, 1.0), draw_point(random, 1.0)});
        const auto of_b = [&](std::size_t k) {
            const glm::vec3& corner = pairs.b.positions[pairs.b.positions.size() - 3 + k];
            return a_from_world * (pairs.world_from_b * glm::dvec3(corner));
        };
        double u = draw(random, 0.0, 1.0), v = draw(random, 0.0, 1.0);
        if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
        const glm::dvec3 p = of_b(0), q = of_b(1), r = of_b(2), at = p + u * (q - p) + v * (r - p);
        const glm::dvec3 normal = glm::cross(q - p, r - p);
        const auto draw_offset = [&] {
            const glm::dvec3 offset = draw_point(random, 1.0);
            return glm::dot(offset, normal) < 0.0 ? -offset : offset;
        };
        add_triangle(pairs.a, {at, at + draw_offset(), at + draw_offset()});
    }
    return pairs;
}

// B's triangles are needles up to 1e12 long. A's triangles are small and lie near or on the needles.
inline TrianglePairs make_needles(Random& random, int count) {
    const auto draw_power = [&](double lowest, double highest) {
        return std::pow(10.0, draw(random, lowest, highest));
    };
    TrianglePairs pairs;
    pairs.world_from_a = make_pose({draw_rotation(random), {}, glm::dvec3(draw_power(-9.0, 0.0))});
    pairs.world_from_b = make_pose({draw_rotation(random), {}, glm::dvec3(draw_power(0.0, 9.0))});
    const Pose a_from_b = inverse(pairs.world_from_a) * pairs.world_from_b;
    const double farthest = 1e12 / glm::length(a_from_b.linear[0]); // the limit of coordinates in A's frame
    for (int i = 0; i < count; ++i) {
        const double length = draw_power(2.0, 11.9), width = length * draw_power(-10.0, -1.0);
        const glm::dvec3 origin = draw_point(random, 1e-6 * length), edge = draw_point(random, 0.5 * length),
                         third = draw(random, 0.1, 0.9) * edge + draw_point(random, i % 3 == 0 ? 0.0 : width);
        std::array<glm::dvec3, 3> corners{origin, origin + edge, origin + third};
        std::rotate(corners.begin(), corners.begin() + i % 3, corners.end());
        add_triangle(pairs.b, corners);
        const double along = std::min(draw_power(-5.0, 0.0), 0.5 * farthest / length);
        const glm::dvec3 at = a_from_b * (corners[0] + along * (i % 2 == 0 ? corners[1] - corners[0]
                                                                           : corners[2] - corners[0]));
        const double size = std::min(0.1 * draw_power(-6.0, 0.0) * glm::length(at), 1e11);
        add_triangle(pairs.a, {at + draw_point(random, size), at + draw_point(random, size),
                               at + draw_point(random, size)});
    }
    return pairs;
}

} // namespace boxwood::oracle
