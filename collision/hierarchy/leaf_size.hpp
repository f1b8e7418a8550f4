// What: the maximum leaf size of every kind of hierarchy.
#pragma once

#include <cstdint>

namespace boxwood {

// In primitives. Small enough for refit and leaf tests to gather a leaf on the stack.
inline constexpr std::uint32_t kMaxLeafSize = 16;

} // namespace boxwood
