// What: a hash map from pairs of bodies to 32-bit numbers.
// Cost: 12 bytes per slot; at most half of the slots are in use. find, insert and erase take O(1) expected time.
// Source: [Knuth 1998] section 6.4, algorithms L and R (linear probing; deletion moves later entries back).
#pragma once

#include "collision/core/check.hpp"
#include "collision/core/ids.hpp"
#include "collision/core/prefetch.hpp"

#include <cstddef>
#include <vector>

namespace boxwood {

class PairMap {
  public:
    std::size_t size() const { return size_; }

    // Returns the value of the pair, or null.
    std::uint32_t* find(BodyPair pair) {
        Entry& entry = entries_[slot_of(pair)];
        return entry.pair == pair ? &entry.value : nullptr;
    }
    const std::uint32_t* find(BodyPair pair) const {
        const Entry& entry = entries_[slot_of(pair)];
        return entry.pair == pair ? &entry.value : nullptr;
    }

    // Prefetches the slot of a pair that will be looked up soon.
    void prefetch(BodyPair pair) const { boxwood::prefetch(&entries_[home_slot_of(pair)]); }

    // Requires that the pair is not in the map.
    void insert(BodyPair pair, std::uint32_t value) {
        if (2 * (size_ + 1) > entries_.size()) grow();
        Entry& entry = entries_[slot_of(pair)];
        BOXWOOD_ASSERT(entry.pair == BodyPair{});
        entry = {pair, value};
        ++size_;
    }

    // Requires that the pair is in the map.
    void erase(BodyPair pair) {
        std::size_t free_slot = slot_of(pair);
        BOXWOOD_ASSERT(entries_[free_slot].pair == pair);
        for (std::size_t i = next(free_slot); entries_[i].pair != BodyPair{}; i = next(i)) {
            // An entry moves back into the free slot unless that slot precedes the entry's home slot.
            const std::size_t home = home_slot_of(entries_[i].pair);
            if (((i - home) & mask()) < ((i - free_slot) & mask())) continue;
            entries_[free_slot] = entries_[i];
            free_slot = i;
        }
        entries_[free_slot] = {};
        --size_;
    }

    // Keeps the capacity.
    void clear() {
        entries_.assign(entries_.size(), Entry{});
        size_ = 0;
    }

    // Calls visit(pair, value) for each entry, in no particular order.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (const Entry& entry : entries_)
            if (entry.pair != BodyPair{}) visit(entry.pair, entry.value);
    }

    // For keyframes (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.entries_, self.size_);
    }

  private:
    struct Entry {
        BodyPair pair; // the default pair marks a free entry
        std::uint32_t value = 0;
    };

    std::size_t mask() const { return entries_.size() - 1; }
    std::size_t next(std::size_t i) const { return (i + 1) & mask(); }
    std::size_t home_slot_of(BodyPair pair) const {
        const std::uint64_t key = (std::uint64_t{pair.a} << 32) | pair.b;
        return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> 32) & mask(); // Fibonacci hashing
    }
    // Returns the slot of the pair, or the free slot where it would be inserted.
    std::size_t slot_of(BodyPair pair) const {
        std::size_t i = home_slot_of(pair);
        while (entries_[i].pair != pair && entries_[i].pair != BodyPair{}) i = next(i);
        return i;
    }
    void grow() {
        std::vector<Entry> old(2 * entries_.size());
        old.swap(entries_);
        for (const Entry& entry : old)
            if (entry.pair != BodyPair{}) entries_[slot_of(entry.pair)] = entry;
    }

    std::vector<Entry> entries_ = std::vector<Entry>(16); // size is a power of two
    std::size_t size_ = 0;
};

} // namespace boxwood
