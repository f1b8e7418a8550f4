// What: the QuOSPO, a volume used only in studies: nine slabs, perpendicular to the three axes and the six face
//     diagonals of a cube in one of 486 orientations.
// Frame: fitted in the frame of its mesh. placed() moves it to the frame of the other mesh.
// Invariants: contains the points that it was fitted to. overlap() is conservative: it tests the slabs of each volume
//     against the box of the other.
// Source: [He 1999] for quantized orientations and slabs. Departs from the source in the set of orientations and the
//     choice of slabs.
// Oracle: tests/bench/experiments/study_volumes_test.cpp.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/volumes/box/obb.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <vector>

namespace boxwood {

struct Quospo {
    static constexpr std::size_t kSlabs = 9;
    // fit_quospo() sets it to one of orientations(). A node of a real tree would store a 2-byte index.
    glm::dmat3 frame{1.0};
    std::array<double, kSlabs> low{}, high{};
    double padding = 0.0;

    // The axes of the cube, then its face diagonals, which are not unit vectors.
    static const std::array<glm::dvec3, kSlabs>& normals() {
        static const std::array<glm::dvec3, kSlabs> kNormals{glm::dvec3(1, 0, 0), {0, 1, 0},  {0, 0, 1},
                                                             {1, 1, 0},           {1, 0, 1},  {0, 1, 1},
                                                             {1, -1, 0},          {1, 0, -1}, {0, 1, -1}};
        return kNormals;
    }
    // 81 directions over half of the sphere, each with 6 rotations about it in steps of 15 degrees.
    static const std::vector<glm::dmat3>& orientations() {
        static const std::vector<glm::dmat3> kAll = [] {
            constexpr int kDirections = 81, kRotations = 6;
            const double golden = std::numbers::pi * (3.0 - std::sqrt(5.0));
            std::vector<glm::dmat3> all;
            for (int i = 0; i < kDirections; ++i) {
                const double z = (i + 0.5) / kDirections, r = std::sqrt(1.0 - z * z), at = golden * i;
                const glm::dvec3 axis(r * std::cos(at), r * std::sin(at), z);
                const glm::dvec3 other = z > 0.7 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 0, 1);
                const glm::dvec3 x = glm::normalize(glm::cross(other, axis)), y = glm::cross(axis, x);
                for (int k = 0; k < kRotations; ++k) {
                    const double angle = 0.5 * std::numbers::pi * k / kRotations;
                    const glm::dvec3 u = std::cos(angle) * x + std::sin(angle) * y;
                    all.emplace_back(u, glm::cross(axis, u), axis);
                }
            }
            return all;
        }();
        return kAll;
    }
};

// Chooses the orientation with the best score: the alignment of its z axis with the shortest axis of the oriented box,
// with weight 10, plus the alignment of its x axis with one of the other two axes. `corners` has three points per
// triangle.
inline Quospo fit_quospo(std::span<const glm::vec3> corners) {
    const Obb box = Obb::fit_triangles(corners);
    const glm::dmat3 axes = box.axes.matrix();
    const int thin =
        box.half.x < box.half.y ? (box.half.x < box.half.z ? 0 : 2) : (box.half.y < box.half.z ? 1 : 2);
    Quospo fitted;
    double best = -1.0;
    for (const glm::dmat3& frame : Quospo::orientations()) {
        const double along = std::fabs(glm::dot(frame[2], axes[thin]));
        const double across = std::max(std::fabs(glm::dot(frame[0], axes[(thin + 1) % 3])),
                                       std::fabs(glm::dot(frame[0], axes[(thin + 2) % 3])));
        if (const double score = 10.0 * along + across; score > best) {
            best = score;
            fitted.frame = frame;
        }
    }
    fitted.low.fill(std::numeric_limits<double>::infinity());
    fitted.high.fill(-std::numeric_limits<double>::infinity());
    double farthest = 0.0;
    for (const glm::vec3& p : corners) {
        const glm::dvec3 at = glm::transpose(fitted.frame) * glm::dvec3(p);
        for (std::size_t i = 0; i < Quospo::kSlabs; ++i) {
            const double projection = glm::dot(Quospo::normals()[i], at);
            fitted.low[i] = std::min(fitted.low[i], projection);
            fitted.high[i] = std::max(fitted.high[i], projection);
        }
        farthest = std::max(farthest, glm::length(glm::dvec3(p)));
    }
    fitted.padding = 1e-11 * farthest;
    return fitted;
}

// Requires a rigid pose.
inline Quospo placed(const Quospo& volume, const Pose& pose) {
    Quospo moved = volume;
    moved.frame = pose.linear * volume.frame;
    for (std::size_t i = 0; i < Quospo::kSlabs; ++i) {
        const double shift = glm::dot(moved.frame * Quospo::normals()[i], pose.origin);
        moved.low[i] += shift;
        moved.high[i] += shift;
    }
    moved.padding += 1e-11 * glm::length(pose.origin);
    return moved;
}

// Whether a slab of a and the box of b are disjoint.
inline bool has_separating_slab(const Quospo& a, const Quospo& b) {
    const glm::dvec3 center(0.5 * (b.low[0] + b.high[0]), 0.5 * (b.low[1] + b.high[1]),
                            0.5 * (b.low[2] + b.high[2])),
        half(0.5 * (b.high[0] - b.low[0]), 0.5 * (b.high[1] - b.low[1]), 0.5 * (b.high[2] - b.low[2]));
    const glm::dmat3 relative = glm::transpose(b.frame) * a.frame;
    for (std::size_t i = 0; i < Quospo::kSlabs; ++i) {
        const glm::dvec3 n = relative * Quospo::normals()[i];
        const double at = glm::dot(n, center),
                     reach = glm::dot(glm::abs(n), half) + 2.0 * (a.padding + b.padding);
        if (at - reach > a.high[i] || at + reach < a.low[i]) return true;
    }
    return false;
}

inline bool overlap(const Quospo& a, const Quospo& b) {
    return !has_separating_slab(a, b) && !has_separating_slab(b, a);
}

} // namespace boxwood
