// What: pair flags in a hash map, for many bodies with few relevant pairs. Stores every pair with a flag set; in listed
//       mode, only pairs on an explicit list.
// Invariants: as in DensePairFlags, for the stored pairs.
// Cost: 24 to 48 bytes per stored pair; a swap is one look-up of 2 to 20 ns.
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
    // Makes the map empty; if `is_listed`, it stores only listed pairs.
    void reset(bool is_listed);
    void put_on_list(BodyPair pair, unsigned mask); // if the pair is listed already, changes its mask
    void take_off_list(BodyPair pair);

    void apply(int axis, std::span<const EndpointSwap> swaps, std::vector<BodyPair>& io_touched);
    void erase(std::span<const BodyId> bodies); // sorted ids

    // Bit k: the intervals on axis k overlap; 0 for a pair that is not stored.
    unsigned mask(BodyPair pair) const {
        const std::uint32_t* flags = flags_.find(pair);
        return flags == nullptr ? 0 : *flags;
    }
    void prefetch(BodyPair pair) const { flags_.prefetch(pair); }
    std::size_t size() const { return flags_.size(); }

    // Calls visit(pair, mask) for each stored pair, in no particular order.
    template <class Visit>
    void for_each(Visit&& visit) const {
        flags_.for_each(visit);
    }

  private:
    PairMap flags_;
    bool is_listed_ = false;
};

} // namespace boxwood
