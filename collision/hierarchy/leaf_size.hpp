// What: the maximum leaf size of every kind of hierarchy.
#pragma once

#include <cstdint>

namespace boxwood {

// In primitives. Small enough that refits and leaf tests can copy a leaf to the stack.
inline constexpr std::uint32_t kMaxLeafSize = 16;

} // namespace boxwood
