// What: the axis-aligned bounding box. box_relation.hpp tests boxes in different frames.
// Frame: the box is in the frame of the points that it was fitted to.
// Invariants: lower <= upper componentwise, except for the empty box (lower = +inf, upper = -inf).
// Degenerate input: a point or a flat box is a valid box; touching boxes overlap.
// Cost: 24 bytes.
// Source: [van den Bergen 1997] section 2; RTR 16.13.
// Oracle: tests/collision/volumes/aabb_test.cpp: std::nextafter for rounding, known boxes otherwise.
#pragma once

#include "collision/core/numbers/nearest_float.hpp"
#include "collision/core/simd/float4.hpp"
#include "collision/geometry/triangle.hpp"
#include "collision/volumes/volume.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include <glm/common.hpp>

namespace boxwood {

struct BoxRelation;

struct Aabb {
    static constexpr std::string_view kName = "aabb";
    static constexpr std::array<std::string_view, 15> kAxisNames{"A0",    "A1",    "A2",    "B0",    "B1",
                                                                 "B2",    "A0×B0", "A0×B1", "A0×B2", "A1×B0",
                                                                 "A1×B1", "A1×B2", "A2×B0", "A2×B1", "A2×B2"};
    static constexpr bool kMergeIsTight = true;
    using Relation = BoxRelation;

    glm::vec3 lower{std::numeric_limits<float>::infinity()};
    glm::vec3 upper{-std::numeric_limits<float>::infinity()};

    glm::vec3 center() const { return 0.5f * (lower + upper); }
    glm::vec3 half() const { return 0.5f * (upper - lower); }
    bool is_empty() const { return !(lower.x <= upper.x && lower.y <= upper.y && lower.z <= upper.z); }
    friend bool operator==(const Aabb&, const Aabb&) = default;

    // Returns the empty box if there are no points.
    static Aabb fit(std::span<const glm::vec3> points);
    static Aabb fit(const MeshView& mesh, std::span<const std::uint32_t> triangles);
    // Defined in box_relation.hpp.
    static BoxRelation make_relation(const Pose& world_from_a, const Pose& world_from_b, const Aabb& root_a,
                                     const Aabb& root_b, OverlapTest test);

    bool contains(const glm::vec3& p) const;
    bool contains(const Aabb& inner) const; // false if inner is empty
    Aabb bounds() const { return *this; }

    glm::vec3 extent() const { return glm::max(upper - lower, glm::vec3(0.0f)); } // 0 if empty
    float volume() const;
    float half_area() const;
    float longest_side() const;

    // Calls line(from, to) for each of the 12 edges.
    template <class LineSink>
    void outline(LineSink&& line) const;
};

// Requires boxes in the same frame. Boxes are closed: touching boxes overlap.
inline bool overlap(const Aabb& a, const Aabb& b) {
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y && a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}

// The lower and upper corner of a box, with x, y and z in the lanes of a vector.
template <class Lanes>
struct LanesOfBox {
    Lanes lower, upper;
};
using BoxLanes = LanesOfBox<Float4>;
inline BoxLanes load_lanes(const Aabb& box) {
    static_assert(sizeof(Aabb) == 6 * sizeof(float), "boxes are read and written as six consecutive floats");
    const float* floats = reinterpret_cast<const float*>(&box);
    return {load4(floats), shuffle<1, 2, 3, 3>(load4(floats + 2))};
}
inline Aabb make_aabb(const BoxLanes& lanes) {
    std::array<float, 6> ends;
    store_pair(lanes.lower, lanes.upper, ends.data());
    return std::bit_cast<Aabb>(ends);
}

// Accumulates the bounding box of points and boxes. Processes four lanes at a time and keeps the result in registers.
class BoxFitter {
  public:
    void add(const BoxLanes& box) { lanes_ = {min(lanes_.lower, box.lower), max(lanes_.upper, box.upper)}; }
    void add(const glm::vec3& p) {
        const Float4 point = load3(&p.x);
        lanes_ = {min(lanes_.lower, point), max(lanes_.upper, point)};
    }
    Aabb box() const { return make_aabb(lanes_); }
    const BoxLanes& lanes() const { return lanes_; }

  private:
    static constexpr float kInfinity = std::numeric_limits<float>::infinity();
    BoxLanes lanes_{make_float4(kInfinity, kInfinity, kInfinity),
                    make_float4(-kInfinity, -kInfinity, -kInfinity)};
};

// Stores four floats and then two, as make_aabb does. Loads of a box that was just written are then store-forwarded
// without a stall.
inline Aabb merge(const Aabb& a, const Aabb& b) {
    const float *x = reinterpret_cast<const float*>(&a), *y = reinterpret_cast<const float*>(&b);
    const Float4 first_x = load4(x), first_y = load4(y); // lower x y z, upper x
    const Float4 low = min(first_x, first_y), high = max(first_x, first_y);
    std::array<float, 6> ends;
    store4(shuffle<0, 1, 0, 2>(low, shuffle<2, 2, 3, 3>(low, high)), ends.data());
    store2(max(load2(x + 4), load2(y + 4)), ends.data() + 4);
    return std::bit_cast<Aabb>(ends);
}

inline Aabb Aabb::fit(std::span<const glm::vec3> points) {
    BoxFitter fitter;
    for (const glm::vec3& p : points) fitter.add(p);
    return fitter.box();
}

inline Aabb Aabb::fit(const MeshView& mesh, std::span<const std::uint32_t> triangles) {
    BoxFitter fitter;
    for (const std::uint32_t triangle : triangles)
        for (const std::uint32_t vertex : mesh.triangles[triangle]) fitter.add(mesh.positions[vertex]);
    return fitter.box();
}

inline bool Aabb::contains(const glm::vec3& p) const {
    return lower.x <= p.x && p.x <= upper.x && lower.y <= p.y && p.y <= upper.y && lower.z <= p.z &&
           p.z <= upper.z;
}
inline bool Aabb::contains(const Aabb& inner) const {
    return contains(inner.lower) && contains(inner.upper);
}

inline float Aabb::volume() const {
    const glm::vec3 e = extent();
    return e.x * e.y * e.z;
}
inline float Aabb::half_area() const {
    const glm::vec3 e = extent();
    return e.x * e.y + e.y * e.z + e.z * e.x;
}
inline float Aabb::longest_side() const {
    const glm::vec3 e = extent();
    return std::max(e.x, std::max(e.y, e.z));
}

template <class LineSink>
void Aabb::outline(LineSink&& line) const {
    const auto corner = [this](int bits) {
        return glm::vec3((bits & 1) ? upper.x : lower.x, (bits & 2) ? upper.y : lower.y,
                         (bits & 4) ? upper.z : lower.z);
    };
    for (int bits = 0; bits < 8; ++bits)
        for (int axis_bit = 1; axis_bit < 8; axis_bit *= 2)
            if ((bits & axis_bit) == 0) line(corner(bits), corner(bits | axis_bit));
}

// If `wanted`, returns the next float above `value` (is_upwards) or below it; otherwise returns `value`. Requires that
// the adjacent float exists and has the same sign. Works on bit patterns, which order floats of the same sign by
// magnitude. This avoids a call of std::nextafter, and a branch that would be unpredictable for bounds.
inline float step_if(bool wanted, float value, bool is_upwards) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t is_toward_zero = (bits >> 31) ^ static_cast<std::uint32_t>(!is_upwards);
    return std::bit_cast<float>(bits + static_cast<std::uint32_t>(wanted) * (1u - 2u * is_toward_zero));
}

// round_down returns the largest float that is not above `value`, round_up the smallest float that is not below it.
// Volumes round their bounds with these functions. The functions test the sign of a difference because compilers turn
// comparisons into branches.
inline float round_down(double value) {
    const float nearest = nearest_float(value);
    return step_if(std::signbit(value - static_cast<double>(nearest)), nearest, false);
}
inline float round_up(double value) {
    const float nearest = nearest_float(value);
    return step_if(std::signbit(static_cast<double>(nearest) - value), nearest, true);
}

} // namespace boxwood
