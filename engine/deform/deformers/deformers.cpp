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

// A frame at the center of the mesh whose x runs along a chosen axis.
class AxisFrame {
  public:
    AxisFrame(const RestMesh& rest, int axis, int across)
        : center_(rest.center)
        , axes_(axis, across, 3 - axis - across) {}

    // x along the axis, y across, z along the third.
    glm::dvec3 take(const glm::vec3& p) const {
        const glm::dvec3 d = glm::dvec3(p) - center_;
        return {d[axes_.x], d[axes_.y], d[axes_.z]};
    }
    glm::vec3 put(const glm::dvec3& q) const {
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
    constexpr double kStraight = 1e-9; // radians; below it the arc's radius is numerically meaningless
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 q = frame.take(rest.mesh.positions[input.first + i]);
        if (angle < kStraight || !(half > 0.0)) {
            out_positions[i] = rest.mesh.positions[input.first + i];
            continue;
        }
        // The axis keeps its length: an arc of `angle` about a center at this height.
        const double radius = 2.0 * half / angle, turn = q.x / radius;
        out_positions[i] =
            frame.put({(radius - q.y) * std::sin(turn), radius - (radius - q.y) * std::cos(turn), q.z});
    }
}

// The neighbourhood of one vertex, chosen by the seed, grows away from the mesh's center.
void deform_inflate(const DeformInput& input, std::span<glm::vec3> out_positions) {
    constexpr double kReach = 0.25; // in radii of the mesh
    const RestMesh& rest = input.rest;
    const std::vector<glm::vec3>& positions = rest.mesh.positions;
    const glm::dvec3 feature(positions[input.seed * 7919 % positions.size()]);
    const double reach = kReach * rest.radius;
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 p(positions[input.first + i]);
        const double share = glm::length(p - feature) / reach;
        const double near = share < 1.0 ? (1.0 - share * share) * (1.0 - share * share) : 0.0;
        const glm::dvec3 base = rest.center + 0.5 * (feature - rest.center);
        out_positions[i] = glm::vec3(p + input.amplitude * near * (p - base));
    }
}

void deform_noise(const DeformInput& input, std::span<glm::vec3> out_positions) {
    constexpr double kDetail = 4.0; // lattice points of the field per radius
    constexpr double kDrift = 0.5;  // radius of the field's circular path per period, in lattice steps
    const RestMesh& rest = input.rest;
    const double phase = 2.0 * std::numbers::pi * input.time;
    const glm::dvec3 drift(kDrift * std::cos(phase), kDrift * std::sin(phase), 0.0);
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 p(rest.mesh.positions[input.first + i]);
        const glm::dvec3 place = (p - rest.center) * (kDetail / rest.radius) + drift;
        glm::dvec3 push;
        for (int axis = 0; axis < 3; ++axis)
            push[axis] = value_noise(place, mix_seed(input.seed, static_cast<std::uint64_t>(axis)));
        out_positions[i] = glm::vec3(p + input.amplitude * rest.radius * push);
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
        const glm::dvec3 q = frame.take(rest.mesh.positions[input.first + i]);
        const double share = std::sqrt(q.y * q.y + q.z * q.z) / rest.radius; // 0 at the axis, 1 at the rim
        const double calm = share < 1.0 ? 1.0 - share : 0.0;
        const double turn = angle * calm * calm, c = std::cos(turn), s = std::sin(turn);
        out_positions[i] = frame.put({q.x, c * q.y - s * q.z, s * q.y + c * q.z});
    }
}

void deform_taper(const DeformInput& input, std::span<glm::vec3> out_positions) {
    const RestMesh& rest = input.rest;
    const AxisFrame frame = long_frame(rest);
    const double half = rest.half[rest.long_axis] > 0.0 ? rest.half[rest.long_axis] : 1.0;
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 q = frame.take(rest.mesh.positions[input.first + i]);
        const double scale = 1.0 + input.amplitude * q.x / half;
        out_positions[i] = frame.put({q.x, scale * q.y, scale * q.z});
    }
}

// A triangle's direction and distance come from its own random stream, independent of the others.
void deform_tear(const DeformInput& input, std::span<glm::vec3> out_positions) {
    const RestMesh& rest = input.rest;
    for (std::size_t t = 0; t < rest.mesh.triangles.size(); ++t) {
        const auto number = [&](std::uint64_t k) {
            const std::uint64_t bits = mix_seed(mix_seed(input.seed, t), k);
            return 2.0 * (static_cast<double>(bits >> 11) * 0x1p-53) - 1.0;
        };
        const glm::dvec3 push = input.amplitude * rest.radius * glm::dvec3(number(0), number(1), number(2));
        for (const std::uint32_t vertex : rest.mesh.triangles[t])
            out_positions[vertex] = glm::vec3(glm::dvec3(rest.mesh.positions[vertex]) + push);
    }
}

void deform_twist(const DeformInput& input, std::span<glm::vec3> out_positions) {
    const RestMesh& rest = input.rest;
    const AxisFrame frame = long_frame(rest);
    const double half = rest.half[rest.long_axis] > 0.0 ? rest.half[rest.long_axis] : 1.0;
    const double angle = input.amplitude * std::numbers::pi / 180.0;
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 q = frame.take(rest.mesh.positions[input.first + i]);
        const double turn = 0.5 * angle * q.x / half, c = std::cos(turn), s = std::sin(turn);
        out_positions[i] = frame.put({q.x, c * q.y - s * q.z, s * q.y + c * q.z});
    }
}

void deform_wave(const DeformInput& input, std::span<glm::vec3> out_positions) {
    constexpr double kWaves = 3.0; // along the axis
    const RestMesh& rest = input.rest;
    const AxisFrame frame = long_frame(rest);
    const double half = rest.half[rest.long_axis] > 0.0 ? rest.half[rest.long_axis] : 1.0;
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 q = frame.take(rest.mesh.positions[input.first + i]);
        const double phase = 2.0 * std::numbers::pi * (0.5 * kWaves * q.x / half - input.time);
        out_positions[i] = frame.put({q.x, q.y + input.amplitude * rest.radius * std::sin(phase), q.z});
    }
}

} // namespace boxwood
