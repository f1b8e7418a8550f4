// What: counts the operations of one step of the BoxTree's incremental overlap tests, by instantiating the production
//     code with counting numbers. Counts only operations on the interval ends that a step changes, and ignores the
//     other SIMD lanes.
// Units: operations per pair of children, that is, one child of each box.
// Source: [Zachmann 2002] section 5.
#pragma once

#include "bench/experiments/box_tree/counting_scalar.hpp"
#include "collision/volumes/aabb.hpp"
#include "collision/volumes/box/incremental_box_sat.hpp"

#include <glm/gtc/quaternion.hpp>

namespace boxwood::counted {

// The number of calls of lane operators, which equals the number of SIMD operations. It does not depend on which
// lanes a step changes.
inline thread_local std::uint64_t vector_operations_so_far = 0;

// Lanes with a mask of the lanes that a step changes. A weight of 0 costs no operation, and a weight of 1 needs no
// product. In place of Float4, these lanes count the operations of a machine without SIMD.
struct ChangedLanes {
    using Scalar = CountingScalar<float>;
    std::array<Scalar, 4> lanes{0.0f, 0.0f, 0.0f, 0.0f};
    std::array<bool, 4> is_changed{};

    friend ChangedLanes operator*(const ChangedLanes& weights, const ChangedLanes& move) {
        ++vector_operations_so_far;
        ChangedLanes product;
        for (std::size_t i = 0; i < 4; ++i) {
            const float weight = weights.lanes[i].value;
            product.is_changed[i] = weight != 0.0f;
            if (weight == 1.0f)
                product.lanes[i] = move.lanes[i];
            else if (weight != 0.0f)
                product.lanes[i] = weights.lanes[i] * move.lanes[i];
        }
        return product;
    }
    friend ChangedLanes operator-(const ChangedLanes& x, const ChangedLanes& product) {
        ++vector_operations_so_far;
        ChangedLanes result = x;
        result.is_changed = product.is_changed;
        for (std::size_t i = 0; i < 4; ++i)
            if (product.is_changed[i]) result.lanes[i] = x.lanes[i] - product.lanes[i];
        return result;
    }
    friend unsigned find_greater(const ChangedLanes& x, const ChangedLanes& y) {
        ++vector_operations_so_far;
        unsigned bits = 0;
        for (std::size_t i = 0; i < 4; ++i)
            if (y.is_changed[i] && x.lanes[i] > y.lanes[i]) bits |= 1u << i;
        return bits;
    }
};

template <std::size_t kVectors>
std::array<ChangedLanes, kVectors> lanes_of(const std::array<Float4, kVectors>& vectors) {
    std::array<ChangedLanes, kVectors> result;
    for (std::size_t i = 0; i < kVectors; ++i) {
        std::array<float, 4> lanes{};
        store4(vectors[i], lanes.data());
        for (std::size_t k = 0; k < 4; ++k) result[i].lanes[k] = lanes[k];
    }
    return result;
}

// The steps for two nearly concentric boxes without parallel axes.
template <OverlapTest kTest>
IncrementalBoxSat<kTest> make_rotated_steps() {
    constexpr std::uint32_t kDepth = 20;
    const Aabb box{glm::vec3(-1.0f), glm::vec3(1.0f)};
    const Pose rotated = make_pose({glm::angleAxis(0.7, glm::normalize(glm::dvec3(1, 2, 3))),
                                    glm::dvec3(0.1, 0.2, 0.3), glm::dvec3(1.0)});
    return make_incremental_box_sat<kTest>(make_box_relation(Pose{}, rotated, box, box, kTest), {box, kDepth},
                                           {box, kDepth});
}
inline ChangedLanes make_changed_move() {
    ChangedLanes move;
    move.lanes.fill(0.01f);
    return move;
}

// Counts the operations for a pair of children, one of each box. The counts are meant for children that overlap; if a
// step separates them, returns zero counts.
template <OverlapTest kTest>
Operations count_step(int axis_a, int axis_b) {
    const IncrementalBoxSat<kTest> steps = make_rotated_steps<kTest>();
    const ChangedLanes move = make_changed_move();
    auto before = lanes_of(steps.root), between = before, after = before;
    const auto of_a = lanes_of(steps.weights[0][static_cast<std::size_t>(axis_a)][0]),
               of_b = lanes_of(steps.weights[1][static_cast<std::size_t>(axis_b)][1]);
    using Counting = IncrementalBoxSat<kTest, ChangedLanes>;
    bool is_separated = false;
    const Operations spent = count_operations([&] {
        is_separated = Counting::step(before, of_a, move, between) >= 0;
        is_separated = Counting::step(between, of_b, move, after) >= 0 || is_separated;
    });
    return is_separated ? Operations{} : spent;
}
template <OverlapTest kTest>
std::uint64_t count_step_flops(int axis_a, int axis_b) {
    return count_step<kTest>(axis_a, axis_b).flops();
}

// For a step of one child, of A or of B, counts the operations that do not depend on the other child.
template <OverlapTest kTest>
Operations count_work(bool is_of_a, int axis) {
    const IncrementalBoxSat<kTest> steps = make_rotated_steps<kTest>();
    const ChangedLanes move = make_changed_move();
    const auto weights =
        lanes_of(steps.weights[is_of_a ? 0 : 1][static_cast<std::size_t>(axis)][is_of_a ? 0 : 1]);
    return count_operations([&] { (void)IncrementalBoxSat<kTest, ChangedLanes>::scaled(weights, move); });
}

} // namespace boxwood::counted
