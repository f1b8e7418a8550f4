// What: what the walks of wide hierarchies (wide_walk.hpp) have yet to do, and the scratch that holds it.
#pragma once

#include "collision/hierarchy/wide_bvh.hpp"
#include "collision/query/traverse.hpp"

#include <cstdint>
#include <tuple>
#include <vector>

namespace boxwood {

// A lane of a node: what is on a side of a pair.
struct WideLane {
    std::uint32_t node = 0;
    std::uint32_t lane = 0;
};

// Some lanes of a node of one hierarchy, each of which overlaps a node of the other that is opened.
struct WideRows {
    std::uint32_t opened = 0, kept = 0; // nodes
    std::uint32_t depth = 0;
    std::uint8_t rows = 0; // lanes of `kept`
    bool is_a_opened = false;
};

// Of a walk that is divided: rows to be opened, or two leaves that overlap.
struct WidePart {
    WideRows rows;
    WideLane a, b;
    bool are_leaves = false;
};

template <>
struct TraversalStackOf<WideBvh> {
    using type = std::tuple<std::vector<WideRows>, WholePairStack<WideBvh>, std::vector<WidePart>>;
};

} // namespace boxwood
