#include "collision/volumes/box/hull_sketch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kFlat = 1e-9; // relative to the size; points within this distance of a plane are coplanar

// Returns direction i of a spiral that covers a hemisphere evenly.
glm::dvec3 sketch_direction(std::size_t i) {
    const double z = (static_cast<double>(i) + 0.5) / double{kSketchDirections};
    const double angle = 2.0 * std::numbers::pi * (1.0 - 1.0 / std::numbers::phi) * static_cast<double>(i);
    const double r = std::sqrt(1.0 - z * z);
    return {r * std::cos(angle), r * std::sin(angle), z};
}

// Returns the two extreme points along each direction, without duplicates, in input order.
std::vector<glm::dvec3> find_extremes(std::span<const glm::vec3> points) {
    std::vector<std::uint32_t> support_vertices;
    for (std::size_t k = 0; k < kSketchDirections; ++k) {
        const glm::dvec3 direction = sketch_direction(k);
        std::uint32_t lowest = 0, highest = 0;
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (std::uint32_t i = 0; i < points.size(); ++i) {
            const double at = glm::dot(direction, glm::dvec3(points[i]));
            if (at < low) low = at, lowest = i;
            if (at > high) high = at, highest = i;
        }
        support_vertices.push_back(lowest);
        support_vertices.push_back(highest);
    }
    std::sort(support_vertices.begin(), support_vertices.end());
    support_vertices.erase(std::unique(support_vertices.begin(), support_vertices.end()),
                           support_vertices.end());
    std::vector<glm::dvec3> result;
    for (const std::uint32_t i : support_vertices) result.push_back(glm::dvec3(points[i]));
    return result;
}

struct Face {
    std::array<std::size_t, 3> corners;
    glm::dvec3 normal; // unit, outward
    double offset;
};

class Sketch {
  public:
    explicit Sketch(std::vector<glm::dvec3> points)
        : points_(std::move(points)) {}

    bool try_start() {
        const auto farthest = [this](auto&& distance) {
            std::size_t best = 0;
            for (std::size_t i = 1; i < points_.size(); ++i)
                if (distance(points_[i]) > distance(points_[best])) best = i;
            return best;
        };
        const std::size_t a = 0;
        const std::size_t b = farthest([&](const glm::dvec3& p) { return glm::distance(p, points_[a]); });
        const glm::dvec3 along = points_[b] - points_[a];
        size_ = glm::length(along);
        const auto off_line = [&](const glm::dvec3& p) {
            return glm::length(glm::cross(p - points_[a], along));
        };
        const std::size_t c = farthest(off_line);
        if (!(off_line(points_[c]) > kFlat * size_ * size_)) return false;
        const glm::dvec3 normal = glm::normalize(glm::cross(along, points_[c] - points_[a]));
        const auto off_plane = [&](const glm::dvec3& p) {
            return std::fabs(glm::dot(p - points_[a], normal));
        };
        const std::size_t d = farthest(off_plane);
        if (!(off_plane(points_[d]) > kFlat * size_)) return false;
        const bool is_below = glm::dot(points_[d] - points_[a], normal) < 0.0;
        const std::size_t first = is_below ? b : c, second = is_below ? c : b;
        add_face(a, first, second);
        add_face(a, second, d);
        add_face(second, first, d);
        add_face(first, a, d);
        return true;
    }

    // Replaces the faces that are visible from the point by a cone of triangles from their horizon to the point.
    void add(std::size_t index) {
        const auto is_visible = [&](const Face& face) {
            return glm::dot(face.normal, points_[index]) - face.offset > kFlat * size_;
        };
        visible_edges_.clear();
        for (const Face& face : faces_)
            if (is_visible(face))
                for (std::size_t i = 0; i < 3; ++i)
                    visible_edges_.push_back({face.corners[i], face.corners[(i + 1) % 3]});
        std::erase_if(faces_, is_visible);
        for (const auto& [from, to] : visible_edges_)
            if (std::find(visible_edges_.begin(), visible_edges_.end(), std::pair{to, from}) ==
                visible_edges_.end())
                add_face(from, to, index);
    }

    std::vector<glm::vec3> corners() const {
        std::vector<glm::vec3> result;
        for (const Face& face : faces_)
            for (const std::size_t corner : face.corners) result.push_back(glm::vec3(points_[corner]));
        return result;
    }
    std::size_t size() const { return points_.size(); }

  private:
    void add_face(std::size_t a, std::size_t b, std::size_t c) {
        const glm::dvec3 normal = glm::cross(points_[b] - points_[a], points_[c] - points_[a]);
        const double length = glm::length(normal);
        if (!(length > 0.0)) return; // degenerate sliver without a normal
        faces_.push_back({{a, b, c}, normal / length, glm::dot(normal / length, points_[a])});
    }

    std::vector<glm::dvec3> points_;
    std::vector<Face> faces_;
    std::vector<std::pair<std::size_t, std::size_t>> visible_edges_;
    double size_ = 0.0;
};

} // namespace

std::vector<glm::vec3> sketch_hull(std::span<const glm::vec3> points) {
    if (points.size() < 4) return {};
    Sketch sketch(find_extremes(points));
    if (!sketch.try_start()) return {};
    for (std::size_t i = 0; i < sketch.size(); ++i) sketch.add(i);
    return sketch.corners();
}

} // namespace boxwood
