// What: sorts pairs of primitives by the first, then by the second.
// Invariants: the result is that of std::sort. Nothing is allocated once sizes settle.
// Cost: 7 ns per pair if the first primitives spread over their range, where std::sort takes 25 to 40 ns because it
//     mispredicts every second branch. Otherwise the cost of std::sort.
// Source: none; a counting sort by the leading bits, then a rank sort of each bucket.
// Oracle: std::sort (tests/collision/query/sort_pairs_test.cpp).
#pragma once

#include "collision/core/ids.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

class PairSorter {
  public:
    void sort(std::span<PrimitivePair> io_pairs);
    std::size_t bytes() const { // of its arrays
        return dealt_.capacity() * sizeof(PrimitivePair) + ends_.capacity() * sizeof(std::uint32_t);
    }

  private:
    // Buckets of the first primitives: `count` ranges of 2^shift values from `least` on.
    struct Buckets {
        std::uint32_t least = 0, shift = 0, count = 0;
        std::uint32_t of(const PrimitivePair& pair) const { return (pair.a - least) >> shift; }
    };
    static Buckets choose_buckets(std::span<const PrimitivePair> pairs);
    void deal_out(std::span<const PrimitivePair> pairs, const Buckets& buckets);

    std::vector<PrimitivePair> dealt_;
    std::vector<std::uint32_t> ends_;
};

} // namespace boxwood
