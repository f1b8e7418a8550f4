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
    // In a Bvh8 or BoxTree8: the index of a wide node if the message begins with "wide node", otherwise a name.
    std::uint32_t node = 0;
    // "node 17: ...", "wide node 2: ..." or, if a Bvh8 is stale, "leaf named 17: ..."
    std::string message;
    std::uint32_t lost = kNone; // the first primitive that is in no leaf, if any was found
    // Leaves that may have lost it; in a Bvh8 or BoxTree8: names.
    std::array<std::uint32_t, 2> suspects{kNone, kNone};
};

} // namespace boxwood
