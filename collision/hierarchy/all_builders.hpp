// What: every builder, once, by the name that options take. A new builder is one more line.
// Invariants: a builder makes the hierarchy of boxes from the primitives' boxes; other volumes are fitted
//     into the same topology (fit_volumes in refit.hpp).
#pragma once

#include "collision/hierarchy/build_top_down.hpp"

#include <array>
#include <string_view>

namespace boxwood {

struct Builder {
    std::string_view name;
    std::string_view meaning; // for help and tooltips
    Bvh<Aabb> (*build)(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size, Executor& executor);
};

template <SplitRule kRule>
Bvh<Aabb> build_by_rule(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size, Executor& executor) {
    return build_top_down(primitive_boxes, {kRule, leaf_size}, executor);
}

inline constexpr std::array kAllBuilders{
    Builder{"midpoint", "split the box in the middle of its longest side", build_by_rule<SplitRule::middle>},
    Builder{"median", "halve the triangles along the longest side", build_by_rule<SplitRule::median>},
    Builder{"mean", "split at the mean of the triangles' middles", build_by_rule<SplitRule::mean>},
};

} // namespace boxwood
