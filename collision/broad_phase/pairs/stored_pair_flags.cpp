#include "collision/broad_phase/pairs/stored_pair_flags.hpp"

namespace boxwood {

FlagStorage choose_flag_storage(PairStorage wanted, BodyId limit, bool are_pairs_enabled_by_default) {
    constexpr BodyId kAlwaysDense = 4096;
    const FlagStorage map = are_pairs_enabled_by_default ? FlagStorage::sparse : FlagStorage::listed;
    if (wanted == PairStorage::sparse || limit > DensePairFlags::kMaxBodies) return map;
    const BodyId most = are_pairs_enabled_by_default ? StoredPairFlags::kMaxBodies : kAlwaysDense;
    const bool is_dense = wanted == PairStorage::dense || limit <= most;
    return is_dense ? FlagStorage::dense : map;
}

void StoredPairFlags::reset(FlagStorage storage, BodyId limit) {
    storage_ = storage;
    dense_ = {};
    sparse_.reset(storage == FlagStorage::listed);
    if (storage == FlagStorage::dense) dense_.prepare(limit, {});
}

} // namespace boxwood
