// What: a defect of a hierarchy and its location; validate.hpp finds it.
// Units: nodes and primitives are indices, counted from 0. Nodes are numbered as in the hierarchy's array of nodes,
//        whose root is 0; primitives are numbered as in the mesh from which the hierarchy was built.
#pragma once

#include "collision/core/ids.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace boxwood {

struct ValidationError {
    std::uint32_t node = 0;     // if a Bvh8 is stale: the name of a leaf (Bvh8::name_of)
    std::string message;        // "node 17: ..."
    std::uint32_t lost = kNone; // the first primitive that is in no leaf, if any was found
    std::array<std::uint32_t, 2> suspects{kNone, kNone}; // leaves that may have lost it; in a Bvh8: names
};

} // namespace boxwood
