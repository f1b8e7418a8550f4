// What: the signs of orient2d and orient3d for doubles, computed with integers of arbitrary size.
#pragma once

#include "tests/oracles/big_integer.hpp"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <array>

namespace boxwood::oracle {

template <class Point>
std::vector<std::vector<BigInteger>> differences_from_first(const std::vector<Point>& points) {
    std::vector<double> numbers;
    for (const Point& p : points)
        for (int axis = 0; axis < Point::length(); ++axis) numbers.push_back(p[axis]);
    const int exponent = common_exponent(numbers);
    std::vector<std::vector<BigInteger>> rows;
    for (std::size_t k = 1; k < points.size(); ++k) {
        rows.emplace_back();
        for (int axis = 0; axis < Point::length(); ++axis)
            rows.back().push_back(scaled_to_integer(points[k][axis], exponent) -
                                  scaled_to_integer(points[0][axis], exponent));
    }
    return rows;
}

// Expands along the first row.
inline BigInteger determinant(const std::vector<std::vector<BigInteger>>& rows) {
    if (rows.size() == 1) return rows[0][0];
    BigInteger sum;
    for (std::size_t column = 0; column < rows.size(); ++column) {
        std::vector<std::vector<BigInteger>> minor(rows.begin() + 1, rows.end());
        for (auto& row : minor) row.erase(row.begin() + static_cast<std::ptrdiff_t>(column));
        const BigInteger term = rows[0][column] * determinant(minor);
        sum = column % 2 == 0 ? sum + term : sum - term;
    }
    return sum;
}

inline int orient2d(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
    return determinant(differences_from_first(std::vector{a, b, c})).sign();
}
inline int orient3d(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, const glm::dvec3& d) {
    return determinant(differences_from_first(std::vector{a, b, c, d})).sign();
}

} // namespace boxwood::oracle
