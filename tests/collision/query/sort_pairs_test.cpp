#include "collision/query/traversal/sort_pairs.hpp"

#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace boxwood {
namespace {

// Random pairs whose indices are spread out, are clustered, or have the same first primitive. First primitives are at
// the upper end of the range of indices, second ones at the lower end.
TEST(PairSorter, SortsAsStdSort) {
    std::mt19937_64 random(1);
    PairSorter sorter;
    const std::uint64_t kSpreads[] = {1, 2, 40, 5000, std::uint64_t{1} << 32};
    for (std::size_t i = 0; i < test::choose_effort(400, 20000); ++i) {
        const std::uint64_t spread_a = kSpreads[random() % 5], spread_b = kSpreads[1 + random() % 4];
        const std::size_t wanted = random() % (random() % 8 == 0 ? 3000 : 200);
        std::set<PrimitivePair> distinct;
        for (std::size_t k = 0; k < wanted; ++k)
            distinct.insert({static_cast<std::uint32_t>(std::uint64_t{0xFFFFFFFF} - random() % spread_a),
                             static_cast<std::uint32_t>(random() % spread_b)});
        const std::vector<PrimitivePair> sorted(distinct.begin(), distinct.end());
        std::vector<PrimitivePair> pairs = sorted;
        std::shuffle(pairs.begin(), pairs.end(), random);
        sorter.sort(pairs);
        EXPECT_EQ(pairs, sorted) << pairs.size() << " pairs, spreads " << spread_a << " and " << spread_b;
    }
}

// No query produces repeated pairs, but the sorter accepts them.
TEST(PairSorter, KeepsDuplicatePairs) {
    std::mt19937_64 random(2);
    PairSorter sorter;
    std::vector<PrimitivePair> pairs;
    for (int i = 0; i < 500; ++i)
        pairs.push_back(
            {static_cast<std::uint32_t>(random() % 90), static_cast<std::uint32_t>(random() % 3)});
    std::vector<PrimitivePair> sorted = pairs;
    std::sort(sorted.begin(), sorted.end());
    sorter.sort(pairs);
    EXPECT_EQ(pairs, sorted);
}

} // namespace
} // namespace boxwood
