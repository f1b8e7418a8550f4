// What: decomposes a simple polygon into convex polygons that fill it without overlap.
// Frame: any plane. Units: the units of the points.
// Invariants: pieces are counter-clockwise, and their corners are corners of the polygon. Their areas add up to the
//             area of the polygon.
// Degenerate input: find_outline_problem returns the reason why an outline is unusable. triangulate and split_convex
//             require a usable outline.
// Cost: O(n^3) time in the worst case; outlines have tens of corners.
// Source: ear clipping as in [Meisters 1975]; diagonals are removed as in [Hertel 1983], which gives at most four times
//         the minimum number of pieces. Triangles that rounding to float would make flat are avoided.
// Oracle: tests/engine/meshes/solid_test.cpp: areas, and random points that must each be in exactly one piece.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <glm/vec2.hpp>

namespace boxwood {

inline constexpr std::size_t kMaxOutlinePoints = 200;

// Returns "" or the reason why the outline is unusable: too few or too many points, a duplicate point, crossing or
// touching sides, or no area.
std::string_view find_outline_problem(std::span<const glm::dvec2> outline);

double signed_area(std::span<const glm::dvec2> outline); // positive if counter-clockwise

// The indices of the points at which the outline turns, counter-clockwise. Points on a straight side, up to rounding of
// their coordinates, are not included.
std::vector<std::uint32_t> turning_corners(std::span<const glm::dvec2> outline);

// Pieces are lists of indices of the outline's points. triangulate returns triangles; split_convex merges the triangles
// to convex polygons.
std::vector<std::vector<std::uint32_t>> triangulate(std::span<const glm::dvec2> outline);
std::vector<std::vector<std::uint32_t>> split_convex(std::span<const glm::dvec2> outline);

} // namespace boxwood
