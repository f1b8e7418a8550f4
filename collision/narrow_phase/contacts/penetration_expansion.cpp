#include "collision/narrow_phase/contacts/penetration_expansion.hpp"

#include "collision/narrow_phase/support_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood::penetration_detail {
namespace {

constexpr std::size_t kMaxPoints = 160;
constexpr std::size_t kMaxFaces = 512;

struct Point {
    glm::dvec3 at{0.0};
    std::uint32_t of_first = 0, of_second = 0;
};
struct Face {
    std::array<std::uint16_t, 3> corner{};
    bool is_facet = false; // true if no vertex of the difference is beyond it by more than slack_
    glm::dvec3 normal{0.0};
    double distance = 0.0;
};
struct Side {
    std::uint16_t tail = 0, head = 0;
};

class Expander {
  public:
    Expander(const Polytope& first, const Polytope& second, const Pose& first_from_second, double scale,
             double slack, double tolerance)
        : a_(first)
        , b_(second)
        , a_from_b_(first_from_second)
        , scale_(scale)
        , slack_(slack)
        , tolerance_(tolerance) {}

    Expansion run() {
        Expansion result;
        points_.reserve(64);
        faces_.reserve(128);
        if (!start()) return result;
        for (;;) {
            const std::size_t nearest = find_unproved();
            if (nearest == kNoFace) break;
            const Face face = faces_[nearest];
            const Point beyond = support(face.normal);
            const double height = glm::dot(face.normal, beyond.at);
            if (height < -tolerance_) {
                result.has_result = result.is_separated = true;
                result.direction = face.normal;
                return result;
            }
            if (height - face.distance <= slack_) {
                faces_[nearest].is_facet = true;
                continue;
            }
            if (points_.size() >= kMaxPoints || !add(beyond)) return result;
        }
        result.has_result = true;
        result.smallest_distance = find_smallest_distance();
        for (const Face& face : faces_) {
            if (face.distance > result.smallest_distance + slack_) continue;
            ExpansionFacet facet;
            facet.normal = face.normal;
            facet.distance = face.distance;
            for (std::size_t k = 0; k < 3; ++k) {
                facet.of_first[k] = points_[face.corner[k]].of_first;
                facet.of_second[k] = points_[face.corner[k]].of_second;
            }
            result.facets.push_back(facet);
        }
        return result;
    }

  private:
    static constexpr std::size_t kNoFace = ~std::size_t{0};

    // The vertex of the difference (first minus second) that is farthest along the direction.
    Point support(const glm::dvec3& direction) {
        last_a_ = farthest(a_, direction, last_a_);
        last_b_ = farthest(b_, -(direction * a_from_b_.linear), last_b_);
        return {glm::dvec3(a_.positions()[last_a_]) - a_from_b_ * b_.positions()[last_b_], last_a_, last_b_};
    }
    // With few vertices, scans all of them, which is faster than a climb.
    static std::uint32_t farthest(const Polytope& polytope, const glm::dvec3& direction,
                                  std::uint32_t start) {
        constexpr std::size_t kFewVertices = 32;
        const auto positions = polytope.positions();
        if (positions.size() > kFewVertices) return climb_to_support(polytope, direction, start);
        std::uint32_t best = 0;
        double highest = -std::numeric_limits<double>::infinity();
        for (std::uint32_t v = 0; v < positions.size(); ++v) {
            const double height = glm::dot(direction, glm::dvec3(positions[v]));
            if (height <= highest) continue;
            highest = height;
            best = v;
        }
        return best;
    }

    // Builds a tetrahedron of vertices of the difference. Returns false if the difference is nearly flat.
    bool start() {
        const glm::dvec3 between = a_from_b_ * b_.centroid() - a_.centroid();
        const glm::dvec3 along = glm::dot(between, between) > 0.0 ? between : glm::dvec3(1.0, 0.0, 0.0);
        points_.push_back(support(along));
        points_.push_back(support(-along));
        const glm::dvec3 line = points_[1].at - points_[0].at;
        glm::dvec3 across(0.0);
        for (glm::length_t k = 0; k < 3; ++k) {
            glm::dvec3 axis(0.0);
            axis[k] = 1.0;
            const glm::dvec3 candidate = glm::cross(line, axis);
            if (glm::dot(candidate, candidate) > glm::dot(across, across)) across = candidate;
        }
        if (!(glm::length(across) > 0.0) || !push_farthest(across)) return false;
        const glm::dvec3 normal = glm::cross(line, points_[2].at - points_[0].at);
        if (!(glm::length(normal) > 0.0) || !push_farthest(normal)) return false;
        return push_tetrahedron();
    }
    bool push_farthest(const glm::dvec3& direction) {
        const Point ahead = support(direction), behind = support(-direction);
        const glm::dvec3& from = points_[0].at;
        const double forward = std::fabs(glm::dot(direction, ahead.at - from)),
                     backward = std::fabs(glm::dot(direction, behind.at - from));
        points_.push_back(forward >= backward ? ahead : behind);
        return std::fmax(forward, backward) > kMinWidth * scale_ * glm::length(direction);
    }
    // Adds four faces whose normals point away from the opposite corner.
    bool push_tetrahedron() {
        constexpr std::array<std::array<std::uint16_t, 4>, 4> kCorners{
            {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}}};
        for (const auto& c : kCorners) {
            const glm::dvec3 normal =
                glm::cross(points_[c[1]].at - points_[c[0]].at, points_[c[2]].at - points_[c[0]].at);
            const bool is_outwards = glm::dot(normal, points_[c[3]].at - points_[c[0]].at) < 0.0;
            if (!push_face(c[0], is_outwards ? c[1] : c[2], is_outwards ? c[2] : c[1])) return false;
        }
        return true;
    }

    // Adds a face. Returns false if rounding spoils its normal, or if there are kMaxFaces faces.
    bool push_face(std::uint16_t i, std::uint16_t j, std::uint16_t k) {
        const glm::dvec3 &p = points_[i].at, &q = points_[j].at, &r = points_[k].at;
        const glm::dvec3 u = q - p, v = r - q, w = p - r;
        const double uu = glm::dot(u, u), vv = glm::dot(v, v), ww = glm::dot(w, w);
        // The two shorter sides span the most accurate normal.
        glm::dvec3 normal = uu >= vv && uu >= ww ? glm::cross(v, w)
                            : vv >= ww           ? glm::cross(w, u)
                                                 : glm::cross(u, v);
        const double area = glm::length(normal);
        const double shorter = std::sqrt(std::fmin(uu, std::fmin(vv, ww)));
        // The rounding errors of the corners rotate the plane by about their size divided by the triangle's smallest
        // width, area / longest side. Far from the triangle, this rotation moves the plane by its angle times the
        // scale.
        const double longest = std::sqrt(std::fmax(uu, std::fmax(vv, ww)));
        if (!(area > 0.0) || !(shorter > 0.0)) return false;
        const double rotation = kRounding * scale_ * longest / area;
        if (rotation > kMaxRotation || faces_.size() >= kMaxFaces) return false;
        normal /= area;
        faces_.push_back({{i, j, k}, false, normal, glm::dot(normal, p)});
        return true;
    }

    double find_smallest_distance() const {
        double smallest = std::numeric_limits<double>::infinity();
        for (const Face& face : faces_) smallest = std::fmin(smallest, face.distance);
        return smallest;
    }
    // Returns the nearest face that is not yet proved to be a facet; none if another face is nearer by more than the
    // slack.
    std::size_t find_unproved() const {
        double nearest = std::numeric_limits<double>::infinity(), nearest_unproved = nearest;
        std::size_t found = kNoFace;
        for (std::size_t f = 0; f < faces_.size(); ++f) {
            const double distance = faces_[f].distance;
            nearest = distance < nearest ? distance : nearest;
            if (faces_[f].is_facet || distance >= nearest_unproved) continue;
            nearest_unproved = distance;
            found = f;
        }
        return nearest_unproved <= nearest + slack_ ? found : kNoFace;
    }

    // Replaces the faces that are visible from the point by a cone. Returns false if the point was added before, if the
    // border of the visible faces is not one simple polygon, or if push_face() fails.
    bool add(const Point& point) {
        for (const Point& known : points_)
            if (known.of_first == point.of_first && known.of_second == point.of_second) return false;
        const auto index = static_cast<std::uint16_t>(points_.size());
        points_.push_back(point);
        border_.clear();
        std::size_t kept = 0;
        for (std::size_t f = 0; f < faces_.size(); ++f) {
            const Face& face = faces_[f];
            if (glm::dot(face.normal, point.at) - face.distance <= kRounding * scale_) {
                faces_[kept++] = face;
                continue;
            }
            for (std::size_t k = 0; k < 3; ++k) add_side(face.corner[k], face.corner[(k + 1) % 3]);
        }
        faces_.resize(kept);
        if (kept == 0 || border_.size() < 3) return false;
        std::uint16_t at = border_[0].tail;
        for (std::size_t k = 0; k < border_.size(); ++k) {
            const auto next =
                std::find_if(border_.begin(), border_.end(), [&](const Side& s) { return s.tail == at; });
            if (next == border_.end()) return false;
            at = next->head;
            if (at == border_[0].tail && k + 1 != border_.size()) return false;
        }
        for (const Side& side : border_)
            if (!push_face(side.tail, side.head, index)) return false;
        return true;
    }
    // Adds a side of a removed face to the border; sides between two removed faces cancel.
    void add_side(std::uint16_t tail, std::uint16_t head) {
        const auto twin = std::find_if(border_.begin(), border_.end(),
                                       [&](const Side& s) { return s.tail == head && s.head == tail; });
        if (twin == border_.end()) {
            border_.push_back({tail, head});
        } else {
            *twin = border_.back();
            border_.pop_back();
        }
    }

    static constexpr double kRounding = 0x1p-51;
    static constexpr double kMaxRotation = 0x1p-38; // radians; gives an error of about 4e-12 of the scale
    static constexpr double kMinWidth = 0x1p-20;

    const Polytope &a_, &b_;
    const Pose& a_from_b_;
    double scale_ = 0.0, slack_ = 0.0, tolerance_ = 0.0;
    std::uint32_t last_a_ = 0, last_b_ = 0;
    std::vector<Point> points_;
    std::vector<Face> faces_;
    std::vector<Side> border_;
};

} // namespace

Expansion expand(const Polytope& first, const Polytope& second, const Pose& first_from_second, double scale,
                 double slack, double tolerance) {
    return Expander(first, second, first_from_second, scale, slack, tolerance).run();
}

} // namespace boxwood::penetration_detail
