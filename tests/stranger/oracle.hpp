// What: the independent oracle of the programs in tests/stranger: brute force over pairs of triangles in double. Pairs
//     that are too close to decide get the verdict too_close. Shares no code with the library except plain types. Also
//     meshes, random numbers and the counts of checks for these programs.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/core/pose.hpp"
#include "collision/geometry/triangle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

namespace stranger {

using boxwood::MeshView;
using boxwood::Pose;
using boxwood::TriangleIndices;

struct Mesh {
    std::vector<glm::vec3> positions;
    std::vector<TriangleIndices> triangles;
    MeshView view() const { return {positions, triangles}; }
};

using Corners = std::array<glm::dvec3, 3>;

// The world corners of all triangles, by a matrix product that is written out here.
inline std::vector<Corners> world_triangles(const Mesh& mesh, const Pose& pose) {
    std::vector<Corners> out;
    for (const TriangleIndices& t : mesh.triangles) {
        Corners corners;
        for (std::size_t k = 0; k < 3; ++k) {
            const glm::vec3& p = mesh.positions[t[k]];
            for (int row = 0; row < 3; ++row)
                corners[k][row] = pose.linear[0][row] * static_cast<double>(p.x) +
                                  pose.linear[1][row] * static_cast<double>(p.y) +
                                  pose.linear[2][row] * static_cast<double>(p.z) + pose.origin[row];
        }
        out.push_back(corners);
    }
    return out;
}

inline double segment_distance(const glm::dvec3& p, const glm::dvec3& p2, const glm::dvec3& q, const glm::dvec3& q2) {
    const glm::dvec3 d = p2 - p, e = q2 - q, r = p - q;
    const double dd = glm::dot(d, d), ee = glm::dot(e, e), de = glm::dot(d, e), dr = glm::dot(d, r), er = glm::dot(e, r);
    double best = std::numeric_limits<double>::infinity();
    const auto take = [&](double s, double t) {
        best = std::min(best, glm::distance(p + std::clamp(s, 0.0, 1.0) * d, q + std::clamp(t, 0.0, 1.0) * e));
    };
    const double denominator = dd * ee - de * de;
    if (denominator > 0.0) {
        const double s = std::clamp((de * er - ee * dr) / denominator, 0.0, 1.0);
        take(s, ee > 0.0 ? (de * s + er) / ee : 0.0);
    }
    for (const double t : {0.0, 1.0}) take(dd > 0.0 ? (de * t - dr) / dd : 0.0, t);
    for (const double s : {0.0, 1.0}) take(s, ee > 0.0 ? (de * s + er) / ee : 0.0);
    return best;
}

inline double point_triangle_distance(const glm::dvec3& p, const Corners& t) {
    const glm::dvec3 normal = glm::cross(t[1] - t[0], t[2] - t[0]);
    const double area = glm::length(normal);
    if (area > 0.0) {
        bool is_inside = true;
        for (std::size_t k = 0; k < 3; ++k)
            is_inside = is_inside && glm::dot(glm::cross(t[(k + 1) % 3] - t[k], p - t[k]), normal) >= 0.0;
        if (is_inside) return std::fabs(glm::dot(p - t[0], normal)) / area;
    }
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k) best = std::min(best, segment_distance(p, p, t[k], t[(k + 1) % 3]));
    return best;
}

// How deep the segment pierces the triangle: the smallest of the distances of the segment's ends from the plane and of
// the piercing point from the triangle's edges. At most 0 if they do not intersect or only touch; negative if the
// triangle is degenerate.
inline double piercing_depth(const glm::dvec3& a, const glm::dvec3& b, const Corners& t) {
    const glm::dvec3 n = glm::cross(t[1] - t[0], t[2] - t[0]);
    const double area = glm::length(n);
    if (area == 0.0) return -1.0;
    const double of_a = glm::dot(a - t[0], n) / area, of_b = glm::dot(b - t[0], n) / area;
    if (of_a * of_b >= 0.0) return -1.0;
    const glm::dvec3 at = a + (of_a / (of_a - of_b)) * (b - a);
    double depth = std::min(std::fabs(of_a), std::fabs(of_b));
    for (std::size_t k = 0; k < 3; ++k) {
        const glm::dvec3 edge = t[(k + 1) % 3] - t[k];
        depth = std::min(depth, glm::dot(glm::cross(n / area, edge), at - t[k]) / glm::length(edge));
    }
    return depth;
}

enum class Verdict { disjoint, meets, too_close };

struct PairAnswer {
    Verdict verdict = Verdict::disjoint;
    double distance = 0.0;
};

inline PairAnswer judge(const Corners& a, const Corners& b, double margin) {
    double depth = -1.0, distance = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k) {
        depth = std::max({depth, piercing_depth(a[k], a[(k + 1) % 3], b), piercing_depth(b[k], b[(k + 1) % 3], a)});
        distance = std::min({distance, point_triangle_distance(a[k], b), point_triangle_distance(b[k], a)});
        for (std::size_t j = 0; j < 3; ++j)
            distance = std::min(distance, segment_distance(a[k], a[(k + 1) % 3], b[j], b[(j + 1) % 3]));
    }
    if (depth > margin) return {Verdict::meets, 0.0};
    if (depth > 0.0) return {Verdict::too_close, 0.0};
    return {distance > margin ? Verdict::disjoint : Verdict::too_close, distance};
}

struct Truth {
    std::vector<boxwood::PrimitivePair> meeting, too_close; // sorted
    double distance = 0.0, margin = 0.0;
    bool meets() const { return !meeting.empty(); }
    bool is_certain() const { return meets() || too_close.empty(); }
};

inline double magnitude(const std::vector<Corners>& triangles) {
    double largest = 0.0;
    for (const Corners& t : triangles)
        for (const glm::dvec3& p : t) largest = std::max({largest, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
    return largest;
}

inline Truth find_truth(const std::vector<Corners>& a, const std::vector<Corners>& b) {
    Truth truth;
    truth.margin = 1e-12 * std::max(magnitude(a), magnitude(b));
    truth.distance = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < a.size(); ++i)
        for (std::uint32_t k = 0; k < b.size(); ++k) {
            const PairAnswer answer = judge(a[i], b[k], truth.margin);
            truth.distance = std::min(truth.distance, answer.distance);
            if (answer.verdict == Verdict::meets) truth.meeting.push_back({i, k});
            if (answer.verdict == Verdict::too_close) truth.too_close.push_back({i, k});
        }
    return truth;
}

// True if `pairs` contains all intersecting pairs, and all its other pairs are too close to decide.
inline bool are_right(const std::vector<boxwood::PrimitivePair>& pairs, const Truth& truth) {
    for (const auto& pair : pairs)
        if (!std::binary_search(truth.meeting.begin(), truth.meeting.end(), pair) &&
            !std::binary_search(truth.too_close.begin(), truth.too_close.end(), pair))
            return false;
    return std::includes(pairs.begin(), pairs.end(), truth.meeting.begin(), truth.meeting.end());
}

// --- meshes -----------------------------------------------------------------------------------------------

inline Mesh make_torus(unsigned rings, unsigned sides, float large, float small) {
    Mesh mesh;
    for (unsigned i = 0; i < rings; ++i)
        for (unsigned k = 0; k < sides; ++k) {
            const float u = 6.2831853f * static_cast<float>(i) / static_cast<float>(rings),
                        v = 6.2831853f * static_cast<float>(k) / static_cast<float>(sides);
            const float reach = large + small * std::cos(v);
            mesh.positions.push_back({reach * std::cos(u), reach * std::sin(u), small * std::sin(v)});
            const unsigned ii = (i + 1) % rings, kk = (k + 1) % sides;
            mesh.triangles.push_back({i * sides + k, ii * sides + k, ii * sides + kk});
            mesh.triangles.push_back({i * sides + k, ii * sides + kk, i * sides + kk});
        }
    return mesh;
}

inline Mesh make_box_mesh(const glm::vec3& half) {
    Mesh mesh;
    for (int bits = 0; bits < 8; ++bits)
        mesh.positions.push_back({(bits & 1) ? half.x : -half.x, (bits & 2) ? half.y : -half.y, (bits & 4) ? half.z : -half.z});
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

class Random {
  public:
    explicit Random(std::uint64_t seed)
        : engine_(seed) {}
    double between(double lower, double upper) { return std::uniform_real_distribution<double>(lower, upper)(engine_); }
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(engine_() % count); }
    glm::dvec3 in_box(double half) { return {between(-half, half), between(-half, half), between(-half, half)}; }
    // A quaternion of any length from about 1e-101 to 2e100.
    glm::dquat quaternion() {
        const double length = std::pow(10.0, between(-100.0, 100.0));
        return {length * between(-1.0, 1.0), length * between(-1.0, 1.0), length * between(-1.0, 1.0),
                length * between(0.1, 1.0)};
    }

  private:
    std::mt19937_64 engine_;
};

// --- reporting --------------------------------------------------------------------------------------------

inline int g_failures = 0, g_checks = 0;

inline void check(bool holds, const std::string& what) {
    ++g_checks;
    if (holds) return;
    if (++g_failures <= 20) std::fprintf(stderr, "wrong: %s\n", what.c_str());
}

inline int finish(const char* program) {
    std::printf("%s: %d checks, %d wrong\n", program, g_checks, g_failures);
    return g_failures == 0 && g_checks > 0 ? 0 : 1;
}

} // namespace stranger
