#include "engine/meshes/decompose/choose_cut.hpp"

#include "engine/meshes/hull.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include <glm/common.hpp>

namespace boxwood {
namespace {

constexpr double kFlatValley = 0.985;   // cosine of 10 degrees
constexpr int kCutsPerAxis = 7;         // evenly spaced over the box of a piece
constexpr std::size_t kMaxNotches = 10; // number of the deepest concave edges whose planes are tried
constexpr std::size_t kMaxScoredPolygons = 4000;
// Weight of the difference of the two volumes. If two cuts have nearly the same total volume, the more even cut is
// better, because it leads to fewer successive cuts.
constexpr double kUnevenness = 0.02;
// Weight of the ratio of the error after the cut to the error before the cut. The other ratio, of the total hull volume
// of both sides to the hull volume of the piece, has weight 1.
constexpr double kErrorWeight = 1.0;
// A cut with a side narrower than CutContext::min_width gets kSliverPenalty unless the error shrinks to
// kProgress of the error before the cut.
constexpr double kProgress = 0.9, kSliverPenalty = 2.0;
// Points within this distance of a hull count as inside. decompose() scales the mesh so that the diagonal of its box is
// from 1 to 2.
constexpr double kTouch = 1e-5;

// The extreme points of a set in these directions approximate its hull. The directions have integer coordinates, so
// they are exact. Only one of two opposite directions is listed.
std::vector<glm::dvec3> make_directions() {
    std::vector<glm::dvec3> directions;
    for (int x = -2; x <= 2; ++x)
        for (int y = -2; y <= 2; ++y)
            for (int z = -2; z <= 2; ++z) {
                const bool is_first_of_two = x > 0 || (x == 0 && (y > 0 || (y == 0 && z > 0)));
                const bool is_primitive = (x & 1) != 0 || (y & 1) != 0 || (z & 1) != 0;
                if (is_first_of_two && is_primitive) directions.emplace_back(x, y, z);
            }
    return directions;
}

struct HullEstimate {
    double volume = 0.0;
    double error = 0.0; // largest distance from the solid, over the centroids of the faces' triangles
};

// Estimates the hull of a piece from its extreme points; empty if that hull is flat. `known` is the point with the
// largest error of the uncut piece. If the hull contains this point, it is one more sample: on a thin hull, the
// centroids can miss the largest error.
std::optional<HullEstimate> estimate_hull(const SolidPiece& piece, const SolidField& solid,
                                          const ErrorBounds& known) {
    static const std::vector<glm::dvec3> directions = make_directions();
    struct Extremes {
        double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
        std::size_t lowest_point = 0, highest_point = 0; // indices
    };
    const auto surface = piece.surface.all_corners();
    const auto point = [&](std::size_t k) -> const glm::dvec3& {
        return k < surface.size() ? surface[k] : piece.inner_corners[k - surface.size()];
    };
    const std::size_t count = surface.size() + piece.inner_corners.size();
    glm::dvec3 lower(std::numeric_limits<double>::infinity()), upper = -lower;
    for (std::size_t k = 0; k < count; ++k) {
        lower = glm::min(lower, point(k));
        upper = glm::max(upper, point(k));
    }
    // Scaled to a unit cube, because otherwise a thin set would have few extreme points.
    const glm::dvec3 scale = 1.0 / glm::max(upper - lower, glm::dvec3(kTouch));
    std::vector<Extremes> extremes(directions.size());
    for (std::size_t k = 0; k < count; ++k) {
        const glm::dvec3 p = scale * point(k);
        for (std::size_t d = 0; d < directions.size(); ++d) {
            const double value = glm::dot(directions[d], p);
            Extremes& e = extremes[d];
            if (value < e.lowest) {
                e.lowest = value;
                e.lowest_point = k;
            }
            if (value > e.highest) {
                e.highest = value;
                e.highest_point = k;
            }
        }
    }
    std::vector<std::size_t> chosen;
    for (const Extremes& e : extremes) chosen.insert(chosen.end(), {e.lowest_point, e.highest_point});
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    std::vector<glm::vec3> points;
    for (const std::size_t k : chosen) points.emplace_back(point(k));
    const auto faces = find_hull_faces(points);
    if (!faces) return std::nullopt;
    HullEstimate estimate;
    double six_volumes = 0.0;
    const glm::dvec3 origin(points[0]);
    bool contains_known = true;
    for (const std::vector<std::uint32_t>& face : *faces)
        for (std::size_t k = 2; k < face.size(); ++k) {
            const glm::dvec3 a(points[face[0]]), b(points[face[k - 1]]), c(points[face[k]]);
            const glm::dvec3 area = glm::cross(b - a, c - a);
            six_volumes += glm::dot(a - origin, glm::cross(b - origin, c - origin));
            contains_known = contains_known && glm::dot(known.where - a, area) <= kTouch * glm::length(area);
            const glm::dvec3 center = (a + b + c) / 3.0;
            const double distance = solid.find_nearest(center).distance;
            if (distance > estimate.error && !solid.contains(center)) estimate.error = distance;
        }
    if (contains_known) estimate.error = std::max(estimate.error, known.at_least);
    estimate.volume = std::fabs(six_volumes) / 6.0;
    return estimate;
}

double width_along(const glm::dvec3& normal, const SolidPiece& piece) {
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    for (const auto points : {piece.surface.all_corners(), std::span<const glm::dvec3>(piece.inner_corners)})
        for (const glm::dvec3& p : points) {
            lowest = std::min(lowest, glm::dot(normal, p));
            highest = std::max(highest, glm::dot(normal, p));
        }
    return highest - lowest;
}

class CandidateList {
  public:
    explicit CandidateList(double thickness)
        : thickness_(thickness) {}
    void add(const CutPlane& plane) {
        for (const CutPlane& known : planes_)
            if (std::fabs(glm::dot(known.normal, plane.normal)) > 1.0 - 1e-9 &&
                std::fabs(std::fabs(known.offset) - std::fabs(plane.offset)) <= 16.0 * thickness_ &&
                known.offset * plane.offset * glm::dot(known.normal, plane.normal) >= 0.0)
                return;
        planes_.push_back(plane);
    }
    const std::vector<CutPlane>& planes() const { return planes_; }

  private:
    double thickness_;
    std::vector<CutPlane> planes_;
};

CutPlane plane_through(const glm::dvec3& unit, const glm::dvec3& point) {
    return {unit, glm::dot(unit, point)};
}

glm::dvec3 axis_direction(int axis) {
    glm::dvec3 unit(0.0);
    unit[axis] = 1.0;
    return unit;
}

// Adds the planes of the triangles at the deepest concave edges in the piece, and the planes that bisect the valleys.
void add_notches(std::span<const CutPlane> hull, std::span<const ConcaveEdge> edges, double thickness,
                 CandidateList& io_list) {
    std::vector<std::pair<double, std::size_t>> notches;
    for (std::size_t k = 0; k < edges.size(); ++k) {
        double depth = 0.0;
        for (const double share : {0.25, 0.5, 0.75}) {
            const glm::dvec3 p = edges[k].tail + share * (edges[k].head - edges[k].tail);
            double point_depth = std::numeric_limits<double>::infinity();
            for (const CutPlane& plane : hull) {
                point_depth = std::min(point_depth, -plane.signed_distance(p));
                if (point_depth <= depth) break;
            }
            depth = std::max(depth, point_depth);
        }
        if (depth > 16.0 * thickness) notches.emplace_back(-depth, k);
    }
    std::sort(notches.begin(), notches.end());
    std::size_t used = 0;
    for (const auto& [depth, k] : notches) {
        const std::size_t before = io_list.planes().size();
        const ConcaveEdge& edge = edges[k];
        io_list.add(edge.left);
        io_list.add(edge.right);
        // The normal of the plane that bisects the valley: it mirrors one side to the other.
        const glm::dvec3 across = edge.left.normal - edge.right.normal;
        if (glm::dot(across, across) > 0.0) io_list.add(plane_through(glm::normalize(across), edge.tail));
        if (io_list.planes().size() > before && ++used == kMaxNotches) return;
    }
}

} // namespace

std::vector<ConcaveEdge> find_concave_edges(std::span<const glm::dvec3> positions,
                                            std::span<const TriangleIndices> triangles) {
    struct Side {
        std::uint32_t low, high, triangle;
    };
    std::vector<Side> sides;
    for (std::uint32_t t = 0; t < triangles.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = triangles[t][k], b = triangles[t][(k + 1) % 3];
            sides.push_back({std::min(a, b), std::max(a, b), t});
        }
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
        return std::tie(a.low, a.high, a.triangle) < std::tie(b.low, b.high, b.triangle);
    });
    const auto plane_of = [&](std::uint32_t t) -> std::optional<CutPlane> {
        const glm::dvec3 &a = positions[triangles[t][0]], &b = positions[triangles[t][1]],
                         &c = positions[triangles[t][2]];
        const glm::dvec3 area = glm::cross(b - a, c - a);
        const double length = glm::length(area);
        if (!(length > 0.0)) return std::nullopt;
        return plane_through(area / length, a);
    };
    const auto opposite = [&](const Side& side) {
        for (const std::uint32_t v : triangles[side.triangle])
            if (v != side.low && v != side.high) return positions[v];
        return positions[side.low];
    };
    std::vector<ConcaveEdge> edges;
    for (std::size_t k = 0, next = 0; k < sides.size(); k = next) {
        while (next < sides.size() && sides[next].low == sides[k].low && sides[next].high == sides[k].high)
            ++next;
        if (next - k != 2 || sides[k].low == sides[k].high) continue;
        const auto left = plane_of(sides[k].triangle), right = plane_of(sides[k + 1].triangle);
        if (!left || !right || glm::dot(left->normal, right->normal) > kFlatValley) continue;
        if (left->signed_distance(opposite(sides[k + 1])) <= 0.0) continue;
        edges.push_back({positions[sides[k].low], positions[sides[k].high], *left, *right});
    }
    return edges;
}

std::vector<CutPlane> choose_cuts(const SolidPiece& piece, const Polytope& hull, const ErrorBounds& error,
                                  const CutContext& context) {
    const double thickness = context.thickness;
    CandidateList list(thickness);
    glm::dvec3 lower(std::numeric_limits<double>::infinity()), upper = -lower;
    for (const glm::vec3& p : hull.positions()) {
        lower = glm::min(lower, glm::dvec3(p));
        upper = glm::max(upper, glm::dvec3(p));
    }
    add_notches(planes_of(hull), context.edges, thickness, list);
    for (int axis = 0; axis < 3; ++axis) {
        list.add(plane_through(axis_direction(axis), error.where));
        for (int k = 1; k <= kCutsPerAxis; ++k)
            list.add({axis_direction(axis),
                      lower[axis] + (upper[axis] - lower[axis]) * k / static_cast<double>(kCutsPerAxis + 1)});
    }
    const std::size_t stride = 1 + piece.surface.size() / kMaxScoredPolygons;
    const SolidPiece thinned{piece.surface.thinned(stride), piece.cell, {}, piece.solid};
    std::vector<std::pair<double, std::size_t>> scores;
    for (std::size_t k = 0; k < list.planes().size(); ++k) {
        const auto [under, over] = split(thinned, list.planes()[k], thickness);
        if (under.is_empty() || over.is_empty()) continue;
        const auto a = estimate_hull(under, context.solid, error),
                   b = estimate_hull(over, context.solid, error);
        if (!a || !b) continue;
        const double error_share = std::max(a->error, b->error) / std::max(error.at_least, thickness);
        const double narrower_width =
            std::min(width_along(list.planes()[k].normal, under), width_along(list.planes()[k].normal, over));
        const bool is_useless_sliver = narrower_width < context.min_width && error_share > kProgress;
        scores.emplace_back((a->volume + b->volume + kUnevenness * std::fabs(a->volume - b->volume)) /
                                    hull.volume() +
                                kErrorWeight * error_share + (is_useless_sliver ? kSliverPenalty : 0.0),
                            k);
    }
    std::sort(scores.begin(), scores.end());

    std::vector<CutPlane> ranked;
    for (const auto& [score, k] : scores) ranked.push_back(list.planes()[k]);
    return ranked;
}

} // namespace boxwood
