// What: how many translation units the types of hierarchy are dealt out over; CMakeLists.txt reads the number here.
#pragma once

#include <cstddef>

namespace boxwood {

inline constexpr std::size_t kQueryShards = 12;

} // namespace boxwood
