// How much memory this test program has allocated with new and not given back.
#pragma once

#include <cstddef>

namespace boxwood::test {

std::size_t live_bytes();

} // namespace boxwood::test
