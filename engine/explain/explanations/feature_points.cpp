#include "engine/explain/explanations/feature_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

glm::dvec3 nearest_on_segment(const glm::dvec3& p, const glm::dvec3& tail, const glm::dvec3& head) {
    const glm::dvec3 along = head - tail;
    const double square = glm::dot(along, along);
    if (square == 0.0) return tail;
    return tail + std::clamp(glm::dot(p - tail, along) / square, 0.0, 1.0) * along;
}

// Uses positions relative to a corner, so that the distance from the world's origin does not cost precision.
glm::dvec3 normal_of(const FeaturePoints& polygon) {
    glm::dvec3 sum(0.0);
    for (std::size_t i = 2; i < polygon.size(); ++i)
        sum += glm::cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
    return glm::normalize(sum);
}

bool is_over(const FeaturePoints& polygon, const glm::dvec3& normal, const glm::dvec3& p) {
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const glm::dvec3& from = polygon[i];
        if (glm::dot(glm::cross(polygon[(i + 1) % polygon.size()] - from, p - from), normal) < 0.0)
            return false;
    }
    return true;
}

struct Best {
    FeaturePointPair pair{{}, {}, std::numeric_limits<double>::infinity()};
    void consider(const glm::dvec3& on_a, const glm::dvec3& on_b) {
        const double distance = glm::distance(on_a, on_b);
        if (distance < pair.distance) pair = {on_a, on_b, distance};
    }
};

std::size_t side_count(const FeaturePoints& points) {
    return points.size() < 2 ? 0 : points.size() == 2 ? 1 : points.size();
}

// Considers the closest points between each corner of `own` and the sides and the interior of `other`. Calls
// consider(point on own, point on other).
template <class Consider>
void consider_corners(const FeaturePoints& own, const FeaturePoints& other, Consider&& consider) {
    for (const glm::dvec3& p : own) {
        if (other.size() == 1) consider(p, other[0]);
        for (std::size_t i = 0; i < side_count(other); ++i)
            consider(p, nearest_on_segment(p, other[i], other[(i + 1) % other.size()]));
        if (other.size() < 3) continue;
        const glm::dvec3 normal = normal_of(other);
        const glm::dvec3 foot = p - glm::dot(p - other[0], normal) * normal;
        if (is_over(other, normal, p)) consider(p, foot);
    }
}

// Considers the points where a side of `own` crosses the polygon `other`.
template <class Consider>
void consider_crossings(const FeaturePoints& own, const FeaturePoints& other, Consider&& consider) {
    if (other.size() < 3) return;
    const glm::dvec3 normal = normal_of(other);
    for (std::size_t i = 0; i < side_count(own); ++i) {
        const glm::dvec3 &tail = own[i], &head = own[(i + 1) % own.size()];
        const double above = glm::dot(tail - other[0], normal), below = glm::dot(head - other[0], normal);
        if ((above < 0.0) == (below < 0.0) || above == below) continue;
        const glm::dvec3 at = tail + above / (above - below) * (head - tail);
        if (is_over(other, normal, at)) consider(at, at);
    }
}

// Considers the closest inner points of each pair of sides. They are the end points of the common perpendicular, if
// both lie on the sides.
void consider_sides(const FeaturePoints& a, const FeaturePoints& b, Best& io_best) {
    for (std::size_t i = 0; i < side_count(a); ++i)
        for (std::size_t k = 0; k < side_count(b); ++k) {
            const glm::dvec3 u = a[(i + 1) % a.size()] - a[i], w = b[(k + 1) % b.size()] - b[k];
            const glm::dvec3 across = glm::cross(u, w), gap = b[k] - a[i];
            const double square = glm::dot(across, across);
            // For parallel sides, consider_corners() is enough.
            if (square < 1e-24 * glm::dot(u, u) * glm::dot(w, w)) continue;
            const double s = glm::dot(glm::cross(gap, w), across) / square;
            const double t = glm::dot(glm::cross(gap, u), across) / square;
            if (s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0) io_best.consider(a[i] + s * u, b[k] + t * w);
        }
}

} // namespace

bool has_feature(const Polytope& polytope, Feature feature) {
    const std::size_t counts[] = {polytope.positions().size(), polytope.edges().size(),
                                  polytope.faces().size()};
    const auto kind = static_cast<std::size_t>(feature.kind);
    return kind < 3 && feature.index < counts[kind];
}

FeaturePoints points_of(const Polytope& polytope, Feature feature, const Pose& world_from_body) {
    const auto at = [&](std::uint32_t vertex) {
        return world_from_body * glm::dvec3(polytope.positions()[vertex]);
    };
    FeaturePoints points;
    if (feature.kind == FeatureKind::vertex) points = {at(feature.index)};
    if (feature.kind == FeatureKind::edge)
        points = {at(polytope.edges()[feature.index].tail), at(polytope.edges()[feature.index].head)};
    if (feature.kind == FeatureKind::face)
        for (const std::uint32_t vertex : polytope.face_vertices(feature.index)) points.push_back(at(vertex));
    return points;
}

glm::dvec3 middle_of(const FeaturePoints& points) {
    glm::dvec3 sum(0.0);
    for (const glm::dvec3& p : points) sum += p;
    return sum / static_cast<double>(points.size());
}

FeaturePointPair closest_points_of(const FeaturePoints& a, const FeaturePoints& b) {
    Best best;
    const auto forwards = [&best](const glm::dvec3& on_a, const glm::dvec3& on_b) {
        best.consider(on_a, on_b);
    };
    const auto backwards = [&best](const glm::dvec3& on_b, const glm::dvec3& on_a) {
        best.consider(on_a, on_b);
    };
    consider_corners(a, b, forwards);
    consider_corners(b, a, backwards);
    consider_sides(a, b, best);
    consider_crossings(a, b, forwards);
    consider_crossings(b, a, backwards);
    return best.pair;
}

} // namespace boxwood
