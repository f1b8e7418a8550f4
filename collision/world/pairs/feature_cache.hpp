// What: caches the last closest features of pairs whose boxes have stopped overlapping, for a warm start when the boxes
//     overlap again.
// Invariants: find() returns features of exactly these bodies with these shapes, never of earlier bodies with the same
//     ids. The cache has room for at least four pairs per body; a newer pair can evict an older one.
// Cost: O(1); 24 bytes per entry.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/narrow_phase/closest_features.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

namespace boxwood {

// A pair of present or removed bodies of a world, identified by their generations.
struct GenerationPair {
    std::uint32_t a = 0, b = 0;
    friend bool operator==(const GenerationPair&, const GenerationPair&) = default;
};

class FeatureCache {
  public:
    // Reserves space for the pairs of `bodies` bodies. Growing clears the cache.
    void reserve(std::size_t bodies) {
        const std::size_t wanted = std::bit_ceil(std::max(kMinCapacity, kPerBody * bodies));
        if (wanted > entries_.size()) entries_.assign(wanted, {});
    }

    void store(GenerationPair generations, const FeaturePair& features) {
        if (!entries_.empty()) entries_[index_of(generations)] = {generations, features};
    }

    // Null if the pair is not cached.
    const FeaturePair* find(GenerationPair generations) const {
        if (entries_.empty()) return nullptr;
        const Entry& entry = entries_[index_of(generations)];
        return entry.generations == generations ? &entry.features : nullptr;
    }

    // For keyframes (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.entries_);
    }

  private:
    static constexpr std::size_t kMinCapacity = 256, kPerBody = 4;

    struct Entry {
        GenerationPair generations;
        FeaturePair features;
    };

    std::size_t index_of(GenerationPair generations) const {
        const std::uint64_t key = (std::uint64_t{generations.a} << 32) | generations.b;
        return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> 32) & (entries_.size() - 1);
    }

    std::vector<Entry> entries_; // size is a power of two
};

} // namespace boxwood
