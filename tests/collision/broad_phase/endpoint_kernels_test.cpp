// The vectorized insertion sort gives the order, counts and swaps of a straightforward insertion sort, with any buffer
// size.
#include "collision/broad_phase/simd/endpoint_kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace boxwood::test {
namespace {

struct Sorted {
    std::vector<std::uint64_t> list, swaps; // swaps in any order
    SwapCounters counts;
};

Sorted sort_naively(std::vector<Endpoint> list, SwapLogging kept) {
    Sorted done;
    for (std::size_t i = 1; i < list.size(); ++i) {
        const Endpoint moving = list[i];
        std::size_t to = i;
        for (; to > 1 && list[to - 1].is_after(moving); --to) {
            const Endpoint passed = list[to - 1];
            list[to] = passed;
            ++done.counts.swaps;
            if (passed.is_max() == moving.is_max()) continue;
            ++(passed.is_max() ? done.counts.begins : done.counts.ends);
            if (passed.is_max() || kept == SwapLogging::begins_and_ends)
                done.swaps.push_back((moving.bits << 32) | (passed.bits & 0xFFFFFFFFu));
        }
        list[to] = moving;
    }
    for (const Endpoint endpoint : list) done.list.push_back(endpoint.bits);
    std::sort(done.swaps.begin(), done.swaps.end());
    return done;
}

Sorted sort_wide(const EndpointKernel& kernel, std::vector<Endpoint> list, SwapLogging kept, std::size_t room,
                 std::uint64_t budget = ~std::uint64_t{0}) {
    Sorted done;
    std::vector<EndpointSwap> buffer(room);
    const auto take = [](void* taken, std::span<const EndpointSwap> batch) {
        for (const EndpointSwap exchange : batch)
            static_cast<std::vector<std::uint64_t>*>(taken)->push_back(exchange.bits);
    };
    done.counts = kernel.sort(list, budget, kept, {buffer, &done.swaps, take});
    for (const Endpoint endpoint : list) done.list.push_back(endpoint.bits);
    std::sort(done.swaps.begin(), done.swaps.end());
    return done;
}

// A sentinel and `count` endpoints, each at most `reach` positions from its sorted position; some values are equal.
std::vector<Endpoint> make_list(std::size_t count, std::uint32_t reach, std::mt19937& io_random) {
    std::vector<Endpoint> list{Endpoint{}};
    const std::uint32_t first = ordered_key(-1.0f);
    for (std::uint32_t i = 0; i < count; ++i)
        list.push_back(make_endpoint(first + (i + static_cast<std::uint32_t>(io_random() % (reach + 1u))) / 2,
                                     io_random() % 2 == 0, i));
    return list;
}

class EndpointKernelsTest : public testing::TestWithParam<std::uint32_t> {
  protected:
    void SetUp() override {
        if (kernel_ == nullptr) GTEST_SKIP() << "this machine has no vectorized kernel";
    }
    const EndpointKernel* const kernel_ = choose_endpoint_kernel();
};
INSTANTIATE_TEST_SUITE_P(Reaches, EndpointKernelsTest, testing::Values(0u, 1u, 5u, 40u, 3000u));

TEST_P(EndpointKernelsTest, Sort_equals_a_naive_insertion_sort) {
    std::mt19937 random(GetParam());
    for (const std::size_t count : {0u, 1u, 2u, 15u, 16u, 17u, 31u, 32u, 33u, 100u, 1000u})
        for (const SwapLogging kept : {SwapLogging::begins, SwapLogging::begins_and_ends})
            for (const std::size_t room : {SwapOutput::kPadding + 1, std::size_t{5000}}) {
                const std::vector<Endpoint> list = make_list(count, GetParam(), random);
                const Sorted wanted = sort_naively(list, kept), got = sort_wide(*kernel_, list, kept, room);
                ASSERT_EQ(got.list, wanted.list);
                ASSERT_EQ(got.swaps, wanted.swaps);
                ASSERT_EQ(got.counts.swaps, wanted.counts.swaps);
                ASSERT_EQ(got.counts.begins, wanted.counts.begins);
                ASSERT_EQ(got.counts.ends, wanted.counts.ends);
                EXPECT_TRUE(got.counts.is_finished);
            }
}

// Each endpoint gets the new key of its body's MIN or MAX, and the order of the list does not change.
TEST_P(EndpointKernelsTest, Set_values_equals_setting_each_endpoint) {
    std::mt19937 random(GetParam());
    for (const std::size_t count : {0u, 1u, 15u, 16u, 17u, 32u, 100u, 1000u}) {
        std::vector<Endpoint> list{Endpoint{}};
        std::vector<std::uint32_t> keys(2 * count);
        for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());
        for (std::uint32_t i = 0; i < count; ++i)
            list.push_back(make_endpoint(static_cast<std::uint32_t>(random()), random() % 2 == 0,
                                         static_cast<BodyId>(random() % count)));
        std::vector<Endpoint> wanted = list;
        for (Endpoint& endpoint : std::span(wanted).subspan(1))
            endpoint = make_endpoint(keys[2 * endpoint.body() + (endpoint.is_max() ? 1 : 0)],
                                     endpoint.is_max(), endpoint.body());
        for (const auto set_values : {kernel_->set_values, &set_values_plain}) {
            std::vector<Endpoint> got = list;
            set_values(got, keys);
            for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i].bits, wanted[i].bits) << i;
        }
    }
}

// If the sort stops at its budget, the order of the list is the result of exactly the swaps reported so far. Continuing
// with the naive sort gives the remaining swaps.
TEST_P(EndpointKernelsTest, A_sort_that_stops_at_its_budget_can_be_continued) {
    std::mt19937 random(GetParam());
    const std::vector<Endpoint> list = make_list(1000, GetParam(), random);
    const Sorted wanted = sort_naively(list, SwapLogging::begins_and_ends);
    if (wanted.counts.swaps < 100) return;
    const Sorted part = sort_wide(*kernel_, list, SwapLogging::begins_and_ends, 5000, 50);
    EXPECT_FALSE(part.counts.is_finished);
    EXPECT_LT(part.counts.swaps, wanted.counts.swaps);
    std::vector<Endpoint> left;
    for (const std::uint64_t bits : part.list) left.push_back({bits});
    const Sorted rest = sort_naively(left, SwapLogging::begins_and_ends);
    EXPECT_EQ(rest.list, wanted.list);
    EXPECT_EQ(part.counts.swaps + rest.counts.swaps, wanted.counts.swaps);
    std::vector<std::uint64_t> all = part.swaps;
    all.insert(all.end(), rest.swaps.begin(), rest.swaps.end());
    std::sort(all.begin(), all.end());
    EXPECT_EQ(all, wanted.swaps);
}

} // namespace
} // namespace boxwood::test
