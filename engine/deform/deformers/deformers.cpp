#include "engine/deform/deformers/deformer.hpp"
#include "engine/deform/rest_mesh.hpp"
#include "engine/meshes/generate/noise.hpp"
#include "engine/meshes/generate/random.hpp"

#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace boxwood {
namespace {

// A frame with its origin at the center of the mesh and its x axis along a chosen axis of the mesh.
class AxisFrame {
  public:
    AxisFrame(const RestMesh& rest, int axis, int across)
        : center_(rest.center)
        , axes_(axis, across, 3 - axis - across) {}

    // Coordinates in this frame: x along the chosen axis, y along `across`, z along the third axis.
    glm::dvec3 to_frame(const glm::vec3& p) const {
        const glm::dvec3 d = glm::dvec3(p) - center_;
        return {d[axes_.x], d[axes_.y], d[axes_.z]};
    }
    glm::vec3 from_frame(const glm::dvec3& q) const {
        glm::dvec3 d;
        d[axes_.x] = q.x;
        d[axes_.y] = q.y;
        d[axes_.z] = q.z;
        return glm::vec3(center_ + d);
    }

  private:
    glm::dvec3 center_;
    glm::ivec3 axes_;
};

inline AxisFrame long_frame(const RestMesh& rest) {
    return {rest, rest.long_axis, rest.short_axis};
}

} // namespace

void deform_bend(const DeformInput& input, std::span<glm::vec3> out_positions) {
    const RestMesh& rest = input.rest;
    const AxisFrame frame = long_frame(rest);
    const double half = rest.half[rest.long_axis];
    const double angle = input.amplitude * std::numbers::pi / 180.0;
    constexpr double kMinAngle = 1e-9; // radians; for smaller angles, the radius of the arc is not computable
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 q = frame.to_frame(rest.mesh.positions[input.first + i]);
        if (angle < kMinAngle || !(half > 0.0)) {
            out_positions[i] = rest.mesh.positions[input.first + i];
            continue;
        }
        // The axis becomes an arc of the same length that spans `angle`.
        const double radius = 2.0 * half / angle, local_angle = q.x / radius;
        out_positions[i] = frame.from_frame(
            {(radius - q.y) * std::sin(local_angle), radius - (radius - q.y) * std::cos(local_angle), q.z});
    }
}

// Enlarges the neighborhood of one vertex, which the seed selects, away from the mesh's center.
void deform_inflate(const DeformInput& input, std::span<glm::vec3> out_positions) {
    constexpr double kReach = 0.25; // in radii of the mesh
    const RestMesh& rest = input.rest;
    const std::vector<glm::vec3>& positions = rest.mesh.positions;
    const glm::dvec3 feature(positions[input.seed * 7919 % positions.size()]);
    const double reach = kReach * rest.radius;
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 p(positions[input.first + i]);
        const double distance = glm::length(p - feature) / reach;
        const double weight =
            distance < 1.0 ? (1.0 - distance * distance) * (1.0 - distance * distance) : 0.0;
        const glm::dvec3 base = rest.center + 0.5 * (feature - rest.center);
        out_positions[i] = glm::vec3(p + input.amplitude * weight * (p - base));
    }
}

void deform_noise(const DeformInput& input, std::span<glm::vec3> out_positions) {
    constexpr double kDetail = 4.0; // lattice points of the field per radius
    constexpr double kDrift = 0.5;  // radius of the circle along which the field moves, in lattice steps
    const RestMesh& rest = input.rest;
    const double phase = 2.0 * std::numbers::pi * input.time;
    const glm::dvec3 drift(kDrift * std::cos(phase), kDrift * std::sin(phase), 0.0);
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 p(rest.mesh.positions[input.first + i]);
        const glm::dvec3 lattice_position = (p - rest.center) * (kDetail / rest.radius) + drift;
        glm::dvec3 displacement;
        for (int axis = 0; axis < 3; ++axis)
            displacement[axis] =
                value_noise(lattice_position, mix_seed(input.seed, static_cast<std::uint64_t>(axis)));
        out_positions[i] = glm::vec3(p + input.amplitude * rest.radius * displacement);
    }
}

namespace {

std::vector<std::uint32_t> make_permutation(std::size_t count, std::uint64_t seed) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    Random random(seed);
    for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    return order;
}

} // namespace

void deform_permute(const DeformInput& input, std::span<glm::vec3> out_positions) {
    const std::vector<glm::vec3>& from = input.rest.mesh.positions;
    const std::vector<std::uint32_t> to = make_permutation(from.size(), input.seed);
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 p(from[i]);
        out_positions[i] = glm::vec3(p + input.amplitude * (glm::dvec3(from[to[i]]) - p));
    }
}

void deform_swirl(const DeformInput& input, std::span<glm::vec3> out_positions) {
    const RestMesh& rest = input.rest;
    const AxisFrame frame(rest, rest.short_axis, rest.long_axis);
    const double angle = input.amplitude * std::numbers::pi / 180.0;
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 q = frame.to_frame(rest.mesh.positions[input.first + i]);
        const double distance = std::sqrt(q.y * q.y + q.z * q.z) / rest.radius; // from the axis, in radii
        const double weight = distance < 1.0 ? 1.0 - distance : 0.0;
        const double local_angle = angle * weight * weight, c = std::cos(local_angle),
                     s = std::sin(local_angle);
        out_positions[i] = frame.from_frame({q.x, c * q.y - s * q.z, s * q.y + c * q.z});
    }
}

void deform_taper(const DeformInput& input, std::span<glm::vec3> out_positions) {
    const RestMesh& rest = input.rest;
    const AxisFrame frame = long_frame(rest);
    const double half = rest.half[rest.long_axis] > 0.0 ? rest.half[rest.long_axis] : 1.0;
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 q = frame.to_frame(rest.mesh.positions[input.first + i]);
        const double scale = 1.0 + input.amplitude * q.x / half;
        out_positions[i] = frame.from_frame({q.x, scale * q.y, scale * q.z});
    }
}

// The direction and distance of each triangle come from its own random stream, so they do not depend on other
// triangles.
void deform_tear(const DeformInput& input, std::span<glm::vec3> out_positions) {
    const RestMesh& rest = input.rest;
    for (std::size_t t = 0; t < rest.mesh.triangles.size(); ++t) {
        const auto random_number = [&](std::uint64_t k) {
            const std::uint64_t bits = mix_seed(mix_seed(input.seed, t), k);
            return 2.0 * (static_cast<double>(bits >> 11) * 0x1p-53) - 1.0;
        };
        const glm::dvec3 displacement =
            input.amplitude * rest.radius * glm::dvec3(random_number(0), random_number(1), random_number(2));
        for (const std::uint32_t vertex : rest.mesh.triangles[t])
            out_positions[vertex] = glm::vec3(glm::dvec3(rest.mesh.positions[vertex]) + displacement);
    }
}

void deform_twist(const DeformInput& input, std::span<glm::vec3> out_positions) {
    const RestMesh& rest = input.rest;
    const AxisFrame frame = long_frame(rest);
    const double half = rest.half[rest.long_axis] > 0.0 ? rest.half[rest.long_axis] : 1.0;
    const double angle = input.amplitude * std::numbers::pi / 180.0;
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 q = frame.to_frame(rest.mesh.positions[input.first + i]);
        const double local_angle = 0.5 * angle * q.x / half, c = std::cos(local_angle),
                     s = std::sin(local_angle);
        out_positions[i] = frame.from_frame({q.x, c * q.y - s * q.z, s * q.y + c * q.z});
    }
}

void deform_wave(const DeformInput& input, std::span<glm::vec3> out_positions) {
    constexpr double kWaves = 3.0; // along the axis
    const RestMesh& rest = input.rest;
    const AxisFrame frame = long_frame(rest);
    const double half = rest.half[rest.long_axis] > 0.0 ? rest.half[rest.long_axis] : 1.0;
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 q = frame.to_frame(rest.mesh.positions[input.first + i]);
        const double phase = 2.0 * std::numbers::pi * (0.5 * kWaves * q.x / half - input.time);
        out_positions[i] =
            frame.from_frame({q.x, q.y + input.amplitude * rest.radius * std::sin(phase), q.z});
    }
}

} // namespace boxwood
