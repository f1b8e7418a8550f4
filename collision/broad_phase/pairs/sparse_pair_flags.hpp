// What: pair flags in a hash map, for many bodies of which few pairs matter: of all pairs, those with a flag set; or,
//       listed, only of pairs that were put on a list.
// Invariants: as DensePairFlags, for the pairs it keeps.
// Cost: 24 to 48 bytes per pair kept; an exchange is one look-up of 2 to 20 ns.
// Source: [Cohen 1995] section 4.2 (flags); [Hudson 1997] (sparse storage).
// Oracle: DensePairFlags gives the same events.
#pragma once

#include "collision/broad_phase/pairs/pair_map.hpp"
#include "collision/broad_phase/sweep_and_prune/endpoint.hpp"

#include <span>
#include <vector>

namespace boxwood {

class SparsePairFlags {
  public:
    // Empty; if `is_listed`, keeps listed pairs only.
    void reset(bool is_listed);
    void put_on_list(BodyPair pair, unsigned mask); // or changes its mask
    void take_off_list(BodyPair pair);

    void apply(int axis, std::span<const EndpointSwap> swaps, std::vector<BodyPair>& io_touched);
    void erase(std::span<const BodyId> bodies); // sorted ids

    // Bit k: the intervals on axis k overlap; 0 for a pair that is not kept.
    unsigned mask(BodyPair pair) const {
        const std::uint32_t* flags = flags_.find(pair);
        return flags == nullptr ? 0 : *flags;
    }
    void prefetch(BodyPair pair) const { flags_.prefetch(pair); }
    std::size_t size() const { return flags_.size(); }

    // Calls visit(pair, mask) for each pair kept, in no particular order.
    template <class Visit>
    void for_each(Visit&& visit) const {
        flags_.for_each(visit);
    }

  private:
    PairMap flags_;
    bool is_listed_ = false;
};

} // namespace boxwood
