#include "engine/meshes/convex_split.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood {
namespace {

using Points = std::span<const glm::dvec2>;
using Piece = std::vector<std::uint32_t>;

// Positive if a, b, c is a left turn.
double twice_signed_area(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// True if the triangle is thinner than `share` of the size of its coordinates.
bool is_thin(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c, double share) {
    const double longest = std::max({glm::distance(a, b), glm::distance(b, c), glm::distance(c, a)});
    const glm::dvec2 size = glm::max(glm::max(glm::abs(a), glm::abs(b)), glm::abs(c));
    return std::fabs(twice_signed_area(a, b, c)) <= share * (size.x + size.y) * longest;
}
// The relative rounding error of decimal numbers in double. A corner that turns by no more than this counts as
// straight.
constexpr double kRounding = 0x1p-48;
// The relative rounding error of the points of a piece, which are stored as float. A thinner triangle would give a flat
// solid.
constexpr double kFlatEar = 0x1p-20;

bool have_opposite_signs(double x, double y) {
    return (x > 0.0 && y < 0.0) || (x < 0.0 && y > 0.0);
}

bool are_crossing(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c, const glm::dvec2& d) {
    return have_opposite_signs(twice_signed_area(a, b, c), twice_signed_area(a, b, d)) &&
           have_opposite_signs(twice_signed_area(c, d, a), twice_signed_area(c, d, b));
}

bool is_on_side(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& p) {
    return twice_signed_area(a, b, p) == 0.0 && glm::dot(p - a, p - b) < 0.0;
}

bool is_in_triangle(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c, const glm::dvec2& p) {
    if (p == a || p == b || p == c) return false;
    return twice_signed_area(a, b, p) >= 0.0 && twice_signed_area(b, c, p) >= 0.0 &&
           twice_signed_area(c, a, p) >= 0.0;
}

bool is_ear(Points outline, const Piece& corners, std::size_t i) {
    const std::size_t n = corners.size();
    const glm::dvec2 &a = outline[corners[(i + n - 1) % n]], &b = outline[corners[i]],
                     &c = outline[corners[(i + 1) % n]];
    if (twice_signed_area(a, b, c) <= 0.0) return false;
    return std::none_of(corners.begin(), corners.end(),
                        [&](std::uint32_t k) { return is_in_triangle(a, b, c, outline[k]); });
}

// True if the ear is thin, or if its diagonal passes so close to another corner that a later piece would be thin.
bool is_thin_ear(Points outline, const Piece& corners, std::size_t i) {
    const std::size_t n = corners.size();
    const glm::dvec2 &a = outline[corners[(i + n - 1) % n]], &c = outline[corners[(i + 1) % n]];
    return is_thin(a, outline[corners[i]], c, kFlatEar) ||
           std::any_of(corners.begin(), corners.end(), [&](std::uint32_t k) {
               const glm::dvec2& p = outline[k];
               return glm::dot(p - a, p - c) < 0.0 && is_thin(a, c, p, kFlatEar);
           });
}

// The ear with the shortest diagonal; a thin ear only if all ears are thin. Short diagonals cut a thin wall across its
// thickness, not along its length.
std::size_t find_ear(Points outline, const Piece& corners) {
    const std::size_t n = corners.size();
    std::size_t best = 0, best_thin = 0;
    double shortest = HUGE_VAL, shortest_thin = HUGE_VAL;
    for (std::size_t i = 0; i < n; ++i) {
        const double length = glm::distance(outline[corners[(i + n - 1) % n]], outline[corners[(i + 1) % n]]);
        if (length >= shortest || !is_ear(outline, corners, i)) continue;
        const bool is_flat = is_thin_ear(outline, corners, i);
        if (is_flat && length >= shortest_thin) continue;
        (is_flat ? best_thin : best) = i;
        (is_flat ? shortest_thin : shortest) = length;
    }
    return shortest < HUGE_VAL ? best : best_thin;
}

bool is_convex(Points outline, const Piece& piece) {
    const std::size_t n = piece.size();
    for (std::size_t i = 0; i < n; ++i)
        if (twice_signed_area(outline[piece[i]], outline[piece[(i + 1) % n]], outline[piece[(i + 2) % n]]) <=
            0.0)
            return false;
    return true;
}

// The union of two pieces if they share a side and the union is convex, otherwise empty.
Piece joined(Points outline, const Piece& x, const Piece& y) {
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t k = 0; k < y.size(); ++k) {
            if (x[i] != y[(k + 1) % y.size()] || x[(i + 1) % x.size()] != y[k]) continue;
            Piece both;
            for (std::size_t j = 0; j < x.size(); ++j) both.push_back(x[(i + 1 + j) % x.size()]);
            for (std::size_t j = 2; j < y.size(); ++j) both.push_back(y[(k + j) % y.size()]);
            if (is_convex(outline, both)) return both;
        }
    return {};
}

bool join_first_pair(Points outline, std::vector<Piece>& io_pieces) {
    for (std::size_t i = 0; i < io_pieces.size(); ++i)
        for (std::size_t k = i + 1; k < io_pieces.size(); ++k) {
            Piece both = joined(outline, io_pieces[i], io_pieces[k]);
            if (both.empty()) continue;
            io_pieces[i] = std::move(both);
            io_pieces.erase(std::next(io_pieces.begin(), static_cast<std::ptrdiff_t>(k)));
            return true;
        }
    return false;
}

} // namespace

double signed_area(Points outline) {
    double twice = 0.0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const glm::dvec2 &a = outline[i], &b = outline[(i + 1) % outline.size()];
        twice += a.x * b.y - a.y * b.x;
    }
    return 0.5 * twice;
}

std::string_view find_outline_problem(Points outline) {
    const std::size_t n = outline.size();
    if (n < 3) return "an outline needs at least 3 points";
    if (n > kMaxOutlinePoints) return "an outline has at most 200 points";
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = i + 1; k < n; ++k) {
            if (outline[i] == outline[k]) return "two points of the outline are equal";
            if (are_crossing(outline[i], outline[(i + 1) % n], outline[k], outline[(k + 1) % n]))
                return "the outline crosses itself";
        }
    if (signed_area(outline) == 0.0 || turning_corners(outline).size() < 3) return "the outline has no area";
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < n; ++k)
            if (is_on_side(outline[i], outline[(i + 1) % n], outline[k])) return "the outline touches itself";
    return "";
}

std::vector<std::uint32_t> turning_corners(Points outline) {
    const std::size_t n = outline.size();
    Piece corners;
    for (std::size_t i = 0; i < n; ++i)
        if (!is_thin(outline[(i + n - 1) % n], outline[i], outline[(i + 1) % n], kRounding))
            corners.push_back(static_cast<std::uint32_t>(i));
    if (signed_area(outline) < 0.0) std::reverse(corners.begin(), corners.end());
    return corners;
}

std::vector<Piece> triangulate(Points outline) {
    Piece corners = turning_corners(outline);
    std::vector<Piece> pieces;
    while (corners.size() > 3) {
        const std::size_t n = corners.size(), i = find_ear(outline, corners);
        pieces.push_back({corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]});
        corners.erase(std::next(corners.begin(), static_cast<std::ptrdiff_t>(i)));
    }
    pieces.push_back(corners);
    return pieces;
}

std::vector<Piece> split_convex(Points outline) {
    std::vector<Piece> pieces = triangulate(outline);
    while (join_first_pair(outline, pieces)) {
    }
    return pieces;
}

} // namespace boxwood
