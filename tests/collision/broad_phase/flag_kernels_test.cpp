// Each kernel gives the results of a loop that flips one flag at a time: the same words, and the same touched pairs in
// the same order.
#include "collision/broad_phase/simd/flag_kernels.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <random>

namespace boxwood::test {
namespace {

EndpointSwap make_swap(BodyId mover, BodyId passed, bool is_mover_max) {
    const std::uint64_t high = mover | (is_mover_max ? kMaxFlag : 0u);
    return {(high << 32) | passed | (is_mover_max ? 0u : kMaxFlag)};
}

// Random swaps of `bodies` bodies with ids from `first`. The tests use few bodies, so that swaps share words and pairs
// recur.
std::vector<EndpointSwap> make_swaps(std::size_t count, BodyId first, BodyId bodies,
                                     std::mt19937& io_random) {
    std::vector<EndpointSwap> swaps;
    while (swaps.size() < count) {
        const auto a = static_cast<BodyId>(first + io_random() % bodies);
        const auto b = static_cast<BodyId>(first + io_random() % bodies);
        if (a != b) swaps.push_back(make_swap(a, b, io_random() % 2 == 0));
    }
    return swaps;
}

using Flags = std::map<std::uint64_t, std::uint32_t>; // words by index

std::vector<BodyPair> flip_naively(Flags& io_words, int axis, std::span<const EndpointSwap> swaps) {
    std::vector<BodyPair> touched;
    for (const EndpointSwap exchange : swaps) {
        const BodyPair pair = exchange.bodies();
        const std::uint64_t place = std::uint64_t{pair.b} * (pair.b - 1) / 2 + pair.a;
        std::uint32_t& word = io_words[place / 8];
        const unsigned before = word >> (place % 8 * 4) & 7u;
        word ^= 1u << (place % 8 * 4 + static_cast<unsigned>(axis));
        const unsigned after = word >> (place % 8 * 4) & 7u;
        if (before == 7 || after == 7) touched.push_back(pair);
    }
    return touched;
}

// Compares the kernel with the naive flips on nine batches of swaps. Returns the number of touched pairs.
std::size_t compare(const FlagKernel& kernel, std::uint32_t* words, std::size_t count, BodyId first,
                    BodyId bodies, std::mt19937& io_random) {
    Flags expected_words;
    std::size_t touched_count = 0;
    for (int batch = 0; batch < 9; ++batch) {
        const std::vector<EndpointSwap> swaps = make_swaps(count, first, bodies, io_random);
        std::vector<BodyPair> touched;
        flip_flags(kernel, words, batch % 3, swaps, touched);
        EXPECT_EQ(touched, flip_naively(expected_words, batch % 3, swaps)) << count << " on " << batch % 3;
        touched_count += touched.size();
    }
    for (const auto& [place, word] : expected_words) EXPECT_EQ(words[place], word) << "word " << place;
    return touched_count;
}

std::vector<FlagKernel> all_kernels() {
    std::vector<FlagKernel> kernels{plain_flag_kernel(2), plain_flag_kernel(70000)};
    if (const FlagKernel* wide = wide_flag_kernel()) kernels.push_back(*wide);
    return kernels;
}

TEST(FlagKernelsTest, flags_and_touched_pairs_equal_those_of_single_flips) {
    std::mt19937 random(41);
    for (const FlagKernel& kernel : all_kernels()) {
        std::size_t touched = 0;
        for (const std::size_t count :
             {0u, 1u, 15u, 16u, 31u, 32u, 33u, 223u, 224u, 240u, 256u, 272u, 1041u, 4096u})
            for (const BodyId bodies : {2u, 5u, 40u}) {
                std::vector<std::uint32_t> words(triangular_size(bodies) / kPairsInWord + 1);
                touched += compare(kernel, words.data(), count, 0, bodies, random);
            }
        EXPECT_GT(touched, 1000u);
    }
}

TEST(FlagKernelsTest, body_ids_up_to_the_limit_of_the_kernel_work) {
    std::mt19937 random(43);
    for (const FlagKernel& kernel : all_kernels()) {
        // The ids are close to the limit, so that the indices are the largest that the kernel supports. Reserves
        // gigabytes of address space, but touches few pages.
        const std::size_t size = triangular_size(kernel.body_limit) / kPairsInWord + 1;
        const std::unique_ptr<void, decltype(&std::free)> room(std::calloc(size, sizeof(std::uint32_t)),
                                                               &std::free);
        ASSERT_NE(room, nullptr);
        auto* const words = static_cast<std::uint32_t*>(room.get());
        EXPECT_GT(compare(kernel, words, 512, kernel.body_limit - 20, 20, random), 0u);
    }
}

} // namespace
} // namespace boxwood::test
