// What: performs the test of box_relation.hpp on four pairs of boxes at once. Lane k of every vector is for pair k.
// Frame, Invariants, Source: as in box_relation.hpp. Performs the operations of the single test in the same order, so
//     it finds the same axis for each pair.
// Cost: half the time of four single tests; no branches.
// Oracle: find_separating_axis (tests/collision/volumes/box_packet_test.cpp).
#pragma once

#include "collision/volumes/box/box_relation.hpp"

#include <array>

namespace boxwood {

// One vector of each of four pairs: lane k of x, y and z belongs to pair k. For one pair, the templates of
// box_relation.hpp use Float4 instead, with x, y and z in its lanes.
struct Packet {
    Float4 x, y, z;
};
inline Packet operator+(const Packet& a, const Packet& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Packet operator-(const Packet& a, const Packet& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Packet operator*(const Packet& a, const Packet& b) {
    return {a.x * b.x, a.y * b.y, a.z * b.z};
}
inline Packet abs(const Packet& a) {
    return {abs(a.x), abs(a.y), abs(a.z)};
}
template <int I>
const Float4& component(const Packet& a) {
    return I == 0 ? a.x : I == 1 ? a.y : a.z;
}
template <int I>
Packet broadcast(const Packet& a) {
    return {component<I>(a), component<I>(a), component<I>(a)};
}
template <int I0, int I1, int I2, int>
Packet shuffle(const Packet& a) {
    return {component<I0>(a), component<I1>(a), component<I2>(a)};
}

class BoxPacketRelation {
  public:
    static constexpr std::size_t kPairs = 4;
    using Boxes = std::array<const Aabb*, kPairs>;

    explicit BoxPacketRelation(const BoxRelation& relation);

    // Returns the result of find_separating_axis for each pair.
    std::array<int, kPairs> find_separating_axes(const Boxes& a, const Boxes& b) const;

  private:
    static LanesOfBox<Packet> load(const Boxes& boxes);

    ObbAxes<Packet> axes_;
};

namespace detail {

inline Packet spread(Float4 lanes) {
    return {broadcast<0>(lanes), broadcast<1>(lanes), broadcast<2>(lanes)};
}
inline std::array<Packet, 3> spread(const std::array<Float4, 3>& lanes) {
    return {spread(lanes[0]), spread(lanes[1]), spread(lanes[2])};
}

// Finds the first separating axis of each lane. Earlier axes have larger weights, so the class stores, for each lane,
// the maximum weight of the separating axes added so far.
class FirstSeparatingAxis {
  public:
    void add(const Sat15Axis<Packet>& axes) {
        add(axes.distance.x, axes.radii.x);
        add(axes.distance.y, axes.radii.y);
        add(axes.distance.z, axes.radii.z);
    }
    std::array<int, 4> axes() const {
        std::array<float, 4> weights;
        store4(best_, weights.data());
        std::array<int, 4> found;
        for (std::size_t i = 0; i < 4; ++i) found[i] = kWeights - static_cast<int>(weights[i]);
        for (int& axis : found) axis = axis == kWeights ? -1 : axis;
        return found;
    }

  private:
    static constexpr int kWeights = 15; // weight of the first axis; the last axis has 1; 0: none separates
    void add(Float4 distance, Float4 radii) {
        const auto weight = static_cast<float>(kWeights - tried_++);
        best_ = max(best_, keep_where_greater(distance, radii, make_float4(weight, weight, weight, weight)));
    }
    Float4 best_;
    int tried_ = 0;
};

} // namespace detail

inline BoxPacketRelation::BoxPacketRelation(const BoxRelation& r) {
    using detail::spread;
    axes_.twice_t = spread(r.twice_t);
    axes_.error_bound_a = spread(r.error_bound_a);
    axes_.m_column = spread(r.m_column);
    axes_.abs_m_column = spread(r.abs_m_column);
    axes_.n_column = spread(r.n_column);
    axes_.abs_n_column = spread(r.abs_n_column);
    axes_.m_row = spread(r.m_row);
    axes_.abs_m_row = spread(r.abs_m_row);
    axes_.cofactor_next = spread(r.cofactor_next);
    axes_.cofactor_previous = spread(r.cofactor_previous);
    axes_.test = r.test;
}

inline LanesOfBox<Packet> BoxPacketRelation::load(const Boxes& boxes) {
    std::array<Float4, 4> head, tail; // lower.x lower.y lower.z upper.x; and lower.z upper.x upper.y upper.z
    for (std::size_t i = 0; i < kPairs; ++i) {
        const float* floats = reinterpret_cast<const float*>(boxes[i]);
        head[i] = load4(floats);
        tail[i] = load4(floats + 2);
    }
    transpose4(head);
    transpose4(tail);
    return {{head[0], head[1], head[2]}, {tail[1], tail[2], tail[3]}};
}

inline std::array<int, 4> BoxPacketRelation::find_separating_axes(const Boxes& a, const Boxes& b) const {
    using namespace detail;
    const RelativeBoxes<Packet> boxes = relate<Packet>(load(a), load(b), axes_);
    FirstSeparatingAxis first;
    first.add(project_on_a(boxes, axes_));
    if (axes_.test != OverlapTest::aabb_of_obb) first.add(project_on_b(boxes, axes_));
    if (axes_.test == OverlapTest::sat) {
        first.add(project_on_cross<0>(boxes, axes_));
        first.add(project_on_cross<1>(boxes, axes_));
        first.add(project_on_cross<2>(boxes, axes_));
    }
    return first.axes();
}

} // namespace boxwood
