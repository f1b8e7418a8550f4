// What: the limit on the primitives of a leaf, of every kind of hierarchy.
#pragma once

#include <cstdint>

namespace boxwood {

// Primitives; keeps what refit and leaf tests gather on the stack.
inline constexpr std::uint32_t kMaxLeafSize = 16;

} // namespace boxwood
