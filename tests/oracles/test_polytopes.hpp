// Polytopes for tests, and an exact convex hull that is slow and shares no code with make_polytope().
#pragma once

#include "collision/geometry/polytope/polytope.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <random>
#include <set>
#include <vector>

#include <glm/common.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace boxwood::test {

using Faces = std::vector<std::vector<std::uint32_t>>;
struct Solid {
    std::vector<glm::vec3> positions;
    Faces faces;
};

// Requires a valid solid.
inline Polytope polytope_of(const Solid& solid) {
    Result<Polytope> result = make_polytope(solid.positions, solid.faces);
    if (!result) {
        std::fprintf(stderr, "test polytope refused: %s\n", result.error().message.c_str());
        std::abort();
    }
    return std::move(*result);
}

__extension__ typedef __int128 Int128;
using Lattice = glm::ivec3; // coordinates are within +-2^22, so that determinants fit 128 bits

inline int sign_of(Int128 value) {
    return (value > 0) - (value < 0);
}
inline int orientation(const Lattice& a, const Lattice& b, const Lattice& c, const Lattice& d) {
    const Int128 bx = b.x - a.x, by = b.y - a.y, bz = b.z - a.z;
    const Int128 cx = c.x - a.x, cy = c.y - a.y, cz = c.z - a.z;
    const Int128 dx = d.x - a.x, dy = d.y - a.y, dz = d.z - a.z;
    return sign_of(dx * (by * cz - bz * cy) + dy * (bz * cx - bx * cz) + dz * (bx * cy - by * cx));
}
inline bool are_collinear(const Lattice& a, const Lattice& b, const Lattice& c) {
    const glm::i64vec3 u(b - a), v(c - a);
    return u.y * v.z == u.z * v.y && u.z * v.x == u.x * v.z && u.x * v.y == u.y * v.x;
}

// The corners of the hull of the coplanar points `on` by gift wrapping, counterclockwise as seen from the side opposite
// to `inside`.
inline std::vector<std::uint32_t> wrap_face(const std::vector<Lattice>& points,
                                            const std::vector<std::uint32_t>& on, const Lattice& inside) {
    const auto lex_less = [&](std::uint32_t x, std::uint32_t y) {
        const Lattice &p = points[x], &q = points[y];
        return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
    };
    std::uint32_t start = on[0];
    for (const std::uint32_t v : on)
        if (lex_less(v, start)) start = v;
    std::vector<std::uint32_t> polygon;
    for (std::uint32_t at = start; polygon.empty() || at != start;) {
        polygon.push_back(at);
        std::uint32_t next = kNone;
        for (const std::uint32_t v : on) {
            if (v == at) continue;
            if (next == kNone) {
                next = v;
                continue;
            }
            // `inside` is below the plane, so a point to the right of at->next gives a positive determinant.
            const int side = orientation(points[at], points[next], points[v], inside);
            const glm::dvec3 to_v(points[v] - points[at]), to_next(points[next] - points[at]);
            if (side > 0 || (side == 0 && glm::dot(to_v, to_v) > glm::dot(to_next, to_next))) next = v;
        }
        at = next;
    }
    return polygon;
}

// The exact hull of distinct lattice points by trying all triples: O(n^4). No faces if all points are coplanar.
inline Solid lattice_hull(const std::vector<Lattice>& points, const glm::vec3& unit = glm::vec3(1.0f)) {
    std::set<std::vector<std::uint32_t>> seen;
    Faces faces;
    const auto n = static_cast<std::uint32_t>(points.size());
    for (std::uint32_t i = 0; i < n; ++i)
        for (std::uint32_t j = i + 1; j < n; ++j)
            for (std::uint32_t k = j + 1; k < n; ++k) {
                if (are_collinear(points[i], points[j], points[k])) continue;
                std::vector<std::uint32_t> on;
                std::uint32_t above = kNone, below = kNone;
                for (std::uint32_t m = 0; m < n && (above == kNone || below == kNone); ++m) {
                    const int side = orientation(points[i], points[j], points[k], points[m]);
                    if (side > 0)
                        above = m;
                    else if (side < 0)
                        below = m;
                    else
                        on.push_back(m);
                }
                if ((above == kNone) == (below == kNone) || !seen.insert(on).second) continue;
                faces.push_back(wrap_face(points, on, points[above == kNone ? below : above]));
            }
    // Keeps only vertices of the hull.
    std::vector<std::uint32_t> new_index(n, kNone);
    Solid solid;
    for (auto& face : faces)
        for (std::uint32_t& v : face) {
            if (new_index[v] == kNone) {
                new_index[v] = static_cast<std::uint32_t>(solid.positions.size());
                solid.positions.push_back(glm::vec3(points[v]) * unit);
            }
            v = new_index[v];
        }
    solid.faces = std::move(faces);
    return solid;
}

// The hull of `count` random lattice points in a ball of radius `range`. Requires range <= 2^22.
inline Solid random_hull(std::mt19937& random, int count, int range, const glm::vec3& unit) {
    std::uniform_int_distribution<int> coordinate(-range, range);
    while (true) {
        std::vector<Lattice> points;
        while (static_cast<int>(points.size()) < count) {
            const Lattice p(coordinate(random), coordinate(random), coordinate(random));
            const glm::dvec3 q(p);
            if (glm::dot(q, q) > static_cast<double>(range) * range) continue;
            if (std::find(points.begin(), points.end(), p) == points.end()) points.push_back(p);
        }
        Solid solid = lattice_hull(points, unit);
        if (!solid.faces.empty()) return solid;
    }
}

inline Solid box(const glm::vec3& half, const glm::vec3& center = glm::vec3(0.0f)) {
    Solid solid;
    for (int corner = 0; corner < 8; ++corner)
        solid.positions.push_back(center + half * glm::vec3((corner & 1) ? 1.0f : -1.0f,
                                                            (corner & 2) ? 1.0f : -1.0f,
                                                            (corner & 4) ? 1.0f : -1.0f));
    solid.faces = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    return solid;
}

inline Solid tetrahedron(float size = 1.0f) {
    return {{{0, 0, 0}, {size, 0, 0}, {0, size, 0}, {0, 0, size}},
            {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
}

// A sphere of 2 * slices * rings triangles with two poles. Each ring is rotated by half a step from the previous one.
inline Solid sphere(int slices, int rings, float radius = 1.0f) {
    Solid solid;
    const double step = 2.0 * std::numbers::pi / slices;
    for (int ring = 0; ring < rings; ++ring) {
        const double polar = std::numbers::pi * (ring + 1) / (rings + 1);
        for (int slice = 0; slice < slices; ++slice) {
            const double angle = step * (slice + 0.5 * ring);
            solid.positions.emplace_back(radius * std::sin(polar) * std::cos(angle),
                                         radius * std::sin(polar) * std::sin(angle),
                                         radius * std::cos(polar));
        }
    }
    const auto north = static_cast<std::uint32_t>(solid.positions.size()), south = north + 1;
    solid.positions.emplace_back(0.0f, 0.0f, radius);
    solid.positions.emplace_back(0.0f, 0.0f, -radius);
    const auto at = [slices](int ring, int slice) {
        return static_cast<std::uint32_t>(ring * slices + (slice + slices) % slices);
    };
    for (int s = 0; s < slices; ++s) {
        solid.faces.push_back({north, at(0, s), at(0, s + 1)});
        solid.faces.push_back({south, at(rings - 1, s + 1), at(rings - 1, s)});
        for (int ring = 0; ring + 1 < rings; ++ring) {
            solid.faces.push_back({at(ring, s), at(ring + 1, s), at(ring, s + 1)});
            solid.faces.push_back({at(ring + 1, s), at(ring + 1, s + 1), at(ring, s + 1)});
        }
    }
    return solid;
}

inline Solid prism(int sides, float radius, float half_height) {
    Solid solid;
    std::vector<std::uint32_t> bottom, top;
    for (int k = 0; k < sides; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / sides;
        const auto x = static_cast<float>(radius * std::cos(angle)),
                   y = static_cast<float>(radius * std::sin(angle));
        const auto b = static_cast<std::uint32_t>(2 * k),
                   next = static_cast<std::uint32_t>(2 * ((k + 1) % sides));
        solid.positions.emplace_back(x, y, -half_height);
        solid.positions.emplace_back(x, y, half_height);
        solid.faces.push_back({b, next, next + 1, b + 1});
        bottom.insert(bottom.begin(), b);
        top.push_back(b + 1);
    }
    solid.faces.push_back(bottom);
    solid.faces.push_back(top);
    return solid;
}

inline Solid bipyramid(int sides, float radius, float half_height) {
    Solid solid;
    solid.positions = {{0, 0, half_height}, {0, 0, -half_height}};
    for (int k = 0; k < sides; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / sides;
        solid.positions.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0.0);
        const auto a = static_cast<std::uint32_t>(2 + k), b = static_cast<std::uint32_t>(2 + (k + 1) % sides);
        solid.faces.push_back({0, a, b});
        solid.faces.push_back({1, b, a});
    }
    return solid;
}

// Splits every face into a fan of triangles. The triangles of one face are coplanar.
inline Solid triangulated(const Solid& solid) {
    Solid result{solid.positions, {}};
    for (const auto& face : solid.faces)
        for (std::size_t k = 2; k < face.size(); ++k) result.faces.push_back({face[0], face[k - 1], face[k]});
    return result;
}

// The cube [-1, 1]^3, with cells * cells squares per face.
inline Solid grid_cube(int cells) {
    Solid solid;
    const auto index_of = [&](const glm::vec3& p) {
        for (std::size_t v = 0; v < solid.positions.size(); ++v)
            if (solid.positions[v] == p) return static_cast<std::uint32_t>(v);
        solid.positions.push_back(p);
        return static_cast<std::uint32_t>(solid.positions.size() - 1);
    };
    const auto at = [cells](int k) {
        return 2.0f * static_cast<float>(k) / static_cast<float>(cells) - 1.0f;
    };
    for (int axis = 0; axis < 3; ++axis)
        for (const float side : {-1.0f, 1.0f})
            for (int i = 0; i < cells; ++i)
                for (int j = 0; j < cells; ++j) {
                    const auto corner = [&](int di, int dj) {
                        glm::vec3 p;
                        p[axis] = side;
                        p[(axis + 1) % 3] = at(i + di);
                        p[(axis + 2) % 3] = at(j + dj);
                        return index_of(p);
                    };
                    std::vector<std::uint32_t> face{corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)};
                    if (side < 0.0f) face = {face[0], face[3], face[2], face[1]};
                    solid.faces.push_back(face);
                }
    return solid;
}

// Uniformly distributed rotations [Shoemake 1992].
inline glm::dquat random_rotation(std::mt19937& random) {
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    const double u = unit(random), a = 2.0 * std::numbers::pi * unit(random),
                 b = 2.0 * std::numbers::pi * unit(random);
    return {std::sqrt(u) * std::cos(b), std::sqrt(1.0 - u) * std::sin(a), std::sqrt(1.0 - u) * std::cos(a),
            std::sqrt(u) * std::sin(b)};
}

inline glm::dvec3 random_in_box(std::mt19937& random, double half) {
    std::uniform_real_distribution<double> coordinate(-half, half);
    const double x = coordinate(random), y = coordinate(random), z = coordinate(random);
    return {x, y, z};
}

} // namespace boxwood::test
