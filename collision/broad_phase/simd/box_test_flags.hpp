// What: pair flags of sweep and prune without storage: when a MIN passes a MAX, a box test determines whether the
//     pair overlaps.
// Invariants: is_overlapping(pair) tells whether the two boxes passed to prepare() overlap. The ends of overlaps are
//     not reported; sweep and prune finds them by testing its active pairs.
// Cost: 32 bytes per body; a swap is one box test of about 1 ns, as long as the boxes stay in the second-level cache.
// Source: [Hudson 1997].
// Oracle: all pairs of boxes; PairFlagStore gives the same events.
#pragma once

#include "collision/broad_phase/pairs/pair_flags.hpp"

#include <array>

namespace boxwood {

class BoxTestFlags {
  public:
    static constexpr std::string_view kPhaseName = "sweep-and-prune-direct";
    static constexpr BodyId kMaxBodies = BodyId{1} << 24;
    static constexpr bool kKeepsFlags = false;
    static constexpr std::size_t kBatch = 4096; // 32 kB of swaps, which fit into the first-level cache

    void prepare(BodyId limit, std::span<const Aabb> boxes);
    void apply(int axis, std::span<const EndpointSwap> swaps, std::vector<BodyPair>& io_touched);
    void erase(std::span<const BodyId>) {}
    bool is_overlapping(BodyPair pair) const { return overlap(boxes_[pair.a], boxes_[pair.b]); }
    void prefetch(BodyPair) const {} // apply() has read the boxes of touched pairs, so they are cached

    // For keyframes (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.boxes_);
    }

  private:
    // The fourth lane always overlaps, so that a test is two vector comparisons.
    struct alignas(16) PackedBox {
        std::array<float, 4> lower, upper;
    };
    static bool overlap(const PackedBox& a, const PackedBox& b);

    std::vector<PackedBox> boxes_;
};

static_assert(PairFlags<BoxTestFlags>);

} // namespace boxwood
