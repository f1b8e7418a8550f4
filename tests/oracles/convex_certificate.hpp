// Two checks of answers about convex polytopes: an optimality certificate for closest points, and a linear program that
// decides whether the interiors intersect. Both compute in long double, from vertices and face loops alone.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

namespace boxwood::test {

using Real = long double;
using Vec = glm::vec<3, Real>;

inline std::vector<Vec> points_in_a(const Polytope& polytope, const Pose& a_from_own) {
    const glm::mat<3, 3, Real> linear(a_from_own.linear);
    std::vector<Vec> points;
    for (const glm::vec3& p : polytope.positions())
        points.push_back(linear * Vec(p) + Vec(a_from_own.origin));
    return points;
}

// The half-space normal . x <= offset of a face. The normal has unit length, and the plane passes through the outermost
// vertex of the face.
struct HalfSpace {
    Vec normal{0};
    Real offset = 0;
};
inline std::vector<HalfSpace> half_spaces(const Polytope& polytope, const std::vector<Vec>& points) {
    std::vector<HalfSpace> result;
    for (std::uint32_t f = 0; f < polytope.faces().size(); ++f) {
        const auto loop = polytope.face_vertices(f);
        Vec area(0);
        for (std::size_t k = 2; k < loop.size(); ++k)
            area += glm::cross(points[loop[k - 1]] - points[loop[0]], points[loop[k]] - points[loop[0]]);
        const Vec normal = area / std::sqrt(glm::dot(area, area));
        Real offset = -std::numeric_limits<Real>::infinity();
        for (const std::uint32_t v : loop) offset = std::max(offset, glm::dot(normal, points[v]));
        result.push_back({normal, offset});
    }
    return result;
}

// How far a point is outside the half-spaces; at most 0 inside all of them.
inline Real excess(const std::vector<HalfSpace>& spaces, const Vec& x) {
    Real largest = -std::numeric_limits<Real>::infinity();
    for (const HalfSpace& s : spaces) largest = std::max(largest, glm::dot(s.normal, x) - s.offset);
    return largest;
}

struct Certificate {
    Real distance = 0; // of the witnesses from each other
    // `distance` minus the gap between the polytopes along the line of the witnesses. It is 0 for a closest pair;
    // rounding may make it negative. Meaningless if `distance` is 0.
    Real gap = 0;
    Real excess = 0; // how far a witness is outside its polytope
};

inline Certificate certify(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                           const glm::dvec3& on_a_a, const glm::dvec3& on_b_a) {
    const std::vector<Vec> points_a = points_in_a(a, Pose{}), points_b = points_in_a(b, a_from_b);
    const Vec difference = Vec(on_b_a) - Vec(on_a_a);
    Certificate result;
    result.distance = std::sqrt(glm::dot(difference, difference));
    const Vec direction = difference / result.distance;
    Real most_a = -std::numeric_limits<Real>::infinity(), least_b = std::numeric_limits<Real>::infinity();
    for (const Vec& p : points_a) most_a = std::max(most_a, glm::dot(direction, p));
    for (const Vec& p : points_b) least_b = std::min(least_b, glm::dot(direction, p));
    result.gap = result.distance - (least_b - most_a);
    result.excess = std::max(excess(half_spaces(a, points_a), Vec(on_a_a)),
                             excess(half_spaces(b, points_b), Vec(on_b_a)));
    return result;
}

// The largest Certificate::gap that rounding to double explains. Positions are off by epsilon * scale, which rotates
// the direction between the witnesses by the angle epsilon * scale / distance. The rotation moves distant vertices by
// the angle times the scale.
inline Real allowed_gap(const Polytope& a, const Polytope& b, const Pose& a_from_b, Real distance) {
    const Real scale = a.extent() + b.extent() + glm::length(a_from_b.origin);
    return 16 * static_cast<Real>(std::numeric_limits<double>::epsilon()) * scale * (1 + scale / distance) +
           a.flatness() + b.flatness() + a.reflex() + b.reflex();
}

// Maximizes objective . x, subject to row . x <= bound for each row and |x_k| <= limit, by Seidel's method: adds one
// row after another. If a row cuts off the optimum, the new optimum lies on the plane of the row. Requires a feasible
// program. The expected time is linear if the rows are in random order.
template <std::size_t N>
struct LinearProgram {
    using Values = std::array<Real, N>;
    struct Row {
        Values values{};
        Real bound = 0;
    };
    std::vector<Row> rows;
    Real limit = 0;

    static Real product(const Values& x, const Values& y) {
        return std::inner_product(x.begin(), x.end(), y.begin(), Real(0));
    }

    Values maximize(const Values& objective) const {
        Values x;
        for (std::size_t k = 0; k < N; ++k) x[k] = objective[k] >= 0 ? limit : -limit;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Real size = std::sqrt(product(rows[i].values, rows[i].values));
            if (size > kZero && product(rows[i].values, x) > rows[i].bound + kZero * size)
                x = maximize_on(i, objective);
        }
        return x;
    }

  private:
    static constexpr Real kZero = 1e-16L;

    // The optimum on the plane of row i, subject to the rows before it: a program with one variable less.
    Values maximize_on(std::size_t i, const Values& objective) const {
        const Values& plane = rows[i].values;
        std::size_t pivot = 0;
        for (std::size_t k = 1; k < N; ++k)
            if (std::fabs(plane[k]) > std::fabs(plane[pivot])) pivot = k;
        Values x{};
        if constexpr (N > 1) {
            using Smaller = LinearProgram<N - 1>;
            const auto reduce = [&](const Values& values) {
                typename Smaller::Values reduced;
                for (std::size_t k = 0, m = 0; k < N; ++k)
                    if (k != pivot) reduced[m++] = values[k] - values[pivot] / plane[pivot] * plane[k];
                return reduced;
            };
            Smaller smaller{{}, limit};
            const auto add = [&](const Values& values, Real bound) {
                smaller.rows.push_back(
                    {reduce(values), bound - values[pivot] / plane[pivot] * rows[i].bound});
            };
            Values side{}; // the bound for the eliminated variable
            side[pivot] = 1;
            add(side, limit);
            side[pivot] = -1;
            add(side, limit);
            for (std::size_t j = 0; j < i; ++j) add(rows[j].values, rows[j].bound);
            const auto inner = smaller.maximize(reduce(objective));
            for (std::size_t k = 0, m = 0; k < N; ++k)
                if (k != pivot) x[k] = inner[m++];
        }
        x[pivot] = (rows[i].bound - product(plane, x)) / plane[pivot];
        return x;
    }
};

// The largest r for which some point is at least r inside all faces of both polytopes. If r is positive, the interiors
// intersect; if r is negative, a plane separates them.
inline Real common_depth(const Polytope& a, const Polytope& b, const Pose& a_from_b) {
    LinearProgram<4> program;
    for (const HalfSpace& s : half_spaces(a, points_in_a(a, Pose{})))
        program.rows.push_back({.values = {s.normal.x, s.normal.y, s.normal.z, Real(1)}, .bound = s.offset});
    for (const HalfSpace& s : half_spaces(b, points_in_a(b, a_from_b)))
        program.rows.push_back({.values = {s.normal.x, s.normal.y, s.normal.z, Real(1)}, .bound = s.offset});
    std::uint64_t state = 12345; // a fixed shuffle: random enough for linear time, and reproducible
    for (std::size_t i = program.rows.size(); i > 1; --i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        std::swap(program.rows[i - 1], program.rows[(state >> 33) % i]);
    }
    program.limit = 4 * (a.extent() + b.extent() + glm::length(a_from_b.origin));
    return program.maximize({0, 0, 0, 1})[3];
}

} // namespace boxwood::test
