// What: the pair flags of sweep and prune, dense or sparse, as set by the caller or chosen by the number of bodies.
// Invariants: changing the storage empties it; sweep and prune then fills it again. A listed storage holds only the
//             pairs on its list.
// Cost: one branch per batch of swaps more than the storage in use.
// Source: [Cohen 1995] section 4.2.
// Oracle: all pairs of boxes; both storages give the same events.
#pragma once

#include "collision/broad_phase/broad_phase.hpp"
#include "collision/broad_phase/pairs/dense_pair_flags.hpp"
#include "collision/broad_phase/pairs/sparse_pair_flags.hpp"

namespace boxwood {

enum class FlagStorage : std::uint8_t {
    dense,  // a matrix
    sparse, // a map of all pairs that overlap on some axis
    listed  // a map of the enabled pairs, if pairs are disabled unless named
};

// Automatic: a matrix up to 4096 bodies. Beyond, a map if only named pairs are enabled. If all pairs are enabled, a map
// of their flags takes more memory than the matrix, so the matrix is used up to 16384. An explicit request allows
// 131072.
FlagStorage choose_flag_storage(PairStorage wanted, BodyId limit, bool are_pairs_enabled_by_default);

class StoredPairFlags {
  public:
    static constexpr std::string_view kPhaseName = "sweep-and-prune";
    // If all pairs are enabled: 67 MB. A larger matrix needs an explicit request.
    static constexpr BodyId kMaxBodies = 16384;
    static constexpr BodyId kMaxDense = DensePairFlags::kMaxBodies;
    static constexpr bool kKeepsFlags = true;
    static constexpr std::size_t kBatch = DensePairFlags::kBatch;

    FlagStorage storage() const { return storage_; }
    void reset(FlagStorage storage, BodyId limit);

    void prepare(BodyId limit, std::span<const Aabb> boxes) {
        if (storage_ == FlagStorage::dense) dense_.prepare(limit, boxes);
    }
    void apply(int axis, std::span<const EndpointSwap> swaps, std::vector<BodyPair>& io_touched) {
        if (storage_ == FlagStorage::dense)
            dense_.apply(axis, swaps, io_touched);
        else
            sparse_.apply(axis, swaps, io_touched);
    }
    void erase(std::span<const BodyId> bodies) {
        if (storage_ == FlagStorage::dense)
            dense_.erase(bodies);
        else
            sparse_.erase(bodies);
    }
    bool is_overlapping(BodyPair pair) const { return mask(pair) == 7; }
    unsigned mask(BodyPair pair) const {
        return storage_ == FlagStorage::dense ? dense_.mask(pair) : sparse_.mask(pair);
    }
    void prefetch(BodyPair pair) const {
        if (storage_ == FlagStorage::dense)
            dense_.prefetch(pair);
        else
            sparse_.prefetch(pair);
    }
    SparsePairFlags& list() { return sparse_; } // requires a listed storage

  private:
    FlagStorage storage_ = FlagStorage::dense;
    DensePairFlags dense_;
    SparsePairFlags sparse_;
};

static_assert(PairFlags<StoredPairFlags>);

} // namespace boxwood
