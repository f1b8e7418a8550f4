#include "collision/core/check.hpp"

#include "collision/core/memory/large_buffer_cache.hpp"
#include "collision/core/result.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

TEST(CheckTest, a_broken_requirement_ends_the_process_in_every_build) {
    const int number = 3;
    BOXWOOD_REQUIRE(number == 3);
    EXPECT_DEATH(BOXWOOD_REQUIRE(number == 4), "requirement failed: number == 4");
    EXPECT_DEATH(require_ok(Status(Error{"no such thing"})), "requirement failed: no such thing");
}

TEST(CheckTest, a_handler_that_returns_does_not_let_a_broken_requirement_pass) {
    const auto ignore = [](const char*, const char*, int) {};
    EXPECT_DEATH(
        {
            set_assert_handler(ignore);
            BOXWOOD_REQUIRE(false);
        },
        "");
}

// An earlier version cached up to 512 MiB of freed arrays in every process.
TEST(CheckTest, no_freed_arrays_are_kept_unless_the_process_says_so) {
    EXPECT_EQ(LargeBufferCache::of_process().limit(), 0u);
}

} // namespace
} // namespace boxwood
