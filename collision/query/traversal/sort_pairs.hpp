// What: pairs of primitives put in order, by the first, then by the second.
// Invariants: the result is that of std::sort. Nothing is allocated once sizes settle.
// Cost: n pairs 7 ns each, as long as the first primitives spread over their range, where std::sort takes 25 to 40 ns: it
//     guesses wrong every second time. Else that of std::sort.
// Source: none; a counting sort by the leading bits, then of each bucket by counting who comes before whom.
// Oracle: std::sort (tests/collision/query/sort_pairs_test.cpp).
#pragma once

#include "collision/core/ids.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

class PairSorter {
  public:
    void sort(std::span<PrimitivePair> io_pairs);

  private:
    // Of buckets of firsts: each of `width` and from the least on.
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
