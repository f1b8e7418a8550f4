// What: the distance of two triangles by trying all 49 pairs of faces, where a face is a vertex, an edge or the
//     triangle. The nearest points of the affine hulls of two faces count if no barycentric weight is negative.
//     Computed in floating point of 113 bits.
// Invariants: pairs of faces with linearly dependent directions are skipped, because a pair of lower dimension has the
//     same distance.
#pragma once

#include "collision/geometry/triangle.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace boxwood::oracle {

#ifdef __aarch64__
typedef long double Quad; // 113 bits on this platform
#else
__extension__ typedef __float128 Quad;
#endif
using QuadPoint = std::array<Quad, 3>;

inline Quad dot(const QuadPoint& p, const QuadPoint& q) {
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

// Solves a symmetric positive definite system by Gaussian elimination; false if it is singular at 113 bits.
inline bool try_solve(std::vector<std::vector<Quad>> matrix, std::vector<Quad> right,
                      std::vector<Quad>& out_x) {
    const std::size_t n = right.size();
    for (std::size_t k = 0; k < n; ++k) {
        const Quad original = matrix[k][k];
        for (std::size_t j = 0; j < k; ++j) {
            const Quad factor = matrix[k][j] / matrix[j][j];
            for (std::size_t i = j; i < n; ++i) matrix[k][i] -= factor * matrix[j][i];
            right[k] -= factor * right[j];
        }
        if (!(matrix[k][k] > original * static_cast<Quad>(1e-28))) return false;
    }
    out_x.assign(n, 0);
    for (std::size_t k = n; k-- > 0;) {
        Quad sum = right[k];
        for (std::size_t i = k + 1; i < n; ++i) sum -= matrix[k][i] * out_x[i];
        out_x[k] = sum / matrix[k][k];
    }
    return true;
}

inline double distance_by_all_faces(const Triangle64& a, const Triangle64& b) {
    Quad nearest_square = static_cast<Quad>(HUGE_VAL);
    for (unsigned mask = 0; mask < 64; ++mask) {
        std::array<std::vector<QuadPoint>, 2> faces;
        for (std::size_t k = 0; k < 6; ++k) {
            const glm::dvec3& p = k < 3 ? a[k] : b[k - 3];
            if (((mask >> k) & 1u) != 0) faces[k / 3].push_back({Quad{p.x}, Quad{p.y}, Quad{p.z}});
        }
        if (faces[0].empty() || faces[1].empty()) continue;

        // The vector between points of the two faces is offset + sum(x_k * directions_k).
        QuadPoint offset{};
        for (std::size_t axis = 0; axis < 3; ++axis) offset[axis] = faces[1][0][axis] - faces[0][0][axis];
        std::vector<QuadPoint> directions;
        for (std::size_t side = 0; side < 2; ++side)
            for (std::size_t k = 1; k < faces[side].size(); ++k) {
                QuadPoint direction{};
                for (std::size_t axis = 0; axis < 3; ++axis)
                    direction[axis] = (faces[side][k][axis] - faces[side][0][axis]) * (side == 0 ? -1 : 1);
                directions.push_back(direction);
            }
        std::vector<std::vector<Quad>> gram(directions.size());
        std::vector<Quad> right, x;
        for (std::size_t i = 0; i < directions.size(); ++i) {
            for (const QuadPoint& other : directions) gram[i].push_back(dot(directions[i], other));
            right.push_back(-dot(directions[i], offset));
        }
        if (!try_solve(gram, right, x)) continue;

        std::array<Quad, 2> first_weights{1, 1};
        bool is_inside = true;
        for (std::size_t k = 0; k < x.size(); ++k) {
            first_weights[k + 1 < faces[0].size() ? 0 : 1] -= x[k];
            is_inside = is_inside && x[k] >= 0;
            for (std::size_t axis = 0; axis < 3; ++axis) offset[axis] += x[k] * directions[k][axis];
        }
        if (!is_inside || first_weights[0] < 0 || first_weights[1] < 0) continue;
        const Quad square = dot(offset, offset);
        if (square < nearest_square) nearest_square = square;
    }
    return std::sqrt(static_cast<double>(nearest_square));
}

} // namespace boxwood::oracle
