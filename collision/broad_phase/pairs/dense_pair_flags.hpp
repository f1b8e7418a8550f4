// What: pair flags as in the paper: for each pair of bodies one overlap flag per axis, in a triangular matrix.
// Invariants: flag k of a pair is true iff its intervals overlap in the endpoint list of axis k.
// Cost: 4 bits per pair of ids in use: n (n - 1) / 4 bytes, 25 MB at 10,000, 2.5 GB at 100,000. A swap is one
//       read-modify-write at an address that no ordering of the bodies makes local for all three axes: 1.4 ns with
//       vectors of sixteen (flag_kernels.hpp), else 2.5 ns, because the memory is prefetched far ahead. BoxTestFlags
//       suits many bodies better.
//       Tried, and slower: one bit plane per axis, with the bodies renumbered from time to time in the order of that
//       axis. It touches 33,000 cache lines instead of 218,000, but looking up the numbers, and which of the other two
//       flags may be set, takes longer than the memory access (6 ns). If other programs occupy the third-level cache,
//       both take about as long.
// Source: [Cohen 1995] section 4.2.
// Oracle: all pairs of boxes; SortedAxis::sweep of each axis.
#pragma once

#include "collision/broad_phase/pairs/pair_flags.hpp"
#include "collision/broad_phase/simd/flag_kernels.hpp"
#include "collision/core/memory/page_pool.hpp"
#include "collision/core/prefetch.hpp"

#include <cstddef>

namespace boxwood {

class DensePairFlags {
  public:
    static constexpr std::string_view kPhaseName = "sweep-and-prune";
    static constexpr BodyId kMaxBodies = 131072; // 4.3 GB
    static constexpr bool kKeepsFlags = true;
    static constexpr std::size_t kBatch = 16384; // 128 kB: waits for prefetched memory once per batch

    void prepare(BodyId limit, std::span<const Aabb> boxes);
    void apply(int axis, std::span<const EndpointSwap> swaps, std::vector<BodyPair>& io_touched);
    void erase(std::span<const BodyId> bodies);
    bool is_overlapping(BodyPair pair) const { return mask(pair) == kAllAxes; }
    void prefetch(BodyPair pair) const {
        boxwood::prefetch(&words_[triangular_index(pair.a, pair.b) / kPairsInWord]);
    }

    // Bit k: the intervals on axis k overlap.
    unsigned mask(BodyPair pair) const {
        const std::size_t index = triangular_index(pair.a, pair.b);
        return (words_[index / kPairsInWord] >> (index % kPairsInWord * 4)) & kAllAxes;
    }

  private:
    static constexpr unsigned kAllAxes = 7;

    void clear(std::size_t index);
    void clear_row(BodyId row);

    // A large matrix is in its own memory pool: accesses are random over all of it.
    using Words = std::vector<std::uint32_t, PoolAllocator<std::uint32_t>>;
    Words words_;
    BodyId limit_ = 0;
};

static_assert(PairFlags<DensePairFlags>);

} // namespace boxwood
