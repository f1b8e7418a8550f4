// What: stores three orthogonal directions as a quaternion of four floats. Oriented volumes store their frame this way.
// Frame: the columns of matrix() are the directions, in the frame of the mesh.
// Invariants: for any four finite floats that are not all zero, matrix() is a rotation up to a few roundings of double.
//     Volumes are fitted along these rounded directions, so storing 16 bytes instead of 36 makes no volume looser.
// Degenerate input: the zero quaternion (never produced here) gives NaN directions, which never separate volumes.
#pragma once

#include <cmath>
#include <limits>
#include <span>

#include <glm/common.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <glm/vec3.hpp>

namespace boxwood {

struct Axes {
    float w = 1.0f, x = 0.0f, y = 0.0f, z = 0.0f;
    friend bool operator==(const Axes&, const Axes&) = default;

    // Requires orthonormal, right-handed columns. The quaternion is rounded to float, so matrix() differs slightly from
    // `columns`.
    static Axes from(const glm::dmat3& columns) {
        const glm::dquat q = glm::quat_cast(columns);
        return {static_cast<float>(q.w), static_cast<float>(q.x), static_cast<float>(q.y),
                static_cast<float>(q.z)};
    }

    // Real: double, or a type that counts operations.
    template <class Real = double>
    glm::mat<3, 3, Real> matrix() const {
        const auto dw = static_cast<Real>(w), dx = static_cast<Real>(x), dy = static_cast<Real>(y),
                   dz = static_cast<Real>(z);
        const Real twice = 2.0 / ((dw * dw + dx * dx) + (dy * dy + dz * dz));
        const Real xx = twice * dx * dx, yy = twice * dy * dy, zz = twice * dz * dz;
        const Real xy = twice * dx * dy, xz = twice * dx * dz, yz = twice * dy * dz;
        const Real wx = twice * dw * dx, wy = twice * dw * dy, wz = twice * dw * dz;
        return {{1.0 - (yy + zz), xy + wz, xz - wy},
                {xy - wz, 1.0 - (xx + zz), yz + wx},
                {xz + wy, yz - wx, 1.0 - (xx + yy)}};
    }
};

// Returns the coordinates of v in the frame whose axes are the columns of a rotation.
template <class Real>
inline glm::vec<3, Real> rotate_into(const glm::mat<3, 3, Real>& columns, const glm::vec<3, Real>& v) {
    const auto along = [&v](const glm::vec<3, Real>& d) { return (d.x * v.x + d.y * v.y) + d.z * v.z; };
    return {along(columns[0]), along(columns[1]), along(columns[2])};
}

// The extent of a set of points along three directions.
struct Extent {
    glm::dvec3 lower{std::numeric_limits<double>::infinity()};
    glm::dvec3 upper{-std::numeric_limits<double>::infinity()};

    void add(const glm::dvec3& p) {
        lower = glm::min(lower, p);
        upper = glm::max(upper, p);
    }
    glm::dvec3 center() const { return 0.5 * (lower + upper); }
    glm::dvec3 half() const { return 0.5 * (upper - lower); }
};

inline Extent project(std::span<const glm::vec3> points, const glm::dmat3& columns) {
    Extent extent;
    for (const glm::vec3& p : points) extent.add(rotate_into(columns, glm::dvec3(p)));
    return extent;
}

// Returns `value`, enlarged by more than the rounding errors of double arithmetic on terms up to `magnitude`.
inline double padded(double value, double magnitude) {
    return value + 0x1p-46 * (value + magnitude);
}

} // namespace boxwood
