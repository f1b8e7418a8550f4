// Returns how often this test program has called operator new so far.
#pragma once

#include <cstddef>

namespace boxwood::test {

std::size_t count_allocations();

} // namespace boxwood::test
