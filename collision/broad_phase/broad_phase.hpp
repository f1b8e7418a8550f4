// What: the concept of a broad phase: boxes in, the set of overlapping pairs and its changes out.
// Frame: world boxes. Ids are dense and small: a box lives at boxes[id].
// Invariants: after update(), pairs() is exactly the set of enabled pairs whose (closed) boxes overlap, each
//             with a slot that stays the same from enter to leave; two live pairs never share a slot.
//             Events are the net change since the update before: never two enters of a pair without a leave.
//             To replay them apply `left` before `entered`: a body removed and inserted again between two
//             updates is another body, and its pairs leave and enter in one update.
//             A pair is enabled if both of its bodies are, not both are fixed, and the last word on the pair, by
//             set_pair_enabled or set_all_pairs_enabled, says so. A body comes in enabled and not fixed; removing it
//             forgets all that was said of it and of its pairs by name. All of this takes effect at the next update,
//             with events.
// Degenerate input: equal, touching, flat and infinite boxes are fine. Ends the process, in every build: an empty or NaN box
//                   of a live body, a body inserted twice, removed or switched without being in, an id of 2^24 or more.
// Oracle: all pairs of boxes (tests/oracles/all_pairs.hpp).
#pragma once

#include "collision/core/ids.hpp"
#include "collision/volumes/aabb.hpp"

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace boxwood {

// An overlapping pair. `slot` indexes what others keep per pair (cached features); reused after a leave.
struct ActivePair {
    BodyPair bodies;
    std::uint32_t slot = 0;
};

struct BroadPhaseEvents {
    std::vector<ActivePair> entered; // sorted by bodies
    std::vector<ActivePair> left;    // sorted by bodies
};

struct BroadPhaseCounters {
    std::array<std::uint64_t, 3> swaps{}; // of neighbouring endpoints, per axis (sweep and prune)
    std::uint64_t flag_toggles = 0;
    std::uint64_t volume_tests = 0; // box-box tests (brute force, grids)
    std::uint64_t node_visits = 0;  // of trees
};

// Where what is known of each pair is kept. Dense: a triangular matrix; sparse: a hash map.
enum class PairStorage : std::uint8_t { automatic, dense, sparse };

// What a broad phase may be told; each heeds what concerns it. Never changes pairs or events, only the cost.
struct BroadPhaseSettings {
    // Of sweep-and-prune. Automatic: dense up to 16384 bodies, or 4096 where pairs are disabled unless named.
    PairStorage storage = PairStorage::automatic;
    float cell_factor = 0.0f; // edge of a cell over the mean longest side of the boxes; 0: its own choice
    friend bool operator==(const BroadPhaseSettings&, const BroadPhaseSettings&) = default;
};

template <class T>
concept BroadPhase = requires(T& phase, const T& const_phase, std::span<const BodyId> ids,
                              std::span<const Aabb> boxes, BodyPair pair, BodyId body, bool enabled,
                              bool fixed, const BroadPhaseSettings& settings) {
    { T::kName } -> std::convertible_to<std::string_view>;
    phase.insert(ids, boxes); // boxes[id] for each id; many at once take the static path
    phase.remove(ids);        // with leave events at the next update
    phase.update(boxes);      // all live boxes have moved to boxes[id]
    phase.set_pair_enabled(pair, enabled);
    phase.set_body_enabled(body, enabled); // a disabled body is in no pair, and keeps its place
    phase.set_body_fixed(body, fixed);     // two fixed bodies make no pair; either may still be moved
    phase.set_all_pairs_enabled(enabled); // every pair, also of bodies still to come; bodies stay as they are
    phase.configure(settings);            // counts from the next update on
    { const_phase.pairs() } -> std::convertible_to<std::span<const ActivePair>>; // order unspecified
    { const_phase.events() } -> std::convertible_to<const BroadPhaseEvents&>;
    { const_phase.counters() } -> std::convertible_to<BroadPhaseCounters>; // of the last update
};

} // namespace boxwood
