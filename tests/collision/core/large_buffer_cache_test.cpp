#include "collision/core/memory/large_buffer_cache.hpp"

#include "collision/core/memory/large_pages.hpp"
#include "tests/oracles/threads_executor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <random>

namespace boxwood {
namespace {

constexpr std::size_t kBlock = kLargeArrayBytes;

void* make_block(std::size_t bytes) {
    return ::operator new (bytes, std::align_val_t{kHugePageBytes});
}
void free_block(void* place) {
    ::operator delete (place, std::align_val_t{kHugePageBytes});
}

// Sets the limit of the process-wide cache during a test, and then restores the previous limit.
class ProcessKeeps {
  public:
    explicit ProcessKeeps(std::size_t limit)
        : before_(LargeBufferCache::of_process().limit()) {
        release_buffer_cache();
        set_buffer_cache_limit(limit);
    }
    ~ProcessKeeps() { set_buffer_cache_limit(before_); }

  private:
    std::size_t before_;
};

// A plain list models the cache: it predicts which array is returned, which arrays are evicted, and how many bytes are
// cached.
TEST(LargeBufferCacheTest, TakeReturnsTheNewestArrayOfTheSizeAndTheOldestAreEvicted) {
    constexpr std::size_t kMax = 6 * kBlock;
    LargeBufferCache arrays(kMax);
    std::deque<std::pair<void*, std::size_t>> model;
    std::mt19937 random(7);
    std::size_t came_back = 0, bytes = 0;
    for (int i = 0; i < 400; ++i) {
        const std::size_t size = kBlock * (1 + random() % 4);
        if (random() % 2 == 0) {
            const auto found = std::find_if(model.rbegin(), model.rend(),
                                            [size](const auto& one) { return one.second == size; });
            void* const place = arrays.take(size);
            ASSERT_EQ(place, found == model.rend() ? nullptr : found->first) << i;
            if (place == nullptr) continue;
            model.erase(std::prev(found.base()));
            bytes -= size;
            free_block(place);
            ++came_back;
        } else {
            void* const place = make_block(size);
            std::memset(place, 1, kHugePageBytes);
            arrays.put(place, size);
            model.emplace_back(place, size);
            for (bytes += size; bytes > kMax; model.pop_front()) bytes -= model.front().second;
        }
        ASSERT_EQ(arrays.bytes(), bytes) << i;
    }
    EXPECT_GT(came_back, 50u);
}

TEST(LargeBufferCacheTest, ArraysLargerThanTheLimitAreNotCached) {
    LargeBufferCache arrays(2 * kBlock);
    arrays.put(make_block(kBlock), kBlock);
    arrays.put(make_block(3 * kBlock), 3 * kBlock);
    EXPECT_EQ(arrays.bytes(), kBlock) << "the smaller array must stay in the cache";
    arrays.clear();
    EXPECT_EQ(arrays.bytes(), 0u);
    EXPECT_EQ(arrays.limit(), 2 * kBlock);
    arrays.put(make_block(kBlock), kBlock);
    arrays.set_limit(kBlock - 1);
    EXPECT_EQ(arrays.bytes(), 0u);
}

TEST(LargeBufferCacheTest, TheProcessWideCacheIsDisabledByDefault) {
    EXPECT_EQ(kBuildCacheLimit == 0, kIsSanitized);
    EXPECT_EQ(LargeBufferCache::of_process().limit(), 0u);
}

TEST(LargeBufferCacheTest, TheMemoryOfAFreedArrayIsReusedForNearlyTheSameSize) {
    const ProcessKeeps keeps(8 * kBlock);
    const void* first = nullptr;
    {
        LargeArray<float> values(2 * kBlock / sizeof(float));
        first = values.data();
        EXPECT_EQ(buffer_cache_bytes(), 0u);
    }
    EXPECT_GE(buffer_cache_bytes(), 2 * kBlock);
    EXPECT_LE(buffer_cache_bytes(), 2 * kBlock + kBlock / 4);
    {
        LargeArray<char> values(2 * kBlock - 5 * kBlock / 64);
        EXPECT_EQ(buffer_cache_bytes(), 0u);
        EXPECT_EQ(static_cast<const void*>(values.data()), first);
        LargeArray<char> others(2 * kBlock - 4);
        EXPECT_NE(static_cast<const void*>(others.data()), first);
    }
    { LargeArray<char> small(kBlock - 1); }
    EXPECT_GE(buffer_cache_bytes(), 4 * kBlock);
    EXPECT_LE(buffer_cache_bytes(), 5 * kBlock);
    release_buffer_cache();
    EXPECT_EQ(buffer_cache_bytes(), 0u);
}

TEST(LargeBufferCacheTest, ConcurrentThreadsNeverGetTheSameArray) {
    const ProcessKeeps keeps(3 * kBlock);
    std::atomic<std::size_t> wrong{0};
    oracle::ThreadsExecutor executor;
    executor.parallel_for(64, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            LargeArray<std::uint64_t> values(kBlock / sizeof(std::uint64_t));
            const std::size_t step = values.size() / 64;
            for (std::size_t k = 0; k < values.size(); k += step) values[k] = 1000 * i + k;
            for (std::size_t k = 0; k < values.size(); k += step) wrong += values[k] != 1000 * i + k;
        }
    });
    EXPECT_EQ(wrong, 0u);
    EXPECT_LE(buffer_cache_bytes(), 3 * kBlock);
}

} // namespace
} // namespace boxwood
