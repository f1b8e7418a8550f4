// What: sorts pairs of primitives by the first primitive, then by the second.
// Invariants: the result is the same as with std::sort. A call allocates memory only if it has more pairs, or needs
//     more buckets, than all previous calls. There are at most 4096 buckets.
// Cost: 7 ns per pair if the values of the first primitives are spread evenly; otherwise the same as std::sort.
//     std::sort takes 25 to 40 ns per pair, because it mispredicts every second branch.
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
    std::size_t bytes() const { // size of the arrays
        return bucketed_.capacity() * sizeof(PrimitivePair) + ends_.capacity() * sizeof(std::uint32_t);
    }

  private:
    // Buckets by first primitive: `count` ranges of 2^shift values each, starting at `lowest`.
    struct Buckets {
        std::uint32_t lowest = 0, shift = 0, count = 0;
        std::uint32_t of(const PrimitivePair& pair) const { return (pair.a - lowest) >> shift; }
    };
    static Buckets choose_buckets(std::span<const PrimitivePair> pairs);
    void distribute(std::span<const PrimitivePair> pairs, const Buckets& buckets);

    std::vector<PrimitivePair> bucketed_;
    std::vector<std::uint32_t> ends_;
};

} // namespace boxwood
