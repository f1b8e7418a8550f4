// The number of calls of operator new in this test program so far.
#pragma once

#include <cstddef>

namespace boxwood::test {

std::size_t count_allocations();

} // namespace boxwood::test
