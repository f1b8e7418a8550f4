// What: computes how far a side of a BoxTree node can move, in the float arithmetic of the descent.
// Invariants: the derived box contains the tight box, bit for bit.
// Source: [Zachmann 2002] section 4.
#pragma once

#include "collision/hierarchy/box_tree/box_tree.hpp"

#include <cmath>

namespace boxwood {

// Returns how far a side can move inwards from `outer` without passing `inner`; 0 for NaN. `direction` is 1 for a lower
// side and -1 for an upper side. The result is up to a few ulps below the distance, because the distance and the moved
// side are rounded.
inline float find_move(float outer, float inner, float direction) {
    float move = direction * (inner - outer);
    while (move > 0.0f && direction * (inner - (outer + direction * move)) < 0.0f)
        move = std::nextafterf(move, 0.0f);
    return std::fmax(move, 0.0f);
}

// Sets the move that cuts off the largest fraction of the parent's box, and returns this fraction.
inline float set_best_move(const Aabb& parent, const Aabb& tight, BoxTreeNode& io_node) {
    const glm::vec3 extent = parent.extent();
    float best_cut = -1.0f;
    for (unsigned axis = 0; axis < 3; ++axis) {
        const auto k = static_cast<glm::length_t>(axis);
        const float moves[2] = {find_move(parent.upper[k], tight.upper[k], -1.0f),
                                find_move(parent.lower[k], tight.lower[k], 1.0f)};
        for (const bool is_upper : {false, true}) {
            const float move = moves[is_upper ? 1 : 0], cut = extent[k] > 0.0f ? move / extent[k] : 0.0f;
            if (!(cut > best_cut)) continue;
            best_cut = cut;
            io_node.set_move(axis, is_upper, move);
        }
    }
    return best_cut;
}

// Moves one side up to the tight box: the upper side of a lower child, or the lower side of an upper child.
inline void set_move_to(const Aabb& parent, const Aabb& tight, unsigned axis, bool is_upper,
                        BoxTreeNode& io_node) {
    const auto k = static_cast<glm::length_t>(axis);
    io_node.set_move(axis, is_upper,
                     is_upper ? find_move(parent.lower[k], tight.lower[k], 1.0f)
                              : find_move(parent.upper[k], tight.upper[k], -1.0f));
}

} // namespace boxwood
