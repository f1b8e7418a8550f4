// What: computes the box around a posed polytope by several methods: hill climbing on one coordinate, hill climbing
//     on complete vertices, and a scan of all vertices. Climbs differ in the part of a vertex that they evaluate. All
//     climbs are instances of one template over the scalar type, so their operations can be counted.
// Frame: the box is in the frame that the pose maps to. Real: double, or a type that counts its operations.
// Invariants: every method gives the same bits as climb_bounds. Climbs do not cross plateaus, because generic
//     polytopes have none.
// Source: [Cohen 1995] section 4.1. Oracle: climb_bounds, in every frame of the experiment.
#pragma once

#include "bench/experiments/box_tree/counting_scalar.hpp"
#include "collision/geometry/polytope/extremal_vertices.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace boxwood {

// The part of a vertex that is evaluated. With `cached_`, the values are cached for the rest of the frame.
enum class Look : std::uint8_t { coordinate, cached_coordinate, vertex, cached_vertex };
inline constexpr std::array<std::string_view, 5> kWayNames{
    "one coordinate", "one coordinate, kept", "whole vertex", "whole vertex, kept", "all vertices"};
inline constexpr std::size_t kWays = kWayNames.size(), kAllVertices = 4;

template <Look kLook, class Real>
class PosedVertices {
  public:
    explicit PosedVertices(const Polytope& polytope)
        : positions_(polytope.positions())
        , cached_(positions_.size())
        , stamps_(positions_.size()) {}

    void move_to(const Pose& pose) {
        for (glm::length_t axis = 0; axis < 3; ++axis)
            rows_[static_cast<std::size_t>(axis)] = {pose.linear[0][axis], pose.linear[1][axis],
                                                     pose.linear[2][axis], pose.origin[axis]};
        ++frame_;
    }
    Real coordinate(std::uint32_t vertex, std::size_t axis) {
        if constexpr (kLook == Look::coordinate) {
            return evaluate(vertex, axis);
        } else if constexpr (kLook == Look::cached_coordinate) {
            if (std::exchange(stamps_[vertex][axis], frame_) != frame_)
                cached_[vertex][axis] = evaluate(vertex, axis);
        } else {
            if (kLook == Look::vertex || std::exchange(stamps_[vertex][0], frame_) != frame_)
                for (std::size_t k = 0; k < 3; ++k) cached_[vertex][k] = evaluate(vertex, k);
        }
        return cached_[vertex][axis];
    }

  private:
    // Performs the operations in the same order as pose * p.
    Real evaluate(std::uint32_t vertex, std::size_t axis) const {
        const glm::vec3& p = positions_[vertex];
        const std::array<Real, 4>& row = rows_[axis];
        return ((row[0] * Real(p.x) + row[1] * Real(p.y)) + row[2] * Real(p.z)) + row[3];
    }
    std::span<const glm::vec3> positions_;
    std::array<std::array<Real, 4>, 3> rows_;
    std::vector<std::array<Real, 3>> cached_;
    std::vector<std::array<std::uint32_t, 3>> stamps_; // frame in which the value was cached
    std::uint32_t frame_ = 0;
};

// Climbs to the highest vertex, or down to the lowest, by moving to the best neighbor as long as this improves the
// coordinate. Returns the coordinate of that vertex.
template <class Vertices>
auto climb_one(const Polytope& polytope, Vertices& io_vertices, std::size_t axis, bool is_upward,
               std::uint32_t& io_vertex) {
    const auto height = [&](std::uint32_t vertex) {
        const auto coordinate = io_vertices.coordinate(vertex, axis);
        return is_upward ? coordinate : -coordinate;
    };
    auto best = height(io_vertex);
    for (bool has_moved = true; has_moved;) {
        has_moved = false;
        const std::span<const std::uint32_t> neighbors = polytope.vertex_neighbors(io_vertex);
        for (const std::uint32_t neighbor : neighbors)
            if (const auto other = height(neighbor); other > best) {
                best = other;
                io_vertex = neighbor;
                has_moved = true;
            }
    }
    return is_upward ? best : -best;
}

inline double plain(double number) {
    return number;
}
inline double plain(counted::CountingScalar<double> number) {
    return number.value;
}

template <class Vertices>
CoordinateBounds climb_box(const Polytope& polytope, Vertices& io_vertices, ExtremalVertices& io_cache) {
    CoordinateBounds bounds;
    for (std::size_t k = 0; k < io_cache.vertex.size(); ++k) {
        const bool is_upward = k % 2 != 0;
        const auto end = climb_one(polytope, io_vertices, k / 2, is_upward, io_cache.vertex[k]);
        (is_upward ? bounds.upper : bounds.lower)[static_cast<glm::length_t>(k / 2)] = plain(end);
    }
    return bounds;
}

template <class Vertices>
CoordinateBounds scan_box(const Polytope& polytope, Vertices& io_vertices, ExtremalVertices&) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    CoordinateBounds bounds{glm::dvec3(kInfinity), glm::dvec3(-kInfinity)};
    for (std::uint32_t vertex = 0; vertex < polytope.positions().size(); ++vertex)
        for (glm::length_t axis = 0; axis < 3; ++axis) {
            const double at = plain(io_vertices.coordinate(vertex, static_cast<std::size_t>(axis)));
            bounds.lower[axis] = std::min(bounds.lower[axis], at);
            bounds.upper[axis] = std::max(bounds.upper[axis], at);
        }
    return bounds;
}

// Calls use(way, make_box, vertices) for each method, with the scalar type Real.
template <class Real, class Use>
void for_each_way(const Polytope& polytope, Use&& use) {
    const auto with = [&]<Look kLook>(std::size_t way, auto make_box) {
        PosedVertices<kLook, Real> vertices(polytope);
        use(way, make_box, vertices);
    };
    const auto climbing = [](auto&&... given) { return climb_box(given...); };
    with.template operator()<Look::coordinate>(0, climbing);
    with.template operator()<Look::cached_coordinate>(1, climbing);
    with.template operator()<Look::vertex>(2, climbing);
    with.template operator()<Look::cached_vertex>(3, climbing);
    with.template operator()<Look::cached_vertex>(kAllVertices,
                                                  [](auto&&... given) { return scan_box(given...); });
}

} // namespace boxwood
