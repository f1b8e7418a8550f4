#include "collision/narrow_phase/support_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// The sides of the cube are +x, -x, +y, -y, +z, -z. The coordinates along the other two axes, in cyclic order, are u
// and v in [-1, 1].
glm::dvec3 direction_of(std::uint32_t side, double u, double v) {
    const glm::length_t axis = static_cast<glm::length_t>(side / 2);
    glm::dvec3 direction;
    direction[axis] = side % 2 == 0 ? 1.0 : -1.0;
    direction[(axis + 1) % 3] = u;
    direction[(axis + 2) % 3] = v;
    return direction;
}

std::uint32_t cell_of(double coordinate, std::uint32_t cells) {
    const double scaled = 0.5 * (coordinate + 1.0) * cells;
    return scaled > 0.0 ? std::min(static_cast<std::uint32_t>(scaled), cells - 1) : 0;
}

// Climbs over edges so short or level that rounding hides their rise. Searches outwards from `from`, whose height is
// `start_height`, over vertices at most `error_bound` lower, and returns the first vertex that is higher. Returns
// `from` if there is none among the first 64 vertices.
template <class HeightOf>
std::uint32_t search_plateau(const Polytope& polytope, const HeightOf& height_of, std::uint32_t from,
                             double start_height, double error_bound) {
    std::array<std::uint32_t, 64> found{from};
    std::size_t count = 1;
    for (std::size_t next = 0; next < count; ++next)
        for (const std::uint32_t neighbor : polytope.vertex_neighbors(found[next])) {
            const double height = height_of(neighbor);
            if (height > start_height) return neighbor;
            const auto end = found.begin() + static_cast<std::ptrdiff_t>(count);
            if (height < start_height - error_bound || std::find(found.begin(), end, neighbor) != end)
                continue;
            if (count == found.size()) return from;
            found[count++] = neighbor;
        }
    return from;
}

} // namespace

std::uint32_t climb_to_support(const Polytope& polytope, const glm::dvec3& direction, std::uint32_t start) {
    const auto height_of = [&](std::uint32_t v) {
        return glm::dot(direction, glm::dvec3(polytope.positions()[v]));
    };
    std::uint32_t at = start;
    double highest = height_of(start);
    for (;;) {
        std::uint32_t best = kNone;
        double best_height = -std::numeric_limits<double>::infinity();
        for (const std::uint32_t neighbor : polytope.vertex_neighbors(at)) {
            const double height = height_of(neighbor);
            if (height <= best_height) continue;
            best_height = height;
            best = neighbor;
        }
        if (best_height <= highest) {
            const double error_bound = 0x1p-50 * polytope.extent() * glm::length(direction);
            if (best_height < highest - error_bound) return at;
            best = search_plateau(polytope, height_of, at, highest, error_bound);
            if (best == at) return at;
            best_height = height_of(best);
        }
        at = best;
        highest = best_height;
    }
}

SupportTable::SupportTable(const Polytope& polytope, std::uint32_t cells)
    : cells_(cells) {
    vertices_.reserve(std::size_t{6} * cells * cells);
    std::uint32_t vertex = 0; // the vertex of the previous cell, which is usually only a few steps away
    for (std::uint32_t side = 0; side < 6; ++side)
        for (std::uint32_t row = 0; row < cells; ++row)
            for (std::uint32_t column = 0; column < cells; ++column) {
                const double u = (2.0 * column + 1.0) / cells - 1.0, v = (2.0 * row + 1.0) / cells - 1.0;
                vertex = climb_to_support(polytope, direction_of(side, u, v), vertex);
                vertices_.push_back(vertex);
            }
}

std::uint32_t SupportTable::look_up_start(const glm::dvec3& direction) const {
    const glm::dvec3 size(std::fabs(direction.x), std::fabs(direction.y), std::fabs(direction.z));
    const glm::length_t axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
    if (!(size[axis] > 0.0)) return vertices_[0];
    const std::uint32_t side = 2 * static_cast<std::uint32_t>(axis) + (direction[axis] < 0.0 ? 1 : 0);
    const std::uint32_t column = cell_of(direction[(axis + 1) % 3] / size[axis], cells_);
    const std::uint32_t row = cell_of(direction[(axis + 2) % 3] / size[axis], cells_);
    return vertices_[(side * cells_ + row) * cells_ + column];
}

} // namespace boxwood
