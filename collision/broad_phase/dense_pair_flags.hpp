// What: pair flags as the paper has them: per pair of bodies one overlap flag for each axis, in a triangular
//       matrix.
// Invariants: flag k of a pair equals the overlap of its intervals in the endpoint list of axis k.
// Cost: 4 bits per pair of ids in use: n (n - 1) / 4 bytes, 25 MB at 10,000, 2.5 GB at 100,000. An exchange
//       is one read-modify-write at a place that no order of the bodies makes local for all three axes: 2 ns
//       while the matrix fits the cache, 2 to 3 ns beyond, as the memory is asked far ahead. Many bodies are
//       better served by BoxTestFlags. Tried, and no faster: a plane of bits per axis, with the bodies numbered
//       in the order of that axis; the other two flags of a pair must then be looked up elsewhere.
// Source: [Cohen 1995] section 4.2.
// Oracle: O1; EndpointList::sweep of each axis.
#pragma once

#include "collision/broad_phase/pair_flags.hpp"
#include "collision/core/page_pool.hpp"

#include <cstddef>

namespace boxwood {

// Place of a pair in a triangular matrix whose row is the greater id; a != b.
inline std::size_t triangular_index(BodyId a, BodyId b) {
    const BodyId swap =
        (a ^ b) & (0u - static_cast<BodyId>(a < b)); // no branch: which is greater is a coin toss
    const std::size_t row = a ^ swap;
    return row * (row - 1) / 2 + (b ^ swap);
}
inline std::size_t triangular_size(BodyId limit) {
    return limit == 0 ? 0 : std::size_t{limit} * (limit - 1) / 2;
}

class DensePairFlags {
  public:
    static constexpr std::string_view kPhaseName = "sweep-and-prune";
    static constexpr BodyId kMaxBodies = 131072; // 4.3 GB
    static constexpr bool kKeepsFlags = true;

    void prepare(BodyId limit, std::span<const Aabb> boxes);
    void apply(int axis, std::span<const Exchange> exchanges, std::vector<BodyPair>& io_touched);
    void erase(std::span<const BodyId> bodies);
    bool is_overlapping(BodyPair pair) const { return mask(pair) == kAllAxes; }

    // Bit k: the intervals on axis k overlap.
    unsigned mask(BodyPair pair) const {
        const std::size_t index = triangular_index(pair.a, pair.b);
        return (cells_[index / 2] >> (index % 2 * 4)) & kAllAxes;
    }

  private:
    static constexpr unsigned kAllAxes = 7;

    template <class Place>
    void apply_whole(int axis, std::span<const Exchange> exchanges, std::vector<BodyPair>& io_touched);
    void clear(std::size_t index);
    void clear_row(BodyId row);

    // A large matrix lies in a pool of its own: it is met at random, all over.
    using Cells = std::vector<std::uint8_t, PoolAllocator<std::uint8_t>>;
    Cells cells_; // two pairs each
    BodyId limit_ = 0;
};

static_assert(PairFlags<DensePairFlags>);

} // namespace boxwood
