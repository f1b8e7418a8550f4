#include "collision/core/check.hpp"

#include "collision/core/memory/large_buffer_cache.hpp"
#include "collision/core/result.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

TEST(CheckTest, a_failed_requirement_ends_the_process_in_every_build) {
    const int number = 3;
    BOXWOOD_REQUIRE(number == 3);
    EXPECT_DEATH(BOXWOOD_REQUIRE(number == 4), "requirement failed: number == 4");
    EXPECT_DEATH(require_ok(Status(Error{"no such thing"})), "requirement failed: no such thing");
}

TEST(CheckTest, a_failed_requirement_ends_the_process_even_if_the_handler_returns) {
    const auto ignore = [](const char*, const char*, int) {};
    EXPECT_DEATH(
        {
            set_assert_handler(ignore);
            BOXWOOD_REQUIRE(false);
        },
        "");
}

// A process must enable the cache: by default, it must not keep hundreds of megabytes of freed arrays.
TEST(CheckTest, the_cache_of_freed_arrays_is_disabled_by_default) {
    EXPECT_EQ(LargeBufferCache::of_process().limit(), 0u);
}

} // namespace
} // namespace boxwood
