// What: a simple polygon as convex polygons that fill it without overlap.
// Frame: any plane. Units: those of the points.
// Invariants: pieces are counter-clockwise, their corners are corners of the polygon; together they have its area.
// Degenerate input: find_outline_problem says what makes an outline unusable; split_convex requires a usable one.
// Cost: O(n^3) at worst; outlines have tens of corners.
// Source: ear clipping after [Meisters 1975], diagonals removed after [Hertel 1983]: at most four times the fewest
//         pieces possible.
// Oracle: tests/engine/meshes/convex_split_test.cpp, areas and a scan of points.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <glm/vec2.hpp>

namespace boxwood {

inline constexpr std::size_t kMaxOutlinePoints = 200;

// "" or why the outline bounds no area of its own: too few or too many points, one twice, sides that cross.
std::string_view find_outline_problem(std::span<const glm::dvec2> outline);

double signed_area(std::span<const glm::dvec2> outline); // positive: counter-clockwise

// The corners that turn, counter-clockwise: those on a straight side bound no piece.
std::vector<std::uint32_t> turning_corners(std::span<const glm::dvec2> outline);

// Pieces as indices of the outline's points: triangles, and as few as merging these gives.
std::vector<std::vector<std::uint32_t>> triangulate(std::span<const glm::dvec2> outline);
std::vector<std::vector<std::uint32_t>> split_convex(std::span<const glm::dvec2> outline);

} // namespace boxwood
