// Returns the number of bytes that this test program has allocated with new and not yet freed.
#pragma once

#include <cstddef>

namespace boxwood::test {

std::size_t live_bytes();

} // namespace boxwood::test
