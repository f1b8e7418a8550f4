// What: how far a side of a BoxTree's node can move, in the float arithmetic of the descent.
// Invariants: the derived box contains the tight one, bit for bit.
// Source: [Zachmann 2002] section 4.
#pragma once

#include "collision/hierarchy/box_tree/box_tree.hpp"

#include <cmath>

namespace boxwood {

// How far a side can move inwards from `outer` to `inner` so that the sum still contains `inner`. The
// difference is rounded, and so is the sum: at most a few floats less than the difference does.
inline float find_move(float outer, float inner, float direction) {
    float move = direction * (inner - outer);
    while (move > 0.0f && direction * (inner - (outer + direction * move)) < 0.0f)
        move = std::nextafterf(move, 0.0f);
    return std::fmax(move, 0.0f); // not a number: none
}

// The move that cuts most of the parent's box; returns which share of it.
inline float set_best_move(const Aabb& parent, const Aabb& tight, BoxTreeNode& io_node) {
    const glm::vec3 extent = parent.extent();
    float most = -1.0f;
    for (unsigned axis = 0; axis < 3; ++axis) {
        const auto k = static_cast<glm::length_t>(axis);
        const float moves[2] = {find_move(parent.upper[k], tight.upper[k], -1.0f),
                                find_move(parent.lower[k], tight.lower[k], 1.0f)};
        for (const bool is_upper : {false, true}) {
            const float move = moves[is_upper ? 1 : 0], cut = extent[k] > 0.0f ? move / extent[k] : 0.0f;
            if (!(cut > most)) continue;
            most = cut;
            io_node.set_move(axis, is_upper, move);
        }
    }
    return most;
}

// One side as far as it goes: the upper one of a lower child, the lower one of an upper child.
inline void set_move_to(const Aabb& parent, const Aabb& tight, unsigned axis, bool is_upper,
                        BoxTreeNode& io_node) {
    const auto k = static_cast<glm::length_t>(axis);
    io_node.set_move(axis, is_upper,
                     is_upper ? find_move(parent.lower[k], tight.lower[k], 1.0f)
                              : find_move(parent.upper[k], tight.upper[k], -1.0f));
}

} // namespace boxwood
