// How often this test program has asked for memory with new.
#pragma once

#include <cstddef>

namespace boxwood::test {

std::size_t count_allocations();

} // namespace boxwood::test
