#include "engine/meshes/decompose/convex_cell.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <tuple>

namespace boxwood {
namespace {

bool comes_first(const glm::dvec3& a, const glm::dvec3& b) {
    return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
}

// Sorts the corners of a convex polygon counter-clockwise about the normal, and merges neighbors within `thickness`.
void sort_around(const glm::dvec3& normal, double thickness, std::vector<glm::dvec3>& io_corners) {
    glm::dvec3 middle(0.0);
    for (const glm::dvec3& p : io_corners) middle += p / static_cast<double>(io_corners.size());
    const glm::dvec3 helper =
        std::fabs(normal.x) < 0.6 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 1.0, 0.0);
    const glm::dvec3 u = glm::normalize(glm::cross(normal, helper)), v = glm::cross(normal, u);
    const auto angle = [&](const glm::dvec3& p) {
        return std::atan2(glm::dot(p - middle, v), glm::dot(p - middle, u));
    };
    std::sort(io_corners.begin(), io_corners.end(), [&](const glm::dvec3& a, const glm::dvec3& b) {
        const double x = angle(a), y = angle(b);
        return x != y ? x < y : comes_first(a, b);
    });
    const auto are_near = [thickness](const glm::dvec3& a, const glm::dvec3& b) {
        return glm::distance(a, b) <= thickness;
    };
    io_corners.erase(std::unique(io_corners.begin(), io_corners.end(), are_near), io_corners.end());
    while (io_corners.size() > 1 && are_near(io_corners.front(), io_corners.back())) io_corners.pop_back();
}

} // namespace

glm::dvec3 cut_point(const CutPlane& plane, const glm::dvec3& a, const glm::dvec3& b) {
    if (comes_first(b, a)) return cut_point(plane, b, a);
    const double x = plane.signed_distance(a), y = plane.signed_distance(b);
    return a + x / (x - y) * (b - a);
}

ConvexCell::ConvexCell(const glm::dvec3& lower, const glm::dvec3& upper) {
    const auto corner = [&](int bits) {
        return glm::dvec3((bits & 1) != 0 ? upper.x : lower.x, (bits & 2) != 0 ? upper.y : lower.y,
                          (bits & 4) != 0 ? upper.z : lower.z);
    };
    constexpr std::array<std::array<int, 4>, 6> kFaces{
        {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};
    for (const auto& face : kFaces)
        faces_.push_back({{corner(face[0]), corner(face[1]), corner(face[2]), corner(face[3])}, false});
}

ConvexCell ConvexCell::below(const CutPlane& plane, double thickness) const {
    const auto side = [&](const glm::dvec3& p) {
        const double d = plane.signed_distance(p);
        return d > thickness ? 1 : d < -thickness ? -1 : 0;
    };
    ConvexCell result;
    Face cap{{}, true};
    bool is_cut = false, has_part_below = false;
    for (const Face& face : faces_) {
        Face clipped{{}, face.is_cut};
        bool has_below = false;
        for (std::size_t k = 0; k < face.corners.size(); ++k) {
            const glm::dvec3 &p = face.corners[k], &q = face.corners[(k + 1) % face.corners.size()];
            const int side_of_p = side(p), side_of_q = side(q);
            if (side_of_p <= 0) clipped.corners.push_back(p);
            if (side_of_p == 0) cap.corners.push_back(p);
            if (side_of_p * side_of_q < 0) {
                clipped.corners.push_back(cut_point(plane, p, q));
                cap.corners.push_back(clipped.corners.back());
            }
            has_below = has_below || side_of_p < 0;
            is_cut = is_cut || side_of_p > 0;
        }
        has_part_below = has_part_below || has_below;
        if (has_below && clipped.corners.size() >= 3) result.faces_.push_back(std::move(clipped));
    }
    if (!has_part_below) return {};
    if (!is_cut) return *this;
    if (cap.corners.size() >= 3) sort_around(plane.normal, thickness, cap.corners);
    if (cap.corners.size() >= 3) result.faces_.push_back(std::move(cap));
    return result;
}

glm::dvec3 ConvexCell::mean_of_corners() const {
    glm::dvec3 sum(0.0);
    double count = 0.0;
    for (const Face& face : faces_)
        for (const glm::dvec3& p : face.corners) {
            sum += p;
            count += 1.0;
        }
    return sum / count;
}

std::vector<glm::dvec3> ConvexCell::cut_corners(double thickness) const {
    std::vector<glm::dvec3> corners;
    for (const Face& face : faces_)
        if (face.is_cut) corners.insert(corners.end(), face.corners.begin(), face.corners.end());
    std::sort(corners.begin(), corners.end(), comes_first);
    std::vector<glm::dvec3> distinct;
    for (const glm::dvec3& p : corners) {
        const auto is_near = [&](const glm::dvec3& q) { return glm::distance(p, q) <= thickness; };
        if (std::none_of(distinct.begin(), distinct.end(), is_near)) distinct.push_back(p);
    }
    return distinct;
}

} // namespace boxwood
