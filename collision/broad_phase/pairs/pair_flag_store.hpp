// What: the pair flags of sweep and prune: one overlap flag per axis for each pair of bodies. The storage is a
//     triangular matrix as in the paper, or a hash map if there are many bodies with few relevant pairs.
// Invariants: flag k of a stored pair is true iff the intervals of its bodies overlap in the endpoint list of axis k.
//     The matrix stores every pair. The map stores the pairs with a flag set or, in listed mode, the pairs on an
//     explicit list. A change of the storage clears all flags; sweep and prune then sets them again.
// Cost: one branch per batch of swaps selects the storage, which has these costs:
//     Matrix: 4 bits per pair of ids in use, that is, n (n - 1) / 4 bytes: 25 MB for 10,000 bodies, 2.5 GB for
//     100,000. A swap is one read-modify-write. No ordering of the bodies makes the addresses local for all three
//     axes, so the memory is prefetched far ahead. A swap then takes 1.4 ns with vectors of sixteen
//     (flag_kernels.hpp), otherwise 2.5 ns. BoxTestFlags is better for many bodies.
//     A slower alternative is one bit plane per axis, with the bodies renumbered from time to time in the order of
//     the axis. It touches 33,000 cache lines instead of 218,000, but looking up the numbers and the other two flags
//     takes longer (6 ns) than the memory access. If other programs occupy the third-level cache, both variants take
//     about the same time.
//     Map: 24 to 48 bytes per stored pair; a swap is one look-up of 2 to 20 ns.
// Source: [Cohen 1995] section 4.2 (flags); [Hudson 1997] (sparse storage).
// Oracle: all pairs of boxes; SortedAxis::sweep of each axis; all storages give the same events.
#pragma once

#include "collision/broad_phase/broad_phase.hpp"
#include "collision/broad_phase/pairs/pair_flags.hpp"
#include "collision/broad_phase/pairs/pair_map.hpp"
#include "collision/broad_phase/simd/flag_kernels.hpp"
#include "collision/core/memory/page_pool.hpp"
#include "collision/core/prefetch.hpp"

#include <cstddef>
#include <type_traits>

namespace boxwood {

enum class FlagStorage : std::uint8_t {
    dense,  // a matrix
    sparse, // a map of all pairs that overlap on some axis
    listed  // if pairs are disabled by default: a map of the named pairs, which set_pair_enabled() enables
};

// For up to 4096 bodies, PairStorage::automatic selects a matrix. For more bodies, it selects a map if only named
// pairs are enabled. If all pairs are enabled, a map of their flags takes more memory than the matrix, so the matrix
// is used for up to 16384 bodies. PairStorage::dense allows up to 131072 bodies.
FlagStorage choose_flag_storage(PairStorage wanted, BodyId limit, bool are_pairs_enabled_by_default);

class PairFlagStore {
  public:
    static constexpr std::string_view kPhaseName = "sweep-and-prune";
    // The limit of an automatic matrix if all pairs are enabled: 67 MB. A larger matrix needs an explicit request.
    static constexpr BodyId kMaxBodies = 16384;
    static constexpr BodyId kMaxDense = 131072; // 4.3 GB
    static constexpr bool kKeepsFlags = true;
    // 128 kB of swaps; each batch waits once for prefetched memory.
    static constexpr std::size_t kBatch = 16384;

    FlagStorage storage() const { return storage_; }
    void reset(FlagStorage storage, BodyId limit);

    void prepare(BodyId limit, std::span<const Aabb>) {
        if (is_dense()) grow_matrix(limit);
    }
    void apply(int axis, std::span<const EndpointSwap> swaps, std::vector<BodyPair>& io_touched) {
        is_dense() ? flip_in_matrix(axis, swaps, io_touched) : flip_in_map(axis, swaps, io_touched);
    }
    void erase(std::span<const BodyId> bodies) {
        is_dense() ? erase_in_matrix(bodies) : erase_in_map(bodies);
    }

    // Bit k is set if the intervals on axis k overlap; the mask is 0 for a pair that is not stored.
    unsigned mask(BodyPair pair) const {
        if (!is_dense()) {
            const std::uint32_t* flags = map_.find(pair);
            return flags == nullptr ? 0 : *flags;
        }
        const std::size_t index = triangular_index(pair.a, pair.b);
        return (words_[index / kPairsInWord] >> (index % kPairsInWord * 4)) & kAllAxes;
    }
    bool is_overlapping(BodyPair pair) const { return mask(pair) == kAllAxes; }
    void prefetch(BodyPair pair) const {
        if (is_dense())
            boxwood::prefetch(&words_[triangular_index(pair.a, pair.b) / kPairsInWord]);
        else
            map_.prefetch(pair);
    }

    // The next three functions require listed storage.
    void add_to_list(BodyPair pair, unsigned mask); // changes the mask if the pair is already on the list
    void remove_from_list(BodyPair pair);
    // Calls visit(pair, mask) for each listed pair, in no particular order.
    template <class Visit>
    void for_each_listed(Visit&& visit) const {
        map_.for_each(visit);
    }

    // For keyframes (core/state_bytes.hpp). The matrix is not archived, because it is large and follows from the
    // endpoint lists. After reading, all its flags are clear; sweep and prune sets them again.
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.storage_, self.limit_, self.map_);
        if constexpr (!std::is_const_v<Self>) self.clear_matrix();
    }

  private:
    static constexpr unsigned kAllAxes = 7;

    bool is_dense() const { return storage_ == FlagStorage::dense; }
    void grow_matrix(BodyId limit);
    void clear_matrix();
    void flip_in_matrix(int axis, std::span<const EndpointSwap> swaps, std::vector<BodyPair>& io_touched);
    void flip_in_map(int axis, std::span<const EndpointSwap> swaps, std::vector<BodyPair>& io_touched);
    void erase_in_matrix(std::span<const BodyId> bodies);
    void erase_in_map(std::span<const BodyId> bodies);
    void clear(std::size_t index);
    void clear_row(BodyId row);

    FlagStorage storage_ = FlagStorage::dense;
    // A large matrix has its own memory pool, because its accesses are random over the complete matrix.
    using Words = std::vector<std::uint32_t, PoolAllocator<std::uint32_t>>;
    Words words_;
    BodyId limit_ = 0; // of the matrix
    PairMap map_;
};

static_assert(PairFlags<PairFlagStore>);

} // namespace boxwood
