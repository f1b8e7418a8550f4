// What: the intersection of two closed triangles as a linear program, solved by trying every basis in integers. A
//     common point is sum(l_i a_i) = sum(m_j b_j) with l, m >= 0 and sum(l) = sum(m) = 1. The points of the basic
//     solutions are the vertices of the intersection, and their affine rank is its dimension.
// Invariants: has no case distinctions, so degenerate triangles need no special treatment. Shares neither code nor
//     method with collision/geometry.
#pragma once

#include "collision/geometry/triangle.hpp"
#include "tests/oracles/big_integer.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace boxwood::oracle {

__extension__ typedef __int128 Int128; // enough for coordinates of at most 2 bits

inline int sign_of(Int128 x) {
    return (x > 0) - (x < 0);
}
inline int sign_of(const BigInteger& x) {
    return x.sign();
}

template <class Integer>
using IntegerTriangle = std::array<std::array<Integer, 3>, 3>;

// Makes the first `columns` columns of `io_rows` diagonal without fractions (Bareiss 1968, Jordan's variant). Each
// pivot row then has the same number, out_pivot, in its column. Returns the rank.
template <class Integer>
std::size_t diagonalize(std::vector<std::vector<Integer>>& io_rows, std::size_t columns, Integer& out_pivot) {
    std::size_t rank = 0;
    out_pivot = Integer(1);
    for (std::size_t column = 0; column < columns && rank < io_rows.size(); ++column) {
        std::size_t found = rank;
        while (found < io_rows.size() && sign_of(io_rows[found][column]) == 0) ++found;
        if (found == io_rows.size()) continue;
        std::swap(io_rows[found], io_rows[rank]);
        const std::vector<Integer> pivot_row = io_rows[rank];
        for (std::size_t i = 0; i < io_rows.size(); ++i) {
            if (i == rank) continue;
            const Integer factor = io_rows[i][column];
            for (std::size_t j = 0; j < pivot_row.size(); ++j)
                io_rows[i][j] = (pivot_row[column] * io_rows[i][j] - factor * pivot_row[j]) / out_pivot;
        }
        out_pivot = pivot_row[column];
        ++rank;
    }
    return rank;
}

// The common point that is a combination of exactly the vertices in the two masks, as (x, y, z) * w and w. None: the
// vertices are dependent, the system has no solution, or a weight is negative.
template <class Integer>
std::optional<std::array<Integer, 4>> try_basis(const IntegerTriangle<Integer>& a,
                                                const IntegerTriangle<Integer>& b, unsigned mask_a,
                                                unsigned mask_b) {
    std::vector<std::vector<Integer>> rows(5);
    std::vector<const std::array<Integer, 3>*> chosen_a;
    std::size_t columns = 0;
    for (std::size_t k = 0; k < 6; ++k) {
        const bool is_of_a = k < 3;
        if ((((is_of_a ? mask_a : mask_b) >> (k % 3)) & 1u) == 0) continue;
        const std::array<Integer, 3>& vertex = is_of_a ? a[k] : b[k - 3];
        for (std::size_t axis = 0; axis < 3; ++axis)
            rows[axis].push_back(is_of_a ? vertex[axis] : -vertex[axis]);
        rows[3].push_back(Integer(is_of_a ? 1 : 0));
        rows[4].push_back(Integer(is_of_a ? 0 : 1));
        if (is_of_a) chosen_a.push_back(&vertex);
        ++columns;
    }
    for (std::size_t row = 0; row < 5; ++row) rows[row].push_back(Integer(row < 3 ? 0 : 1));

    Integer pivot;
    if (diagonalize(rows, columns, pivot) < columns) return std::nullopt;
    for (std::size_t row = columns; row < 5; ++row)
        if (sign_of(rows[row][columns]) != 0) return std::nullopt;
    for (std::size_t row = 0; row < columns; ++row)
        if (sign_of(rows[row][columns]) * sign_of(pivot) < 0) return std::nullopt;

    std::array<Integer, 4> point{Integer(0), Integer(0), Integer(0), pivot};
    for (std::size_t k = 0; k < chosen_a.size(); ++k)
        for (std::size_t axis = 0; axis < 3; ++axis)
            point[axis] = point[axis] + rows[k][columns] * (*chosen_a[k])[axis];
    return point;
}

// -1: disjoint; 0, 1, 2: the intersection is a point, a segment or an area.
template <class Integer>
int shared_dimension(const IntegerTriangle<Integer>& a, const IntegerTriangle<Integer>& b) {
    std::vector<std::vector<Integer>> points;
    for (unsigned mask_a = 1; mask_a < 8; ++mask_a)
        for (unsigned mask_b = 1; mask_b < 8; ++mask_b)
            if (const auto point = try_basis(a, b, mask_a, mask_b))
                points.emplace_back(point->begin(), point->end());
    Integer unused;
    return static_cast<int>(diagonalize(points, 4, unused)) - 1;
}

// Accepts any finite coordinates.
inline int shared_dimension(const Triangle64& a, const Triangle64& b) {
    std::vector<double> numbers;
    for (const Triangle64* triangle : {&a, &b})
        for (const glm::dvec3& p : *triangle) numbers.insert(numbers.end(), {p.x, p.y, p.z});
    const int exponent = common_exponent(numbers);
    std::array<IntegerTriangle<BigInteger>, 2> integers;
    for (std::size_t k = 0; k < 18; ++k)
        integers[k / 9][k % 9 / 3][k % 3] = scaled_to_integer(numbers[k], exponent);
    return shared_dimension(integers[0], integers[1]);
}

} // namespace boxwood::oracle
