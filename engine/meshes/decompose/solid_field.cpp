#include "engine/meshes/decompose/solid_field.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr std::uint32_t kFieldLeaf = 4; // largest number of triangles in a leaf
// A node whose center is at least this many radii away counts as a dipole; the error of the sum is then below 0.01.
constexpr double kDipoleRadii = 3.0;

glm::dvec3 closest_point(const Triangle64& t, const glm::dvec3& p) {
    const glm::dvec3 ab = t[1] - t[0], ac = t[2] - t[0];
    const double d1 = glm::dot(ab, p - t[0]), d2 = glm::dot(ac, p - t[0]);
    if (d1 <= 0.0 && d2 <= 0.0) return t[0];
    const double d3 = glm::dot(ab, p - t[1]), d4 = glm::dot(ac, p - t[1]);
    if (d3 >= 0.0 && d4 <= d3) return t[1];
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return t[0] + d1 / (d1 - d3) * ab;
    const double d5 = glm::dot(ab, p - t[2]), d6 = glm::dot(ac, p - t[2]);
    if (d6 >= 0.0 && d5 <= d6) return t[2];
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return t[0] + d2 / (d2 - d6) * ac;
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 >= d3 && d5 >= d6) return t[1] + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (t[2] - t[1]);
    const double scale = 1.0 / (va + vb + vc);
    return t[0] + vb * scale * ab + vc * scale * ac;
}

double square(const glm::dvec3& v) {
    return glm::dot(v, v);
}

// Signed solid angle of the triangle as seen from p.
double solid_angle(const Triangle64& t, const glm::dvec3& p) {
    const glm::dvec3 a = t[0] - p, b = t[1] - p, c = t[2] - p;
    const double la = glm::length(a), lb = glm::length(b), lc = glm::length(c);
    const double volume = glm::dot(a, glm::cross(b, c));
    const double rest = la * lb * lc + glm::dot(a, b) * lc + glm::dot(b, c) * la + glm::dot(c, a) * lb;
    return 2.0 * std::atan2(volume, rest);
}

double box_distance_squared(const glm::dvec3& lower, const glm::dvec3& upper, const glm::dvec3& p) {
    return square(glm::max(glm::max(lower - p, p - upper), glm::dvec3(0.0)));
}

} // namespace

SolidField::SolidField(std::span<const glm::dvec3> positions, std::span<const TriangleIndices> triangles) {
    for (const TriangleIndices& t : triangles) {
        const Triangle64 corners{positions[t[0]], positions[t[1]], positions[t[2]]};
        if (glm::cross(corners[1] - corners[0], corners[2] - corners[0]) != glm::dvec3(0.0))
            triangles_.push_back(corners);
    }
    nodes_.emplace_back();
    nodes_[0].last = static_cast<std::uint32_t>(triangles_.size());
    build(0);
}

void SolidField::fit(Node& io_node) const {
    io_node.lower = glm::dvec3(std::numeric_limits<double>::infinity());
    io_node.upper = -io_node.lower;
    double total = 0.0;
    for (std::uint32_t k = io_node.first; k < io_node.last; ++k) {
        const Triangle64& t = triangles_[k];
        for (const glm::dvec3& corner : t) {
            io_node.lower = glm::min(io_node.lower, corner);
            io_node.upper = glm::max(io_node.upper, corner);
        }
        const glm::dvec3 area = 0.5 * glm::cross(t[1] - t[0], t[2] - t[0]);
        const double size = glm::length(area);
        io_node.area += area;
        io_node.center += size / 3.0 * (t[0] + t[1] + t[2]);
        total += size;
    }
    io_node.center = total > 0.0 ? io_node.center / total : 0.5 * (io_node.lower + io_node.upper);
    double radius = 0.0;
    for (std::uint32_t k = io_node.first; k < io_node.last; ++k)
        for (const glm::dvec3& corner : triangles_[k])
            radius = std::max(radius, square(corner - io_node.center));
    io_node.radius = std::sqrt(radius);
}

// Splits at the median of the centers along the longest side of the box. The corners break ties, so the order does not
// depend on the standard library's sort.
void SolidField::build(std::uint32_t node) {
    fit(nodes_[node]);
    const auto [first, last] = std::pair(nodes_[node].first, nodes_[node].last);
    if (last - first <= kFieldLeaf) return;
    const glm::dvec3 size = nodes_[node].upper - nodes_[node].lower;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const auto key = [axis](const Triangle64& t) {
        const auto order = [](const glm::dvec3& p) { return std::tie(p.x, p.y, p.z); };
        return std::tuple(t[0][axis] + t[1][axis] + t[2][axis], order(t[0]), order(t[1]), order(t[2]));
    };
    std::sort(triangles_.begin() + first, triangles_.begin() + last,
              [&](const Triangle64& s, const Triangle64& t) { return key(s) < key(t); });
    const auto child = static_cast<std::uint32_t>(nodes_.size());
    const std::uint32_t middle = first + (last - first) / 2;
    nodes_[node].child = child;
    nodes_.resize(nodes_.size() + 2);
    nodes_[child].first = first;
    nodes_[child].last = nodes_[child + 1].first = middle;
    nodes_[child + 1].last = last;
    build(child);
    build(child + 1);
}

double SolidField::distance_to(std::uint32_t triangle, const glm::dvec3& point) const {
    return glm::distance(closest_point(triangles_[triangle], point), point);
}

SolidField::Nearest SolidField::find_nearest(const glm::dvec3& point, std::uint32_t guess) const {
    std::uint32_t best = guess;
    double min_squared = square(closest_point(triangles_[guess], point) - point);
    struct Entry {
        std::uint32_t node;
        double distance;
    };
    std::array<Entry, 64> stack;
    std::size_t size = 0;
    stack[size++] = {0, 0.0};
    while (size > 0) {
        const Entry entry = stack[--size];
        if (entry.distance >= min_squared) continue;
        const Node& node = nodes_[entry.node];
        if (node.child == 0) {
            for (std::uint32_t k = node.first; k < node.last; ++k) {
                const double d = square(closest_point(triangles_[k], point) - point);
                if (d >= min_squared) continue;
                min_squared = d;
                best = k;
            }
            continue;
        }
        const Node &a = nodes_[node.child], &b = nodes_[node.child + 1];
        const Entry near_a{node.child, box_distance_squared(a.lower, a.upper, point)},
            near_b{node.child + 1, box_distance_squared(b.lower, b.upper, point)};
        const bool a_is_first = near_a.distance <= near_b.distance;
        stack[size++] = a_is_first ? near_b : near_a;
        stack[size++] = a_is_first ? near_a : near_b;
    }
    return {std::sqrt(min_squared), best};
}

double SolidField::winding_number(const glm::dvec3& point) const {
    double sum = 0.0;
    std::array<std::uint32_t, 64> stack;
    std::size_t size = 0;
    stack[size++] = 0;
    while (size > 0) {
        const Node& node = nodes_[stack[--size]];
        const glm::dvec3 arm = node.center - point;
        const double distance = square(arm);
        if (distance > kDipoleRadii * kDipoleRadii * node.radius * node.radius) {
            sum += glm::dot(arm, node.area) / (distance * std::sqrt(distance));
        } else if (node.child == 0) {
            for (std::uint32_t k = node.first; k < node.last; ++k) sum += solid_angle(triangles_[k], point);
        } else {
            stack[size++] = node.child + 1;
            stack[size++] = node.child;
        }
    }
    return sum / (4.0 * std::numbers::pi);
}

bool SolidField::contains(const glm::dvec3& point) const {
    return std::fabs(winding_number(point)) >= 0.5;
}

} // namespace boxwood
