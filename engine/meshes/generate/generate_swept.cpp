#include "collision/core/check.hpp"
#include "engine/meshes/convex_split.hpp"
#include "engine/meshes/measure.hpp"
#include "engine/meshes/solid.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace boxwood {
namespace {

using Outline = std::span<const glm::dvec2>;
using Piece = std::vector<std::uint32_t>;
constexpr double kTurn = 2.0 * std::numbers::pi;

void orient_outwards(Mesh& io_mesh) {
    if (signed_volume(io_mesh.view()) >= 0.0) return;
    for (TriangleIndices& t : io_mesh.triangles) std::swap(t[1], t[2]);
}

// Two triangles, or one if two corners coincide.
void add_quad(Mesh& io_mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    if (a != b && b != c && c != a) io_mesh.triangles.push_back({a, b, c});
    if (a != c && c != d && d != a) io_mesh.triangles.push_back({a, c, d});
}

glm::vec3 rotated(const glm::dvec2& point, std::uint32_t sector, std::uint32_t sectors) {
    const double angle = kTurn * sector / sectors;
    return glm::vec3(glm::dvec3(point.x * std::cos(angle), point.y, point.x * std::sin(angle)));
}

// An outline point on the axis gives one vertex. Any other point gives one vertex per sector.
Mesh revolve(Outline outline, std::uint32_t sectors) {
    Mesh mesh;
    std::vector<std::uint32_t> first;
    for (const glm::dvec2& point : outline) {
        first.push_back(static_cast<std::uint32_t>(mesh.positions.size()));
        for (std::uint32_t s = 0; s < (point.x > 0.0 ? sectors : 1); ++s)
            mesh.positions.push_back(rotated(point, s, sectors));
    }
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const std::size_t next = (i + 1) % outline.size();
        const auto vertex = [&](std::size_t k, std::uint32_t s) {
            return first[k] + (outline[k].x > 0.0 ? s % sectors : 0);
        };
        for (std::uint32_t s = 0; s < sectors; ++s)
            add_quad(mesh, vertex(i, s), vertex(next, s), vertex(next, s + 1), vertex(i, s + 1));
    }
    orient_outwards(mesh);
    return mesh;
}

// True if the piece and its mirror image across the axis form one convex polygon. The piece must have a side on the
// axis, and no part of the piece can be above or below this side.
bool is_convex_revolved(Outline outline, const Piece& piece) {
    std::size_t on_axis = 0;
    double lower = 0.0, upper = 0.0, low = HUGE_VAL, high = -HUGE_VAL;
    for (const std::uint32_t k : piece) {
        const double y = outline[k].y;
        if (outline[k].x == 0.0) {
            lower = on_axis == 0 ? y : std::min(lower, y);
            upper = on_axis == 0 ? y : std::max(upper, y);
            ++on_axis;
        }
        low = std::min(low, y);
        high = std::max(high, y);
    }
    return on_axis == 2 && low >= lower && high <= upper;
}

// True if the corner is the center of a flat end. Such a corner is left out of pieces that cover all sectors.
bool is_center_of_flat_end(Outline outline, const Piece& piece, std::uint32_t corner) {
    const auto is_adjacent = [&](std::uint32_t k) {
        return outline[k].x > 0.0 && outline[k].y == outline[corner].y;
    };
    return outline[corner].x == 0.0 && std::any_of(piece.begin(), piece.end(), is_adjacent);
}

std::vector<glm::vec3> revolved_piece(Outline outline, const Piece& piece, std::uint32_t sectors,
                                      std::uint32_t first, std::uint32_t count) {
    std::vector<glm::vec3> points;
    for (const std::uint32_t k : piece) {
        if (count == sectors && is_center_of_flat_end(outline, piece, k)) continue;
        for (std::uint32_t s = 0; s < (outline[k].x > 0.0 ? count : 1); ++s)
            points.push_back(rotated(outline[k], (first + s) % sectors, sectors));
    }
    return points;
}

} // namespace

Result<SolidMesh> make_lathe(Outline outline, std::uint32_t sectors) {
    BOXWOOD_ASSERT(find_outline_problem(outline).empty() && sectors >= 3);
    SolidMesh solid{revolve(outline, sectors), {}};
    std::vector<Piece> by_sector;
    for (Piece& piece : split_convex(outline)) {
        if (is_convex_revolved(outline, piece))
            solid.pieces.push_back(revolved_piece(outline, piece, sectors, 0, sectors));
        else
            by_sector.push_back(std::move(piece));
    }
    for (std::uint32_t s = 0; s < sectors; ++s)
        for (const Piece& piece : by_sector)
            solid.pieces.push_back(revolved_piece(outline, piece, sectors, s, 2));
    return solid;
}

Result<SolidMesh> make_extrusion(Outline given, double half) {
    BOXWOOD_ASSERT(find_outline_problem(given).empty() && half > 0.0);
    std::vector<glm::dvec2> outline;
    for (const std::uint32_t corner : turning_corners(given)) outline.push_back(given[corner]);
    const auto n = static_cast<std::uint32_t>(outline.size());
    SolidMesh solid;
    for (const double z : {-half, half})
        for (const glm::dvec2& p : outline) solid.surface.positions.push_back(glm::vec3(glm::dvec3(p, z)));
    for (std::uint32_t i = 0; i < n; ++i) add_quad(solid.surface, i, (i + 1) % n, n + (i + 1) % n, n + i);
    for (const Piece& cap : triangulate(outline)) {
        solid.surface.triangles.push_back({cap[2], cap[1], cap[0]});
        solid.surface.triangles.push_back({n + cap[0], n + cap[1], n + cap[2]});
    }
    for (const Piece& piece : split_convex(outline)) {
        std::vector<glm::vec3>& points = solid.pieces.emplace_back();
        for (const std::uint32_t k : piece) {
            points.push_back(solid.surface.positions[k]);
            points.push_back(solid.surface.positions[n + k]);
        }
    }
    return solid;
}

Result<SolidMesh> make_arc(const ArcParams& params) {
    BOXWOOD_ASSERT(params.tube_radius < params.radius && params.segments >= 1 && params.sides >= 3 &&
                   params.to_degrees - params.from_degrees < 180.0 * params.segments);
    const std::uint32_t sides = params.sides;
    SolidMesh solid;
    std::vector<glm::vec3>& points = solid.surface.positions;
    for (std::uint32_t i = 0; i <= params.segments; ++i) {
        const double share = static_cast<double>(i) / params.segments;
        const double angle =
            (params.from_degrees + share * (params.to_degrees - params.from_degrees)) * kTurn / 360.0;
        for (std::uint32_t k = 0; k < sides; ++k) {
            const double around = kTurn * (k + 0.5) / sides;
            const double out = params.radius + params.tube_radius * std::cos(around);
            points.push_back(glm::vec3(glm::dvec3(out * std::cos(angle), out * std::sin(angle),
                                                  params.tube_radius * std::sin(around))));
        }
    }
    const std::uint32_t last = params.segments * sides;
    for (std::uint32_t i = 0; i < params.segments; ++i) {
        for (std::uint32_t k = 0; k < sides; ++k) {
            const std::uint32_t a = i * sides + k, b = i * sides + (k + 1) % sides;
            add_quad(solid.surface, a, a + sides, b + sides, b);
        }
        const auto ring = points.begin() + static_cast<std::ptrdiff_t>(i) * sides;
        solid.pieces.emplace_back(ring, ring + 2 * static_cast<std::ptrdiff_t>(sides));
    }
    for (std::uint32_t k = 1; k + 1 < sides; ++k) { // the two ends
        solid.surface.triangles.push_back({0, k, k + 1});
        solid.surface.triangles.push_back({last, last + k + 1, last + k});
    }
    orient_outwards(solid.surface);
    return solid;
}

} // namespace boxwood
